//! Four lanes; appends use a table of shuffles.
#![allow(unsafe_code)]

use super::{COMPRESS, Isa, LEN, Lanes, Of4, Routine, operations};
use std::arch::aarch64::*;
use std::arch::is_aarch64_feature_detected;

/// A processor with NEON: any that runs a 64-bit Arm operating system.
#[derive(Clone, Copy)]
pub(crate) struct Neon(());

/// A vector of 4 lanes. It can only be created through a [`Neon`], so a value proves that the processor has NEON, which
/// is the contract of every intrinsic below.
#[derive(Clone, Copy)]
pub(crate) struct Four(uint32x4_t);

/// The bit of each lane in a set.
static BITS: [u32; 4] = [1, 2, 4, 8];

impl Neon {
    /// Detects NEON; the value is the proof.
    pub(crate) fn detect() -> Option<Self> {
        is_aarch64_feature_detected!("neon").then_some(Neon(()))
    }
}

impl Isa for Neon {
    type V = Four;

    #[inline(always)]
    fn splat(self, value: u32) -> Four {
        // SAFETY: `self` proves the feature.
        Four(unsafe { vdupq_n_u32(value) })
    }

    #[inline(always)]
    fn load(self, from: &[u32; LEN], at: usize) -> Four {
        let from = &from[at..at + 4];
        // SAFETY: `self` proves the feature; the slice is 16 bytes long.
        Four(unsafe { vld1q_u32(from.as_ptr()) })
    }

    fn call<R: Routine>(self, routine: R) -> R::Output {
        // SAFETY: `self` proves the feature.
        unsafe { call_with_features(self, routine) }
    }
}

/// Converts a lane mask (all bits 1 or all bits 0 per lane) to a set.
///
/// # Safety
///
/// The processor has NEON.
#[inline(always)]
unsafe fn lanes(mask: uint32x4_t) -> Of4 {
    // SAFETY: the table is 16 bytes long.
    Of4(unsafe { vaddvq_u32(vandq_u32(mask, vld1q_u32(BITS.as_ptr()))) as u8 })
}

/// The lanes as shift counts, clamped to 32, because the instruction uses only the lowest byte. Negative counts shift
/// right.
///
/// # Safety
///
/// The processor has NEON.
#[inline(always)]
unsafe fn counts(bits: uint32x4_t) -> int32x4_t {
    // SAFETY: by the contract.
    unsafe { vreinterpretq_s32_u32(vminq_u32(bits, vdupq_n_u32(32))) }
}

impl Lanes for Four {
    const WIDTH: usize = 4;
    type LaneMask = Of4;

    operations! {
        and(a, b) -> Self => Four(vandq_u32(a, b));
        or(a, b) -> Self => Four(vorrq_u32(a, b));
        xor(a, b) -> Self => Four(veorq_u32(a, b));
        without(a, b) -> Self => Four(vbicq_u32(a, b));
        with_upper_half(a, upper) -> Self => Four(vbslq_u32(vdupq_n_u32(0xffff), a, upper));
        plus(a, b) -> Self => Four(vaddq_u32(a, b));
        minus(a, b) -> Self => Four(vsubq_u32(a, b));
        min(a, b) -> Self => Four(vminq_u32(a, b));
        up_by(a, bits) -> Self => Four(vshlq_u32(a, counts(bits)));
        down_by(a, bits) -> Self => Four(vshlq_u32(a, vnegq_s32(counts(bits))));
        bit_number(a) -> Self => Four(vsubq_u32(vdupq_n_u32(31), vclzq_u32(a)));
        nonzero(a) -> Of4 => lanes(vtstq_u32(a, a));
        both_nonzero(a, b) -> Of4 => lanes(vandq_u32(vtstq_u32(a, a), vtstq_u32(b, b)));
        below(a, b) -> Of4 => lanes(vcltq_u32(a, b));
        equal(a, b) -> Of4 => lanes(vceqq_u32(a, b));
    }

    #[inline(always)]
    fn up<const BITS: u32>(self) -> Self {
        // SAFETY: a vector proves the feature. The count is a constant after inlining.
        Four(unsafe { vshlq_u32(self.0, vdupq_n_s32(BITS as i32)) })
    }

    #[inline(always)]
    fn down<const BITS: u32>(self) -> Self {
        // SAFETY: a vector proves the feature. The count is a constant after inlining.
        Four(unsafe { vshlq_u32(self.0, vdupq_n_s32(-(BITS as i32))) })
    }

    #[inline(always)]
    fn append(self, selection: Of4, to: &mut [u32; LEN], at: usize) {
        let to = &mut to[at..at + 4];
        let order = &COMPRESS[usize::from(selection.0)];
        // SAFETY: a vector proves the feature; the table and the slice are 16 bytes long.
        unsafe {
            let selected = vqtbl1q_u8(vreinterpretq_u8_u32(self.0), vld1q_u8(order.as_ptr()));
            vst1q_u32(to.as_mut_ptr(), vreinterpretq_u32_u8(selected));
        }
    }
}

/// # Safety
///
/// The processor has NEON.
#[target_feature(enable = "neon")]
unsafe fn call_with_features<R: Routine>(isa: Neon, routine: R) -> R::Output {
    routine.run(isa)
}
