//! The factorial number system: the position of a permutation among all N! in lexicographic order.
//!
//! The permutation p1 … pN has the Lehmer code d1 … dN, where di is the number of later entries
//! smaller than pi (0 ≤ di ≤ N − i), and the 1-based index 1 + Σ di · (N − i)!. Gupta (section
//! IV) uses it to number solutions: f(n, r) is the index of the r-th solution.

use super::numbers::{BoardSize, digits};
use super::{invalid::Invalid, permutation::Permutation};
use num_bigint::BigUint;
use std::fmt;

/// The largest N for which N! fits in 128 bits.
const LAST_IN_128_BITS: usize = 34;

/// The Lehmer code of a permutation: digit i (0-based) is the number of later entries that are smaller than entry i, 0
/// ≤ digit i < N − i.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LehmerCode {
    n: BoardSize,
    digits: Vec<u8>,
}

impl LehmerCode {
    /// The code of a permutation. O(N).
    pub fn of(permutation: &Permutation) -> Self {
        let mut unused = u64::MAX;
        let digits = permutation.zero_based().iter().map(|&row| {
            let bit = 1u64 << row;
            unused &= !bit;
            (unused & (bit - 1)).count_ones() as u8
        });
        LehmerCode { n: permutation.n(), digits: digits.collect() }
    }

    /// The digits, most significant first; the last one is 0.
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// The permutation with this code. At most O(N²) bit operations.
    pub fn permutation(&self) -> Permutation {
        let mut unused = u64::MAX >> (64 - self.n.get());
        let rows = self.digits.iter().map(|&smaller| {
            let above = (0..smaller).fold(unused, |rest, _| rest & (rest - 1));
            let row = above.trailing_zeros() as u8;
            unused &= !(1 << row);
            row
        });
        Permutation::from_distinct(self.n, rows)
    }

    fn index(&self) -> PermutationIndex {
        let digits = self.digits.iter().zip((1..=self.n.get()).rev());
        PermutationIndex(if self.n.get() <= LAST_IN_128_BITS {
            let zero_based =
                digits.fold(0u128, |sum, (&d, base)| sum * base as u128 + u128::from(d));
            BigUint::from(zero_based) + 1u32
        } else {
            digits.fold(BigUint::ZERO, |sum, (&d, base)| sum * base + d) + 1u32
        })
    }

    fn from_zero_based(n: BoardSize, index: BigUint) -> Self {
        let mut digits = vec![0; n.get()];
        let with_bases = digits.iter_mut().rev().zip(1u8..);
        match u128::try_from(&index) {
            Ok(mut rest) => with_bases.for_each(|(digit, base)| {
                *digit = (rest % u128::from(base)) as u8;
                rest /= u128::from(base);
            }),
            Err(_) => {
                let mut rest = index;
                with_bases.for_each(|(digit, base)| {
                    let remainder = &rest % base;
                    *digit = u8::try_from(remainder).expect("a remainder is smaller than its base");
                    rest /= base;
                });
            }
        }
        LehmerCode { n, digits }
    }
}

/// The 1-based position of a permutation among all N! in lexicographic order. Not to be confused with the rank of a
/// solution.
///
/// Arithmetic uses 128 bits up to N = 34, big integers beyond.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PermutationIndex(BigUint);

impl PermutationIndex {
    /// Parses an index, written as a rank may be. Its range depends on N.
    ///
    /// # Errors
    /// [`Invalid::PermutationIndex`] outside 1 … N!; [`Invalid::Unreadable`] or [`Invalid::Groups`] for other text.
    pub fn parse(n: BoardSize, text: &str) -> Result<Self, Invalid> {
        let number = digits(text, "a permutation index in digits, such as 1000")?;
        let factorial = (1..=n.get()).fold(BigUint::from(1u32), |product, k| product * k);
        // N! of the largest board has 90 digits; much longer input is not worth parsing.
        let short = Some(&number).filter(|number| number.len() <= 100);
        match short.and_then(|number| number.parse::<BigUint>().ok()) {
            Some(index) if index >= BigUint::from(1u32) && index <= factorial => {
                Ok(PermutationIndex(index))
            }
            _ => {
                let got = number.chars().take(100).collect();
                Err(Invalid::PermutationIndex { n: n.get(), last: factorial.to_string(), got })
            }
        }
    }

    /// The next index, which may exceed N!.
    pub fn successor(&self) -> Self {
        PermutationIndex(&self.0 + 1u32)
    }

    /// The index as a 64-bit integer, if it fits (always for N ≤ 20).
    pub fn to_i64(&self) -> Option<i64> {
        i64::try_from(&self.0).ok()
    }
}

impl fmt::Display for PermutationIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Permutation {
    /// The permutation index, 1 … N!. O(N) for N ≤ 34.
    pub fn index(&self) -> PermutationIndex {
        LehmerCode::of(self).index()
    }

    /// The permutation with this index. At most O(N²) bit operations.
    ///
    /// # Errors
    /// [`Invalid::PermutationIndex`] beyond N!.
    pub fn at(n: BoardSize, index: &PermutationIndex) -> Result<Self, Invalid> {
        let checked = PermutationIndex::parse(n, &index.to_string())?;
        Ok(LehmerCode::from_zero_based(n, checked.0 - 1u32).permutation())
    }
}
