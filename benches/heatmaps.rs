//! Heat maps under conditions compared with the count of the matches: `cargo bench --bench heatmaps` measures
//! conditions typical of the explorer, `-- N SQUARE…` any conditions.
//!
//! Prints the best time of each, measured alternately in one run. The ratio in the last column is at most 1.5, except
//! for searches of a few milliseconds.

use nqdb::{
    BoardSize, Conditions,
    search::{Heatmap, count_matching},
    watch::NoWatch,
};
use std::time::{Duration, Instant};

/// Board sizes, and conditions with at least one match.
const CONDITIONS: &[(usize, &str)] = &[
    (8, "3=5"),
    (12, "1!=1"),
    (13, "1!=1"),
    (14, "1!=1"),
    (14, "7=7"),
    (14, "2!=5 6!=6 8!=1 c+r!=9"),
    (16, "6=6"),
    (16, "1=1 8=10"),
    (16, "8=8 10=7"),
    (16, "8=8 9=11"),
    (17, "8=8 10=7"),
    (18, "6=6"),
    (18, "9=9 10=7 8=6 11=12"),
    (18, "5=9 12=8 8=14 15=4"),
    (20, "10=10 11=8 9=7 12=13 8=14"),
    (20, "5=10 13=9 8=16 16=4 3=14"),
    (20, "1=3 2=5 19=4 20=7"),
    (22, "1=3 2=5 3=2 21=4 22=7 11=10"),
    (24, "1=3 2=5 3=2 4=8 21=4 22=7 11=10 23=20"),
    (27, "1=3 2=5 3=2 4=8 5=10 6=1 22=7 11=11 25=20 26=22"),
    (31, "1=3 2=5 3=2 4=8 5=10 6=1 22=7 11=11 25=20 26=22 7=4 8=6 29=14 30=16"),
];

/// How long a measurement is repeated, at least twice.
const TIME: Duration = Duration::from_millis(600);

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    println!(
        "| N | squares | matches | count, ms | heat map, ms | ratio |\n|---|---|---|---|---|---|"
    );
    match words.split_first() {
        Some((n, squares)) => report(n.parse().expect("a board size"), &squares.join(" ")),
        None => CONDITIONS.iter().for_each(|(n, squares)| report(*n, squares)),
    }
}

fn report(n: usize, squares: &str) {
    let size = BoardSize::new(n).expect("a board size");
    let conditions = Conditions::parse(size, [squares]).expect("squares");
    let (mut count, mut heat, mut matches) = (Duration::MAX, Duration::MAX, 0);
    let (began, mut repeats) = (Instant::now(), 0);
    while repeats < 2 || began.elapsed() < TIME {
        let (counted, time) = timed(|| count_matching(&conditions, &NoWatch).expect("a count"));
        count = count.min(time);
        let (heatmap, time) =
            timed(|| Heatmap::matching(&conditions, &NoWatch).expect("a heat map"));
        heat = heat.min(time);
        assert_eq!(heatmap.solutions(), counted, "N = {n}: {squares}");
        (matches, repeats) = (counted, repeats + 1);
    }
    let [count, heat] = [count, heat].map(|time| time.as_secs_f64() * 1e3);
    println!("| {n} | {squares} | {matches} | {count:.2} | {heat:.2} | {:.2} |", heat / count);
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let began = Instant::now();
    (work(), began.elapsed())
}
