//! Boards with some queens as SVG: given, excluded and attacked squares, and the number of solutions through each of
//! the others.

use super::board::{Coordinates, Look};
use super::chart::{Chart, ChartSquare, Content, Grid, Thing};
use super::heat::{Heat, Square, ink_on};
use super::style::{Colour, DARK};
use crate::combinatorics::{BoardSize, Conditions, Invalid};
use crate::search::Heatmap;
use std::fmt::{self, Display, Formatter};

/// Conditions on a board as a self-contained SVG document: given queens, crosses on excluded squares, dots on
/// attacked ones. Row 1 is at the top, column 1 on the left; each square has a `<title>` in words.
///
/// With heat, the other squares are darker the more solutions have a queen there, and show their counts up to N = 12.
/// Estimates are marked with `≈`.
///
/// ```
/// use nqdb::{BoardSize, Conditions, picture::ConditionsPicture};
///
/// let conditions = Conditions::parse(BoardSize::new(8)?, ["3=5", "7!=4"])?;
/// let picture = ConditionsPicture::new(&conditions).to_string();
/// assert!(picture.contains("<title>column 3, row 5: queen</title>"));
/// assert!(picture.contains("<title>column 7, row 4: excluded</title>"));
/// # Ok::<(), nqdb::Invalid>(())
/// ```
#[derive(Debug, Clone)]
pub struct ConditionsPicture {
    n: BoardSize,
    /// By row, then by column.
    marks: Vec<SquareMark>,
    heat: Option<Heat>,
    grid: Grid,
}

/// The largest board with counts on the squares.
const LARGEST_LABELLED: usize = 12;

/// The maximum number of queens listed in the caption.
const MOST_NAMED: usize = 8;

/// The heat from which white numbers have more contrast than dark ones; at this heat both have about 4 : 1.
const DARK_TINT: f64 = 0.81;

/// The colour of the lines between squares with heat.
const LINE: Colour = Colour([0xe2, 0xd7, 0xc6]);

impl ConditionsPicture {
    /// The picture of the conditions without heat. A column with only one row left has its queen there.
    pub fn new(conditions: &Conditions) -> Self {
        let n = conditions.n();
        ConditionsPicture { n, marks: marks(conditions), heat: None, grid: grid(n, []) }
    }

    /// The picture with the number of solutions through each free square, given the heat map of the solutions that
    /// match the conditions.
    ///
    /// # Errors
    /// [`Invalid::OtherHeatmap`] for a heat map of another board size.
    pub fn with_heat(self, heatmap: &Heatmap) -> Result<Self, Invalid> {
        let (n, mut heat) = (heatmap.n(), Heat::counted(heatmap));
        if n != self.n {
            return Err(Invalid::OtherHeatmap { n: self.n.get(), got: n.get() });
        }
        let free = self.marks.iter().zip(&heat.squares);
        let free = free.filter(|(mark, _)| **mark == SquareMark::Free).map(|(_, square)| square);
        let grid = grid(n, free.clone()).with_coordinates(self.grid.coordinates);
        heat.most = Square::largest(free);
        Ok(ConditionsPicture { heat: Some(heat), grid, ..self })
    }

    /// The picture with these labels of rows and columns; numbers by default.
    pub fn with_coordinates(self, coordinates: Coordinates) -> Self {
        ConditionsPicture { grid: self.grid.with_coordinates(coordinates), ..self }
    }

    pub(super) fn chart(&self) -> Chart<'_> {
        let caption = self.caption();
        Chart {
            title: caption.clone(),
            caption,
            grid: self.grid,
            squares: (0..self.marks.len()).map(|place| self.square(place)).collect(),
            lines: self.heat.as_ref().map(|_| LINE),
            legend: self.heat.as_ref().map(|heat| (&*heat.most.label, Colour::tint as _)),
        }
    }

    /// A square, by its index in `marks`.
    fn square(&self, place: usize) -> ChartSquare<'_> {
        let (words, content, with_heat) = match (self.marks[place], &self.heat) {
            (SquareMark::Queen, _) => ("queen", Content::Thing(Thing::Queen(Look::Filled)), DARK),
            (SquareMark::Excluded, _) => ("excluded", Content::Thing(Thing::Cross), Colour::WHITE),
            (SquareMark::Attacked, _) => ("attacked", Content::Thing(Thing::Dot), Colour::WHITE),
            (SquareMark::Free, None) => ("free", Content::Nothing, Colour::WHITE),
            (SquareMark::Free, Some(heat)) => {
                let Square { count, label, words } = &heat.squares[place];
                let share = heat.most.share(*count);
                let colour = if *count > 0.0 { Colour::tint(share) } else { Colour::WHITE };
                let is_labelled = self.n.get() <= LARGEST_LABELLED;
                let number = Content::Count(label, ink_on(share, DARK_TINT));
                (&**words, if is_labelled { number } else { Content::Nothing }, colour)
            }
        };
        let (column, row) = self.column_and_row(place);
        let on_board = self.grid.coordinates.square_colour(column, row);
        let colour = if self.heat.is_some() { with_heat } else { on_board };
        ChartSquare { words, colour, content }
    }

    fn column_and_row(&self, place: usize) -> (usize, usize) {
        (place % self.n.get(), place / self.n.get())
    }

    /// The given queens and the number of solutions.
    fn caption(&self) -> String {
        let n = self.n;
        let count = |mark| self.marks.iter().filter(|other| **other == mark).count();
        let queens = match count(SquareMark::Queen) {
            0 => "no queens given".to_owned(),
            1..=MOST_NAMED => self.queens().join(" "),
            more => format!("{more} queens given"),
        };
        let excluded = match count(SquareMark::Excluded) {
            0 => String::new(),
            1 => ", 1 square excluded".to_owned(),
            more => format!(", {more} squares excluded"),
        };
        let solutions = self.heat.as_ref().map(|heat| format!(", {}", heat.solutions));
        format!("N = {n}: {queens}{excluded}{}", solutions.unwrap_or_default())
    }

    /// The queens as conditions such as `3=5`, column by column.
    fn queens(&self) -> Vec<String> {
        let places = (0..self.marks.len()).filter(|&place| self.marks[place] == SquareMark::Queen);
        let mut queens: Vec<(usize, usize)> =
            places.map(|place| self.column_and_row(place)).collect();
        queens.sort();
        queens.into_iter().map(|(column, row)| format!("{}={}", column + 1, row + 1)).collect()
    }
}

impl Display for ConditionsPicture {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.chart().fmt(f)
    }
}

fn grid<'s>(n: BoardSize, counts: impl IntoIterator<Item = &'s Square>) -> Grid {
    match n.get() {
        n @ ..=LARGEST_LABELLED => {
            Grid::labelled(n, counts.into_iter().map(|square| &*square.label))
        }
        n => Grid::plain(n),
    }
}

/// The mark of a square: a queen, or why a further queen is or is not possible there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SquareMark {
    Queen,
    /// Excluded by a condition.
    Excluded,
    Attacked,
    Free,
}

/// The marks of all squares, by row, then by column. A column with only one row left has its queen there.
fn marks(conditions: &Conditions) -> Vec<SquareMark> {
    let n = conditions.n().get();
    let given = |rows: &u64| rows.is_power_of_two().then(|| rows.trailing_zeros() as usize);
    let queens: Vec<Option<usize>> = conditions.rows().iter().map(given).collect();
    let attacked = |column: usize, row: usize| {
        let mut queens = (0..).zip(&queens).filter_map(|(other, queen)| Some((other, (*queen)?)));
        queens.any(|(other, queen): (usize, usize)| {
            other == column || queen == row || other.abs_diff(column) == queen.abs_diff(row)
        })
    };
    let mark = |row: usize, column: usize| match queens[column] {
        Some(queen) if queen == row => SquareMark::Queen,
        None if conditions.rows()[column] >> row & 1 == 0 => SquareMark::Excluded,
        _ if attacked(column, row) => SquareMark::Attacked,
        _ => SquareMark::Free,
    };
    (0..n * n).map(|place| mark(place / n, place % n)).collect()
}
