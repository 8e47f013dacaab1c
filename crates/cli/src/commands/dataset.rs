//! `nqdb dataset`: data sets of completion tasks.

use crate::args::{RangeArg, any_number, board_sizes, is_unsolvable, whole_number};
use crate::context::Context;
use crate::error::Result;
use crate::output::{Table, note, warn};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use nqdb::internal::{Watched, counted};
use nqdb::{
    Board, BoardSize, Error,
    random::random_seed,
    watch::{Activity, Watch},
};
use nqdb_dataset::{Layout, Rejected, Shares, Spec, Split, Tasks, Written, write_directory};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::Arc;

/// Make a data set of completion tasks with all their answers
///
/// A task is a board with some given queens; its answers are all solutions that contain them, with their ranks and orbit
/// ids. Tasks are split into train, validation and test so that no rotation or reflection of a task, or of an answer, is
/// in two splits. The same version and options make the same tasks on every machine, from N = 22 on with the same tables.
///
/// Without --dir, tasks are printed as JSON Lines. With it, they are written to a new directory: a file for each split,
/// README.md (a data card) and SHA256SUMS. If fewer tasks than requested exist, a warning is printed. Ranks and orbit
/// ids are null on boards without tables from N = 22 on, where tasks start from random solutions that are not equally
/// likely. There, with few given queens, every board has more completions than allowed. Memory: about 100 bytes for
/// each task.
///
/// Layouts: `tasks` has a line for each task; `reasoning-gym` has question, answer and metadata, as reasoning-gym's
/// n_queens; `tokens` has a line for each answer, with the squares as tokens (1 empty, 2 queen), row by row.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Board size, a range such as 8-10, or several such as 8,10
    #[arg(value_name = "N", value_parser = sizes)]
    n: Sizes,
    /// Number of results
    ///
    /// This many tasks of each board size, in all splits together.
    #[arg(long, short = 'n', value_name = "COUNT", default_value_t = 1000, value_parser = any_number)]
    limit: u64,
    /// Number of given queens, or a range such as 3-4 [default: 1 to N - 1]
    #[arg(long, value_name = "K", value_parser = RangeArg::of_numbers)]
    givens: Option<RangeInclusive<u64>>,
    /// Number of completions, or a range such as 2-5
    ///
    /// Up to 1000000.
    #[arg(long, value_name = "M", default_value = "1-100", value_parser = RangeArg::of_numbers)]
    completions: RangeInclusive<u64>,
    /// List at most this many answers of a task, chosen at random [default: all]
    #[arg(long, value_name = "COUNT", value_parser = whole_number(1..=u64::MAX))]
    answers: Option<u64>,
    /// Shares of the splits train, validation and test, such as 80,10,10; the last ones may be left out
    #[arg(long, value_name = "SHARES", default_value = "80,10,10")]
    split: Shares,
    /// Layout of a line: tasks, reasoning-gym or tokens
    #[arg(long, value_name = "LAYOUT", default_value = "tasks", hide_possible_values = true)]
    #[arg(value_parser = layouts(), ignore_case = true)]
    layout: Layout,
    /// Write to this new directory
    #[arg(long, value_name = "DIR", conflicts_with = "output")]
    dir: Option<PathBuf>,
    /// Random seed; the same seed gives the same result [default: random]
    #[arg(long, value_name = "S", value_parser = any_number)]
    seed: Option<u64>,
}

fn layouts() -> impl TypedValueParser<Value = Layout> {
    let names = PossibleValuesParser::new(Layout::ALL.map(Layout::name));
    names.try_map(|name| name.to_lowercase().parse::<Layout>())
}

#[derive(Clone)]
struct Sizes(Vec<RangeArg<BoardSize>>);

/// One range, or several with commas.
fn sizes(text: &str) -> Result<Sizes, String> {
    text.split(',').map(str::parse).collect::<Result<_, _>>().map(Sizes)
}

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    let spec = Spec {
        count: args.limit,
        givens: args.givens.clone(),
        completions: args.completions.clone(),
        answers: args.answers,
        shares: args.split,
        seed: args.seed.unwrap_or_else(random_seed),
    };
    let mut boards = Vec::new();
    for n in board_sizes(&args.n.0) {
        if boards.iter().all(|board: &Board| board.n() != n) {
            boards.push(context.board(n)?);
        }
    }
    if let Some(board) = boards.first()
        && boards.iter().all(|board| is_unsolvable(board.n()))
    {
        return Err(Error::NoSolutions { n: board.n() }.into());
    }
    let watch: Arc<dyn Watch> = context.watch.clone();
    let advice = "few boards are tasks with these options: the completions of a task are in the range of --completions, \
                  and all in one split";
    context.watch.advise(advice.to_owned());
    // All tasks together are one piece of work.
    let _work = Watched::without_board(&*watch, Activity::MakingTasks, "");
    if let Some(directory) = &args.dir {
        context.stop_on_ctrl_c();
        let files = write_directory(directory, &boards, &spec, args.layout, None, &watch)?;
        for file in &files {
            note_missing(&spec, file.split, file.tasks, file.wanted, file.rejected);
        }
        note_seed(&args, &spec);
        return report(files, context);
    }
    let mut splits = Vec::new();
    for split in Split::ALL {
        let tasks = boards.iter().map(|board| Tasks::new(board, &spec, split, Arc::clone(&watch)));
        splits.push((split, tasks.collect::<Result<Vec<_>, _>>()?));
    }
    let (mut is_empty, mut all_rejected) = (true, Rejected::default());
    for (split, tasks) in splits {
        let (mut made, mut wanted, mut rejected) = (0, 0, Rejected::default());
        for mut tasks in tasks {
            wanted += tasks.wanted;
            for task in &mut tasks {
                if !context.out.is_file {
                    context.watch.hide();
                }
                let task = task?;
                if std::mem::take(&mut is_empty) {
                    note_seed(&args, &spec);
                }
                args.layout.write(&task, &mut context.out)?;
                made += 1;
            }
            rejected += tasks.rejected();
        }
        note_missing(&spec, split, made, wanted, rejected);
        all_rejected += rejected;
    }
    if is_empty && args.limit > 0 {
        return Err(nqdb_dataset::Error::NoTasks(all_rejected).into());
    }
    Ok(())
}

fn note_seed(args: &Args, spec: &Spec) {
    if args.seed.is_none() {
        note(format_args!("--seed {} repeats this data set", spec.seed));
    }
}

/// Notes that a split has fewer tasks than asked for, or none because its share of so few is none.
fn note_missing(spec: &Spec, split: Split, made: u64, wanted: u64, rejected: Rejected) {
    if spec.shares.leave_out(split, spec.count) {
        note(format_args!(
            "{} has no tasks: --limit {} is less than one for each split",
            split.name(),
            spec.count
        ));
    }
    if made < wanted {
        warn(format_args!(
            "{} has {made} of {}: no others were found with these options; {rejected}",
            split.name(),
            counted(wanted, "tasks")
        ));
    }
}

fn report(files: Vec<Written>, context: &mut Context) -> Result {
    let mut files = files.iter().filter(|file| file.tasks > 0);
    if context.out.is_json {
        return files.try_for_each(|file| context.out.json(file));
    }
    let mut table = Table::new(&["split", "tasks", "lines", "bytes", "SHA-256"]);
    for file in files {
        let [tasks, lines, bytes] =
            [file.tasks, file.lines, file.bytes].map(|number| number.to_string());
        table.row([file.split.name().to_owned(), tasks, lines, bytes, file.sha256.clone()]);
    }
    context.out.line(table)
}
