//! Confidence intervals have the stated coverage. Estimates do not depend on the number of threads, and never look like
//! exact numbers.

use nqdb::internal::estimate_allowed;
use nqdb::sampling::{
    Effort, Estimate, Sampling, estimate_count, estimate_heatmap, estimate_orbits, estimate_rank,
};
use nqdb::{
    BoardSize, Conditions,
    counts::known_counts,
    search::{Heatmap, SearchError, Solutions, count_matching, known_first_solution},
    watch::{NoWatch, TimeLimit},
};
use nqdb_test_support::fixtures::text;
use nqdb_test_support::sample::one_in;
use nqdb_test_support::twin::size;
use std::num::NonZeroUsize;
use std::time::Duration;

fn sampling(runs: u64, population: usize, seed: u64) -> Sampling {
    Sampling { effort: Effort::Runs(runs), population, seed, ..Sampling::default() }
}

fn holds(estimate: &Estimate, number: f64) -> bool {
    let (low, high) = estimate.interval();
    low <= number && number <= high
}

/// Of 100 intervals, 88 to 100 contain the number; 88 is about three standard deviations below 95.
fn check_coverage(what: &str, holding: usize) {
    println!("{what}: {holding} of 100 intervals");
    assert!((88..=100).contains(&holding), "{what}: {holding} of 100 intervals contain it");
}

/// Of 300 confidence intervals (95%), 276 to 294 contain the number. The tail is short and the population small, so that
/// small boards are sampled too. docs/estimates.md has the result.
#[test]
fn intervals_have_the_stated_coverage() {
    const INTERVALS: u64 = 300;
    for n in BoardSize::up_to(16).skip(7).step_by(one_in(4)) {
        let truth = known_counts(n).unwrap().solutions as f64;
        let allowed = vec![u64::MAX >> (64 - n.get()); n.get()];
        let (head, tail) = allowed.split_at(n.get() - 4);
        let (mut holding, mut sum) = (0, 0.0);
        for seed in 0..INTERVALS {
            let sampling = Sampling { jobs: NonZeroUsize::MIN, ..sampling(20, 100, seed) };
            let number = estimate_allowed(n, head, tail, &sampling, &NoWatch).unwrap();
            assert!(!number.is_exact, "N = {n}");
            holding += u64::from(holds(&number, truth));
            sum += number.mean / truth;
        }
        let mean = sum / INTERVALS as f64;
        println!("N = {n}: {holding} of {INTERVALS} intervals hold Q(N); mean of all {mean:.4}");
        assert!((276..=294).contains(&holding), "N = {n}: {holding}");
        assert!((mean - 1.0).abs() < 0.02, "N = {n}: {mean}");
    }
}

#[test]
fn intervals_contain_known_counts() {
    for n in [17, 20, 24, 27] {
        let known = known_counts(size(n as u8)).unwrap();
        let estimate =
            estimate_count(&Conditions::any(size(n as u8)), &sampling(40, 1000, 2), &NoWatch)
                .unwrap();
        let error = (estimate.mean - known.solutions as f64).abs() / estimate.standard_error;
        assert!(error < 4.0, "N = {n}: {error} standard errors");
        assert!(estimate.relative_half_width() < 0.15, "N = {n}: {estimate}");
        let orbits = estimate_orbits(size(n as u8), &sampling(40, 1000, 2), &NoWatch).unwrap();
        let symmetric = (8 * known.orbits() - known.solutions) as f64;
        assert!((8.0 * orbits.mean - symmetric - estimate.mean).abs() < 1.0 + 1e-9 * estimate.mean);
    }
}

#[test]
fn intervals_contain_counts_of_matches() {
    for squares in ["1=1", "6=3", "7!=7 1!=6", "3=5 9=9", "1=2 2=4 12!=1 12!=7 13!=5"] {
        let conditions = Conditions::parse(size(13), [squares]).unwrap();
        let truth = count_matching(&conditions, &NoWatch).unwrap() as f64;
        let estimates = (0..100)
            .map(|seed| estimate_count(&conditions, &sampling(12, 50, seed), &NoWatch).unwrap());
        check_coverage(squares, estimates.filter(|estimate| holds(estimate, truth)).count());
    }
}

#[test]
fn intervals_contain_ranks() {
    let solutions: Vec<_> = Solutions::new(size(12)).collect();
    let places = (0..100).map(|place| place * 142);
    let holding = places.filter(|&place| {
        let sampling = sampling(20, 200, place as u64);
        let estimate = estimate_rank(&solutions[place], &sampling, &NoWatch).unwrap();
        let (low, high) = estimate.interval();
        assert!(low >= 1.0 && high <= 14_200.0, "{place}: {low} to {high}");
        holds(&estimate, (place + 1) as f64)
    });
    check_coverage("ranks", holding.count());
    // With an unlimited population, ranks are exact.
    for place in [0, 7, 5_000, 14_199] {
        let estimate = estimate_rank(&solutions[place], &sampling(2, 60_000, 1), &NoWatch).unwrap();
        assert!(estimate.is_exact);
        assert_eq!(estimate.mean, (place + 1) as f64);
    }
}

#[test]
fn intervals_contain_heat_maps() {
    let n = 12;
    let truth: Vec<Vec<f64>> = Heatmap::new(size(n as u8), &NoWatch)
        .unwrap()
        .rows()
        .map(|row| row.iter().map(|&count| count as f64).collect())
        .collect();
    let (mut holding, mut squares) = (0, 0);
    for seed in 0..60 {
        let heatmap = estimate_heatmap(size(n as u8), &sampling(12, 60, seed), &NoWatch).unwrap();
        // One square of each class; its images have the same estimate.
        for (column, row) in (0..6).flat_map(|column| (column..6).map(move |row| (column, row))) {
            let estimate = heatmap.square(column, row);
            assert_eq!(estimate, heatmap.square(11 - row, column), "{column} {row}");
            holding += usize::from(holds(&estimate, truth[row][column]));
            squares += 1;
        }
        let sum: f64 = heatmap.rows().next().unwrap().iter().map(|estimate| estimate.mean).sum();
        assert!((sum / heatmap.solutions().mean - 1.0).abs() < 0.2, "{sum}");
    }
    let share = holding as f64 / f64::from(squares);
    println!("heat maps: {share:.3} of {squares} intervals");
    assert!((0.91..0.98).contains(&share), "{share}");
    let exact = estimate_heatmap(size(10), &sampling(2, 60_000, 1), &NoWatch).unwrap();
    let expected = Heatmap::new(size(10), &NoWatch).unwrap();
    for (estimates, counts) in exact.rows().zip(expected.rows()) {
        let got: Vec<u64> = estimates.iter().map(|estimate| estimate.mean as u64).collect();
        assert!(estimates.iter().all(|estimate| estimate.is_exact));
        assert_eq!(got, counts);
    }
}

#[test]
fn threads_do_not_affect_the_result() {
    let answer = |jobs: usize| {
        let jobs = NonZeroUsize::new(jobs).unwrap();
        let sampling = Sampling { jobs, ..sampling(50, 300, 9) };
        estimate_count(&Conditions::any(size(18)), &sampling, &NoWatch).unwrap()
    };
    let one = answer(1);
    assert_eq!(one.runs, 50);
    assert_eq!((one, one), (answer(3), answer(64)));
}

#[test]
fn small_boards_and_contradictions_are_exact() {
    for n in BoardSize::up_to(10) {
        let known = known_counts(n).unwrap();
        let estimate = estimate_count(&Conditions::any(n), &Sampling::default(), &NoWatch).unwrap();
        assert!(estimate.is_exact && estimate.runs == 1);
        assert_eq!(estimate.to_string(), known.solutions.to_string());
        let orbits = estimate_orbits(n, &Sampling::default(), &NoWatch).unwrap();
        assert_eq!(orbits.to_string(), known.orbits().to_string());
    }
    let contradiction = Conditions::parse(size(40), ["3=5 4=6"]).unwrap();
    let estimate = estimate_count(&contradiction, &Sampling::default(), &NoWatch).unwrap();
    assert_eq!((estimate.is_exact, estimate.interval()), (true, (0.0, 0.0)));
}

/// With these two queens given, two runs of one board find no solution.
#[test]
fn a_number_that_no_run_finds_is_an_error() {
    let conditions = Conditions::parse(size(24), ["12=1 13=3"]).unwrap();
    let outcome = estimate_count(&conditions, &sampling(2, 1, 1), &NoWatch);
    assert_eq!(outcome, Err(SearchError::NothingFound { n: size(24), runs: 2 }));
    // No solution is before the first one.
    let first = known_first_solution(size(34)).unwrap().solution;
    let outcome = estimate_rank(&first, &sampling(2, 1, 1), &NoWatch);
    assert_eq!(outcome, Err(SearchError::NothingBefore { n: size(34), runs: 2 }));
}

#[test]
fn a_watch_stops_an_estimate() {
    let endless = Sampling { effort: Effort::Runs(u64::MAX), ..Sampling::default() };
    let limit = TimeLimit(Duration::from_millis(30));
    let any = Conditions::any(size(64));
    for outcome in [
        estimate_count(&any, &endless, &limit).map(|_| ()),
        estimate_heatmap(size(64), &endless, &limit).map(|_| ()),
    ] {
        let SearchError::Stopped { progress, .. } = outcome.unwrap_err() else { panic!() };
        assert!(progress.to_string().starts_with("sampling N = 64: "), "{progress}");
    }
}

/// N, estimate, standard error, low and high of fixtures/estimates.csv.
fn published() -> Vec<[f64; 5]> {
    let fields = |line: &str| line.split(',').map(|field| field.parse().ok()).collect::<Vec<_>>();
    let file = text("fixtures/estimates.csv");
    let rows = file.lines().map(fields);
    let numbers = rows.filter_map(|row| row.into_iter().collect::<Option<Vec<f64>>>());
    numbers.map(|row| [row[0], row[1], row[2], row[3], row[4]]).collect()
}

/// The fixture covers all boards beyond the published counts, and fewer runs reproduce its numbers.
#[test]
fn published_estimates_are_reproduced() {
    let rows = published();
    let boards: Vec<u64> = rows.iter().map(|row| row[0] as u64).collect();
    assert_eq!(boards, (28..=64).collect::<Vec<_>>());
    for [n, mean, error, low, high] in rows.into_iter().step_by(9) {
        assert!(low < mean && mean < high && high - low < 0.02 * mean, "N = {n}");
        let any = Conditions::any(size(n as u8));
        // Different runs from those of the fixture.
        let estimate = estimate_count(&any, &sampling(30, 1000, 77), &NoWatch).unwrap();
        let distance = (estimate.mean - mean).abs() / estimate.standard_error.hypot(error);
        assert!(distance < 4.0, "N = {n}: {distance} standard errors");
    }
}

#[test]
fn the_page_and_the_drawing_have_the_published_estimates() {
    let (page, drawing) = (text("docs/results.md"), text("docs/queens-constant.svg"));
    // The page has some of them.
    let is_row = |line: &&str| line.starts_with("| ") && line.contains(" | ≈ ");
    let mut rows: Vec<&str> = page.lines().filter(is_row).collect();
    assert!(rows.len() >= 7);
    for [n, mean, _, low, high] in published() {
        let exponent = n.ln() - mean.ln() / n;
        let row = format!("| {n} | ≈ {mean:.3e} | {low:.3e} | {high:.3e} | {exponent:.4} |");
        rows.retain(|other| *other != row);
        assert!(drawing.contains(&format!("<title>N = {n}: {exponent:.4}</title>")), "N = {n}");
    }
    assert_eq!(rows, [""; 0]);
    for n in 4..=27 {
        let solutions = known_counts(size(n as u8)).unwrap().solutions as f64;
        let exponent = (n as f64).ln() - solutions.ln() / n as f64;
        assert!(drawing.contains(&format!("<title>N = {n}: {exponent:.4}</title>")), "N = {n}");
    }
}
