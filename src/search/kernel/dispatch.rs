//! The choice of an instruction set.

#[cfg(target_arch = "aarch64")]
use super::simd::neon::Neon;
#[cfg(target_feature = "simd128")]
use super::simd::simd128::Simd128;
use super::simd::{Isa, Routine, scalar::Scalar};
#[cfg(target_arch = "x86_64")]
use super::simd::{avx2::Avx2, avx512::Avx512};

/// An instruction set for the search. All give the same results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Kernel {
    /// Portable code, for every processor.
    Scalar,
    /// Four lanes: 64-bit Arm.
    Neon,
    /// Four lanes: WebAssembly compiled with the feature `simd128`.
    Simd128,
    /// Eight lanes: x86-64 with AVX2, BMI and POPCNT.
    Avx2,
    /// Sixteen lanes: x86-64 with AVX-512 F and CD as well.
    Avx512,
}

impl Kernel {
    /// All kernels, slowest first.
    const ALL: [Kernel; 5] =
        [Kernel::Scalar, Kernel::Neon, Kernel::Simd128, Kernel::Avx2, Kernel::Avx512];

    /// The kernels that this processor runs, slowest first; never empty.
    pub fn available() -> Vec<Kernel> {
        Kernel::ALL.into_iter().filter(|kernel| kernel.is_available()).collect()
    }

    /// The name of the instruction set.
    pub fn name(self) -> &'static str {
        match self {
            Kernel::Scalar => "plain",
            Kernel::Neon => "neon",
            Kernel::Simd128 => "simd128",
            Kernel::Avx2 => "avx2",
            Kernel::Avx512 => "avx512",
        }
    }

    /// The fastest kernel that this processor runs.
    pub fn best() -> Kernel {
        Kernel::available().pop().unwrap_or(Kernel::Scalar)
    }

    fn is_available(self) -> bool {
        match self {
            Kernel::Scalar => true,
            #[cfg(target_arch = "aarch64")]
            Kernel::Neon => Neon::detect().is_some(),
            Kernel::Simd128 => cfg!(target_feature = "simd128"),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => Avx2::detect().is_some(),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => Avx512::detect().is_some(),
            _ => false,
        }
    }

    /// Calls a routine; falls back to the scalar kernel if the processor lacks this one.
    pub(crate) fn call<R: Routine>(self, routine: R) -> R::Output {
        #[cfg(target_arch = "aarch64")]
        if let (Kernel::Neon, Some(isa)) = (self, Neon::detect()) {
            return isa.call(routine);
        }
        #[cfg(target_feature = "simd128")]
        if self == Kernel::Simd128 {
            return Simd128.call(routine);
        }
        #[cfg(target_arch = "x86_64")]
        {
            if let (Kernel::Avx512, Some(isa)) = (self, Avx512::detect()) {
                return isa.call(routine);
            }
            if let (Kernel::Avx2, Some(isa)) = (self, Avx2::detect()) {
                return isa.call(routine);
            }
        }
        Scalar.call(routine)
    }
}
