//! The queens of a board that attack each other.

use std::collections::HashMap;

/// The pairs of columns, left and right and 0-based, whose queens attack each other with no queen between them, for one
/// queen in each column. `rows` are 0-based; each row may hold several queens. Ordered by the left column. O(N).
///
/// ```
/// assert_eq!(nqdb::attacks(&[0, 1, 2, 1]), [(0, 1), (1, 2), (1, 3), (2, 3)]);
/// assert_eq!(nqdb::attacks(&[1, 3, 0, 2]), []);
/// ```
pub fn attacks(rows: &[u32]) -> Vec<(usize, usize)> {
    // The last queen so far on each row and diagonal.
    let mut last: HashMap<Line, usize> = HashMap::new();
    let mut pairs = Vec::new();
    for (column, &row) in rows.iter().enumerate() {
        let (across, down) = (column as i64, i64::from(row));
        for line in [Line::Row(down), Line::Sum(across + down), Line::Difference(across - down)] {
            pairs.extend(last.insert(line, column).map(|left| (left, column)));
        }
    }
    pairs.sort_unstable();
    pairs
}

#[derive(PartialEq, Eq, Hash)]
enum Line {
    Row(i64),
    Sum(i64),
    Difference(i64),
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Queens that attack each other are connected by pairs without a queen between them.
        #[test]
        fn every_attack_is_found(rows in (1u32..12).prop_flat_map(|n| prop::collection::vec(0..n, n as usize))) {
            let on_a_line = |left: usize, right: usize| {
                let apart = rows[left].abs_diff(rows[right]) as usize;
                apart == 0 || apart == right - left
            };
            let is_between = |left: usize, middle: usize, right: usize| {
                let step = |from: usize, to: usize| {
                    (i64::from(rows[to]) - i64::from(rows[from])) * (right - left) as i64 / (to - from) as i64
                };
                on_a_line(left, middle) && on_a_line(middle, right) && step(left, middle) == step(left, right)
            };
            let mut expected = Vec::new();
            for left in 0..rows.len() {
                for right in left + 1..rows.len() {
                    if on_a_line(left, right) && !(left + 1..right).any(|middle| is_between(left, middle, right)) {
                        expected.push((left, right));
                    }
                }
            }
            prop_assert_eq!(attacks(&rows), expected);
        }
    }
}
