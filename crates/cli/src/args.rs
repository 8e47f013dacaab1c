//! Types and parsers of arguments: ranges, whole numbers, limits, threads, `-`.

use crate::error::{Result, usage};
use clap::Arg;
use nqdb::internal::cores;
use nqdb::{BoardSize, Invalid, counts::known_counts};
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A number, or a range `FIRST-LAST` of numbers, 1 ≤ `first` ≤ `last`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RangeArg<T> {
    pub(super) first: T,
    pub(super) last: T,
}

impl<T: FromStr<Err = Invalid> + PartialOrd + Copy> FromStr for RangeArg<T> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        RangeArg::parse(text, |number| number.parse().map_err(|error: Invalid| error.to_string()))
    }
}

impl RangeArg<u64> {
    /// A whole number from 0 to 2⁶⁴ − 1, or a range of them.
    pub(super) fn of_numbers(text: &str) -> Result<RangeInclusive<u64>, String> {
        let range = RangeArg::parse(text, any_number)?;
        Ok(range.first..=range.last)
    }
}

impl<T: PartialOrd + Clone> RangeArg<T> {
    /// A number or a range of numbers, each as `number` reads it.
    pub(super) fn parse<E: From<String>>(
        text: &str,
        number: impl Fn(&str) -> Result<T, E>,
    ) -> Result<Self, E> {
        // A sign is not the hyphen of a range.
        let hyphen = text.match_indices('-').map(|(at, _)| at).find(|&at| at > 0);
        let expected = || format!("expected a number or a range such as 3-5, got {text:?}");
        let is_range = |c: char| c.is_ascii_digit() || ".:= ".contains(c);
        if (text.contains("..") || text.contains(':')) && text.chars().all(is_range) {
            let numbers = text.split(['.', ':', '=']).filter(|number| !number.is_empty());
            let range = numbers.collect::<Vec<_>>().join("-");
            return Err(format!("{}; write {range}", expected()).into());
        }
        let Some((first, last)) = hyphen.map(|at| (&text[..at], &text[at + 1..])) else {
            let only = number(text)?;
            return Ok(RangeArg { first: only.clone(), last: only });
        };
        if last.is_empty() {
            return Err(expected().into());
        }
        let (first, last) = (number(first)?, number(last)?);
        if last < first {
            return Err(format!("expected an ascending range FIRST-LAST, got {text:?}").into());
        }
        Ok(RangeArg { first, last })
    }

    /// A number or a range in a list of them. Fails for a number such as `100,200` that can be two.
    pub(super) fn in_list(text: &str, number: impl Fn(&str) -> Result<T>) -> Result<Self> {
        RangeArg::parse(text, |word| match number(word) {
            Err(error) if error.is_unreadable() => Err(error),
            read => check_one(word).and(read),
        })
    }
}

/// Fails for digits whose commas or blanks can group them or separate numbers: no group after the first begins with 0.
fn check_one(number: &str) -> Result {
    let number = number.trim();
    let separators = [(',', "comma", ""), (' ', "blank", " without quotes")];
    let used = separators.into_iter().find(|(separator, ..)| number.contains(*separator));
    let Some((separator, name, hint)) = used else { return Ok(()) };
    if number.split(separator).skip(1).any(|group| group.starts_with('0')) {
        return Ok(());
    }
    let [one, several] = ["", " "].map(|between| number.replace(separator, between));
    Err(usage!(
        "the {name} in {number:?} can group digits or separate numbers: write {one}, or {several}{hint}"
    ))
}

/// A parser of whole numbers in this range, with optional spaces around them.
pub(super) fn whole_number(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<u64, String> + Clone {
    move |text| {
        let number = text.trim().parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| {
            let last = match *range.end() {
                u64::MAX => "2^64 - 1".to_owned(),
                last => last.to_string(),
            };
            format!("expected a whole number from {} to {last}, got {text:?}", range.start())
        })
    }
}

/// Parses any 64-bit whole number, such as a seed.
pub(super) fn any_number(text: &str) -> Result<u64, String> {
    whole_number(0..=u64::MAX)(text)
}

/// A parser of numbers from 1 to `most`.
pub(super) fn positive(most: u64) -> impl Fn(&str) -> Result<NonZeroUsize, String> + Clone {
    move |text| {
        let number = whole_number(1..=most)(text)?;
        Ok(NonZeroUsize::new(number as usize).unwrap_or(NonZeroUsize::MIN))
    }
}

/// A parser of board sizes beyond those with ranks.
pub(super) fn large_board(largest: usize) -> impl Fn(&str) -> Result<usize, String> + Clone {
    move |text| {
        let size = whole_number(1..=largest as u64)(text).map(|n| n as usize);
        size.map_err(|_| {
            format!("the board size N must be a whole number from 1 to {largest}, got {text:?}")
        })
    }
}

/// The threads of a command that processes many items.
#[derive(clap::Args)]
pub(super) struct JobsArg {
    /// Threads, 1 to 1024 [default: all cores]
    #[arg(long, short, value_parser = positive(1024))]
    jobs: Option<NonZeroUsize>,
}

impl JobsArg {
    /// The number of threads.
    pub(super) fn jobs(&self) -> NonZeroUsize {
        self.jobs.unwrap_or_else(cores)
    }

    /// The number of threads for this many items; the cores are not counted for a single one.
    pub(super) fn jobs_for(&self, items: usize) -> NonZeroUsize {
        if items > 1 { self.jobs() } else { NonZeroUsize::MIN }
    }
}

/// `--jobs` of a command whose threads share these items.
pub(super) fn jobs_sharing(items: &str) -> impl FnOnce(Arg) -> Arg {
    let help = format!(
        "Threads, 1 to 1024 [default: all cores]\n\nThey share {items}; one board is solved on one."
    );
    |jobs| jobs.long_help(help)
}

/// Whether the arguments mean standard input: `-` only.
pub(super) fn is_stdin(words: &[String]) -> Result<bool> {
    match words {
        [only] => Ok(only == "-"),
        _ if words.iter().any(|word| word == "-") => {
            Err(usage!("`-` (standard input) must be the only argument"))
        }
        _ => Ok(false),
    }
}

pub(super) fn board_sizes(ranges: &[RangeArg<BoardSize>]) -> Vec<BoardSize> {
    let sizes = |range: &RangeArg<BoardSize>| {
        let first = range.first;
        BoardSize::up_to(range.last.get()).filter(move |&n| n >= first)
    };
    ranges.iter().flat_map(sizes).collect()
}

/// Whether a board has no solutions: N = 2 and N = 3.
pub(super) fn is_unsolvable(n: BoardSize) -> bool {
    known_counts(n).is_some_and(|known| known.solutions == 0)
}

/// The number of items that `--limit` allows; all without it.
pub(super) fn limit_or_all(limit: Option<u64>) -> usize {
    limit.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX))
}
