//! Checks the blocks of an indexed board.

use super::part::recount;
use super::problems::{Problems, Scope};
use crate::search::kernel::{NumberedPrefixes, next_prefix};
use crate::search::{CellSize, cell_depth};
use crate::store::block::{Cells, INDEXED_BOARDS};
use crate::store::content::CellContent;
use crate::store::error::StoreError;
use crate::store::rows::{BlockRow, BoardRow, State};
use std::ops::ControlFlow;

/// Checks that the blocks follow each other, prefix by prefix, that their first solutions agree with the counts, and
/// the totals and digest; with `deep`, also every count, which takes as long as a build. Returns the number of
/// solutions in the sound blocks.
pub(super) fn verify(
    scope: Scope<'_>,
    row: &BoardRow,
    problems: &mut Problems,
) -> Result<u64, StoreError> {
    let complete = row.state == State::Complete;
    if !INDEXED_BOARDS.contains(&scope.n.get()) {
        problems.add("a board of this size can't be indexed".into());
        return Ok(0);
    }
    let mut check = CellCheck::new(scope, row, problems);
    let watched = scope.watched();
    let half = row.solutions.map(|solutions| solutions / 2);
    let mut is_broken = false;
    let itself = |error| error;
    BlockRow::for_each(scope.connection, scope.n, itself, |block| {
        if !check.block(&block) {
            is_broken = true;
            return Ok(ControlFlow::Break(()));
        }
        let done = check.content.solutions;
        watched.tick(done, half.map(|half| (done as f64 / half.max(1) as f64).min(1.0)))?;
        Ok(ControlFlow::Continue(()))
    })?;
    if complete && !is_broken {
        check.end()?;
    }
    Ok(check.content.solutions)
}

/// The check of a board, block by block.
struct CellCheck<'c> {
    scope: Scope<'c>,
    row: &'c BoardRow,
    problems: &'c mut Problems,
    /// The first prefix of the next block.
    prefix: Vec<u8>,
    content: CellContent,
    /// All cells, for a deep check.
    sizes: Vec<CellSize>,
}

impl<'c> CellCheck<'c> {
    fn new(scope: Scope<'c>, row: &'c BoardRow, problems: &'c mut Problems) -> Self {
        let mut prefix = vec![0; cell_depth(scope.n)];
        next_prefix(scope.n.get(), &mut prefix);
        CellCheck {
            scope,
            row,
            problems,
            prefix,
            content: CellContent::default(),
            sizes: Vec::new(),
        }
    }

    /// Checks a block. Returns false if later blocks can't be checked.
    fn block(&mut self, row: &BlockRow) -> bool {
        let place = format!("the block at rank {}", row.first_rank);
        let cells = match row.cells() {
            Ok(cells) => cells,
            Err(error) => {
                self.problems.add(format!("{place}: {error}"));
                return false;
            }
        };
        if let Err(source) = row.index() {
            self.problems.add(format!("{place}: {source}"));
        }
        let before = (self.content.solutions.checked_add(1), self.content.representatives);
        if (Some(row.first_rank), row.first_orbit) != before {
            self.problems.add(format!(
                "{place}: {} solutions and {} canonical representatives come before it, but its row has {} and {}",
                self.content.solutions,
                self.content.representatives,
                row.first_rank.wrapping_sub(1),
                row.first_orbit
            ));
        }
        if row.codec != self.row.codec || cells.sizes.len() as u64 > self.row.block_size {
            self.problems.add(format!("{place}: codec or size is not the board's"));
        }
        self.content.add(&cells);
        if self.scope.deep {
            self.sizes.extend_from_slice(&cells.sizes);
        }
        self.follow(&place, &cells)
    }

    /// Whether the block begins where the previous one ends. Advances the prefix to its end.
    fn follow(&mut self, place: &str, cells: &Cells) -> bool {
        if cells.prefix != self.prefix {
            self.problems.add(format!("{place}: does not begin with the next prefix"));
            return false;
        }
        for _ in 0..cells.sizes.iter().map(|size| u64::from(size.prefixes)).sum() {
            if !next_prefix(self.scope.n.get(), &mut self.prefix) {
                self.problems.add(format!("{place}: extends past the end of the board"));
                return false;
            }
        }
        true
    }

    fn end(&mut self) -> Result<(), StoreError> {
        let prefixes =
            NumberedPrefixes::new(self.scope.n.get(), cell_depth(self.scope.n)).count() as u64;
        if self.content.prefixes != prefixes {
            self.problems.add(format!(
                "the cells have {} prefixes, the board {prefixes}",
                self.content.prefixes
            ));
            return Ok(());
        }
        let (solutions, orbits) = self.content.totals();
        self.problems.check_totals(self.row, solutions, orbits, self.content.digest());
        if self.scope.deep {
            self.compare_with_fresh_counts()?;
        }
        Ok(())
    }

    fn compare_with_fresh_counts(&mut self) -> Result<(), StoreError> {
        let fresh = recount(self.scope, None)?;
        let mut counts = fresh.chunks().flatten();
        for (cell, size) in self.sizes.iter().enumerate() {
            let here = counts.by_ref().take(size.prefixes as usize);
            let [solutions, representatives] = here
                .fold([0, 0], |[s, r], count| [s + u64::from(count[0]), r + u64::from(count[1])]);
            if (solutions, representatives) != (size.solutions, size.representatives) {
                self.problems.add(format!(
                    "cell {cell} (0-based) has {} solutions and {} canonical representatives, a fresh count gives {solutions} and {representatives}",
                    size.solutions, size.representatives
                ));
            }
        }
        Ok(())
    }
}
