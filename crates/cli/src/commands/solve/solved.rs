//! Solved boards as they are printed, and the methods that solve them.

use crate::output::{Column, Printable, Value};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use nqdb::picture::Picture;
use nqdb::{Invalid, placement::Placement};
use nqdb_completion::PartialBoard;
use nqdb_papers::Method;

/// How a board is solved.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// By the search of `nqdb_completion`, the only one that takes conditions.
    Search,
    By(Method),
}

impl Way {
    pub(super) fn all() -> impl Iterator<Item = Way> {
        [Way::Search].into_iter().chain(Method::ALL.map(Way::By))
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Way::Search => "search",
            Way::By(method) => method.name(),
        }
    }

    pub(super) fn is_random(self) -> bool {
        !matches!(self, Way::By(method) if !method.is_random())
    }
}

pub(super) fn methods() -> impl TypedValueParser<Value = Way> {
    let value = |way: Way| {
        PossibleValue::new(way.name()).help(match way {
            Way::Search => "Any board up to N = 10000, with conditions or without",
            Way::By(method) => method.summary(),
        })
    };
    let named = |name: String| Way::all().find(|way| way.name() == name);
    // The parser accepts only these names.
    PossibleValuesParser::new(Way::all().map(value))
        .map(move |name| named(name).unwrap_or(Way::Search))
}

/// A solution, and how it was found.
pub(super) struct SolvedBoard<'a> {
    pub(super) placement: &'a Placement,
    /// The conditions, if there are any.
    pub(super) partial: Option<&'a PartialBoard>,
    pub(super) caption: String,
    pub(super) way: Way,
    /// `None` if the solution does not depend on it.
    pub(super) seed: Option<u64>,
    /// `None` if the method does not count them.
    pub(super) steps: Option<u64>,
}

impl Printable for SolvedBoard<'_> {
    fn picture(&self) -> Result<Picture, Invalid> {
        let picture = Picture::new(self.placement.zero_based().iter().copied())?;
        let given = self.partial.filter(|board| board.queens().next().is_some());
        Ok(match given {
            Some(board) => picture.with_givens(|column, row| board.gives(column, row)),
            None => picture,
        })
    }

    fn caption(&self) -> Option<String> {
        Some(self.caption.clone())
    }

    fn value(&self, column: Column) -> Value<'_> {
        match column {
            Column::N => Value::Number(self.placement.n() as u64),
            Column::Queens => Value::Placement(self.placement),
            Column::Method => Value::Text(self.way.name().to_owned()),
            Column::Seed => Value::number(self.seed),
            Column::Steps => Value::number(self.steps),
            _ => Value::Missing,
        }
    }
}
