//! Solutions below a prefix, packed and in lexicographic order.
//!
//! They are found by batches of seeds, each as a number of 64 bits: the seed's place in the batch,
//! below it the queens after the seed. These numbers are sorted, and then given the seeds' queens.

use super::Kernel;
use super::count::bits;
use super::packed::Packed;
use super::search::{Job, Leaves, Mode, Sink, in_first_word, most_queens};
use super::seed::{Seed, bit_of, tag_of, tags};
use super::sort::sort;

/// Seeds of one search: their solutions, some thousand, are sorted in the second-level cache.
const BATCH: usize = 1 << BATCH_BITS;
const BATCH_BITS: u32 = 9;

/// Bits of a packed queen: 4 for N ≤ 16, 5 beyond.
pub const fn bits_per_queen(n: usize) -> u32 {
    if n <= 16 { 4 } else { 5 }
}

/// Queens that follow those of a seed, unless the prefix is longer: as many as a trail and a key take.
fn queens_below(n: usize) -> usize {
    most_queens(n).min(((u64::BITS - BATCH_BITS) / bits_per_queen(n)) as usize)
}

/// Appends to `out` all solutions that begin with `prefix` (0-based rows), in lexicographic order,
/// each as one number: [`bits_per_queen`] bits a queen, the last queen lowest, so that numbers
/// compare as solutions do. One thread; best below short prefixes.
///
/// # Panics
///
/// When `W` is too small (`u64` takes N ≤ 16, `u128` N ≤ 25), or the prefix is longer than N or has a
/// row outside the board.
pub fn emit_below<W: Packed>(kernel: Kernel, n: usize, prefix: &[u8], out: &mut Vec<W>) {
    let room = W::BITS / bits_per_queen(n);
    assert!((1..=room as usize).contains(&n), "N is {n}, expected 1 to {room}");
    let inside = prefix.len() <= n && prefix.iter().all(|&row| usize::from(row) < n);
    assert!(inside, "a prefix of at most {n} rows below {n} expected");
    let Some(board) = Seed::new(n, prefix) else { return };
    let head = prefix.iter().fold(W::ZERO, |head, &row| head.push(bits_per_queen(n), row.into()));
    let depth = n.saturating_sub(queens_below(n)).max(prefix.len());
    let job = Job::new(n, Mode::Trail, depth);
    let (heads, keys, spare) = (Vec::new(), Vec::new(), Vec::new());
    let mut batch = Batch { kernel, n, depth, job, heads, keys, spare, out };
    batch.descend(board, prefix.len(), head);
    batch.flush();
}

/// Seeds in lexicographic order whose solutions are found in one search.
struct Batch<'o, W> {
    kernel: Kernel,
    n: usize,
    /// Queens of a seed.
    depth: usize,
    job: Job,
    /// The packed queens of each seed, by tag.
    heads: Vec<W>,
    /// The solutions of the batch.
    keys: Vec<u64>,
    /// Room for sorting.
    spare: Vec<u64>,
    out: &'o mut Vec<W>,
}

impl<W: Packed> Batch<'_, W> {
    fn descend(&mut self, board: Seed, column: usize, head: W) {
        if column == self.n {
            // Only for prefixes of at least N − 1 queens.
            self.out.push(head);
        } else if column < self.depth || column + 2 > self.n {
            for bit in bits(board.safe()) {
                let head = head.push(bits_per_queen(self.n), bit.trailing_zeros().into());
                self.descend(board.with(bit), column + 1, head);
            }
        } else if board.safe() != 0 {
            if self.job.seeds.len() == BATCH.min(tags(self.n)) {
                self.flush();
            }
            self.job.seeds.push(board.tagged(self.heads.len()));
            self.heads.push(head);
        }
    }

    /// Searches below the seeds and appends what is found.
    fn flush(&mut self) {
        if self.job.seeds.is_empty() {
            return;
        }
        let queens = self.n - self.depth;
        let mut sink = Keys { n: self.n, trail: queens - 2, keys: &mut self.keys };
        self.kernel.run(&mut self.job, &mut sink);
        sort(&mut self.keys, &mut self.spare);
        let width = bits_per_queen(self.n) * queens as u32;
        let tail = u64::MAX >> (64 - width);
        let heads = &self.heads;
        let packed = |&key: &u64| heads[(key >> width) as usize].push(width, key & tail);
        self.out.extend(self.keys.iter().map(packed));
        self.job.seeds.clear();
        self.heads.clear();
        self.keys.clear();
    }
}

/// Makes numbers of the solutions of a batch.
struct Keys<'a> {
    n: usize,
    /// Queens in a trail.
    trail: usize,
    keys: &'a mut Vec<u64>,
}

impl Sink for Keys<'_> {
    fn take(&mut self, leaves: Leaves<'_>) {
        let (n, width) = (self.n, bits_per_queen(self.n));
        let in_second = self.trail.saturating_sub(in_first_word(n));
        let bits = [self.trail - in_second, in_second].map(|queens| width * queens as u32);
        let second_mask = (1 << bits[1]) - 1;
        let lasts = leaves.rows.iter().zip(leaves.last_but_one);
        let trails = leaves.trail[0].iter().zip(leaves.trail[1]);
        self.keys.extend(lasts.zip(trails).map(|((&rows, &last_but_one), (&first, &second))| {
            let key = (tag_of(n, rows) as u64) << bits[0] | u64::from(first);
            let key = key << bits[1] | u64::from(second & second_mask);
            let key = key << width | u64::from(last_but_one.trailing_zeros());
            key << width | u64::from(bit_of(n, rows).trailing_zeros())
        }));
    }
}
