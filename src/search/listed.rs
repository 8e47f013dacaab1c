//! A small board in memory: the first half of its solutions, and its canonical representatives, listed by the vector
//! search once the searches for single ones would take longer.

use super::counting::Counter;
use super::error::Result;
use super::kernel::{Kernel, emit_below};
use super::lazy_list::LazyList;
use super::prefixes::first_half_prefixes;
use super::solution_list::{LAST_LISTED, SolutionList};
use crate::combinatorics::word::{Word, WordLayout};
use crate::combinatorics::{BoardSize, known_counts};
use crate::watch::Watch;

/// The solutions and the representatives of a board that is searched. Clones of a search share it.
///
/// Each list takes 8 bytes an item: at most 59 MB for the solutions of the first half and 15 MB for the
/// representatives (N = 16), which are listed in some tenths of a second.
#[derive(Debug, Default)]
pub(super) struct Listed {
    solutions: LazyList,
    representatives: LazyList,
}

/// Questions before the list is made, which takes about as long as a few of them on the largest boards. `None` for a
/// board that is never listed.
fn patience(n: BoardSize, on_the_largest: u64) -> Option<u64> {
    Some(on_the_largest << LAST_LISTED.checked_sub(n.get())?.min(8))
}

/// Ranks that are searched on the largest board.
const RANKS: u64 = 4;

/// Orbits that are searched on the largest board: one takes seconds.
const ORBITS: u64 = 1;

/// Queens of the prefixes that are searched one after the other.
const PREFIX: usize = 3;

impl Listed {
    /// The solutions of the first half, if they are listed by now. A question that could take a search.
    pub(super) fn solutions(
        &self,
        n: BoardSize,
        watch: &dyn Watch,
    ) -> Result<Option<&SolutionList>> {
        let Some(patience) = patience(n, RANKS) else { return Ok(None) };
        let half = known_counts(n).map_or(0, |known| known.solutions.div_ceil(2));
        self.solutions.after(1, patience, || list(n, half, watch, |_| true))
    }

    /// The canonical representatives, if they are listed by now, for some questions that could each take a search.
    pub(super) fn representatives(
        &self,
        questions: u64,
        n: BoardSize,
        watch: &dyn Watch,
    ) -> Result<Option<&SolutionList>> {
        let Some(patience) = patience(n, ORBITS) else { return Ok(None) };
        let layout = WordLayout::new(n);
        let is_canonical = |word: u64| word.is_least_image(layout);
        let orbits = known_counts(n).map_or(0, |known| known.orbits());
        self.representatives.after(questions, patience, || list(n, orbits, watch, is_canonical))
    }
}

/// The `len` wanted solutions of the first half.
fn list(
    n: BoardSize,
    len: u64,
    watch: &dyn Watch,
    wanted: impl Fn(u64) -> bool,
) -> Result<SolutionList> {
    let expected = known_counts(n).map(|known| known.solutions / 2);
    let mut counter = Counter::new(n, watch, expected);
    let (mut below, mut words) = (Vec::new(), Vec::with_capacity(len as usize));
    for prefix in first_half_prefixes(n, PREFIX) {
        below.clear();
        emit_below(Kernel::best(), n.get(), &prefix, &mut below);
        words.extend(below.iter().copied().filter(|&word| wanted(word)));
        if !counter.report(below.len() as u64) {
            return Err(counter.stopped());
        }
    }
    Ok(SolutionList::new(n, words))
}
