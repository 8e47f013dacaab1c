//! Checks the blocks of a board: stored solutions, or the cells of an index.

use super::part::recount;
use super::problems::{Problems, Scope};
use crate::combinatorics::Solution;
use crate::search::bitboard::PrefixSteps;
use crate::search::kernel::NumberedPrefixes;
use crate::search::{CellSize, SolutionRun, Solutions, cell_depth};
use crate::store::block::{BuildTier, Cells, INDEXED_BOARDS};
use crate::store::build::Part;
use crate::store::build::counting::Division;
use crate::store::content::Content;
use crate::store::error::Result;
use crate::store::rows::{BlockRow, BoardRow, State};

/// Passes each block to `check`, which returns the number of solutions checked so far, or `None` if later blocks can't be
/// checked. Returns whether all were.
fn each_block(
    scope: Scope<'_>,
    row: Option<&BoardRow>,
    mut check: impl FnMut(&BlockRow) -> Option<u64>,
) -> Result<bool> {
    let watched = scope.watched();
    let half = row.and_then(|row| row.solutions).map(|solutions| solutions.div_ceil(2));
    BlockRow::all(scope.connection, scope.n, |blocks| {
        for block in blocks {
            let Some(done) = check(&block?) else { return Ok(false) };
            watched.advance(done, half)?;
        }
        Ok(true)
    })
}

fn place_of(block: &BlockRow) -> String {
    format!("the block at rank {}", block.first_rank)
}

/// Checks that the blocks follow each other, prefix by prefix, that their first solutions agree with the counts, and
/// the totals and digest; with `deep`, also every count, which takes as long as a build. Returns the number of
/// solutions in the sound blocks.
pub(super) fn verify_indexed(
    scope: Scope<'_>,
    row: &BoardRow,
    problems: &mut Problems,
) -> Result<u64> {
    let first = INDEXED_BOARDS
        .contains(&scope.n.get())
        .then(|| PrefixSteps::first(scope.n, cell_depth(scope.n)).expect("the board has prefixes"));
    let Some(steps) = first else {
        problems.add("a board of this size can't be indexed".into());
        return Ok(0);
    };
    let content = Content::new(BuildTier::Indexed);
    let mut check = CellCheck { scope, row, problems, steps, content, sizes: Vec::new() };
    let are_checked = each_block(scope, Some(row), |block| check.block(block))?;
    if row.state == State::Complete && are_checked {
        check.end()?;
    }
    Ok(check.content.solutions)
}

/// The check of an indexed board, block by block.
struct CellCheck<'c> {
    scope: Scope<'c>,
    row: &'c BoardRow,
    problems: &'c mut Problems,
    /// At the first prefix of the next block.
    steps: PrefixSteps,
    content: Content,
    /// All cells, for a deep check.
    sizes: Vec<CellSize>,
}

impl CellCheck<'_> {
    /// Checks a block. Returns the number of solutions so far; `None` if later blocks can't be checked.
    fn block(&mut self, row: &BlockRow) -> Option<u64> {
        let place = place_of(row);
        let cells = row.cells();
        let cells = cells.map_err(|error| self.problems.add(format!("{place}: {error}"))).ok()?;
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
        self.follow(&place, &cells).then_some(self.content.solutions)
    }

    /// Whether the block begins where the previous one ends. Steps to its end.
    fn follow(&mut self, place: &str, cells: &Cells) -> bool {
        if cells.prefix != self.steps.prefix() {
            self.problems.add(format!("{place}: does not begin with the next prefix"));
            return false;
        }
        let is_inside = self.steps.skip(cells.sizes.iter().map(|size| size.prefixes).sum());
        if !is_inside {
            self.problems.add(format!("{place}: extends past the end of the board"));
        }
        is_inside
    }

    fn end(&mut self) -> Result<()> {
        let n = self.scope.n;
        let prefixes = NumberedPrefixes::new(n.get(), cell_depth(n)).len as u64;
        if self.content.prefixes != prefixes {
            let counted = self.content.prefixes;
            self.problems.add(format!("the cells have {counted} prefixes, the board {prefixes}"));
            return Ok(());
        }
        self.problems.check_totals(self.row, &self.content);
        if self.scope.deep {
            self.compare_with_fresh_counts()?;
        }
        Ok(())
    }

    fn compare_with_fresh_counts(&mut self) -> Result<()> {
        let division = Division::new(self.scope.n, 1);
        let units: Vec<u32> = division.units_of(Part::WHOLE).collect();
        let fresh = recount(self.scope, &division, &units)?;
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
    each_block(scope, row, |block| {
        check.block(block);
        Some(check.checked)
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

/// The check of a stored board, block by block.
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
        let place = place_of(row);
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
