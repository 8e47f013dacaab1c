//! What `--explain` says about boards, and advice about boards without tables.

use super::error::Result;
use super::output::build::describe_cost;
use super::output::writer::note;
use super::progress::ProgressWatch;
use nqdb::{
    Board, BoardSize, BuildOptions, BuildTier, Database, LAST_LISTED, LAST_ON_ONE_MACHINE, Rank,
    Tier, estimate, known_first_solution,
};
use std::fmt::Display;
use std::sync::Arc;

/// Says how boards are answered.
#[derive(Clone)]
pub(super) struct Explainer {
    /// Whether `--explain` is given.
    is_on: bool,
    watch: Arc<ProgressWatch>,
}

impl Explainer {
    pub(super) fn new(is_on: bool, watch: Arc<ProgressWatch>) -> Self {
        Explainer { is_on, watch }
    }

    /// Prints how a question is answered, with `--explain`.
    pub(super) fn say(&self, how: impl Display) {
        if self.is_on {
            note(how);
        }
    }

    /// A board; with `--explain`, its tier is printed.
    pub(super) fn board(&self, database: &Database, n: BoardSize) -> Result<Board> {
        let board = database.board(n)?;
        if board.tier() == Tier::Searched && n.get() > LAST_ON_ONE_MACHINE.into() {
            self.watch.advise(format!(
                "N = {n} has no tables: its solutions are searched one by one, which may never end; `nqdb find {n} \
                 --any` finds some solution at once, --estimate of count, rank and find estimates"
            ));
        }
        if self.is_on {
            let benefit = benefit_of_tables(&board).map(|benefit| format!("; {benefit}"));
            note(format_args!("N = {n} is {}{}", board.tier(), benefit.unwrap_or_default()));
            explain_first(&board);
        }
        Ok(board)
    }

    /// Says what tables would gain where each of many answers takes a search.
    pub(super) fn advise_tables(&self, board: &Board) {
        let n = board.n();
        // With `--explain` it is said already. Up to N = 16 only the first answers take a search.
        if let Some(benefit) =
            benefit_of_tables(board).filter(|_| !self.is_on && n.get() > LAST_LISTED)
        {
            note(format_args!("N = {n} has no tables, so each answer takes a search; {benefit}"));
        }
    }

    /// How an indexed board answers `rank`, with `--explain`.
    pub(super) fn rank(&self, board: &Board, rank: Rank) -> Result<Option<String>> {
        let trace = if self.is_on { board.trace(rank)? } else { None };
        Ok(trace.map(|trace| {
            format!(
                "rank {rank} is in the block from rank {}, cell {}, whose {} solutions are searched",
                trace.block, trace.cell, trace.solutions
            )
        }))
    }
}

/// Explains where the first solution of a searched board comes from.
fn explain_first(board: &Board) {
    let n = board.n();
    if let Some(known) = known_first_solution(n).filter(|_| board.tier() == Tier::Searched) {
        note(format_args!(
            "N = {n}: the first solution comes with nqdb; its proof took {} s and placed {} queens, and \
             `nqdb unrank {n} 1 --compute` repeats it",
            known.seconds, known.nodes
        ));
    }
}

/// What tables of a searched board would gain and cost.
fn benefit_of_tables(board: &Board) -> Option<String> {
    let options = BuildOptions::default();
    let cost = match board.tier() {
        Tier::Searched => estimate(board.n(), options)?,
        _ => return None,
    };
    let gain = match cost.tier {
        BuildTier::Stored => "answers within microseconds",
        BuildTier::Indexed => "answers within a millisecond or so",
    };
    Some(format!("`nqdb build {}` would give {gain}: {}", board.n(), describe_cost(&cost, options)))
}
