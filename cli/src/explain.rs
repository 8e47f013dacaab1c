//! The output of `--explain`, and advice about boards without tables.

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

/// Explains how boards are looked up.
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

    /// With `--explain`, prints how an item is looked up.
    pub(super) fn say(&self, how: impl Display) {
        if self.is_on {
            note(how);
        }
    }

    /// A board; with `--explain`, prints its tier.
    pub(super) fn board(&self, database: &Database, n: BoardSize) -> Result<Board> {
        let board = database.board(n)?;
        if board.tier() == Tier::Searched && n.get() > LAST_ON_ONE_MACHINE.into() {
            self.watch.advise(format!(
                "N = {n} has no tables: its solutions are searched one by one, which may never end; `nqdb find {n} \
                 --any` finds one solution quickly, and count, rank and find have --estimate"
            ));
        }
        if self.is_on {
            let benefit = benefit_of_tables(&board).map(|benefit| format!("; {benefit}"));
            note(format_args!("N = {n} is {}{}", board.tier(), benefit.unwrap_or_default()));
            explain_first(&board);
        }
        Ok(board)
    }

    /// Prints what tables would gain, if each of many items takes a search.
    pub(super) fn advise_tables(&self, board: &Board) {
        let n = board.n();
        // `--explain` prints it anyway. Up to N = 16 only the first lookups take a search.
        if let Some(benefit) =
            benefit_of_tables(board).filter(|_| !self.is_on && n.get() > LAST_LISTED)
        {
            note(format_args!("N = {n} has no tables, so each lookup takes a search; {benefit}"));
        }
    }

    /// With `--explain`, how an indexed board finds the solution of `rank`.
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

/// Prints the source of the first solution of a searched board.
fn explain_first(board: &Board) {
    let n = board.n();
    if let Some(known) = known_first_solution(n).filter(|_| board.tier() == Tier::Searched) {
        note(format_args!(
            "N = {n}: the first solution is built in; its proof took {} s and placed {} queens, and \
             `nqdb unrank {n} 1 --compute` repeats it",
            known.seconds, known.nodes
        ));
    }
}

/// The gain and the cost of tables of a searched board.
fn benefit_of_tables(board: &Board) -> Option<String> {
    let options = BuildOptions::default();
    let cost = match board.tier() {
        Tier::Searched => estimate(board.n(), options)?,
        _ => return None,
    };
    let gain = match cost.tier {
        BuildTier::Stored => "lookups within microseconds",
        BuildTier::Indexed => "lookups within a few milliseconds",
    };
    Some(format!("`nqdb build {}` would give {gain}: {}", board.n(), describe_cost(&cost, options)))
}
