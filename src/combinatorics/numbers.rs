//! Numbers with a domain: board size, rank and orbit id, and how people write large numbers. The permutation index is in
//! `factoradic`.

use super::invalid::{Invalid, LARGEST_BOARD, shortened};
use std::borrow::Cow;
use std::fmt;
use std::num::NonZeroU64;
use std::str::FromStr;

/// The board size N, 1 ≤ N ≤ 64.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoardSize(u8);

impl BoardSize {
    /// The largest board size, 64: a set of rows fits one 64-bit word.
    pub const MAX: usize = LARGEST_BOARD;

    /// `n`, of any integer type, as a board size.
    ///
    /// # Errors
    /// [`Invalid::BoardSize`] outside 1 … 64.
    pub fn new(n: impl TryInto<u8> + Copy + fmt::Display) -> Result<Self, Invalid> {
        match n.try_into() {
            Ok(small) if (1..=Self::MAX).contains(&small.into()) => Ok(BoardSize(small)),
            _ => Err(Invalid::BoardSize { got: n.to_string() }),
        }
    }

    /// N.
    pub fn get(self) -> usize {
        usize::from(self.0)
    }

    /// Every board size from 1 to `last`.
    pub fn up_to(last: usize) -> impl Iterator<Item = BoardSize> {
        (1..=last.min(Self::MAX) as u8).map(BoardSize)
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for BoardSize {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        let size = text.trim().parse().ok().and_then(|n: u64| BoardSize::new(n).ok());
        size.ok_or_else(|| Invalid::BoardSize { got: format!("{:?}", shortened(text)) })
    }
}

macro_rules! ordinal {
    ($(#[$doc:meta])* $name:ident, $article:literal, $noun:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(NonZeroU64);

        impl $name {
            #[doc = concat!("The first ", $noun, ", 1.")]
            pub const FIRST: $name = $name(NonZeroU64::MIN);

            #[doc = concat!("`number` as ", $article, " ", $noun, ".")]
            ///
            /// # Errors
            #[doc = concat!("[`Invalid::", stringify!($name), "`] for 0.")]
            pub fn new(number: u64) -> Result<Self, Invalid> {
                NonZeroU64::new(number)
                    .map($name)
                    .ok_or_else(|| Invalid::$name { got: number.to_string() })
            }

            /// The number, from 1.
            pub fn get(self) -> u64 {
                self.0.get()
            }

            /// This number plus `steps`; `None` on overflow.
            pub fn checked_add(self, steps: u64) -> Option<Self> {
                self.0.checked_add(steps).map($name)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl FromStr for $name {
            type Err = Invalid;

            /// Reads digits, also in groups of three such as `17,000,000`, `17_000_000` or `17 000 000`.
            fn from_str(text: &str) -> Result<Self, Invalid> {
                let number = digits(text, concat!($article, " ", $noun, " in digits, such as 1000"))?;
                let got = || Invalid::$name { got: shortened(&number) };
                number.parse().ok().and_then(NonZeroU64::new).map($name).ok_or_else(got)
            }
        }
    };
}

ordinal! {
    /// The 1-based position of a solution among all Q(N) solutions in lexicographic order.
    Rank, "a", "rank"
}

ordinal! {
    /// The 1-based position of an orbit among all F(N) orbits, in the lexicographic order of their
    /// canonical representatives (the numbering of “Unique Queens Solution” and of Zhang & Zhang 2011,
    /// section V).
    OrbitId, "an", "orbit id"
}

/// The separators of groups of three digits, and their names.
const SEPARATORS: [(char, &str); 9] = [
    ('_', "an underscore"),
    (',', "a comma"),
    ('.', "a dot"),
    ('\'', "an apostrophe"),
    ('’', "an apostrophe"),
    (' ', "a blank"),
    ('\u{a0}', "a no-break space"),
    ('\u{2009}', "a thin space"),
    ('\u{202f}', "a narrow no-break space"),
];

/// The digits of a whole number, after a minus sign if it has one, without the separators of its groups. Fails for other
/// text, for which `expected` is the message, and for wrong groups. A single dot is not read, because it can be a
/// decimal point.
pub(super) fn digits<'t>(text: &'t str, expected: &'static str) -> Result<Cow<'t, str>, Invalid> {
    let signed = text.trim();
    let signed = signed.strip_prefix('+').unwrap_or(signed);
    let number = signed.strip_prefix('-').unwrap_or(signed);
    let is_separator = |c: &char| SEPARATORS.iter().any(|(separator, _)| separator == c);
    let is_digit = |c: char| c.is_ascii_digit();
    let separators = number.chars().filter(|c| !c.is_ascii_digit());
    let quoted = || format!("{:?}", shortened(text));
    if !number.starts_with(is_digit) || !separators.clone().all(|c| is_separator(&c)) {
        return Err(Invalid::Unreadable { expected, got: quoted() });
    }
    let Some(separator) = separators.clone().next() else { return Ok(signed.into()) };
    if separator == '.' && separators.clone().count() == 1 {
        let got = format!("{} with a dot, which can be a decimal point", quoted());
        return Err(Invalid::Unreadable { expected, got });
    }
    if is_grouped(number, separator) {
        return Ok(signed.replace(separator, "").into());
    }
    let is_used = |c: char| number.contains(c);
    let names = SEPARATORS.iter().filter(|(c, _)| is_used(*c)).map(|(_, name)| *name);
    Err(Invalid::Groups { got: quoted(), separators: names.collect::<Vec<_>>().join(" and ") })
}

/// Whether all groups between the separators have three digits, and the first one one to three.
fn is_grouped(number: &str, separator: char) -> bool {
    let is_group =
        |group: &str| group.len() == 3 && group.bytes().all(|byte| byte.is_ascii_digit());
    let mut groups = number.split(separator);
    let first = groups.next().unwrap_or_default();
    let is_first = (1..=3).contains(&first.len()) && !first.starts_with('0');
    is_first && first.bytes().all(|byte| byte.is_ascii_digit()) && groups.all(is_group)
}

/// Parses a number that consists of decimal digits only, without a sign.
pub fn parse_digits<T: FromStr>(text: &str) -> Option<T> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}
