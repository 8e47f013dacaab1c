//! Counts the smallest puzzles: the fewest given queens that determine a solution, and in how many ways they do, for
//! all N in a range: `cargo run --release -p nqdb-research --bin smallest_puzzles FIRST LAST [check]`
//!
//! Prints N, the number of given queens, the number of puzzles, and that of puzzles up to symmetry. A puzzle is a set of
//! queens in exactly one solution: for each set of columns, the rows in all solutions are counted in an array. Memory:
//! N bytes for each solution.
//!
//! `check` counts in another way: it places the queens in all ways that they do not attack each other, and searches for
//! two completions of each placement.

use nqdb::{BoardSize, Condition, search::Solutions, watch::NoWatch};
use nqdb_completion::{PartialBoard, completions};
use std::ops::AddAssign;
use std::sync::Mutex;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [first, last, options @ ..] = &words[..] else {
        return Err("expected the first and the last N".into());
    };
    let is_check = match options {
        [] => false,
        [word] if word == "check" => true,
        _ => return Err(format!("expected check, got {}", options.join(" ")).into()),
    };
    println!("n,queens,puzzles,orbits");
    for n in first.parse::<usize>()?..=last.parse()? {
        if let Some(line) = line(BoardSize::new(n)?, is_check) {
            println!("{line}");
        }
    }
    Ok(())
}

/// The line of a board; none if it has no solutions.
fn line(n: BoardSize, is_check: bool) -> Option<String> {
    let solutions = if is_check { Vec::new() } else { all_solutions(n) };
    // With N given queens, each solution is a puzzle.
    (0..=n.get()).find_map(|givens| {
        let Count { puzzles, symmetries } = if is_check {
            count_placements(n.get(), &mut vec![], givens)
        } else {
            count(n.get(), givens, &solutions)
        };
        assert_eq!(symmetries % 8, 0, "a class has 8 images, each as often as it has symmetries");
        (puzzles > 0).then(|| format!("{n},{givens},{puzzles},{}", symmetries / 8))
    })
}

/// The rows of all solutions, 0-based, N bytes each.
fn all_solutions(n: BoardSize) -> Vec<u8> {
    Solutions::new(n).flat_map(|solution| solution.zero_based().to_vec()).collect()
}

#[derive(Default)]
struct Count {
    puzzles: u64,
    /// The sum of the numbers of symmetries that map a puzzle to itself.
    symmetries: u64,
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Self) {
        self.puzzles += other.puzzles;
        self.symmetries += other.symmetries;
    }
}

/// Counts the puzzles with this number of given queens.
fn count(n: usize, givens: usize, solutions: &[u8]) -> Count {
    let work = Mutex::new(Columns::new(n, givens));
    let sum = Mutex::new(Count::default());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut part = Count::default();
                loop {
                    let Some(columns) = work.lock().unwrap().next() else { break };
                    part += count_in(n, &columns, solutions);
                }
                *sum.lock().unwrap() += part;
            });
        }
    });
    sum.into_inner().unwrap()
}

/// Counts the puzzles with given queens in these columns.
fn count_in(n: usize, columns: &[usize], solutions: &[u8]) -> Count {
    let place = |rows: &[u8]| columns.iter().fold(0, |at, &c| at * n + usize::from(rows[c]));
    // The number of solutions with these rows: none, one, or several.
    let mut times = vec![0_u8; n.pow(columns.len() as u32)];
    for rows in solutions.chunks_exact(n) {
        let time = &mut times[place(rows)];
        *time = (*time + 1).min(2);
    }
    let mut count = Count::default();
    for rows in solutions.chunks_exact(n).filter(|rows| times[place(rows)] == 1) {
        count.puzzles += 1;
        count.symmetries += symmetries(n, columns, rows);
    }
    count
}

/// The number of symmetries that map the queens of a solution in these columns to themselves. These map the only
/// solution with these queens to itself, so they are rotations, except on the board of one square.
fn symmetries(n: usize, columns: &[usize], rows: &[u8]) -> u64 {
    if n == 1 {
        return 8;
    }
    let is_given = |(c, r): (usize, usize)| usize::from(rows[c]) == r && columns.contains(&c);
    let turn = |(c, r)| (n - 1 - r, c);
    let squares = || columns.iter().map(|&c| (c, usize::from(rows[c])));
    let half = squares().all(|square| is_given(turn(turn(square))));
    let quarter = half && squares().all(|square| is_given(turn(square)));
    1 + u64::from(half) + 2 * u64::from(quarter)
}

/// Counts the puzzles that add this number of queens, to the right of those in `rows`, 0 for an empty column.
fn count_placements(n: usize, rows: &mut Vec<usize>, left: usize) -> Count {
    let mut sum = Count::default();
    if left == 0 {
        let mut instance = PartialBoard::new(n).expect("N is small");
        for (column, &row) in (1..).zip(rows.iter()).filter(|(_, row)| **row > 0) {
            instance.add(Condition::Queen { column, row: row as u64 }).expect("it is on the board");
        }
        if completions(&instance, 2, 1, &NoWatch).expect("it is not stopped").len() == 1 {
            sum += Count { puzzles: 1, symmetries: instance.stabilizer().order() as u64 };
        }
        return sum;
    }
    if rows.len() + left > n {
        return sum;
    }
    for row in 0..=n {
        let is_attacked = |(at, other): (usize, &usize)| {
            *other > 0 && (*other == row || other.abs_diff(row) == rows.len() - at)
        };
        if row == 0 || !rows.iter().enumerate().any(is_attacked) {
            rows.push(row);
            sum += count_placements(n, rows, left - usize::from(row > 0));
            rows.pop();
        }
    }
    sum
}

/// All sets of this number of columns, ascending.
struct Columns {
    n: usize,
    next: Option<Vec<usize>>,
}

impl Columns {
    fn new(n: usize, count: usize) -> Self {
        Columns { n, next: Some((0..count).collect()) }
    }
}

impl Iterator for Columns {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        let columns = self.next.take()?;
        let count = columns.len();
        if let Some(i) = (0..count).rev().find(|&i| columns[i] + count < self.n + i) {
            let mut following = columns.clone();
            for (column, next) in following[i..].iter_mut().zip(columns[i] + 1..) {
                *column = next;
            }
            self.next = Some(following);
        }
        Some(columns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_methods_count_what_the_table_has() {
        let table = include_str!("../fixtures/smallest_puzzles.csv");
        for n in BoardSize::up_to(9) {
            let expected = table.lines().find(|line| line.starts_with(&format!("{n},")));
            for is_check in [false, true] {
                assert_eq!(line(n, is_check).as_deref(), expected, "N = {n}");
            }
        }
    }
}
