//! The reference implementation of the tests: slow and obviously right. It uses only the definitions: two queens attack
//! each other in a row or a diagonal, a symmetry moves squares, the smallest image represents its orbit.

use nqdb::{BoardSize, Permutation, Solution};
use std::{fmt::Display, sync::OnceLock};

/// The board size of a test.
pub fn size(n: impl TryInto<u8> + Copy + Display) -> BoardSize {
    BoardSize::new(n).expect("tests use valid board sizes")
}

/// The solutions and orbits of a board, by brute force.
#[derive(Debug)]
pub struct Twin {
    /// All solutions in lexicographic order: rank r is at place r − 1.
    pub solutions: Vec<Solution>,
    /// The orbit id of each of them.
    pub orbit_ids: Vec<u64>,
    /// The smallest member of each orbit: orbit k is at place k − 1.
    pub representatives: Vec<Solution>,
}

impl Twin {
    /// The reference for a board up to N = 12, enumerated once for all tests.
    pub fn of(n: BoardSize) -> &'static Self {
        static TWINS: [OnceLock<Twin>; 12] = [const { OnceLock::new() }; 12];
        TWINS[n.get() - 1].get_or_init(|| Twin::enumerated(n))
    }

    fn enumerated(n: BoardSize) -> Self {
        let mut found = Vec::new();
        extend(n.get() as u8, &mut Vec::new(), &mut found);
        let least: Vec<Vec<u8>> = found.iter().map(|rows| least(rows)).collect();
        let mut representatives = least.clone();
        representatives.sort();
        representatives.dedup();
        let orbit_id = |rows| representatives.binary_search(rows).expect("one of them") as u64 + 1;
        Twin {
            orbit_ids: least.iter().map(orbit_id).collect(),
            solutions: found.iter().map(|rows| solution(rows)).collect(),
            representatives: representatives.iter().map(|rows| solution(rows)).collect(),
        }
    }
}

fn solution(rows: &[u8]) -> Solution {
    let permutation = Permutation::new(rows).expect("the reference finds permutations");
    Solution::new(permutation).expect("the reference finds solutions")
}

/// Adds every solution that begins with `queens`.
fn extend(n: u8, queens: &mut Vec<u8>, found: &mut Vec<Vec<u8>>) {
    if queens.len() == usize::from(n) {
        found.push(queens.clone());
        return;
    }
    for row in 0..n {
        let next = queens.len();
        if (0..next).all(|column| !attack((column, queens[column]), (next, row))) {
            queens.push(row);
            extend(n, queens, found);
            queens.pop();
        }
    }
}

/// Whether queens in different columns attack each other.
pub fn attack(left: (usize, u8), right: (usize, u8)) -> bool {
    left.1 == right.1 || left.0.abs_diff(right.0) == usize::from(left.1.abs_diff(right.1))
}

/// The images under po1 … po8, square by square: x is the column from the left, y the row from the top, both 0-based.
pub fn images(rows: &[u8]) -> [Vec<u8>; 8] {
    type Move = fn(u8, u8, u8) -> (u8, u8);
    let moves: [Move; 8] = [
        |x, y, _| (x, y),
        |x, y, _| (y, x),
        |x, y, last| (last - y, last - x),
        |x, y, last| (x, last - y),
        |x, y, last| (last - x, y),
        |x, y, last| (y, last - x),
        |x, y, last| (last - x, last - y),
        |x, y, last| (last - y, x),
    ];
    let last = rows.len() as u8 - 1;
    moves.map(|to| {
        let mut image = vec![u8::MAX; rows.len()];
        for (x, &y) in (0u8..).zip(rows) {
            let (x, y) = to(x, y, last);
            image[usize::from(x)] = y;
        }
        image
    })
}

/// The lexicographically smallest image of a solution.
pub fn least(rows: &[u8]) -> Vec<u8> {
    images(rows).into_iter().min().expect("there are eight images")
}

/// Advances 0-based rows, which may attack each other, to the next ones that do not, in lexicographic order. Returns
/// false if there are none.
pub fn next_prefix(n: usize, prefix: &mut [u8]) -> bool {
    let mut column = prefix.len();
    while column > 0 {
        column -= 1;
        let mut from = usize::from(prefix[column]) + 1;
        while let Some(row) = (from..n).find(|&row| is_free(&prefix[..column], row)) {
            prefix[column] = row as u8;
            (column, from) = (column + 1, 0);
            if column == prefix.len() {
                return true;
            }
        }
    }
    false
}

/// Whether no two of these queens, and of one in this row of the next column, attack each other.
fn is_free(rows: &[u8], row: usize) -> bool {
    let rows: Vec<usize> = rows.iter().map(|&row| row.into()).chain([row]).collect();
    let attacks = |left: usize, right: usize| {
        let distance = rows[left].abs_diff(rows[right]);
        distance == 0 || distance == right - left
    };
    (0..rows.len()).all(|right| (0..right).all(|left| !attacks(left, right)))
}
