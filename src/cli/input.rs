//! What users type: boards, ranges, queens.

use crate::cli::error::Failure;
use nqdb::{BoardSize, Invalid, Permutation, split_lists};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{BufRead, ErrorKind};
use std::str::FromStr;

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
            return Err(format!("expected a range FIRST-LAST that ascends, got {text:?}"));
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

/// Whether the words are to be read from standard input: `-`, without other words.
pub(super) fn is_input(words: &[String]) -> Result<bool, Failure> {
    match words {
        [only] => Ok(only == "-"),
        _ if words.iter().any(|word| word == "-") => Err(Failure::Usage(
            "`-`, for standard input, must stand alone, got other arguments beside it".to_owned(),
        )),
        _ => Ok(false),
    }
}

/// Hands every list of queens among the words, or with the one word `-` every line of standard
/// input, to `answer`.
pub(super) fn for_each_permutation(
    words: &[String],
    mut answer: impl FnMut(Permutation) -> Result<(), Failure>,
) -> Result<(), Failure> {
    if !is_input(words)? {
        return split_lists(words).iter().try_for_each(|list| answer(list.parse()?));
    }
    for_each_item(Items::Lines, Invalid::NoQueens.into(), |line| answer(line.parse()?))
}

/// How standard input is divided.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Items {
    /// Into lines; empty ones have a number but no answer.
    Lines,
    /// Into words, by white space.
    Words,
}

impl Items {
    fn name(self) -> &'static str {
        match self {
            Items::Lines => "line",
            Items::Words => "word",
        }
    }

    /// The longest item, in bytes: 64 queens take 183.
    fn longest(self) -> usize {
        match self {
            Items::Lines => 4096,
            Items::Words => 64,
        }
    }

    fn end_with(self, byte: u8) -> bool {
        match self {
            Items::Lines => byte == b'\n',
            Items::Words => byte.is_ascii_whitespace(),
        }
    }
}

/// Hands every item of standard input to `answer`; `nothing` is what is wrong where there is none.
pub(super) fn for_each_item(
    items: Items,
    nothing: Failure,
    mut answer: impl FnMut(&str) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut input = std::io::stdin().lock();
    let (mut number, mut is_empty) = (1u64, true);
    loop {
        let place = || format!("{} {number} of standard input", items.name());
        let item = next_item(&mut input, items).map_err(|failure| failure.at(&place()))?;
        let Some(item) = item else { break };
        let is_blank = item.trim().is_empty();
        if !is_blank {
            answer(&item).map_err(|failure| failure.at(&place()))?;
            is_empty = false;
        }
        number += u64::from(!is_blank || items == Items::Lines);
    }
    if is_empty { Err(nothing.at("standard input")) } else { Ok(()) }
}

/// The next item, without what ends it; `None` at the end of the input.
fn next_item(input: &mut impl BufRead, items: Items) -> Result<Option<String>, Failure> {
    let mut item = Vec::new();
    let mut has_ended = false;
    while !has_ended {
        let bytes = match input.fill_buf() {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(Failure::Other(format!("it can't be read: {error}"))),
            Ok([]) if item.is_empty() => return Ok(None),
            Ok([]) => break,
            Ok(bytes) => bytes,
        };
        let end = bytes.iter().position(|&byte| items.end_with(byte));
        has_ended = end.is_some();
        let length = end.unwrap_or(bytes.len());
        item.extend_from_slice(&bytes[..length]);
        input.consume(length + usize::from(has_ended));
        if item.len() > items.longest() {
            return Err(Failure::Usage(format!("it is longer than {} bytes", items.longest())));
        }
    }
    let text = String::from_utf8(item);
    text.map(Some).map_err(|_| Failure::Usage("it is not text (UTF-8)".to_owned()))
}

/// Any seed, for who gives none: less than 2⁵³, which every reader of JSON takes as it is.
pub(super) fn any_seed() -> u64 {
    // The keys of each hasher are random.
    RandomState::new().build_hasher().finish() >> 11
}
