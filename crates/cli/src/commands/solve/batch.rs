//! `nqdb solve -`: one result for each partial board on standard input, in their order, on several threads.

use super::search::{NONE, UNIQUE, VerdictJson};
use super::solved::Way;
use crate::context::Context;
use crate::error::{CliError, Result};
use crate::input::ErrorArgs;
use crate::output::columns::Value;
use crate::output::write::Output;
use crate::partial_boards::answer_partial_boards;
use nqdb::Watch;
use nqdb::answers::to_json;
use nqdb::internal::counted;
use nqdb_completion::{PartialBoard, complete, completions};
use serde::Serialize;
use std::num::NonZeroUsize;

/// A result, ready to be printed.
struct Answer {
    line: String,
    /// Whether there is a solution, or with `--unique` exactly one.
    is_success: bool,
}

#[derive(Serialize)]
struct SolvedJson<'a> {
    n: usize,
    /// `null` without a solution.
    queens: Value<'a>,
    method: &'static str,
    seed: u64,
    steps: Option<u64>,
}

/// Solves the boards, all of size `n` if it is given. Returns whether a result depends on the seed.
pub(super) fn run(
    n: Option<u64>,
    seed: u64,
    unique: bool,
    errors: &ErrorArgs,
    jobs: NonZeroUsize,
    context: &mut Context,
) -> Result<bool> {
    let is_json = context.out.is_json();
    let watch = context.watch.clone();
    let watch: &dyn Watch = &*watch;
    let start = || {
        let answer = if unique { verdict } else { solution };
        move |board: &PartialBoard| answer(board, seed, watch, is_json)
    };
    let (mut all, mut failures) = (0u64, 0u64);
    let print = |answer: Option<Answer>, out: &mut Output| match answer {
        None => out.answer("", ()),
        Some(Answer { line, is_success }) => {
            all += 1;
            failures += u64::from(!is_success);
            out.line(line)
        }
    };
    answer_partial_boards(n, errors, jobs, context, start, print)?;
    if failures > 0 && context.failure.is_none() {
        let have = match (failures, unique) {
            (1, true) => "does not have exactly one solution",
            (_, true) => "do not have exactly one solution",
            (1, false) => "has no solution",
            (_, false) => "have no solution",
        };
        let reason = format!("{failures} of {} {have}", counted(all, "boards"));
        context.failure = Some(CliError::Other(reason));
    }
    Ok(!unique && failures < all)
}

fn solution(board: &PartialBoard, seed: u64, watch: &dyn Watch, is_json: bool) -> Result<Answer> {
    let found = complete(board, seed, watch)?;
    let line = if is_json {
        let queens = found.as_ref().map_or(Value::Missing, Value::Placement);
        let (n, method) = (board.n(), Way::Search.name());
        to_json(&SolvedJson { n, queens, method, seed, steps: None })?
    } else {
        found.as_ref().map_or_else(|| NONE.to_owned(), ToString::to_string)
    };
    Ok(Answer { line, is_success: found.is_some() })
}

fn verdict(board: &PartialBoard, seed: u64, watch: &dyn Watch, is_json: bool) -> Result<Answer> {
    let verdict = VerdictJson::new(board.n(), &completions(board, 2, seed, watch)?);
    let line = if is_json { to_json(&verdict)? } else { verdict.answer.to_owned() };
    Ok(Answer { line, is_success: verdict.answer == UNIQUE })
}
