//! [`Window`]: the part of the input that has been read but not consumed. The encoding of text.

use crate::combinatorics::invalid::Invalid;
use std::fmt;
use std::io::{self, ErrorKind, Read};

/// The most bytes per read: a program may collect the records of one.
const CHUNK: usize = 1 << 16;

/// An input with lookahead. Positions are relative to the first byte that is not consumed.
pub(super) struct Window<R> {
    input: R,
    /// As long as the longest part so far, so that reading does not write zeros again.
    bytes: Vec<u8>,
    start: usize,
    end: usize,
}

impl<R: Read> Window<R> {
    pub(super) fn new(input: R) -> Self {
        Window { input, bytes: Vec::new(), start: 0, end: 0 }
    }

    /// The bytes read but not consumed.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes[self.start..self.end]
    }

    /// The byte at `place`, which is at most one beyond the bytes read; `None` at the end of the input.
    pub(super) fn byte(&mut self, place: usize) -> io::Result<Option<u8>> {
        if place >= self.bytes().len() && !self.read()? {
            return Ok(None);
        }
        Ok(Some(self.bytes()[place]))
    }

    /// The position of the next line feed from `from` on, or of the end of the input; without a line feed, stops after
    /// more than `limit` bytes.
    pub(super) fn line_end(&mut self, from: usize, limit: usize) -> io::Result<usize> {
        let mut searched = from;
        loop {
            let ahead = &self.bytes()[searched..];
            if let Some(length) = ahead.iter().position(|&byte| byte == b'\n') {
                return Ok(searched + length);
            }
            searched += ahead.len();
            if searched - from > limit || !self.read()? {
                return Ok(searched);
            }
        }
    }

    /// Consumes bytes.
    pub(super) fn advance(&mut self, length: usize) {
        self.start += length;
    }

    /// Reads once; false at the end of the input.
    fn read(&mut self) -> io::Result<bool> {
        self.bytes.copy_within(self.start..self.end, 0);
        (self.start, self.end) = (0, self.end - self.start);
        if self.bytes.len() < self.end + CHUNK {
            self.bytes.resize(2 * self.end + CHUNK, 0);
        }
        let read = loop {
            match self.input.read(&mut self.bytes[self.end..self.end + CHUNK]) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                read => break read,
            }
        }?;
        self.end += read;
        Ok(read > 0)
    }
}

impl<R> fmt::Debug for Window<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Window").field("ahead", &(self.end - self.start)).finish_non_exhaustive()
    }
}

/// Some programs write it before text.
pub const BYTE_ORDER_MARK: char = '\u{feff}';

/// The text of some bytes.
pub fn utf_8(bytes: &[u8]) -> Result<&str, Invalid> {
    let is_utf_16 = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
    let error = if is_utf_16 { Invalid::Utf16 } else { Invalid::NotText };
    std::str::from_utf8(bytes).map_err(|_| error)
}
