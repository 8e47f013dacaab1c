//! The shape of a queen.

use std::fmt::{self, Display, Formatter};

/// The shape of a queen: a crown of five points on a base, in a box of 100 × 100 with y downwards.
///
/// Displayed as a `<path>` and five `<circle>`s without colours, for use in a `<g>` or `<symbol>`:
///
/// ```
/// use nqdb::picture::Crown;
///
/// let symbol = format!(r#"<symbol id="queen" viewBox="0 0 100 100">{Crown}</symbol>"#);
/// assert!(symbol.contains("<path d=\"M30 72 15 37 "));
/// assert_eq!(symbol.matches("<circle").count(), 5);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Crown;

impl Crown {
    /// The corners of the crown as a polygon: x and y.
    pub const CORNERS: [(u8, u8); 11] = [
        (30, 72),
        (15, 37),
        (34, 55),
        (32, 26),
        (44, 52),
        (50, 22),
        (56, 52),
        (68, 26),
        (66, 55),
        (85, 37),
        (70, 72),
    ];

    /// The base below it as a rectangle: x and y of its upper left corner, width and height.
    pub const BASE: [u8; 4] = [28, 76, 44, 9];

    /// The centres of the circles on the points: x and y.
    pub const TIPS: [(u8, u8); 5] = [(15, 34), (32, 23), (50, 19), (68, 23), (85, 34)];

    /// The radius of these circles.
    pub const TIP_RADIUS: u8 = 5;
}

impl Display for Crown {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let corners = Crown::CORNERS.map(|(x, y)| format!("{x} {y}")).join(" ");
        let ([x, y, width, height], radius) = (Crown::BASE, Crown::TIP_RADIUS);
        writeln!(f, r#"<path d="M{corners}zM{x} {y}h{width}v{height}h-{width}z"/>"#)?;
        Crown::TIPS
            .iter()
            .try_for_each(|(x, y)| writeln!(f, r#"<circle cx="{x}" cy="{y}" r="{radius}"/>"#))
    }
}
