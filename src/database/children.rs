//! The next queens after a prefix, each with its first rank and its number of solutions.

use super::board::Board;
use crate::combinatorics::{BoardSize, Invalid, Permutation, Rank, Solution};
use crate::error::Result;
use crate::search::{Heatmap, Solutions, next_rows};

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
    /// Its row, 0-based.
    pub row: u8,
    /// The rank of the first solution that begins with the prefix and this queen.
    pub first: Rank,
    /// The number of solutions that begin with the prefix and this queen, at least 1. Their ranks are consecutive.
    pub solutions: u64,
}

/// A prefix in the first half of the ranks, and rows of the next queen.
struct HalfPrefix {
    queens: Vec<u8>,
    /// Ascending.
    rows: Vec<u8>,
    /// The row after the last of `rows`: the solutions with lower rows are those with `rows`.
    end: u8,
}

/// The number of solutions of a [`HalfPrefix`].
struct HalfCounts {
    /// Solutions before the prefix.
    before: u64,
    /// Solutions with each of the rows.
    counts: Vec<u64>,
}

impl Board {
    /// The solutions that begin with these queens, grouped by the next queen: for each row that leads to a solution,
    /// the rank of the first one and their number. `prefix` has the 0-based rows of the queens in the first 0 to N
    /// columns.
    ///
    /// Fails if the queens are outside the board or attack each other, or if Q(N) is unknown (N > 27).
    ///
    /// Cost: stored, a lookup per row. Otherwise a search of parts of one cell per row: about a millisecond in all at
    /// N = 20 with an index, a few tenths of a second with the built-in cells. From N = 22 on, boards need tables
    /// ([`Error::OutOfReach`](crate::Error::OutOfReach)).
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
    pub fn children(&self, prefix: &[u8]) -> Result<Children> {
        let n = self.n();
        check_prefix(n, prefix)?;
        let total = self.solution_count()?;
        if prefix.len() == n.get() {
            let first = self.rank(&Solution::new(Permutation::new(prefix)?)?)?;
            return Ok(Children { first: Some(first), solutions: 1, children: Vec::new() });
        }
        let rows = next_rows(n, prefix);
        let (before, counts) = match Half::of(n, prefix) {
            _ if rows.is_empty() || total == 0 => (0, vec![0; rows.len()]),
            Half::First => {
                let HalfCounts { before, counts } =
                    self.half_counts(HalfPrefix::whole(n, prefix.to_vec(), rows.clone()))?;
                (before, counts)
            }
            Half::Second => {
                let mirrored = |rows: &[u8]| rows.iter().map(|row| mirror(n, *row)).collect();
                let [queens, mut rows]: [Vec<u8>; 2] = [mirrored(prefix), mirrored(&rows)];
                rows.reverse();
                let HalfCounts { before, mut counts } =
                    self.half_counts(HalfPrefix::whole(n, queens, rows))?;
                counts.reverse();
                (total - before - counts.iter().sum::<u64>(), counts)
            }
            Half::Both => self.counts_around_the_middle(prefix, &rows, total)?,
        };
        children(before, &rows, &counts)
    }

    /// The number of solutions before a prefix whose children are in both halves of the ranks, and with each of these
    /// rows.
    fn counts_around_the_middle(
        &self,
        prefix: &[u8],
        rows: &[u8],
        total: u64,
    ) -> Result<(u64, Vec<u64>)> {
        let n = self.n();
        let is_low = |row: &u8| *row < mirror(n, *row);
        let low: Vec<u8> = rows.iter().copied().filter(is_low).collect();
        let lows = low.len();
        let known = Heatmap::known(n).filter(|_| prefix.is_empty());
        if let Some(heatmap) = known {
            // The first column of the heat map has the counts of all rows.
            return Ok((0, heatmap.rows().map(|counts| counts[0]).collect()));
        }
        let HalfCounts { before, counts } = match lows {
            0 => HalfCounts { before: 0, counts: Vec::new() },
            _ => {
                let end = n.get() as u8 / 2;
                self.half_counts(HalfPrefix { queens: prefix.to_vec(), rows: low, end })?
            }
        };
        let middle = total - 2 * (before + counts.iter().sum::<u64>());
        let high = counts.iter().rev().copied();
        let middle = (rows.len() > 2 * lows).then_some(middle);
        Ok((before, counts.iter().copied().chain(middle).chain(high).collect()))
    }

    /// The counts of a prefix that has at least one row.
    fn half_counts(&self, prefix: HalfPrefix) -> Result<HalfCounts> {
        let HalfPrefix { queens, mut rows, end } = prefix;
        let Some(tables) = &self.tables else { return self.pass_all(&queens, &rows) };
        rows.push(end);
        let before = tables.before(&queens, &rows)?;
        let counts = before.windows(2).map(|pair| pair[1] - pair[0]).collect();
        Ok(HalfCounts { before: before[0], counts })
    }

    /// The counts of a board too small for cells.
    fn pass_all(&self, queens: &[u8], rows: &[u8]) -> Result<HalfCounts> {
        self.check_reaches_all()?;
        let (mut before, mut counts) = (0, vec![0; rows.len()]);
        for solution in Solutions::new(self.n()) {
            let (head, tail) = solution.rows().split_at(queens.len());
            before += u64::from((head, tail[0]) < (queens, rows[0]));
            if let Some(place) = rows.iter().position(|row| head == queens && *row == tail[0]) {
                counts[place] += 1;
            }
        }
        Ok(HalfCounts { before, counts })
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

/// The half of the ranks that contains the solutions below a prefix.
enum Half {
    First,
    Second,
    /// The empty prefix, and, for odd N, the queen in the middle of the first column.
    Both,
}

impl Half {
    fn of(n: BoardSize, prefix: &[u8]) -> Self {
        let lower = prefix.iter().find(|row| **row != mirror(n, **row));
        match lower {
            None => Half::Both,
            Some(&row) if row < mirror(n, row) => Half::First,
            Some(_) => Half::Second,
        }
    }
}

impl HalfPrefix {
    /// A prefix with all its rows.
    fn whole(n: BoardSize, queens: Vec<u8>, rows: Vec<u8>) -> Self {
        HalfPrefix { queens, rows, end: n.get() as u8 }
    }
}

/// Fails unless these 0-based rows are queens of the first columns that do not attack each other.
fn check_prefix(n: BoardSize, prefix: &[u8]) -> Result<(), Invalid> {
    let size = n.get();
    if prefix.len() > size {
        return Err(Invalid::PrefixTooLong { n: size, got: prefix.len() });
    }
    for (column, &row) in prefix.iter().enumerate() {
        let place = |column: usize| (column + 1, usize::from(prefix[column]) + 1);
        if usize::from(row) >= size {
            let (column, row) = (column as u64 + 1, u64::from(row) + 1);
            return Err(Invalid::SquareOutside { n: size, column, row });
        }
        let attacks = |&other: &usize| {
            let distance = row.abs_diff(prefix[other]);
            distance == 0 || usize::from(distance) == column - other
        };
        if let Some(first) = (0..column).find(attacks) {
            return Err(Invalid::PrefixAttack { first: place(first), second: place(column) });
        }
    }
    Ok(())
}
