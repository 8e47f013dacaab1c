//! `nqdb score`: compares answers with the truth.

use crate::context::Context;
use crate::error::{CliError, Result, usage};
use crate::input::{Pausing, of_pause, standard_input};
use crate::output::{Table, unreadable, warn};
use nqdb::internal::{Watched, counted};
use nqdb::notation::{BYTE_ORDER_MARK, utf_8};
use nqdb::{
    Invalid,
    watch::{Activity, Watch},
};
use nqdb_dataset::{Scorer, Summary};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Score answers to completion tasks
///
/// TASKS are lines of `nqdb dataset`, in the layout tasks or reasoning-gym, or objects with `id`, `n` and `conditions`, such
/// as {"id":"a","n":8,"conditions":["1=4","3=5"]}; a task without `id` is named by `source_index`, else by its line. ANSWERS
/// are objects with the `id` or `source_index` of a task (also in `metadata`) and `answer`, or `answers` with a list of
/// them. A task may have several lines. If no line of ANSWERS names a task, there must be exactly one for each task, in
/// the same order.
///
/// An answer is the row of the queen in each column, squares or tokens (1 empty, 2 queen) row by row, or text with exactly
/// one board in any notation, such as a drawing with Q and _, also in \boxed{}, <answer>, a code fence or a sentence.
///
/// A correct answer is a solution that has all given queens. `coverage` is the share of all solutions of a task that was
/// found, `orbit_coverage` the same with rotations and reflections counted as one. An answer without a board, or with
/// several, counts as `unreadable`; a line that can't be read, contradicts itself, or has an unknown id is counted and skipped.
/// The command fails if no line is valid. Tasks with more than 100,000 completions have no coverage; a task without completions
/// can't be solved.
///
/// Memory: about 700 bytes for each task, and 100 for each different correct answer; for a line, of at most 64 MiB, its
/// length and up to 64 MB more.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// JSON Lines of the tasks; - reads stdin
    #[arg(value_name = "TASKS")]
    tasks: PathBuf,
    /// JSON Lines of the answers; - reads stdin
    #[arg(value_name = "ANSWERS", default_value = "-")]
    answers: PathBuf,
    /// Print the score of each task as JSON Lines, before the summary
    #[arg(long)]
    per_task: bool,
    /// Rows and columns in the input count from 0
    #[arg(long)]
    zero_based: bool,
}

/// The number of bad lines of a file that are named.
const NAMED: u64 = 3;

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    if args.tasks.as_os_str() == "-" && args.answers.as_os_str() == "-" {
        return Err(usage!(
            "tasks and answers can't both be read from standard input; name a file"
        ));
    }
    let watch: Arc<dyn Watch> = context.watch.clone();
    let mut scorer = Scorer::new(args.zero_based, watch);
    let bad = for_each_line(&args.tasks, context, |number, line| scorer.add_task(number, line))?;
    if bad > 0 && scorer.tasks() == 0 {
        return Err(usage!(
            "no line of {} is a task; the tasks come first: `nqdb score TASKS ANSWERS`",
            name(&args.tasks)
        ));
    }
    for_each_line(&args.answers, context, |number, line| scorer.add_answers(number, line))?;
    let answers = name(&args.answers);
    if let Err(error) = scorer.end_answers() {
        warn(format_args!("{answers}: {error}"));
    }
    if scorer.has_only_bad_lines() {
        return Err(usage!("no line of {answers} is an answer to a task of {}", name(&args.tasks)));
    }
    let in_other_base = scorer.correct_in_other_base();
    if in_other_base > 0 {
        let remedy = if args.zero_based { "from 1: leave out" } else { "from 0: use" };
        warn(format_args!(
            "{} would be correct if rows and columns counted {remedy} --zero-based",
            counted(in_other_base, "wrong answers")
        ));
    }
    let mut printed = Ok(());
    let summary = scorer.summary(|score| {
        if args.per_task && printed.is_ok() {
            printed = context.out.json(score);
        }
    });
    printed?;
    if let Some(first) = scorer.first_unreadable() {
        let unreadable = counted(summary.unreadable, "unreadable answers");
        warn(format_args!("{answers}: {unreadable}; the first: {first}"));
    }
    if summary.answers == 0 && summary.bad_lines == 0 {
        warn(format_args!("{answers} has no answers"));
    }
    if context.out.is_json || args.per_task {
        return context.out.json(&summary);
    }
    context.out.line(table(&summary))
}

fn name(path: &Path) -> String {
    if path.as_os_str() == "-" { "standard input".to_owned() } else { path.display().to_string() }
}

/// Passes the lines of a file that are not blank to `take`, with their numbers. Notes the first ones that are bad, and
/// returns how many are.
fn for_each_line(
    path: &Path,
    context: &Context,
    mut take: impl FnMut(u64, &[u8]) -> Result<(), nqdb_dataset::Error>,
) -> Result<u64> {
    let name = name(path);
    let file = path.join("test.jsonl");
    let such = if file.is_file() { format!("; use {}", file.display()) } else { String::new() };
    let unreadable = |error: io::Error| CliError::Other(unreadable(&name, &error) + &such);
    let input: Box<dyn Read> = if path.as_os_str() == "-" {
        Box::new(standard_input())
    } else {
        Box::new(File::open(path).map_err(unreadable)?)
    };
    let pause = || context.watch.check_time();
    let mut input = BufReader::with_capacity(1 << 16, Pausing { input, pause });
    let (mut line, mut number, mut bad) = (Vec::new(), 0, 0);
    let work = Watched::without_board(&*context.watch, Activity::Scoring, "lines read");
    while read_line(&mut input, &mut line).map_err(|error| of_pause(error, unreadable))? {
        number += 1;
        // The time limit is checked elsewhere.
        let _ = work.tick(number, None);
        let text = match (number == 1).then(|| utf_8(&line)) {
            Some(Err(error @ (Invalid::Utf16 | Invalid::Gzip))) => {
                return Err(CliError::from(error).at(&name));
            }
            Some(Ok(text)) => text.trim_start_matches(BYTE_ORDER_MARK).as_bytes(),
            _ => &line,
        };
        if text.trim_ascii().is_empty() && text.len() <= Scorer::LONGEST_LINE {
            continue;
        }
        match take(number, text) {
            Err(nqdb_dataset::Error::Line(reason)) => {
                bad += 1;
                if bad <= NAMED {
                    warn(format_args!("line {number} of {name}: {reason}"));
                }
            }
            taken => taken?,
        }
    }
    if bad > NAMED {
        warn(format_args!("{} of {name}", counted(bad - NAMED, "more bad lines")));
    }
    Ok(bad)
}

/// Reads a line without its line feed, or one byte more than the longest from the start of a longer line. False at the
/// end of the input.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    input.by_ref().take(Scorer::LONGEST_LINE as u64 + 1).read_until(b'\n', line)?;
    let is_line = !line.is_empty();
    if line.pop_if(|last| *last == b'\n').is_none() {
        input.skip_until(b'\n')?;
    }
    Ok(is_line)
}

fn table(summary: &Summary) -> Table {
    let mut table = Table::new(&["", "number", "share"]);
    let share = |share: Option<f64>| {
        share.map_or_else(|| "-".to_owned(), |share| format!("{:.2}%", 100.0 * share))
    };
    let Summary { tasks, answered, solved, .. } = summary;
    for (name, number, note) in [
        ("tasks", tasks.to_string(), String::new()),
        ("answered", answered.to_string(), String::new()),
        ("solved", solved.to_string(), String::new()),
        ("accuracy", String::new(), share(summary.accuracy)),
        ("answers", summary.answers.to_string(), String::new()),
        ("unreadable", summary.unreadable.to_string(), String::new()),
        ("solutions", summary.solutions.to_string(), String::new()),
        ("correct", summary.correct.to_string(), String::new()),
        ("distinct", summary.distinct.to_string(), String::new()),
        ("coverage", String::new(), share(summary.coverage)),
        ("orbit coverage", String::new(), share(summary.orbit_coverage)),
        ("bad tasks", summary.bad_tasks.to_string(), String::new()),
        ("bad lines", summary.bad_lines.to_string(), String::new()),
    ] {
        table.row([name.to_owned(), number, note]);
    }
    table
}
