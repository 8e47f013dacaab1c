//! Solutions below a prefix, packed and in lexicographic order.

use super::Kernel;
use super::count::bits;
use super::search::{IN_FIRST_WORD, Job, Leaves, Mode, Sink};
use super::seed::{Seed, bit_of, tag_of, tags};
use super::sort::{Packed, sort};

/// Seeds of one search: their solutions, some ten thousand, are sorted within the second-level cache.
const BATCH: usize = 2048;

/// Bits of a packed queen: 4 for N ≤ 16, 5 beyond.
pub const fn bits_per_queen(n: usize) -> u32 {
    if n <= 16 { 4 } else { 5 }
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
    let kept = if n <= 16 { 8 } else { 2 * IN_FIRST_WORD };
    let depth = (n.saturating_sub(kept + 2)).max(prefix.len());
    let head = prefix.iter().fold(W::ZERO, |head, &row| head.push(bits_per_queen(n), row.into()));
    let mode = if n <= 16 { Mode::Trail4 } else { Mode::Trail5 };
    let job = Job::new(n, mode, depth);
    let mut batch = Batch { kernel, n, depth, job, heads: Vec::new(), spare: Vec::new(), out };
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
    /// Room for sorting.
    spare: Vec<W>,
    out: &'o mut Vec<W>,
}

impl<W: Packed> Batch<'_, W> {
    fn descend(&mut self, board: Seed, column: usize, head: W) {
        if column == self.n {
            // Only for prefixes of at least N − 1 queens.
            self.out.push(head);
        } else if column < self.depth || column + 2 > self.n {
            for bit in bits(board.safe()) {
                let head = head.push(bits_per_queen(self.n), bit.trailing_zeros());
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
        let begin = self.out.len();
        let mut sink = Pack {
            n: self.n,
            heads: &self.heads,
            queens: self.n - self.depth - 2,
            out: &mut *self.out,
        };
        self.kernel.run(&mut self.job, &mut sink);
        sort(&mut self.out[begin..], &mut self.spare);
        self.job.seeds.clear();
        self.heads.clear();
    }
}

/// Packs the solutions of a batch.
struct Pack<'a, W> {
    n: usize,
    heads: &'a [W],
    /// Queens in a trail.
    queens: usize,
    out: &'a mut Vec<W>,
}

impl<W: Packed> Sink for Pack<'_, W> {
    fn take(&mut self, leaves: Leaves<'_>) {
        let width = bits_per_queen(self.n);
        let in_second = if self.n <= 16 { 0 } else { self.queens.saturating_sub(IN_FIRST_WORD) };
        let in_first = (self.queens - in_second) as u32;
        let in_second = in_second as u32;
        let lasts = leaves.rows.iter().zip(leaves.last_but_one);
        let trails = leaves.trail[0].iter().zip(leaves.trail[1]);
        self.out.extend(lasts.zip(trails).map(|((&rows, &last_but_one), (&first, &second))| {
            let mut packed = self.heads[tag_of(self.n, rows)].push(width * in_first, first);
            if in_second > 0 {
                packed = packed.push(width * in_second, second);
            }
            packed
                .push(width, last_but_one.trailing_zeros())
                .push(width, bit_of(self.n, rows).trailing_zeros())
        }));
    }
}
