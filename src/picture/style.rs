//! What all pictures share: the colours, the shape of a queen, and the header of SVG documents.

use std::fmt::{self, Display, Formatter};

/// The colour of queens, frames and text.
pub(super) const INK: Colour = Colour([0x2a, 0x20, 0x19]);

/// The colour of secondary text.
pub(super) const PALE: Colour = Colour([0x66, 0x66, 0x66]);

/// The colours of the squares of a board.
pub(super) const LIGHT: Colour = Colour([0xf5, 0xeb, 0xd9]);
pub(super) const DARK: Colour = Colour([0xc8, 0xa6, 0x7c]);

/// The colour of crosses on excluded squares.
pub(super) const CROSS: Colour = Colour([0xa3, 0x20, 0x1d]);

/// Red, green and blue, 0 to 255.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Colour(pub(super) [u8; 3]);

impl Colour {
    pub(super) const WHITE: Colour = Colour([255; 3]);

    /// The hue of [`Colour::tint`].
    const HOT: Colour = Colour([0x04, 0x60, 0x60]);

    /// The colour of a heat from 0 (nearly white) to 1 (dark), in a single hue.
    pub(super) fn tint(heat: f64) -> Self {
        Colour::WHITE.towards(Colour::HOT, 0.06 + 0.84 * heat)
    }

    /// A mixture of this colour (share 0) and another (share 1).
    pub(super) fn towards(self, other: Colour, share: f64) -> Self {
        let mixed = |here: u8, there: u8| {
            (f64::from(here) + (f64::from(there) - f64::from(here)) * share).round() as u8
        };
        Colour(std::array::from_fn(|channel| mixed(self.0[channel], other.0[channel])))
    }

    /// The colour of a heat from 0 (pale yellow) through green to 1 (dark blue): a curve of uniformly decreasing
    /// lightness in the Oklab space (Ottosson 2020).
    pub(super) fn of(heat: f64) -> Self {
        let bend = 4.0 * heat * (1.0 - heat);
        let (lightness, a, b) = (0.97 - 0.62 * heat, -0.01 - 0.07 * bend, 0.06 - 0.18 * heat);
        let l = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b).powi(3);
        let m = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b).powi(3);
        let s = (lightness - 0.089_484_177_5 * a - 1.291_485_548_0 * b).powi(3);
        let linear = [
            4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s,
            -1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s,
            -0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701_0 * s,
        ];
        Colour(linear.map(|light| {
            let light = light.clamp(0.0, 1.0);
            let encoded = match light {
                dim if dim <= 0.003_130_8 => 12.92 * dim,
                bright => 1.055 * bright.powf(1.0 / 2.4) - 0.055,
            };
            (encoded * 255.0).round() as u8
        }))
    }
}

impl Display for Colour {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

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

/// Writes a cross on a square, one unit wide and high, with the id `cross`.
pub(super) fn write_cross(f: &mut Formatter<'_>) -> fmt::Result {
    writeln!(
        f,
        r#"<path id="cross" d="M.3 .3L.7 .7M.7 .3L.3 .7" stroke="{CROSS}" stroke-width=".1" stroke-linecap="round"/>"#
    )
}
