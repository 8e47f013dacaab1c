//! Bit and byte operations of the tree decoder: single instructions of BMI2 and AVX2, with portable code for other
//! processors.
#![cfg_attr(target_arch = "x86_64", allow(unsafe_code))]

#[cfg(target_arch = "x86_64")]
use crate::search::kernel::simd::avx2::Avx2;

/// Operations on bits and bytes. Byte 0 of a number is the lowest.
pub trait BitOps: Copy {
    /// Deposits the low bits of `bits`, one after the other, at the set bits of `mask`.
    fn deposit(self, bits: u32, mask: u32) -> u32;

    /// The indices of the lowest set bits, one byte each; at most eight.
    fn bit_numbers(self, bits: u32) -> u64;

    /// The bytes of `bytes` selected by the lowest `count` bytes of `order` (each 0 to 7), joined into one number with
    /// the lowest `width` bits of each. `count` and `width`: 1 to 8.
    fn gather(self, bytes: u64, order: u64, count: u32, width: u32) -> u64;

    /// The minimum of each byte and `most`.
    fn min_bytes(self, bytes: u64, most: u8) -> u64;

    /// Bit i is set if word i is not 0.
    fn nonzero_words(self, words: &[u64; 12]) -> u64;
}

/// Code that is compiled for each implementation of [`BitOps`].
pub trait BitRoutine {
    /// The result.
    type Output;

    /// Runs the code. Must be `#[inline(always)]`, so that it is compiled with the processor's features.
    fn run<B: BitOps>(self, ops: B) -> Self::Output;
}

/// Runs a routine with the fastest operations of this processor.
pub fn call<R: BitRoutine>(routine: R) -> R::Output {
    #[cfg(target_arch = "x86_64")]
    if let Some(ops) = Avx2::detect() {
        // SAFETY: having a value proves the features.
        return unsafe { x86::call_with_features(ops, routine) };
    }
    routine.run(Portable)
}

/// Portable operations.
#[derive(Debug, Clone, Copy)]
pub struct Portable;

impl BitOps for Portable {
    #[inline(always)]
    fn deposit(self, mut bits: u32, mut mask: u32) -> u32 {
        let mut deposited = 0;
        while bits != 0 {
            deposited |= mask & mask.wrapping_neg() & (bits & 1).wrapping_neg();
            mask &= mask.wrapping_sub(1);
            bits >>= 1;
        }
        deposited
    }

    #[inline(always)]
    fn bit_numbers(self, mut bits: u32) -> u64 {
        let (mut numbers, mut byte) = (0, 0);
        while bits != 0 && byte < 8 {
            numbers |= u64::from(bits.trailing_zeros()) << (8 * byte);
            bits &= bits - 1;
            byte += 1;
        }
        numbers
    }

    #[inline(always)]
    fn gather(self, bytes: u64, order: u64, count: u32, width: u32) -> u64 {
        let low = (1 << width) - 1;
        let named = |i: u32| bytes >> (8 * (order >> (8 * i) & 7)) & low;
        (0..count).rev().fold(0, |number, i| number << width | named(i))
    }

    #[inline(always)]
    fn min_bytes(self, bytes: u64, most: u8) -> u64 {
        u64::from_le_bytes(bytes.to_le_bytes().map(|byte| byte.min(most)))
    }

    #[inline(always)]
    fn nonzero_words(self, words: &[u64; 12]) -> u64 {
        words.iter().rev().fold(0, |nonzero, &word| nonzero << 1 | u64::from(word != 0))
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Avx2, BitOps, BitRoutine};
    use std::arch::x86_64::*;

    /// # Safety
    ///
    /// The processor must have these features.
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
    pub(super) unsafe fn call_with_features<R: BitRoutine>(ops: Avx2, routine: R) -> R::Output {
        routine.run(ops)
    }

    // In all of these, `self` proves the features.
    impl BitOps for Avx2 {
        #[inline(always)]
        fn deposit(self, bits: u32, mask: u32) -> u32 {
            // SAFETY: BMI2.
            unsafe { _pdep_u32(bits, mask) }
        }

        #[inline(always)]
        fn bit_numbers(self, bits: u32) -> u64 {
            // Sixteen bits at a time; each set bit selects the four bits of its index.
            // SAFETY: BMI2.
            let half = |bits: u32| unsafe {
                let ones = _pdep_u64(bits.into(), 0x1111_1111_1111_1111) * 15;
                _pdep_u64(_pext_u64(0xfedc_ba98_7654_3210, ones), 0x0f0f_0f0f_0f0f_0f0f)
            };
            let (low, high) = (bits & 0xffff, bits >> 16);
            if high == 0 {
                return half(low);
            }
            // SAFETY: BMI2.
            let sixteens = unsafe { _pdep_u64((1 << high.count_ones()) - 1, SIXTEENS) };
            half(low) | (half(high) | sixteens).checked_shl(8 * low.count_ones()).unwrap_or(0)
        }

        #[inline(always)]
        fn gather(self, bytes: u64, order: u64, count: u32, width: u32) -> u64 {
            let low = ((1 << width) - 1) * (0x0101_0101_0101_0101 >> (64 - 8 * count));
            // SAFETY: AVX2, BMI2.
            unsafe {
                let (bytes, order) =
                    (_mm_cvtsi64_si128(bytes as i64), _mm_cvtsi64_si128(order as i64));
                _pext_u64(_mm_cvtsi128_si64(_mm_shuffle_epi8(bytes, order)) as u64, low)
            }
        }

        #[inline(always)]
        fn min_bytes(self, bytes: u64, most: u8) -> u64 {
            // SAFETY: AVX2.
            unsafe {
                let bytes = _mm_cvtsi64_si128(bytes as i64);
                _mm_cvtsi128_si64(_mm_min_epu8(bytes, _mm_set1_epi8(most as i8))) as u64
            }
        }

        #[inline(always)]
        fn nonzero_words(self, words: &[u64; 12]) -> u64 {
            let mut nonzero = 0;
            for (i, four) in words.chunks_exact(4).enumerate() {
                // SAFETY: AVX2; four words are 32 bytes, with no alignment required.
                let zero = unsafe {
                    let four = _mm256_loadu_si256(four.as_ptr().cast());
                    let zero = _mm256_cmpeq_epi64(four, _mm256_setzero_si256());
                    _mm256_movemask_pd(_mm256_castsi256_pd(zero))
                };
                nonzero |= (zero as u64 ^ 15) << (4 * i);
            }
            nonzero
        }
    }

    /// The excess of the upper sixteen bit numbers over the lower ones, one byte each.
    const SIXTEENS: u64 = 0x1010_1010_1010_1010;
}
