//! Boards in objects: `{"n": 4, "queens": [2, 4, 1, 3]}`, also as Python prints it, and `n = 4; q = [2, 4, 1, 3];`.
//!
//! The names of fields are those of a closed table. Fields that say the same must agree. A list in any other field could
//! be another board and is refused; other fields are not about the board.

use super::condition_list::ConditionList;
use super::list::names_queens;
use super::reader::{Frame, Read, Reader};
use super::role::{Found, Role};
use super::text::{Span, may_turn, number};
use super::tree::Node;
use crate::combinatorics::condition::Condition;
use crate::combinatorics::invalid::{Invalid, shortened, unreadable};

/// What a field is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Field {
    /// Boards.
    Board,
    /// Boards, if the object has no other one: else the solutions of a puzzle.
    Answers,
    /// A partial board.
    Puzzle,
    /// The rows of given queens, with 0 for a column without one.
    Givens,
    Conditions,
    /// The properties of a selection, which a board does not have.
    Properties,
    Size,
    /// An object with further fields.
    Inside,
    /// Not about the board.
    Other,
}

/// The known fields: those that nqdb prints, and the names of other programs for boards and sizes.
fn field(name: &str) -> Option<Field> {
    Some(match &*name.to_ascii_lowercase() {
        "queens" | "q" | "qs" | "board" | "solution" | "position" | "positions" | "placed"
        | "fen" | "json" | "default" => Field::Board,
        "answer" | "answers" | "solutions" => Field::Answers,
        "puzzle" => Field::Puzzle,
        "givens" => Field::Givens,
        "conditions" => Field::Conditions,
        "n" | "size" | "board_size" | "boardsize" | "order" => Field::Size,
        "metadata" | "output" => Field::Inside,
        "properties" => Field::Properties,
        "members" | "permutation_index" | "stabilizer" | "ranks" | "orbit_ids" | "signature"
        | "path" | "difficulty" | "sections" | "valid_answers" => Field::Other,
        _ => return None,
    })
}

pub(super) fn is_size(name: &str) -> bool {
    field(name) == Some(Field::Size)
}

/// Whether a name is in the table.
pub(super) fn is_known(name: &str) -> bool {
    field(name).is_some()
}

/// Whether a column of this name is about the boards in the column `queens`, too.
pub(super) fn is_about_boards(name: &str) -> bool {
    match field(name) {
        Some(Field::Board | Field::Answers | Field::Puzzle | Field::Givens) => true,
        Some(_) => false,
        None => may_turn(name),
    }
}

/// A name and a value.
type Entry<'n> = (Span, &'n Node);

impl<'t> Reader<'t> {
    /// Reads an object, or assignments of names.
    pub(super) fn object(self, node: &Node) -> Read {
        let entries = self.entries(node)?;
        // Assignments.
        let is_numbered = |(key, _): &Entry<'_>| {
            let name = self.word(key).trim_end_matches(|c: char| c.is_ascii_digit());
            name.len() < self.word(key).len() && (name.is_empty() || names_queens(name))
        };
        let is_known =
            node.has_brackets() || entries.iter().any(|(key, _)| field(self.word(key)).is_some());
        (is_known && !entries.is_empty() && !entries.iter().any(is_numbered))
            .then(|| self.fields(node, entries))
    }

    fn word(self, span: &Span) -> &'t str {
        &self.text[span.clone()]
    }

    fn entries<'n>(self, node: &'n Node) -> Option<Vec<Entry<'n>>> {
        let Node::List { name: None, items, .. } = node else { return None };
        let entry = |item: &'n Node| match item {
            Node::Entry(both) => Some((both[0].word()?, &both[1])),
            _ => None,
        };
        items.iter().map(entry).collect()
    }

    fn fields(self, node: &Node, mut entries: Vec<Entry<'_>>) -> Result<Found, Invalid> {
        let mut found = Found::new(node.span());
        let inside = |(key, _): &Entry<'_>| field(self.word(key)) == Some(Field::Inside);
        if let Some(place) = entries.iter().position(inside)
            && let Some(fields) = self.entries(entries[place].1)
        {
            found.mark(entries.swap_remove(place).0, Role::Caption);
            entries.extend(fields);
        }
        let mut names: Vec<String> =
            entries.iter().map(|(key, _)| self.word(key).to_ascii_lowercase()).collect();
        // The field `size` of an orbit is its number of solutions.
        let has_orbit = names.iter().any(|name| name == "orbit_id");
        let kind = |name: &str| match field(name) {
            Some(Field::Size) if name == "size" && has_orbit => Some(Field::Other),
            kind => kind,
        };
        let is_puzzle = |kind| {
            matches!(kind, Some(Field::Board | Field::Puzzle | Field::Givens | Field::Conditions))
        };
        let has_board = names.iter().any(|name| is_puzzle(kind(name)));
        let (mut boards, mut puzzles) = (Vec::new(), Vec::new());
        for (key, value) in entries {
            found.mark(key.clone(), Role::Caption);
            match kind(&self.word(&key).to_ascii_lowercase()) {
                Some(Field::Board) => boards.push(self.value(value, &mut found)?),
                // A number is that of the solutions.
                Some(Field::Answers)
                    if !has_board && !matches!(value, Node::Word { is_quoted: false, .. }) =>
                {
                    boards.push(self.value(value, &mut found)?)
                }
                Some(Field::Conditions) => {
                    puzzles.push(vec![self.conditions_in(value, &mut found)?])
                }
                Some(kind @ (Field::Givens | Field::Puzzle)) => {
                    let frame = Frame { is_partial: true, ..self.frame };
                    let reader = Reader { frame, has_zero_gaps: kind == Field::Givens, ..self };
                    puzzles.push(reader.value(value, &mut found)?);
                }
                Some(Field::Size) => {
                    let size = value.word().and_then(|size| number(self.word(&size)));
                    let size =
                        size.ok_or_else(|| unreadable("a board size", self.word(&value.span())))?;
                    found.sizes.push(size as usize);
                    found.mark(value.span(), Role::Caption);
                }
                Some(Field::Properties)
                    if self.word(&value.span()).contains(char::is_alphabetic) =>
                {
                    let expected = "conditions alone (properties are options, such as --toroidal)";
                    return Err(unreadable(expected, self.word(&value.span())));
                }
                None if matches!(value, Node::List { .. }) => {
                    let expected = "a known field for a list, such as queens, givens or conditions";
                    return Err(unreadable(expected, self.word(&key)));
                }
                None if may_turn(self.word(&key)) || may_turn(self.word(&value.span())) => {
                    let expected = "only fields that do not turn the board";
                    return Err(unreadable(expected, self.word(&key)));
                }
                _ => comment(value, &mut found),
            }
        }
        names.sort_unstable();
        if let Some(twice) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(unreadable("each field once", &twice[0]));
        }
        found.boards = self.agreeing(boards, puzzles).ok_or_else(|| {
            let got = format!("contradictions in {:?}", shortened(self.word(&node.span())));
            Invalid::Unreadable { expected: "fields with the same queens", got }
        })?;
        if found.boards.is_empty() {
            let expected = "JSON such as \"[2,4,1,3]\", or an object with the field queens";
            return Err(unreadable(expected, self.word(&node.span())));
        }
        Ok(found)
    }

    /// The boards of a field, whose roles are added.
    fn value(self, value: &Node, found: &mut Found) -> Result<Vec<ConditionList>, Invalid> {
        let other = || unreadable("a board", self.word(&value.span()));
        let read = self.node(value).ok_or_else(other)??;
        found.add_roles(&read);
        Ok(read.boards)
    }

    /// The conditions of a list of words.
    fn conditions_in(self, value: &Node, found: &mut Found) -> Result<ConditionList, Invalid> {
        let mut conditions = Vec::new();
        for item in value.items() {
            let word = &item.span();
            let condition: Condition = self.word(word).parse()?;
            found.mark(word.clone(), role_of(condition));
            conditions.push(condition);
        }
        Ok(ConditionList::new(None, conditions))
    }

    /// The boards that all fields agree on: each has the queens of the puzzles, whose conditions it gets on partial
    /// boards. Puzzles alone have the same queens.
    fn agreeing(
        self,
        mut boards: Vec<Vec<ConditionList>>,
        puzzles: Vec<Vec<ConditionList>>,
    ) -> Option<Vec<ConditionList>> {
        let is_alone = boards.is_empty();
        if is_alone {
            boards.extend(puzzles.first().cloned());
        }
        let Some(mut all) = boards.pop() else { return Some(Vec::new()) };
        let is_other = |other: &Vec<ConditionList>| *other != all;
        if boards.iter().any(is_other) {
            return None;
        }
        for puzzle in puzzles.iter().flatten() {
            for board in &mut all {
                let has_queens =
                    board.has_queens_of(puzzle) && (!is_alone || puzzle.has_queens_of(board));
                if !has_queens || board.n.zip(puzzle.n).is_some_and(|(n, other)| n != other) {
                    return None;
                }
                if self.frame.is_partial {
                    board.add(puzzle);
                }
            }
        }
        Some(all)
    }
}

pub(super) fn role_of(condition: Condition) -> Role {
    match condition {
        Condition::Queen { .. } => Role::Queen,
        _ => Role::Excluded,
    }
}

/// Gives the words of a field that is not about the board their role.
fn comment(node: &Node, found: &mut Found) {
    match node {
        Node::Word { span, .. } => found.mark(span.clone(), Role::Comment),
        Node::Entry(both) => both.iter().for_each(|node| comment(node, found)),
        Node::List { name, items, .. } => {
            found.mark(name.clone().unwrap_or_default(), Role::Comment);
            items.iter().for_each(|node| comment(node, found));
        }
    }
}
