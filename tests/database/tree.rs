//! Bit operations of the decoder with and without special processor instructions.

use nqdb::internal::{BitOps, BitRoutine, Portable, call};
use proptest::prelude::*;

/// Arguments for all operations.
struct BitArguments {
    bits: u32,
    mask: u32,
    words: [u64; 12],
}

impl BitRoutine for &BitArguments {
    type Output = (u32, Vec<u64>);

    fn run<B: BitOps>(self, ops: B) -> Self::Output {
        let numbers = ops.bit_numbers(self.bits);
        let order = self.words[1] & 0x0707_0707_0707_0707;
        let gathered = [(6, 4), (6, 5), (8, 8), (1, 3)]
            .map(|(count, width)| ops.gather(self.words[0], order, count, width));
        let rest = [numbers, ops.min_bytes(self.words[2], 6), ops.nonzero_words(&self.words)];
        (ops.deposit(self.bits, self.mask), [&gathered[..], &rest].concat())
    }
}

proptest! {
    /// Both implementations return the same results.
    #[test]
    fn bit_operations_agree(
        (bits, mask) in any::<(u32, u32)>(),
        few in any::<[bool; 12]>(),
        words in any::<[u64; 12]>(),
    ) {
        let words = std::array::from_fn(|word| if few[word] { words[word] } else { 0 });
        let arguments = BitArguments { bits, mask, words };
        prop_assert_eq!(call(&arguments), arguments.run(Portable));
    }
}

#[test]
fn examples_of_bit_operations() {
    assert_eq!(Portable.deposit(0b101, 0b1101_0000), 0b1001_0000);
    assert_eq!(Portable.bit_numbers(1 << 31 | 0b1010), 0x1f_03_01);
    assert_eq!(Portable.bit_numbers(!0), 0x07_06_05_04_03_02_01_00);
    assert_eq!(Portable.gather(0x0a_0b_0c_0d_0e_0f, 0x05_00_02, 3, 4), 0xafd);
    assert_eq!(Portable.min_bytes(0xff_06_07_00, 6), 0x06_06_06_00);
    let mut words = [0; 12];
    (words[0], words[11]) = (1 << 63, 1);
    assert_eq!(Portable.nonzero_words(&words), 1 << 11 | 1);
}
