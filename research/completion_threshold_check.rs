//! Checks `completion_threshold` by a program that shares nothing with it: `cargo run --release -p nqdb-research
//! --bin completion_threshold_check N K`
//!
//! Prints the number of placements of K non-attacking queens on the N × N board if all of them can be completed, or one
//! that can't. It goes through the sets of K − 1 queens that are the smallest of their images, keeps no completions from
//! one to the next, and has a search of its own. One thread.

/// A column and a row, 0-based.
type Square = (usize, usize);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [n, k] = &words[..] else { return Err("expected N and K".into()) };
    let (n, k): (usize, usize) = (n.parse()?, k.parse()?);
    if !(1..=32).contains(&n) || !(1..=n).contains(&k) {
        return Err("expected N up to 32 and K from 1 to N".into());
    }
    println!(
        "N = {n}: {}",
        match check(n, k) {
            Ok(placements) => format!("all {placements} placements of {k} queens can be completed"),
            Err(queens) => {
                let squares: Vec<_> =
                    queens.iter().map(|(c, r)| format!("{}={}", c + 1, r + 1)).collect();
                format!("{} can't be completed", squares.join(" "))
            }
        }
    );
    Ok(())
}

/// The number of placements of k queens, or one without completion.
fn check(n: usize, k: usize) -> Result<u64, Vec<Square>> {
    let mut pairs = 0;
    extend(n, k - 1, &Board::new(n), &mut Vec::new(), &mut pairs)?;
    assert_eq!(pairs % k as u64, 0, "each placement has k sets of k - 1 queens");
    Ok(pairs / k as u64)
}

/// Adds `left` queens to the placement, in columns further right, and completes it with each other queen. Adds the
/// number of pairs of a placement, in all its images, and another queen to `pairs`.
fn extend(
    n: usize,
    left: usize,
    board: &Board,
    queens: &mut Vec<Square>,
    pairs: &mut u64,
) -> Result<(), Vec<Square>> {
    if left == 0 {
        let images = images(n, queens);
        if images > 0 {
            *pairs += images * complete_with_each(n, board, queens)?;
        }
        return Ok(());
    }
    for c in queens.last().map_or(0, |last| last.0 + 1)..=n - left {
        for r in ones(board.safe(COLUMNS, c)) {
            queens.push((c, r));
            extend(n, left - 1, &board.with((c, r)), queens, pairs)?;
            queens.pop();
        }
    }
    Ok(())
}

/// The number of different images of a placement, or 0 if it is not the smallest of them.
fn images(n: usize, queens: &[Square]) -> u64 {
    let mut same = 0;
    for symmetry in 0..8 {
        let mut image: Vec<Square> = queens
            .iter()
            .map(|&(c, r)| if symmetry & 1 == 0 { (c, r) } else { (r, c) })
            .map(|(c, r)| if symmetry & 2 == 0 { (c, r) } else { (n - 1 - c, r) })
            .map(|(c, r)| if symmetry & 4 == 0 { (c, r) } else { (c, n - 1 - r) })
            .collect();
        image.sort_unstable();
        match image[..].cmp(queens) {
            std::cmp::Ordering::Less => return 0,
            std::cmp::Ordering::Equal => same += 1,
            std::cmp::Ordering::Greater => {}
        }
    }
    8 / same
}

/// The number of squares for another queen, all of which have a completion.
fn complete_with_each(n: usize, board: &Board, queens: &[Square]) -> Result<u64, Vec<Square>> {
    let mut open: Vec<u32> = (0..n).map(|c| board.safe(COLUMNS, c)).collect();
    let squares = open.iter().map(|rows| u64::from(rows.count_ones())).sum();
    for c in 0..n {
        while open[c] != 0 {
            let last = (c, open[c].trailing_zeros() as usize);
            let Some(found) = completion(&board.with(last)) else {
                return Err(queens.iter().copied().chain([last]).collect());
            };
            for (c, r) in found.into_iter().chain([last]) {
                open[c] &= !(1 << r);
            }
        }
    }
    Ok(squares)
}

/// The queens of a completion, without those on the board.
fn completion(board: &Board) -> Option<Vec<Square>> {
    (0..).find_map(|attempt| {
        let mut found = Vec::new();
        let mut nodes = 100 << (attempt / 4);
        let is_found = search(board, attempt, &mut nodes, &mut found)?;
        Some(is_found.then_some(found))
    })?
}

/// Whether there is a completion; none if there are not enough nodes. The first square of a line that it tries depends
/// on the attempt.
fn search(
    board: &Board,
    attempt: usize,
    nodes: &mut usize,
    found: &mut Vec<Square>,
) -> Option<bool> {
    let Some((lines, at)) = board.shortest_line() else { return Some(true) };
    *nodes = nodes.checked_sub(1)?;
    let squares = board.safe(lines, at);
    let start = (attempt * 7 + found.len()) % board.n;
    let (first, then) = (squares & u32::MAX << start, squares & !(u32::MAX << start));
    for place in ones(first).chain(ones(then)) {
        let square = if lines == COLUMNS { (at, place) } else { (place, at) };
        found.push(square);
        if search(&board.with(square), attempt, nodes, found)? {
            return Some(true);
        }
        found.pop();
    }
    Some(false)
}

/// The positions of the bits that are 1.
fn ones(mut bits: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (bits != 0).then(|| bits.trailing_zeros() as usize);
        bits &= bits.wrapping_sub(1);
        first
    })
}

const COLUMNS: usize = 0;
const ROWS: usize = 1;

/// The lines without a queen, and the squares on them that no queen attacks.
#[derive(Clone)]
struct Board {
    n: usize,
    /// The columns without a queen, and the rows.
    empty: [u32; 2],
    /// For each column, the rows where a diagonal attacks; for each row, the columns.
    attacked: [[u32; 32]; 2],
}

impl Board {
    fn new(n: usize) -> Self {
        let all = (u64::MAX >> (64 - n)) as u32;
        Board { n, empty: [all; 2], attacked: [[0; 32]; 2] }
    }

    fn with(&self, (column, row): Square) -> Self {
        let mut board = self.clone();
        for (lines, at, place) in [(COLUMNS, column, row), (ROWS, row, column)] {
            board.empty[lines] &= !(1 << at);
            for (i, attacked) in board.attacked[lines].iter_mut().enumerate() {
                let away = i.abs_diff(at);
                *attacked |= (1_u64 << place << away) as u32 | (1_u64 << place >> away) as u32;
            }
        }
        board
    }

    /// The safe squares of an empty column or row; none if it has a queen.
    fn safe(&self, lines: usize, at: usize) -> u32 {
        let is_empty = self.empty[lines] >> at & 1 == 1;
        if is_empty { self.empty[1 - lines] & !self.attacked[lines][at] } else { 0 }
    }

    /// The empty column or row that has the fewest safe squares; none if all have a queen.
    fn shortest_line(&self) -> Option<(usize, usize)> {
        let lines = [COLUMNS, ROWS].into_iter();
        lines
            .flat_map(|lines| ones(self.empty[lines]).map(move |at| (lines, at)))
            .min_by_key(|&(lines, at)| self.safe(lines, at).count_ones())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nqdb_test_support::fixtures::rows;

    #[test]
    fn the_table_is_confirmed() {
        for row in rows("completion_threshold.csv").iter().filter(|row| row.get::<usize>("n") <= 14)
        {
            let (n, k): (usize, usize) = (row.get("n"), row.get("threshold"));
            if k > 0 {
                assert_eq!(check(n, k), Ok(row.get("placements")), "N = {n}");
            }
            assert!(check(n, k + 1).is_err(), "N = {n}");
        }
    }
}
