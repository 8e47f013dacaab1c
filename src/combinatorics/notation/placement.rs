//! The placement field of Forsyth–Edwards notation, `1Q2/3Q/Q3/2Q1`, row N first, and the other fields of a record.

use super::condition_list::ConditionList;
use super::reader::{Read, Reader};
use super::role::{Found, Role};
use super::text::{Span, chars, words};
use crate::combinatorics::invalid::{Invalid, shortened, unreadable};

/// The other fields: side to move, castling, en passant, half moves, moves.
const FIELDS: [fn(&str) -> bool; 5] = [
    |word| matches!(word, "w" | "b"),
    |word| word == "-" || word.chars().all(|c| "KQkq".contains(c)),
    |word| word == "-" || word.len() == 2 && word.ends_with(['3', '6']),
    |word| word.parse::<u32>().is_ok(),
    |word| word.parse::<u32>().is_ok(),
];

const EXPECTED: &str = "a FEN of queens such as \"1Q2/3Q/Q3/2Q1\"";

impl Reader<'_> {
    /// Reads the placements of a part of the text, each perhaps with the other fields of its record.
    pub(super) fn placements(self, part: Span) -> Read {
        let words = words(self.text, part.clone());
        let word = |span: &Span| &self.text[span.clone()];
        let first = words.first().map(word)?;
        let is_line =
            |line: &str| line.bytes().all(|byte| byte.is_ascii_digit() || byte | 32 == b'q');
        let is_partial =
            self.frame.is_partial && first.split('/').all(|line| !line.is_empty() && is_line(line));
        let is_meant = first.contains('/') && (first.contains(['Q', 'q']) || is_partial);
        if self.notation.is_none() && !is_meant {
            return None;
        }
        let (mut found, mut rest) = (Found::new(part), &words[..]);
        while let Some((placement, fields)) = rest.split_first() {
            if let Err(error) = self.placement(placement.clone(), &mut found) {
                return Some(Err(error));
            }
            rest = fields;
            for is_field in FIELDS {
                let Some((field, others)) =
                    rest.split_first().filter(|(field, _)| is_field(word(field)))
                else {
                    break;
                };
                found.mark(field.clone(), Role::Comment);
                rest = others;
            }
        }
        Some(Ok(found))
    }

    fn placement(self, word: Span, found: &mut Found) -> Result<(), Invalid> {
        let text = &self.text[word.clone()];
        let n = text.split('/').count();
        self.frame.check(n)?;
        let (mut queens, mut start) = (Vec::new(), word.start);
        for (line, row) in text.split('/').zip((1..=n as u64).rev()) {
            let (mut width, mut empty) = (0u64, 0u64);
            for (span, c) in chars(self.text, start..start + line.len()) {
                let role = match c {
                    '0'..='9' if c != '0' || empty > 0 => {
                        empty = 10 * empty + u64::from(c as u8 - b'0');
                        Role::Empty
                    }
                    'Q' | 'q' => {
                        width += empty + 1;
                        empty = 0;
                        queens.push((width, row));
                        Role::Queen
                    }
                    _ => return Err(unreadable(EXPECTED, line)),
                };
                if empty > u32::MAX.into() {
                    return Err(unreadable(EXPECTED, line));
                }
                found.mark(span, role);
            }
            if width + empty != n as u64 {
                let got = format!("{} squares in {:?}, N = {n}", width + empty, shortened(line));
                return Err(Invalid::Unreadable { expected: EXPECTED, got });
            }
            start += line.len() + 1;
            if start <= word.end {
                found.mark(start - 1..start, Role::Separator);
            }
        }
        found.boards.push(ConditionList::of_queens(Some(n), queens));
        Ok(())
    }
}
