//! Boards as text, in Unicode or ASCII characters.

use super::board::{Look, Picture};
use std::fmt;

/// A board drawn with characters: 2N + 1 lines of 4N + 1 characters, no newline at the end.
///
/// It implements `Display` and is written without a buffer.
#[derive(Debug, Clone, Copy)]
pub struct TextPicture<'p> {
    picture: &'p Picture,
    characters: &'static Characters,
}

/// The characters of a style.
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
}

/// A line across the board: above the first column, above each further column, and its right end.
#[derive(Debug)]
struct Rule(&'static str, &'static str, &'static str);

const UNICODE: Characters = Characters {
    top: Rule("┌───", "┬───", "┐"),
    between: Rule("├───", "┼───", "┤"),
    bottom: Rule("└───", "┴───", "┘"),
    wall: "│",
    light: "   ",
    dark: "░░░",
    queen: " ♛ ",
    outlined: " ♕ ",
};

const ASCII: Characters = Characters {
    top: Rule("+---", "+---", "+"),
    between: Rule("+---", "+---", "+"),
    bottom: Rule("+---", "+---", "+"),
    wall: "|",
    light: "   ",
    dark: " # ",
    queen: " Q ",
    outlined: " q ",
};

impl Picture {
    /// The board in Unicode characters: box-drawing lines, `♛` for a queen, `♕` for one that a
    /// puzzle does not give, shaded dark squares.
    pub fn unicode(&self) -> TextPicture<'_> {
        TextPicture { picture: self, characters: &UNICODE }
    }

    /// The board in ASCII characters, as display type 1 of Cull & Pandey 1994 (appendix A): `Q` for a
    /// queen, `#` on dark squares; `q` for a queen that a puzzle does not give.
    pub fn ascii(&self) -> TextPicture<'_> {
        TextPicture { picture: self, characters: &ASCII }
    }
}

impl TextPicture<'_> {
    fn write_rule(&self, rule: &Rule, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rule(left, between, right) = rule;
        f.write_str(left)?;
        (1..self.picture.n()).try_for_each(|_| f.write_str(between))?;
        f.write_str(right)
    }

    fn write_row(&self, row: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Characters { wall, light, dark, queen, outlined, .. } = self.characters;
        for column in 0..self.picture.n() {
            f.write_str(wall)?;
            f.write_str(match (self.picture.look(row, column), (row + column) % 2) {
                (Some(Look::Filled), _) => queen,
                (Some(Look::Outlined), _) => outlined,
                (None, 0) => light,
                (None, _) => dark,
            })?;
        }
        f.write_str(wall)
    }
}

impl fmt::Display for TextPicture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Characters { top, between, bottom, .. } = self.characters;
        for row in 0..self.picture.n() {
            self.write_rule(if row == 0 { top } else { between }, f)?;
            f.write_str("\n")?;
            self.write_row(row, f)?;
            f.write_str("\n")?;
        }
        self.write_rule(bottom, f)
    }
}
