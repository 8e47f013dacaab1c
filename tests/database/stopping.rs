//! A watch stops builds, verification, imports, merges and SQL statements, and nothing is lost.

use nqdb::{
    Conditions, Database, Rank,
    sampling::{Effort, Sampling},
    store::{BuildOptions, BuildTier, Outcome, Part, StoreError, build, import, merge},
    watch::{Activity, NoWatch, Progress, Watch},
};
use nqdb_test_support::twin::size;
use nqdb_test_support::watch::Ticks;
use std::ops::ControlFlow;
use std::path::Path;
use std::thread::{self, ThreadId};
use std::time::Instant;
use tempfile::TempDir;

/// Stops the work once some of it is done.
struct StopOnceBegun;

impl Watch for StopOnceBegun {
    fn tick(&self, progress: &Progress) -> ControlFlow<()> {
        if progress.done > 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

fn stopped(kind: &StoreError) -> Activity {
    match kind {
        StoreError::Stopped { progress } => progress.activity,
        other => panic!("expected stopped work, got {other}"),
    }
}

fn options(tier: BuildTier) -> BuildOptions {
    BuildOptions { tier: Some(tier), ..BuildOptions::default() }
}

#[test]
fn a_stopped_build_is_resumed() {
    for (tier, n) in [(BuildTier::Stored, 12), (BuildTier::Indexed, 12)] {
        let directory = TempDir::new().unwrap();
        let path = directory.path().join("nqdb.db");
        let error = build(&path, size(n), options(tier), StopOnceBegun).unwrap_err();
        assert_eq!(stopped(&error.kind), Activity::Building, "{tier}");
        assert!(!path.with_file_name("nqdb.db-lock").exists());
        let built = build(&path, size(n), BuildOptions::default(), NoWatch).unwrap();
        assert!(matches!(built.outcome, Outcome::Resumed(_)), "{tier}: {built:?}");
        assert_eq!((built.tier, built.solutions), (tier, 14_200));
        let report = Database::open(&path).unwrap().verify(&[], true, NoWatch).unwrap();
        assert!(report.is_clean(), "{report:?}");
    }
}

#[test]
fn a_deep_check_says_that_it_is_one() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("nqdb.db");
    build(&path, size(12), options(BuildTier::Indexed), NoWatch).unwrap();
    let database = Database::open(&path).unwrap();
    for tick in 1.. {
        match database.verify(&[], true, Ticks::until(tick)) {
            Err(nqdb::Error::Store { kind, .. }) => {
                assert_eq!(stopped(&kind), Activity::Verifying, "tick {tick}");
            }
            outcome => {
                assert!(tick > 1 && outcome.unwrap().is_clean());
                return;
            }
        }
    }
}

#[test]
fn a_stopped_check_import_or_merge_changes_nothing() {
    let directory = TempDir::new().unwrap();
    let file = |name: &str| directory.path().join(name);
    let (source, target) = (file("source.db"), file("target.db"));
    build(&source, size(12), options(BuildTier::Stored), NoWatch).unwrap();
    let database = Database::open(&source).unwrap();
    let Err(nqdb::Error::Store { kind, .. }) = database.verify(&[], false, Ticks::until(1)) else {
        panic!("expected a stopped verification");
    };
    assert_eq!(stopped(&kind), Activity::Verifying);
    // The first ticks come from verifying the source.
    let ticks = (1..).find(|&tick| import_stops(&target, &source, tick) == Activity::Importing);
    assert!(ticks > Some(1));
    let boards = Database::open(&target).unwrap().boards().unwrap();
    assert!(boards.is_empty(), "{boards:?}");
    let parts: Vec<_> = (1..=2)
        .map(|number| {
            let path = file(&format!("part-{number}.db"));
            let part = Part::new(number, 2).unwrap();
            build(&path, size(12), BuildOptions { part, ..options(BuildTier::Indexed) }, NoWatch)
                .unwrap();
            path
        })
        .collect();
    let merged = file("merged.db");
    let error = merge(&merged, &parts, false, Ticks::until(2)).unwrap_err();
    assert_eq!(stopped(&error.kind), Activity::Merging);
    assert!(!merged.exists());
}

fn import_stops(target: &Path, source: &Path, tick: u64) -> Activity {
    stopped(&import(target, source, &[], false, Ticks::until(tick)).unwrap_err().kind)
}

/// A watch like that of an SQL function, which calls its host back: only the thread that created it may use it.
struct OneThread(ThreadId);

impl OneThread {
    fn check(&self) {
        assert_eq!(thread::current().id(), self.0);
    }
}

impl Watch for OneThread {
    fn tick(&self, _: &Progress) -> ControlFlow<()> {
        self.check();
        ControlFlow::Continue(())
    }

    fn began(&self) -> Instant {
        self.check();
        Instant::now()
    }

    fn begin(&self) {
        self.check();
    }

    fn done(&self) {
        self.check();
    }
}

#[test]
fn only_the_thread_of_the_caller_uses_its_watch() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("nqdb.db");
    build(&path, size(12), options(BuildTier::Stored), NoWatch).unwrap();
    build(&path, size(14), options(BuildTier::Indexed), NoWatch).unwrap();
    let file = Database::open(&path).unwrap();
    let none = Database::without_file();
    for (database, n) in [(&file, 12), (&file, 14), (&none, 20)] {
        let board = database.board(size(n)).unwrap().watched_by(OneThread(thread::current().id()));
        let conditions = Conditions::parse(size(n), ["1=1", "2=3"]).unwrap();
        let count = board.count_selected(&conditions).unwrap();
        let sampling = Sampling { effort: Effort::Runs(8), ..Sampling::default() };
        assert!(board.estimate_count(&conditions, &sampling).unwrap().mean > 0.0);
        let last = board.unrank(Rank::new(board.solution_count().unwrap()).unwrap()).unwrap();
        board.orbit_id(&last).unwrap();
        if n < 20 {
            assert_eq!(board.heatmap(&conditions).unwrap().solutions(), count);
        }
    }
}
