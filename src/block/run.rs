use crate::combinatorics::{BoardSize, Canonical, Permutation, Solution};

/// A run of solutions of one board in strictly ascending order, packed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Run {
    n: BoardSize,
    packed: Vec<u8>,
}

/// What keeps bytes from being a run: the place (0-based) and the problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Disorder {
    pub(crate) place: usize,
    pub(crate) problem: &'static str,
}

impl Run {
    /// An empty run.
    pub(crate) fn new(n: BoardSize) -> Self {
        Run { n, packed: Vec::new() }
    }

    /// A run of the packed solutions in `packed`, after a check that they are solutions and ascend.
    /// O(N) for each.
    pub(crate) fn from_packed(n: BoardSize, packed: Vec<u8>) -> Result<Self, Disorder> {
        let mut before: Option<&[u8]> = None;
        for (place, bytes) in packed.chunks(n.packed_len()).enumerate() {
            let wrong = |problem| Disorder { place, problem };
            let permutation =
                Permutation::unpack(n, bytes).map_err(|_| wrong("is not a permutation"))?;
            if permutation.attack().is_some() {
                return Err(wrong("has attacking queens"));
            }
            if before.is_some_and(|before| before >= bytes) {
                return Err(wrong("is not greater than the one before it"));
            }
            before = Some(bytes);
        }
        Ok(Run { n, packed })
    }

    /// Appends a solution, which the caller knows to be greater than the last one.
    pub(crate) fn push(&mut self, solution: &Solution) {
        solution.pack_into(&mut self.packed);
    }

    /// Cuts the run into pieces of about equal length, none longer than `most`.
    pub(crate) fn split(&self, most: usize) -> impl Iterator<Item = Run> + '_ {
        let pieces = self.len().div_ceil(most).max(1);
        let each = self.len().div_ceil(pieces).max(1);
        let chunks = self.packed.chunks(each * self.n.packed_len());
        chunks.map(|packed| Run { n: self.n, packed: packed.to_vec() })
    }

    pub(crate) fn n(&self) -> BoardSize {
        self.n
    }

    pub(crate) fn len(&self) -> usize {
        self.packed.len() / self.n.packed_len()
    }

    /// The packed solutions, one after the other.
    pub(crate) fn packed(&self) -> &[u8] {
        &self.packed
    }

    /// The packed solution at a 0-based place.
    pub(crate) fn packed_at(&self, place: usize) -> &[u8] {
        let width = self.n.packed_len();
        &self.packed[place * width..][..width]
    }

    /// The solution at a 0-based place. O(N).
    pub(crate) fn get(&self, place: usize) -> Solution {
        let permutation = Permutation::unpack(self.n, self.packed_at(place));
        Solution::from_proof(permutation.expect("a run holds packed solutions"))
    }

    /// The solutions, in order.
    pub(crate) fn iter(
        &self,
    ) -> impl DoubleEndedIterator<Item = Solution> + ExactSizeIterator + '_ {
        (0..self.len()).map(|place| self.get(place))
    }

    /// The 0-based place of a solution, if it is in the run. O(N log length).
    pub(crate) fn position(&self, solution: &Solution) -> Option<usize> {
        let wanted = solution.pack();
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            if self.packed_at(middle) < &wanted[..] {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        (low < self.len() && self.packed_at(low) == wanted).then_some(low)
    }

    /// The canonical representatives in it, with their places. O(N · length).
    pub(crate) fn representatives(&self) -> impl Iterator<Item = (usize, Canonical)> + '_ {
        let places = self.iter().enumerate();
        places.filter_map(|(place, solution)| Some((place, Canonical::check(solution)?)))
    }
}
