//! Sixteen lanes; appends use the compress instruction.
#![allow(unsafe_code)]

use super::{Isa, LEN, LaneMask, Lanes, Routine, operations};
use std::arch::x86_64::*;

/// A processor with AVX-512 F and CD, BMI1, BMI2, LZCNT and POPCNT.
#[derive(Clone, Copy)]
pub(crate) struct Avx512 {
    /// Whether it also has AVX-512 BW, DQ, VL and VPOPCNTDQ.
    counts_bits: bool,
}

/// A vector of 16 lanes. It can only be created through an [`Avx512`], so a value proves that the processor has AVX-512
/// F and CD, which is the contract of every intrinsic below.
#[derive(Clone, Copy)]
pub(crate) struct Sixteen(__m512i);

impl Avx512 {
    /// Detects the features; the value is the proof.
    pub(crate) fn detect() -> Option<Self> {
        (is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt"))
        .then(|| Avx512 {
            counts_bits: is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512vpopcntdq"),
        })
    }
}

impl Isa for Avx512 {
    type V = Sixteen;

    #[inline(always)]
    fn splat(self, value: u32) -> Sixteen {
        // SAFETY: `self` proves the feature.
        Sixteen(unsafe { _mm512_set1_epi32(value as i32) })
    }

    #[inline(always)]
    fn load(self, from: &[u32; LEN], at: usize) -> Sixteen {
        let from = &from[at..at + 16];
        // SAFETY: `self` proves the feature; the slice is 64 bytes long.
        Sixteen(unsafe { _mm512_loadu_si512(from.as_ptr().cast()) })
    }

    fn call<R: Routine>(self, routine: R) -> R::Output {
        if R::COUNTS_BITS && self.counts_bits {
            // SAFETY: `self` proves the features.
            return unsafe { call_with_bit_counts(self, routine) };
        }
        // SAFETY: `self` proves the features.
        unsafe { call_with_features(self, routine) }
    }
}

impl Lanes for Sixteen {
    const WIDTH: usize = 16;
    type LaneMask = __mmask16;

    operations! {
        and(a, b) -> Self => Sixteen(_mm512_and_si512(a, b));
        or(a, b) -> Self => Sixteen(_mm512_or_si512(a, b));
        xor(a, b) -> Self => Sixteen(_mm512_xor_si512(a, b));
        without(a, b) -> Self => Sixteen(_mm512_andnot_si512(b, a));
        with_upper_half(a, upper) -> Self => {
            Sixteen(_mm512_ternarylogic_epi32::<0xca>(_mm512_set1_epi32(!0xffff), upper, a))
        };
        plus(a, b) -> Self => Sixteen(_mm512_add_epi32(a, b));
        minus(a, b) -> Self => Sixteen(_mm512_sub_epi32(a, b));
        min(a, b) -> Self => Sixteen(_mm512_min_epu32(a, b));
        up_by(a, bits) -> Self => Sixteen(_mm512_sllv_epi32(a, bits));
        down_by(a, bits) -> Self => Sixteen(_mm512_srlv_epi32(a, bits));
        bit_number(a) -> Self => {
            Sixteen(_mm512_sub_epi32(_mm512_set1_epi32(31), _mm512_lzcnt_epi32(a)))
        };
        nonzero(a) -> __mmask16 => _mm512_test_epi32_mask(a, a);
        both_nonzero(a, b) -> __mmask16 => {
            _mm512_mask_test_epi32_mask(_mm512_test_epi32_mask(a, a), b, b)
        };
        below(a, b) -> __mmask16 => _mm512_cmplt_epu32_mask(a, b);
        equal(a, b) -> __mmask16 => _mm512_cmpeq_epi32_mask(a, b);
    }

    #[inline(always)]
    fn up<const BITS: u32>(self) -> Self {
        // SAFETY: a vector proves the feature.
        Sixteen(unsafe { _mm512_slli_epi32::<BITS>(self.0) })
    }

    #[inline(always)]
    fn down<const BITS: u32>(self) -> Self {
        // SAFETY: a vector proves the feature.
        Sixteen(unsafe { _mm512_srli_epi32::<BITS>(self.0) })
    }

    #[inline(always)]
    fn append(self, selection: __mmask16, to: &mut [u32; LEN], at: usize) {
        let to = &mut to[at..at + 16];
        // Compresses to a register, then stores all of it: compressing to memory is microcoded on some processors.
        // SAFETY: a vector proves the feature; the slice is 64 bytes long.
        unsafe {
            let selected = _mm512_maskz_compress_epi32(selection, self.0);
            _mm512_storeu_si512(to.as_mut_ptr().cast(), selected);
        }
    }
}

impl LaneMask for __mmask16 {
    #[inline(always)]
    fn count(self) -> usize {
        self.count_ones() as usize
    }
}

/// # Safety
///
/// The processor has the features.
#[target_feature(enable = "avx512f,avx512cd,popcnt,bmi1,bmi2,lzcnt")]
unsafe fn call_with_features<R: Routine>(isa: Avx512, routine: R) -> R::Output {
    routine.run(isa)
}

/// # Safety
///
/// The processor has the features.
#[target_feature(enable = "avx512f,avx512cd,avx512bw,avx512dq,avx512vl,avx512vpopcntdq")]
#[target_feature(enable = "popcnt,bmi1,bmi2,lzcnt")]
unsafe fn call_with_bit_counts<R: Routine>(isa: Avx512, routine: R) -> R::Output {
    routine.run(isa)
}
