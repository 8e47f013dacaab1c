//! The vector search: counts and lists the solutions below many prefixes at once.
//!
//! A board is two or three 32-bit integers, and a vector holds one integer of each of 1, 4, 8 or 16 boards. The search
//! is breadth first with bounded levels: level c holds up to a thousand boards with queens in the columns before c. A
//! pass over a level tries up to two safe rows of each board without branching, appends the children that leave a safe
//! row in the next column to the next level, and moves the boards with more safe rows to the front for another pass.
//! The deepest level is emptied first, which bounds memory: 25 KiB per level.
//!
//! Solutions are found in no particular order. A tag above the rows of a board identifies its root.
//!
//! | part | what it does |
//! | --- | --- |
//! | [`Kernel`] | the choice of an instruction set |
//! | `simd` | vectors, one implementation per instruction set |
//! | `engine`, `sweep` | the search, generic over `simd` |
//! | `count`, `emit` | counts below prefixes and of a whole board; ordered lists of the solutions below prefixes |
//! | `prefixes` | numbers for the prefixes of the first half |
//! | `canonical`, `image_keys` | the search for canonical representatives |
//! | `units`, `prefix_counts` | parts of a board, and the counts of all prefixes from an eighth of the solutions |
//! | `squares` | counts by square, from an eighth of the solutions or from those in allowed rows |

pub(crate) mod canonical;
mod count;
mod emit;
pub(crate) mod engine;
pub(crate) mod image_keys;
mod prefix_counts;
mod prefixes;
pub(crate) mod simd;
mod squares;
mod sweep;
mod units;

pub use crate::combinatorics::bits_per_queen;
use crate::combinatorics::named;
pub(crate) use count::{AllowedCounter, census_while, count_prefixes_while};
pub use count::{Census, census, count_prefixes};
pub(crate) use emit::Emitter;
pub use emit::emit_below;
pub use prefix_counts::{PrefixCounts, count_units};
pub use prefixes::NumberedPrefixes;
pub use squares::AllowedSquares;
pub(crate) use squares::{SquareCounter, WHOLE};
pub(crate) use sweep::tags;
pub use units::{UnitPrefixes, WorkUnit, random_part, unit_weights, units_of, work_units};

#[cfg(target_arch = "aarch64")]
use simd::neon::Neon;
use simd::scalar::Scalar;
#[cfg(target_feature = "simd128")]
use simd::simd128::Simd128;
pub(crate) use simd::{Isa, Routine};
#[cfg(target_arch = "x86_64")]
use simd::{avx2::Avx2, avx512::Avx512};

named! {
    /// An instruction set for the search, slowest first. All give the same results.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    #[non_exhaustive]
    pub enum Kernel {
        /// Portable code, for every processor.
        Scalar = "plain",
        /// Four lanes: 64-bit Arm.
        Neon = "neon",
        /// Four lanes: WebAssembly compiled with the feature `simd128`.
        Simd128 = "simd128",
        /// Eight lanes: x86-64 with AVX2, BMI and POPCNT.
        Avx2 = "avx2",
        /// Sixteen lanes: x86-64 with AVX-512 F and CD as well.
        Avx512 = "avx512",
    }
}

impl Kernel {
    /// The kernels that this processor runs, slowest first; never empty.
    pub fn available() -> Vec<Kernel> {
        Kernel::ALL.into_iter().filter(|kernel| kernel.is_available()).collect()
    }

    /// The fastest kernel that this processor runs.
    pub fn best() -> Kernel {
        Kernel::ALL.into_iter().rfind(|kernel| kernel.is_available()).unwrap_or(Kernel::Scalar)
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
