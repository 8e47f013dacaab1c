//! The words of standard input, for commands whose argument is `-`.

use crate::context::Context;
use crate::error::{CliError, Result};
use nqdb::notation::{BYTE_ORDER_MARK, utf_8};
use std::io::{BufRead, BufReader, ErrorKind};

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

/// The longest word, in bytes: a range of permutation indices takes 181.
const LONGEST: usize = 256;

/// Calls `answer` for every word of standard input; fails with `no_input` if there is none. The output so far is written
/// before each read that may have to wait. If processing takes long, `answer` flushes the output itself.
pub(crate) fn for_each_word(
    no_input: CliError,
    context: &mut Context,
    mut answer: impl FnMut(&str, &mut Context) -> Result,
) -> Result {
    let mut input = BufReader::with_capacity(1 << 16, std::io::stdin().lock());
    let (mut word, mut number) = (Vec::new(), 0u64);
    loop {
        let place = |number: u64| format!("word {} of standard input", number + 1);
        if input.buffer().is_empty() {
            context.out.flush_lines()?;
        }
        let bytes = match input.fill_buf() {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => {
                let error = CliError::Other(format!("can't be read: {error}"));
                return Err(error.at(&place(number)));
            }
            Ok(bytes) => bytes,
        };
        // Input can be long without a word.
        context.watch.check_time()?;
        let end = bytes.iter().position(u8::is_ascii_whitespace);
        let (length, is_last) = (end.unwrap_or(bytes.len()), bytes.is_empty());
        word.extend_from_slice(&bytes[..length]);
        input.consume(length + usize::from(end.is_some()));
        if word.len() > LONGEST {
            let error = CliError::Usage(format!("longer than {LONGEST} bytes"));
            return Err(error.at(&place(number)));
        }
        if end.is_none() && !is_last {
            continue;
        }
        let text = utf_8(&word).map_err(|error| CliError::from(error).at(&place(number)))?;
        let text = if number == 0 { text.trim_start_matches(BYTE_ORDER_MARK) } else { text };
        if !text.is_empty() {
            context.watch.check_time()?;
            answer(text, context).map_err(|error| error.at(&place(number)))?;
            number += 1;
        }
        word.clear();
        if is_last {
            return if number == 0 { Err(no_input.at("standard input")) } else { Ok(()) };
        }
    }
}
