use super::{Permutation, Solution, Symmetry};
use std::fmt;
use std::ops::Deref;

/// The lexicographically least member of an orbit (Cull & Pandey 1994, section 5; 001, `is_unique`).
///
/// Only [`Canonical::of`] and [`Canonical::check`] make one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Canonical(Solution);

impl Canonical {
    /// The canonical representative of the solution's orbit. O(N).
    pub fn of(solution: &Solution) -> Self {
        let least = Symmetry::ALL.map(|s| s.apply_to_solution(solution)).into_iter().min();
        Canonical(least.expect("there are eight images"))
    }

    /// The solution, if it is the least of its orbit. O(N), mostly decided by the border queens.
    pub fn check(solution: Solution) -> Option<Self> {
        is_least_of_orbit(&solution).then_some(Canonical(solution))
    }

    /// The solution that this is.
    pub fn solution(&self) -> &Solution {
        &self.0
    }

    /// The size of its orbit: 8, 4 or 2 (1 for N = 1). O(N).
    pub fn orbit_size(&self) -> usize {
        orbit_size(&self.0)
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

/// p ≤ po(p) for all eight symmetries, each comparison ending at the first difference.
fn is_least_of_orbit(solution: &Solution) -> bool {
    let p = solution.rows();
    let last = p.len() as u8 - 1;
    let complement = |row: &u8| last - row;
    // po4, po5 and po7 need no inverse, and turn most solutions away.
    if p.iter().rev().lt(p)
        || p.iter().map(complement).lt(p.iter().copied())
        || p.iter().rev().map(complement).lt(p.iter().copied())
    {
        return false;
    }
    let inverse = Symmetry::Po2.apply(solution);
    let q = inverse.rows();
    !(q.iter().lt(p)
        || q.iter().rev().lt(p)
        || q.iter().map(complement).lt(p.iter().copied())
        || q.iter().rev().map(complement).lt(p.iter().copied()))
}

/// 8 / |stabilizer|.
fn orbit_size(permutation: &Permutation) -> usize {
    8 / Symmetry::ALL.iter().filter(|s| s.apply(permutation) == *permutation).count()
}

/// An orbit seen from one of its members: the distinct images of that solution under the eight
/// symmetries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Orbit {
    members: Vec<(Symmetry, Solution)>,
    stabilizer: Vec<Symmetry>,
    canonical: Canonical,
}

impl Orbit {
    /// The orbit of a solution. O(N).
    pub fn of(solution: &Solution) -> Self {
        let mut members: Vec<(Symmetry, Solution)> = Vec::with_capacity(8);
        let mut stabilizer = Vec::new();
        for symmetry in Symmetry::ALL {
            let image = symmetry.apply_to_solution(solution);
            if image == *solution {
                stabilizer.push(symmetry);
            }
            if members.iter().all(|(_, member)| *member != image) {
                members.push((symmetry, image));
            }
        }
        Orbit { members, stabilizer, canonical: Canonical::of(solution) }
    }

    /// The distinct images, each with the first of po1 … po8 that gives it; the solution itself first.
    pub fn members(&self) -> &[(Symmetry, Solution)] {
        &self.members
    }

    /// The symmetries that leave the solution as it is; po1 first. |orbit| · |stabilizer| = 8.
    pub fn stabilizer(&self) -> &[Symmetry] {
        &self.stabilizer
    }

    /// The canonical representative.
    pub fn canonical(&self) -> &Canonical {
        &self.canonical
    }

    /// How many members: 8, 4 or 2 (1 for N = 1).
    pub fn size(&self) -> usize {
        self.members.len()
    }
}
