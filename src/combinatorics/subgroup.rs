//! [`Subgroup`]: a subgroup of D4, such as the stabilizer of a solution.

use super::d4::Symmetry;
use super::invalid::{Invalid, shortened};
use super::permutation::Permutation;
use std::fmt;
use std::str::FromStr;

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
