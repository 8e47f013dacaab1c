use std::fmt;

/// Rows of text in aligned columns, under their names. Columns of numbers are aligned to the right.
pub(super) struct Table {
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(super) fn new<S: ToString>(columns: &[S]) -> Self {
        Table { columns: columns.iter().map(S::to_string).collect(), rows: Vec::new() }
    }

    pub(super) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    fn width(&self, column: usize) -> usize {
        let cells = self.rows.iter().map(|row| &row[column]).chain([&self.columns[column]]);
        let lines = cells.flat_map(|cell| cell.lines());
        lines.map(|line| line.chars().count()).max().unwrap_or(0)
    }

    fn is_numeric(&self, column: usize) -> bool {
        let mut cells = self.rows.iter().map(|row| row[column].trim_start_matches('-'));
        cells.all(|cell| cell.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.'))
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shape: Vec<(usize, bool)> = (0..self.columns.len())
            .map(|column| (self.width(column), self.is_numeric(column)))
            .collect();
        let mut newline = "";
        for cells in std::iter::once(&self.columns).chain(&self.rows) {
            // A cell may have several lines, such as a board.
            let mut parts: Vec<_> = cells.iter().map(|cell| cell.lines()).collect();
            let height = cells.iter().map(|cell| cell.lines().count()).max().unwrap_or(1).max(1);
            for _ in 0..height {
                let parts = parts.iter_mut().map(|lines| lines.next().unwrap_or(""));
                let aligned = parts.zip(&shape).map(|(part, &shape)| pad(part, shape));
                let text = aligned.collect::<Vec<_>>().join("  ");
                write!(f, "{newline}{}", text.trim_end())?;
                newline = "\n";
            }
        }
        Ok(())
    }
}

/// Spaces up to the width, before a number, behind anything else. (A formatter's width ends at
/// 65,535.)
fn pad(text: &str, (width, numeric): (usize, bool)) -> String {
    let spaces = " ".repeat(width.saturating_sub(text.chars().count()));
    if numeric { spaces + text } else { text.to_owned() + &spaces }
}
