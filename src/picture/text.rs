//! Boards as Unicode or ASCII text.

use super::board::{Coordinates, Look, Picture};
use std::fmt;

/// A board drawn with characters: 2N + 1 lines of 4N + 1 characters, without a final newline. [`Coordinates`] add a
/// line and a left margin.
///
/// It implements `Display` and is written without a buffer.
#[derive(Debug, Clone, Copy)]
pub struct TextPicture<'p> {
    picture: &'p Picture,
    characters: &'static Characters,
    coordinates: Coordinates,
}

#[derive(Debug)]
struct Characters {
    /// The lines above, between and below the rows.
    top: Rule,
    between: Rule,
    bottom: Rule,
    /// The line between two squares.
    wall: &'static str,
    /// Empty squares and queens.
    light: &'static str,
    dark: &'static str,
    queen: &'static str,
    outlined: &'static str,
    cross: &'static str,
}

/// The parts of a horizontal line: over the first column, over each further column, and the right end.
type Rule = [&'static str; 3];

const UNICODE: Characters = Characters {
    top: ["┌───", "┬───", "┐"],
    between: ["├───", "┼───", "┤"],
    bottom: ["└───", "┴───", "┘"],
    wall: "│",
    light: "   ",
    dark: "░░░",
    queen: " ♛ ",
    outlined: " ♕ ",
    cross: " × ",
};

const ASCII: Characters = Characters {
    top: ["+---", "+---", "+"],
    between: ["+---", "+---", "+"],
    bottom: ["+---", "+---", "+"],
    wall: "|",
    light: "   ",
    dark: " # ",
    queen: " Q ",
    outlined: " q ",
    cross: " x ",
};

impl Picture {
    /// The board in Unicode: box-drawing lines, `♛` for a queen, `♕` for a queen that is not given in a puzzle, `×` for
    /// an excluded square, shaded dark squares.
    pub fn unicode(&self) -> TextPicture<'_> {
        TextPicture { picture: self, characters: &UNICODE, coordinates: Coordinates::None }
    }

    /// The board in ASCII, like display type 1 of Cull & Pandey 1994 (appendix A): `Q` for a queen, `q` for a queen
    /// that is not given in a puzzle, `x` for an excluded square, `#` on dark squares.
    pub fn ascii(&self) -> TextPicture<'_> {
        TextPicture { picture: self, characters: &ASCII, coordinates: Coordinates::None }
    }
}

impl TextPicture<'_> {
    /// Sets the labels of rows and columns.
    pub fn with_coordinates(self, coordinates: Coordinates) -> Self {
        TextPicture { coordinates, ..self }
    }

    /// The width of the row numbers and the space after them.
    fn margin(&self) -> usize {
        match self.coordinates {
            Coordinates::None => 0,
            _ => self.picture.n().to_string().len() + 1,
        }
    }

    /// Writes the column labels.
    fn write_columns(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = (0..self.picture.n()).map(|column| self.coordinates.column_name(column));
        let line =
            names.fold(" ".repeat(self.margin()), |line, name| line + &format!(" {name:^3}"));
        f.write_str(line.trim_end())
    }

    fn write_rule(&self, rule: &Rule, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [left, between, right] = rule;
        write!(f, "{:width$}{left}", "", width = self.margin())?;
        (1..self.picture.n()).try_for_each(|_| f.write_str(between))?;
        f.write_str(right)
    }

    fn write_row(&self, row: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Characters { wall, light, dark, queen, outlined, cross, .. } = self.characters;
        if let Some(digits) = self.margin().checked_sub(1) {
            write!(f, "{:digits$} ", row + 1)?;
        }
        for column in 0..self.picture.n() {
            f.write_str(wall)?;
            let is_dark = self.coordinates.is_dark(column, row);
            f.write_str(match (self.picture.look(row, column), is_dark) {
                (Some(Look::Filled), _) => queen,
                (Some(Look::Outlined), _) => outlined,
                (None, _) if self.picture.is_crossed(row, column) => cross,
                (None, false) => light,
                (None, true) => dark,
            })?;
        }
        f.write_str(wall)
    }
}

impl fmt::Display for TextPicture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Characters { top, between, bottom, .. } = self.characters;
        if self.coordinates == Coordinates::Numbers {
            self.write_columns(f)?;
            f.write_str("\n")?;
        }
        let n = self.picture.n();
        for line in 0..n {
            self.write_rule(if line == 0 { top } else { between }, f)?;
            f.write_str("\n")?;
            self.write_row(self.coordinates.turn(n, line), f)?;
            f.write_str("\n")?;
        }
        self.write_rule(bottom, f)?;
        if self.coordinates == Coordinates::Chess {
            f.write_str("\n")?;
            self.write_columns(f)?;
        }
        Ok(())
    }
}
