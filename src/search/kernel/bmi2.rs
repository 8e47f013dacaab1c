//! Bits put in places, by BMI2 where the processor has it.
#![cfg_attr(target_arch = "x86_64", allow(unsafe_code))]

/// A way to put bits in places.
pub(crate) trait Deposit: Copy {
    /// The low bits of `bits`, one after the other, where `mask` has ones.
    fn deposit(self, bits: u32, mask: u32) -> u32;
}

/// Work to be compiled for both ways.
pub(crate) trait Depositing {
    /// What it comes to.
    type Output;

    /// Does it. To be inlined always, so that it is compiled for the processor.
    fn run<D: Deposit>(self, way: D) -> Self::Output;
}

/// Does the work the fastest way that this processor has.
pub(crate) fn deposit<W: Depositing>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    if let Some(bmi2) = Bmi2::detect() {
        // SAFETY: the value proves the features.
        return unsafe { with_features(bmi2, work) };
    }
    work.run(BitByBit)
}

/// On every processor.
#[derive(Clone, Copy)]
struct BitByBit;

impl Deposit for BitByBit {
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
}

/// BMI2 and its kin, present.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
struct Bmi2(());

#[cfg(target_arch = "x86_64")]
impl Bmi2 {
    /// The proof, where the processor has the features.
    fn detect() -> Option<Self> {
        (is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt"))
        .then_some(Bmi2(()))
    }
}

#[cfg(target_arch = "x86_64")]
impl Deposit for Bmi2 {
    #[inline(always)]
    fn deposit(self, bits: u32, mask: u32) -> u32 {
        // SAFETY: `self` proves the feature.
        unsafe { std::arch::x86_64::_pdep_u32(bits, mask) }
    }
}

/// # Safety
///
/// The processor has the features.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt")]
unsafe fn with_features<W: Depositing>(bmi2: Bmi2, work: W) -> W::Output {
    work.run(bmi2)
}
