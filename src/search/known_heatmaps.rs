//! The built-in heat maps for N ≤ 20, stored as one number per class of squares.

use super::heatmap::{Heatmap, LAST_HEATMAP};
use crate::combinatorics::BoardSize;
use std::sync::LazyLock;

/// Counted by `nqdb heatmap N --compute`.
const COUNTED: &str = include_str!("../../fixtures/heatmaps.csv");

impl Heatmap {
    /// The built-in heat map of a board, N ≤ [`LAST_HEATMAP`]; `None` beyond. O(N²).
    pub fn known(n: BoardSize) -> Option<Heatmap> {
        static KNOWN: LazyLock<Vec<(usize, Vec<u64>)>> =
            LazyLock::new(|| COUNTED.lines().filter_map(parse).collect());
        if n.get() > LAST_HEATMAP.into() {
            return None;
        }
        let (_, classes) = KNOWN.iter().find(|(known, _)| *known == n.get())?;
        let size = n.get();
        let squares = (0..size).flat_map(|row| (0..size).map(move |column| (column, row)));
        let counts = squares.map(|square| classes.get(class(size, square)).copied());
        Some(Heatmap { n, counts: counts.collect::<Option<_>>()? })
    }
}

/// Parses a line of the file; `None` for comments and the header.
fn parse(line: &str) -> Option<(usize, Vec<u64>)> {
    let mut numbers = line.split(',').map(str::parse);
    let n = numbers.next()?.ok()? as usize;
    Some((n, numbers.collect::<Result<_, _>>().ok()?))
}

/// The 0-based class of a square (0-based) under the symmetries. The classes are the squares with column ≤ row in the
/// first quarter of the board, column by column.
fn class(n: usize, (column, row): (usize, usize)) -> usize {
    let from_border = |line: usize| line.min(n - 1 - line);
    let (column, row) = (from_border(column), from_border(row));
    let (column, row) = (column.min(row), column.max(row));
    // The first column has ⌈N/2⌉ classes, and each further column one fewer.
    let before: usize = (0..column).map(|earlier| n.div_ceil(2) - earlier).sum();
    before + row - column
}
