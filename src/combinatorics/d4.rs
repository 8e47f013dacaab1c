use super::{BoardSize, Invalid, Permutation, Solution};
use std::fmt;
use std::str::FromStr;

/// The eight symmetries of the square, D4, as they act on permutations; names and numbers are those
/// of Zhang & Zhang 2011, section II.
///
/// With column 1 on the left and row 1 at the top, rotations are counterclockwise. The images of a
/// board whose corners are A, B, C, D:
///
/// ```text
/// A B   A C   D B   C D   B A   B D   D C   C A
/// C D   B D   C A   A B   D C   A C   B A   D B
/// po1   po2   po3   po4   po5   po6   po7   po8
/// ```
///
/// Every element is Inv or not, then Cmpl or not, then Rev or not; that is how it is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Symmetry {
    /// The identity.
    Po1,
    /// Inv, the inverse permutation: reflection in the diagonal from the top left corner.
    Po2,
    /// Rev ∘ Cmpl ∘ Inv, the anti-transpose: reflection in the other diagonal.
    Po3,
    /// Cmpl, the complement: top and bottom change places.
    Po4,
    /// Rev, the reverse: left and right change places.
    Po5,
    /// Cmpl ∘ Inv: rotation by 90°.
    Po6,
    /// Rev ∘ Cmpl: rotation by 180°.
    Po7,
    /// Inv ∘ Cmpl = Rev ∘ Inv: rotation by 270°.
    Po8,
}

use Symmetry::{Po1, Po2, Po3, Po4, Po5, Po6, Po7, Po8};

/// Inv or not, then Cmpl or not, then Rev or not.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Steps {
    inverse: bool,
    complement: bool,
    reverse: bool,
}

impl Symmetry {
    /// All eight, po1 … po8.
    pub const ALL: [Symmetry; 8] = [Po1, Po2, Po3, Po4, Po5, Po6, Po7, Po8];

    fn steps(self) -> Steps {
        let (inverse, complement, reverse) = match self {
            Po1 => (false, false, false),
            Po2 => (true, false, false),
            Po3 => (true, true, true),
            Po4 => (false, true, false),
            Po5 => (false, false, true),
            Po6 => (true, true, false),
            Po7 => (false, true, true),
            Po8 => (true, false, true),
        };
        Steps { inverse, complement, reverse }
    }

    fn from_steps(steps: Steps) -> Self {
        match (steps.inverse, steps.complement, steps.reverse) {
            (false, false, false) => Po1,
            (true, false, false) => Po2,
            (true, true, true) => Po3,
            (false, true, false) => Po4,
            (false, false, true) => Po5,
            (true, true, false) => Po6,
            (false, true, true) => Po7,
            (true, false, true) => Po8,
        }
    }

    /// The product as Zhang & Zhang's Table 1 has it: `self` first, then `next`.
    pub fn then(self, next: Symmetry) -> Symmetry {
        let (a, b) = (self.steps(), next.steps());
        // Inv after Cmpl is Rev after Inv, and Inv after Rev is Cmpl after Inv.
        let (complement, reverse) =
            if b.inverse { (a.reverse, a.complement) } else { (a.complement, a.reverse) };
        Self::from_steps(Steps {
            inverse: a.inverse ^ b.inverse,
            complement: complement ^ b.complement,
            reverse: reverse ^ b.reverse,
        })
    }

    /// The element that undoes this one.
    pub fn inverse(self) -> Symmetry {
        match self {
            Po6 => Po8,
            Po8 => Po6,
            own_inverse => own_inverse,
        }
    }

    /// Where a square (column, row) goes; `mirror` counts a line from the other end of the board.
    pub(super) fn move_pair<T>(self, (column, row): (T, T), mirror: impl Fn(T) -> T) -> (T, T) {
        let steps = self.steps();
        let (column, row) = if steps.inverse { (row, column) } else { (column, row) };
        let column = if steps.reverse { mirror(column) } else { column };
        (column, if steps.complement { mirror(row) } else { row })
    }

    /// The image of a permutation. O(N).
    pub fn apply(self, permutation: &Permutation) -> Permutation {
        let last = permutation.n().get() as u8 - 1;
        let mut image = *permutation;
        let rows = image.rows_mut();
        for square in (0u8..).zip(permutation.rows().iter().copied()) {
            let (column, row) = self.move_pair(square, |line| last - line);
            rows[usize::from(column)] = row;
        }
        image
    }

    /// Where a square of a board comes to: column and row, 0-based, less than N.
    pub(crate) fn move_square(self, n: BoardSize, square: (u8, u8)) -> (u8, u8) {
        let last = n.get() as u8 - 1;
        self.move_pair(square, |line| last - line)
    }

    /// The image of a solution, a solution as well. O(N).
    pub fn apply_to_solution(self, solution: &Solution) -> Solution {
        Solution::from_proof(self.apply(solution))
    }

    /// The name in Zhang & Zhang 2011: `po1` … `po8`.
    pub fn name(self) -> &'static str {
        ["po1", "po2", "po3", "po4", "po5", "po6", "po7", "po8"][self as usize]
    }

    /// The usual name.
    pub fn usual_name(self) -> &'static str {
        match self {
            Po1 => "identity",
            Po2 => "inverse",
            Po3 => "anti-transpose",
            Po4 => "complement",
            Po5 => "reverse",
            Po6 => "rotate-90",
            Po7 => "rotate-180",
            Po8 => "rotate-270",
        }
    }
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Symmetry {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        let word = text.trim();
        Symmetry::ALL
            .into_iter()
            .find(|s| {
                word.eq_ignore_ascii_case(s.name()) || word.eq_ignore_ascii_case(s.usual_name())
            })
            .ok_or_else(|| Invalid::Symmetry { got: text.into() })
    }
}
