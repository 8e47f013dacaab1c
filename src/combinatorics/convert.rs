//! Conversions between the types of this module and plain numbers: lists of queens, board sizes, ranks and orbit ids.
//!
//! `from_rows` takes 0-based rows, as in memory. Everything else takes 1-based queens, as in text.
//!
//! With serde, board sizes, ranks and orbit ids are numbers, boards are lists of 1-based queens such as `[2,4,1,3]`, and
//! other types are their text. Reading them checks them; a subgroup is read from any generators.

use super::condition::Condition;
use super::d4::{Subgroup, Symmetry};
use super::invalid::{Invalid, unreadable};
use super::notation::{Frame, Notation};
use super::numbers::{BoardSize, OrbitId, Rank};
use super::orbit::Canonical;
use super::permutation::{Permutation, Solution};
use std::fmt::Display;
use std::ops::Index;

impl Permutation {
    /// The permutation with these 0-based rows, one per column, of any integer type. O(N).
    ///
    /// ```
    /// use nqdb::Permutation;
    ///
    /// assert_eq!(Permutation::from_rows(&[1, 3, 0, 2])?.to_string(), "2 4 1 3");
    /// # Ok::<(), nqdb::Invalid>(())
    /// ```
    ///
    /// # Errors
    /// As [`Permutation::new`]. [`Invalid::NotANumber`] for a row that is not a `u64`; [`Invalid::SingleNumber`]
    /// instead of [`Invalid::RowOutside`] for N = 1.
    pub fn from_rows<T: Copy + TryInto<u64> + Display>(rows: &[T]) -> Result<Self, Invalid> {
        Self::from_numbers(rows, 0)
    }

    /// The permutation with queens in these 1-based rows; otherwise like [`Permutation::from_rows`].
    ///
    /// ```
    /// use nqdb::Permutation;
    ///
    /// assert_eq!(Permutation::from_queens(&[2, 4, 1, 3])?.zero_based(), [1, 3, 0, 2]);
    /// # Ok::<(), nqdb::Invalid>(())
    /// ```
    ///
    /// # Errors
    /// As [`Permutation::from_rows`], and [`Invalid::RowZero`].
    pub fn from_queens<T: Copy + TryInto<u64> + Display>(queens: &[T]) -> Result<Self, Invalid> {
        Self::from_numbers(queens, 1)
    }

    /// The permutation with these rows, counted from `first`.
    fn from_numbers<T>(numbers: &[T], first: u64) -> Result<Self, Invalid>
    where
        T: Copy + TryInto<u64> + Display,
    {
        let frame = Frame { first, largest: BoardSize::MAX, is_partial: false };
        let number = |number: &T| {
            (*number).try_into().map_err(|_| Invalid::NotANumber { got: number.to_string() })
        };
        let rows = frame.rows(numbers.len(), numbers.iter().map(number))?;
        Self::new(&rows.iter().map(|&row| row as u8).collect::<Vec<u8>>())
    }
}

impl Solution {
    /// The solution with these 0-based rows, one per column, of any integer type. O(N).
    ///
    /// ```
    /// use nqdb::Solution;
    ///
    /// assert_eq!(Solution::from_rows(&[1, 3, 0, 2])?, "2 4 1 3".parse()?);
    /// # Ok::<(), nqdb::Invalid>(())
    /// ```
    ///
    /// # Errors
    /// As [`Permutation::from_rows`] and [`Solution::new`].
    pub fn from_rows<T: Copy + TryInto<u64> + Display>(rows: &[T]) -> Result<Self, Invalid> {
        Permutation::from_rows(rows).and_then(Solution::new)
    }

    /// The solution with queens in these 1-based rows; otherwise like [`Solution::from_rows`].
    ///
    /// # Errors
    /// As [`Permutation::from_queens`] and [`Solution::new`].
    pub fn from_queens<T: Copy + TryInto<u64> + Display>(queens: &[T]) -> Result<Self, Invalid> {
        Permutation::from_queens(queens).and_then(Solution::new)
    }
}

macro_rules! boards {
    ($($type:ident),*) => {$(
        /// The 0-based row of the queen in a 0-based column. Panics unless the column is below N.
        impl Index<usize> for $type {
            type Output = u8;

            fn index(&self, column: usize) -> &u8 {
                &self.zero_based()[column]
            }
        }
    )*};
}

boards!(Permutation, Solution);

impl From<Solution> for Permutation {
    fn from(solution: Solution) -> Self {
        *solution.permutation()
    }
}

impl From<Canonical> for Solution {
    fn from(canonical: Canonical) -> Self {
        *canonical
    }
}

macro_rules! number {
    ($($type:ident),*) => {$(
        impl From<$type> for u64 {
            fn from(number: $type) -> u64 {
                number.get() as u64
            }
        }
    )*};
}

number!(BoardSize, Rank, OrbitId);

/// Implements serde for types by another form, from which the last function reads them.
macro_rules! serialised {
    ($($type:ident as $form:ty: $to:expr, $from:expr;)*) => {$(
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let to: fn(&$type) -> $form = $to;
                to(self).serialize(serializer)
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let form = <$form>::deserialize(from)?;
                ($from)(form).map_err(serde::de::Error::custom)
            }
        }
    )*};
}
#[cfg(feature = "sqlite")]
pub(crate) use serialised;

serialised! {
    BoardSize as u64: |n| (*n).into(), BoardSize::new;
    Rank as u64: |rank| rank.get(), Rank::new;
    OrbitId as u64: |id| id.get(), OrbitId::new;
    Permutation as Vec<u64>: |queens| queens.queens().map(u64::from).collect(), |queens: Vec<u64>| Permutation::from_queens(&queens);
    Solution as Vec<u64>: |queens| queens.queens().map(u64::from).collect(), |queens: Vec<u64>| Solution::from_queens(&queens);
    Canonical as Vec<u64>: |queens| queens.queens().map(u64::from).collect(), canonical;
    Symmetry as String: ToString::to_string, |text: String| text.parse();
    Subgroup as Vec<Symmetry>: |group| group.iter().collect(), |generators: Vec<Symmetry>| Ok::<_, Invalid>(Subgroup::generated_by(generators));
    Condition as String: ToString::to_string, |text: String| text.parse();
    Notation as String: ToString::to_string, |text: String| text.parse();
}

/// The canonical representative with queens in these 1-based rows. Fails for other members of an orbit.
fn canonical(queens: Vec<u64>) -> Result<Canonical, Invalid> {
    let solution = Solution::from_queens(&queens)?;
    let other = || unreadable("the smallest solution of an orbit", &solution.to_string());
    Canonical::check(solution).ok_or_else(other)
}
