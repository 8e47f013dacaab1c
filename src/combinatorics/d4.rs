//! D4, the group of the eight symmetries of the square, acting on squares, permutations and solutions; and its
//! subgroups.

use super::invalid::{Invalid, shortened};
use super::{
    named,
    numbers::BoardSize,
    permutation::{Permutation, Solution},
};
use std::fmt;
use std::str::FromStr;

named! {
    /// A symmetry of the square (an element of D4), acting on permutations.
    ///
    /// Names are those of drawings with column 1 on the left and row 1 at the top, where rotations are counterclockwise. The
    /// order and the codes po1 … po8 are those of Zhang & Zhang 2011, section II. The images of a board whose corners are A,
    /// B, C, D:
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
        /// The identity, po1.
        Identity = "identity",
        /// Inv, the inverse permutation: reflection in the diagonal from the top left corner, po2.
        FlipDiagonal = "flip-diagonal",
        /// Rev ∘ Cmpl ∘ Inv, the anti-transpose: reflection in the other diagonal, po3.
        FlipAntidiagonal = "flip-antidiagonal",
        /// Cmpl, the complement: top and bottom are exchanged, po4.
        FlipVertical = "flip-vertical",
        /// Rev, the reverse: left and right are exchanged, po5.
        FlipHorizontal = "flip-horizontal",
        /// Cmpl ∘ Inv: rotation by 90°, po6.
        Rotate90 = "rotate-90",
        /// Rev ∘ Cmpl: rotation by 180°, po7.
        Rotate180 = "rotate-180",
        /// Inv ∘ Cmpl = Rev ∘ Inv: rotation by 270°, po8.
        Rotate270 = "rotate-270",
    }
}

use Symmetry::{
    FlipAntidiagonal, FlipDiagonal, FlipHorizontal, FlipVertical, Identity, Rotate90, Rotate180,
    Rotate270,
};

/// The corner of a drawing that has column 1 and row 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// Rows count downwards.
    TopLeft,
    /// Rows count upwards, as on a chessboard.
    BottomLeft,
}

/// The factors of a symmetry, in the order of application: Inv, Cmpl, Rev.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Factors {
    inverse: bool,
    complement: bool,
    reverse: bool,
}

impl Symmetry {
    fn factors(self) -> Factors {
        let (inverse, complement, reverse) = match self {
            Identity => (false, false, false),
            FlipDiagonal => (true, false, false),
            FlipAntidiagonal => (true, true, true),
            FlipVertical => (false, true, false),
            FlipHorizontal => (false, false, true),
            Rotate90 => (true, true, false),
            Rotate180 => (false, true, true),
            Rotate270 => (true, false, true),
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
            Rotate90 => Rotate270,
            Rotate270 => Rotate90,
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
            for (column, &row) in (0..).zip(permutation.zero_based()) {
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
        let rows = if factors.inverse { inverse.zero_based() } else { permutation.zero_based() };
        let last = rows.len() - 1;
        [0, last.min(1)].map(|column| {
            let row = rows[if factors.reverse { last - column } else { column }];
            if factors.complement { last as u8 - row } else { row }
        })
    }

    /// The image of a square (column, row), both 0-based.
    pub fn image_of_square(self, n: BoardSize, square: (usize, usize)) -> (usize, usize) {
        self.image_of_pair(square, |line| n.get() - 1 - line)
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

    /// The code in Zhang & Zhang 2011: `po1` … `po8`.
    pub fn code(self) -> &'static str {
        ["po1", "po2", "po3", "po4", "po5", "po6", "po7", "po8"][self as usize]
    }

    /// What the symmetry does to a drawing with this origin, such as `rotate 90° counterclockwise`.
    ///
    /// Drawings with row 1 at the bottom are mirror images of the others: turns change their direction, and the
    /// diagonals change places.
    pub fn description(self, origin: Origin) -> &'static str {
        let seen = match origin {
            Origin::TopLeft => self,
            Origin::BottomLeft => FlipVertical.then(self).then(FlipVertical),
        };
        match seen {
            Identity => "identity",
            FlipDiagonal => "flip across the falling diagonal",
            FlipAntidiagonal => "flip across the rising diagonal",
            FlipVertical => "flip top and bottom",
            FlipHorizontal => "flip left and right",
            Rotate90 => "rotate 90° counterclockwise",
            Rotate180 => "rotate 180°",
            Rotate270 => "rotate 90° clockwise",
        }
    }
}

impl FromStr for Symmetry {
    type Err = Invalid;

    /// Reads names and codes, of which the first is applied first: `rotate-90`, `po6`, `Inv Cmpl`. g1 … g8, Inv, Cmpl
    /// and Rev are those of Zhang & Zhang. A word of letters is a product of functions of Cull & Pandey, of which the last
    /// is applied first, as in `MRRR`: R is a clockwise quarter turn, M exchanges top and bottom, F is po3, I the identity.
    fn from_str(text: &str) -> Result<Self, Invalid> {
        let words = text.split([' ', ',']).filter(|word| !word.is_empty());
        let product = words.map(of_word).reduce(|first, next| Some(first?.then(next?)));
        product.flatten().ok_or_else(|| Invalid::Symmetry { got: shortened(text) })
    }
}

fn of_word(word: &str) -> Option<Symmetry> {
    let is = |name: &str| word.eq_ignore_ascii_case(name);
    let basic = [("Inv", FlipDiagonal), ("Cmpl", FlipVertical), ("Rev", FlipHorizontal)];
    let named = Symmetry::ALL.into_iter().find(|symmetry| {
        is(symmetry.name()) || is(symmetry.code()) || is(&symmetry.code().replace("po", "g"))
    });
    let named = named.or_else(|| basic.into_iter().find(|(name, _)| is(name)).map(|found| found.1));
    let letter = |c| match c {
        'I' => Some(Identity),
        'R' => Some(Rotate270),
        'M' => Some(FlipVertical),
        'F' => Some(FlipAntidiagonal),
        _ => None,
    };
    let product = |symmetry: Symmetry, c| Some(symmetry.then(letter(c)?));
    named.or_else(|| word.chars().rev().try_fold(Identity, product))
}

/// A subgroup of the symmetries of the square.
///
/// It is displayed as its elements, `identity` first, separated by spaces. It is parsed from generators, as names or
/// codes, separated by spaces, commas or `+`: `identity,rotate-180`, `rotate-180` and `po7` are the same subgroup.
///
/// ```
/// use nqdb::{Solution, Subgroup};
///
/// let solution: Solution = "3 5 2 8 1 7 4 6".parse()?;
/// let stabilizer = Subgroup::fixing(&solution);
/// assert_eq!(stabilizer.to_string(), "identity rotate-180");
/// assert_eq!("rotate-180".parse(), Ok(stabilizer));
/// # Ok::<(), nqdb::Invalid>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Subgroup {
    /// Bit k is set for the symmetry k of [`Symmetry::ALL`].
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

    /// The elements, in the order of [`Symmetry::ALL`].
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

    /// The names of symmetries that generate the subgroup, separated by `+`: `rotate-90` for the four rotations.
    pub(super) fn generators(self) -> String {
        let mut generated = Subgroup::TRIVIAL;
        let mut names = Vec::new();
        for symmetry in self.iter() {
            if !generated.contains(symmetry) {
                generated = Subgroup::generated_by(generated.iter().chain([symmetry]));
                names.push(symmetry.name());
            }
        }
        if names.is_empty() { Identity.name().to_owned() } else { names.join("+") }
    }

    /// The [descriptions](Symmetry::description) of its elements.
    pub fn description(self, origin: Origin) -> String {
        let elements: Vec<&str> =
            self.iter().map(|symmetry| symmetry.description(origin)).collect();
        elements.join(", ")
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
        let words = text.split([' ', ',', '+']).filter(|word| !word.is_empty());
        let generators: Vec<Symmetry> = words.map(str::parse).collect::<Result<_, _>>()?;
        if generators.is_empty() {
            return Err(Invalid::Symmetry { got: shortened(text) });
        }
        Ok(Subgroup::generated_by(generators))
    }
}
