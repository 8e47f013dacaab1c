//! Checks the blocks of a board: stored solutions, or the cells of an index.

use super::part::recount;
use super::problems::{Problems, Scope};
use crate::combinatorics::Solution;
use crate::search::kernel::{NumberedPrefixes, next_prefix};
use crate::search::{CellSize, SolutionRun, Solutions, cell_depth};
use crate::store::block::{BuildTier, Cells, INDEXED_BOARDS};
use crate::store::content::Content;
use crate::store::error::Result;
use crate::store::rows::{BlockRow, BoardRow, State};
use std::ops::ControlFlow;

/// Checks that the blocks follow each other, prefix by prefix, that their first solutions agree with the counts, and
/// the totals and digest; with `deep`, also every count, which takes as long as a build. Returns the number of
/// solutions in the sound blocks.
pub(super) fn verify_indexed(
    scope: Scope<'_>,
    row: &BoardRow,
    problems: &mut Problems,
) -> Result<u64> {
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
    content: Content,
    /// All cells, for a deep check.
    sizes: Vec<CellSize>,
}

impl<'c> CellCheck<'c> {
    fn new(scope: Scope<'c>, row: &'c BoardRow, problems: &'c mut Problems) -> Self {
        let mut prefix = vec![0; cell_depth(scope.n)];
        next_prefix(scope.n.get(), &mut prefix);
        let content = Content::new(BuildTier::Indexed);
        CellCheck { scope, row, problems, prefix, content, sizes: Vec::new() }
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
        self.content.add_cells(&cells);
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

    fn end(&mut self) -> Result<()> {
        let prefixes =
            NumberedPrefixes::new(self.scope.n.get(), cell_depth(self.scope.n)).count() as u64;
        if self.content.prefixes != prefixes {
            self.problems.add(format!(
                "the cells have {} prefixes, the board {prefixes}",
                self.content.prefixes
            ));
            return Ok(());
        }
        self.problems.check_totals(self.row, &self.content);
        if self.scope.deep {
            self.compare_with_fresh_counts()?;
        }
        Ok(())
    }

    fn compare_with_fresh_counts(&mut self) -> Result<()> {
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

/// Checks each block by itself and against those before it, and the totals and digest of a complete board; with `deep`,
/// also every solution against a fresh enumeration. Returns the number of solutions in the sound blocks.
pub(super) fn verify_stored(
    scope: Scope<'_>,
    row: Option<&BoardRow>,
    problems: &mut Problems,
) -> Result<u64> {
    let mut check = BlockCheck {
        row,
        content: Content::new(BuildTier::Stored),
        checked: 0,
        last: None,
        fresh: scope.deep.then(|| Solutions::new(scope.n)),
        is_incomplete: false,
        resync: false,
        problems,
    };
    let watched = scope.watched();
    let half = row.and_then(|row| row.solutions).map(|solutions| solutions.div_ceil(2));
    let itself = |error| error;
    BlockRow::for_each(scope.connection, scope.n, itself, |block| {
        check.block(&block);
        let fraction = half.map(|half| (check.checked as f64 / half.max(1) as f64).min(1.0));
        watched.tick(check.checked, fraction)?;
        Ok(ControlFlow::Continue(()))
    })?;
    match row {
        None => check.problems.add("blocks without a row in the board table".into()),
        Some(row) if row.state == State::Complete && !check.is_incomplete => {
            check.problems.check_totals(row, &check.content);
        }
        Some(_) => {}
    }
    Ok(check.checked)
}

/// The check of a board, block by block.
struct BlockCheck<'p> {
    row: Option<&'p BoardRow>,
    content: Content,
    /// Solutions in the blocks that could be decoded.
    checked: u64,
    last: Option<Solution>,
    fresh: Option<Solutions>,
    /// Whether a block is missing from the totals because it can't be decoded or is out of place.
    is_incomplete: bool,
    /// Whether this is true of the last block, so that the next one is not compared with its end.
    resync: bool,
    problems: &'p mut Problems,
}

impl BlockCheck<'_> {
    fn block(&mut self, row: &BlockRow) {
        let place = format!("the block at rank {}", row.first_rank);
        let run = match row.decode() {
            Ok(run) => run,
            Err(error) => {
                self.problems.add(format!("{place}: {error}"));
                (self.is_incomplete, self.resync) = (true, true);
                return;
            }
        };
        if !self.resync && row.first_rank.checked_sub(1) != Some(self.content.solutions) {
            self.problems
                .add(format!("{place}: {} solutions come before it", self.content.solutions));
            (self.is_incomplete, self.resync) = (true, true);
        }
        if std::mem::take(&mut self.resync) {
            self.content.solutions = row.first_rank.saturating_sub(1);
            self.content.representatives = row.first_orbit;
            self.fresh =
                self.fresh.take().map(|_| Solutions::starting_at(run.get(0).permutation()));
        }
        if row.first_orbit != self.content.representatives {
            self.problems.add(format!(
                "{place}: {} canonical representatives before it according to its row, expected {}",
                row.first_orbit, self.content.representatives
            ));
        }
        let most_cells = BuildTier::Stored.block_size() as u64;
        let is_other =
            |board: &BoardRow| row.codec != board.codec || most_cells != board.block_size;
        if self.row.is_some_and(is_other) {
            self.problems.add(format!("{place}: codec or size is not the board's"));
        }
        self.run(&place, &run);
    }

    fn run(&mut self, place: &str, run: &SolutionRun) {
        let (first, last) = (run.get(0), run.get(run.len() - 1));
        if self.last.is_some_and(|last| last >= first) {
            self.problems.add(format!("{place}: begins before the end of the block before it"));
        }
        if !last.in_first_half() {
            self.problems.add(format!("{place}: holds solutions of the second half"));
        }
        let fresh = self.fresh.as_mut();
        let differs =
            fresh.and_then(|fresh| run.iter().position(|found| fresh.next() != Some(found)));
        if let Some(offset) = differs {
            self.problems.add(format!(
                "{place}: at place {offset} (0-based): differs from a fresh enumeration"
            ));
        }
        self.last = Some(last);
        self.content.add_run(run);
        self.checked += run.len() as u64;
    }
}
