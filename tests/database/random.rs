//! Random solutions are uniform where documented so, and reproducible with `--seed`.

use nqdb::sampling::draw_nearly_uniform;
use nqdb::{
    Board, BoardSize, Conditions, Database, Error, Rank, Selection, random::Dice, watch::NoWatch,
};
use nqdb_papers::{Method, Task, solve};
use nqdb_test_support::sample::up_to;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

fn board(database: &Database, n: usize) -> Board {
    database.board(BoardSize::new(n).unwrap()).unwrap()
}

/// Pearson's chi-square statistic against the uniform distribution: close to the number of cells if draws are uniform.
fn chi_square(drawn: &BTreeMap<String, u64>, cells: usize, draws: u64) -> f64 {
    let expected = draws as f64 / cells as f64;
    let missed = (cells - drawn.len()) as f64 * expected;
    missed + drawn.values().map(|&count| (count as f64 - expected).powi(2) / expected).sum::<f64>()
}

/// The minimum and maximum number of draws of a solution, and chi-square, as in research/sources.md.
fn figures(drawn: &BTreeMap<String, u64>) -> (u64, u64, f64) {
    let draws = drawn.values().sum();
    let least = if drawn.len() < 92 { 0 } else { *drawn.values().min().unwrap() };
    (least, *drawn.values().max().unwrap(), chi_square(drawn, 92, draws).round())
}

/// With 91 degrees of freedom, chi-square exceeds 140 for about one seed in a thousand.
const LARGE: f64 = 140.0;

const ENORMOUS: f64 = 1000.0;

#[test]
fn every_solution_is_equally_likely() {
    let database = Database::without_file();
    let board = board(&database, 8);
    let mut drawn = BTreeMap::new();
    for number in 1..=92_000 {
        let draw = board.draw(&mut Dice::of_draw(2026, number)).unwrap();
        assert!(draw.rank.is_some());
        *drawn.entry(draw.solution.to_string()).or_default() += 1;
    }
    let chi_square = chi_square(&drawn, 92, 92_000);
    assert!(chi_square < LARGE, "{chi_square}");
    assert_eq!(figures(&drawn), (929, 1_107, 86.0));
    // Consecutive draws are independent.
    let mut pairs = BTreeMap::new();
    for number in 1..=1000 * 16 {
        let rank = |number| board.draw(&mut Dice::of_draw(7, number)).unwrap().rank.unwrap().get();
        let pair = [rank(2 * number) % 4, rank(2 * number + 1) % 4];
        *pairs.entry(format!("{pair:?}")).or_default() += 1;
    }
    let chi_square = self::chi_square(&pairs, 16, 16_000);
    assert!(chi_square < 37.7, "{chi_square}");
}

/// The reference values of SplitMix64, and a bound for which modulo reduction would draw the first third of the range
/// half of the time.
#[test]
fn dice_are_fair() {
    let mut dice = Dice::new(1_234_567);
    let first = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
    assert_eq!([0; 3].map(|_| dice.bits()), first);
    let third = 1 << 62;
    let low = (0..30_000).filter(|_| dice.below(3 * third) < third).count();
    // Six standard deviations of 82.
    assert!((9_510..=10_490).contains(&low), "{low}");
    assert_eq!((dice.below(0), dice.below(1)), (0, 0));
}

proptest! {
    #[test]
    fn dice_stay_below_their_bound(seed: u64, bound in 1u64..) {
        prop_assert!(Dice::new(seed).below(bound) < bound);
    }
}

#[test]
fn distinct_draws_do_not_repeat() {
    let distinct = |database: &Database, n| {
        let pool = board(database, n).pool(Selection::all(BoardSize::new(n).unwrap())).unwrap();
        pool.distinct(3)
    };
    let database = Database::without_file();
    let all = distinct(&database, 8);
    let ranks: Vec<_> = all.map(|drawn| drawn.unwrap().rank.unwrap()).collect();
    assert!(ranks.iter().copied().eq(board(&database, 8).shuffled(3).unwrap()));
    assert_eq!(ranks.into_iter().collect::<BTreeSet<_>>().len(), 92);
    for n in [2, 3] {
        assert!(distinct(&database, n).next().is_none());
        let drawn = board(&database, n).draw(&mut Dice::new(3));
        assert!(matches!(drawn, Err(Error::NoSolutions { .. })), "{drawn:?}");
    }
    let unknown = board(&database, 28).shuffled(3);
    assert!(matches!(unknown, Err(Error::UnknownCount { .. })), "{unknown:?}");
    for n in [17, 30] {
        let some = distinct(&database, n).take(3);
        let some: BTreeSet<_> = some.map(|drawn| drawn.unwrap().solution.to_string()).collect();
        assert_eq!(some.len(), 3, "{n}");
    }
}

/// No two seeds share a draw; tests neighbouring seeds and both ends of the range.
#[test]
fn seeds_share_no_draws() {
    let seeds = (0..50).chain((0..50).map(|seed| !seed)).chain([2026, 1 << 32, 1 << 63]);
    let firsts: Vec<u64> = seeds
        .flat_map(|seed| (1..=50).map(move |number| Dice::of_draw(seed, number).bits()))
        .collect();
    assert_eq!(firsts.iter().collect::<BTreeSet<_>>().len(), firsts.len());
}

/// Backtracking favours some solutions, so `nqdb random` does not use it.
#[test]
fn backtracking_prefers_some_solutions() {
    let mut drawn = BTreeMap::new();
    for seed in 0..92_000 {
        let task = Task { method: Method::Backtrack, n: 8, seed, steps: None };
        let solved = solve(&task, &NoWatch).unwrap();
        *drawn.entry(solved.placement.to_string()).or_default() += 1;
    }
    assert_eq!(drawn.len(), 92, "it can reach every solution");
    let chi_square = chi_square(&drawn, 92, 92_000);
    assert!(chi_square > ENORMOUS, "{chi_square}");
    assert_eq!(figures(&drawn), (653, 1_743, 8_585.0));
}

/// The bound is three times the excess of chi-square that occurs by chance for one seed in a thousand. Backtracking is
/// far above it: hundreds of times the degrees of freedom for the same number of draws per solution.
#[test]
fn draws_of_a_run_are_nearly_uniform() {
    let n = |n| BoardSize::new(n).unwrap();
    // A smaller population than nqdb's makes draws less uniform.
    let draws = [(n(8), 3_000u64), (n(9), 4_000), (n(10), 5_000), (n(11), 8_000), (n(12), 15_000)];
    for (n, draws) in draws.into_iter().take(up_to(4, 5)) {
        let population = 50;
        let cells = nqdb::counts::known_counts(n).unwrap().solutions as usize;
        let (mut drawn, mut by_backtracking) = (BTreeMap::new(), BTreeMap::new());
        for number in 0..draws {
            let dice = &mut Dice::of_draw(12, number);
            let solution =
                draw_nearly_uniform(&Conditions::any(n), population, dice, &NoWatch).unwrap();
            *drawn.entry(solution.to_string()).or_default() += 1;
            let task = Task { method: Method::Backtrack, n: n.get(), seed: number, steps: None };
            let solved = solve(&task, &NoWatch).unwrap();
            *by_backtracking.entry(solved.placement.to_string()).or_default() += 1;
        }
        let freedom = (cells - 1) as f64;
        // Chi-square has mean `freedom` and standard deviation √(2 · freedom).
        let bound = freedom + 5.0 * (2.0 * freedom).sqrt();
        let nearly = chi_square(&drawn, cells, draws);
        let backtracking = chi_square(&by_backtracking, cells, draws);
        println!(
            "N = {n}, {population} boards: {nearly:.0}, backtracking {backtracking:.0}, bound {bound:.0}"
        );
        assert!(nearly < bound, "N = {n}: {nearly} of {freedom}");
        assert!(backtracking > bound, "N = {n}: {backtracking} of {freedom}");
    }
}

#[test]
fn boards_that_do_not_reach_all_draw_nearly_uniformly() {
    let large = board(&Database::without_file(), 30);
    let conditions = Conditions::parse(large.n(), ["3=5"]).unwrap();
    let pool = large.pool(&conditions).unwrap();
    for drawn in pool.distinct(1).take(3) {
        let drawn = drawn.unwrap();
        assert!(!drawn.is_uniform && conditions.are_met_by(&drawn.solution), "{drawn:?}");
    }
    // Few are listed, so that all can be drawn.
    let few = large.select(&conditions, Rank::FIRST).unwrap().next().unwrap().unwrap().1;
    let given =
        few.queens().enumerate().take(26).map(|(column, row)| format!("{}={row}", column + 1));
    let few = Conditions::parse(large.n(), given).unwrap();
    let all = large.count_selected(&few).unwrap();
    let drawn = large.pool(&few).unwrap().distinct(1).map(|drawn| drawn.unwrap().is_uniform);
    assert_eq!(drawn.filter(|&is_uniform| is_uniform).count() as u64, all);

    let database = Database::without_file();
    for (n, uniform) in [
        (1, true),
        (8, true),
        (13, true),
        (16, true),
        (17, true),
        (20, true),
        (22, false),
        (64, false),
    ] {
        let board = board(&database, n);
        assert_eq!(board.reaches_all(), uniform, "{n}");
        let drawn = board.draw(&mut Dice::new(n as u64)).unwrap();
        assert_eq!(drawn.rank.is_some(), uniform, "{n}");
        assert_eq!(drawn.solution.n().get(), n);
        if let Some(rank) = drawn.rank {
            assert_eq!(board.unrank(rank).unwrap(), drawn.solution);
        }
    }
}
