//! Random solutions are uniform where nqdb says so, and reproducible by `--seed`.

use crate::support::fixtures::index;
use crate::support::mistakes::{Mistake, check, usage};
use crate::support::program::Home;
use crate::support::running::{PATIENCE, Running};
use crate::support::sample::up_to;
use nqdb::sampling::draw_nearly_uniform;
use nqdb::solve::{Method, Task, solve};
use nqdb::{Board, BoardSize, Database, Dice, NoWatch};
use proptest::prelude::*;
use rusqlite::Connection;
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::sync::mpsc;

fn board(database: &Database, n: u64) -> Board {
    database.board(BoardSize::new(n).unwrap()).unwrap()
}

/// Pearson's chi-square against the uniform distribution: about the number of cells if draws are uniform.
fn chi_square(drawn: &BTreeMap<String, u64>, cells: usize, draws: u64) -> f64 {
    let expected = draws as f64 / cells as f64;
    let missed = (cells - drawn.len()) as f64 * expected;
    missed + drawn.values().map(|&count| (count as f64 - expected).powi(2) / expected).sum::<f64>()
}

/// The least and most draws of a solution, and chi-square, as docs/sources.md has them.
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

/// The reference values of SplitMix64, and a bound for which taking remainders would give the first third of
/// the range half of all draws.
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

/// No two seeds share a draw: neighbours, and both ends of the range.
#[test]
fn seeds_share_no_draws() {
    let seeds = (0..50).chain((0..50).map(|seed| !seed)).chain([2026, 1 << 32, 1 << 63]);
    let firsts: Vec<u64> = seeds
        .flat_map(|seed| (1..=50).map(move |number| Dice::of_draw(seed, number).bits()))
        .collect();
    assert_eq!(firsts.iter().collect::<BTreeSet<_>>().len(), firsts.len());
}

/// Backtracking prefers some solutions; `nqdb random` does not use it.
#[test]
fn backtracking_prefers_some_solutions() {
    let mut drawn = BTreeMap::new();
    for seed in 0..92_000 {
        let task = Task { method: Method::Backtrack, n: 8, seed, steps: None };
        let solved = solve(&task, &NoWatch).unwrap();
        *drawn.entry(solved.placement.to_string()).or_default() += 1;
    }
    assert_eq!(drawn.len(), 92, "it can come to every solution");
    let chi_square = chi_square(&drawn, 92, 92_000);
    assert!(chi_square > ENORMOUS, "{chi_square}");
    assert_eq!(figures(&drawn), (653, 1_743, 8_585.0));
}

/// Three times the excess of chi-square that chance brings in one of a thousand seeds is far below what
/// backtracking has: some hundred times the degrees of freedom for as many draws of a solution.
#[test]
fn draws_of_a_run_are_nearly_uniform() {
    let n = |n| BoardSize::new(n).unwrap();
    // A smaller population than nqdb has: it makes the draws less uniform.
    let draws = [(n(8), 3_000u64), (n(9), 4_000), (n(10), 5_000), (n(11), 8_000), (n(12), 15_000)];
    for (n, draws) in draws.into_iter().take(up_to(4, 5)) {
        let population = 50;
        let cells = nqdb::known_counts(n).unwrap().solutions as usize;
        let (mut drawn, mut by_backtracking) = (BTreeMap::new(), BTreeMap::new());
        for number in 0..draws {
            let dice = &mut Dice::of_draw(12, number);
            let solution = draw_nearly_uniform(n, population, dice, &NoWatch).unwrap();
            *drawn.entry(solution.to_string()).or_default() += 1;
            let task =
                Task { method: Method::Backtrack, n: n.get() as u64, seed: number, steps: None };
            let solved = solve(&task, &NoWatch).unwrap();
            *by_backtracking.entry(solved.placement.to_string()).or_default() += 1;
        }
        let freedom = (cells - 1) as f64;
        // Chi-square has the mean `freedom` and the standard deviation √(2 · freedom).
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
fn boards_without_tables_say_that_they_are_not_uniform() {
    let database = Database::without_file();
    for (n, uniform) in [(1, true), (8, true), (13, true), (16, true), (17, false), (64, false)] {
        let board = board(&database, n);
        assert_eq!(board.draws_uniformly(), uniform, "{n}");
        let drawn = board.draw(&mut Dice::new(n)).unwrap();
        assert_eq!(drawn.rank.is_some(), uniform, "{n}");
        assert_eq!(drawn.solution.n().get() as u64, n);
        if let Some(rank) = drawn.rank {
            assert_eq!(board.unrank(rank).unwrap(), drawn.solution);
        }
    }
}

#[test]
fn tiers_draw_the_same() {
    let question = "random 8-12 4 1 14 --count 5 --seed 77";
    let (none, stored, indexed) = (Home::new(), Home::with("8-12 14"), Home::new());
    indexed.run("build 9-12 14 --tier indexed").succeeded();
    let expected = none.run(question).text().to_owned();
    assert_eq!(expected.lines().count(), 8 * 5);
    for home in [stored, indexed] {
        assert_eq!(home.run(question).text(), expected);
    }
}

#[test]
fn tables_make_a_large_board_uniform() {
    let home = Home::new();
    let question = "random 17 --seed 3 --json --count 2";
    let searched = home.run(question);
    searched.says(&["N = 17 has no tables", "nearly uniform", "`nqdb build 17`"]);
    for line in searched.json() {
        assert_eq!((&line["uniform"], &line["rank"]), (&Json::Bool(false), &Json::Null));
        assert_eq!((&line["nearly_uniform"], &line["tier"]), (&true.into(), &"searched".into()));
    }
    home.ask(&["import", index(17).unwrap().to_str().unwrap()], b"").succeeded();
    let indexed = home.run(question);
    assert_eq!(indexed.stderr, "");
    for line in indexed.json() {
        assert_eq!((&line["uniform"], &line["tier"]), (&Json::Bool(true), &Json::from("indexed")));
        assert_eq!((&line["nearly_uniform"], &line["seed"]), (&false.into(), &3.into()));
        let solution = home.run(&format!("unrank 17 {} --json", line["rank"])).json();
        assert_eq!(line["queens"], solution[0]["queens"]);
    }
}

/// The note is printed once per command, and only if something is drawn.
#[test]
fn the_note_comes_once() {
    let home = Home::new();
    let answer = home.run("random 1-64 --seed 1");
    assert_eq!(answer.succeeded().lines().count(), 64);
    assert_eq!(answer.stderr.matches("nearly uniform").count(), 1);
    answer.says(&["N = 17 has no tables", "every board from N = 17 on", "nearly uniform"]);
    assert_eq!(home.run("random 17-20 3 --count 0").text(), "");
}

/// A seed chosen by nqdb is printed before the first draw, so that a failure can be repeated.
#[test]
fn the_seed_of_a_failure_is_told() {
    let home = Home::with("8");
    let spoil = "UPDATE block SET payload = zeroblob(length(payload))";
    Connection::open(home.database()).unwrap().execute(spoil, []).unwrap();
    home.run("random 8").failed(1, &["--seed", "repeats these solutions, with the same tables"]);
    assert_eq!(home.run("random 3").text(), "N = 3 has no solutions\n");
}

/// Each board size on standard input is answered before the next one is read.
#[test]
fn answers_do_not_wait_for_the_end_of_the_input() {
    let home = Home::new();
    let mut command = home.command();
    command.args(["random", "-", "--seed", "1"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = Running::start(command);
    let (mut input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let (send, receive) = mpsc::channel();
    let reader = std::thread::spawn(move || {
        BufReader::new(output).lines().try_for_each(|line| send.send(line.unwrap()))
    });
    for (question, columns) in [("8\n", 8), ("5 ", 5)] {
        input.write_all(question.as_bytes()).unwrap();
        let answer: String = receive.recv_timeout(PATIENCE).unwrap();
        assert_eq!(answer.split(' ').count(), columns);
    }
    drop(input);
    assert!(child.wait().unwrap().success());
    reader.join().unwrap().unwrap();
}

#[test]
fn draws_are_numbered_over_the_whole_command() {
    let home = Home::new();
    let three = home.run("random 8 --count 3 --seed 5").text().to_owned();
    assert_eq!(home.run("random 8 8 8 --seed 5").text(), three);
    assert_eq!(
        home.run("random 8 --seed 5 --count 1").text(),
        three.lines().next().unwrap().to_owned() + "\n"
    );
    assert_ne!(home.run("random 8 --seed 6 --count 3").text(), three);
    let any = home.run("random 11 --count 2");
    any.says(&["--seed", "repeats these solutions"]);
    let seed = any.stderr.split_whitespace().nth(2).unwrap();
    assert_eq!(home.run(&format!("random 11 --count 2 --seed {seed}")).text(), any.stdout);
}

/// The course exercise (docs/sources.md): several N on standard input, a solution or a report for each.
#[test]
fn boards_come_from_standard_input() {
    let home = Home::new();
    let input = b"1 2\t3\n\n 4\r\n8";
    let words = ["random", "-", "--seed", "9"];
    let answer = home.ask(&words, input);
    let lines: Vec<&str> = answer.text().lines().collect();
    assert_eq!(lines[..3], ["1", "N = 2 has no solutions", "N = 3 has no solutions"]);
    assert_eq!(home.run("random 1 2 3 4 8 --seed 9").text(), answer.stdout);
    for solution in &lines[3..] {
        home.run(&format!("rank {solution}")).succeeded();
    }
    let json = home.run("random 2 --json --count 3").json();
    assert_eq!(json, [serde_json::json!({"n": 2, "solutions": 0})]);
    let csv = home.run("random 3 4 --seed 1 --format csv");
    csv.says(&["N = 3 has no solutions"]);
    assert!(csv.succeeded().starts_with("n,rank,queens\n4,"), "{csv:?}");
    assert_eq!(home.run("random 8 --count 0").text(), "");
    let board = home.run("random 4 2 --seed 1 --format board").text().to_owned();
    assert!(
        board.contains("N = 4, rank ") && board.ends_with("N = 2 has no solutions\n"),
        "{board}"
    );
}

/// One draw takes a moment, all draws would take days.
#[test]
fn the_time_limit_is_for_all_draws_together() {
    let answer = Home::new().run("random 20 --count 1000000000 --seed 1 --time-limit 0.2");
    assert_eq!(answer.code, Some(1));
    // Between two draws the command notices it, else the draw.
    answer.says(&["nqdb: stopped ", "; allow more time"]);
}

const MISTAKES: &[Mistake] = &[
    usage("random", &["<N>"]),
    usage("random 0", &["from 1 to 64, got 0"]),
    usage("random 65", &["from 1 to 64, got 65"]),
    usage("random eight", &["from 1 to 64, got \"eight\""]),
    usage("random 9-8", &["ascends", "9-8"]),
    usage("random 8 -", &["`-`", "standard input", "only argument"]).reading(b"4"),
    usage("random - 4", &["`-`", "standard input", "only argument"]).reading(b"4"),
    usage("random 8 --count 1001 --format svg", &["1000", "ask for fewer at a time"]),
    usage("random 8 9 --count 501 --format svg", &["1000", "ask for fewer at a time"]),
    usage("random 9 --count 18446744073709551615 --format svg", &["ask for fewer"]),
    usage("random 8 --count -1", &["-1"]),
    usage("random 8 --seed 18446744073709551616", &["--seed"]),
    usage("random 8 --ascii", &["--format board"]),
    usage("random -", &["standard input: expected board sizes, got nothing"]),
    usage("random -", &["standard input: expected board sizes, got nothing"]).reading(b" \n\t\n"),
    usage("random -", &["word 1 of standard input", "got \"8\\0\""]).reading(b"8\0"),
    usage("random -", &["got \"9\\u{1b}[1m\""]).reading(b"9\x1b[1m-8"),
    usage("random -", &["word 1 of standard input", "from 1 to 64, got 65"]).reading(b"65"),
    usage("random -", &["word 1 of standard input", "not text"]).reading(b"\xff"),
    usage("random -", &["word 1 of standard input", "longer than 256 bytes"])
        .reading(&[b'1'; 100_000]),
];

#[test]
fn every_mistake_has_its_reason() {
    let home = Home::new();
    check(&home, MISTAKES);
    // Sizes before the mistake are answered.
    let answer = home.ask(&["random", "-", "--seed", "1"], b"1 4 x 8");
    assert_eq!((answer.code, answer.stdout.lines().count()), (Some(2), 2), "{answer:?}");
    answer.says(&["word 3 of standard input"]);
}
