//! Conversion of SQL values to board sizes, numbers and queens.

use nqdb::internal::shortened;
use nqdb::notation::ConditionList;
use nqdb::{
    BoardSize, CompletionError, Error, Invalid, Permutation, PermutationIndex, Result, Selection,
    Solution,
};
use nqdb_completion::PartialBoard;
use rusqlite::functions::Context;
use rusqlite::types::ValueRef;
use std::borrow::Cow;
use std::str::FromStr;

/// The arguments of a function call, none of them NULL.
pub(crate) struct Arguments<'c, 'a>(pub(crate) &'c Context<'a>);

impl Arguments<'_, '_> {
    fn value(&self, index: usize) -> ValueRef<'_> {
        self.0.get_raw(index)
    }

    pub(crate) fn is_zero(&self, index: usize) -> Result<bool> {
        Ok(whole(self.value(index))?.trim() == "0")
    }

    pub(crate) fn board_size(&self, index: usize) -> Result<BoardSize> {
        board_size(self.value(index))
    }

    /// A rank or orbit id. An error has the last one of the board.
    pub(crate) fn number<T: FromStr<Err = Invalid>>(
        &self,
        index: usize,
        n: BoardSize,
    ) -> Result<T> {
        whole(self.value(index))?.parse().map_err(|error: Invalid| error.on_board(n))
    }

    pub(crate) fn permutation_index(&self, index: usize, n: BoardSize) -> Result<PermutationIndex> {
        Ok(PermutationIndex::parse(n, &whole(self.value(index))?)?)
    }

    pub(crate) fn text(&self, index: usize) -> Result<Cow<'_, str>> {
        Ok(text(self.value(index))?)
    }

    pub(crate) fn permutation(&self, index: usize) -> Result<Permutation> {
        Ok(permutation(self.value(index))?)
    }

    pub(crate) fn solution(&self, index: usize) -> Result<Solution> {
        Ok(Solution::new(self.permutation(index)?)?)
    }

    /// A partial board, from its size and from conditions as text, which may be empty.
    pub(crate) fn partial_board(&self, n: usize, conditions: usize) -> Result<PartialBoard> {
        let n = whole(self.value(n))?;
        let wrong = |_| CompletionError::BoardSize { got: format!("{:?}", shortened(&n)) };
        let n = n.trim().parse().map_err(wrong)?;
        Ok(PartialBoard::parse(n, words_of(&text(self.value(conditions))?))?)
    }

    pub(crate) fn selection(&self, n: usize, conditions: usize) -> Result<Selection> {
        selection(self.value(n), self.value(conditions))
    }

    /// A queen's 0-based column, from a 1-based number.
    pub(crate) fn column(&self, index: usize, n: BoardSize) -> Result<usize> {
        let text = whole(self.value(index))?;
        let column = text.trim().parse().ok().filter(|column| (1..=n.get()).contains(column));
        let outside = || Invalid::ColumnOutside { n: n.get(), got: shortened(&text) };
        Ok(column.ok_or_else(outside)? - 1)
    }

    /// The solution; `None` if the value is not a solution. Fails for more than 64 queens.
    pub(crate) fn solution_if_any(&self, index: usize) -> Result<Option<Solution>> {
        match self.solution(index) {
            Err(Error::Invalid(error)) if !matches!(error, Invalid::TooManyQueens { .. }) => {
                Ok(None)
            }
            solution => solution.map(Some),
        }
    }
}

/// Selected solutions, from the size of the board and from conditions as text, which may be empty.
pub(crate) fn selection(n: ValueRef<'_>, conditions: ValueRef<'_>) -> Result<Selection> {
    Ok(Selection::parse(board_size(n)?, words_of(&text(conditions)?))?)
}

/// A text with conditions, unless it is blank.
fn words_of(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.trim().is_empty())
}

/// A board size, from a number or from text.
pub(crate) fn board_size(value: ValueRef<'_>) -> Result<BoardSize> {
    match value {
        ValueRef::Integer(n @ 0..) => Ok(BoardSize::new(n.unsigned_abs())?),
        _ => Ok(whole(value)?.parse()?),
    }
}

/// Queens, from text or from a packed BLOB.
pub(crate) fn permutation(value: ValueRef<'_>) -> Result<Permutation, Invalid> {
    match value {
        ValueRef::Blob(bytes) => Permutation::unpack_any(bytes),
        _ => text(value)?.parse(),
    }
}

/// The text of a number. Fails for values that text can't represent exactly.
pub(crate) fn whole(value: ValueRef<'_>) -> Result<Cow<'_, str>> {
    let got = match value {
        ValueRef::Blob(bytes @ ([_] | [_, _] | [_, _, _, _] | [_, _, _, _, _, _, _, _])) => {
            let length = bytes.len();
            format!("a BLOB of length {length}, as Python binds a NumPy integer: pass int(…)")
        }
        ValueRef::Blob(bytes) => format!("a BLOB of length {}", bytes.len()),
        ValueRef::Real(number) if number.abs() >= FIRST_ROUNDED => {
            format!("the REAL {number:e}, which may be rounded: pass an INTEGER or TEXT")
        }
        _ => return Ok(text(value)?),
    };
    Err(Error::NotInteger { got })
}

/// 2⁵³, the first REAL that stands for several integers.
const FIRST_ROUNDED: f64 = 9_007_199_254_740_992.0;

/// A value as text, for parsing and for messages. A REAL without a fraction is an integer, since some hosts bind all
/// numbers as REAL. Fails for a text longer than any conditions, so that reading it takes less than a second.
pub(crate) fn text(value: ValueRef<'_>) -> Result<Cow<'_, str>, Invalid> {
    const LONGEST: usize = ConditionList::LONGEST;
    Ok(match value {
        ValueRef::Integer(number) => number.to_string().into(),
        ValueRef::Text(bytes) if bytes.len() > LONGEST => {
            return Err(Invalid::TooLong { longest: LONGEST });
        }
        ValueRef::Text(bytes) => String::from_utf8_lossy(bytes),
        ValueRef::Real(number) if number.fract() == 0.0 && number.abs() < FIRST_ROUNDED => {
            (number as i64).to_string().into()
        }
        ValueRef::Real(number) => format!("{number:?}").into(),
        ValueRef::Blob(_) => "a BLOB".into(),
        ValueRef::Null => "NULL".into(),
    })
}

/// The first `most` characters of a text.
pub(crate) fn clipped(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]).into(),
        None => text.into(),
    }
}
