//! The columns of CSV, whose header names them.

use super::object::{is_about_boards, is_known};
use super::reading::Reading;
use super::text::may_turn;
use crate::combinatorics::invalid::{Invalid, unreadable};
use crate::combinatorics::numbers::{BoardSize, parse_digits};
use std::ops::{Range, RangeInclusive};

/// The name of the column with boards.
pub(super) const QUEENS: &str = "queens";

/// The name of the column with conditions.
pub(super) const CONDITIONS: &str = "conditions";

/// The position of the boards in each line.
#[derive(Debug, Clone)]
pub(super) struct Column {
    separator: char,
    /// The cells of a board, 0-based: several if there is a column for each queen.
    board: RangeInclusive<usize>,
    /// The cell of the board size, if there is one.
    size: Option<usize>,
    /// The cell of the label, if there is one.
    label: Option<usize>,
    /// The cells whose columns have unknown names.
    others: Vec<usize>,
    /// Cells per line.
    cells: usize,
}

/// The range of a board in its line, its size and its label.
type Cell = (Range<usize>, Option<usize>, Option<String>);

impl Column {
    /// The column with this name, or for boards the columns `q1` … `qN`, if the line is a header. Fails if some of these
    /// are missing, in another order, or next to a column `queens`, or if `is_needed` and the line is not a header.
    pub(super) fn find(header: &str, name: &str, is_needed: bool) -> Result<Option<Self>, Invalid> {
        let expected = "a header with the column queens, or q1 … qN in this order";
        let wrong = || unreadable(expected, header.trim());
        for separator in [',', ';', '\t'] {
            let Ok(ranges) = cells(header, separator) else { continue };
            let lower = |cell: &Range<usize>| header[cell.clone()].to_ascii_lowercase();
            let names: Vec<String> = ranges.iter().map(lower).collect();
            let place = |name: &str| names.iter().position(|other| other == name);
            let is_queen = |name: &String| {
                name.strip_prefix('q').is_some_and(|k| parse_digits::<u64>(k).is_some())
            };
            // Any other name could be a damaged one of these.
            let is_doubtful = |name: &String| {
                let is_letter = |c: char| c.is_alphabetic() || c == '_';
                !is_queen(name) && (name.starts_with('q') || !name.chars().all(is_letter))
            };
            let queens = names.iter().filter(|name| is_queen(name)).count();
            let is_board = name == QUEENS && queens > 1;
            let board = match (place(name), names.iter().position(is_queen)) {
                (Some(_), Some(_)) if is_board => return Err(wrong()),
                _ if is_board && names.iter().any(is_doubtful) => return Err(wrong()),
                (Some(named), _) => named..=named,
                (None, Some(first)) if is_board => first..=first + queens - 1,
                _ => continue,
            };
            let is_next = |(k, cell)| names.get(cell).is_some_and(|name| *name == format!("q{k}"));
            if board.start() < board.end() && !(1..).zip(board.clone()).all(is_next) {
                return Err(wrong());
            }
            let mut others = Vec::new();
            for (place, other) in (0..).zip(&names).filter(|(place, _)| !board.contains(place)) {
                if name == QUEENS && !is_queen(other) && is_about_boards(other) {
                    let expected = "one column of boards, and none that may turn them";
                    return Err(unreadable(expected, other));
                }
                others.extend((!is_known(other)).then_some(place));
            }
            let (size, cells) = (place("n"), names.len());
            let label = place("label").or(place("name"));
            return Ok(Some(Column { separator, board, size, label, others, cells }));
        }
        if is_needed { Err(wrong()) } else { Ok(None) }
    }

    /// The range of the board in a line, without quotes if it is one cell, and its size and label if they have cells.
    pub(super) fn cell(&self, line: &str) -> Result<Cell, Invalid> {
        let cells = cells(line, self.separator)?;
        if cells.len() != self.cells {
            let expected =
                "as many cells as the header, with queens in quotes if they contain commas";
            let got = format!("{} cells instead of {}", cells.len(), self.cells);
            return Err(Invalid::Unreadable { expected, got });
        }
        let is_board = |cell: &str| {
            cell.contains([' ', ',']) && Reading::default().rows(cell, BoardSize::MAX).is_ok()
        };
        let mut others = self.others.iter().map(|place| &line[cells[*place].clone()]);
        if let Some(cell) = others.find(|cell| may_turn(cell) || is_board(cell)) {
            let expected = "no other board in a line, and no word that may say how it is turned, such as column or row";
            return Err(unreadable(expected, cell));
        }
        let size = self.size.map(|size| &line[cells[size].clone()]);
        let n = |size: &str| {
            parse_digits(size).ok_or_else(|| unreadable("a board size in the column n", size))
        };
        let size = size.map(n).transpose()?;
        let label = self.label.map(|label| line[cells[label].clone()].replace("\"\"", "\""));
        let label = label.filter(|label| !label.is_empty() && !label.contains(char::is_control));
        Ok((cells[*self.board.start()].start..cells[*self.board.end()].end, size, label))
    }
}

/// The ranges of the cells of a line, without quotes.
fn cells(line: &str, separator: char) -> Result<Vec<Range<usize>>, Invalid> {
    let (mut cells, mut offset, mut in_quotes) = (Vec::new(), 0, false);
    let is_end = |c| {
        in_quotes ^= c == '"';
        c == separator && !in_quotes
    };
    for cell in line.split(is_end) {
        let bare = cell.trim();
        let start = offset + cell.find(bare).unwrap_or_default();
        let is_quoted = bare.len() > 1 && bare.starts_with('"') && bare.ends_with('"');
        let quote = usize::from(is_quoted);
        cells.push(start + quote..start + bare.len() - quote);
        offset += cell.len() + separator.len_utf8();
    }
    if in_quotes {
        let last = line.rsplit(separator).next().unwrap_or(line).trim();
        return Err(unreadable("a closing quote", last));
    }
    Ok(cells)
}
