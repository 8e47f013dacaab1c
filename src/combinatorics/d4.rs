//! D4, the group of the eight symmetries of the square, acting on squares, permutations and solutions; and its
//! subgroups.

use super::invalid::{Invalid, shortened};
use super::{numbers::BoardSize, permutation::Permutation, solution::Solution};
use std::fmt;
use std::str::FromStr;

/// A symmetry of the square (an element of D4), acting on permutations. Names and numbers follow Zhang & Zhang 2011,
/// section II.
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
/// Every element is a product of Inv, Cmpl and Rev in this order, each applied or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Symmetry {
    /// The identity.
    Po1,
    /// Inv, the inverse permutation: reflection in the diagonal from the top left corner.
    Po2,
    /// Rev ∘ Cmpl ∘ Inv, the anti-transpose: reflection in the other diagonal.
    Po3,
    /// Cmpl, the complement: top and bottom are exchanged.
    Po4,
    /// Rev, the reverse: left and right are exchanged.
    Po5,
    /// Cmpl ∘ Inv: rotation by 90°.
    Po6,
    /// Rev ∘ Cmpl: rotation by 180°.
    Po7,
    /// Inv ∘ Cmpl = Rev ∘ Inv: rotation by 270°.
    Po8,
}

use Symmetry::{Po1, Po2, Po3, Po4, Po5, Po6, Po7, Po8};

/// The factors of a symmetry, in the order of application: Inv, Cmpl, Rev.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Factors {
    inverse: bool,
    complement: bool,
    reverse: bool,
}

impl Symmetry {
    /// All eight symmetries, po1 … po8.
    pub const ALL: [Symmetry; 8] = [Po1, Po2, Po3, Po4, Po5, Po6, Po7, Po8];

    fn factors(self) -> Factors {
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
        Factors { inverse, complement, reverse }
    }

    fn from_factors(factors: Factors) -> Self {
        let mut all = Self::ALL.into_iter();
        all.find(|s| s.factors() == factors).expect("every choice of factors is a symmetry")
    }

    /// The product: `self` first, then `next` (Table 1 of Zhang & Zhang 2011).
    pub fn then(self, next: Symmetry) -> Symmetry {
        let (a, b) = (self.factors(), next.factors());
        // Inv after Cmpl is Rev after Inv, and Inv after Rev is Cmpl after Inv.
        let (complement, reverse) =
            if b.inverse { (a.reverse, a.complement) } else { (a.complement, a.reverse) };
        Self::from_factors(Factors {
            inverse: a.inverse ^ b.inverse,
            complement: complement ^ b.complement,
            reverse: reverse ^ b.reverse,
        })
    }

    /// The inverse element.
    pub fn inverse(self) -> Symmetry {
        match self {
            Po6 => Po8,
            Po8 => Po6,
            own_inverse => own_inverse,
        }
    }

    /// The image of a (column, row) pair; `mirror` reflects a coordinate.
    pub fn image_of_pair<T>(self, (column, row): (T, T), mirror: impl Fn(T) -> T) -> (T, T) {
        let factors = self.factors();
        let (column, row) = if factors.inverse { (row, column) } else { (column, row) };
        let column = if factors.reverse { mirror(column) } else { column };
        (column, if factors.complement { mirror(row) } else { row })
    }

    /// The image of a permutation. O(N).
    pub fn apply(self, permutation: &Permutation) -> Permutation {
        let mut image = *permutation;
        let factors = self.factors();
        if factors.inverse {
            let rows = image.rows_mut();
            for (column, &row) in (0..).zip(permutation.rows()) {
                rows[usize::from(row)] = column;
            }
        }
        if factors.complement {
            image = image.complement();
        }
        if factors.reverse {
            image.rows_mut().reverse();
        }
        image
    }

    /// The first two rows of the image of a permutation, given its inverse; for N = 1 the only row, twice.
    pub(super) fn begin_of_image(
        self,
        permutation: &Permutation,
        inverse: &Permutation,
    ) -> [u8; 2] {
        let factors = self.factors();
        let rows = if factors.inverse { inverse.rows() } else { permutation.rows() };
        let last = rows.len() - 1;
        [0, last.min(1)].map(|column| {
            let row = rows[if factors.reverse { last - column } else { column }];
            if factors.complement { last as u8 - row } else { row }
        })
    }

    /// The image of a square (column, row), both 0-based.
    pub fn image_of_square(self, n: BoardSize, square: (u8, u8)) -> (u8, u8) {
        let last = n.get() as u8 - 1;
        self.image_of_pair(square, |line| last - line)
    }

    /// Whether the image of a falling diagonal is a rising one.
    pub fn swaps_diagonals(self) -> bool {
        let factors = self.factors();
        factors.complement != factors.reverse
    }

    /// The image of a solution, which is also a solution. O(N).
    pub fn apply_to_solution(self, solution: &Solution) -> Solution {
        Solution::from_proof(self.apply(solution))
    }

    /// The name in Zhang & Zhang 2011: `po1` … `po8`.
    pub fn name(self) -> &'static str {
        ["po1", "po2", "po3", "po4", "po5", "po6", "po7", "po8"][self as usize]
    }

    /// The common name: `identity`, `inverse`, `rotate-90`, …
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
            .ok_or_else(|| Invalid::Symmetry { got: shortened(text) })
    }
}

/// A subgroup of the symmetries of the square.
///
/// It is displayed as its elements, `po1` first, separated by spaces. It is parsed from generators, separated by spaces
/// or commas, under either name: `po1,po7`, `po7` and `rotate-180` are the same subgroup.
///
/// ```
/// use nqdb::{Solution, Subgroup};
///
/// let solution: Solution = "3 5 2 8 1 7 4 6".parse()?;
/// let stabilizer = Subgroup::fixing(&solution);
/// assert_eq!(stabilizer.to_string(), "po1 po7");
/// assert_eq!("rotate-180".parse(), Ok(stabilizer));
/// # Ok::<(), nqdb::Invalid>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Subgroup {
    /// Bit k is set for po(k + 1).
    elements: u8,
}

impl Subgroup {
    /// The trivial subgroup.
    pub const TRIVIAL: Subgroup = Subgroup { elements: 1 };

    /// The stabilizer of a permutation: the symmetries that fix it. O(N).
    pub fn fixing(permutation: &Permutation) -> Self {
        Subgroup::of(|symmetry| symmetry.apply(permutation) == *permutation)
    }

    /// The symmetries that fix something.
    pub fn of(fixes: impl Fn(Symmetry) -> bool) -> Self {
        let fixing = Symmetry::ALL.into_iter().filter(|&symmetry| fixes(symmetry));
        Subgroup { elements: fixing.fold(0, |elements, symmetry| elements | bit(symmetry)) }
    }

    /// The smallest subgroup that contains these elements.
    pub fn generated_by(generators: impl IntoIterator<Item = Symmetry>) -> Self {
        let all = generators.into_iter().fold(1, |elements, symmetry| elements | bit(symmetry));
        let mut closure = Subgroup { elements: all };
        loop {
            let products = closure.iter().flat_map(|a| closure.iter().map(move |b| a.then(b)));
            let elements = products.fold(closure.elements, |elements, ab| elements | bit(ab));
            if elements == closure.elements {
                return closure;
            }
            closure = Subgroup { elements };
        }
    }

    /// The elements, in the order po1 … po8.
    pub fn iter(self) -> impl Iterator<Item = Symmetry> {
        Symmetry::ALL.into_iter().filter(move |&symmetry| self.contains(symmetry))
    }

    /// Whether the subgroup contains this symmetry.
    pub fn contains(self, symmetry: Symmetry) -> bool {
        self.elements & bit(symmetry) != 0
    }

    /// The number of elements: 1, 2, 4 or 8.
    pub fn order(self) -> usize {
        self.elements.count_ones() as usize
    }
}

fn bit(symmetry: Symmetry) -> u8 {
    1 << symmetry as u8
}

impl Default for Subgroup {
    fn default() -> Self {
        Subgroup::TRIVIAL
    }
}

impl fmt::Display for Subgroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.iter().map(Symmetry::name).collect();
        f.pad(&names.join(" "))
    }
}

impl fmt::Debug for Subgroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

impl FromStr for Subgroup {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        let words = text.split([' ', ',']).filter(|word| !word.is_empty());
        let generators: Vec<Symmetry> = words.map(str::parse).collect::<Result<_, _>>()?;
        if generators.is_empty() {
            return Err(Invalid::Symmetry { got: shortened(text) });
        }
        Ok(Subgroup::generated_by(generators))
    }
}
