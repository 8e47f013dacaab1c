//! Plots ln N − ln Q(N) / N, which tends to the n-queens constant (Simkin 2021), for the published counts and the
//! estimates in fixtures/estimates.csv; or computes these estimates:
//!
//! ```sh
//! cargo run --release -p nqdb-research --bin queens_constant > docs/queens-constant.svg
//! cargo run --release -p nqdb-research --bin queens_constant -- 28 64 4000 > fixtures/estimates.csv
//! ```
//!
//! The second command takes about ten minutes on one core. Its numbers depend only on the seed.

use nqdb::sampling::{Effort, Sampling, estimate_count};
use nqdb::{BoardSize, Conditions, Error, counts::known_counts, watch::NoWatch};
use std::ops::RangeInclusive;

/// N, estimate, standard error, low, high, runs.
const ESTIMATES: &str = include_str!("../fixtures/estimates.csv");

/// The n-queens constant: Nobel, Agrawal & Boyd 2022, OEIS A359441.
const CONSTANT: f64 = 1.94400;

fn main() -> Result<(), Error> {
    let numbers: Vec<u64> = std::env::args().filter_map(|word| word.parse().ok()).collect();
    match numbers[..] {
        [first, last, runs] => print_estimates(first..=last, runs),
        _ => {
            print_drawing();
            Ok(())
        }
    }
}

fn print_estimates(boards: RangeInclusive<u64>, runs: u64) -> Result<(), Error> {
    println!("# Estimates of Q(N): research/queens_constant.rs, seed 1, runs of 4,000 boards.");
    println!("n,estimate,standard_error,low,high,runs");
    for n in boards {
        let sampling = Sampling { effort: Effort::Runs(runs), seed: 1, ..Sampling::default() };
        let estimate = estimate_count(&Conditions::any(BoardSize::new(n)?), &sampling, &NoWatch)?;
        let (low, high) = estimate.interval();
        let (mean, error) = (estimate.mean, estimate.standard_error);
        println!("{n},{mean:.6e},{error:.2e},{low:.6e},{high:.6e},{runs}");
    }
    Ok(())
}

/// N and ln N − ln Q(N) / N for the published counts.
fn published() -> Vec<(f64, f64)> {
    let boards = BoardSize::up_to(27).filter(|n| n.get() > 3);
    let counts = boards.filter_map(|n| Some((n.get(), known_counts(n)?.solutions as f64)));
    counts.map(|(n, solutions)| exponent(n as f64, solutions)).collect()
}

/// The same for the estimates.
fn estimated() -> Vec<(f64, f64)> {
    let lines = ESTIMATES.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit()));
    let numbers = lines.map(|line| line.split(',').map(|field| field.parse::<f64>()));
    let pairs = numbers.filter_map(|mut fields| Some((fields.next()?.ok()?, fields.next()?.ok()?)));
    pairs.map(|(n, solutions)| exponent(n, solutions)).collect()
}

fn exponent(n: f64, solutions: f64) -> (f64, f64) {
    (n, n.ln() - solutions.ln() / n)
}

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 420.0;

/// The pixel coordinates of a board size and an exponent.
fn place((n, exponent): (f64, f64)) -> (f64, f64) {
    (60.0 + n * 10.5, 40.0 + (2.0 - exponent) * 370.0)
}

fn print_drawing() {
    println!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="13">
<title>ln N − ln Q(N)/N rises toward the n-queens constant</title>
<rect width="100%" height="100%" fill="#fff"/>"##
    );
    let (left, _) = place((0.0, 0.0));
    let right = WIDTH - 20.0;
    for tenth in 11..=20 {
        let exponent = f64::from(tenth) / 10.0;
        let (_, y) = place((0.0, exponent));
        println!(
            r##"<path d="M{left} {y:.1}H{right}" stroke="#eee"/><text x="50" y="{:.1}" fill="#666" text-anchor="end">{exponent:.1}</text>"##,
            y + 4.5
        );
    }
    for n in (4..=64).step_by(4) {
        let (x, y) = place((f64::from(n), 1.1));
        println!(
            r##"<text x="{x:.1}" y="{:.1}" fill="#666" text-anchor="middle">{n}</text>"##,
            y + 22.0
        );
    }
    let (_, limit) = place((0.0, CONSTANT));
    println!(
        r##"<path d="M{left} {limit:.1}H{right}" stroke="#b04a2f" stroke-dasharray="6 4"/><text x="{left}" y="{:.1}" fill="#b04a2f">the limit, {CONSTANT:.3}</text>"##,
        limit - 6.0
    );
    for (points, fill) in [(published(), "#2a2019"), (estimated(), "#fff")] {
        for point in points {
            let (x, y) = place(point);
            println!(
                r##"<circle cx="{x:.1}" cy="{y:.1}" r="3.5" fill="{fill}" stroke="#2a2019"><title>N = {}: {:.4}</title></circle>"##,
                point.0, point.1
            );
        }
    }
    println!(
        r##"<text x="{left}" y="22" fill="#2a2019">ln N − ln Q(N)/N: published counts (filled), estimates (hollow; their intervals are smaller than the points)</text>
</svg>"##
    );
}
