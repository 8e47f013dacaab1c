//! `nqdb find -`: one result for each partial board on standard input, in their order, on several threads.

use super::completion::{NONE, UniquenessJson, is_unique};
use crate::args::JobsArg;
use crate::boards::ThreadLookups;
use crate::context::Context;
use crate::error::{CliError, Result};
use crate::input::{ErrorArgs, answer_partial_boards};
use crate::output::write::Output;
use nqdb::answers::to_json;
use nqdb::internal::counted;
use nqdb::{BoardSize, Pattern, Watch};
use nqdb_completion::{Instance, complete, uniqueness};
use serde::Serialize;

/// The query.
pub(super) struct Batch<'a> {
    /// The board size, unless each partial board has its own.
    pub(super) n: Option<u64>,
    pub(super) sought: Sought,
    pub(super) seed: u64,
    pub(super) errors: &'a ErrorArgs,
    pub(super) jobs: &'a JobsArg,
}

/// What is sought for each board.
#[derive(Clone, Copy)]
pub(super) enum Sought {
    Any,
    Unique,
    Count,
}

#[derive(Serialize)]
pub(super) struct MatchCountJson<'a> {
    pub(super) n: usize,
    pub(super) squares: &'a [String],
    pub(super) solutions: u64,
}

#[derive(Serialize)]
struct CompletionJson {
    n: usize,
    /// `None` without a solution.
    queens: Option<Vec<u32>>,
    seed: u64,
}

/// A result, ready to be printed, and whether `--unique` fails for it.
struct Answer {
    line: String,
    is_failure: bool,
}

pub(super) fn run(batch: &Batch<'_>, context: &mut Context) -> Result {
    let is_json = context.out.is_json();
    let (boards, watch) = (&context.boards()?, context.watch.clone());
    let watch: &dyn Watch = &*watch;
    let start = || {
        let mut lookups = ThreadLookups::new(boards);
        move |text: &str| {
            let instance = Instance::read(text, batch.n)?;
            match batch.sought {
                Sought::Any => any(&instance, batch.seed, watch, is_json),
                Sought::Unique => unique(&instance, batch.seed, watch, is_json),
                Sought::Count => count(&instance, &mut lookups, is_json),
            }
        }
    };
    let (mut all, mut failures) = (0u64, 0u64);
    let print = |answer: Option<Answer>, out: &mut Output| match answer {
        None => out.answer("", ()),
        Some(Answer { line, is_failure }) => {
            all += 1;
            failures += u64::from(is_failure);
            out.line(line)
        }
    };
    answer_partial_boards(batch.errors, batch.jobs.jobs(), context, start, print)?;
    if failures > 0 && context.failure.is_none() {
        let of = counted(all, "boards");
        let reason = format!("{failures} of {of} do not have exactly one solution");
        context.failure = Some(CliError::Other(reason));
    }
    Ok(())
}

fn any(instance: &Instance, seed: u64, watch: &dyn Watch, is_json: bool) -> Result<Answer> {
    let found = complete(instance, seed, watch)?;
    let line = if is_json {
        let queens = found.map(|found| found.queens().collect());
        to_json(&CompletionJson { n: instance.n(), queens, seed })?
    } else {
        found.map_or_else(|| NONE.to_owned(), |found| found.to_string())
    };
    Ok(Answer { line, is_failure: false })
}

fn unique(instance: &Instance, seed: u64, watch: &dyn Watch, is_json: bool) -> Result<Answer> {
    let uniqueness = uniqueness(instance, seed, watch)?;
    let answer = UniquenessJson::new(instance, &uniqueness);
    let line = if is_json { to_json(&answer)? } else { answer.answer.to_owned() };
    Ok(Answer { line, is_failure: !is_unique(&uniqueness) })
}

fn count(instance: &Instance, lookups: &mut ThreadLookups<'_>, is_json: bool) -> Result<Answer> {
    let n = BoardSize::new(instance.n() as u64)?;
    let pattern = instance.conditions().try_fold(Pattern::any(n), Pattern::with)?;
    let solutions = lookups.of(n)?.board().count_plan(&pattern)?.run()?;
    let line = if is_json {
        let squares: Vec<String> = instance.conditions().map(|one| one.to_string()).collect();
        to_json(&MatchCountJson { n: n.get(), squares: &squares, solutions })?
    } else {
        solutions.to_string()
    };
    Ok(Answer { line, is_failure: false })
}
