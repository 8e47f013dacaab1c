//! Bits and bytes moved about, by BMI2 and AVX2 where the processor has them.
#![cfg_attr(target_arch = "x86_64", allow(unsafe_code))]

/// A way to move bits and bytes. Byte 0 of a number is the lowest.
pub(crate) trait Moves: Copy {
    /// The low bits of `bits`, one after the other, where `mask` has ones.
    fn deposit(self, bits: u32, mask: u32) -> u32;

    /// The places of the lowest ones, a byte each; at most eight.
    fn places(self, bits: u32) -> u64;

    /// Those bytes of `bytes` that the lowest `count` bytes of `order` name, each 0 to 7, as a number
    /// with the lowest `width` bits of each. Count and width: 1 to 8.
    fn arrange(self, bytes: u64, order: u64, count: u32, width: u32) -> u64;

    /// Each byte, or `most` where that is less.
    fn at_most(self, bytes: u64, most: u8) -> u64;

    /// Bit i: word i is not 0.
    fn nonzero(self, words: &[u64; 12]) -> u64;
}

/// Work to be compiled for both ways.
pub(crate) trait Moving {
    /// What it comes to.
    type Output;

    /// Does it. To be inlined always, so that it is compiled for the processor.
    fn run<M: Moves>(self, way: M) -> Self::Output;
}

/// Does the work the fastest way that this processor has.
pub(crate) fn moving<W: Moving>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    if let Some(way) = x86::Haswell::detect() {
        return way.run(work);
    }
    work.run(Plain)
}

/// On every processor.
#[derive(Clone, Copy)]
pub(crate) struct Plain;

impl Moves for Plain {
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
    fn places(self, mut bits: u32) -> u64 {
        let (mut places, mut byte) = (0, 0);
        while bits != 0 && byte < 8 {
            places |= u64::from(bits.trailing_zeros()) << (8 * byte);
            bits &= bits - 1;
            byte += 1;
        }
        places
    }

    #[inline(always)]
    fn arrange(self, bytes: u64, order: u64, count: u32, width: u32) -> u64 {
        let low = (1 << width) - 1;
        let named = |place: u32| bytes >> (8 * (order >> (8 * place) & 7)) & low;
        (0..count).rev().fold(0, |number, place| number << width | named(place))
    }

    #[inline(always)]
    fn at_most(self, bytes: u64, most: u8) -> u64 {
        u64::from_le_bytes(bytes.to_le_bytes().map(|byte| byte.min(most)))
    }

    #[inline(always)]
    fn nonzero(self, words: &[u64; 12]) -> u64 {
        words.iter().rev().fold(0, |nonzero, &word| nonzero << 1 | u64::from(word != 0))
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Moves, Moving};
    use std::arch::x86_64::*;

    /// BMI2, AVX2 and their kin, present: processors from Haswell on.
    #[derive(Clone, Copy)]
    pub(super) struct Haswell(());

    impl Haswell {
        /// The proof, where the processor has the features.
        pub(super) fn detect() -> Option<Self> {
            (is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("popcnt")
                && is_x86_feature_detected!("lzcnt"))
            .then_some(Haswell(()))
        }

        pub(super) fn run<W: Moving>(self, work: W) -> W::Output {
            // SAFETY: `self` proves the features.
            unsafe { with_features(self, work) }
        }
    }

    /// # Safety
    ///
    /// The processor has the features.
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
    unsafe fn with_features<W: Moving>(way: Haswell, work: W) -> W::Output {
        work.run(way)
    }

    // In all of these `self` proves the features.
    impl Moves for Haswell {
        #[inline(always)]
        fn deposit(self, bits: u32, mask: u32) -> u32 {
            // SAFETY: BMI2.
            unsafe { _pdep_u32(bits, mask) }
        }

        #[inline(always)]
        fn places(self, bits: u32) -> u64 {
            // Sixteen bits at a time: four bits of a number for each one.
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
        fn arrange(self, bytes: u64, order: u64, count: u32, width: u32) -> u64 {
            let low = ((1 << width) - 1) * (0x0101_0101_0101_0101 >> (64 - 8 * count));
            // SAFETY: AVX2, BMI2.
            unsafe {
                let (bytes, order) =
                    (_mm_cvtsi64_si128(bytes as i64), _mm_cvtsi64_si128(order as i64));
                _pext_u64(_mm_cvtsi128_si64(_mm_shuffle_epi8(bytes, order)) as u64, low)
            }
        }

        #[inline(always)]
        fn at_most(self, bytes: u64, most: u8) -> u64 {
            // SAFETY: AVX2.
            unsafe {
                let bytes = _mm_cvtsi64_si128(bytes as i64);
                _mm_cvtsi128_si64(_mm_min_epu8(bytes, _mm_set1_epi8(most as i8))) as u64
            }
        }

        #[inline(always)]
        fn nonzero(self, words: &[u64; 12]) -> u64 {
            let mut nonzero = 0;
            for (place, four) in words.chunks_exact(4).enumerate() {
                // SAFETY: AVX2; four words are 32 bytes, at any address.
                let zero = unsafe {
                    let four = _mm256_loadu_si256(four.as_ptr().cast());
                    let zero = _mm256_cmpeq_epi64(four, _mm256_setzero_si256());
                    _mm256_movemask_pd(_mm256_castsi256_pd(zero))
                };
                nonzero |= (zero as u64 ^ 15) << (4 * place);
            }
            nonzero
        }
    }

    /// What the upper sixteen places have more than the lower ones, a byte each.
    const SIXTEENS: u64 = 0x1010_1010_1010_1010;
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// All that there is to ask, of one way.
    struct Asked {
        bits: u32,
        mask: u32,
        words: [u64; 12],
    }

    impl Moving for &Asked {
        type Output = (u32, Vec<u64>);

        fn run<M: Moves>(self, way: M) -> Self::Output {
            let places = way.places(self.bits);
            let order = self.words[1] & 0x0707_0707_0707_0707;
            let arranged = [(6, 4), (6, 5), (8, 8), (1, 3)]
                .map(|(count, width)| way.arrange(self.words[0], order, count, width));
            let rest = [places, way.at_most(self.words[2], 6), way.nonzero(&self.words)];
            (way.deposit(self.bits, self.mask), [&arranged[..], &rest].concat())
        }
    }

    proptest! {
        /// Both ways move alike.
        #[test]
        fn all_ways_agree(
            (bits, mask) in any::<(u32, u32)>(),
            few in any::<[bool; 12]>(),
            words in any::<[u64; 12]>(),
        ) {
            let words = std::array::from_fn(|word| if few[word] { words[word] } else { 0 });
            let asked = Asked { bits, mask, words };
            prop_assert_eq!(moving(&asked), asked.run(Plain));
        }
    }

    #[test]
    fn examples() {
        assert_eq!(Plain.deposit(0b101, 0b1101_0000), 0b1001_0000);
        assert_eq!(Plain.places(1 << 31 | 0b1010), 0x1f_03_01);
        assert_eq!(Plain.places(!0), 0x07_06_05_04_03_02_01_00);
        assert_eq!(Plain.arrange(0x0a_0b_0c_0d_0e_0f, 0x05_00_02, 3, 4), 0xafd);
        assert_eq!(Plain.at_most(0xff_06_07_00, 6), 0x06_06_06_00);
        let mut words = [0; 12];
        (words[0], words[11]) = (1 << 63, 1);
        assert_eq!(Plain.nonzero(&words), 1 << 11 | 1);
    }
}
