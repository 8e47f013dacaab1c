//! [`PartialBoard`]: a board with given queens, excluded squares and excluded diagonals. [`Contradiction`]: a conflict
//! among the conditions.

use nqdb::internal::diagonals;
use nqdb::notation::{ConditionList, begins_csplib};
use nqdb::picture::Picture;
use nqdb::{CompletionError, Condition, Invalid, Subgroup, Symmetry, placement::Placement};
use std::collections::BTreeSet;
use std::fmt;

pub(crate) type Result<T, E = CompletionError> = std::result::Result<T, E>;

/// A partial board, which n-Queens Completion completes: conditions on the squares of a board.
///
/// Memory: 8 bytes per condition.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartialBoard {
    n: usize,
    /// The given queens, 0-based column and row.
    queens: BTreeSet<(usize, usize)>,
    /// The excluded squares, 0-based column and row, without those of excluded diagonals.
    pub(crate) squares: BTreeSet<(usize, usize)>,
    /// The excluded diagonals, column + row, 0-based.
    pub(crate) sums: BTreeSet<usize>,
    /// The excluded diagonals, column + N − 1 − row, 0-based.
    pub(crate) differences: BTreeSet<usize>,
}

impl PartialBoard {
    /// The largest board size.
    pub const LARGEST: usize = CompletionError::LARGEST;

    /// The empty board of size `n`, 1 to [`PartialBoard::LARGEST`].
    ///
    /// # Errors
    /// [`CompletionError::BoardSize`] for another size.
    pub fn new(n: usize) -> Result<Self> {
        match n {
            1..=Self::LARGEST => Ok(PartialBoard {
                n,
                queens: BTreeSet::new(),
                squares: BTreeSet::new(),
                sums: BTreeSet::new(),
                differences: BTreeSet::new(),
            }),
            _ => Err(CompletionError::BoardSize { got: n.to_string() }),
        }
    }

    /// Parses a partial board. Each string holds one or more conditions in the notation of [`Condition`], separated by
    /// spaces or commas.
    ///
    /// # Errors
    /// Those of [`PartialBoard::new`], [`ConditionList::all`] and [`PartialBoard::add`].
    pub fn parse<S: AsRef<str>>(n: usize, conditions: impl IntoIterator<Item = S>) -> Result<Self> {
        let mut partial = PartialBoard::new(n)?;
        for condition in ConditionList::all(partial.n, conditions)? {
            partial.add(condition)?;
        }
        Ok(partial)
    }

    /// Parses a partial board in any notation of [`ConditionList`], or an instance of [`PartialBoard::parse_csplib`].
    /// `n` is its size, which a list of conditions does not have. O(length).
    ///
    /// ```
    /// use nqdb_completion::PartialBoard;
    ///
    /// let drawn = PartialBoard::read("Q . . .\n. . . .\n. . . #\n. . . .", None)?;
    /// assert_eq!(drawn, PartialBoard::read("1=1 4!=3", Some(4))?);
    /// # Ok::<(), nqdb_completion::CompletionError>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`PartialBoard::parse_csplib`], or of [`PartialBoard::parse`]; [`Invalid::NoSize`] and
    /// [`Invalid::WrongSize`] if `n` is missing or not the text's.
    pub fn read(text: &str, n: Option<usize>) -> Result<Self> {
        let partial = if begins_csplib(text) {
            PartialBoard::parse_csplib(text)?
        } else {
            let board = ConditionList::parse(text)?;
            let size = board.n.or(n).ok_or(Invalid::NoSize)?;
            let mut partial = PartialBoard::new(size)?;
            board.conditions.into_iter().try_for_each(|condition| partial.add(condition))?;
            partial
        };
        match n.filter(|&n| n != partial.n) {
            None => Ok(partial),
            Some(n) => Err(Invalid::WrongSize { n, other: partial.n }.into()),
        }
    }

    /// Adds a condition. Conditions may contradict each other; the partial board then has no completion.
    ///
    /// # Errors
    /// Those of [`Condition::check`].
    pub fn add(&mut self, condition: Condition) -> Result<(), Invalid> {
        condition.check(self.n)?;
        // After the check all numbers are at most 2 N.
        match condition {
            Condition::Queen { column, row } => {
                self.queens.insert((column as usize - 1, row as usize - 1));
            }
            Condition::NoQueen { column, row } => {
                self.squares.insert((column as usize - 1, row as usize - 1));
            }
            Condition::NoQueenOnSum(sum) => {
                self.sums.insert(sum as usize - 2);
            }
            Condition::NoQueenOnDifference(difference) => {
                self.differences.insert((difference + self.n as i64 - 1) as usize);
            }
        }
        Ok(())
    }

    /// The board size N.
    pub fn n(&self) -> usize {
        self.n
    }

    /// The given queens, 0-based column and row, by column.
    pub fn queens(&self) -> impl Iterator<Item = (usize, usize)> {
        self.queens.iter().copied()
    }

    /// Whether a queen is given on this square, 0-based.
    pub fn gives(&self, column: usize, row: usize) -> bool {
        self.queens.contains(&(column, row))
    }

    /// The conditions: given queens, excluded squares, excluded diagonals.
    pub fn conditions(&self) -> impl Iterator<Item = Condition> {
        let last = self.n as i64 - 1;
        let squares = self.squares.iter().map(|&(column, row)| Condition::NoQueen {
            column: column as u64 + 1,
            row: row as u64 + 1,
        });
        let sums = self.sums.iter().map(|&sum| Condition::NoQueenOnSum(sum as u64 + 2));
        let differences = self.differences.iter();
        let differences = differences
            .map(move |&difference| Condition::NoQueenOnDifference(difference as i64 - last));
        let queens = self.queens().map(|(column, row)| given(column, row));
        queens.chain(squares).chain(sums).chain(differences)
    }

    /// The picture of the given queens, with crosses on the excluded squares.
    ///
    /// # Errors
    /// [`Invalid::PictureSize`] beyond N = [`Picture::LARGEST`]; [`Invalid::PrefixAttack`] for two queens in a column.
    pub fn picture(&self) -> Result<Picture, Invalid> {
        Picture::partial(self.n, self.conditions())
    }

    /// The excluded squares, including those of excluded diagonals, 0-based column and row. Squares may repeat.
    pub(crate) fn excluded_squares(&self) -> impl Iterator<Item = (usize, usize)> {
        let n = self.n;
        let on_sums = self.sums.iter().flat_map(move |sum| {
            (0..n).filter_map(move |column| Some((column, sum.checked_sub(column)?)))
        });
        let on_differences = self.differences.iter().flat_map(move |difference| {
            (0..n).filter_map(move |column| {
                Some((column, (column + n - 1).checked_sub(*difference)?))
            })
        });
        let squares = self.squares.iter().copied();
        squares.chain(on_sums).chain(on_differences).filter(move |&(_, row)| row < n)
    }

    /// The first given queen, from left to right, that attacks an earlier one or is on an excluded square. Without a
    /// contradiction there may still be no completion. O(N + conditions log conditions).
    pub fn contradiction(&self) -> Option<Contradiction> {
        let n = self.n;
        let lines = |column: usize, row: usize| {
            let (sum, difference) = diagonals(n, column, row);
            [column, n + row, 2 * n + sum, 4 * n + difference]
        };
        let mut taken = vec![false; 6 * n];
        for (column, row) in self.queens() {
            let queen = given(column, row);
            let attacks = |&(x, y): &(usize, usize)| {
                (x, y) != (column, row)
                    && lines(x, y).iter().zip(lines(column, row)).any(|(a, b)| *a == b)
            };
            if lines(column, row).into_iter().any(|line| taken[line])
                && let Some((x, y)) = self.queens().find(attacks)
            {
                return Some(Contradiction::Attack { first: given(x, y), second: queen });
            }
            if self.excludes(column, row) {
                return Some(Contradiction::Excluded { queen });
            }
            lines(column, row).into_iter().for_each(|line| taken[line] = true);
        }
        None
    }

    /// The image under a symmetry: its completions are the images of the completions of `self`.
    ///
    /// Cost: O(conditions log conditions).
    pub fn image(&self, symmetry: Symmetry) -> PartialBoard {
        let last = self.n - 1;
        let moved = |square| symmetry.image_of_pair(square, |line| last - line);
        let mut image = PartialBoard {
            n: self.n,
            queens: self.queens().map(moved).collect(),
            squares: self.squares.iter().copied().map(moved).collect(),
            sums: BTreeSet::new(),
            differences: BTreeSet::new(),
        };
        // A diagonal goes where its first square goes.
        let sums = self.sums.iter().map(|&sum| (true, (sum.min(last), sum - sum.min(last))));
        let differences = self.differences.iter().map(|&difference| {
            let column = difference.saturating_sub(last);
            (false, (column, column + last - difference))
        });
        for (is_sum, square) in sums.chain(differences) {
            let (column, row) = moved(square);
            let (sum, difference) = diagonals(self.n, column, row);
            if is_sum == symmetry.swaps_diagonals() {
                image.differences.insert(difference);
            } else {
                image.sums.insert(sum);
            }
        }
        image
    }

    /// The canonical form under the eight symmetries of the square: the smallest image. Two partial boards have the
    /// same canonical form exactly if their conditions are images of each other. If a queen is given in each column, it
    /// is the canonical representative of their orbit.
    ///
    /// ```
    /// use nqdb_completion::PartialBoard;
    ///
    /// let corner = PartialBoard::parse(8, ["8=8 3=4"])?;
    /// assert_eq!(corner.canonical().to_string(), "1=1 5=6");
    /// assert_eq!(corner.stabilizer().to_string(), "identity");
    /// # Ok::<(), nqdb_completion::CompletionError>(())
    /// ```
    pub fn canonical(&self) -> PartialBoard {
        let images = Symmetry::ALL.into_iter().skip(1).map(|symmetry| self.image(symmetry));
        images.fold(self.clone(), Ord::min)
    }

    /// The stabilizer: the symmetries that map the conditions to themselves.
    pub fn stabilizer(&self) -> Subgroup {
        Subgroup::of(|symmetry| self.image(symmetry) == *self)
    }

    /// This partial board without one of its given queens, 0-based.
    pub(crate) fn without_queen(&self, column: usize, row: usize) -> PartialBoard {
        let mut other = self.clone();
        other.queens.remove(&(column, row));
        other
    }

    /// This partial board with one more excluded square, 0-based.
    pub(crate) fn excluding(&self, column: usize, row: usize) -> PartialBoard {
        let mut other = self.clone();
        other.squares.insert((column, row));
        other
    }

    fn excludes(&self, column: usize, row: usize) -> bool {
        let (sum, difference) = diagonals(self.n, column, row);
        self.squares.contains(&(column, row))
            || self.sums.contains(&(sum))
            || self.differences.contains(&(difference))
    }

    /// Whether a placement meets all conditions. False for another board size. O(N + conditions).
    pub fn is_met_by(&self, placement: &Placement) -> bool {
        let rows = placement.zero_based();
        rows.len() == self.n
            && self.queens.iter().all(|&(column, row)| rows[column] as usize == row)
            && (0..).zip(rows).all(|(column, &row)| !self.excludes(column, row as usize))
    }
}

/// The conditions, separated by spaces.
impl fmt::Display for PartialBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, condition) in self.conditions().enumerate() {
            let space = if place > 0 { " " } else { "" };
            write!(f, "{space}{condition}")?;
        }
        Ok(())
    }
}

/// The condition that a square (0-based) has a queen.
pub(crate) fn given(column: usize, row: usize) -> Condition {
    Condition::Queen { column: column as u64 + 1, row: row as u64 + 1 }
}

/// A conflict that rules out any completion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum Contradiction {
    /// Two queens attack each other.
    #[error("the given queens {first} and {second} attack each other")]
    Attack {
        /// The left queen; in one column, the upper one.
        first: Condition,
        second: Condition,
    },
    /// A queen is on an excluded square or diagonal.
    #[error("the given queen {queen} is on an excluded square")]
    Excluded { queen: Condition },
}

// ---- The instances of CSPLib's problem 79: given queens or excluded diagonals

/// What a text assigns to its names.
#[derive(Default)]
struct Assigned {
    n: Option<usize>,
    /// The number of diagonals that count.
    numdiags: Option<usize>,
    /// Diagonals: 1 for column + row, and 0 for row − column + N − 1, 0-based.
    diags: Option<Vec<(u64, u8)>>,
    /// Queens: row and column, 0-based.
    init: Option<Vec<(u64, u64)>>,
}

impl PartialBoard {
    /// The longest text of [`PartialBoard::parse_csplib`], in bytes: enough for all queens and diagonals of any board.
    pub const LONGEST_CSPLIB: usize = 1 << 20;

    /// Parses an instance of CSPLib's problem 79 (Gent, Jefferson and Nightingale 2017), as its generators print them.
    ///
    /// | name | value |
    /// | --- | --- |
    /// | `n` | the board size |
    /// | `diags` | excluded diagonals: `[8, 1]` has the squares with column + row = 8, `[8, 0]` those with row − column + n − 1 = 8, 0-based |
    /// | `numdiags` | only the first `numdiags` of `diags` are excluded |
    /// | `init` | given queens: row and column, 0-based |
    ///
    /// ```
    /// use nqdb_completion::PartialBoard;
    ///
    /// let partial = PartialBoard::parse_csplib("n = 8\nnumdiags = 2\ndiags = [[1, 1], [14, 0], [3, 0]]")?;
    /// assert_eq!(partial.to_string(), "c+r!=3 c-r!=-7");
    /// # Ok::<(), nqdb_completion::CompletionError>(())
    /// ```
    ///
    /// Cost and memory: O(length).
    ///
    /// # Errors
    /// [`CompletionError::Csplib`] for other texts; those of [`PartialBoard::new`] and [`PartialBoard::add`].
    pub fn parse_csplib(text: &str) -> Result<Self, CompletionError> {
        let wrong = |reason: String| CompletionError::Csplib { reason };
        let Assigned { n, numdiags, diags, init } = assigned(text).map_err(wrong)?;
        let n = n.ok_or_else(|| wrong("got no n".to_owned()))?;
        let (diags, init) = (diags.unwrap_or_default(), init.unwrap_or_default());
        let mut partial = PartialBoard::new(n)?;
        let last = numdiags.unwrap_or(diags.len());
        if last > diags.len() {
            return Err(wrong(format!("numdiags is {last}, but diags has {}", diags.len())));
        }
        for &(number, kind) in &diags[..last] {
            partial.add(match kind {
                0 => Condition::NoQueenOnDifference(n as i64 - 1 - number.min(2 * n as u64) as i64),
                1 => Condition::NoQueenOnSum(number.saturating_add(2)),
                _ => {
                    return Err(wrong(format!(
                        "a diagonal has 0 or 1 after its number, got {kind}"
                    )));
                }
            })?;
        }
        for (row, column) in init {
            let (column, row) = (column.saturating_add(1), row.saturating_add(1));
            partial.add(Condition::Queen { column, row })?;
        }
        Ok(partial)
    }
}

fn assigned(text: &str) -> Result<Assigned, String> {
    if text.len() > PartialBoard::LONGEST_CSPLIB {
        return Err(format!("got more than {} bytes", PartialBoard::LONGEST_CSPLIB));
    }
    let mut assigned = Assigned::default();
    let mut rest = text.trim();
    while !rest.is_empty() {
        rest = rest.strip_prefix("letting ").unwrap_or(rest);
        let (name, value) =
            rest.split_once('=').ok_or_else(|| "got a name without a value".to_owned())?;
        rest = match name.trim() {
            "n" => value_of(value, &mut assigned.n),
            "numdiags" => value_of(value, &mut assigned.numdiags),
            "diags" => value_of(value, &mut assigned.diags),
            "init" => value_of(value, &mut assigned.init),
            _ => return Err("got another name".to_owned()),
        }
        .map_err(|error| format!("the value of {} is not valid: {error}", name.trim()))?;
    }
    Ok(assigned)
}

/// Reads a value, and returns the text after it.
fn value_of<'a, T: serde::Deserialize<'a>>(
    text: &'a str,
    to: &mut Option<T>,
) -> Result<&'a str, String> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter();
    let value = values.next().unwrap_or_else(|| serde_json::from_str(""));
    match to.replace(value.map_err(|error| error.to_string())?) {
        None => Ok(text[values.byte_offset()..].trim_start()),
        Some(_) => Err("it is given twice".to_owned()),
    }
}
