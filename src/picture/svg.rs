//! What all SVG documents share: their head and colours.

use std::fmt::{self, Formatter};

/// The colour of queens, frames and text.
pub(super) const INK: &str = "#2a2019";

/// The colour of secondary text.
pub(super) const PALE: &str = "#666";

/// Writes the head of an SVG document with a title and a white background; the size is in pixels.
pub(super) fn open_svg(
    f: &mut Formatter<'_>,
    (width, height): (usize, usize),
    title: impl fmt::Display,
) -> fmt::Result {
    writeln!(
        f,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="sans-serif">"#
    )?;
    writeln!(f, "<title>{title}</title>")?;
    writeln!(f, r##"<rect width="100%" height="100%" fill="#fff"/>"##)
}
