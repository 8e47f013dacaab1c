//! Types and parsers of arguments: ranges, whole numbers, limits, threads, `-`, and what selects solutions.

use crate::error::{CliError, Result as CliResult};
use crate::partial_boards::meant_as_conditions;
use clap::{Arg, ValueHint};
use nqdb::internal::{cores, shortened};
use nqdb::{BoardSize, Conditions, Invalid, Properties, Selection, Subgroup, known_counts};
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
        RangeArg::of_sizes(text, |number| {
            number.parse().map_err(|error: Invalid| error.to_string())
        })
    }
}

impl RangeArg<u64> {
    /// A whole number from 0 to 2⁶⁴ − 1, or a range of them.
    pub(super) fn of_numbers(text: &str) -> Result<Self, String> {
        let several = |error| if is_list(text) { not_a_range(text) } else { error };
        RangeArg::parse(text, any_number).map_err(several)
    }
}

/// Whether text may be several numbers.
fn is_list(text: &str) -> bool {
    text.trim().contains([',', ' '])
}

fn not_a_range(text: &str) -> String {
    format!("expected a number or a range such as 3-5, got {text:?}")
}

impl<T: PartialOrd + Clone> RangeArg<T> {
    /// A board size or a range of them, each as `number` reads it.
    pub(super) fn of_sizes(
        text: &str,
        number: impl Fn(&str) -> Result<T, String>,
    ) -> Result<Self, String> {
        let hint = "separate several by spaces without quotes";
        RangeArg::parse(text, number).map_err(|error| {
            if is_list(text) { format!("{}; {hint}", not_a_range(text)) } else { error }
        })
    }

    /// A number or a range of numbers, each as `number` reads it.
    pub(super) fn parse<E: From<String>>(
        text: &str,
        number: impl Fn(&str) -> Result<T, E>,
    ) -> Result<Self, E> {
        // A sign is not the hyphen of a range.
        let hyphen = text.match_indices('-').map(|(at, _)| at).find(|&at| at > 0);
        let is_range = |c: char| c.is_ascii_digit() || ".:= ".contains(c);
        if (text.contains("..") || text.contains(':')) && text.chars().all(is_range) {
            let numbers = text.split(['.', ':', '=']).filter(|number| !number.is_empty());
            let range = numbers.collect::<Vec<_>>().join("-");
            return Err(format!("{}; write {range}", not_a_range(text)).into());
        }
        let Some((first, last)) = hyphen.map(|at| (&text[..at], &text[at + 1..])) else {
            let only = number(text)?;
            return Ok(RangeArg { first: only.clone(), last: only });
        };
        if last.is_empty() {
            return Err(not_a_range(text).into());
        }
        let (first, last) = (number(first)?, number(last)?);
        if last < first {
            return Err(format!("expected an ascending range FIRST-LAST, got {text:?}").into());
        }
        Ok(RangeArg { first, last })
    }

    /// A number or a range in a list of them. Fails for a number such as `100,200` that can be two.
    pub(super) fn in_list(text: &str, number: impl Fn(&str) -> CliResult<T>) -> CliResult<Self> {
        RangeArg::parse(text, |word| match number(word) {
            Err(error) if error.is_unreadable() => Err(error),
            read => check_one(word).and(read),
        })
    }
}

/// Fails for digits whose commas or blanks can group them or separate numbers: no group after the first begins with 0.
fn check_one(number: &str) -> CliResult {
    let number = number.trim();
    let separators = [(',', "comma", ""), (' ', "blank", " without quotes")];
    let used = separators.into_iter().find(|(separator, ..)| number.contains(*separator));
    let Some((separator, name, hint)) = used else { return Ok(()) };
    if number.split(separator).skip(1).any(|group| group.starts_with('0')) {
        return Ok(());
    }
    let [one, several] = ["", " "].map(|between| number.replace(separator, between));
    Err(CliError::Usage(format!(
        "the {name} in {number:?} can group digits or separate numbers: write {one}, or {several}{hint}"
    )))
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
pub(super) fn large_board(largest: u64) -> impl Fn(&str) -> Result<u64, String> + Clone {
    move |text| {
        whole_number(1..=largest)(text).map_err(|_| {
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
}

/// `--jobs` of a command whose threads share these items.
pub(super) fn jobs_sharing(items: &str) -> impl FnOnce(Arg) -> Arg {
    let help = format!(
        "Threads, 1 to 1024 [default: all cores]\n\nThey share {items}; one board is solved on one."
    );
    |jobs| jobs.long_help(help)
}

/// Whether the arguments mean standard input: `-` only.
pub(super) fn is_stdin(words: &[String]) -> CliResult<bool> {
    match words {
        [only] => Ok(only == "-"),
        _ if words.iter().any(|word| word == "-") => {
            Err(CliError::Usage("`-` (standard input) must be the only argument".to_owned()))
        }
        _ => Ok(false),
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

/// Whether a board has no solutions: N = 2 and N = 3.
pub(super) fn is_unsolvable(n: BoardSize) -> bool {
    known_counts(n).is_some_and(|known| known.solutions == 0)
}

/// The number of items that `--limit` allows; all without it.
pub(super) fn limit_or_all(limit: Option<u64>) -> usize {
    limit.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX))
}

/// Which solutions are meant.
#[derive(clap::Args)]
pub(crate) struct SelectionArgs {
    /// Conditions such as 3=5 or c5 (a queen in column 3, row 5) and 3!=5 or !c5 (no queen there), or a drawing in one
    /// argument [default: any solution]
    ///
    /// c+r!=8 and c-r!=-2 exclude the diagonal with this column + row, or column - row.
    #[arg(value_name = "CONDITION")]
    pub(crate) conditions: Vec<String>,
    #[command(flatten)]
    pub(crate) properties: PropertiesArgs,
}

impl SelectionArgs {
    /// The selected solutions of a board.
    pub(crate) fn of(&self, n: BoardSize) -> CliResult<Selection> {
        self.properties.with(n, &self.conditions)
    }

    /// Fails for a number among the conditions.
    pub(crate) fn check_no_limit(&self) -> CliResult {
        let is_number = |word: &&String| word.parse::<u64>().is_ok();
        self.conditions.iter().find(is_number).map_or(Ok(()), |number| {
            let message = format!(
                "expected a condition such as 3=5, got {number:?}; did you mean --limit {number}?"
            );
            Err(CliError::Usage(message))
        })
    }

    /// What is wanted, in words.
    pub(crate) fn names(&self) -> String {
        let conditions = shortened(&self.conditions.join(" ").replace('\n', " / "));
        let conditions = Some(conditions).filter(|conditions| !conditions.is_empty());
        conditions.into_iter().chain(self.properties.names()).collect::<Vec<_>>().join(", ")
    }
}

/// The properties that solutions must have.
#[derive(clap::Args)]
#[command(next_help_heading = "Selection")]
pub(crate) struct PropertiesArgs {
    /// Only solutions with exactly this stabilizer: identity, rotate-180 or rotate-90
    ///
    /// These generate the stabilizers that solutions have from N = 2 on: no symmetry, rotations by 180°, rotations by
    /// 90°. The codes po1 to po8 are accepted too.
    #[arg(long, value_name = "SYMMETRIES", value_hint = ValueHint::Other)]
    stabilizer: Option<Subgroup>,
    /// Only solutions fixed by these symmetries, such as rotate-180 (centrosymmetric)
    #[arg(long, value_name = "SYMMETRIES", value_hint = ValueHint::Other)]
    fixed_by: Option<Subgroup>,
    /// Only solutions on the torus, where each diagonal continues on the opposite side
    #[arg(long)]
    toroidal: bool,
    /// Only solutions with no three queens on a straight line of any slope
    #[arg(long)]
    no_three_in_line: bool,
    /// Only solutions with no two queens a knight's move apart
    #[arg(long)]
    superqueen: bool,
}

impl PropertiesArgs {
    /// The solutions of a board that have the properties and meet conditions.
    pub(crate) fn with(&self, n: BoardSize, conditions: &[String]) -> CliResult<Selection> {
        if conditions.iter().any(|word| word == "-") {
            let message = "`-` (boards from stdin) is read by `nqdb count -` and `nqdb solve -`, not by this command";
            return Err(CliError::Usage(message.to_owned()));
        }
        let parsed = Conditions::parse(n, conditions)
            .map_err(|error| meant_as_conditions(conditions, error.into()))?;
        Ok(Selection { conditions: parsed, properties: self.properties() })
    }

    pub(crate) fn properties(&self) -> Properties {
        Properties {
            toroidal: self.toroidal,
            no_three_in_line: self.no_three_in_line,
            superqueens: self.superqueen,
            fixed_by: self.fixed_by.unwrap_or_default(),
            stabilizer: self.stabilizer,
        }
    }

    /// The options, as in `--stabilizer rotate-180`, without the dashes.
    pub(crate) fn names(&self) -> Vec<String> {
        let groups = [("stabilizer", self.stabilizer), ("fixed-by", self.fixed_by)];
        let groups =
            groups.into_iter().filter_map(|(name, group)| Some(format!("{name} {}", group?)));
        let flags = [
            ("toroidal", self.toroidal),
            ("no-three-in-line", self.no_three_in_line),
            ("superqueen", self.superqueen),
        ];
        let flags = flags.into_iter().filter(|(_, is_set)| *is_set);
        groups.chain(flags.map(|(name, _)| name.to_owned())).collect()
    }
}
