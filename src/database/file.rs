//! The boards of a database file, and their checks.

use super::board::Board;
use super::open::Database;
use crate::combinatorics::{BoardSize, Canonical, Orbit, Rank};
use crate::dice::Dice;
use crate::error::{Error, Result};
use crate::search::{SearchError, Solutions};
use crate::store::{BoardInfo, DamageError, RecountReport, StoreError, VerifyReport};
use crate::watch::{Activity, Watch, Watched};
use serde::Serialize;
use std::sync::Arc;

impl Database {
    /// The boards in the file, complete or not; empty without a file.
    ///
    /// # Errors
    /// [`Error::Store`] if the file can't be read, if a row of a board is damaged, or if the watch stops it.
    pub fn boards(&self) -> Result<Vec<BoardInfo>> {
        self.file.as_ref().map_or(Ok(Vec::new()), |file| Ok(file.boards(&self.watch)?))
    }

    /// Checks the file and the boards in `only` (all if empty); with `deep`, also against a fresh enumeration. Without
    /// a file there is nothing to check. O(solutions).
    ///
    /// # Errors
    /// [`Error::Store`] if the file can't be opened or read, if it does not have a board in `only`
    /// ([`NotBuilt`](crate::store::BoardError::NotBuilt)), or if the watch stops the check. Damage is in the report.
    pub fn verify(
        &self,
        only: &[BoardSize],
        deep: bool,
        watch: impl Watch + 'static,
    ) -> Result<VerifyReport> {
        match &self.file {
            Some(file) => Ok(file.verify(only, deep, &(Arc::new(watch) as _))?),
            None => Ok(VerifyReport::default()),
        }
    }

    /// Recounts some units of work of a part of an index, `samples` of them drawn with the seed, and compares them with
    /// its counts. With as many samples as units, all counts are compared. `None` if the file has no part of the board.
    ///
    /// # Errors
    /// [`Error::Store`] if the file can't be read, if its part is damaged, or if the watch stops the count. Wrong
    /// counts are in the report.
    pub fn recount_units(
        &self,
        n: BoardSize,
        samples: u64,
        seed: u64,
        watch: impl Watch + 'static,
    ) -> Result<Option<RecountReport>> {
        match &self.file {
            Some(file) => Ok(file.recount_units(n, samples, seed, &(Arc::new(watch) as _))?),
            None => Ok(None),
        }
    }

    /// Draws random ranks of a board and looks each up along independent paths: its solution must have this rank; the
    /// next solution found by a search must have the next rank; the images must be found by their ranks, and the ranks
    /// of complements must add up to Q(N) + 1; the canonical representative must be found by the orbit id. Stops at the
    /// first problem.
    ///
    /// Cost: about thirty lookups per sample.
    ///
    /// # Errors
    /// Those of [`Database::board`] and [`Board::rank`]; [`Error::UnknownCount`] for N > 27; [`Error::NoSolutions`].
    /// Damage that a lookup finds is in the report.
    pub fn verify_samples(&self, n: BoardSize, samples: u64, seed: u64) -> Result<SampleReport> {
        let board = self.board(n)?;
        let len = board.solution_count()?;
        if len == 0 {
            return Err(Error::NoSolutions { n });
        }
        let mut dice = Dice::new(seed);
        let mut problems = Vec::new();
        let watched = Watched::new(&*self.watch, Activity::Verifying, n.get(), "ranks looked up");
        for done in 0..samples {
            watched.advance(done, Some(samples)).map_err(SearchError::from)?;
            let rank = Rank::new(dice.below(len) + 1)?;
            let problem = match problem_at(&board, rank, len) {
                Err(error) if is_damage(&error) => Some(error.to_string()),
                outcome => outcome?,
            };
            if let Some(problem) = problem {
                problems.push(format!("rank {rank}: {problem}"));
                break;
            }
        }
        Ok(SampleReport { n: n.get(), samples, seed, problems })
    }
}

/// The result of random lookups.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SampleReport {
    /// Board size N.
    pub n: usize,
    /// Ranks drawn.
    pub samples: u64,
    /// The seed of the draw.
    pub seed: u64,
    /// The problems found.
    pub problems: Vec<String>,
}

/// Whether an error is a finding about the database, not a failure to read it or to continue.
fn is_damage(error: &Error) -> bool {
    matches!(
        error,
        Error::Search(SearchError::NoAnswer { .. })
            | Error::Store {
                kind: StoreError::Damage(DamageError::Content { .. } | DamageError::Block { .. }),
                ..
            }
    )
}

/// The first contradiction around a rank, if any.
fn problem_at(board: &Board, rank: Rank, len: u64) -> Result<Option<String>> {
    let solution = board.unrank(rank)?;
    let again = board.rank(&solution)?;
    if again != rank {
        return Ok(Some(format!("its solution {solution} has rank {again}")));
    }
    let next = Solutions::starting_at(solution.permutation()).nth(1);
    let next_rank = rank.checked_add(1).filter(|next| next.get() <= len);
    let looked_up = next_rank.map(|next| board.unrank(next)).transpose()?;
    if looked_up != next {
        return Ok(Some("the next rank is not the solution that a search finds next".into()));
    }
    let orbit = Orbit::of(&solution);
    for (symmetry, image) in orbit.members() {
        let rank = board.rank(image)?;
        let other = board.rank(&image.complement())?;
        // N = 1: the one solution is its own complement.
        if rank.get() + other.get() != len + 1 && len > 1 {
            return Ok(Some(format!(
                "the ranks of its image {symmetry} and of the complement do not add up"
            )));
        }
        if board.unrank(rank)? != *image {
            return Ok(Some(format!("its image {symmetry} is not found by its rank {rank}")));
        }
    }
    let id = board.orbit_id(&solution)?;
    if *board.orbit(id)?.canonical() == Canonical::of(&solution) {
        Ok(None)
    } else {
        Ok(Some(format!("its orbit id {id} is that of another orbit")))
    }
}
