//! The fast search: whole blocks of boards at a time, in vectors, for counting and for listing all
//! solutions below many prefixes.
//!
//! A board is two or three 32-bit numbers, of which a vector has one to sixteen. A block holds the
//! boards with queens in the first columns; a pass over it tries up to two safe rows of each board
//! without a branch, appends the children that leave the next column a safe row to the next block,
//! and moves the boards with more safe rows to the front for another pass. The block of the farthest
//! column is emptied first, so that memory is bounded: 25 KiB a column.
//!
//! The search is written once, over the small trait `lanes::Lanes`; each instruction set has a file.
//! Solutions come in no order; a tag above the rows of a board says below which prefix it is.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod cells;
mod census;
mod count;
mod emit;
mod images;
mod lanes;
mod levels;
mod moves;
mod packed;
mod pass;
mod places;
mod representatives;
mod runs;
mod scalar;
mod search;
mod seed;
mod sort;

pub use cells::{CellCounts, Unit, count_units, units};
pub use census::census;
pub(crate) use census::census_while;
pub use count::count_prefixes;
pub(crate) use count::{count_allowed_while, count_prefixes_while};
pub use emit::{bits_per_queen, emit_below};
use lanes::{Isa, Task};
#[cfg(test)]
pub(crate) use moves::Plain;
pub(crate) use moves::{Moves, Moving, moving};
pub use packed::Packed;
pub use places::{Prefixes, next_prefix};
pub(crate) use runs::{BoardCounts, Boards};
use search::{Job, Search, Sink};

/// An instruction set for the search. All give the same answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Kernel {
    /// Plain code, on every processor.
    Scalar,
    /// Eight lanes: x86-64 with AVX2, BMI and POPCNT.
    Avx2,
    /// Sixteen lanes: x86-64 with AVX-512 F and CD as well.
    Avx512,
}

impl Kernel {
    /// From the slowest to the fastest.
    const ALL: [Kernel; 3] = [Kernel::Scalar, Kernel::Avx2, Kernel::Avx512];

    /// The kernels that this processor runs, the slowest first; never empty.
    pub fn available() -> Vec<Kernel> {
        Kernel::ALL.into_iter().filter(|kernel| kernel.is_available()).collect()
    }

    /// The fastest kernel that this processor runs.
    pub fn best() -> Kernel {
        Kernel::available().pop().unwrap_or(Kernel::Scalar)
    }

    #[cfg(target_arch = "x86_64")]
    fn is_available(self) -> bool {
        match self {
            Kernel::Scalar => true,
            Kernel::Avx2 => avx2::Avx2::detect().is_some(),
            Kernel::Avx512 => avx512::Avx512::detect().is_some(),
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn is_available(self) -> bool {
        self == Kernel::Scalar
    }

    /// Runs a job.
    fn run(self, job: &mut Job, sink: &mut dyn Sink) {
        self.perform(Search { job, sink });
    }

    /// Performs a task; the scalar kernel stands in for one that this processor lacks.
    fn perform<T: Task>(self, task: T) -> T::Output {
        #[cfg(target_arch = "x86_64")]
        {
            if let (Kernel::Avx512, Some(isa)) = (self, avx512::Avx512::detect()) {
                return isa.perform(task);
            }
            if let (Kernel::Avx2, Some(isa)) = (self, avx2::Avx2::detect()) {
                return isa.perform(task);
            }
        }
        scalar::Scalar.perform(task)
    }
}
