//! Checks the blocks of a stored board.

use super::problems::{Problems, Scope};
use crate::combinatorics::{BoardSize, Solution};
use crate::search::SolutionRun;
use crate::search::Solutions;
use crate::store::build::options::BuildTier;
use crate::store::content::SolutionContent;
use crate::store::error::StoreError;
use crate::store::rows::{BlockRow, BoardRow, State};
use std::ops::ControlFlow;

/// Checks each block by itself and against those before it, and the totals and digest of a complete board; with `deep`,
/// also every solution against a fresh enumeration. Returns the number of solutions in the sound blocks.
pub(super) fn verify(
    scope: Scope<'_>,
    row: Option<&BoardRow>,
    problems: &mut Problems,
) -> Result<u64, StoreError> {
    let mut check = BlockCheck::new(scope, row, problems);
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
        None => check.problem("blocks without a row in the board table".into()),
        Some(row) if row.state == State::Complete && !check.is_incomplete => check.totals(row),
        Some(_) => {}
    }
    Ok(check.checked)
}

/// The check of a board, block by block.
struct BlockCheck<'p> {
    n: BoardSize,
    row: Option<&'p BoardRow>,
    content: SolutionContent,
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

impl<'p> BlockCheck<'p> {
    fn new(scope: Scope<'_>, row: Option<&'p BoardRow>, problems: &'p mut Problems) -> Self {
        let n = scope.n;
        let fresh = scope.deep.then(|| Solutions::new(n));
        let content = SolutionContent::default();
        BlockCheck {
            n,
            row,
            content,
            checked: 0,
            last: None,
            fresh,
            is_incomplete: false,
            resync: false,
            problems,
        }
    }

    fn problem(&mut self, what: String) {
        self.problems.add(what);
    }

    fn block(&mut self, row: &BlockRow) {
        let place = format!("the block at rank {}", row.first_rank);
        let run = match row.decode() {
            Ok(run) => run,
            Err(error) => {
                self.problem(format!("{place}: {error}"));
                (self.is_incomplete, self.resync) = (true, true);
                return;
            }
        };
        if !self.resync && row.first_rank.checked_sub(1) != Some(self.content.solutions) {
            self.problem(format!("{place}: {} solutions come before it", self.content.solutions));
            (self.is_incomplete, self.resync) = (true, true);
        }
        if std::mem::take(&mut self.resync) {
            self.content.solutions = row.first_rank.saturating_sub(1);
            self.content.representatives = row.first_orbit;
            self.fresh =
                self.fresh.take().map(|_| Solutions::starting_at(run.get(0).permutation()));
        }
        if row.first_orbit != self.content.representatives {
            self.problem(format!(
                "{place}: {} canonical representatives before it according to its row, expected {}",
                row.first_orbit, self.content.representatives
            ));
        }
        let most_cells = BuildTier::Stored.block_size() as u64;
        let is_other =
            |board: &BoardRow| row.codec != board.codec || most_cells != board.block_size;
        if self.row.is_some_and(is_other) {
            self.problem(format!("{place}: codec or size is not the board's"));
        }
        self.run(&place, &run);
    }

    fn run(&mut self, place: &str, run: &SolutionRun) {
        let (first, last) = (run.get(0), run.get(run.len() - 1));
        if self.last.is_some_and(|last| last >= first) {
            self.problem(format!("{place}: begins before the end of the block before it"));
        }
        if !last.in_first_half() {
            self.problem(format!("{place}: holds solutions of the second half"));
        }
        let fresh = self.fresh.as_mut();
        let differs =
            fresh.and_then(|fresh| run.iter().position(|found| fresh.next() != Some(found)));
        if let Some(offset) = differs {
            self.problem(format!(
                "{place}: at place {offset} (0-based): differs from a fresh enumeration"
            ));
        }
        self.last = Some(last);
        self.content.add(run);
        self.checked += run.len() as u64;
    }

    fn totals(&mut self, row: &BoardRow) {
        let (counted, orbits) = self.content.totals(self.n);
        self.problems.check_totals(row, counted, orbits, self.content.digest());
    }
}
