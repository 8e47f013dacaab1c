//! The arguments `N [CONDITION]…` of a partial board, and `-`, which reads many partial boards from standard input.

use crate::args::{JobsArg, is_stdin, large_board};
use crate::context::Context;
use crate::error::{CliError, Result, usage};
use crate::input::{ErrorArgs, Source, answer_records, partial_board};
use crate::output::{Output, note};
use nqdb::notation::Record;
use nqdb::{Error, Invalid};
use nqdb_completion::{CompletionError, PartialBoard};

/// A board size, or `-`: each board on standard input has its own.
#[derive(Clone, Copy)]
pub(crate) enum SizeArg {
    Given(usize),
    OfBoards,
}

/// The partial boards that the arguments mean.
pub(crate) enum Boards {
    /// One of this size, with the conditions of the arguments.
    One(usize),
    /// Those on standard input, all of this size if it is given.
    Many(Option<usize>),
}

impl SizeArg {
    /// A parser of `-` and of whole numbers. `largest` is the largest board of the command, which checks it.
    pub(crate) fn up_to(largest: usize) -> impl Fn(&str) -> Result<SizeArg, String> + Clone {
        move |text| match text.trim() {
            "-" => Ok(SizeArg::OfBoards),
            _ => large_board(largest)(text).map(SizeArg::Given),
        }
    }

    /// The boards of this size with these conditions, which can be `-`.
    pub(crate) fn with(self, conditions: &[String], errors: &ErrorArgs) -> Result<Boards> {
        let message = match (self, is_stdin(conditions)?) {
            (SizeArg::Given(n), true) => return Ok(Boards::Many(Some(n))),
            (SizeArg::OfBoards, false) if conditions.is_empty() => return Ok(Boards::Many(None)),
            (SizeArg::Given(n), false) if errors.on_error.is_none() => return Ok(Boards::One(n)),
            (SizeArg::Given(_), false) => "--on-error requires `-` (boards from stdin)",
            (SizeArg::OfBoards, _) => {
                "`-` instead of N (boards from stdin, with their sizes) must be the only argument"
            }
        };
        Err(usage!("{message}"))
    }
}

/// The error of text that is read as a board of another size, but meant as conditions, such as `(3,5)`; without advice to
/// use options for boards.
pub(crate) fn meant_as_conditions(text: &str, error: CliError) -> CliError {
    let CliError::Library { error: library, .. } = &error else { return error };
    let (Error::Invalid(invalid) | Error::Completion(CompletionError::Invalid(invalid))) =
        &**library
    else {
        return error;
    };
    let meant = match invalid {
        Invalid::WrongSize { .. } => return error,
        Invalid::RowOutside { n: 1 | 2, .. } | Invalid::SingleNumber { .. } => {
            Invalid::Condition { got: text.trim().to_owned() }
        }
        invalid => invalid.clone(),
    };
    Error::Completion(CompletionError::Invalid(meant)).into()
}

/// Processes every partial board on standard input on several threads, and prints the results in order. `print` is called
/// with `None` for wrong boards under `--on-error null`.
pub(crate) fn answer_partial_boards<A: Send>(
    n: Option<usize>,
    args: &ErrorArgs,
    jobs: &JobsArg,
    context: &mut Context,
    answer: impl Fn(&PartialBoard) -> Result<A> + Sync,
    print: impl FnMut(Option<A>, &mut Output) -> Result,
) -> Result {
    let answer = &answer;
    let start = || {
        move |record: &Record| {
            let text = record.text.as_deref().unwrap_or_default();
            let board = partial_board(record, n);
            let size = board.as_ref().map_or(usize::MAX, PartialBoard::n);
            let is_row =
                |line: &str| line.trim().parse().is_ok_and(|row| (1..=size).contains(&row));
            if n.is_none() && text.lines().count() == size && text.lines().all(is_row) {
                note(format_args!(
                    "{size} lines with a number each are the rows of one board; `nqdb random -` reads sizes"
                ));
            }
            let board = board.map_err(|error| meant_as_conditions(text, error));
            vec![board.and_then(|board| answer(&board))]
        }
    };
    answer_records(&["-".to_owned()], Source::PartialBoards, args, jobs, context, start, print)
}
