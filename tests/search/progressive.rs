//! Progressive counts: the snapshots obey their laws, their intervals have the stated coverage, and the result is the
//! heat map.

use nqdb::internal::kernel::{AllowedSquares, Kernel};
use nqdb::internal::{Batches, Branches, Moments, Sums, cheapest_image, heat_error};
use nqdb::sampling::{Estimate, Pace, Snapshot, count_progressively};
use nqdb::{
    BoardSize, Conditions, Database,
    search::{Heatmap, SearchError},
    watch::{NoWatch, TimeLimit},
};
use nqdb_test_support::sample::one_in;
use nqdb_test_support::twin::size;
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

fn conditions(n: usize, squares: &str) -> Conditions {
    match squares {
        "" => Conditions::any(size(n)),
        squares => Conditions::parse(size(n), [squares]).unwrap(),
    }
}

/// The heat map and the snapshots. With one thread there is one snapshot per batch; with more, batches wait for earlier
/// ones, and the number of snapshots depends on scheduling.
fn count(conditions: &Conditions, seed: u64, jobs: usize) -> (Heatmap, Vec<Snapshot>) {
    let jobs = NonZeroUsize::new(jobs).unwrap();
    let pace = Pace { seed, every: Duration::ZERO, jobs };
    let mut snapshots: Vec<Snapshot> = Vec::new();
    let heatmap = count_progressively(conditions, &pace, &NoWatch, &mut |snapshot| {
        if snapshots.last().is_none_or(|last| last.done < snapshot.done) {
            snapshots.push(snapshot.clone());
        }
        ControlFlow::Continue(())
    });
    (heatmap.unwrap(), snapshots)
}

#[test]
fn the_end_is_the_heat_map() {
    let cases = [
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
    for (n, squares) in cases {
        let conditions = conditions(n, squares);
        let (heatmap, _) = count(&conditions, n as u64, 2);
        assert_eq!(
            heatmap,
            Heatmap::matching(&conditions, &NoWatch).unwrap(),
            "N = {n}: {squares}"
        );
    }
}

#[test]
fn snapshots_grow_towards_the_end() {
    for (n, squares) in [(16, "6=6"), (17, "2=3 9=9"), (18, "2=3 9!=9 c+r!=17 7=7")] {
        let (heatmap, snapshots) = count(&conditions(n, squares), 3, 1);
        assert!(snapshots.len() > 50, "N = {n}: {}", snapshots.len());
        let solutions = heatmap.solutions();
        for [before, after] in snapshots.array_windows() {
            assert!(before.at_least <= after.at_least && after.at_least <= solutions);
            assert!(before.solutions.is_none() || after.solutions.is_some());
        }
        for snapshot in &snapshots {
            assert!((0.0..1.0).contains(&snapshot.done), "{}", snapshot.done);
            let Some(estimate) = snapshot.solutions else {
                assert_eq!((snapshot.rows().count(), snapshot.heat_error()), (0, None));
                continue;
            };
            assert!(!estimate.is_exact && estimate.interval().0 >= snapshot.at_least as f64);
            // The squares of a row add up to the total.
            for row in snapshot.rows() {
                let sum: f64 = row.iter().map(|square| square.mean).sum();
                assert!((sum / estimate.mean - 1.0).abs() < 1e-9, "{sum} {estimate}");
            }
        }
        // Late estimates are nearly exact, square by square.
        let last = snapshots.last().unwrap();
        assert!(last.done > 0.98 && last.heat_error().unwrap() < 0.1, "{:?}", last.heat_error());
        for (estimates, counts) in last.rows().zip(heatmap.rows()) {
            for (estimate, &count) in estimates.iter().zip(counts) {
                let far = (estimate.mean - count as f64).abs();
                assert!(
                    far <= 8.0 * estimate.standard_error + 0.1 * solutions as f64,
                    "{estimate} {count}"
                );
            }
        }
    }
}

#[test]
fn snapshots_do_not_depend_on_threads() {
    let conditions = conditions(16, "6=6");
    let (_, alone) = count(&conditions, 5, 1);
    let (_, otherwise) = count(&conditions, 6, 1);
    let at = |snapshots: &[Snapshot], done: f64| {
        let same = snapshots.iter().find(|snapshot| snapshot.done == done)?;
        Some((same.at_least, same.solutions, same.heat_error()))
    };
    // If threads wait for one that does not run, there may be no snapshot before the end.
    const TRIES: usize = 10;
    let has_begun = |snapshot: &Snapshot| snapshot.done > 0.0;
    let together =
        (0..TRIES).map(|_| count(&conditions, 5, 3).1).find(|some| some.iter().any(has_begun));
    for snapshot in together.expect("snapshots of three threads") {
        // A thread that starts late can leave time for a snapshot before the first batch.
        if !has_begun(&snapshot) {
            assert_eq!((snapshot.at_least, snapshot.solutions), (0, None));
            continue;
        }
        let same = at(&alone, snapshot.done).expect("a snapshot after the same batch");
        assert_eq!((snapshot.at_least, snapshot.solutions, snapshot.heat_error()), same);
    }
    let differs = |snapshot: &&Snapshot| {
        at(&otherwise, snapshot.done).is_some_and(|other| other.0 != snapshot.at_least)
    };
    assert!(alone.iter().find(differs).is_some(), "the seed has no effect");
}

#[test]
fn it_can_be_ended() {
    let long = [(20, "1!=1"), (20, "10=10"), (21, ""), (27, ""), (32, "1!=1")];
    for (n, squares) in long {
        let conditions = conditions(n, squares);
        let began = Instant::now();
        let limit = TimeLimit(Duration::from_millis(150));
        let ended = count_progressively(&conditions, &Pace::default(), &limit, &mut |_| {
            ControlFlow::Continue(())
        });
        assert!(matches!(ended, Err(SearchError::Stopped { .. })), "{ended:?}");
        let ended = count_progressively(&conditions, &Pace::default(), &NoWatch, &mut |_| {
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
    let given = conditions(16, "6=6 2=3");
    let heatmap = sixteen.heatmap(&given).unwrap();
    let told =
        sixteen.count_progressively(&given, &Pace::default(), &mut |_| ControlFlow::Continue(()));
    assert_eq!(told.unwrap(), heatmap);
    assert_eq!(heatmap.solutions(), sixteen.count_selected(&given).unwrap());
    let other = Conditions::any(BoardSize::new(15).unwrap());
    assert!(sixteen.heatmap(&other).is_err());
    let limited = sixteen.watched_by(TimeLimit(Duration::ZERO));
    assert!(limited.heatmap(conditions(16, "1!=1")).is_err());
}

/// The counts by square of each branch.
fn counted(conditions: &Conditions) -> Vec<Vec<u32>> {
    let mut branches = Branches::root(&cheapest_image(&conditions.reduced().unwrap()));
    while branches.deepen(1 << 21) {}
    let mut counter = AllowedSquares::new(Kernel::best(), &branches.allowed);
    let squares = (0..branches.len()).map(|branch| {
        counter.add(branches.board(branch), branches.queens(branch), &mut |_| true).unwrap();
        let squares = counter.take(&mut |_| true).unwrap();
        squares.into_iter().map(|count| count as u32).collect()
    });
    squares.collect()
}

/// The numbers of intervals that contain the true value.
#[derive(Default)]
struct Holding {
    intervals: u64,
    holding: u64,
}

impl Holding {
    fn add(&mut self, estimate: &Estimate, truth: f64) {
        let (low, high) = estimate.interval();
        self.intervals += 1;
        self.holding += u64::from(low <= truth && truth <= high);
    }

    fn share(&self) -> f64 {
        self.holding as f64 / self.intervals as f64
    }
}

/// Of 300 confidence intervals (95%), 276 to 294 contain the number at every moment, and so do 93 to 97% of those of the
/// squares.
#[test]
fn intervals_have_the_stated_coverage() {
    /// Intervals per case and moment.
    const INTERVALS: u64 = 300;
    /// The shares of the batches counted when an interval is checked, and their minimum number.
    const MOMENTS: [f64; 4] = [0.02, 0.05, 0.1, 0.2];
    const FEWEST: u64 = 8;
    let cases = [
        (18, "2=3 9!=9 7=7 5=11", 16),
        (16, "6=6", 64),
        (16, "2!=2 7!=9 c+r!=20", 64),
        (16, "8=8 9!=11", 8),
    ];
    for (n, squares, strata) in cases.into_iter().step_by(one_in(4)) {
        let branches = counted(&conditions(n, squares));
        let whole = |square| branches.iter().map(|b: &Vec<u32>| f64::from(b[square])).sum();
        let truth: Vec<f64> = (0..branches[0].len()).map(whole).collect();
        let total: f64 = truth[..n].iter().sum();
        let all = Batches::new(branches.len(), strata, 0).number;
        let moments = MOMENTS.map(|share| ((share * all as f64) as u64).max(FEWEST));
        let mut numbers: BTreeMap<u64, [Holding; 2]> = BTreeMap::new();
        let mut ratios = Vec::new();
        for seed in 0..INTERVALS {
            let batches = Batches::new(branches.len(), strata, seed);
            let mut sums = Sums::new(n, all);
            for batch in 0..all.min(moments[MOMENTS.len() - 1] as usize) {
                let mut sum = vec![0; truth.len()];
                for branch in batches.batch(batch) {
                    let counts = sum.iter_mut().zip(&branches[branch]);
                    counts.for_each(|(sum, &count)| *sum += u64::from(count));
                }
                sums.add(&sum);
                let added = batch as u64 + 1;
                if !moments.contains(&added) {
                    continue;
                }
                let estimates = sums.estimates().unwrap();
                let [of_all, of_squares] = numbers.entry(added).or_default();
                of_all.add(&estimates[truth.len()], total);
                ratios.push(estimates[truth.len()].mean / total);
                // With only a few solutions found, the distribution is far from normal.
                let found: u64 = sums.squares[..n].iter().sum();
                let counted = sums.squares.iter().map(|&counted| (50..found).contains(&counted));
                for ((estimate, &truth), _) in
                    estimates.iter().zip(&truth).zip(counted).filter(|(_, met)| *met)
                {
                    of_squares.add(estimate, truth);
                }
            }
        }
        let mean = ratios.iter().sum::<f64>() / ratios.len() as f64;
        println!("N = {n} {squares}: {all} batches, mean of all estimates {mean:.4}");
        assert!((mean - 1.0).abs() < 0.003, "N = {n} {squares}: {mean}");
        for (moment, [of_all, of_squares]) in numbers {
            let (holding, share) = (of_all.holding, of_squares.share());
            println!(
                "  {moment} batches: {holding} of {INTERVALS} hold, of the squares {share:.3}"
            );
            assert!((276..=294).contains(&holding), "N = {n} {squares}, {moment}: {holding}");
            assert!((0.93..=0.97).contains(&share), "N = {n} {squares}, {moment}: {share}");
        }
    }
}

proptest! {
    #[test]
    fn batches_have_each_branch_once(
        branches in 0..2000usize,
        most in 1..80usize,
        seed in any::<u64>(),
    ) {
        let batches = Batches::new(branches, most, seed);
        let mut seen = vec![0; branches];
        for number in 0..batches.number {
            let strata: Vec<usize> = batches.batch(number).collect();
            prop_assert!(strata.is_sorted() && strata.len() <= most);
            strata.into_iter().for_each(|branch| seen[branch] += 1);
        }
        prop_assert!(seen.into_iter().all(|times| times == 1));
    }
}

#[test]
fn the_heat_error_covers_nine_tenths_of_the_queens() {
    let estimate = |mean: f64, width: f64| {
        let mut tally = Moments::new(1);
        [1.0, -1.0].iter().for_each(|side| tally.add(&[mean + side * width * mean]));
        tally.estimates()[0]
    };
    let unit = estimate(1.0, 1.0).relative_half_width();
    let squares =
        [estimate(80.0, 0.01), estimate(15.0, 0.3), estimate(5.0, 2.0), estimate(0.0, 0.0)];
    let error = heat_error(&squares).unwrap();
    assert!((error - 0.3 * unit).abs() < 1e-9, "{error}");
}
