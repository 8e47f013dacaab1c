//! [`Reader`]: one record and how it is read. Each form of boards is a method, in the file of the form. All readings of a
//! record must agree, and each is checked, here.

use super::condition_list::ConditionList;
use super::form::Notation;
use super::role::Found;
use crate::combinatorics::invalid::{Invalid, shortened};

/// The number of the first row and column, and the largest board.
#[derive(Debug, Clone, Copy)]
pub(in crate::combinatorics) struct Frame {
    /// The number of the first row: 0 or 1.
    pub(in crate::combinatorics) first: u64,
    /// The largest N.
    pub(in crate::combinatorics) largest: usize,
    /// Whether columns may have no queen.
    pub(in crate::combinatorics) is_partial: bool,
}

impl Frame {
    /// Checks that a board of `n` columns is not too large.
    pub(in crate::combinatorics) fn check(self, n: usize) -> Result<(), Invalid> {
        match n {
            0 => Err(Invalid::NoQueens),
            n if n > self.largest => Err(Invalid::TooManyQueens { largest: self.largest, got: n }),
            _ => Ok(()),
        }
    }

    /// Converts the rows of `n` columns to 0-based ones. O(N), 4 bytes per queen.
    pub(in crate::combinatorics) fn rows(
        self,
        n: usize,
        numbers: impl Iterator<Item = Result<u64, Invalid>>,
    ) -> Result<Vec<u32>, Invalid> {
        self.check(n)?;
        let mut rows = Vec::with_capacity(n);
        let mut outside = None;
        for number in numbers {
            let number = number?;
            let row = number.checked_sub(self.first).filter(|&row| row < n as u64);
            if row.is_none() {
                outside.get_or_insert((rows.len() + 1, number));
            }
            rows.push(row.unwrap_or(0) as u32);
        }
        match outside {
            None => Ok(rows),
            Some((_, got)) if n == 1 => Err(Invalid::SingleNumber { got: got.to_string() }),
            Some((column, 0)) => Err(Invalid::RowZero { n, column }),
            Some((column, row)) => {
                let first = u8::from(self.first != 0);
                Err(Invalid::RowOutside { n, first, column: column - usize::from(first == 0), row })
            }
        }
    }
}

/// What a form makes of a part of a text: `None` if the part is in another form.
pub(super) type Read = Option<Result<Found, Invalid>>;

/// Reads one record.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reader<'t> {
    pub(super) text: &'t str,
    pub(super) notation: Option<Notation>,
    pub(super) frame: Frame,
    /// Whether a 0 in a list is a column without a queen, whatever the other numbers are.
    pub(super) has_zero_gaps: bool,
    /// The size that stands above the record.
    pub(super) size: Option<usize>,
}

impl Reader<'_> {
    /// Whether a form is read: that of the notation, or one of all without one.
    pub(super) fn wants(self, form: Option<Notation>) -> bool {
        let of_form = self.notation.map(|notation| match notation {
            Notation::Drawing => Notation::Matrix,
            Notation::RowColumn => Notation::ColumnRow,
            notation => notation,
        });
        of_form.is_none() || form.is_none() || of_form == form
    }

    /// What all readings that fit agree on, or the first error. `None` without any reading.
    pub(super) fn agreed(self, readings: impl Iterator<Item = Read>) -> Read {
        let (mut fits, mut error) = (None::<Found>, None);
        for reading in readings {
            match (reading.map(|read| read.and_then(|found| self.checked(found))), &fits) {
                (None, _) => {}
                (Some(Err(error @ (Invalid::PairOrder { .. } | Invalid::Ambiguous { .. }))), _) => {
                    return Some(Err(error));
                }
                (Some(Err(why)), _) => _ = error.get_or_insert(why),
                (Some(Ok(found)), Some(other)) if found.boards != other.boards => {
                    let [first, second] =
                        [&other.boards, &found.boards].map(|boards| written(boards));
                    return Some(Err(Invalid::Ambiguous { first, second }));
                }
                (Some(Ok(found)), _) => fits = Some(found),
            }
        }
        fits.map(Ok).or(error.map(Err))
    }

    /// Checks that boards have the sizes that are written next to them, are not too large, and, unless they are partial,
    /// have one queen in each column.
    pub(super) fn checked(self, mut found: Found) -> Result<Found, Invalid> {
        for board in &mut found.boards {
            for &size in &found.sizes {
                match *board.n.get_or_insert(size) {
                    other if other == size => {}
                    other => return Err(Invalid::WrongSize { n: size, other }),
                }
            }
            if let Some(n) = board.n {
                self.frame.check(n)?;
                board.conditions.iter().try_for_each(|condition| condition.check(n))?;
            }
            if !self.frame.is_partial {
                board.rows()?;
            }
        }
        found.sizes.clear();
        Ok(found)
    }
}

/// Boards in a message.
pub(super) fn written(boards: &[ConditionList]) -> String {
    let board = |board: &ConditionList| match board.rows() {
        Ok(rows) => rows.iter().map(|row| (row + 1).to_string()).collect::<Vec<_>>().join(" "),
        Err(_) => board.conditions.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
    };
    shortened(&boards.iter().map(board).collect::<Vec<_>>().join(" / "))
}
