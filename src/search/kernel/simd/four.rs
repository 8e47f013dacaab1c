//! Sets of four lanes, for instruction sets without an instruction that compresses vectors.

use super::Selection;

/// A set of lanes: lane i is bit i.
#[derive(Clone, Copy)]
pub(crate) struct Of4(pub(super) u8);

/// For each set of lanes, the byte indices of these lanes in order, padded with indices beyond 15, which select zeros.
pub(super) static COMPRESS: [[u8; 16]; 16] = compress_table();

const fn compress_table() -> [[u8; 16]; 16] {
    let mut table = [[255; 16]; 16];
    let mut selection = 0;
    while selection < 16 {
        let (mut byte, mut at) = (0, 0);
        while byte < 16 {
            if selection & (1 << (byte / 4)) != 0 {
                table[selection][at] = byte;
                at += 1;
            }
            byte += 1;
        }
        selection += 1;
    }
    table
}

impl Selection for Of4 {
    #[inline(always)]
    fn count(self) -> usize {
        self.0.count_ones() as usize
    }
}
