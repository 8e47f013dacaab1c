//! Schoolbook arithmetic on decimal digits, to check permutation indices of any size.

use std::fmt;

/// Digits, least significant first; none for 0.
pub(crate) struct Decimal(Vec<u32>);

impl Decimal {
    /// N!
    pub(crate) fn factorial(n: u32) -> Self {
        (1..=n).fold(Decimal(vec![1]), |product, k| product.times_plus(k, 0))
    }

    /// 1 + Σ di · (N − i)! for the digits d1 … dN of a Lehmer code.
    pub(crate) fn index_of_code(digits: &[u32]) -> Self {
        let bases = (1..=digits.len() as u32).rev();
        let sum =
            digits.iter().zip(bases).fold(Decimal(vec![]), |sum, (&d, k)| sum.times_plus(k, d));
        sum.times_plus(1, 1)
    }

    /// The number times a factor plus an addend.
    pub(crate) fn times_plus(mut self, factor: u32, addend: u32) -> Self {
        let mut carry = addend;
        for digit in &mut self.0 {
            let product = *digit * factor + carry;
            (*digit, carry) = (product % 10, product / 10);
        }
        while carry > 0 {
            self.0.push(carry % 10);
            carry /= 10;
        }
        self
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().rev().try_for_each(|digit| write!(f, "{digit}"))
    }
}
