//! `nqdb score`: compares answers with the truth.

use crate::context::Context;
use crate::error::{CliError, Result};
use crate::output::table::Table;
use nqdb::Invalid;
use nqdb::notation::{BYTE_ORDER_MARK, utf_8};
use nqdb_dataset::{Scorer, Summary};
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// Score answers to completion tasks
///
/// TASKS are lines of `nqdb dataset`, in the layout tasks or reasoning-gym, or objects with `id`, `n` and `squares`, such
/// as {"id":"a","n":8,"squares":["1=4","3=5"]}. ANSWERS are objects with the `id` of a task and `answer`, or `answers`
/// with a list of them: the row of the queen in each column, counted from 1, or text in any notation, such as a drawing
/// with Q and _. A task may have several lines.
///
/// A correct answer is a solution that has all given queens. `coverage` is the share of all solutions of a task that was
/// found, `orbit_coverage` the same with rotations and reflections counted as one. An answer that can't be read is
/// wrong; a line that can't be read, or is of no task, is counted and skipped. Tasks with more than 100,000 completions
/// have no coverage; a task without completions can't be solved.
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
    each: bool,
}

/// The longest line: a task of a million answers takes about 20 MB.
const LONGEST: u64 = 64 << 20;

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    if args.tasks.as_os_str() == "-" && args.answers.as_os_str() == "-" {
        let message = "tasks and answers can't both be read from standard input; name a file";
        return Err(CliError::Usage(message.to_owned()));
    }
    let mut scorer = Scorer::default();
    for_each_line(&args.tasks, context, |line| {
        scorer.add_task(line.unwrap_or_default());
    })?;
    for_each_line(&args.answers, context, |line| {
        scorer.add_answers(line.unwrap_or_default());
    })?;
    let mut scores = Vec::new();
    for score in scorer.scores(&context.watch) {
        let score = score?;
        context.watch.check_time()?;
        if args.each {
            context.out.json(&score)?;
        }
        scores.push(score);
    }
    let summary = scorer.summary(&scores);
    if context.out.is_json() || args.each {
        return context.out.json(&summary);
    }
    context.out.line(table(&summary))
}

/// Passes the lines of a file that are not blank to `take`; `None` for a line that is too long.
fn for_each_line(path: &Path, context: &Context, mut take: impl FnMut(Option<&[u8]>)) -> Result {
    let is_stdin = path.as_os_str() == "-";
    let name = if is_stdin { "standard input".to_owned() } else { path.display().to_string() };
    let unreadable = |error| CliError::Other(format!("{name} can't be read: {error}"));
    let input: Box<dyn Read> = if is_stdin {
        Box::new(std::io::stdin().lock())
    } else {
        Box::new(File::open(path).map_err(unreadable)?)
    };
    let mut input = BufReader::with_capacity(1 << 16, input);
    let (mut line, mut is_rest, mut is_first) = (Vec::new(), false, true);
    loop {
        context.watch.check_time()?;
        line.clear();
        let read = input.by_ref().take(LONGEST).read_until(b'\n', &mut line).map_err(unreadable)?;
        if read == 0 {
            return Ok(());
        }
        let is_cut = read as u64 == LONGEST && line.last() != Some(&b'\n');
        if is_cut && !is_rest {
            take(None);
        } else if !is_cut && !is_rest && !line.trim_ascii().is_empty() {
            let text = match is_first.then(|| utf_8(&line)) {
                Some(Err(Invalid::Utf16)) => {
                    return Err(CliError::from(Invalid::Utf16).at(&name));
                }
                Some(Ok(text)) => text.trim_start_matches(BYTE_ORDER_MARK).as_bytes(),
                _ => &line,
            };
            take(Some(text));
        }
        (is_rest, is_first) = (is_cut, false);
    }
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
        ("solved", solved.to_string(), share(summary.accuracy)),
        ("answers", summary.answers.to_string(), String::new()),
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
