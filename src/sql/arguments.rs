use crate::combinatorics::{
    BoardSize, Invalid, OrbitId, Permutation, PermutationIndex, Rank, Solution,
};
use crate::error::{Error, Result};
use rusqlite::functions::Context;
use rusqlite::types::ValueRef;

/// The arguments of one call, none of them NULL.
pub(super) struct Arguments<'c, 'a>(pub(super) &'c Context<'a>);

impl Arguments<'_, '_> {
    fn value(&self, index: usize) -> ValueRef<'_> {
        self.0.get_raw(index)
    }

    /// An integer, or text that is one; in words where it is anything else.
    fn number<T>(&self, index: usize, parse: impl Fn(&str) -> Result<T, Invalid>) -> Result<T> {
        let text = match self.value(index) {
            ValueRef::Integer(number) => number.to_string(),
            ValueRef::Text(bytes) => String::from_utf8_lossy(bytes).into_owned(),
            ValueRef::Real(number) => format!("{number:?}"),
            ValueRef::Blob(_) => "a BLOB".to_owned(),
            ValueRef::Null => "NULL".to_owned(),
        };
        Ok(parse(&text)?)
    }

    pub(super) fn board_size(&self, index: usize) -> Result<BoardSize> {
        self.number(index, str::parse)
    }

    pub(super) fn rank(&self, index: usize) -> Result<Rank> {
        self.number(index, str::parse)
    }

    pub(super) fn orbit_id(&self, index: usize) -> Result<OrbitId> {
        self.number(index, str::parse)
    }

    pub(super) fn permutation_index(&self, index: usize, n: BoardSize) -> Result<PermutationIndex> {
        self.number(index, |text| PermutationIndex::parse(n, text))
    }

    pub(super) fn text(&self, index: usize) -> Result<String> {
        self.number(index, |text| Ok(text.to_owned()))
    }

    /// Queens as text or packed.
    pub(super) fn permutation(&self, index: usize) -> Result<Permutation> {
        match self.value(index) {
            ValueRef::Blob(bytes) => Ok(Permutation::unpack_any(bytes)?),
            _ => self.number(index, str::parse),
        }
    }

    pub(super) fn solution(&self, index: usize) -> Result<Solution> {
        Ok(Solution::new(self.permutation(index)?)?)
    }

    /// Whether the queens are a solution; a text that is no list of numbers is an error.
    pub(super) fn is_solution(&self, index: usize) -> Result<bool> {
        match self.solution(index) {
            Ok(_) => Ok(true),
            Err(Error::Invalid(
                Invalid::Attack { .. } | Invalid::RowTwice { .. } | Invalid::RowOutside { .. },
            )) => Ok(false),
            Err(other) => Err(other),
        }
    }
}
