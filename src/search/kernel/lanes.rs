//! What the search asks of an instruction set: vectors of 32-bit lanes, and appending chosen lanes.

/// An instruction set that this processor is known to have.
///
/// A value is the proof: only [`super::Kernel`]'s dispatch makes one, after detection. The search is
/// generic over it, every function of it `#[inline(always)]`, so that it is compiled anew inside the
/// one function per instruction set that enables the features.
pub(super) trait Isa: Copy {
    /// A vector.
    type V: Lanes;

    /// The same number in every lane.
    fn splat(self, value: u32) -> Self::V;

    /// `from[at ..]`, as many as there are lanes. Panics when that passes the end.
    fn load(self, from: &[u32; super::levels::LEN], at: usize) -> Self::V;
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
    /// The bits of `yes` where `self` has a 1, of `no` where it has a 0.
    fn choose(self, yes: Self, no: Self) -> Self;
    /// Sum modulo 2³².
    fn plus(self, other: Self) -> Self;
    /// Difference modulo 2³².
    fn minus(self, other: Self) -> Self;
    /// The lesser number.
    fn min(self, other: Self) -> Self;
    fn up<const BITS: u32>(self) -> Self;
    fn down<const BITS: u32>(self) -> Self;
    /// Moved up by as many bits as `count` says; 0 from 32 on.
    fn up_by(self, count: Self) -> Self;
    /// Moved down by as many bits as `count` says; 0 from 32 on.
    fn down_by(self, count: Self) -> Self;
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
    fn append(self, selection: Self::Selection, to: &mut [u32; super::levels::LEN], at: usize);
}

/// Some of the lanes of a vector.
pub(super) trait Selection: Copy {
    /// How many.
    fn count(self) -> usize;
}

/// Work for an instruction set besides the search; as that, `#[inline(always)]` throughout.
pub(super) trait Task {
    /// Does it.
    fn perform<I: Isa>(&mut self, isa: I);
}
