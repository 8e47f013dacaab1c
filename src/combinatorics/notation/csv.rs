//! CSV: the header that names the column of the queens, and the cells of that column.

use crate::combinatorics::invalid::{Invalid, shortened};
use std::ops::Range;

/// The name of the column.
const QUEENS: &str = "queens";

/// Where the queens are in each line.
#[derive(Debug, Clone, Copy)]
pub(super) struct Column {
    separator: u8,
    /// 0-based.
    index: usize,
    /// How many cells a line has.
    cells: usize,
}

/// The column of the queens in a header; `None` for any other line.
pub(super) fn column(header: &[u8]) -> Option<Column> {
    [b',', b';', b'\t'].into_iter().find_map(|separator| {
        let cells = cells(header, separator).ok()?;
        let name =
            |cell: &Range<usize>| header[cell.clone()].eq_ignore_ascii_case(QUEENS.as_bytes());
        let index = cells.iter().position(name)?;
        Some(Column { separator, index, cells: cells.len() })
    })
}

/// The error of a text without a header.
pub(super) fn no_header(line: &[u8]) -> Invalid {
    let got = format!("{:?}", shortened(&String::from_utf8_lossy(line)));
    Invalid::Unreadable { expected: "a header with the column queens", got }
}

impl Column {
    /// The place of the queens in a line, without quotes.
    pub(super) fn cell(self, line: &[u8]) -> Result<Range<usize>, Invalid> {
        let cells = cells(line, self.separator)?;
        if cells.len() == self.cells {
            Ok(cells[self.index].clone())
        } else {
            Err(Invalid::Unreadable {
                expected: "as many cells as the header has, with queens in quotes if they have commas",
                got: format!("{} cells, the header has {}", cells.len(), self.cells),
            })
        }
    }
}

/// The places of the cells of a line, without their quotes.
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
        return Err(Invalid::Unreadable { expected: "a quote at the end of the cell", got });
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
