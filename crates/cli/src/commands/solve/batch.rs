//! `nqdb solve -`: one result for each partial board on standard input, in their order, on several threads.

use super::search::VerdictJson;
use super::solved::Way;
use crate::args::JobsArg;
use crate::context::Context;
use crate::error::{CliError, Result};
use crate::input::ErrorArgs;
use crate::output::{Output, Value, object};
use crate::partial_boards::answer_partial_boards;
use nqdb::internal::counted;
use nqdb::{placement::Placement, watch::Watch};
use nqdb_completion::{PartialBoard, complete, completions};

/// A result, with the board size.
enum Answer {
    Solution(usize, Option<Placement>),
    Verdict(VerdictJson),
}

/// Solves the boards, all of size `n` if it is given. Returns whether a result depends on the seed.
pub(super) fn run(
    n: Option<usize>,
    seed: u64,
    unique: bool,
    errors: &ErrorArgs,
    jobs: &JobsArg,
    context: &mut Context,
) -> Result<bool> {
    let watch = context.watch.clone();
    let watch: &dyn Watch = &*watch;
    let answer = |board: &PartialBoard| {
        Ok(if unique {
            Answer::Verdict(VerdictJson::new(board.n(), &completions(board, 2, seed, watch)?))
        } else {
            Answer::Solution(board.n(), complete(board, seed, watch)?)
        })
    };
    let (mut all, mut failures) = (0u64, 0u64);
    let print = |answer: Option<Answer>, out: &mut Output| {
        let Some(answer) = answer else { return out.answer("", ()) };
        all += 1;
        match answer {
            Answer::Solution(n, placement) => {
                failures += u64::from(placement.is_none());
                let placement = placement.as_ref();
                let queens = placement.map_or(Value::Missing, Value::Placement);
                let text = placement.map_or_else(|| "none".to_owned(), Placement::to_string);
                let (method, steps) = (Way::Search.name(), None::<u64>);
                let json =
                    object! { n: n, queens: queens, method: method, seed: seed, steps: steps };
                out.answer(text, json)
            }
            Answer::Verdict(verdict) => {
                failures += u64::from(verdict.witnesses.len() != 1);
                out.answer(verdict.verdict, verdict)
            }
        }
    };
    answer_partial_boards(n, errors, jobs, context, answer, print)?;
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
