//! Generators of inputs shared by several targets.

use arbitrary::Unstructured;
use nqdb::{BoardSize, Permutation};

/// Up to `most` bytes.
pub(crate) fn some_bytes<'a>(
    input: &mut Unstructured<'a>,
    most: usize,
) -> arbitrary::Result<&'a [u8]> {
    let most = most.min(input.len());
    let len = input.int_in_range(0..=most)?;
    input.bytes(len.min(input.len()))
}

/// A permutation.
pub(crate) fn permutation(
    input: &mut Unstructured<'_>,
    n: BoardSize,
) -> arbitrary::Result<Permutation> {
    let mut rows: Vec<u8> = (0..n.get() as u8).collect();
    for column in 0..rows.len() {
        let other = input.int_in_range(column..=rows.len() - 1)?;
        rows.swap(column, other);
    }
    Ok(Permutation::new(&rows).expect("each row once"))
}
