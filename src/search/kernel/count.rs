//! Solutions below prefixes, counted.

use super::Kernel;
use super::search::{Job, Leaves, Mode, Sink, While};
use super::seed::{Seed, tag_of, tags};

/// For each prefix (0-based rows of the first columns) the number of solutions that begin with it;
/// 0 where its queens attack each other. In any order, repeated or not, all of one length ≤ N;
/// 1 ≤ N ≤ 32. One thread; best with many prefixes at once, up to 2¹⁵ (N ≤ 17) share a search.
///
/// # Panics
///
/// When N, the lengths or a row are out of range.
pub fn count_prefixes(kernel: Kernel, n: usize, prefixes: &[Vec<u8>]) -> Vec<u64> {
    count_prefixes_while(kernel, n, prefixes, &mut |_| true).unwrap_or_default()
}

/// The same, as long as `more` says so; it is asked before each block of boards and told how many further
/// solutions were found.
pub(crate) fn count_prefixes_while(
    kernel: Kernel,
    n: usize,
    prefixes: &[Vec<u8>],
    more: &mut dyn FnMut(u64) -> bool,
) -> Option<Vec<u64>> {
    assert!((1..=32).contains(&n), "N is {n}, expected 1 to 32");
    let depth = prefixes.first().map_or(0, Vec::len);
    let fits = |prefix: &Vec<u8>| {
        prefix.len() == depth && depth <= n && prefix.iter().all(|&row| usize::from(row) < n)
    };
    assert!(prefixes.iter().all(fits), "prefixes of {depth} rows of {n} expected");
    if depth + 2 > n {
        let seeds = prefixes.iter().map(|prefix| Seed::new(n, prefix));
        let counts = seeds.map(|seed| seed.map_or(0, |seed| count_slowly(&seed, n - depth)));
        return Some(counts.collect());
    }
    let mut job = Job::new(n, Mode::Count, depth);
    let mut counts = Vec::with_capacity(prefixes.len());
    for some in prefixes.chunks(tags(n)) {
        let seeds = some.iter().enumerate().filter_map(|(tag, prefix)| {
            Seed::new(n, prefix).filter(|seed| seed.safe() != 0).map(|seed| seed.tagged(tag))
        });
        job.seeds.clear();
        job.seeds.extend(seeds);
        let mut tally = While::new(Tally::new(n, some.len()), more);
        kernel.run(&mut job, &mut tally);
        counts.append(&mut tally.finished()?.counts);
    }
    Some(counts)
}

/// The solutions whose queens stand in these rows of each column (as bits), 3 ≤ N ≤ 32, as long as
/// `more` says so. One thread.
pub(crate) fn count_allowed_while(
    kernel: Kernel,
    allowed: &[u32],
    more: &mut dyn FnMut(u64) -> bool,
) -> Option<u64> {
    let n = allowed.len();
    assert!((3..=32).contains(&n), "N is {n}, expected 3 to 32");
    let mut job = Job::new(n, Mode::Count, 0);
    job.allowed[..n].copy_from_slice(allowed);
    let seed = Seed::empty(n);
    if seed.safe() & allowed[0] != 0 {
        job.seeds.push(seed);
    }
    let mut sum = While::new(Sum(0), more);
    kernel.run(&mut job, &mut sum);
    Some(sum.finished()?.0)
}

/// Counts all.
struct Sum(u64);

impl Sink for Sum {
    fn take(&mut self, leaves: Leaves<'_>) {
        self.0 += leaves.rows.len() as u64;
    }
}

/// Counts by tag.
pub(super) struct Tally {
    n: usize,
    pub(super) counts: Vec<u64>,
}

impl Tally {
    pub(super) fn new(n: usize, tags: usize) -> Self {
        Tally { n, counts: vec![0; tags] }
    }
}

impl Sink for Tally {
    fn take(&mut self, leaves: Leaves<'_>) {
        for &rows in leaves.rows {
            self.counts[tag_of(self.n, rows)] += 1;
        }
    }
}

/// The solutions below a board with `left` queens to come, by backtracking.
pub(super) fn count_slowly(seed: &Seed, left: usize) -> u64 {
    if left == 0 {
        return 1;
    }
    bits(seed.safe()).map(|bit| count_slowly(&seed.with(bit), left - 1)).sum()
}

/// The bits of a mask, lowest first, each as a mask.
pub(super) fn bits(mut mask: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = mask & mask.wrapping_neg();
        mask ^= bit;
        (bit != 0).then_some(bit)
    })
}
