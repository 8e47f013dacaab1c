//! The parts shared by all SVG documents: the header and the queen.

use super::crown::Crown;
use std::fmt::{self, Formatter};

/// Writes the header of an SVG document with a title and a white background. The size is in pixels.
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

/// Writes a queen, one unit wide and high, with an id and colour attributes.
pub(super) fn write_queen(
    id: &str,
    paint: impl fmt::Display,
    f: &mut Formatter<'_>,
) -> fmt::Result {
    writeln!(f, r#"<g id="{id}" transform="scale(.01)" {paint}>"#)?;
    writeln!(f, "{Crown}</g>")
}
