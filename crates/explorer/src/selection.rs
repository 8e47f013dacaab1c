//! The selection in a URL: conditions and properties, such as `3=5,7!=4,toroidal`.

use crate::failure::Failure;
use crate::page::joined;
use crate::request::Url;
use nqdb::{BoardSize, Condition, Conditions, Invalid, Selection};
use serde::Serialize;

/// The selection that a URL names, and its canonical text.
#[derive(Serialize)]
pub(crate) struct Selected {
    pub(crate) n: usize,
    /// The conditions in order, such as `3=5` and `7!=4`.
    pub(crate) conditions: Vec<String>,
    /// The properties, such as `toroidal` and `fixed-by=rotate-180`.
    pub(crate) properties: Vec<String>,
    #[serde(skip)]
    pub(crate) selection: Selection,
}

impl Selected {
    /// The selection in the URL's third segment; without one, all solutions.
    pub(crate) fn parse(url: &Url) -> Result<Self, Failure> {
        Ok(Selected::of(url.n()?, url.word(2))?)
    }

    pub(crate) fn of(n: BoardSize, text: &str) -> Result<Self, Invalid> {
        let (mut conditions, properties) =
            Selection::parse_words(n, Some(text).filter(|text| !text.is_empty()))?;
        conditions.sort_by_key(place);
        conditions.dedup();
        Ok(Selected {
            n: n.get(),
            conditions: conditions.iter().map(Condition::to_string).collect(),
            properties: properties.to_string().split_whitespace().map(String::from).collect(),
            selection: Selection { conditions: Conditions::new(n, conditions)?, properties },
        })
    }

    /// The words, joined by a separator.
    pub(crate) fn text(&self, between: &str) -> String {
        joined(self.conditions.iter().chain(&self.properties), between)
    }

    /// The path of the page with these conditions.
    pub(crate) fn page(&self) -> String {
        if self.conditions.is_empty() { format!("/{}", self.n) } else { self.path("count") }
    }

    /// The path of a noun's URL with this selection, without a suffix.
    pub(crate) fn path(&self, noun: &str) -> String {
        match &*self.text(",") {
            "" => format!("/{}/{noun}", self.n),
            text => format!("/{}/{noun}/{text}", self.n),
        }
    }
}

/// The place of a condition in a URL: squares by column and row, then diagonals.
pub(crate) fn place(condition: &Condition) -> (u8, i64, u64, bool) {
    match *condition {
        Condition::Queen { column, row } => (0, column as i64, row, false),
        Condition::NoQueen { column, row } => (0, column as i64, row, true),
        Condition::NoQueenOnSum(sum) => (1, sum as i64, 0, false),
        Condition::NoQueenOnDifference(difference) => (2, difference, 0, false),
    }
}
