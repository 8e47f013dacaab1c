//! Parts of the sampling: the population of a run, the moments of runs and their texts, Student's t distribution.

use nqdb::internal::{Moments, Population, nth_row, quantile};
use nqdb::sampling::{Effort, Estimate, Sampling, estimate_count, estimate_rank};
use nqdb::{Conditions, random::Dice, search::Solutions, watch::NoWatch};
use nqdb_test_support::sample::up_to;
use nqdb_test_support::twin::size;
use proptest::prelude::*;
use std::collections::BTreeMap;

proptest! {
    #[test]
    fn nth_row_is_the_nth_of_all(rows: u64) {
        let each = (0..64).map(|row| 1 << row).filter(|row| rows & row != 0);
        for (before, row) in each.enumerate() {
            prop_assert_eq!(nth_row(rows, before as u32), row, "{:#b}, {}", rows, before);
        }
    }
}

/// Every child is selected with the same probability, and samples have the intended size.
#[test]
fn each_child_is_equally_likely() {
    let n = 12;
    let allowed = u64::MAX >> (64 - n);
    let all = {
        let mut population = Population::new(());
        population.begin(n);
        (0..2).for_each(|_| population.advance(allowed, 1 << 16, &mut Dice::new(0)));
        assert!(population.is_whole());
        population.boards.len()
    };
    let (size, draws) = (37, up_to(10_000, 60_000));
    let mut kept = BTreeMap::new();
    for draw in 0..draws {
        let mut population = Population::new(());
        population.begin(n);
        let mut dice = Dice::of_draw(1, draw);
        (0..2).for_each(|_| population.advance(allowed, size, &mut dice));
        assert!((size..=size + 1).contains(&population.boards.len()));
        assert!((population.weight * size as f64 - all as f64).abs() < 1e-6);
        for board in &population.boards {
            *kept.entry((board.free, board.rising)).or_insert(0u64) += 1;
        }
    }
    assert_eq!(kept.len(), all);
    let expected = draws as f64 * size as f64 / all as f64;
    let deviation = (expected * (1.0 - size as f64 / all as f64)).sqrt();
    for (board, kept) in kept {
        assert!((kept as f64 - expected).abs() < 5.0 * deviation, "{board:?}: {kept}");
    }
}

/// The estimate of runs with this mean and half this width of the interval, relative to the mean.
fn estimate(mean: f64, relative_half_width: f64) -> Estimate {
    let deviation = mean * relative_half_width / quantile(1);
    let mut tally = Moments::new(1);
    [deviation, -deviation].iter().for_each(|deviation| tally.add(&[mean + deviation]));
    tally.estimates()[0]
}

#[test]
fn text_has_the_significant_digits() {
    let table = [
        (5.0612e22, 0.004, "≈ 5.061e22 ± 0.4%"),
        (5.0612e22, 0.0041, "≈ 5.061e22 ± 0.5%"),
        (5.0612e22, 0.0123, "≈ 5.06e22 ± 1.3%"),
        (5.0612e22, 0.11, "≈ 5.1e22 ± 11%"),
        (5.0612e22, 0.07, "≈ 5.06e22 ± 7%"),
        (5.0612e22, 0.9, "≈ 5.1e22 ± 90%"),
        (5.0612e22, 1.7, "≈ 5e22 ± 170%"),
        (14_203.4, 0.0012, "≈ 14200 ± 0.12%"),
        (14_203.4, 0.04, "≈ 14200 ± 4%"),
        (352.4, 0.00034, "≈ 352.4 ± 0.04%"),
        (999_999.6, 0.0004, "≈ 1.0000e6 ± 0.04%"),
        (4.2, 0.5, "≈ 4.2 ± 50%"),
    ];
    for (mean, width, text) in table {
        assert_eq!(estimate(mean, width).to_string(), text);
    }
    assert_eq!(estimate(1e9, 0.0).to_string(), "≈ 1.000000000e9 ± 0%");
}

#[test]
fn intervals_are_clamped_to_possible_values() {
    let (low, high) = estimate(10.0, 0.5).interval();
    assert!((low - 5.0).abs() < 1e-9 && (high - 15.0).abs() < 1e-9);
    assert_eq!(estimate(10.0, 2.0).interval().0, 0.0);
    // Two runs of a single board have wide intervals.
    let sampling = Sampling { effort: Effort::Runs(2), population: 1, ..Sampling::default() };
    let all: Vec<_> = Solutions::new(size(12)).collect();
    let rank = |seed| estimate_rank(&all[3000], &Sampling { seed, ..sampling }, &NoWatch).unwrap();
    let lowest: Vec<f64> = (0..20).map(|seed| rank(seed).interval().0).collect();
    assert!(lowest.contains(&1.0) && lowest.iter().all(|&low| low >= 1.0), "{lowest:?}");
    let exact = estimate_count(&Conditions::any(size(8)), &Sampling::default(), &NoWatch).unwrap();
    assert_eq!(exact.interval(), (92.0, 92.0));
}

#[test]
fn a_tally_has_the_mean_and_its_standard_error() {
    let mut tally = Moments::new(2);
    for value in [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0] {
        tally.add(&[value, 3.0]);
    }
    let [spread, constant] = tally.estimates()[..] else { panic!("two numbers") };
    assert_eq!((spread.mean, constant.mean), (5.0, 3.0));
    // The sum of squares is 32, the variance 32/7.
    assert!((spread.standard_error - (32.0f64 / 7.0 / 8.0).sqrt()).abs() < 1e-12);
    assert_eq!(constant.standard_error, 0.0);
}

/// The 97.5% points from the tables of Abramowitz & Stegun (26.10) and of Fisher & Yates.
#[test]
fn quantiles_are_those_of_the_tables() {
    let table = [
        (1, 12.706),
        (2, 4.303),
        (3, 3.182),
        (4, 2.776),
        (5, 2.571),
        (6, 2.447),
        (7, 2.365),
        (8, 2.306),
        (9, 2.262),
        (10, 2.228),
        (15, 2.131),
        (20, 2.086),
        (29, 2.045),
        (30, 2.042),
        (40, 2.021),
        (60, 2.000),
        (120, 1.980),
        (1_000_000_000, 1.960),
    ];
    for (freedom, expected) in table {
        let got = quantile(freedom);
        assert!((got - expected).abs() < 5.1e-4, "{freedom}: {got}");
    }
}

/// From 200 degrees of freedom on, an expansion replaces the exact quantile: the fifth differences show no step.
#[test]
fn the_expansion_meets_the_exact_quantile() {
    let quantiles: Vec<f64> = (1..500).map(quantile).collect();
    assert!(quantiles.is_sorted_by(|more, less| more > less));
    for six in quantiles[100..].windows(6) {
        let signs = [-1.0, 5.0, -10.0, 10.0, -5.0, 1.0];
        let step: f64 = six.iter().zip(signs).map(|(quantile, sign)| quantile * sign).sum();
        assert!(step.abs() < 1e-9, "{six:?}: {step}");
    }
}
