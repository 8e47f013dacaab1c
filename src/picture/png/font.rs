//! The font of PNG pictures: strokes on a small grid, drawn at any size.
//!
//! A glyph is a few lines between points of a grid whose unit is a tenth of the font size. Capitals and digits extend
//! from y = 0 to the baseline at y = 6; small letters begin at y = 2; descenders end at y = 8.

use super::raster::{Canvas, Mask, Shape};
use crate::picture::colour::Colour;
use std::collections::BTreeMap;

/// Half the width of a stroke and the gap between two glyphs, in tenths of the font size.
const HALF_STROKE: f64 = 0.42;
const GAP: f64 = 1.7;

/// The baseline in tenths of the font size.
const BASELINE: f64 = 6.0;

/// The strokes of a character: polylines separated by spaces, with points as pairs of digits x and y. A single point is
/// a dot. `None` for a character that does not occur in captions.
fn strokes(character: char) -> Option<&'static str> {
    Some(match character {
        '0' => "103041453616050110",
        '1' => "012026 0646",
        '2' => "01103041420646",
        '3' => "01103041423313 334445361605",
        '4' => "36300444",
        '5' => "400002324345361605",
        '6' => "413010010516364544331304",
        '7' => "004016",
        '8' => "103041423313020110 1304051636454433",
        '9' => "051636454130100102133342",
        'a' => "4246 4332120305163645",
        'b' => "0006 0312324345361605",
        'c' => "4332120305163645",
        'd' => "4046 4332120305163645",
        'e' => "04444332120305163645",
        'f' => "30201116 0232",
        'g' => "4332120305163645 4247381807",
        'h' => "0006 0312324346",
        'i' => "0206 00",
        'j' => "121708 10",
        'k' => "0006 0442 2346",
        'l' => "0006",
        'm' => "0206 0312223336 3342526366",
        'n' => "0206 0312324346",
        'o' => "123243453616050312",
        'p' => "0208 0312324345361605",
        'q' => "4248 4332120305163645",
        'r' => "0206 031232",
        's' => "4212031434453606",
        't' => "10152636 0232",
        'u' => "0205163645 4246",
        'v' => "022642",
        'w' => "0216335662",
        'x' => "0246 4206",
        'y' => "0226 4218",
        'z' => "02420646",
        'D' => "00062644422000",
        'I' => "0006",
        'M' => "0600234046",
        'N' => "06004640",
        'O' => "103041453616050110",
        'P' => "06003041423303",
        'S' => "413010010213334445361605",
        '-' => "0434",
        '=' => "0343 0545",
        '+' => "0343 2125",
        '/' => "0640",
        '!' => "0004 06",
        '.' => "06",
        ',' => "1607",
        ':' => "03 06",
        '(' => "10020517",
        ')' => "00121507",
        ' ' => "",
        _ => return None,
    })
}

/// The glyph for other characters: a box.
const UNKNOWN: &str = "0040460600";

/// The points of the strokes of a character, in units of the grid.
fn polylines(character: char) -> impl Iterator<Item = Vec<(f64, f64)>> {
    let lines = strokes(character).unwrap_or(UNKNOWN).split_ascii_whitespace();
    let coordinate = |digit: u8| f64::from(digit - b'0');
    let points = move |line: &str| {
        let pairs = line.as_bytes().chunks_exact(2);
        pairs.map(|pair| (coordinate(pair[0]), coordinate(pair[1]))).collect()
    };
    lines.map(points)
}

/// The width of a character including the gap after it, in units of the grid.
fn advance(character: char) -> f64 {
    let widest = polylines(character).flatten().map(|(x, _)| x).fold(0.0, f64::max);
    if character == ' ' { 2.0 * GAP } else { widest + GAP }
}

/// A font size with a cache of glyphs.
pub(super) struct Font {
    /// In pixels.
    size: usize,
    glyphs: BTreeMap<char, Mask>,
}

impl Font {
    pub(super) fn new(size: usize) -> Self {
        Font { size, glyphs: BTreeMap::new() }
    }

    /// The width of text in pixels.
    pub(super) fn width(&self, text: &str) -> usize {
        let units: f64 = text.chars().map(advance).sum();
        ((units - GAP).max(0.0) * self.size as f64 / 10.0).ceil() as usize
    }

    /// Writes text whose baseline begins here.
    pub(super) fn write(
        &mut self,
        canvas: &mut Canvas,
        (x, baseline): (usize, usize),
        text: &str,
        ink: Colour,
    ) {
        let unit = self.size as f64 / 10.0;
        // Half of the stroke width extends above and to the left of the grid.
        let top = (baseline as f64 - (BASELINE + HALF_STROKE) * unit).round().max(0.0) as usize;
        let mut left = x as f64;
        for character in text.chars() {
            let glyph = self.glyphs.entry(character).or_insert_with(|| {
                Mask::of(&Shape::strokes(polylines(character), HALF_STROKE), self.size)
            });
            canvas.stamp((left.round() as usize, top), glyph, ink);
            left += advance(character) * unit;
        }
    }
}
