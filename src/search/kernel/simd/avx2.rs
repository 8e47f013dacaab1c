//! Eight lanes; appends use a table of permutations.
#![allow(unsafe_code)]

use super::{Isa, LEN, LaneMask, Lanes, Routine, operations};
use std::arch::x86_64::*;

/// A processor with AVX2, BMI1, BMI2, LZCNT and POPCNT (Haswell or later).
#[derive(Clone, Copy)]
pub(crate) struct Avx2(());

/// A vector of 8 lanes. It can only be created through an [`Avx2`], so a value proves that the processor has AVX2,
/// which is the contract of every intrinsic below.
#[derive(Clone, Copy)]
pub(crate) struct Eight(__m256i);

/// A set of lanes: lane i is bit i.
#[derive(Clone, Copy)]
pub(crate) struct Of8(u8);

/// For each set of lanes, their numbers in order, one byte each, lowest byte first.
static COMPRESS: [u64; 256] = compress_table();

const fn compress_table() -> [u64; 256] {
    let mut table = [0; 256];
    let mut selection = 0;
    while selection < 256 {
        let (mut lane, mut shift) = (0, 0);
        while lane < 8 {
            if selection & (1 << lane) != 0 {
                table[selection] |= lane << shift;
                shift += 8;
            }
            lane += 1;
        }
        selection += 1;
    }
    table
}

impl Avx2 {
    /// Detects the features; the value is the proof.
    pub(crate) fn detect() -> Option<Self> {
        (is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt"))
        .then_some(Avx2(()))
    }
}

/// Converts a lane mask (all bits 1 or all bits 0 per lane) to a set.
///
/// # Safety
///
/// The processor has AVX2.
#[inline(always)]
unsafe fn of_mask(mask: __m256i) -> u8 {
    // SAFETY: by the contract.
    unsafe { _mm256_movemask_ps(_mm256_castsi256_ps(mask)) as u8 }
}

impl Isa for Avx2 {
    type V = Eight;

    #[inline(always)]
    fn splat(self, value: u32) -> Eight {
        // SAFETY: `self` proves the feature.
        Eight(unsafe { _mm256_set1_epi32(value as i32) })
    }

    #[inline(always)]
    fn load(self, from: &[u32; LEN], at: usize) -> Eight {
        let from = &from[at..at + 8];
        // SAFETY: `self` proves the feature; the slice is 32 bytes long.
        Eight(unsafe { _mm256_loadu_si256(from.as_ptr().cast()) })
    }

    fn call<R: Routine>(self, routine: R) -> R::Output {
        // SAFETY: `self` proves the features.
        unsafe { call_with_features(self, routine) }
    }
}

impl Lanes for Eight {
    const WIDTH: usize = 8;
    type LaneMask = Of8;

    operations! {
        and(a, b) -> Self => Eight(_mm256_and_si256(a, b));
        or(a, b) -> Self => Eight(_mm256_or_si256(a, b));
        xor(a, b) -> Self => Eight(_mm256_xor_si256(a, b));
        without(a, b) -> Self => Eight(_mm256_andnot_si256(b, a));
        with_upper_half(a, upper) -> Self => Eight(_mm256_blend_epi16::<0xaa>(a, upper));
        plus(a, b) -> Self => Eight(_mm256_add_epi32(a, b));
        minus(a, b) -> Self => Eight(_mm256_sub_epi32(a, b));
        min(a, b) -> Self => Eight(_mm256_min_epu32(a, b));
        up_by(a, bits) -> Self => Eight(_mm256_sllv_epi32(a, bits));
        down_by(a, bits) -> Self => Eight(_mm256_srlv_epi32(a, bits));
        // The exponent of the number as a float. Bit 31 makes the float negative; the mask removes the sign.
        bit_number(a) -> Self => {
            let float = _mm256_castps_si256(_mm256_cvtepi32_ps(a));
            let biased = _mm256_and_si256(_mm256_srli_epi32::<23>(float), _mm256_set1_epi32(255));
            Eight(_mm256_sub_epi32(biased, _mm256_set1_epi32(127)))
        };
        nonzero(a) -> Of8 => Of8(!of_mask(_mm256_cmpeq_epi32(a, _mm256_setzero_si256())));
        both_nonzero(a, b) -> Of8 => {
            let zero = _mm256_setzero_si256();
            let either = _mm256_or_si256(_mm256_cmpeq_epi32(a, zero), _mm256_cmpeq_epi32(b, zero));
            Of8(!of_mask(either))
        };
        below(a, b) -> Of8 => Of8(of_mask(_mm256_cmpgt_epi32(b, a)));
        equal(a, b) -> Of8 => Of8(of_mask(_mm256_cmpeq_epi32(a, b)));
    }

    #[inline(always)]
    fn up<const BITS: u32>(self) -> Self {
        // SAFETY: a vector proves the feature. The count is a constant after inlining.
        Eight(unsafe { _mm256_sll_epi32(self.0, _mm_cvtsi32_si128(BITS as i32)) })
    }

    #[inline(always)]
    fn down<const BITS: u32>(self) -> Self {
        // SAFETY: a vector proves the feature. The count is a constant after inlining.
        Eight(unsafe { _mm256_srl_epi32(self.0, _mm_cvtsi32_si128(BITS as i32)) })
    }

    #[inline(always)]
    fn append(self, selection: Of8, to: &mut [u32; LEN], at: usize) {
        let to = &mut to[at..at + 8];
        let order = COMPRESS[usize::from(selection.0)];
        // SAFETY: a vector proves the feature; the slice is 32 bytes long.
        unsafe {
            let order = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(order as i64));
            let selected = _mm256_permutevar8x32_epi32(self.0, order);
            _mm256_storeu_si256(to.as_mut_ptr().cast(), selected);
        }
    }
}

impl LaneMask for Of8 {
    #[inline(always)]
    fn count(self) -> usize {
        self.0.count_ones() as usize
    }
}

/// # Safety
///
/// The processor has the features.
#[target_feature(enable = "avx2,popcnt,bmi1,bmi2,lzcnt")]
unsafe fn call_with_features<R: Routine>(isa: Avx2, routine: R) -> R::Output {
    routine.run(isa)
}
