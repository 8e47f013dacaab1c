//! The names of rows and columns beside a board, and which way up it stands.

/// The names of rows and columns beside a board.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Coordinates {
    /// No names. Row 1 is at the top, and its first square is light.
    #[default]
    None,
    /// The numbers of the columns above the board, of the rows on its left; otherwise as without names.
    Numbers,
    /// Letters for the columns below the board, numbers for the rows on its left. Row 1 is at the bottom, and its
    /// first square, a1, is dark, as on a chessboard. Column 27 is aa.
    Chess,
}

impl Coordinates {
    /// The row on a line of the picture, or the line of a row: 0-based, lines from the top.
    pub(super) fn turn(self, n: usize, row: usize) -> usize {
        if self == Coordinates::Chess { n - 1 - row } else { row }
    }

    /// Whether the square in a column and a row, 0-based, is dark.
    pub(super) fn is_dark(self, column: usize, row: usize) -> bool {
        (column + row).is_multiple_of(2) == (self == Coordinates::Chess)
    }

    /// The name of a column, 0-based.
    pub(super) fn column_name(self, column: usize) -> String {
        match self {
            Coordinates::Chess => letters(column),
            _ => (column + 1).to_string(),
        }
    }
}

/// a … z, aa … az, ba …
fn letters(column: usize) -> String {
    let last = char::from(b'a' + (column % 26) as u8);
    match column / 26 {
        0 => last.to_string(),
        more => format!("{}{last}", letters(more - 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_have_letters() {
        let names = [0, 7, 25, 26, 51, 52, 701, 702].map(letters);
        assert_eq!(names, ["a", "h", "z", "aa", "az", "ba", "zz", "aaa"]);
    }
}
