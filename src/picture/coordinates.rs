//! The labels of rows and columns around a board, and its orientation.

/// The labels of rows and columns around a board.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Coordinates {
    /// No labels. Row 1 is at the top, and its first square is light.
    #[default]
    None,
    /// Column numbers above the board and row numbers on its left; otherwise like `None`.
    Numbers,
    /// Column letters below the board and row numbers on its left. Row 1 is at the bottom, and its first square, a1, is
    /// dark, as on a chessboard. Column 27 is aa.
    Chess,
}

impl Coordinates {
    /// Converts between a row and a line of the picture, counted from the top; both are 0-based.
    pub(super) fn turn(self, n: usize, row: usize) -> usize {
        if self == Coordinates::Chess { n - 1 - row } else { row }
    }

    /// Whether the square in a 0-based column and row is dark.
    pub(super) fn is_dark(self, column: usize, row: usize) -> bool {
        (column + row).is_multiple_of(2) == (self == Coordinates::Chess)
    }

    /// The label of a 0-based column.
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
