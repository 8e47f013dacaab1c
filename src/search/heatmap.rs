//! How many solutions have a queen on each square.

use super::matching::count_matching_while;
use super::{Progress, Watch};
use crate::combinatorics::{BoardSize, Pattern, Symmetry, known_counts};
use crate::error::{Error, Result};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// The largest board of a [`Heatmap`].
pub const LAST_HEATMAP: u8 = 20;

/// How many solutions have a queen on each square of a board.
///
/// Each row and each column sums to Q(N), and the eight symmetries of the square leave it as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heatmap {
    n: BoardSize,
    /// By row, then by column.
    counts: Vec<u64>,
}

impl Heatmap {
    /// Counts now, on all cores, the solutions with a queen on each square that no symmetry carries to an
    /// earlier one. An error for N > [`LAST_HEATMAP`].
    pub fn new(n: BoardSize, watch: &dyn Watch) -> Result<Self> {
        if n.get() > LAST_HEATMAP.into() {
            return Err(Error::NoHeatmap { n });
        }
        let classes = classes(n);
        let counts = Work::new(n, &classes).counts(watch)?;
        let mut heatmap = Heatmap { n, counts: vec![0; n.get() * n.get()] };
        for (square, count) in classes.into_iter().zip(counts) {
            for symmetry in Symmetry::ALL {
                let (column, row) = symmetry.move_square(n, square);
                heatmap.counts[usize::from(row) * n.get() + usize::from(column)] = count;
            }
        }
        Ok(heatmap)
    }

    /// The board size N.
    pub fn n(&self) -> BoardSize {
        self.n
    }

    /// The counts of each row, from the first one on; the first column first.
    pub fn rows(&self) -> impl Iterator<Item = &[u64]> {
        self.counts.chunks(self.n.get())
    }

    /// Q(N), the sum of each row and each column.
    pub fn solutions(&self) -> u64 {
        self.counts[..self.n.get()].iter().sum()
    }
}

/// A square of each class that the symmetries make of all squares.
fn classes(n: BoardSize) -> Vec<(u8, u8)> {
    let half = n.get().div_ceil(2) as u8;
    (0..half).flat_map(|column| (column..half).map(move |row| (column, row))).collect()
}

/// How long the watch looks away.
const GLANCE: Duration = Duration::from_millis(5);

/// Squares to be counted by several threads.
struct Work<'a> {
    n: BoardSize,
    squares: &'a [(u8, u8)],
    /// Squares that a thread has taken.
    taken: AtomicUsize,
    /// Solutions found.
    found: AtomicU64,
    stopped: AtomicBool,
}

impl<'a> Work<'a> {
    fn new(n: BoardSize, squares: &'a [(u8, u8)]) -> Self {
        let (taken, found, stopped) = Default::default();
        Work { n, squares, taken, found, stopped }
    }

    /// The solutions with a queen on each of the squares.
    fn counts(&self, watch: &dyn Watch) -> Result<Vec<u64>> {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| {
            let (sender, receiver) = channel();
            for _ in 0..threads.min(self.squares.len()) {
                let sender = sender.clone();
                scope.spawn(move || self.count(&sender));
            }
            drop(sender);
            let mut counts = vec![0; self.squares.len()];
            let began = Instant::now();
            let outcome = loop {
                match receiver.recv_timeout(GLANCE) {
                    Ok((place, count)) => counts[place] = count,
                    Err(RecvTimeoutError::Disconnected) => break Ok(counts),
                    Err(RecvTimeoutError::Timeout) => {}
                }
                if let ControlFlow::Break(()) = watch.tick(&self.progress(began)) {
                    self.stopped.store(true, Relaxed);
                    break Err(self.interrupted(began));
                }
            };
            watch.done();
            outcome
        })
    }

    /// Counts squares until none is left.
    fn count(&self, counted: &Sender<(usize, u64)>) {
        loop {
            let place = self.taken.fetch_add(1, Relaxed);
            let Some(&(column, row)) = self.squares.get(place) else { return };
            let Ok(pattern) = Pattern::any(self.n).with_queen(column, row) else { return };
            let goes_on = &mut |came| {
                self.found.fetch_add(came, Relaxed);
                !self.stopped.load(Relaxed)
            };
            let Some(count) = count_matching_while(&pattern, goes_on) else { return };
            if counted.send((place, count)).is_err() {
                return;
            }
        }
    }

    fn progress(&self, began: Instant) -> Progress {
        let found = self.found.load(Relaxed);
        let fraction = known_counts(self.n).map(|known| {
            let expected = known.solutions * self.squares.len() as u64 / self.n.get() as u64;
            (found as f64 / expected.max(1) as f64).min(1.0)
        });
        Progress { n: self.n, found, fraction, elapsed: began.elapsed() }
    }

    fn interrupted(&self, began: Instant) -> Error {
        let (n, found) = (self.n, self.found.load(Relaxed));
        Error::Interrupted { n, found, seconds: began.elapsed().as_secs_f64() }
    }
}
