//! Orbits of solutions under D4, and their canonical representatives.

use super::d4::{Subgroup, Symmetry};
use super::permutation::Solution;
use super::word::{Word, WordLayout};
use std::fmt;
use std::ops::Deref;

/// A canonical representative, or fundamental solution: the lexicographically smallest member of its orbit (Cull &
/// Pandey 1994, section 5; `is_unique` in “Unique Queens Solution”).
///
/// Values come only from [`Canonical::of`], from [`Canonical::check`], and from a search that proves the property.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Canonical(Solution);

impl Canonical {
    /// The canonical representative of this solution. O(N).
    pub fn of(solution: &Solution) -> Self {
        if solution.n().get() <= 16 {
            let layout = WordLayout::new(solution.n());
            let word: u64 = layout.word(solution);
            return Canonical::from_proof(layout.solution(word.least_image(layout)));
        }
        // Most images differ in their first two queens.
        let inverse = Symmetry::FlipDiagonal.apply(solution);
        let begins = Symmetry::ALL.map(|s| (s.begin_of_image(solution, &inverse), s));
        let least = begins.iter().map(|&(begin, _)| begin).min();
        let least = begins.into_iter().filter(|&(begin, _)| Some(begin) == least);
        let image = least.map(|(_, s)| s.apply_to_solution(solution)).min();
        Canonical(image.expect("a solution has eight images"))
    }

    /// The solution, if it is the smallest of its orbit. O(N), mostly decided by the queens on the border.
    pub fn check(solution: Solution) -> Option<Self> {
        is_least_of_orbit(&solution).then_some(Canonical(solution))
    }

    /// Wraps a solution known to be the smallest of its orbit.
    #[inline(always)]
    pub(crate) fn from_proof(solution: Solution) -> Self {
        debug_assert!(is_least_of_orbit(&solution));
        Canonical(solution)
    }

    /// The representative as a solution.
    pub fn solution(&self) -> &Solution {
        &self.0
    }

    /// The size of the orbit: 8, 4 or 2 (1 for N = 1). O(N).
    pub fn orbit_size(&self) -> usize {
        8 / self.stabilizer().order()
    }

    /// The symmetries that fix the representative. Other members have conjugate stabilizers. O(N).
    pub fn stabilizer(&self) -> Subgroup {
        Subgroup::fixing(&self.0)
    }
}

impl Deref for Canonical {
    type Target = Solution;

    fn deref(&self) -> &Solution {
        &self.0
    }
}

impl fmt::Display for Canonical {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Canonical {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

/// Whether p ≤ po(p) for all eight symmetries. Each comparison ends at the first difference.
fn is_least_of_orbit(solution: &Solution) -> bool {
    let p = solution.zero_based();
    let last = p.len() as u8 - 1;
    // Compares with q, Rev q, Cmpl q and Rev (Cmpl q), where q is p or its inverse.
    let no_image_is_less = |q: &[u8]| {
        let complement = |row: &u8| last - row;
        !(q.iter().rev().lt(p)
            || q.iter().map(complement).lt(p.iter().copied())
            || q.iter().rev().map(complement).lt(p.iter().copied())
            || q < p)
    };
    // Most solutions fail on the first three images, which do not need the inverse.
    no_image_is_less(p) && no_image_is_less(Symmetry::FlipDiagonal.apply(solution).zero_based())
}

/// The orbit of a solution: its distinct images under the eight symmetries, each with a symmetry that produces it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Orbit {
    members: Vec<(Symmetry, Solution)>,
    canonical: Canonical,
}

impl Orbit {
    /// The orbit of a solution. O(N).
    pub fn of(solution: &Solution) -> Self {
        let mut members: Vec<(Symmetry, Solution)> = Vec::with_capacity(8);
        for symmetry in Symmetry::ALL {
            let image = symmetry.apply_to_solution(solution);
            if members.iter().all(|(_, member)| *member != image) {
                members.push((symmetry, image));
            }
        }
        Orbit { members, canonical: Canonical::of(solution) }
    }

    /// The distinct images, the solution itself first, each with the first of [`Symmetry::ALL`] that
    /// produces it.
    pub fn members(&self) -> &[(Symmetry, Solution)] {
        &self.members
    }

    /// The symmetries that fix the solution. |orbit| · |stabilizer| = 8. O(N).
    pub fn stabilizer(&self) -> Subgroup {
        Subgroup::fixing(&self.members[0].1)
    }

    /// The canonical representative.
    pub fn canonical(&self) -> &Canonical {
        &self.canonical
    }

    /// The number of members: 8, 4 or 2 (1 for N = 1).
    pub fn size(&self) -> usize {
        self.members.len()
    }
}
