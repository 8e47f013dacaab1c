//! Streams of bits, and columns of small numbers in Rice codes. The built-in cells and the cells of stored boards are
//! such columns; docs/format.md has the bits.

/// A growing stream of bits, the lowest of each byte first.
#[derive(Debug, Clone, Default)]
pub(crate) struct BitWriter {
    /// With a few zeros after the last bit.
    bytes: Vec<u8>,
    len: usize,
}

impl BitWriter {
    /// Appends `count` ≤ [`WINDOW`] bits: the lowest ones of a number whose other bits are 0.
    #[inline]
    pub(crate) fn push(&mut self, bits: u64, count: u32) {
        let (byte, shift) = (self.len / 8, self.len % 8);
        if self.bytes.len() < byte + 8 {
            self.bytes.resize(2 * byte + 64, 0);
        }
        let place = &mut self.bytes[byte..byte + 8];
        let word = u64::from_le_bytes(place.try_into().expect("eight bytes")) | bits << shift;
        place.copy_from_slice(&word.to_le_bytes());
        self.len += count as usize;
    }

    /// The bytes, the last one filled with zeros.
    pub(crate) fn into_bytes(mut self) -> Vec<u8> {
        self.bytes.truncate(self.len.div_ceil(8));
        self.bytes
    }
}

/// The number of bits that are read or written at a time.
const WINDOW: u32 = 56;

/// A stream of bits for reading.
struct Bits<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl Bits<'_> {
    /// A number in Rice code: its high bits in unary, as zeros before a one, then its low bits.
    fn rice(&mut self, parameter: u8) -> Option<u64> {
        let start = self.at;
        loop {
            let zeros = self.next().map(u64::trailing_zeros)?.min(WINDOW);
            self.at += zeros as usize;
            if zeros < WINDOW {
                break;
            }
        }
        let high = (self.at - start) as u64;
        self.at += 1;
        let low = self.next()? & ((1 << parameter) - 1);
        self.at += usize::from(parameter);
        Some(high << parameter | low)
    }

    /// The next bits, at least [`WINDOW`], followed by zeros at the end.
    fn next(&self) -> Option<u64> {
        let bytes = self.bytes.get(self.at / 8..)?;
        let mut next = [0; 8];
        match bytes.first_chunk() {
            Some(whole) => next = *whole,
            None => next[..bytes.len()].copy_from_slice(bytes),
        }
        Some(u64::from_le_bytes(next) >> (self.at % 8))
    }
}

/// The largest parameter of a code: all numbers of columns are below 2^32.
const MOST_LOW_BITS: u8 = 32;

/// The columns that [`write_columns`] has written at the start of these bytes, which are advanced past them; `len`
/// numbers each. `None` if the bytes end before.
pub fn read_columns<const COUNT: usize>(
    bytes: &mut &[u8],
    len: usize,
) -> Option<[Vec<u64>; COUNT]> {
    let (parameters, rest) = bytes.split_first_chunk::<COUNT>()?;
    let mut bits = Bits { bytes: rest, at: 0 };
    let mut columns = [const { Vec::new() }; COUNT];
    for (column, &parameter) in columns.iter_mut().zip(parameters) {
        if parameter > MOST_LOW_BITS {
            return None;
        }
        *column = (0..len).map(|_| bits.rice(parameter)).collect::<Option<_>>()?;
    }
    *bytes = rest.get(bits.at.div_ceil(8)..)?;
    Some(columns)
}

/// Columns of numbers below 2^32 as bytes: the parameters of their Rice codes, then the codes, column by column.
pub fn write_columns<const COUNT: usize>(columns: [Vec<u64>; COUNT]) -> Vec<u8> {
    let parameters = columns.each_ref().map(|column| {
        let len = |parameter: &u8| {
            column.iter().map(|number| (number >> parameter) + u64::from(*parameter)).sum::<u64>()
        };
        (0..MOST_LOW_BITS).min_by_key(len).expect("a parameter")
    });
    let mut bits = BitWriter::default();
    for (column, parameter) in columns.iter().zip(parameters) {
        for number in column {
            let mut zeros = (number >> parameter) as u32;
            while zeros >= WINDOW {
                bits.push(0, WINDOW);
                zeros -= WINDOW;
            }
            bits.push(1 << zeros, zeros + 1);
            bits.push(number & ((1 << parameter) - 1), parameter.into());
        }
    }
    [&parameters[..], &bits.into_bytes()].concat()
}

/// Signed numbers as 0, -1, 1, -2, 2 and so on.
pub(crate) fn fold_sign(number: i64) -> u64 {
    (number << 1 ^ number >> 63) as u64
}

pub(crate) fn unfold_sign(folded: u64) -> i64 {
    (folded >> 1) as i64 ^ -((folded & 1) as i64)
}

/// The differences of successive numbers, with their signs folded.
pub fn differences(numbers: impl Iterator<Item = u64>) -> Vec<u64> {
    let mut last = 0;
    let difference =
        |number| (number as i64).wrapping_sub(std::mem::replace(&mut last, number as i64));
    numbers.map(difference).map(fold_sign).collect()
}

/// The numbers with these [`differences`]. Damaged differences wrap around.
pub fn sums(differences: Vec<u64>) -> impl Iterator<Item = u64> {
    differences.into_iter().scan(0u64, |sum, difference| {
        *sum = sum.wrapping_add_signed(unfold_sign(difference));
        Some(*sum)
    })
}
