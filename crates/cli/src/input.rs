//! Reads boards, in any notation, and words from arguments or standard input. Boards can be processed on several
//! threads, whose results are printed in the order of the boards; `--on-error` says what happens to wrong ones.

use crate::args::{JobsArg, is_stdin};
use crate::context::Context;
use crate::error::{CliError, Result, failure, usage};
use crate::output::{Output, note};
use crate::progress::ProgressWatch;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use nqdb::internal::{Event, InOrder, Watched, counted};
use nqdb::notation::{
    BYTE_ORDER_MARK, ConditionList, Notation, Reading, Record, Records, arguments, utf_8,
};
use nqdb::{Error, Invalid, Permutation, watch::Activity};
use nqdb_completion::{CompletionError, PartialBoard};
use std::cell::RefCell;
use std::io::{self, BufReader, IsTerminal, Read, StdinLock};

/// The options for reading boards.
#[derive(clap::Args)]
pub(crate) struct ReadingArgs {
    /// Notation of the input, see nqdb help notations [default: detected]
    #[arg(long, value_name = "NOTATION", value_parser = notations(), ignore_case = true)]
    #[arg(hide_possible_values = true)]
    from: Option<Notation>,
    /// Rows and columns in the input count from 0
    #[arg(long)]
    zero_based: bool,
}

impl ReadingArgs {
    pub(crate) fn reading(&self) -> Reading {
        Reading { notation: self.from, zero_based: self.zero_based }
    }
}

/// The options for reading boards, and for wrong ones.
#[derive(clap::Args)]
pub(crate) struct BoardArgs {
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    pub(crate) errors: ErrorArgs,
}

impl BoardArgs {
    pub(crate) fn reading(&self) -> Reading {
        self.reading.reading()
    }
}

/// The option for wrong boards.
#[derive(clap::Args)]
pub(crate) struct ErrorArgs {
    /// On a bad board: stop, skip it, or print null for it [default: stop]
    #[arg(long, value_enum, value_name = "ACTION", hide_possible_values = true)]
    pub(crate) on_error: Option<OnError>,
}

/// What to do about a wrong board.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum OnError {
    /// Stop the command
    Stop,
    /// Leave it out, and fail at the end
    Skip,
    /// Print an empty line, null or empty cells for it, and fail at the end
    Null,
}

pub(crate) fn notations() -> impl TypedValueParser<Value = Notation> {
    let value = |notation: Notation| PossibleValue::new(notation.name()).help(notation.summary());
    PossibleValuesParser::new(Notation::ALL.map(value))
        .try_map(|name| name.to_lowercase().parse::<Notation>())
}

/// Calls `answer` for every permutation in the arguments or on standard input, and with `None` for wrong ones under
/// `--on-error null`. Wrong boards that do not stop the command make it fail at the end.
pub(crate) fn for_each_permutation(
    words: &[String],
    args: &BoardArgs,
    context: &mut Context,
    answer: &mut dyn FnMut(Option<Permutation>, &mut Context) -> Result,
) -> Result {
    let reading = args.reading();
    let read = |record: &Record| boards(reading, record);
    for_each_board(words, Source::Boards(reading, LONGEST), read, &args.errors, context, answer)
}

/// Calls `answer` for every partial board, like [`for_each_permutation`]. `n` is the size of those that do not have it.
/// With `--from` or `--zero-based`, reads permutations. Conditions without blanks are the words of one board.
pub(crate) fn for_each_partial_board(
    words: &[String],
    n: Option<usize>,
    args: &BoardArgs,
    context: &mut Context,
    answer: &mut dyn FnMut(Option<PartialBoard>, &mut Context) -> Result,
) -> Result {
    let reading = args.reading();
    if reading != Reading::default() {
        let of = |board: Permutation| PartialBoard::read(&board.to_string(), n);
        return for_each_permutation(words, args, context, &mut |board, context| {
            answer(board.map(of).transpose()?, context)
        });
    }
    let is_condition = |word: &String| word.contains('=') && !word.contains([' ', '{', '[']);
    let one = [words.join(" ")];
    let words = if words.iter().all(is_condition) { &one } else { words };
    // Squares are conditions of a board of a given size, else a whole board.
    let read = |record: &Record| match partial_board(record, n) {
        Err(CliError::Library { error, .. })
            if matches!(
                *error,
                Error::Invalid(Invalid::NoSize)
                    | Error::Completion(CompletionError::Invalid(Invalid::NoSize))
            ) =>
        {
            let whole = boards(reading, record).pop().and_then(Result::ok);
            let whole = whole
                .ok_or_else(|| usage!("the size of the board is not known: name it with --n N"))?;
            Ok(PartialBoard::read(&whole.to_string(), None)?)
        }
        board => board,
    };
    let read = |record: &Record| vec![read(record)];
    for_each_board(words, Source::PartialBoards, read, &args.errors, context, answer)
}

/// The partial board of a record, of size `n` if that is given.
pub(crate) fn partial_board(record: &Record, n: Option<usize>) -> Result<PartialBoard> {
    let size = record.size;
    if let (Some(other), Some(n)) = (size, n.filter(|&n| size.is_some_and(|size| size != n))) {
        return Err(CliError::from(Invalid::WrongSize { n, other }));
    }
    let text = record.text.as_ref().map_err(Invalid::clone)?;
    Ok(PartialBoard::read(text, n.or(size))?)
}

/// Calls `answer` for every board that `read` finds in the records of a source, and with `None` for wrong ones under
/// `--on-error null`.
fn for_each_board<B>(
    words: &[String],
    source: Source,
    read: impl Fn(&Record) -> Vec<Result<B>>,
    args: &ErrorArgs,
    context: &mut Context,
    answer: &mut dyn FnMut(Option<B>, &mut Context) -> Result,
) -> Result {
    let mut tally = WrongBoards::new(args);
    for_each_record(words, source, context, |record, line, context| {
        tally.print(read(&record), line, |board| answer(board, context))
    })?;
    context.failure = context.failure.take().or(tally.failure());
    Ok(())
}

/// Processes every permutation in the arguments or on standard input on several threads, and prints the results in
/// order. `start` gives each thread a function of its own; `print` is called with `None` for wrong boards under
/// `--on-error null`.
pub(crate) fn answer_permutations<A: Send, F: FnMut(Permutation) -> Result<A>>(
    words: &[String],
    args: &BoardArgs,
    jobs: &JobsArg,
    context: &mut Context,
    start: impl Fn() -> F + Sync,
    print: impl FnMut(Option<A>, &mut Output) -> Result,
) -> Result {
    let reading = args.reading();
    let start = || {
        let mut answer = start();
        move |record: &Record| -> Vec<Result<A>> {
            boards(reading, record).into_iter().map(|board| answer(board?)).collect()
        }
    };
    answer_records(
        words,
        Source::Boards(reading, LONGEST),
        &args.errors,
        jobs,
        context,
        start,
        print,
    )
}

/// What records contain.
#[derive(Clone, Copy)]
pub(crate) enum Source {
    /// Boards, up to this length in bytes.
    Boards(Reading, usize),
    /// Boards up to N = 64, or none. How many are read is the progress.
    List(Reading),
    PartialBoards,
}

impl Source {
    fn records<'a>(self, input: impl Read + 'a) -> Records<'a> {
        match self {
            Source::Boards(reading, longest) => Records::new(input, reading, longest),
            Source::List(reading) => Records::new(input, reading, LONGEST),
            Source::PartialBoards => Records::of_partial_boards(input, ConditionList::LONGEST),
        }
    }
}

/// The most records that a thread takes at a time.
const PIECE: usize = 64;

/// Processes records on several threads, and prints the results in order. The records that were read at once are
/// processed together, and their results written before the next read, so that a program can wait for each result.
pub(crate) fn answer_records<A: Send, F: FnMut(&Record) -> Vec<Result<A>>>(
    words: &[String],
    source: Source,
    args: &ErrorArgs,
    jobs: &JobsArg,
    context: &mut Context,
    start: impl Fn() -> F + Sync,
    mut print: impl FnMut(Option<A>, &mut Output) -> Result,
) -> Result {
    let mut tally = WrongBoards::new(args);
    let Context { out, watch, failure, .. } = context;
    let (watch, is_file) = (&**watch, out.is_file);
    let start = || {
        let mut answer = start();
        move |(record, _): &PlacedRecord, _: &dyn Fn() -> bool| match watch.check_time() {
            Ok(()) => Some(answer(record)),
            Err(error) => Some(vec![Err(error)]),
        }
    };
    let mut answer_all = |records: &mut Vec<PlacedRecord>| -> Result {
        let records = std::mem::take(records);
        let mut lines = records.iter().map(|(_, line)| *line);
        let jobs = jobs.jobs_for(records.len());
        let at_once = (records.len() / (8 * jobs.get())).clamp(1, PIECE);
        let threads = InOrder { at_once, ahead: records.len(), jobs };
        threads.run(records.iter(), start, |event| {
            let printed = match event {
                Event::Result(answers) => {
                    let line = lines.next().flatten();
                    tally.print(answers, line, |answer| print(answer, out))
                }
                Event::Tick => out.flush_lines(),
            };
            // Ends the searches that are still running.
            printed.inspect_err(|_| watch.stop())
        })?;
        out.flush_lines()
    };
    let mut records = Vec::new();
    let read = each_record(words, source, watch, is_file, &mut |record| {
        let Some(record) = record else { return answer_all(&mut records) };
        records.push(record);
        Ok(())
    });
    // Results first, unless they are what failed.
    if !records.is_empty() {
        answer_all(&mut records).map_err(|error| error.of_words(words))?;
    }
    *failure = failure.take().or(tally.failure());
    read
}

/// The longest record of a board up to N = 64, in bytes.
const LONGEST: usize = Records::LONGEST;

/// The boards of a record, or the error of reading it.
fn boards(reading: Reading, record: &Record) -> Vec<Result<Permutation>> {
    let mut boards = Vec::new();
    match reading.record(record, &mut boards) {
        Ok(()) => boards.into_iter().map(Ok).collect(),
        Err(error) => vec![Err(error.into())],
    }
}

/// Calls `read` with the text of every record in the arguments or on standard input, or with its error, and with its
/// line on standard input. The output so far is written before each read that may have to wait.
pub(crate) fn for_each_record(
    words: &[String],
    source: Source,
    context: &mut Context,
    mut read: impl FnMut(Record, Option<u64>, &mut Context) -> Result,
) -> Result {
    let (watch, is_file) = (context.watch.clone(), context.out.is_file);
    each_record(words, source, &watch, is_file, &mut |record| {
        let Some((record, line)) = record else { return context.out.flush_lines() };
        context.watch.check_time()?;
        read(record, line, context)
    })
}

/// The records that are each reported, and the records between two reports after them.
const TICKED: u64 = 256;

/// A record, and its line on standard input, from 1.
type PlacedRecord = (Record, Option<u64>);

/// Calls `read` with every record, and with `None` before each read of standard input, which may have to wait. If the
/// results go to a file, the number of records is the progress.
fn each_record(
    words: &[String],
    source: Source,
    watch: &ProgressWatch,
    is_file: bool,
    read: &mut dyn FnMut(Option<PlacedRecord>) -> Result,
) -> Result {
    if is_stdin(words)? {
        let read = RefCell::new(read);
        let pause = || {
            watch.check_time()?;
            read.borrow_mut()(None)
        };
        let mut records = source.records(Pausing { input: standard_input(), pause });
        let unreadable = |error: io::Error| of_pause(error, unreadable);
        let activity = match source {
            Source::List(_) => Some(Activity::Verifying),
            _ => is_file.then_some(Activity::Writing),
        };
        let work = activity.map(|activity| Watched::without_board(watch, activity, "boards"));
        let mut boards = 0;
        while let Some(record) = records.next_record().map_err(unreadable)? {
            boards += 1;
            let line = Some(record.line);
            read.borrow_mut()(Some((record, line)))?;
            if boards < TICKED || boards.is_multiple_of(TICKED) {
                // The time limit is checked elsewhere.
                let _ = work.as_ref().map(|work| work.tick(boards, None));
            }
        }
        return match source {
            _ if boards > 0 => Ok(()),
            Source::List(_) => Ok(()),
            Source::Boards(..) => Err(CliError::from(Invalid::NoQueens).at("standard input")),
            Source::PartialBoards => Err(usage!(
                "standard input: expected conditions such as 3=5, or drawings, got nothing"
            )),
        };
    }
    for text in arguments(words) {
        let mut records = source.records(text.as_bytes());
        let mut is_empty = true;
        while let Ok(Some(record)) = records.next_record() {
            is_empty = false;
            read(Some((record, None))).map_err(|error| error.of_words(words))?;
        }
        if is_empty {
            read(Some((Record::from(""), None)))?;
        }
    }
    Ok(())
}

/// An input that calls `pause` before each read: it can be long without a record, or wait for a result.
pub(crate) struct Pausing<R, P> {
    pub(crate) input: R,
    pub(crate) pause: P,
}

impl<R: Read, P: FnMut() -> Result> Read for Pausing<R, P> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        (self.pause)().map_err(io::Error::other)?;
        self.input.read(bytes)
    }
}

/// The error of a pause, or that of reading.
pub(crate) fn of_pause(error: io::Error, of_reading: impl Fn(io::Error) -> CliError) -> CliError {
    error.downcast().unwrap_or_else(of_reading)
}

/// The error of standard input.
fn unreadable(error: io::Error) -> CliError {
    failure!("standard input can't be read: {error}")
}

/// The numbers of boards and of wrong ones.
struct WrongBoards {
    on_error: OnError,
    boards: u64,
    wrong: u64,
    first: Option<CliError>,
}

impl WrongBoards {
    fn new(args: &ErrorArgs) -> Self {
        let on_error = args.on_error.unwrap_or(OnError::Stop);
        WrongBoards { on_error, boards: 0, wrong: 0, first: None }
    }

    /// Passes the results of a record to `print`, or `None` for wrong ones under `--on-error null`. Fails if an error
    /// stops the command.
    fn print<A>(
        &mut self,
        answers: Vec<Result<A>>,
        line: Option<u64>,
        mut print: impl FnMut(Option<A>) -> Result,
    ) -> Result {
        for answer in answers {
            if let Err(error) = answer.and_then(|answer| print(Some(answer))) {
                let is_wrong = match &error {
                    CliError::Library { error, .. } => is_wrong_board(error),
                    other => matches!(other, CliError::Usage(_)),
                };
                let error = error.at_line(line);
                if self.on_error == OnError::Stop || !is_wrong {
                    return Err(error);
                }
                self.wrong += 1;
                self.first.get_or_insert(error);
                if self.on_error == OnError::Null {
                    print(None)?;
                }
            }
            self.boards += 1;
        }
        Ok(())
    }

    fn failure(self) -> Option<CliError> {
        let WrongBoards { boards, wrong, first, .. } = self;
        first.map(|first| {
            let (boards, are) = (counted(boards, "boards"), if wrong == 1 { "is" } else { "are" });
            failure!("{wrong} of {boards} {are} wrong; the first: {first}")
        })
    }
}

/// Whether an error is about one board, and not about a search or a file.
fn is_wrong_board(error: &Error) -> bool {
    use CompletionError::{BoardSize, Csplib, Invalid};
    matches!(
        error,
        Error::Invalid(_) | Error::Completion(Invalid(_) | Csplib { .. } | BoardSize { .. })
    )
}

/// Standard input. Notes that it is read if it is a terminal.
pub(crate) fn standard_input() -> StdinLock<'static> {
    if io::stdin().is_terminal() {
        let end = if cfg!(windows) { "Ctrl-Z and Enter end" } else { "Ctrl-D ends" };
        note(format_args!("reading standard input; {end} it"));
    }
    io::stdin().lock()
}

/// The longest word, in bytes: a range of permutation indices takes 181.
const LONGEST_WORD: usize = 256;

/// Calls `answer` for every word, or every word of standard input for `-`, where there must be one. The output so far is
/// written before each read that may have to wait. If processing takes a long time, `answer` flushes the output itself.
/// `what` are the words.
pub(crate) fn for_each_word(
    words: &[String],
    what: &str,
    context: &mut Context,
    mut answer: impl FnMut(&str, &mut Context) -> Result,
) -> Result {
    if !is_stdin(words)? {
        return words.iter().try_for_each(|word| answer(word, context));
    }
    let context = RefCell::new(context);
    let pause = || {
        let context = &mut *context.borrow_mut();
        context.out.flush_lines()?;
        // Input can be long without a word.
        context.watch.check_time()
    };
    let input = Pausing { input: standard_input(), pause };
    let mut bytes = BufReader::with_capacity(1 << 16, input).bytes();
    let (mut word, mut number) = (Vec::new(), 0u64);
    loop {
        let place = |error: CliError| error.at(&format!("word {} of standard input", number + 1));
        let byte = bytes.next().transpose().map_err(|error| of_pause(error, unreadable))?;
        if let Some(byte) = byte.filter(|byte| !byte.is_ascii_whitespace()) {
            word.push(byte);
            if word.len() > LONGEST_WORD {
                return Err(place(usage!("longer than {LONGEST_WORD} bytes")));
            }
            continue;
        }
        let text = utf_8(&word).map_err(|error| place(error.into()))?;
        let text = if number == 0 { text.trim_start_matches(BYTE_ORDER_MARK) } else { text };
        if !text.is_empty() {
            let context = &mut *context.borrow_mut();
            context.watch.check_time()?;
            answer(text, context).map_err(place)?;
            number += 1;
        }
        word.clear();
        if byte.is_none() {
            let no_input = || usage!("standard input: expected {what}, got nothing");
            return if number == 0 { Err(no_input()) } else { Ok(()) };
        }
    }
}
