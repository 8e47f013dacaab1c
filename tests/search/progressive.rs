//! Progressive counts: the snapshots obey their laws, and the result is the heat map. The coverage of the intervals is
//! tested in `src/sampling/progressive.rs`.

use nqdb::sampling::{Pace, Snapshot, count_progressively};
use nqdb::{BoardSize, Database, Heatmap, NoWatch, Pattern, SearchError, TimeLimit};
use nqdb_test_support::twin::size;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

fn pattern(n: u64, squares: &str) -> Pattern {
    match squares {
        "" => Pattern::any(size(n)),
        squares => Pattern::parse(size(n), [squares]).unwrap(),
    }
}

/// The heat map and the snapshots. With one thread there is one snapshot per batch; with more, batches wait for earlier
/// ones, and the number of snapshots depends on scheduling.
fn count(pattern: &Pattern, seed: u64, jobs: usize) -> (Heatmap, Vec<Snapshot>) {
    let jobs = NonZeroUsize::new(jobs).unwrap();
    let pace = Pace { seed, every: Duration::ZERO, jobs };
    let mut snapshots: Vec<Snapshot> = Vec::new();
    let heatmap = count_progressively(pattern, &pace, &NoWatch, &mut |snapshot| {
        if snapshots.last().is_none_or(|last| last.done() < snapshot.done()) {
            snapshots.push(snapshot.clone());
        }
        ControlFlow::Continue(())
    });
    (heatmap.unwrap(), snapshots)
}

#[test]
fn the_end_is_the_heat_map() {
    let patterns = [
        (16, "6=6"),
        (16, "1=1 8=10"),
        (16, "3!=3 c-r!=0 9=2"),
        (17, "5=9 13=13"),
        (18, "9=9 10=7 8=6"),
        (20, "2=5 19=4 20=7 1=2"),
        (24, "1=1 2=2"),
        (14, ""),
        (8, "3=5"),
        (3, "1=1"),
        (2, ""),
        (1, "1=1"),
        (36, "1=1 2=2"),
    ];
    for (n, squares) in patterns {
        let pattern = pattern(n, squares);
        let (heatmap, _) = count(&pattern, n, 2);
        assert_eq!(heatmap, Heatmap::matching(&pattern, &NoWatch).unwrap(), "N = {n}: {squares}");
    }
}

#[test]
fn snapshots_grow_towards_the_end() {
    for (n, squares) in [(16, "6=6"), (17, "2=3 9=9"), (18, "2=3 9!=9 c+r!=17 7=7")] {
        let (heatmap, snapshots) = count(&pattern(n, squares), 3, 1);
        assert!(snapshots.len() > 50, "N = {n}: {}", snapshots.len());
        let solutions = heatmap.solutions();
        for [before, after] in snapshots.array_windows() {
            assert!(before.at_least() <= after.at_least() && after.at_least() <= solutions);
            assert!(before.solutions().is_none() || after.solutions().is_some());
        }
        for snapshot in &snapshots {
            assert!((0.0..1.0).contains(&snapshot.done()), "{}", snapshot.done());
            let Some(estimate) = snapshot.solutions() else {
                assert_eq!((snapshot.rows().count(), snapshot.heat_error()), (0, None));
                continue;
            };
            assert!(!estimate.is_exact() && estimate.interval().0 >= snapshot.at_least() as f64);
            // The squares of a row add up to the total.
            for row in snapshot.rows() {
                let sum: f64 = row.iter().map(|square| square.mean()).sum();
                assert!((sum / estimate.mean() - 1.0).abs() < 1e-9, "{sum} {estimate}");
            }
        }
        // Late estimates are nearly exact, square by square.
        let last = snapshots.last().unwrap();
        assert!(last.done() > 0.98 && last.heat_error().unwrap() < 0.1, "{:?}", last.heat_error());
        for (estimates, counts) in last.rows().zip(heatmap.rows()) {
            for (estimate, &count) in estimates.iter().zip(counts) {
                let far = (estimate.mean() - count as f64).abs();
                assert!(
                    far <= 8.0 * estimate.standard_error() + 0.1 * solutions as f64,
                    "{estimate} {count}"
                );
            }
        }
    }
}

#[test]
fn snapshots_do_not_depend_on_threads() {
    let pattern = pattern(16, "6=6");
    let (_, alone) = count(&pattern, 5, 1);
    let (_, otherwise) = count(&pattern, 6, 1);
    let at = |snapshots: &[Snapshot], done: f64| {
        let same = snapshots.iter().find(|snapshot| snapshot.done() == done)?;
        Some((same.at_least(), same.solutions(), same.heat_error()))
    };
    // If threads wait for one that does not run, there may be no snapshot before the end.
    const TRIES: usize = 10;
    let has_begun = |snapshot: &Snapshot| snapshot.done() > 0.0;
    let together =
        (0..TRIES).map(|_| count(&pattern, 5, 3).1).find(|some| some.iter().any(has_begun));
    for snapshot in together.expect("snapshots of three threads") {
        // A thread that starts late can leave time for a snapshot before the first batch.
        if !has_begun(&snapshot) {
            assert_eq!((snapshot.at_least(), snapshot.solutions()), (0, None));
            continue;
        }
        let same = at(&alone, snapshot.done()).expect("a snapshot after the same batch");
        assert_eq!((snapshot.at_least(), snapshot.solutions(), snapshot.heat_error()), same);
    }
    let differs = |snapshot: &&Snapshot| {
        at(&otherwise, snapshot.done()).is_some_and(|other| other.0 != snapshot.at_least())
    };
    assert!(alone.iter().find(differs).is_some(), "the seed has no effect");
}

#[test]
fn it_can_be_ended() {
    let long = [(20, "1!=1"), (20, "10=10"), (21, ""), (27, ""), (32, "1!=1")];
    for (n, squares) in long {
        let pattern = pattern(n, squares);
        let began = Instant::now();
        let limit = TimeLimit(Duration::from_millis(150));
        let ended = count_progressively(&pattern, &Pace::default(), &limit, &mut |_| {
            ControlFlow::Continue(())
        });
        assert!(matches!(ended, Err(SearchError::Stopped { .. })), "{ended:?}");
        let ended = count_progressively(&pattern, &Pace::default(), &NoWatch, &mut |_| {
            ControlFlow::Break(())
        });
        assert!(matches!(ended, Err(SearchError::Stopped { .. })), "{ended:?}");
        assert!(began.elapsed() < Duration::from_secs(60), "N = {n}: {:?}", began.elapsed());
    }
}

#[test]
fn a_board_counts_under_its_watch() {
    let database = Database::without_file();
    let sixteen = database.board(size(16)).unwrap();
    let given = pattern(16, "6=6 2=3");
    let heatmap = sixteen.heatmap(&given).unwrap();
    let told =
        sixteen.count_progressively(&given, &Pace::default(), &mut |_| ControlFlow::Continue(()));
    assert_eq!(told.unwrap(), heatmap);
    assert_eq!(heatmap.solutions(), sixteen.count_matching(&given).unwrap());
    let other = Pattern::any(BoardSize::new(15).unwrap());
    assert!(sixteen.heatmap(&other).is_err());
    let limited = sixteen.watched_by(TimeLimit(Duration::ZERO));
    assert!(limited.heatmap(&pattern(16, "1!=1")).is_err());
}
