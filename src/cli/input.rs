//! What users type: boards, ranges, queens.

use super::failure::Failure;
use super::output::say;
use nqdb::{BoardSize, Error, Invalid, Permutation, split_lists};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{BufRead, ErrorKind, Read};
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

/// The most answers that `--limit` allows.
pub(super) fn at_most(limit: Option<u64>) -> usize {
    limit.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX))
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
                return Err(match error.kind() {
                    ErrorKind::InvalidData => {
                        Failure::Usage(format!("{place} is not text (UTF-8)"))
                    }
                    _ => Failure::Other(format!("{place} can't be read: {error}")),
                });
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

/// The longest word of standard input, in bytes.
const LONGEST_WORD: usize = 64;

/// Hands every word of standard input to `answer`; words are separated by white space.
pub(super) fn for_each_word(
    mut answer: impl FnMut(&str) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut input = std::io::stdin().lock();
    for number in 1u64.. {
        let place = format!("word {number} of standard input");
        let word = match next_word(&mut input) {
            Err(error) => return Err(Failure::Other(format!("{place} can't be read: {error}"))),
            Ok(word) if word.is_empty() && number == 1 => {
                let message = "standard input: expected words, got nothing";
                return Err(Failure::Usage(message.to_owned()));
            }
            Ok(word) if word.is_empty() => break,
            Ok(word) if word.len() > LONGEST_WORD => {
                let message = format!("{place} is longer than {LONGEST_WORD} bytes");
                return Err(Failure::Usage(message));
            }
            Ok(word) => word,
        };
        answer(&String::from_utf8_lossy(&word)).map_err(|failure| match failure {
            Failure::Usage(message) => Failure::Usage(format!("{place}: {message}")),
            other => other,
        })?;
    }
    Ok(())
}

/// The next word, or its beginning where it is longer than [`LONGEST_WORD`]; empty at the end.
fn next_word(input: &mut impl BufRead) -> std::io::Result<Vec<u8>> {
    let mut word = Vec::new();
    for byte in input.bytes() {
        let byte = byte?;
        match byte.is_ascii_whitespace() {
            true if word.is_empty() => {}
            true => break,
            false => word.push(byte),
        }
        if word.len() > LONGEST_WORD {
            break;
        }
    }
    Ok(word)
}

/// Any seed, for who gives none: less than 2⁵³, which every reader of JSON takes as it is.
pub(super) fn any_seed() -> u64 {
    // The keys of each hasher are random.
    RandomState::new().build_hasher().finish() >> 11
}

/// How an answer can be had again.
pub(super) fn tell_seed(seed: u64) {
    say(format_args!("--seed {seed} gives the same again"));
}
