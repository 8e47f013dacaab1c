//! The model of a SAT solver: variable N·(c − 1) + r is true if the square in column c, row r has a queen.

use super::condition_list::ConditionList;
use super::form::Notation;
use super::reader::{Read, Reader, written};
use super::role::{Found, Role};
use super::text::{Span, lines, words};
use crate::combinatorics::invalid::{Invalid, unreadable};

/// Fails for a line with which a solver reports that it found nothing.
pub(super) fn check_satisfiable(line: &str) -> Result<(), Invalid> {
    let text = line.trim();
    match text.strip_prefix("s ").unwrap_or(text).trim_matches('=') {
        "UNSATISFIABLE" | "UNSAT" | "unsat" | "UNKNOWN" => {
            Err(Invalid::Unsatisfiable { got: text.to_owned() })
        }
        _ => Ok(()),
    }
}

impl Reader<'_> {
    /// Reads a model, only by name or if rows and columns can be exchanged, as variables can count along columns or rows.
    /// Variables above N² are auxiliary; there may be some only if N is given above the model.
    pub(super) fn model(self, part: Span) -> Read {
        let is_named = self.notation == Some(Notation::Sat);
        let is_value = |line: Span| {
            let mut words = self.text[line].split_whitespace();
            words.next() == Some("v")
                && words.next().is_some_and(|word| word.parse::<i32>().is_ok())
        };
        if !is_named && !lines(self.text, part.clone()).any(is_value) {
            return None;
        }
        Some(self.literals(part).and_then(|found| {
            let turned = [found.boards[0].transposed()];
            if !is_named && turned != found.boards[..] {
                let (first, second) = (written(&found.boards), written(&turned));
                return Err(Invalid::Ambiguous { first, second });
            }
            Ok(found)
        }))
    }

    fn literals(self, part: Span) -> Result<Found, Invalid> {
        let (mut found, mut literals) = (Found::new(part.clone()), Vec::new());
        for line in lines(self.text, part) {
            check_satisfiable(&self.text[line.clone()])?;
            let mut words = words(self.text, line.clone());
            match words.first().map(|word| &self.text[word.clone()]) {
                Some("c") => {
                    found.mark_words(self.text, line, Role::Comment);
                    continue;
                }
                Some("s" | "SAT" | "SATISFIABLE" | "sat") => {
                    found.mark_words(self.text, line, Role::Caption);
                    continue;
                }
                Some("v") => found.mark(words.remove(0), Role::Caption),
                _ => {}
            }
            for mut word in words {
                // A list of Python.
                while self.text[word.clone()].starts_with('[') {
                    found.mark(word.start..word.start + 1, Role::Frame);
                    word.start += 1;
                }
                while self.text[word.clone()].ends_with([',', ']']) {
                    found.mark(word.end - 1..word.end, Role::Separator);
                    word.end -= 1;
                }
                let expected = "the model of a SAT solver such as \"v -1 2 -3 … 0\"";
                let text = &self.text[word.clone()];
                let literal: i32 = text.parse().map_err(|_| unreadable(expected, text))?;
                literals.push((word, literal));
            }
        }
        let end = literals.pop_if(|literal| literal.1 == 0);
        found.mark(end.map(|end| end.0).unwrap_or_default(), Role::Separator);
        let count = literals.len();
        let n = self.size.unwrap_or(count.isqrt());
        self.frame.check(n)?;
        let mut variables: Vec<u32> =
            literals.iter().map(|(_, literal)| literal.unsigned_abs()).collect();
        variables.sort_unstable();
        let is_sized = n * n == count || self.size.is_some() && n * n < count;
        if !is_sized || !variables.iter().copied().eq(1..=count as u32) {
            let got =
                format!("{count} literals, largest variable {}", variables.last().unwrap_or(&0));
            let expected = "a model of the variables 1 … N², each of them once, where N*(column-1)+row is a queen; more \
                            only below a line such as \"N = 8:\"";
            return Err(Invalid::Unreadable { expected, got });
        }
        let mut queens = Vec::new();
        for (word, literal) in literals {
            let square = literal.unsigned_abs() as usize - 1;
            let role = match literal {
                _ if square >= n * n => Role::Comment,
                1.. => Role::Queen,
                _ => Role::Empty,
            };
            if role == Role::Queen {
                queens.push(((square / n) as u64 + 1, (square % n) as u64 + 1));
            }
            found.mark(word, role);
        }
        found.boards.push(ConditionList::of_queens(Some(n), queens));
        Ok(found)
    }
}
