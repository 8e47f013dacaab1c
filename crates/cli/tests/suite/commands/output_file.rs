//! `--output`: a file that is written atomically.

use crate::support::program::{Home, progress, progress_of};
use std::fs;

#[test]
fn results_go_to_the_file() {
    let home = Home::new();
    for question in [
        "list 6",
        "list 8 --format svg",
        "count 0-27 --format bfile",
        "rank 2,4,1,3 --json",
        "completions bash",
    ] {
        let expected = home.run(question).text().to_owned();
        assert_eq!(home.run(&format!("{question} --output answer")).text(), "");
        assert_eq!(fs::read_to_string(home.path().join("answer")).unwrap(), expected, "{question}");
    }
    assert_eq!(home.files().len(), 1, "nothing else is left");
}

#[test]
fn a_failure_leaves_the_file_as_it_was() {
    let home = Home::new();
    for before in [None, Some("precious")] {
        if let Some(text) = before {
            fs::write(home.path().join("answer"), text).unwrap();
        }
        for question in ["unrank 8 1 93", "list 64 --time-limit 0.1", "count 26-28", "rank 1,2"] {
            let failed = home.run(&format!("{question} --output answer"));
            failed.failed(1, &["nqdb: "]);
            let after = fs::read_to_string(home.path().join("answer")).ok();
            assert_eq!(after.as_deref(), before, "{question}");
            assert_eq!(home.files().len(), usize::from(before.is_some()), "{question}");
        }
    }
}

/// Results that are written to a file show how far they are.
#[test]
fn long_output_shows_its_progress() {
    let home = Home::new();
    let ranks: Vec<String> = (1..=5000u64).map(|number| (number * 5_000_000).to_string()).collect();
    let questions = [
        "list 18 --format json",
        "list 18 --format binary",
        "random 30 --limit 1000000",
        "solve 64 --limit 10000000",
        "unrank --permutations 12 1-400000000",
        &format!("unrank 20 {}", ranks.join(" ")),
    ];
    for question in questions {
        let question = format!("{question} --output answer");
        let (mut running, _) = progress_of(&home, &question, " results after ");
        running.kill().unwrap();
        running.wait().unwrap();
    }
}

/// Many short searches show how many are done.
#[test]
fn long_scores_show_their_progress() {
    let home = Home::new();
    let task = |number| format!("{{\"id\":\"{number}\",\"n\":24,\"conditions\":[\"1=1\"]}}\n");
    let tasks: String = (0..10_000).map(task).collect();
    fs::write(home.path().join("tasks.jsonl"), tasks).unwrap();
    let (mut running, said) = progress(&home, "score tasks.jsonl tasks.jsonl");
    assert!(
        said.contains("nqdb: scoring: ")
            && [" line read after ", " lines read after "].iter().any(|read| said.contains(read)),
        "{said}"
    );
    running.kill().unwrap();
    running.wait().unwrap();
}

/// Ctrl-C removes the incomplete file and leaves the old one.
#[cfg(unix)]
#[test]
fn ctrl_c_leaves_the_file_as_it_was() {
    let home = Home::new();
    fs::write(home.path().join("answer"), "precious").unwrap();
    for question in ["list 18 --json", "count 41 --toroidal --no-three-in-line"] {
        let (mut running, _) = progress(&home, &format!("{question} --output answer"));
        assert_eq!(home.files().len(), 2, "{question}");
        running.interrupt();
        assert_eq!(running.wait().unwrap().code(), Some(130), "{question}");
        assert_eq!(home.files().len(), 1, "{question}");
        assert_eq!(fs::read_to_string(home.path().join("answer")).unwrap(), "precious");
    }
}

/// A negative result with exit code 1 is written.
#[test]
fn a_result_with_exit_code_1_is_written() {
    let home = Home::new();
    home.run("solve 8 1=1 --unique --output answer").failed(1, &["several"]);
    let answer = fs::read_to_string(home.path().join("answer")).unwrap();
    assert!(answer.starts_with("several\n"), "{answer}");
}

/// Neither an existing database nor one that the command creates is replaced.
#[test]
fn a_database_is_never_replaced() {
    let home = Home::with("4");
    let database = home.database();
    let name = database.to_str().unwrap();
    let before = fs::read(&database).unwrap();
    for question in ["list 4", "info", "import boards.db"] {
        fs::copy(&database, home.path().join("boards.db")).unwrap();
        let words: Vec<&str> = question.split(' ').chain(["--output", name]).collect();
        home.ask(&words, b"").failed(1, &["can't be written: it is a database"]);
        assert_eq!(fs::read(&database).unwrap(), before, "{question}");
    }
    home.run("build 5 --db new.db --output new.db").failed(1, &["it is a database"]);
    assert!(home.run("info --db new.db").text().contains("solutions"), "it is there");
}

#[test]
fn a_device_is_written_directly() {
    let home = Home::new();
    home.run("list 6 --output .").failed(1, &["can't be written: it is a directory"]);
    let missing = "none/answer: the directory none does not exist\n";
    home.run("list 6 --output none/answer").failed(1, &[missing]);
    assert!(home.files().is_empty());
    #[cfg(unix)]
    {
        home.run("list 6 --output /dev/null").text();
        assert!(!fs::metadata("/dev/null").unwrap().is_file(), "a device stays one");
        // The target of a link is replaced, not the link.
        fs::write(home.path().join("file"), "old").unwrap();
        std::os::unix::fs::symlink("file", home.path().join("link")).unwrap();
        home.run("count 8 --output link").text();
        assert_eq!(fs::read_to_string(home.path().join("file")).unwrap(), "92\n");
        assert!(fs::symlink_metadata(home.path().join("link")).unwrap().is_symlink());
    }
}

#[cfg(windows)]
#[test]
fn a_file_that_another_program_has_open_is_left_as_it_is() {
    use std::os::windows::fs::OpenOptionsExt;
    let home = Home::new();
    fs::write(home.path().join("answer"), "old").unwrap();
    let files = home.files();
    let open = fs::OpenOptions::new().read(true).share_mode(1).open(home.path().join("answer"));
    let refused = ["answer can't be written", "another program may have it open"];
    home.run("count 8 --output answer").failed(1, &refused);
    assert!(home.files() == files);
    drop(open);
    home.run("count 8 --output answer").text();
}
