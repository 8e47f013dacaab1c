//! The law of the reader: every character of a text that is not blank has exactly one [`Role`].
//!
//! A form of boards (`list`, `drawing`, `placement`, `model`) gives roles only to what it understands. [`Found::account`]
//! is the one place that checks that nothing is left over, so that no form can forget to.

use super::condition_list::ConditionList;
use super::text::Span;
use crate::combinatorics::invalid::{Invalid, shortened};

/// What a character of a text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// A queen, as a mark, a number, a pair or a square.
    Queen,
    /// An empty square, a column without a queen, or a number of empty squares.
    Empty,
    /// A square or diagonal without a queen.
    Excluded,
    /// A comma, or another sign between squares or boards.
    Separator,
    /// Brackets, quotes, bars, rules, roofs.
    Frame,
    /// The name of a row, which stands next to it.
    RowLabel,
    /// The name of a column, above or below it or before its row.
    ColumnLabel,
    /// The number of a board.
    BoardLabel,
    /// A name or a size, which the boards must have.
    Caption,
    /// Text of a stated form that does not describe a board.
    Comment,
}

/// The boards of a part of a text, and what its characters are.
#[derive(Debug, Clone)]
pub(super) struct Found {
    pub(super) boards: Vec<ConditionList>,
    /// Sizes that are written next to the boards.
    pub(super) sizes: Vec<usize>,
    part: Span,
    /// The role of each byte.
    pub(super) roles: Vec<Option<Role>>,
    /// Whether a character has two roles.
    has_clash: bool,
}

impl Found {
    pub(super) fn new(part: Span) -> Found {
        let roles = vec![None; part.len()];
        Found { boards: Vec::new(), sizes: Vec::new(), part, roles, has_clash: false }
    }

    pub(super) fn with(mut self, board: ConditionList) -> Found {
        self.boards.push(board);
        self
    }

    /// Gives a part this role.
    pub(super) fn mark(&mut self, span: Span, role: Role) {
        for place in span {
            self.give(place, role);
        }
    }

    fn give(&mut self, place: usize, role: Role) {
        let byte = place.checked_sub(self.part.start).and_then(|place| self.roles.get_mut(place));
        self.has_clash |= byte.is_none_or(|byte| byte.replace(role).is_some());
    }

    /// Gives the characters of a part, but not its blanks, this role.
    pub(super) fn mark_words(&mut self, text: &str, part: Span, role: Role) {
        super::text::words(text, part).into_iter().for_each(|word| self.mark(word, role));
    }

    /// Adds the boards and roles of a part of this part.
    pub(super) fn add(&mut self, other: Found) {
        self.add_roles(&other);
        self.boards.extend(other.boards);
    }

    /// Adds the roles of another part, and the sizes in it.
    pub(super) fn add_roles(&mut self, other: &Found) {
        for (place, role) in (other.part.start..).zip(&other.roles) {
            role.iter().for_each(|role| self.give(place, *role));
        }
        self.sizes.extend(&other.sizes);
        self.has_clash |= other.has_clash;
    }

    /// Checks the law.
    ///
    /// # Errors
    /// [`Invalid::NoRole`] with the first word that has a character without a role.
    pub(super) fn account(self, text: &str) -> Result<Found, Invalid> {
        let part = &text[self.part.clone()];
        let mut chars = part.char_indices();
        let left = chars.find(|&(place, c)| self.roles[place].is_none() && !c.is_whitespace());
        let place = match left {
            Some((place, _)) => place,
            None if self.has_clash => 0,
            None => return Ok(self),
        };
        let word = part[place..].split_whitespace().next().unwrap_or_default();
        let line = text[..self.part.start + place].matches('\n').count() + 1;
        Err(Invalid::NoRole { got: shortened(word), line })
    }
}
