//! Counts the solutions of cells whose first queens match a pattern.

use super::boards::{CellBoards, End};
use super::partition::Cell;
use crate::combinatorics::{BoardSize, Pattern};
use crate::search::kernel::Kernel;
use crate::search::kernel::engine::{Engine, Mode};
use std::fmt;

/// Boards collected before each search.
const AT_ONCE: usize = 1024;

/// The tags of prefixes whose solutions are added to the sizes of the cells, and subtracted from them.
const ADDED: usize = 0;
const SUBTRACTED: usize = 1;

/// Counts the solutions of cells that match a pattern decided by the prefixes.
///
/// If all prefixes of a cell match, its size is the count. If only some do, the search counts the solutions below
/// these, or below the others and subtracts them, whichever are fewer prefixes. Retains 1 MiB.
pub struct CellMatches {
    n: BoardSize,
    depth: usize,
    /// The allowed rows of each column of a prefix.
    allowed: Vec<u32>,
    /// The number of first columns that decide whether a prefix matches.
    deciding: usize,
    engine: Engine,
    /// Solutions to add and to subtract.
    sums: [u64; 2],
}

impl fmt::Debug for CellMatches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CellMatches").field("n", &self.n).finish_non_exhaustive()
    }
}

impl CellMatches {
    /// A count over cells with prefixes of `depth` queens, which must decide whether a solution matches the pattern
    /// (`Pattern::deciding_columns`).
    pub fn new(kernel: Kernel, pattern: &Pattern, depth: usize) -> Self {
        let (n, deciding) = (pattern.n(), pattern.deciding_columns(depth));
        let deciding = deciding.expect("the prefixes decide");
        let allowed = pattern.rows()[..depth].iter().map(|&rows| rows as u32).collect();
        let engine = Engine::new(kernel, n.get(), Mode::Count, depth);
        CellMatches { n, depth, allowed, deciding, engine, sums: [0; 2] }
    }

    /// Whether a prefix between `first` and `last` may match, judged by their common queens and the first that differ.
    pub fn may_match(&self, first: &[u8], last: &[u8]) -> bool {
        let columns = self.allowed[..self.deciding].iter().zip(first.iter().zip(last));
        for (allowed, (&first, &last)) in columns {
            let between = (u32::MAX << first) & (u32::MAX >> (31 - u32::from(last)));
            if allowed & between == 0 {
                return false;
            }
            if first != last {
                break;
            }
        }
        true
    }

    /// Adds the matches in a cell. `None` once `more(new)` returns false; it is called often, with the number of new
    /// matches.
    pub fn add(&mut self, cell: Cell<'_>, more: &mut dyn FnMut(u64) -> bool) -> Option<()> {
        if !self.may_match(cell.first, cell.last) {
            return Some(());
        }
        let shared = cell.first.iter().zip(cell.last).take_while(|(first, last)| first == last);
        if shared.count() >= self.deciding {
            // All prefixes match: they share the deciding rows.
            self.sums[ADDED] += cell.size.solutions;
            return more(cell.size.solutions).then_some(());
        }
        self.add_divided(cell, more)
    }

    /// Adds the matches in a cell that may have both matching and other prefixes.
    fn add_divided(&mut self, cell: Cell<'_>, more: &mut dyn FnMut(u64) -> bool) -> Option<()> {
        let mut prefixes = CellBoards::new(self.n.get(), cell, self.depth, End::First);
        let (mut matching, mut others) = (Vec::new(), Vec::new());
        while let Some((board, queens)) = prefixes.next() {
            let mut columns = queens.iter().zip(&self.allowed);
            let matches = columns.all(|(row, allowed)| allowed >> row & 1 == 1);
            if matches { &mut matching } else { &mut others }.push(board);
        }
        let (boards, tag) =
            if matching.len() <= others.len() { (matching, ADDED) } else { (others, SUBTRACTED) };
        if tag == SUBTRACTED {
            self.sums[ADDED] += cell.size.solutions;
            more(cell.size.solutions).then_some(())?;
        }
        for board in boards {
            self.engine.add_root(board, tag);
        }
        if self.engine.roots() < AT_ONCE {
            return Some(());
        }
        self.engine.count(&mut self.sums, more)
    }

    /// The numbers of solutions to add and to subtract, over all cells since the last call; `None` once `more` returns
    /// false.
    pub fn take(&mut self, more: &mut dyn FnMut(u64) -> bool) -> Option<[u64; 2]> {
        self.engine.count(&mut self.sums, more)?;
        Some(std::mem::take(&mut self.sums))
    }
}
