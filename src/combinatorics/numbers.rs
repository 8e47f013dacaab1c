//! Numbers with a domain: board size, rank and orbit id. The permutation index is in `factoradic`.

use super::invalid::{Invalid, LARGEST_BOARD, shortened};
use std::fmt;
use std::num::NonZeroU64;
use std::str::FromStr;

/// The board size N, 1 ≤ N ≤ 64.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoardSize(u8);

impl BoardSize {
    /// The largest board size, 64: a set of rows fits one 64-bit word.
    pub const MAX: u8 = LARGEST_BOARD;

    /// `n` as a board size. Fails outside 1 … 64.
    pub fn new(n: u64) -> Result<Self, Invalid> {
        match u8::try_from(n) {
            Ok(small @ 1..=Self::MAX) => Ok(BoardSize(small)),
            _ => Err(Invalid::BoardSize { got: n.to_string() }),
        }
    }

    /// N.
    pub fn get(self) -> usize {
        usize::from(self.0)
    }

    /// Every board size from 1 to `last`.
    pub fn up_to(last: u8) -> impl Iterator<Item = BoardSize> {
        (1..=last.min(Self::MAX)).map(BoardSize)
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
        text.trim()
            .parse()
            .map_err(|_| Invalid::BoardSize { got: format!("{:?}", shortened(text)) })
            .and_then(BoardSize::new)
    }
}

macro_rules! ordinal {
    ($(#[$doc:meta])* $name:ident, $first:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(NonZeroU64);

        impl $name {
            #[doc = concat!("The first ", $first, ", 1.")]
            pub const FIRST: $name = $name(NonZeroU64::MIN);

            #[doc = concat!("`number` as ", $first, ". Fails for 0.")]
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

            fn from_str(text: &str) -> Result<Self, Invalid> {
                text.trim()
                    .parse()
                    .map_err(|_| Invalid::$name { got: format!("{:?}", shortened(text)) })
                    .and_then($name::new)
            }
        }
    };
}

ordinal! {
    /// The 1-based position of a solution among all Q(N) solutions in lexicographic order.
    Rank, "rank"
}

ordinal! {
    /// The 1-based position of an orbit among all F(N) orbits, in the lexicographic order of their
    /// canonical representatives (the numbering of “Unique Queens Solution” and of Zhang & Zhang 2011,
    /// section V).
    OrbitId, "orbit id"
}

/// Parses a number that consists of decimal digits only, without a sign.
pub(crate) fn parse_digits<T: FromStr>(text: &str) -> Option<T> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}
