//! What users type: boards, ranges, queens.

use super::failure::Failure;
use nqdb::{BoardSize, Error, Invalid, Permutation, split_lists};
use std::io::{BufRead, Read};
use std::str::FromStr;

/// The longest line of standard input, in bytes: 64 queens take 183.
const LONGEST_LINE: u64 = 4096;

/// A number or a range of numbers `FIRST-LAST`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Span<T> {
    pub(super) first: T,
    pub(super) last: T,
}

impl<T: FromStr<Err = Invalid> + PartialOrd + Copy> FromStr for Span<T> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        if first.is_empty() || last.is_empty() {
            return Err(format!("expected a number or a range FIRST-LAST, got {text:?}"));
        }
        let number = |text: &str| text.parse::<T>().map_err(|error| error.to_string());
        let (first, last) = (number(first)?, number(last)?);
        if last < first {
            return Err(format!("expected a range FIRST-LAST that ascends, got {text}"));
        }
        Ok(Span { first, last })
    }
}

/// The boards of several spans, in the order given.
pub(super) fn boards(spans: &[Span<BoardSize>]) -> Vec<BoardSize> {
    let sizes = |span: &Span<BoardSize>| {
        let first = span.first;
        BoardSize::up_to(span.last.get() as u8).filter(move |&n| n >= first)
    };
    spans.iter().flat_map(sizes).collect()
}

/// Hands every list of queens among the words, or with the one word `-` every line of standard
/// input, to `answer`.
pub(super) fn for_each_permutation(
    words: &[String],
    mut answer: impl FnMut(Permutation) -> Result<(), Failure>,
) -> Result<(), Failure> {
    if words != ["-"] {
        return split_lists(words).iter().try_for_each(|list| answer(list.parse()?));
    }
    let mut lines = 0;
    let mut input = std::io::stdin().lock();
    for number in 1u64.. {
        let mut line = String::new();
        let place = || Some(format!("line {number} of standard input"));
        let read = input.by_ref().take(LONGEST_LINE + 1).read_line(&mut line);
        match read {
            Err(error) => {
                let place = place().unwrap_or_default();
                return Err(Failure::Other(format!("{place} can't be read: {error}")));
            }
            Ok(0) => break,
            Ok(length) if length as u64 > LONGEST_LINE => {
                let place = place().unwrap_or_default();
                return Err(Failure::Usage(format!("{place} is longer than {LONGEST_LINE} bytes")));
            }
            Ok(_) if line.trim().is_empty() => continue,
            Ok(_) => lines += 1,
        }
        let parsed = line.parse().map_err(|error: Invalid| Failure::Nqdb(error.into(), place()))?;
        answer(parsed).map_err(|failure| match failure {
            Failure::Nqdb(error, None) => Failure::Nqdb(error, place()),
            other => other,
        })?;
    }
    if lines == 0 {
        let error = Error::from(Invalid::NoQueens);
        return Err(Failure::Nqdb(error, Some("standard input".to_owned())));
    }
    Ok(())
}
