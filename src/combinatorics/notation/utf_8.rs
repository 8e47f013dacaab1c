//! The encoding of text.

use crate::combinatorics::invalid::Invalid;

/// Some programs write it before text.
pub const BYTE_ORDER_MARK: char = '\u{feff}';

/// The text of some bytes.
pub fn utf_8(bytes: &[u8]) -> Result<&str, Invalid> {
    let is_utf_16 = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
    let error = if is_utf_16 { Invalid::Utf16 } else { Invalid::NotText };
    std::str::from_utf8(bytes).map_err(|_| error)
}
