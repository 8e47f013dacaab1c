use super::Picture;
use std::fmt;

/// A board drawn with characters, on 2N + 1 lines of 4N + 1 characters; no newline at the end.
///
/// It is written as it is made, and takes no memory.
#[derive(Debug, Clone, Copy)]
pub struct TextPicture<'p> {
    picture: &'p Picture,
    characters: &'static Characters,
}

/// What a board is drawn with.
#[derive(Debug)]
struct Characters {
    /// The lines above, between and below the rows.
    top: Rule,
    between: Rule,
    bottom: Rule,
    /// Between two squares.
    wall: &'static str,
    /// Squares without and with a queen.
    light: &'static str,
    dark: &'static str,
    queen: &'static str,
}

/// A line across the board: its left end, what is between two columns, its right end.
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
};

const ASCII: Characters = Characters {
    top: Rule("+---", "+---", "+"),
    between: Rule("+---", "+---", "+"),
    bottom: Rule("+---", "+---", "+"),
    wall: "|",
    light: "   ",
    dark: " # ",
    queen: " Q ",
};

impl<'p> TextPicture<'p> {
    pub(super) fn unicode(picture: &'p Picture) -> Self {
        TextPicture { picture, characters: &UNICODE }
    }

    pub(super) fn ascii(picture: &'p Picture) -> Self {
        TextPicture { picture, characters: &ASCII }
    }

    fn rule(&self, rule: &Rule, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rule(left, between, right) = rule;
        f.write_str(left)?;
        (1..self.picture.n()).try_for_each(|_| f.write_str(between))?;
        f.write_str(right)
    }

    fn row(&self, row: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Characters { wall, light, dark, queen, .. } = self.characters;
        for column in 0..self.picture.n() {
            f.write_str(wall)?;
            f.write_str(match (row + column) % 2 {
                _ if self.picture.has_queen(row, column) => queen,
                0 => light,
                _ => dark,
            })?;
        }
        f.write_str(wall)
    }
}

impl fmt::Display for TextPicture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Characters { top, between, bottom, .. } = self.characters;
        for row in 0..self.picture.n() {
            self.rule(if row == 0 { top } else { between }, f)?;
            f.write_str("\n")?;
            self.row(row, f)?;
            f.write_str("\n")?;
        }
        self.rule(bottom, f)
    }
}
