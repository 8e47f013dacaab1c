//! What the search asks of an instruction set: vectors of 32-bit lanes, and appending chosen lanes.

use super::levels::LEN;

/// An instruction set that this processor is known to have.
///
/// A value is the proof: only [`super::Kernel`]'s dispatch makes one, after detection.
pub(super) trait Isa: Copy {
    /// A vector.
    type V: Lanes;

    /// The same number in every lane.
    fn splat(self, value: u32) -> Self::V;

    /// `from[at ..]`, as many as there are lanes. Panics when that passes the end.
    fn load(self, from: &[u32; LEN], at: usize) -> Self::V;

    /// Performs a task with the features of the instruction set.
    fn perform<T: Task>(self, task: T) -> T::Output;
}

/// Work for an instruction set: generic over it, every function `#[inline(always)]`, so that it is
/// compiled anew inside [`Isa::perform`], which enables the features.
pub(super) trait Task {
    /// What it comes to.
    type Output;

    /// Does it.
    fn run<I: Isa>(self, isa: I) -> Self::Output;
}

/// A vector of 32-bit lanes; all operations lane by lane.
pub(super) trait Lanes: Copy {
    /// Lanes of a vector.
    const WIDTH: usize;

    /// Some of the lanes.
    type Selection: Selection;

    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// `self & !other`.
    fn without(self, other: Self) -> Self;
    /// The lower 16 bits of `self` and the upper 16 of `upper`.
    fn with_upper_half(self, upper: Self) -> Self;
    /// Sum modulo 2³².
    fn plus(self, other: Self) -> Self;
    /// Difference modulo 2³².
    fn minus(self, other: Self) -> Self;
    /// The lesser number.
    fn min(self, other: Self) -> Self;
    fn up<const BITS: u32>(self) -> Self;
    fn down<const BITS: u32>(self) -> Self;
    /// Moved up by so many bits; 0 from 32 on.
    fn up_by(self, bits: Self) -> Self;
    /// Moved down by so many bits; 0 from 32 on.
    fn down_by(self, bits: Self) -> Self;
    /// The number of the only bit of each lane, 0 … 31; anything for lanes that have not exactly one.
    fn bit_number(self) -> Self;

    /// The lanes that are not 0.
    fn nonzero(self) -> Self::Selection;
    /// The lanes that are 0 in neither.
    fn both_nonzero(self, other: Self) -> Self::Selection;
    /// The lanes that are less than the other's, of numbers below 2³¹.
    fn below(self, other: Self) -> Self::Selection;
    /// The lanes that are equal.
    fn equal(self, other: Self) -> Self::Selection;

    /// Writes the selected lanes, in order, to `to[at ..]`; up to `WIDTH` numbers from there are
    /// overwritten. Panics when `at + WIDTH` passes the end.
    fn append(self, selection: Self::Selection, to: &mut [u32; LEN], at: usize);
}

/// Some of the lanes of a vector.
pub(super) trait Selection: Copy {
    /// How many.
    fn count(self) -> usize;
}
