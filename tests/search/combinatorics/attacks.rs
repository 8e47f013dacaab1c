//! Attacks between queens anywhere on a board.

use nqdb::placement::attacks;
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
