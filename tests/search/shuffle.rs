//! Random orders have each item once, and all orders are equally likely.

use nqdb::{BoardSize, Database, random::Shuffle};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// The first items for a count and a seed, from an independent program. They never change: later versions resume the
/// same orders.
const FIRST_ITEMS: &[(u64, u64, &[u64])] = &[
    (1, 0, &[0]),
    (2, 0, &[0, 1]),
    (2, 1, &[1, 0]),
    (3, 1, &[1, 2, 0]),
    (10, 1, &[7, 5, 6, 8, 1, 3, 2, 9, 4, 0]),
    (10, 2, &[9, 2, 7, 5, 6, 4, 1, 0, 8, 3]),
    (40, 1, &[24, 15, 36, 0, 35, 8, 39, 16, 1, 31]),
    (92, 1, &[59, 70, 40, 10, 74, 67, 90, 49, 37, 43]),
    (92, u64::MAX, &[80, 69, 86, 9, 56, 1, 76, 14, 74, 17]),
    (14_772_512, 1, &[6_277_804, 13_931_675, 8_200_142, 11_455_543]),
    (39_029_188_884, 1, &[36_506_633_118, 23_732_753_498, 25_860_266_457]),
    (234_907_967_154_122_528, 1, &[200_432_495_948_314_289, 54_782_014_428_102_500]),
    (u64::MAX, 1, &[7_865_404_187_471_091_593, 2_240_245_023_684_776_387]),
];

#[test]
fn orders_never_change() {
    for &(count, seed, items) in FIRST_ITEMS {
        let found: Vec<u64> = Shuffle::new(count, seed).take(items.len()).collect();
        assert_eq!(found, items, "{count}, {seed}");
    }
}

#[test]
fn no_item_repeats() {
    let is_permutation = |count: u64, seed| {
        let mut items: Vec<u64> = Shuffle::new(count, seed).collect();
        items.sort_unstable();
        items.into_iter().eq(0..count)
    };
    for count in 0..=5000 {
        assert!(is_permutation(count, count), "{count}");
    }
    for n in BoardSize::up_to(12) {
        let count = nqdb::counts::known_counts(n).unwrap().solutions;
        assert!(is_permutation(count, 30), "N = {n}");
    }
}

proptest! {
    #[test]
    fn items_are_distinct_for_every_seed(count in 0u64..=5000, seed: u64) {
        let mut items: Vec<u64> = Shuffle::new(count, seed).collect();
        items.sort_unstable();
        prop_assert!(items.into_iter().eq(0..count));
        let order = Shuffle::new(count, seed);
        prop_assert!((0..count).all(|step| order.step_of(order.at(step).unwrap()) == Some(step)));
    }

    #[test]
    fn orders_are_read_from_both_ends(n in 4u64..=9, seed: u64, skipped in 0usize..400) {
        let ranks = Database::without_file().board(BoardSize::new(n).unwrap()).unwrap();
        let ranks = ranks.shuffled(seed).unwrap();
        let mut backwards: Vec<_> = ranks.clone().collect();
        backwards.reverse();
        prop_assert!(ranks.clone().rev().eq(backwards.iter().copied()));
        let (mut rest, expected) = (ranks, backwards.get(skipped).copied());
        prop_assert_eq!(rest.nth_back(skipped), expected);
        prop_assert_eq!(rest.next(), backwards.last().copied().filter(|_| backwards.len() > skipped + 1));
    }

    #[test]
    fn random_access_agrees_with_iteration(count: u64, seed: u64, step: u64, skipped in 0usize..1000) {
        let order = Shuffle::new(count, seed);
        prop_assert_eq!(order.at(step).is_some(), step < count);
        prop_assert!(order.at(step).is_none_or(|item| item < count));
        prop_assert_eq!(order.at(step).and_then(|item| order.step_of(item)), (step < count).then_some(step));
        prop_assert_eq!(order.step_of(count), None);
        let mut rest = order.clone().skip(skipped);
        prop_assert_eq!(rest.next(), order.at(skipped as u64));
        prop_assert_eq!(rest.next(), order.at(skipped as u64 + 1));
        prop_assert_eq!(order.at(count), None);
    }
}

/// Chi-square against equal frequencies, in standard deviations above its mean.
fn excess(found: &BTreeMap<Vec<u64>, u64>, cells: u64, trials: u64) -> f64 {
    let (expected, freedom) = (trials as f64 / cells as f64, (cells - 1) as f64);
    let missed = (cells as f64 - found.len() as f64) * expected;
    let chi_square: f64 =
        found.values().map(|&count| (count as f64 - expected).powi(2) / expected).sum();
    (chi_square + missed - freedom) / (2.0 * freedom).sqrt()
}

/// Counts what `cell` makes of the orders of the seeds 0, 1, ….
fn frequencies(trials: u64, cell: impl Fn(u64) -> Vec<u64>) -> BTreeMap<Vec<u64>, u64> {
    let mut found = BTreeMap::new();
    for seed in 0..trials {
        *found.entry(cell(seed)).or_default() += 1;
    }
    found
}

/// One trial in a thousand exceeds about 3.5 by chance; the seeds are fixed.
const LARGE: f64 = 4.0;

#[test]
fn all_orders_are_equally_likely() {
    for count in 2..=6 {
        let orders: u64 = (1..=count).product();
        let trials = 200 * orders.max(50);
        let excess = excess(
            &frequencies(trials, |seed| Shuffle::new(count, seed).collect()),
            orders,
            trials,
        );
        assert!(excess < LARGE, "{count} items: {excess}");
    }
}

#[test]
fn every_item_is_equally_likely_at_every_step() {
    let trials = 20_000;
    for count in 2..=12 {
        let orders: Vec<Shuffle> = (0..trials).map(|seed| Shuffle::new(count, seed)).collect();
        for step in 0..count {
            let items =
                frequencies(trials, |seed| orders[seed as usize].at(step).into_iter().collect());
            let excess = excess(&items, count, trials);
            assert!(excess < LARGE, "step {step} of {count}: {excess}");
        }
    }
}

#[test]
fn consecutive_items_are_independent() {
    for count in [8, 10, 16, 40, 92] {
        let pairs = count * (count - 1);
        let trials = 20 * pairs;
        let first_two = |seed| Shuffle::new(count, seed).take(2).collect();
        let excess = excess(&frequencies(trials, first_two), pairs, trials);
        assert!(excess < LARGE, "{count} items: {excess}");
    }
    // Within one order: the quarters of consecutive items.
    let quarter = |order: &Shuffle, step| 4 * order.at(step).unwrap() / 39_029_188_884;
    let order = Shuffle::new(39_029_188_884, 1);
    let quarters =
        frequencies(16_000, |pair| vec![quarter(&order, 2 * pair), quarter(&order, 2 * pair + 1)]);
    let excess = excess(&quarters, 16, 16_000);
    assert!(excess < LARGE, "{excess}");
}

#[test]
fn ranks_come_in_random_order() {
    let board = |n| Database::without_file().board(BoardSize::new(n).unwrap()).unwrap();
    let mut ranks: Vec<u64> = board(8).shuffled(7).unwrap().map(|rank| rank.get()).collect();
    assert!(!ranks.is_sorted());
    ranks.sort_unstable();
    assert!(ranks.into_iter().eq(1..=92));
    assert_eq!(board(3).shuffled(7).unwrap().next(), None);
    assert!(board(28).shuffled(7).is_err());
    let order = board(20).shuffled(7).unwrap();
    assert_eq!(order.clone().nth(4_000_000_000), order.at(4_000_000_000));
    assert!(order.at(39_029_188_883).is_some() && order.at(39_029_188_884).is_none());
    let hint = usize::try_from(39_029_188_884_u64).unwrap_or(usize::MAX);
    assert_eq!(order.size_hint().0, hint);
}
