//! The files of a data set.

use super::{board, tasks};
use nqdb::watch::{Activity, NoWatch, Progress, Watch};
use nqdb_dataset::{Error, Layout, Rejected, Shares, Spec, Split, write_directory};
use std::collections::BTreeSet;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use tempfile::TempDir;

fn names(directory: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(directory).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// Two people get the same bytes from one seed: these digests hold on every machine.
const DIGESTS: [(Layout, [&str; 3]); 3] = [
    (
        Layout::Tasks,
        [
            "922ee1338408c4540dd2d785fddb9343c931a54d840db1535513f7bfafcb17f1",
            "3bd34474ff5011c52bf2612d32c494eeb56d2ad33d337e2d8bd0931e89e3ce22",
            "aaf7e509c2aa7adea3668c8570f1ef069a105d1c5a75bd2b846b56ef3b8e85fb",
        ],
    ),
    (
        Layout::ReasoningGym,
        [
            "b6890e0384725988088a579439c7a2f0b931566d7e64bbc5702b45b15f3dd8f8",
            "2058e5a969d11afbfe9a971356eee5c2a47a87631d1705d43b1afe3e6efb3352",
            "e63d7a43a30e5aced0a4721b8a7c0c02fc6276b6fe99cefd592d50ee19e78cc9",
        ],
    ),
    (
        Layout::Tokens,
        [
            "8de4575dc9a37e22056c26eb2c57aa29ecf8b61ce3268cd817b5565ed21c49a4",
            "2c0786d8558b542be5642f63f7b43b6adc09c065e2dcafffda0208ea3f869437",
            "720377a8f3a4063a9ac164ad1f5167d2e2b1248511479e3bef93296805ed2d48",
        ],
    ),
];

#[test]
fn the_seed_determines_every_byte() {
    for (layout, digests) in DIGESTS {
        let folder = TempDir::new().unwrap();
        let spec = Spec { count: 40, seed: 7, ..Spec::default() };
        let boards = [board(8), board(9)];
        let watch: Arc<dyn Watch> = Arc::new(NoWatch);
        let (one, two) = (folder.path().join("one"), folder.path().join("two"));
        let files = write_directory(&one, &boards, &spec, layout, None, &watch).unwrap();
        write_directory(&two, &boards, &spec, layout, None, &watch).unwrap();
        let sums: Vec<&str> = files.iter().map(|file| &*file.sha256).collect();
        assert_eq!(sums, digests, "{layout:?}");
        assert_eq!(names(folder.path()), BTreeSet::from(["one", "two"].map(str::to_owned)));
        assert_eq!(names(&one), names(&two));
        for name in names(&one) {
            assert!(fs::read(one.join(&name)).unwrap() == fs::read(two.join(&name)).unwrap());
        }
        let listed = fs::read_to_string(one.join("SHA256SUMS")).unwrap();
        for file in &files {
            let text = fs::read_to_string(one.join(&file.file)).unwrap();
            assert_eq!((text.len() as u64, text.lines().count() as u64), (file.bytes, file.lines));
            assert!(listed.contains(&format!("{}  {}\n", file.sha256, file.file)));
        }
        assert!(listed.trim_end().ends_with("  README.md"));
        let card = fs::read_to_string(one.join("README.md")).unwrap();
        assert!(card.starts_with("---\npretty_name: ") && card.contains("--seed 7 "), "{card}");
    }
}

#[test]
fn lines_are_the_tasks() {
    let spec = Spec { count: 30, completions: 2..=4, ..Spec::default() };
    let board = board(8);
    for task in tasks(&board, &spec, Split::Train) {
        let lines = |layout: Layout| -> Vec<serde_json::Value> {
            let mut text = Vec::new();
            layout.write(&task, &mut text).unwrap();
            let text = String::from_utf8(text).unwrap();
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
        };
        let [line] = &lines(Layout::Tasks)[..] else { panic!("one line") };
        assert_eq!(line["givens"], serde_json::json!(task.givens()));
        assert_eq!(line["answers"].as_array().unwrap().len() as u64, task.completions);
        // A drawing is read as the same solution.
        let [gym] = &lines(Layout::ReasoningGym)[..] else { panic!("one line") };
        let valid = gym["metadata"]["valid_answers"].as_array().unwrap();
        let read = |text: &serde_json::Value| text.as_str().unwrap().parse::<nqdb::Solution>();
        let read: BTreeSet<_> = valid.iter().map(|text| read(text).unwrap()).collect();
        assert_eq!(read, task.answers.iter().map(|answer| answer.solution).collect());
        assert!(valid.is_sorted_by_key(|text| text.as_str()) && valid.contains(&gym["answer"]));
        let removed = task.givens().iter().filter(|&&row| row == 0).count();
        assert_eq!(gym["metadata"]["num_removed"], removed);
        let marks = |name: &str| gym[name].as_str().unwrap().matches("Q ").count();
        assert!(marks("question") > 0 && marks("answer") > 0);
        // Tokens: the queens of the input are among those of the target, in each line of a task.
        let tokens = lines(Layout::Tokens);
        assert_eq!(tokens.len() as u64, task.completions);
        for (line, answer) in tokens.iter().zip(&task.answers) {
            let squares = |name: &str| -> Vec<usize> {
                let tokens = line[name].as_array().unwrap();
                assert!(tokens.len() == 64 && tokens.iter().all(|token| token == 1 || token == 2));
                (0..64).filter(|&square| tokens[square] == 2).collect()
            };
            let (input, target) = (squares("input"), squares("target"));
            assert!(input.iter().all(|square| target.contains(square)));
            let mut queens: Vec<usize> = (0..)
                .zip(answer.solution.zero_based())
                .map(|(column, &row)| usize::from(row) * 8 + column)
                .collect();
            queens.sort_unstable();
            assert_eq!(target, queens);
        }
    }
}

/// A data set without tasks has a card that loaders can read.
#[test]
fn no_tasks() {
    let folder = TempDir::new().unwrap();
    let (path, spec) = (folder.path().join("none"), Spec { count: 0, ..Spec::default() });
    let watch: Arc<dyn Watch> = Arc::new(NoWatch);
    let files = write_directory(&path, &[board(8)], &spec, Layout::Tasks, None, &watch).unwrap();
    assert!(files.iter().all(|file| file.tasks == 0));
    assert_eq!(names(&path), BTreeSet::from(["README.md", "SHA256SUMS"].map(str::to_owned)));
    let card = fs::read_to_string(path.join("README.md")).unwrap();
    assert!(!card.contains("configs:") && !card.contains("splits:"), "{card}");
}

/// Stops after some tasks.
struct StopAfter(u64);

impl Watch for StopAfter {
    fn tick(&self, progress: &Progress) -> ControlFlow<()> {
        assert_eq!(progress.activity, Activity::MakingTasks);
        if progress.done >= self.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Several threads that write the same directory, again and again: exactly one of them does, and nothing else is left.
#[test]
fn concurrent_runs_do_not_disturb_each_other() {
    let folder = TempDir::new().unwrap();
    let (board, spec) = (board(6), Spec { count: 3, shares: Shares([1, 0, 0]), ..Spec::default() });
    for round in 0..20 {
        let path = folder.path().join(format!("set-{round}"));
        let written = std::thread::scope(|scope| {
            let write = || {
                let watch: Arc<dyn Watch> = Arc::new(NoWatch);
                write_directory(
                    &path,
                    std::slice::from_ref(&board),
                    &spec,
                    Layout::Tasks,
                    None,
                    &watch,
                )
            };
            let threads = [(); 4].map(|()| scope.spawn(write));
            threads
                .map(|thread| thread.join().unwrap())
                .iter()
                .filter(|written| written.is_ok())
                .count()
        });
        assert_eq!(written, 1);
        assert_eq!(names(&path).len(), 3);
        assert_eq!(names(folder.path()).len(), round + 1);
    }
}

/// Without tasks there is no data set, and the reasons are given.
#[test]
fn no_directory_without_tasks() {
    let folder = TempDir::new().unwrap();
    let watch: Arc<dyn Watch> = Arc::new(NoWatch);
    let spec = Spec { givens: Some(1..=1), completions: 1..=1, ..Spec::default() };
    let path = folder.path().join("set");
    let error =
        write_directory(&path, &[board(10)], &spec, Layout::Tasks, None, &watch).unwrap_err();
    let Error::NoTasks(rejected) = error else { panic!("{error}") };
    // Squares of N = 10 up to symmetry, in three splits.
    assert_eq!(rejected, Rejected { too_many: 45, ..Rejected::default() });
    assert!(names(folder.path()).is_empty());
}

/// A directory is complete or not there.
#[test]
fn a_failure_leaves_nothing() {
    let folder = TempDir::new().unwrap();
    let boards = [board(8)];
    let write = |name: &str, watch: Arc<dyn Watch>| {
        write_directory(
            &folder.path().join(name),
            &boards,
            &Spec::default(),
            Layout::Tasks,
            None,
            &watch,
        )
    };
    write("stopped", Arc::new(StopAfter(10))).unwrap_err();
    assert!(names(folder.path()).is_empty());
    fs::create_dir(folder.path().join("full")).unwrap();
    let error = write("full", Arc::new(NoWatch)).unwrap_err();
    assert!(matches!(error, Error::Exists(_)), "{error}");
    let error = write("missing/set", Arc::new(NoWatch)).unwrap_err();
    assert!(matches!(error, Error::Unwritable(_)), "{error}");
    let error = write("..", Arc::new(NoWatch)).unwrap_err();
    assert!(matches!(error, Error::Exists(_)), "{error}");
    assert_eq!(names(folder.path()), BTreeSet::from(["full".to_owned()]));
}
