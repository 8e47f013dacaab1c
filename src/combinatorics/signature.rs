//! Orbit signatures: lists of triangles that determine an orbit, with a proof.

use super::{d4::Symmetry, numbers::BoardSize, permutation::Permutation};
use serde::Serialize;
use std::fmt;

/// The triangle of three queens in neighbouring columns or rows (Zhang & Zhang 2011, formulas 2 to 4): two squared side
/// lengths, up to 3,970, with twice the area between them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(into = "(u16, u16, u16)")]
pub struct Triple {
    /// From the first queen to the second: 1 + d² for a step of d rows.
    pub first: u16,
    /// Twice the area: |d′ − d| for steps d and d′.
    pub area: u16,
    /// From the second queen to the third: 1 + d′².
    pub second: u16,
}

impl Triple {
    /// The triangles along x: those of each three neighbouring columns, from left to right (formula 7). There are
    /// N − 2, or none for N = 1 and 2. O(N).
    pub fn along_columns(permutation: &Permutation) -> Vec<Triple> {
        let triangle = |rows: &[u8]| {
            let [a, b, c] = [rows[0], rows[1], rows[2]].map(i16::from);
            let (step, next) = (b - a, c - b);
            Triple {
                first: 1 + step.unsigned_abs().pow(2),
                area: next.abs_diff(step),
                second: 1 + next.unsigned_abs().pow(2),
            }
        };
        permutation.zero_based().windows(3).map(triangle).collect()
    }

    /// The lists along x and y, as Table 2 of the paper has them: X(p) and Y(p) of [`Signature`]. O(N).
    pub fn along_both(permutation: &Permutation) -> [Vec<Triple>; 2] {
        let inverse = Symmetry::FlipDiagonal.apply(permutation);
        [permutation, &inverse].map(Triple::along_columns)
    }

    /// Two lists as text, such as `{{(5, 5, 10)}, {(5, 5, 10)}}`.
    pub fn text_of(lists: [&[Triple]; 2]) -> String {
        let list =
            |list: &[Triple]| list.iter().map(Triple::to_string).collect::<Vec<_>>().join(", ");
        format!("{{{{{}}}, {{{}}}}}", list(lists[0]), list(lists[1]))
    }

    /// The triangle of the same queens in reverse order.
    fn reversed(self) -> Self {
        Triple { first: self.second, area: self.area, second: self.first }
    }
}

impl From<Triple> for (u16, u16, u16) {
    fn from(triple: Triple) -> Self {
        (triple.first, triple.area, triple.second)
    }
}

impl fmt::Display for Triple {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {}, {})", self.first, self.area, self.second)
    }
}

/// An orbit signature (Zhang & Zhang 2011, section IV, formula 9): the triangles along x and along y, in a form that
/// all members of an orbit share.
///
/// Let X(p) be the list [`Triple::along_columns`] of p, and Y(p) = X(Inv p), the triangles of each three neighbouring
/// rows. The paper's Sequential-Reverse rule considers signatures equal if their lists agree forwards or backwards,
/// also with X and Y exchanged. Here a list is reversed as a whole, together with each of its triples, since that is
/// the effect of reflections. So X and Y are each replaced by the smaller of the list and its reverse, and the smaller
/// of the two comes first.
///
/// **Theorem.** Two permutations of N have the same signature if and only if they are images of each
/// other under D4. In particular the signature is one-to-one with orbits of solutions.
///
/// *Images have the same signature.* With the steps d(i) = p(i+1) − p(i), triple i of X(p) is (1 + d(i)²,
/// |d(i+1) − d(i)|, 1 + d(i+1)²). Cmpl turns d into −d and leaves X unchanged. Rev turns d(i) into −d(N−i) and reverses
/// X. Since Inv∘Cmpl = Rev∘Inv and Inv∘Rev = Cmpl∘Inv, Cmpl reverses Y and Rev leaves Y unchanged. Inv exchanges X and
/// Y. These three generate D4.
///
/// *X determines p up to Cmpl.* For N < 3 there are no triples, and there is one permutation up to Cmpl. For N ≥ 3
/// every step occurs in a triple, so X gives all |d(i)|, none of which is 0. The area is ||d| − |d′|| for two steps of
/// the same sign and |d| + |d′| for opposite signs; these differ, because |d|, |d′| ≥ 1. So X determines where the sign
/// changes, and thus the steps up to a common sign. The steps determine p, since its smallest value is 1; the other
/// sign gives Cmpl p.
///
/// *Permutations p and q with the same signature are images of each other.* The smaller of X(p) and its reverse is one
/// of the two lists of q. If it comes from Y(q), replace q by Inv q. Then X(p) is X(q) or its reverse X(Rev q), and p
/// is one of q, Cmpl q, Rev q, Cmpl(Rev q). ∎
///
/// So half of the signature would suffice. The rule taken literally, with each triple reversed separately, is weaker:
/// (1 2 4 3) and (1 3 4 2), which are not images of each other, agree along x. With both directions it still
/// distinguishes all orbits of solutions for N ≤ 64: one list is ambiguous only if the |d| alternate between two
/// values, and no two of the few such solutions agree.
///
/// Signatures of different board sizes differ; those of N = 1 and N = 2, whose lists are empty, only in N. The order is
/// by N, then by the lists.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Signature {
    n: BoardSize,
    lists: [Vec<Triple>; 2],
}

impl Signature {
    /// The signature of any permutation. O(N).
    ///
    /// ```
    /// use nqdb::{Solution, signature::Signature};
    ///
    /// let [a, b] = ["2 5 3 1 4", "4 1 3 5 2"].map(|text| text.parse::<Solution>().unwrap());
    /// assert_eq!(Signature::of(&a), Signature::of(&b));
    /// assert_eq!(
    ///     Signature::of(&a).to_string(),
    ///     "{{(10, 5, 5), (5, 0, 5), (5, 5, 10)}, {(10, 5, 5), (5, 0, 5), (5, 5, 10)}}"
    /// );
    /// ```
    pub fn of(permutation: &Permutation) -> Self {
        let mut lists = Triple::along_both(permutation).map(undirected);
        lists.sort();
        Signature { n: permutation.n(), lists }
    }

    /// The board size N.
    pub fn n(&self) -> BoardSize {
        self.n
    }

    /// The two lists of N − 2 triples (empty for N = 1 and 2), the smaller one first.
    pub fn lists(&self) -> [&[Triple]; 2] {
        self.lists.each_ref().map(Vec::as_slice)
    }
}

/// The smaller of the list and its reverse.
fn undirected(list: Vec<Triple>) -> Vec<Triple> {
    let reversed: Vec<Triple> = list.iter().rev().map(|triple| triple.reversed()).collect();
    list.min(reversed)
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&Triple::text_of(self.lists()))
    }
}
