//! The method `search`: some solutions that meet conditions, in no particular order, and whether there is exactly one.

use super::solved::{SolvedBoard, Way};
use crate::context::Context;
use crate::error::{CliError, Result};
use crate::output::{Format, SolutionPrinter, note};
use nqdb::placement::Placement;
use nqdb_completion::{PartialBoard, completions, for_each_completion, verdict};
use serde::Serialize;
use std::ops::ControlFlow;

#[derive(Clone, Copy)]
pub(super) struct Search<'a> {
    pub(super) board: &'a PartialBoard,
    pub(super) seed: u64,
}

/// The message for boards without solutions: with the reason if conditions contradict each other, else with `proof`.
pub(crate) fn no_solution(board: &PartialBoard, proof: &str) -> String {
    let n = board.n();
    match board.contradiction() {
        Some(contradiction) => {
            format!("no solution of N = {n} meets the conditions: {contradiction}")
        }
        None if board.conditions().next().is_none() => format!("N = {n} has no solutions"),
        None => format!("no solution of N = {n} meets the conditions{proof}"),
    }
}

/// The reason, if the search was exhaustive.
const PROOF: &str = " (proved by exhaustive search)";

impl Search<'_> {
    /// Prints up to `limit` solutions, at least one, as they are found. Fails if there is none.
    pub(super) fn print_some(
        self,
        limit: u64,
        mut printer: SolutionPrinter,
        context: &mut Context,
    ) -> Result {
        let (mut number, mut printed) = (0, Ok(()));
        let watch = context.watch.clone();
        let end = for_each_completion(self.board, self.seed, &*watch, |placement| {
            context.prints(1);
            number += 1;
            let board = self.solved(&placement, format!("solution {number}"));
            printed = watch.check_time().and_then(|()| printer.print(&board, &mut context.out));
            if printed.is_err() || number == limit {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        context.printed();
        printed?;
        let is_complete = end?.is_continue();
        match number {
            0 => return Err(CliError::Other(no_solution(self.board, PROOF))),
            1 if is_complete => note("there is only this solution"),
            _ if is_complete => note(format_args!("there are only these {number} solutions")),
            _ => {}
        }
        printer.finish(&mut context.out)
    }

    /// Prints whether there is exactly one solution, and up to two as witnesses. Returns whether there are several.
    pub(super) fn print_uniqueness(
        self,
        mut printer: SolutionPrinter,
        context: &mut Context,
    ) -> Result<bool> {
        let n = self.board.n();
        let found = completions(self.board, 2, self.seed, &*context.watch)?;
        let failure = match found.len() {
            0 => Some(no_solution(self.board, PROOF)),
            1 => None,
            _ => Some(format!("N = {n} has several such solutions; these are two")),
        };
        let (verdict, out) = (VerdictJson::new(n, &found), &mut context.out);
        match printer.format {
            Format::Json => out.json(&verdict)?,
            format => {
                if format == Format::Text {
                    out.line(verdict.verdict)?;
                }
                for (number, placement) in (1..).zip(&found) {
                    let caption = match found.len() {
                        1 => "the only solution".to_owned(),
                        _ => format!("solution {number}"),
                    };
                    printer.print(&self.solved(placement, caption), out)?;
                }
                printer.finish(out)?;
            }
        }
        context.failure = failure.map(CliError::Other);
        Ok(found.len() > 1)
    }

    fn solved<'s>(&'s self, placement: &'s Placement, caption: String) -> SolvedBoard<'s> {
        SolvedBoard {
            placement,
            partial: Some(self.board),
            caption,
            way: Way::Search,
            seed: Some(self.seed),
            steps: None,
        }
    }
}

#[derive(Serialize)]
pub(super) struct VerdictJson {
    n: usize,
    /// `unique`, `several` or `none`.
    pub(super) verdict: &'static str,
    pub(super) witnesses: Vec<Vec<u32>>,
}

impl VerdictJson {
    /// The verdict from up to two solutions.
    pub(super) fn new(n: usize, found: &[Placement]) -> Self {
        let witnesses = found.iter().map(|witness| witness.queens().collect()).collect();
        VerdictJson { n, verdict: verdict(found.len()), witnesses }
    }
}
