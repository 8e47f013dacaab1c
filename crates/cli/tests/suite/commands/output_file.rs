//! `--output`: a file that is written atomically.

use crate::support::program::{Answer, Home, answer, progress, progress_of};
use std::fs;
use std::path::Path;

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

/// Runs a shell script, in which `$0` is the program.
#[cfg(unix)]
fn shell(home: &Home, script: &str) -> Answer {
    let mut command = home.command_of(Path::new("sh"));
    command.args(["-c", script, env!("CARGO_BIN_EXE_nqdb")]);
    answer(command, b"")
}

/// Standard output, pipes and devices are written to where they are; another open file would be written to from its start.
#[cfg(unix)]
#[test]
fn pipes_and_open_files_are_written_directly() {
    let home = Home::new();
    let solutions = "2 4 1 3\n3 1 4 2\n";
    let whole = format!("before\n{solutions}after\n");
    for (script, expected) in [
        ("(echo before; \"$0\" list 4 -o /dev/stdout; echo after) > log", &*whole),
        ("echo before > log; (\"$0\" list 4 -o /dev/stdout; echo after) >> log", &whole),
        ("ln -s /dev/stdout link; (echo before; \"$0\" list 4 -o link; echo after) >> log", &whole),
        ("mkfifo pipe; cat pipe > log & \"$0\" list 4 -o pipe; wait; test -p pipe", solutions),
    ] {
        shell(&home, script).succeeded();
        assert_eq!(fs::read_to_string(home.path().join("log")).unwrap(), expected, "{script}");
        fs::remove_file(home.path().join("log")).unwrap();
    }
    assert_eq!(shell(&home, "\"$0\" list 4 -o /dev/stdout | cat").text(), solutions);
    let piped = "{ \"$0\" list 4 -o /dev/fd/5 5>&1 >/dev/null; } | cat";
    assert_eq!(shell(&home, piped).text(), solutions);
    let without_reader = "mkfifo unread; \"$0\" list 4 -o unread --time-limit 0.1";
    shell(&home, without_reader).failed(1, &["stopped after 0.1 s, the time limit"]);
    let open = shell(&home, "{ echo before >&5; \"$0\" list 4 -o /dev/fd/5; } 5> log");
    open.failed(1, &["/dev/fd/5", "open already", "redirect standard output"]);
    assert_eq!(fs::read_to_string(home.path().join("log")).unwrap(), "before\n");
}

/// What a killed command has left does not get in the way of the next one, and every valid name is possible.
#[test]
fn any_valid_name_can_be_written() {
    let home = Home::new();
    let name = "n".repeat(252);
    let (mut running, _) = progress(&home, &format!("list 18 --output {name}"));
    running.kill().unwrap();
    running.wait().unwrap();
    assert_eq!(home.files().len(), 1, "a part is left");
    assert_eq!(home.run(&format!("count 8 --output {name}")).text(), "");
    home.run(&format!("puzzle 8 --limit 2 --dir d{name}")).succeeded();
    assert_eq!(fs::read_to_string(home.path().join(name)).unwrap(), "92\n");
    assert_eq!(home.files().len(), 4);
}

/// A file that is replaced keeps its permissions. One without write permission is not replaced.
#[cfg(unix)]
#[test]
fn permissions_are_kept() {
    use std::os::unix::fs::PermissionsExt;
    let home = Home::new();
    let file = home.path().join("answer");
    let mode = || fs::metadata(&file).unwrap().permissions().mode() & 0o7777;
    home.run("count 6 --output answer").succeeded();
    fs::write(home.path().join("other"), "").unwrap();
    assert_eq!(
        mode(),
        fs::metadata(home.path().join("other")).unwrap().permissions().mode() & 0o7777
    );
    for kept in [0o600, 0o640, 0o666, 0o755] {
        fs::set_permissions(&file, PermissionsExt::from_mode(kept)).unwrap();
        home.run("count 8 --output answer").succeeded();
        assert_eq!(mode(), kept);
    }
    fs::set_permissions(&file, PermissionsExt::from_mode(0o444)).unwrap();
    let refused = "answer can't be written: it is write-protected";
    home.run("count 6 --output answer").failed(1, &[refused]);
    assert_eq!(fs::read_to_string(&file).unwrap(), "92\n");
    assert_eq!(home.files().len(), 2);
}

/// A symbolic link stays, also one to a file that does not exist yet.
#[cfg(unix)]
#[test]
fn the_target_of_a_link_is_written() {
    let home = Home::new();
    fs::create_dir(home.path().join("folder")).unwrap();
    std::os::unix::fs::symlink("folder/file", home.path().join("link")).unwrap();
    for size in ["6", "8"] {
        home.run(&format!("count {size} --output link")).succeeded();
        assert!(fs::symlink_metadata(home.path().join("link")).unwrap().is_symlink());
    }
    assert_eq!(fs::read_to_string(home.path().join("folder/file")).unwrap(), "92\n");
}

/// On a full disk, which a limit on the size of files stands for, nothing is half-written, and the message names the
/// file.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_no_part() {
    let home = Home::new();
    fs::create_dir(home.path().join("pages")).unwrap();
    for old in ["answer", "pages/nqdb.1"] {
        fs::write(home.path().join(old), "precious").unwrap();
    }
    let before = home.files();
    for (command, name) in [
        ("list 10 -o answer", "answer"),
        ("heatmap 20 --format png -o answer", "answer"),
        ("man pages", "pages/nqdb.1"),
        ("dataset 8 --limit 100 --seed 1 --dir tasks", "tasks/train.jsonl"),
        ("puzzle 8 --limit 2 --format svg --dir sheets", "sheets/puzzle-1.svg"),
        ("sql '.output answer' 'SELECT * FROM nq_solutions(10);'", "answer"),
    ] {
        let script = match command.strip_prefix("sql ") {
            Some(lines) => format!("ulimit -f 1; printf '%s\\n' {lines} | \"$0\" sql"),
            None => format!("ulimit -f 1; exec \"$0\" {command}"),
        };
        let message = format!("{name} can't be written: File too large (os error 27)\n");
        shell(&home, &script).failed(1, &[&message]);
        assert!(home.files() == before, "{command}: {:?}", home.files().keys());
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
    home.run("count 8 --output answer").failed(1, &["answer can't be written"]);
    assert!(home.files() == files);
    drop(open);
    home.run("count 8 --output answer").text();
}
