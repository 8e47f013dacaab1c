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
