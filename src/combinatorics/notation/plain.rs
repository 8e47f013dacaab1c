//! Fast paths for the most common input, numbers on a line and the objects of `nqdb list --json`: tested against the
//! forms of `list` and `object`.

use super::reader::Frame;
use super::text::{is_whole_number, number};
use super::tree::is_separator;
use crate::combinatorics::invalid::{Invalid, shortened};
use crate::combinatorics::numbers::BoardSize;
use crate::combinatorics::permutation::Permutation;
use serde::Deserialize;

/// Whether a line is just three numbers or more, not all 0 or 1, with at most one 0, with a blank, a comma or both between any two, optionally
/// in one pair of brackets.
pub(super) fn is_simple(line: &str) -> bool {
    let (mut numbers, mut commas, mut zeros, mut is_bits, mut before) = (0, 0, 0, true, b' ');
    for &byte in bare(line.as_bytes().trim_ascii_end()) {
        match byte {
            b'0'..=b'9' => {
                numbers += u32::from(!before.is_ascii_digit());
                is_bits &= byte <= b'1' && !before.is_ascii_digit();
                zeros += u32::from(byte == b'0' && !before.is_ascii_digit());
            }
            b' ' if before != b' ' => {}
            b',' => commas += 1,
            _ => return false,
        }
        before = byte;
    }
    numbers > 2 && zeros < 2 && !is_bits && (commas == 0 || commas + 1 == numbers)
}

/// The inside of a pair of brackets around a text.
fn bare(text: &[u8]) -> &[u8] {
    match text {
        [b'[', inside @ .., b']'] | [b'(', inside @ .., b')'] => inside,
        _ => text,
    }
}

/// Fast path for the most common input: 1-based numbers separated by a blank, a comma or both, optionally in one pair
/// of brackets. `None` for anything else.
pub(super) fn plain(text: &[u8]) -> Option<Permutation> {
    let mut rows = [0; BoardSize::MAX];
    let (mut columns, mut commas, mut seen) = (0, 0, 0u64);
    let (mut queen, mut digits, mut separator) = (0u8, 0, b' ');
    for &byte in bare(text).iter().chain(b" ") {
        match byte {
            b'0'..=b'9' if digits < 2 && (digits, queen) != (1, 0) => {
                queen = 10 * queen + byte - b'0';
                digits += 1;
            }
            b' ' | b',' if digits > 0 => {
                let row = queen.checked_sub(1)?;
                *rows.get_mut(columns)? = row;
                seen |= 1u64.checked_shl(row.into())?;
                columns += 1;
                commas += usize::from(byte == b',');
                (queen, digits, separator) = (0, 0, byte);
            }
            b' ' if separator == b',' => separator = b' ',
            _ => return None,
        }
    }
    // N distinct rows, none greater than N. A line with both separators may have fields.
    let n = BoardSize::new(columns).ok()?;
    let is_uniform = commas == 0 || commas + 1 == columns;
    (columns > 2 && is_uniform && seen == u64::MAX >> (64 - columns))
        .then(|| Permutation::from_padded(n, rows))
}

/// Fast path for the objects that nqdb prints. `None` for any with other fields.
pub(super) fn printed(text: &str) -> Option<Permutation> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code, reason = "fields of these types say nothing about the board")]
    struct Printed<'t> {
        n: Option<usize>,
        rank: Option<u64>,
        orbit_id: Option<u64>,
        queens: Vec<u8>,
        permutation_index: Option<&'t str>,
        #[serde(borrow)]
        tier: Option<&'t str>,
    }
    // A field that is null is not one that is missing, and names can have escapes.
    if text.contains("null") || text.contains('\\') {
        return None;
    }
    let Printed { n, queens, permutation_index, tier, .. } = serde_json::from_str(text).ok()?;
    let is_size = n.is_none_or(|n| n == queens.len());
    let is_index = permutation_index.is_none_or(is_whole_number);
    let is_tier = tier.is_none_or(|tier| matches!(tier, "stored" | "indexed" | "searched"));
    let rows: Vec<u8> = queens.iter().map(|queen| queen.wrapping_sub(1)).collect();
    (is_size && is_index && is_tier).then(|| Permutation::new(&rows).ok()).flatten()
}

/// Fast path for large boards: more than 64 numbers on a line, or on several lines in one pair of brackets, with a blank, a
/// comma or both between any two. `None` for anything else. 4 bytes per queen.
pub(super) fn long(text: &str, frame: Frame) -> Option<Result<Vec<u32>, Invalid>> {
    let text = text.trim();
    let inside = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    let (is_open, text) = (inside.is_none(), inside.unwrap_or(text));
    let is_plain = |byte: u8| byte.is_ascii_digit() || matches!(byte, b' ' | b',' | b'\n');
    let commas = text.bytes().filter(|&byte| byte == b',').count();
    let is_other =
        |text: &str| text.contains("  ") || text.contains(",,") || is_open && text.contains('\n');
    if text.len() < 2 * BoardSize::MAX || !text.bytes().all(is_plain) || is_other(text) {
        return None;
    }
    let words = || text.split(is_separator).filter(|word| !word.is_empty());
    let n = words().count();
    let row = |word| number(word).ok_or_else(|| Invalid::NotANumber { got: shortened(word) });
    let are_rows = n > BoardSize::MAX && (commas == 0 || commas + 1 == n);
    are_rows.then(|| frame.rows(n, words().map(row)))
}
