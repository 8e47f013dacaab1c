//! Words and lines of standard input, for commands whose argument is `-`.

use crate::context::Context;
use crate::error::{CliError, Result};
use crate::output::writer::Output;
use nqdb::notation::{BYTE_ORDER_MARK, utf_8};
use std::io::{BufRead, BufReader, ErrorKind, Read};

/// Whether the arguments mean standard input: `-` only.
pub(crate) fn is_stdin(words: &[String]) -> Result<bool> {
    match words {
        [only] => Ok(only == "-"),
        _ if words.iter().any(|word| word == "-") => {
            Err(CliError::Usage("`-` (standard input) must be the only argument".to_owned()))
        }
        _ => Ok(false),
    }
}

/// The items that standard input is divided into.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unit {
    /// Lines; blank ones are counted and skipped.
    Line,
    /// Words, separated by white space.
    Word,
}

impl Unit {
    fn name(self) -> &'static str {
        match self {
            Unit::Line => "line",
            Unit::Word => "word",
        }
    }

    /// The longest item, in bytes: 64 queens take 183, a range of permutation indices 181.
    fn longest(self) -> usize {
        match self {
            Unit::Line => 4096,
            Unit::Word => 256,
        }
    }

    fn ends_with(self, byte: u8) -> bool {
        match self {
            Unit::Line => byte == b'\n',
            Unit::Word => byte.is_ascii_whitespace(),
        }
    }
}

/// Calls `answer` for every item of standard input; fails with `no_input` if there is none. The output so far is
/// written before each read that may have to wait. If processing takes long, `answer` flushes the output itself.
pub(crate) fn for_each_item(
    unit: Unit,
    no_input: CliError,
    context: &mut Context,
    mut answer: impl FnMut(&str, &mut Context) -> Result,
) -> Result {
    let mut input = BufReader::with_capacity(1 << 16, std::io::stdin().lock());
    let (mut number, mut is_empty) = (1u64, true);
    loop {
        let place = || format!("{} {number} of standard input", unit.name());
        let item =
            next_item(&mut input, unit, &mut context.out).map_err(|error| error.at(&place()))?;
        let Some(item) = item else { break };
        context.watch.check_time()?;
        let item = if number == 1 { item.trim_start_matches(BYTE_ORDER_MARK) } else { &item };
        let is_blank = item.trim().is_empty();
        if !is_blank {
            answer(item, context).map_err(|error| error.at(&place()))?;
            is_empty = false;
        }
        number += u64::from(!is_blank || unit == Unit::Line);
    }
    if is_empty { Err(no_input.at("standard input")) } else { Ok(()) }
}

/// The next item, without its separator; `None` at the end of the input.
fn next_item(
    input: &mut BufReader<impl Read>,
    unit: Unit,
    out: &mut Output,
) -> Result<Option<String>> {
    let mut item = Vec::new();
    let mut has_ended = false;
    while !has_ended {
        if input.buffer().is_empty() {
            out.flush_lines()?;
        }
        let bytes = match input.fill_buf() {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(CliError::Other(format!("can't be read: {error}"))),
            Ok([]) if item.is_empty() => return Ok(None),
            Ok([]) => break,
            Ok(bytes) => bytes,
        };
        let end = bytes.iter().position(|&byte| unit.ends_with(byte));
        has_ended = end.is_some();
        let length = end.unwrap_or(bytes.len());
        item.extend_from_slice(&bytes[..length]);
        input.consume(length + usize::from(has_ended));
        if item.len() > unit.longest() {
            return Err(CliError::Usage(format!("longer than {} bytes", unit.longest())));
        }
    }
    Ok(Some(utf_8(&item)?.to_owned()))
}
