//! The encoding of text that is read.

/// Some programs write it before text.
pub(crate) const BYTE_ORDER_MARK: char = '\u{feff}';

/// The text of some bytes, or what they are instead.
pub(crate) fn utf_8(bytes: Vec<u8>) -> Result<String, &'static str> {
    String::from_utf8(bytes)
        .map_err(|error| if is_utf_16(error.as_bytes()) { UTF_16 } else { "not valid UTF-8" })
}

/// Whether bytes begin with the byte order mark of UTF-16, little- or big-endian.
pub(crate) fn is_utf_16(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff])
}

pub(crate) const UTF_16: &str = "expected UTF-8, got UTF-16, which `>` writes in Windows PowerShell; \
                                 `Get-Content FILE | nqdb …` converts it";
