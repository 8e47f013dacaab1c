//! [`Level`]: how hard a puzzle is for a person. [`Deduction`]: what follows next on a board, and why.

use crate::partial_board::PartialBoard;
use nqdb::internal::{named, unreadable};
use nqdb::{BoardSize, Invalid};
use serde::Serialize;

named! {
    /// How hard a puzzle is: the last of three rules that solving it needs.
    ///
    /// A square is free if no queen attacks it and no cross is on it, and a line is a row or column without a queen. The
    /// rules are:
    ///
    /// 1. Easy: if a line has only one free square, a queen is on it.
    /// 2. Medium: a free square gets a cross if a queen on it would attack every free square of another line.
    /// 3. Hard: a free square gets a cross if a queen on it leads to a line without a free square, where only queens of
    ///    rule 1 are placed after it. This is looking ahead.
    ///
    /// A puzzle is easy if rule 1 alone fills the board, medium if rules 1 and 2 do, and hard if all three do. The order in
    /// which rules are applied doesn't matter: queens and crosses that follow from a board also follow later. Other puzzles,
    /// and boards with several completions, have no level. Images of a puzzle have the same level.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Level {
        /// Rule 1.
        Easy = "easy",
        /// Rule 2.
        Medium = "medium",
        /// Rule 3.
        Hard = "hard",
    } Invalid: |text| unreadable("the level easy, medium or hard", text)
}

impl Level {
    /// The largest board size that has levels.
    pub const LARGEST: usize = BoardSize::MAX;

    /// The level of a board, with crosses on its excluded squares; `None` if it has none, and for N >
    /// [`Level::LARGEST`].
    ///
    /// Cost: rule 3 tries each free square a few times, O(N²) word operations each.
    ///
    /// ```
    /// use nqdb_completion::{Level, PartialBoard};
    ///
    /// assert_eq!(Level::of(&PartialBoard::parse(8, ["2=7 4=6 6=2"])?), Some(Level::Easy));
    /// # Ok::<(), nqdb_completion::CompletionError>(())
    /// ```
    pub fn of(partial: &PartialBoard) -> Option<Level> {
        Level::within(partial, Level::Hard)
    }

    /// The same, without the rules above `most`.
    pub(crate) fn within(partial: &PartialBoard, most: Level) -> Option<Level> {
        let mut board = Reasoned::new(partial)?;
        let mut level = Level::Easy;
        while board.open[0] != 0 {
            if let Some((_, square)) = board.narrowest() {
                board.place(square?);
                continue;
            }
            let mut rules = [Level::Medium, Level::Hard].into_iter().filter(|rule| *rule <= most);
            level = level.max(rules.find(|rule| board.apply(*rule))?);
        }
        Some(level)
    }
}

/// A row or column, 1-based.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Line {
    Column(usize),
    Row(usize),
}

/// What follows from a board by one rule of [`Level`]: a queen or a cross, and the reason. Squares are columns and rows,
/// 1-based.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Deduction {
    /// The level whose rule it is.
    pub level: Level,
    /// A queen for rule 1, otherwise a cross.
    pub square: (usize, usize),
    /// The line with only one free square; for a cross, the line that a queen would leave without one.
    pub line: Line,
    /// The queens that rule 1 places after that queen. None for rules 1 and 2.
    pub queens: Vec<(usize, usize)>,
}

impl Deduction {
    /// What follows by the first possible rule; by rule 3, with as few queens to place as possible. `None` if nothing
    /// follows, all queens are placed, or a line has no free square, for conditions that contradict each other, and for
    /// N > [`Level::LARGEST`].
    ///
    /// Cost: as for a round of [`Level::of`].
    pub fn next(partial: &PartialBoard) -> Option<Deduction> {
        let board = Reasoned::new(partial)?;
        let of_one = |[column, row]: Square| (column + 1, row + 1);
        let found = |level, square, (axis, place), queens: Vec<Square>| Deduction {
            level,
            square: of_one(square),
            line: if axis == 0 { Line::Column(place + 1) } else { Line::Row(place + 1) },
            queens: queens.into_iter().map(of_one).collect(),
        };
        if let Some((line, square)) = board.narrowest() {
            return Some(found(Level::Easy, square?, line, Vec::new()));
        }
        let crosses = board.free_squares().into_iter().filter_map(|square| {
            let (line, queens) = board.refutation(square)?;
            let level = if queens.is_empty() { Level::Medium } else { Level::Hard };
            let cost = (queens.len(), board.free[line.0][line.1].count_ones());
            Some((cost, found(level, square, line, queens)))
        });
        Some(crosses.min_by_key(|(cost, _)| *cost)?.1)
    }
}

/// A column and a row, 0-based.
type Square = [usize; 2];

/// Axis 0 and a column, or axis 1 and a row; 0-based.
type Place = (usize, usize);

/// A board on which rules are applied.
#[derive(Clone)]
struct Reasoned {
    n: usize,
    /// The free squares of each column, and of each row, as bits.
    free: [[u64; Level::LARGEST]; 2],
    /// The columns and the rows without a queen, as bits.
    open: [u64; 2],
}

impl Reasoned {
    /// `None` for conditions that contradict each other, and for a board without levels.
    fn new(partial: &PartialBoard) -> Option<Self> {
        let n = partial.n();
        if n > Level::LARGEST || partial.contradiction().is_some() {
            return None;
        }
        let all = u64::MAX >> (Level::LARGEST - n);
        let mut board = Reasoned { n, free: [[all; Level::LARGEST]; 2], open: [all; 2] };
        partial.excluded_squares().for_each(|(column, row)| board.exclude([column, row]));
        partial.queens().for_each(|(column, row)| board.place([column, row]));
        Some(board)
    }

    fn place(&mut self, queen: Square) {
        for axis in 0..2 {
            for place in 0..self.n {
                self.free[axis][place] &= !attacked(queen, axis, place);
            }
            self.open[axis] &= !(1 << queen[axis]);
        }
    }

    fn exclude(&mut self, square: Square) {
        for axis in 0..2 {
            self.free[axis][square[axis]] &= !(1 << square[1 - axis]);
        }
    }

    /// The lines, each with its free squares.
    fn lines(&self) -> impl Iterator<Item = (Place, u64)> {
        let places = |axis: usize| bits(self.open[axis]).map(move |place| (axis, place));
        places(0).chain(places(1)).map(|(axis, place)| ((axis, place), self.free[axis][place]))
    }

    fn free_squares(&self) -> Vec<Square> {
        let columns = bits(self.open[0]);
        columns.flat_map(|c| bits(self.free[0][c]).map(move |row| [c, row])).collect()
    }

    /// The first line without a free square; else the first with one, and that square. `None` if all have more.
    fn narrowest(&self) -> Option<(Place, Option<Square>)> {
        let mut single = None;
        for (line, free) in self.lines() {
            match free.count_ones() {
                0 => return Some((line, None)),
                1 => single = single.or(Some((line, free.trailing_zeros() as usize))),
                _ => {}
            }
        }
        single.map(|((axis, place), bit)| {
            ((axis, place), Some(if axis == 0 { [place, bit] } else { [bit, place] }))
        })
    }

    /// Whether a queen on this free square attacks all free squares of another line.
    fn empties_line(&self, queen: Square) -> bool {
        self.lines().any(|((axis, place), free)| {
            place != queen[axis] && free & !attacked(queen, axis, place) == 0
        })
    }

    /// Why no queen is on this free square: a line that has no free square, once a queen is on it and on the squares
    /// that rule 1 then gives, which are returned too.
    fn refutation(&self, square: Square) -> Option<(Place, Vec<Square>)> {
        let mut after = self.clone();
        let mut queens = Vec::new();
        after.place(square);
        loop {
            match after.narrowest()? {
                (line, None) => return Some((line, queens)),
                (_, Some(queen)) => {
                    after.place(queen);
                    queens.push(queen);
                }
            }
        }
    }

    /// Puts a cross on each free square for which rule 2 or 3 gives a reason. Returns whether there are any.
    fn apply(&mut self, rule: Level) -> bool {
        let free = self.free_squares();
        for &square in &free {
            let is_excluded = match rule {
                Level::Hard => self.refutation(square).is_some(),
                _ => self.empties_line(square),
            };
            if is_excluded {
                self.exclude(square);
            }
        }
        self.free_squares().len() < free.len()
    }
}

/// The squares of a column (axis 0) or a row that a queen attacks, as bits.
fn attacked(queen: Square, axis: usize, place: usize) -> u64 {
    let distance = place.abs_diff(queen[axis]);
    let here = 1 << queen[1 - axis];
    if distance == 0 { u64::MAX } else { here | here << distance | here >> distance }
}

/// The numbers of the set bits.
fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(bit)
    })
}
