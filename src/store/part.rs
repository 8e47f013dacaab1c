use std::fmt;
use std::str::FromStr;

/// A part of the work of an index: every so-manyth unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    number: u32,
    of: u32,
}

impl Part {
    /// All of the work.
    pub const WHOLE: Part = Part { number: 1, of: 1 };

    /// Part `number` of `of`, 1 ≤ `number` ≤ `of` ≤ 1000.
    pub fn new(number: u32, of: u32) -> Option<Self> {
        (1 <= number && number <= of && of <= 1000).then_some(Part { number, of })
    }

    /// Which part, from 1 on.
    pub fn number(self) -> u32 {
        self.number
    }

    /// How many parts there are.
    pub fn of(self) -> u32 {
        self.of
    }

    /// Whether a unit belongs to it; units are numbered from 0 on.
    pub(super) fn has(self, unit: usize) -> bool {
        unit % self.of as usize == self.number as usize - 1
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/');
        numbers
            .and_then(|(number, of)| Part::new(number.parse().ok()?, of.parse().ok()?))
            .ok_or_else(|| format!("expected a part such as 3/16, at most of 1000, got '{text}'"))
    }
}
