//! CSV: finds the columns of a board in the header, and its cells in the lines below.

use crate::combinatorics::invalid::{Invalid, shortened};
use std::ops::Range;

/// The name of the column with boards.
pub(super) const QUEENS: &str = "queens";

/// The name of the column with conditions.
pub(super) const SQUARES: &str = "squares";

/// The position of the boards in each line.
#[derive(Debug, Clone, Copy)]
pub(super) struct Column {
    separator: u8,
    /// The first cell, 0-based.
    first: usize,
    /// The last cell: another one if there is a column for each queen.
    last: usize,
    /// Cells per line.
    cells: usize,
}

/// The column with this name, or for boards the columns `q1` … `qN`, if the line is a header. Fails if some of these are
/// missing, in another order, or next to a column `queens`.
pub(super) fn column(header: &[u8], name: &str) -> Result<Option<Column>, Invalid> {
    let columns = |separator: u8| {
        let ranges = cells(header, separator).ok()?;
        let text = |cell: &Range<usize>| header[cell.clone()].to_ascii_lowercase();
        let named = ranges.iter().position(|cell| text(cell) == name.as_bytes());
        let is_queen = |cell: &Range<usize>| {
            let digits = text(cell).strip_prefix(b"q").map(<[u8]>::to_vec);
            digits.is_some_and(|digits| !digits.is_empty() && digits.iter().all(u8::is_ascii_digit))
        };
        let count = ranges.iter().filter(|cell| is_queen(cell)).count();
        let first_queen = ranges.iter().position(is_queen).filter(|_| count > 1 && name == QUEENS);
        let first = named.or(first_queen)?;
        let queens = if first_queen.is_some() { count } else { 0 };
        let last = first + queens.saturating_sub(1);
        let are_in_order = queens == 0
            || named.is_none()
                && (1..=queens)
                    .zip(&ranges[first..])
                    .all(|(k, cell)| text(cell) == format!("q{k}").as_bytes())
                && last < ranges.len();
        let column = Column { separator, first, last, cells: ranges.len() };
        Some(if are_in_order { Ok(column) } else { Err(no_header(header)) })
    };
    [b',', b';', b'\t'].into_iter().find_map(columns).transpose()
}

/// The error for a missing header.
pub(super) fn no_header(line: &[u8]) -> Invalid {
    let got = format!("{:?}", shortened(&String::from_utf8_lossy(line)));
    Invalid::Unreadable {
        expected: "a header with the column queens, or q1 … qN in this order",
        got,
    }
}

impl Column {
    /// The range of the board in a line, without quotes if it is one cell.
    pub(super) fn cell(self, line: &[u8]) -> Result<Range<usize>, Invalid> {
        let cells = cells(line, self.separator)?;
        if cells.len() == self.cells {
            Ok(cells[self.first].start..cells[self.last].end)
        } else {
            Err(Invalid::Unreadable {
                expected: "as many cells as the header, with queens in quotes if they contain commas",
                got: format!("{} cells instead of {}", cells.len(), self.cells),
            })
        }
    }
}

/// The ranges of the cells of a line, without quotes.
fn cells(line: &[u8], separator: u8) -> Result<Vec<Range<usize>>, Invalid> {
    let mut cells = Vec::new();
    let (mut start, mut in_quotes) = (0, false);
    for (place, &byte) in line.iter().enumerate() {
        in_quotes ^= byte == b'"';
        if byte == separator && !in_quotes {
            cells.push(start..place);
            start = place + 1;
        }
    }
    if in_quotes {
        let got = format!("{:?}", shortened(&String::from_utf8_lossy(&line[start..])));
        return Err(Invalid::Unreadable { expected: "a closing quote", got });
    }
    cells.push(start..line.len());
    Ok(cells.into_iter().map(|cell| without_quotes(line, cell)).collect())
}

fn without_quotes(line: &[u8], cell: Range<usize>) -> Range<usize> {
    let blanks = |bytes: &[u8]| bytes.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let start = cell.start + blanks(&line[cell.clone()]);
    let end = start + line[start..cell.end].trim_ascii_end().len();
    match line[start..end] {
        [b'"', .., b'"'] => start + 1..end - 1,
        _ => start..end,
    }
}
