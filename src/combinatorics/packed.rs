//! Permutations packed into bytes: 4 bits per queen, 5 from N = 17 on, 6 from N = 33 on, first queen first, so that
//! bytes compare like the permutations. Layout: docs/format.md, section “Packed solution”.

use super::{invalid::Invalid, numbers::BoardSize, permutation::Permutation};

/// Bits per packed 0-based row: 4 for N ≤ 16, 5 for N ≤ 32, 6 beyond.
pub const fn bits_per_queen(n: usize) -> u32 {
    match n {
        0..=16 => 4,
        17..=32 => 5,
        _ => 6,
    }
}

impl BoardSize {
    /// Length of a packed permutation in bytes, 1 … 48.
    pub fn packed_len(self) -> usize {
        (self.get() * bits_per_queen(self.get()) as usize).div_ceil(8)
    }
}

impl Permutation {
    /// The packed form, [`BoardSize::packed_len`] bytes. For equal N, bytes compare like the permutations. O(N).
    pub fn pack(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.n().packed_len());
        self.pack_into(&mut bytes);
        bytes
    }

    /// Appends the packed form to `bytes`.
    pub(crate) fn pack_into(&self, bytes: &mut Vec<u8>) {
        let width = bits_per_queen(self.n().get());
        let (mut pending, mut held) = (0u32, 0);
        for &row in self.rows() {
            pending = (pending << width) | u32::from(row);
            held += width;
            while held >= 8 {
                held -= 8;
                bytes.push((pending >> held) as u8);
            }
        }
        if held > 0 {
            bytes.push((pending << (8 - held)) as u8);
        }
    }

    /// Unpacks a permutation of board size `n`. Fails for bytes that [`Permutation::pack`] does not produce. O(N).
    pub fn unpack(n: BoardSize, bytes: &[u8]) -> Result<Self, Invalid> {
        let invalid = || Invalid::Packed { got: bytes.len() };
        if bytes.len() != n.packed_len() {
            return Err(invalid());
        }
        let width = bits_per_queen(n.get());
        let mut rows = [0u8; BoardSize::MAX as usize];
        let (mut pending, mut held, mut next) = (0u32, 0, bytes.iter());
        for row in &mut rows[..n.get()] {
            while held < width {
                pending = (pending << 8) | u32::from(*next.next().ok_or_else(invalid)?);
                held += 8;
            }
            held -= width;
            *row = (pending >> held) as u8 & ((1 << width) - 1);
        }
        let padding = pending & ((1 << held) - 1);
        match Permutation::new(&rows[..n.get()]) {
            Ok(permutation) if padding == 0 => Ok(permutation),
            _ => Err(invalid()),
        }
    }

    /// Unpacks a permutation of any board size.
    ///
    /// The bytes determine N: with a larger N of the same width the padding is a second row 0, and no two widths share
    /// a length.
    pub fn unpack_any(bytes: &[u8]) -> Result<Self, Invalid> {
        BoardSize::up_to(BoardSize::MAX)
            .filter(|n| n.packed_len() == bytes.len())
            .find_map(|n| Permutation::unpack(n, bytes).ok())
            .ok_or(Invalid::Packed { got: bytes.len() })
    }
}
