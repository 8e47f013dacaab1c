use super::invalid::shortened;
use super::{BoardSize, Invalid, Permutation, Symmetry};
use std::fmt;

/// What is known about squares before a search: some have a queen, some have none.
///
/// For each column it holds the rows that its queen may stand in. It may contradict itself, and then no
/// solution matches. 512 bytes.
///
/// ```
/// use nqdb::{BoardSize, Pattern, Permutation};
///
/// let eight = BoardSize::new(8)?;
/// let pattern = Pattern::parse(eight, ["1=1", "2!=5"])?;
/// assert!(pattern.matches(&"1 6 8 3 7 4 2 5".parse()?));
/// assert!(!pattern.matches(&"1 5 8 6 3 7 2 4".parse()?));
/// # Ok::<(), nqdb::Invalid>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Pattern {
    n: BoardSize,
    rows: [u64; BoardSize::MAX as usize],
}

impl Pattern {
    /// Nothing is known: every permutation matches.
    pub fn any(n: BoardSize) -> Self {
        Pattern { n, rows: [full(n); BoardSize::MAX as usize] }
    }

    /// The pattern that these texts describe: squares, 1-based, as `3=5` (column 3 has its queen in row 5)
    /// or `3!=5` (that square has no queen); a text has one or several, separated by spaces or commas.
    pub fn parse<S: AsRef<str>>(
        n: BoardSize,
        squares: impl IntoIterator<Item = S>,
    ) -> Result<Self, Invalid> {
        squares.into_iter().try_fold(Pattern::any(n), |pattern, text| {
            let words = text.as_ref().split([' ', ',', '\t', '\n', '\r']);
            let mut squares = words.filter(|word| !word.is_empty()).peekable();
            if squares.peek().is_none() {
                return Err(Invalid::Square { got: String::new() });
            }
            squares.try_fold(pattern, Pattern::and)
        })
    }

    fn and(self, word: &str) -> Result<Self, Invalid> {
        let (column, row, queen) = parse_square(word)?;
        let n = self.n.get() as u64;
        if !(1..=n).contains(&column) || !(1..=n).contains(&row) {
            return Err(Invalid::SquareOutside { n: self.n.get(), column, row });
        }
        let (column, row) = (column as u8 - 1, row as u8 - 1);
        if queen { self.with_queen(column, row) } else { self.without_queen(column, row) }
    }

    /// The same with a queen on a square (0-based); an error where the board has no such square.
    pub fn with_queen(self, column: u8, row: u8) -> Result<Self, Invalid> {
        self.keep(column, row, |bit| bit)
    }

    /// The same with no queen on a square (0-based); an error where the board has no such square.
    pub fn without_queen(self, column: u8, row: u8) -> Result<Self, Invalid> {
        self.keep(column, row, |bit| !bit)
    }

    fn keep(mut self, column: u8, row: u8, rows: impl Fn(u64) -> u64) -> Result<Self, Invalid> {
        let n = self.n.get();
        if usize::from(column) >= n || usize::from(row) >= n {
            let (column, row) = (u64::from(column) + 1, u64::from(row) + 1);
            return Err(Invalid::SquareOutside { n, column, row });
        }
        self.rows[usize::from(column)] &= rows(1 << row);
        Ok(self)
    }

    /// The board size N.
    pub fn n(&self) -> BoardSize {
        self.n
    }

    /// For each column the rows that its queen may stand in, row i as bit i (0-based).
    pub fn rows(&self) -> &[u64] {
        &self.rows[..self.n.get()]
    }

    /// Whether nothing is known.
    pub fn is_any(&self) -> bool {
        self.rows().iter().all(|&rows| rows == full(self.n))
    }

    /// Of all ways to put a queen into each column, the share that the pattern leaves: 0 to 1.
    pub(crate) fn share(&self) -> f64 {
        let left = self.rows().iter().map(|rows| f64::from(rows.count_ones()));
        left.map(|rows| rows / self.n.get() as f64).product()
    }

    /// Where all that is known is one square without a queen: the pattern with a queen there.
    pub(crate) fn all_but(&self) -> Option<Pattern> {
        let mut other = Pattern::any(self.n);
        let mut known = (0..self.n.get()).filter(|&column| self.rows[column] != full(self.n));
        let column = known.next()?;
        other.rows[column] &= !self.rows[column];
        (known.next().is_none() && other.rows[column].is_power_of_two()).then_some(other)
    }

    /// Whether the queens stand only where they may; never for another board size. O(N).
    pub fn matches(&self, permutation: &Permutation) -> bool {
        let queens = self.rows().iter().zip(permutation.rows());
        self.n == permutation.n() && queens.into_iter().all(|(rows, &row)| rows >> row & 1 == 1)
    }

    /// The image: a permutation matches the pattern when its image matches that. O(N²).
    pub fn image(&self, symmetry: Symmetry) -> Self {
        let mut image = Pattern { n: self.n, rows: [0; BoardSize::MAX as usize] };
        let size = self.n.get() as u8;
        for (column, &rows) in (0..size).zip(self.rows()) {
            for row in (0..size).filter(|row| rows >> row & 1 == 1) {
                let (column, row) = symmetry.move_square(self.n, (column, row));
                image.rows[usize::from(column)] |= 1 << row;
            }
        }
        image
    }

    /// The pattern without the squares that a known queen attacks, where a column or a row with one
    /// square left makes that queen known: the same solutions match. `None` when a column or a row has no
    /// square left, so that there are none. O(N²).
    pub(crate) fn reduced(&self) -> Option<Pattern> {
        let mut reduced = self.clone();
        let mut settled = 0u64;
        while let Some(column) = reduced.next_known(settled)? {
            settled |= 1 << column;
            let queen = reduced.rows[column];
            for (other, rows) in reduced.rows[..self.n.get()].iter_mut().enumerate() {
                let distance = other.abs_diff(column);
                if distance > 0 {
                    *rows &= !(queen | queen << distance | queen >> distance);
                }
            }
        }
        Some(reduced)
    }

    /// A column whose queen is known, not one of the settled ones; the outer `None` when some column or
    /// row has no square left.
    fn next_known(&mut self, settled: u64) -> Option<Option<usize>> {
        let (mut once, mut twice) = (0u64, 0u64);
        for &rows in self.rows() {
            if rows == 0 {
                return None;
            }
            twice |= once & rows;
            once |= rows;
        }
        if once != full(self.n) {
            return None;
        }
        let single = once & !twice;
        for column in (0..self.n.get()).filter(|column| settled >> column & 1 == 0) {
            let rows = self.rows[column];
            // Two rows that have no other column contradict each other; the next look finds one of them empty.
            let forced = rows & single;
            if forced != 0 {
                self.rows[column] = forced & forced.wrapping_neg();
            }
            if self.rows[column].is_power_of_two() {
                return Some(Some(column));
            }
        }
        Some(None)
    }
}

impl fmt::Debug for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.rows().iter().map(|rows| format!("{rows:#b}"))).finish()
    }
}

/// All rows of a board.
fn full(n: BoardSize) -> u64 {
    u64::MAX >> (64 - n.get())
}

/// Column, row (1-based, of any size) and whether there is a queen.
fn parse_square(word: &str) -> Result<(u64, u64, bool), Invalid> {
    let got = || Invalid::Square { got: shortened(word) };
    let (column, rest) = word.split_once(['=', '!']).ok_or_else(got)?;
    let (queen, row) = match word.as_bytes()[column.len()] {
        b'=' => (true, rest),
        _ => (false, rest.strip_prefix('=').ok_or_else(got)?),
    };
    let number = |digits: &str| {
        let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| digits.parse().ok()).flatten().ok_or_else(got)
    };
    Ok((number(column)?, number(row)?, queen))
}
