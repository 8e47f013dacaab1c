//! Four lanes of WebAssembly; appends use a table of shuffles.
#![allow(unsafe_code)]

use super::{COMPRESS, Isa, LEN, Lanes, Of4, Routine, operations};
use std::arch::wasm32::*;

/// A module compiled with 128-bit vectors, which every host checks when it loads the module.
#[derive(Clone, Copy)]
pub(crate) struct Simd128;

/// A vector of 4 lanes.
#[derive(Clone, Copy)]
pub(crate) struct Four(v128);

impl Isa for Simd128 {
    type V = Four;

    #[inline(always)]
    fn splat(self, value: u32) -> Four {
        Four(u32x4_splat(value))
    }

    #[inline(always)]
    fn load(self, from: &[u32; LEN], at: usize) -> Four {
        let from = &from[at..at + 4];
        // SAFETY: the slice is 16 bytes long.
        Four(unsafe { v128_load(from.as_ptr().cast()) })
    }

    fn call<R: Routine>(self, routine: R) -> R::Output {
        routine.run(self)
    }
}

/// The results of a function of each lane and the same lane of another vector.
#[inline(always)]
fn lanewise(a: v128, b: v128, function: impl Fn(u32, u32) -> u32) -> Four {
    Four(u32x4(
        function(u32x4_extract_lane::<0>(a), u32x4_extract_lane::<0>(b)),
        function(u32x4_extract_lane::<1>(a), u32x4_extract_lane::<1>(b)),
        function(u32x4_extract_lane::<2>(a), u32x4_extract_lane::<2>(b)),
        function(u32x4_extract_lane::<3>(a), u32x4_extract_lane::<3>(b)),
    ))
}

/// The lanes that are not 0, as a mask.
#[inline(always)]
fn set(lanes: v128) -> v128 {
    u32x4_ne(lanes, u32x4_splat(0))
}

/// Converts a lane mask (all bits 1 or all bits 0 per lane) to a set.
#[inline(always)]
fn lanes(mask: v128) -> Of4 {
    Of4(u32x4_bitmask(mask))
}

impl Lanes for Four {
    const WIDTH: usize = 4;
    type LaneMask = Of4;

    operations! {
        and(a, b) -> Self => Four(v128_and(a, b));
        or(a, b) -> Self => Four(v128_or(a, b));
        xor(a, b) -> Self => Four(v128_xor(a, b));
        without(a, b) -> Self => Four(v128_andnot(a, b));
        with_upper_half(a, upper) -> Self => Four(v128_bitselect(a, upper, u32x4_splat(0xffff)));
        plus(a, b) -> Self => Four(u32x4_add(a, b));
        minus(a, b) -> Self => Four(u32x4_sub(a, b));
        min(a, b) -> Self => Four(u32x4_min(a, b));
        up_by(a, bits) -> Self => lanewise(a, bits, |lane, bits| lane.checked_shl(bits).unwrap_or(0));
        down_by(a, bits) -> Self => lanewise(a, bits, |lane, bits| lane.checked_shr(bits).unwrap_or(0));
        // The exponent of a power of two as a floating-point number.
        bit_number(a) -> Self => {
            Four(u32x4_sub(u32x4_shr(f32x4_convert_u32x4(a), 23), u32x4_splat(127)))
        };
        nonzero(a) -> Of4 => lanes(set(a));
        both_nonzero(a, b) -> Of4 => lanes(v128_and(set(a), set(b)));
        below(a, b) -> Of4 => lanes(i32x4_lt(a, b));
        equal(a, b) -> Of4 => lanes(u32x4_eq(a, b));
    }

    #[inline(always)]
    fn up<const BITS: u32>(self) -> Self {
        Four(u32x4_shl(self.0, BITS))
    }

    #[inline(always)]
    fn down<const BITS: u32>(self) -> Self {
        Four(u32x4_shr(self.0, BITS))
    }

    #[inline(always)]
    fn append(self, selection: Of4, to: &mut [u32; LEN], at: usize) {
        let to = &mut to[at..at + 4];
        let order = &COMPRESS[usize::from(selection.0)];
        // SAFETY: the table and the slice are 16 bytes long.
        unsafe {
            let selected = i8x16_swizzle(self.0, v128_load(order.as_ptr().cast()));
            v128_store(to.as_mut_ptr().cast(), selected);
        }
    }
}
