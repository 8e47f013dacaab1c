//! The next queens after a prefix, each with its first rank and its number of solutions.

use super::board::Board;
use crate::combinatorics::{BoardSize, Invalid, Permutation, Rank, Solution, attacks};
use crate::error::Result;
use crate::search::{Solutions, next_rows};

/// The solutions that begin with a prefix, grouped by their next queen; returned by [`Board::children`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Children {
    /// The rank of the first solution that begins with the prefix, if any. The ranks of the others follow it.
    pub first: Option<Rank>,
    /// The number of solutions that begin with the prefix.
    pub solutions: u64,
    /// The next queens that lead to a solution, in ascending rows; empty after N queens.
    pub children: Vec<Child>,
}

/// A possible next queen after a prefix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Child {
    /// Its row, 0-based, as in a prefix.
    pub row: u8,
    /// The rank of the first solution that begins with the prefix and this queen.
    pub first: Rank,
    /// The number of solutions that begin with the prefix and this queen, at least 1. Their ranks are consecutive.
    pub solutions: u64,
}

/// The number of solutions before a prefix, and of those with each of the next queens.
type Counts = (u64, Vec<u64>);

impl Board {
    /// The solutions that begin with these queens, grouped by the next queen: for each row that leads to a solution,
    /// the rank of the first one and their number. `prefix` has the 0-based rows of the queens in the first 0 to N
    /// columns.
    ///
    /// Cost: stored, a lookup per row. Otherwise a search of parts of one cell per row: about a millisecond in all at
    /// N = 20 with an index, a few tenths of a second with the built-in cells, which end at prefixes of two queens from
    /// N = 17 on and of three from N = 20 on, so that the next queens after fewer are sums.
    ///
    /// ```
    /// use nqdb::{BoardSize, Database};
    ///
    /// let board = Database::without_file().board(BoardSize::new(8)?)?;
    /// let tree = board.children(&[0])?;
    /// let children = tree.children.iter().map(|child| (child.row, child.first.get(), child.solutions));
    /// assert_eq!(tree.solutions, 4);
    /// assert_eq!(children.collect::<Vec<_>>(), [(4, 1, 1), (5, 2, 1), (6, 3, 2)]);
    /// # Ok::<(), nqdb::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Invalid`] for too many queens, and for queens outside the board or attacking each other;
    /// [`Error::UnknownCount`](crate::Error::UnknownCount) for N > 27; [`Error::OutOfReach`](crate::Error::OutOfReach), or
    /// with N queens those of [`Board::rank`], from N = 22 on without tables.
    pub fn children(&self, prefix: &[u8]) -> Result<Children> {
        let n = self.n();
        check_prefix(n, prefix)?;
        let total = self.solution_count()?;
        if prefix.len() == n.get() {
            let first = self.rank(&Solution::new(Permutation::new(prefix)?)?)?;
            return Ok(Children { first: Some(first), solutions: 1, children: Vec::new() });
        }
        let rows = next_rows(n, prefix);
        // The first queen off the middle row decides which half has the solutions.
        let lower = prefix.iter().find(|row| **row != mirror(n, **row));
        let (before, counts) = match lower {
            _ if rows.is_empty() || total == 0 => (0, vec![0; rows.len()]),
            Some(&row) if row < mirror(n, row) => {
                self.half_counts(prefix, rows.clone(), n.get() as u8)?
            }
            Some(_) => {
                let queens: Vec<u8> = prefix.iter().map(|row| mirror(n, *row)).collect();
                let mirrored = rows.iter().rev().map(|row| mirror(n, *row)).collect();
                let (before, mut counts) = self.half_counts(&queens, mirrored, n.get() as u8)?;
                counts.reverse();
                (total - before - counts.iter().sum::<u64>(), counts)
            }
            None => self.counts_around_the_middle(prefix, &rows, total)?,
        };
        children(before, &rows, &counts)
    }

    /// The counts of a prefix whose children are in both halves of the ranks: the empty one, and, for odd N, the queen
    /// in the middle of the first column.
    fn counts_around_the_middle(&self, prefix: &[u8], rows: &[u8], total: u64) -> Result<Counts> {
        let n = self.n();
        let low: Vec<u8> = rows.iter().copied().filter(|row| *row < mirror(n, *row)).collect();
        let has_middle = rows.len() > 2 * low.len();
        let (before, counts) = match low.len() {
            0 => (0, Vec::new()),
            _ => self.half_counts(prefix, low, n.get() as u8 / 2)?,
        };
        let middle = total - 2 * (before + counts.iter().sum::<u64>());
        let high = counts.iter().rev().copied();
        let all = counts.iter().copied().chain(has_middle.then_some(middle)).chain(high);
        Ok((before, all.collect()))
    }

    /// The counts of a prefix in the first half of the ranks, for at least one row of the next queen. The rows ascend,
    /// and the solutions with rows below `end` are those with `rows`.
    fn half_counts(&self, queens: &[u8], mut rows: Vec<u8>, end: u8) -> Result<Counts> {
        let Some(tables) = &self.tables else { return self.pass_all(queens, &rows) };
        rows.push(end);
        let before = tables.before(queens, &rows)?;
        Ok((before[0], before.windows(2).map(|pair| pair[1] - pair[0]).collect()))
    }

    /// The counts of a board too small for cells.
    fn pass_all(&self, queens: &[u8], rows: &[u8]) -> Result<Counts> {
        self.check_reaches_all()?;
        let (mut before, mut counts) = (0, vec![0; rows.len()]);
        for solution in Solutions::new(self.n()) {
            let (head, tail) = solution.zero_based().split_at(queens.len());
            before += u64::from((head, tail[0]) < (queens, rows[0]));
            if let Some(place) = rows.iter().position(|row| head == queens && *row == tail[0]) {
                counts[place] += 1;
            }
        }
        Ok((before, counts))
    }
}

/// Collects the children that have solutions.
fn children(before: u64, rows: &[u8], counts: &[u64]) -> Result<Children> {
    let mut next = before + 1;
    let mut children = Vec::with_capacity(rows.len());
    for (&row, &solutions) in rows.iter().zip(counts).filter(|(_, count)| **count > 0) {
        children.push(Child { row, first: Rank::new(next)?, solutions });
        next += solutions;
    }
    let first = children.first().map(|child| child.first);
    Ok(Children { first, solutions: next - before - 1, children })
}

/// The row of the complement, 0-based.
fn mirror(n: BoardSize, row: u8) -> u8 {
    n.get() as u8 - 1 - row
}

/// Fails unless these 0-based rows are queens of the first columns that do not attack each other.
fn check_prefix(n: BoardSize, prefix: &[u8]) -> Result<(), Invalid> {
    let size = n.get();
    if prefix.len() > size {
        return Err(Invalid::PrefixTooLong { n: size, got: prefix.len() });
    }
    let rows: Vec<u32> = prefix.iter().map(|&row| row.into()).collect();
    let inside = rows.iter().take_while(|&&row| (row as usize) < size).count();
    let first_attack =
        attacks(&rows[..inside]).into_iter().min_by_key(|&(left, right)| (right, left));
    if let Some((left, right)) = first_attack {
        let [first, second] = [left, right].map(|column| (column + 1, rows[column] as usize + 1));
        return Err(Invalid::PrefixAttack { first, second });
    }
    match rows.get(inside) {
        Some(&row) => {
            let (column, row) = (inside as u64 + 1, u64::from(row) + 1);
            Err(Invalid::SquareOutside { n: size, column, row })
        }
        None => Ok(()),
    }
}
