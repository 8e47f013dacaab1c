//! Checks the first solution of a board: `cargo run --release -p nqdb-research --bin check_first -- N [SAMPLE [SECONDS]]`
//!
//! A solution is the first if no other one begins with its first queens followed by a queen in a lower row. Each such
//! prefix is refuted on its own: by the completion search without the quadratic bound if that ends within SECONDS
//! (default 10), otherwise by the proof that found the first solution, which has the bound. SAMPLE of the prefixes are
//! chosen at random; by default all are refuted. A line per prefix on stderr, the result on stdout.

use nqdb::{
    BoardSize, Conditions, Database, Rank, Solution,
    random::Dice,
    search::{known_first_solution, prove_first_solution},
    watch::{NoWatch, TimeLimit},
};
use nqdb_completion::{CompletionError, PartialBoard, complete};
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (n, sample, seconds) = match &words[..] {
        [n] => (n, usize::MAX, 10.0),
        [n, sample] => (n, sample.parse()?, 10.0),
        [n, sample, seconds] => (n, sample.parse()?, seconds.parse()?),
        _ => return Err("expected N, and optionally SAMPLE and SECONDS".into()),
    };
    let n = n.parse::<BoardSize>()?;
    let limit = TimeLimit(Duration::try_from_secs_f64(seconds)?);
    let first = match known_first_solution(n) {
        Some(known) => known.solution,
        None => prove_first_solution(n, &NoWatch)?.0,
    };
    let Check { all, plain, bounded } = check(&first, sample, &limit)?;
    let checked = plain + bounded;
    println!("N = {n}: {first}");
    println!(
        "{checked} of {all} smaller prefixes refuted, {plain} without the bound and {bounded} with it"
    );
    Ok(())
}

/// The numbers of smaller prefixes: all, and those refuted without the bound and with it.
struct Check {
    all: usize,
    plain: usize,
    bounded: usize,
}

/// Refutes smaller prefixes than those of a solution, at most `sample`. Fails if one of them has a completion.
fn check(
    first: &Solution,
    sample: usize,
    limit: &TimeLimit,
) -> Result<Check, Box<dyn std::error::Error>> {
    let mut prefixes = smaller_prefixes(first);
    let mut check = Check { all: prefixes.len(), plain: 0, bounded: 0 };
    let mut dice = Dice::new(nqdb::random::random_seed());
    for _ in 0..check.all.min(sample) {
        let prefix = prefixes.swap_remove(dice.below(prefixes.len() as u64) as usize);
        let began = Instant::now();
        let is_plain = refute(first, &prefix, limit)?;
        check.plain += usize::from(is_plain);
        check.bounded += usize::from(!is_plain);
        let rows: Vec<String> = prefix.iter().map(u8::to_string).collect();
        let search = if is_plain { "without" } else { "with" };
        let seconds = began.elapsed().as_secs_f64();
        eprintln!("{}: refuted {search} the bound, {seconds:.3} s", rows.join(" "));
    }
    Ok(check)
}

/// Refutes a prefix. Returns whether the search without the bound did it.
fn refute(
    first: &Solution,
    prefix: &[u8],
    limit: &TimeLimit,
) -> Result<bool, Box<dyn std::error::Error>> {
    let conditions: Vec<String> =
        (1..).zip(prefix).map(|(column, row)| format!("{column}={row}")).collect();
    let n = first.n();
    let instance = PartialBoard::parse(n.get(), &conditions)?;
    let found = match complete(&instance, 1, limit) {
        Ok(None) => return Ok(true),
        Ok(Some(found)) => found.to_string(),
        Err(CompletionError::Stopped { .. }) => {
            // Without the solution that is to be checked.
            let board = Database::without_file().board(n)?.proving();
            match board.select(Conditions::parse(n, &conditions)?, Rank::FIRST)?.next() {
                None => return Ok(false),
                Some(found) => found?.1.to_string(),
            }
        }
        Err(error) => return Err(error.into()),
    };
    Err(format!("{first} is not the first solution: {found} is before it").into())
}

/// The first queens of a solution followed by a queen in a lower row that they do not attack; 1-based rows.
fn smaller_prefixes(first: &Solution) -> Vec<Vec<u8>> {
    let rows: Vec<u8> = first.zero_based().iter().map(|row| row + 1).collect();
    let mut prefixes = Vec::new();
    for (column, &queen) in rows.iter().enumerate() {
        let before = &rows[..column];
        let attacks = |row: u8| {
            before.iter().zip(0..).any(|(&other, at): (&u8, usize)| {
                other == row || usize::from(other.abs_diff(row)) == column - at
            })
        };
        let lower = (1..queen).filter(|&row| !attacks(row));
        prefixes.extend(lower.map(|row| [before, &[row]].concat()));
    }
    prefixes
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: TimeLimit = TimeLimit(Duration::MAX);

    #[test]
    fn only_the_first_solution_passes() {
        for n in 4..=12 {
            let solutions: Vec<Solution> =
                nqdb::search::Solutions::new(BoardSize::new(n).unwrap()).take(5).collect();
            for (i, solution) in solutions.iter().enumerate() {
                let outcome = check(solution, usize::MAX, &LIMIT);
                assert_eq!(outcome.is_ok(), i == 0, "N = {n}: {solution}");
            }
        }
    }

    /// A known first solution, and another one with a smaller prefix than the solution in question.
    #[test]
    fn both_searches_refute() {
        let n = BoardSize::new(34).unwrap();
        let first = known_first_solution(n).unwrap().solution;
        let none = TimeLimit(Duration::ZERO);
        let prefixes = smaller_prefixes(&first);
        let longest = prefixes.iter().filter(|prefix| prefix.len() > 13).max().unwrap();
        assert!(refute(&first, longest, &LIMIT).unwrap());
        assert!(!refute(&first, longest, &none).unwrap());
        // The prefixes of the first solution are not refuted, also if a later one is in question.
        let rows: Vec<u8> = first.zero_based()[..14].iter().map(|row| row + 1).collect();
        for limit in [LIMIT, none] {
            assert!(refute(&first.complement(), &rows, &limit).is_err());
        }
    }
}
