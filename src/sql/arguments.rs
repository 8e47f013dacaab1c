//! SQL values as board sizes, numbers and queens.

use crate::combinatorics::{
    BoardSize, Invalid, OrbitId, Permutation, PermutationIndex, Rank, Solution,
};
use crate::error::{Error, Result};
use crate::search::completion::{CompletionError, Instance};
use rusqlite::functions::Context;
use rusqlite::types::ValueRef;
use std::borrow::Cow;

/// The arguments of one function call, none of them NULL.
pub(super) struct Arguments<'c, 'a>(pub(super) &'c Context<'a>);

impl Arguments<'_, '_> {
    fn value(&self, index: usize) -> ValueRef<'_> {
        self.0.get_raw(index)
    }

    pub(super) fn board_size(&self, index: usize) -> Result<BoardSize> {
        Ok(board_size(self.value(index))?)
    }

    pub(super) fn rank(&self, index: usize) -> Result<Rank> {
        Ok(number(self.value(index), Rank::new)?)
    }

    pub(super) fn orbit_id(&self, index: usize) -> Result<OrbitId> {
        Ok(number(self.value(index), OrbitId::new)?)
    }

    pub(super) fn permutation_index(&self, index: usize, n: BoardSize) -> Result<PermutationIndex> {
        Ok(PermutationIndex::parse(n, &short(&text(self.value(index))))?)
    }

    pub(super) fn text(&self, index: usize) -> Cow<'_, str> {
        text(self.value(index))
    }

    pub(super) fn permutation(&self, index: usize) -> Result<Permutation> {
        Ok(permutation(self.value(index))?)
    }

    pub(super) fn solution(&self, index: usize) -> Result<Solution> {
        Ok(Solution::new(self.permutation(index)?)?)
    }

    /// A board to complete, from its size and its conditions.
    pub(super) fn instance(&self, n: usize, squares: usize) -> Result<Instance> {
        instance(self.value(n), self.value(squares))
    }

    /// Whether the queens are a solution; an error for a text that is no list of numbers.
    pub(super) fn is_solution(&self, index: usize) -> Result<bool> {
        match self.solution(index) {
            Ok(_) => Ok(true),
            Err(Error::Invalid(Invalid::Attack { .. })) => Ok(false),
            Err(Error::Invalid(error)) if error.is_no_permutation() => Ok(false),
            Err(other) => Err(other),
        }
    }
}

/// A board to complete, from its size and from conditions as text, which may be empty.
pub(super) fn instance(n: ValueRef<'_>, squares: ValueRef<'_>) -> Result<Instance> {
    let n = match n {
        ValueRef::Integer(number) if number >= 0 => number.unsigned_abs(),
        _ => {
            let n = text(n);
            let wrong = |_| CompletionError::BoardSize { got: format!("{:?}", short(&n)) };
            n.parse().map_err(wrong)?
        }
    };
    let squares = text(squares);
    let squares = Some(squares).filter(|squares| !squares.trim().is_empty());
    Ok(Instance::parse(n, squares)?)
}

/// A board size, from an integer or from text.
pub(super) fn board_size(value: ValueRef<'_>) -> Result<BoardSize, Invalid> {
    number(value, BoardSize::new)
}

/// Queens, from text or from a packed BLOB.
pub(super) fn permutation(value: ValueRef<'_>) -> Result<Permutation, Invalid> {
    match value {
        ValueRef::Blob(bytes) => Permutation::unpack_any(bytes),
        _ => text(value).parse(),
    }
}

/// A number of at least 0; any other value is parsed as text.
fn number<T: std::str::FromStr<Err = Invalid>>(
    value: ValueRef<'_>,
    new: impl Fn(u64) -> Result<T, Invalid>,
) -> Result<T, Invalid> {
    match value {
        ValueRef::Integer(number) if number >= 0 => new(number.unsigned_abs()),
        _ => short(&text(value)).parse(),
    }
}

/// A value as text, for parsing and for messages.
pub(super) fn text(value: ValueRef<'_>) -> Cow<'_, str> {
    match value {
        ValueRef::Integer(number) => number.to_string().into(),
        ValueRef::Text(bytes) => String::from_utf8_lossy(bytes),
        ValueRef::Real(number) => format!("{number:?}").into(),
        ValueRef::Blob(_) => "a BLOB".into(),
        ValueRef::Null => "NULL".into(),
    }
}

/// More characters than any valid number has.
const LONGEST_NUMBER: usize = 120;

/// Text of a number or a name, cut because an error repeats it.
pub(super) fn short(text: &str) -> Cow<'_, str> {
    clipped(text, LONGEST_NUMBER)
}

/// The first `most` characters of a text.
pub(super) fn clipped(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]).into(),
        None => text.into(),
    }
}
