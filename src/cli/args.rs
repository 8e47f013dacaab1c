//! Types and defaults of arguments: ranges, limits.

use nqdb::{BoardSize, Invalid};
use std::num::NonZeroUsize;
use std::str::FromStr;
use std::thread::available_parallelism;

/// A number, or a range `FIRST-LAST` of numbers, 1 ≤ `first` ≤ `last`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RangeArg<T> {
    pub(super) first: T,
    pub(super) last: T,
}

impl<T: FromStr<Err = Invalid> + PartialOrd + Copy> FromStr for RangeArg<T> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        RangeArg::parse(text, |number| number.parse())
    }
}

impl<T: PartialOrd + Clone> RangeArg<T> {
    /// A number or a range of numbers, each as `number` reads it.
    pub(super) fn parse(
        text: &str,
        number: impl Fn(&str) -> Result<T, Invalid>,
    ) -> Result<Self, String> {
        let number = |text: &str| number(text).map_err(|error| error.to_string());
        let Some((first, last)) = text.split_once('-') else {
            let only = number(text)?;
            return Ok(RangeArg { first: only.clone(), last: only });
        };
        if first.is_empty() || last.is_empty() {
            return Err(format!("expected a number or a range FIRST-LAST, got {text:?}"));
        }
        let (first, last) = (number(first)?, number(last)?);
        if last < first {
            return Err(format!("expected a range FIRST-LAST that ascends, got {text:?}"));
        }
        Ok(RangeArg { first, last })
    }
}

/// The threads of a command that answers many questions.
#[derive(clap::Args)]
pub(super) struct JobsArg {
    /// Threads, 1 to 1024 [default: all cores]
    #[arg(long, short, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
}

impl JobsArg {
    /// The number of threads.
    pub(super) fn jobs(&self) -> NonZeroUsize {
        let given = self.jobs.and_then(|jobs| NonZeroUsize::new(jobs.into()));
        given.unwrap_or_else(|| available_parallelism().unwrap_or(NonZeroUsize::MIN))
    }
}

/// The board sizes in the ranges, in the order given.
pub(super) fn board_sizes(ranges: &[RangeArg<BoardSize>]) -> Vec<BoardSize> {
    let sizes = |range: &RangeArg<BoardSize>| {
        let first = range.first;
        BoardSize::up_to(range.last.get() as u8).filter(move |&n| n >= first)
    };
    ranges.iter().flat_map(sizes).collect()
}

/// The number of answers that `--limit` allows; without it, there is no limit.
pub(super) fn limit_or_all(limit: Option<u64>) -> usize {
    limit.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX))
}
