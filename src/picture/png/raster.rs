//! Filled shapes on a canvas of pixels, text in a font of strokes, and the canvas as a PNG file.

use crate::picture::style::{Colour, Crown};
use std::collections::BTreeMap;

/// Scan lines per pixel, for antialiasing.
const LINES: usize = 8;

/// The side of the box that shapes are drawn in.
const BOX: f64 = 100.0;

/// Part of a shape, in a box of 100 × 100.
enum Figure {
    /// The corners of a polygon.
    Polygon(Vec<(f64, f64)>),
    /// Centre and radius.
    Disc((f64, f64), f64),
}

/// A shape, in a box of 100 × 100.
pub(super) struct Shape(Vec<Figure>);

impl Shape {
    /// A queen.
    pub(super) fn crown() -> Self {
        let point = |(x, y): (u8, u8)| (f64::from(x), f64::from(y));
        let [x, y, width, height] = Crown::BASE.map(f64::from);
        let base = vec![(x, y), (x + width, y), (x + width, y + height), (x, y + height)];
        let corners = Crown::CORNERS.map(point).to_vec();
        let mut figures = vec![Figure::Polygon(corners), Figure::Polygon(base)];
        let tip = |place| Figure::Disc(point(place), Crown::TIP_RADIUS.into());
        figures.extend(Crown::TIPS.map(tip));
        Shape(figures)
    }

    /// Two diagonal bars from 30 to 70.
    pub(super) fn cross() -> Self {
        Shape(vec![bar((30.0, 30.0), (70.0, 70.0), 5.0), bar((70.0, 30.0), (30.0, 70.0), 5.0)])
    }

    /// Polylines through these points, in tenths of the box, `2 * half` wide with round ends.
    fn strokes(lines: impl Iterator<Item = Vec<(f64, f64)>>, half: f64) -> Self {
        let scale = BOX / 10.0;
        let place = |(x, y): (f64, f64)| ((x + half) * scale, (y + half) * scale);
        let mut figures = Vec::new();
        for line in lines {
            let points: Vec<(f64, f64)> = line.into_iter().map(place).collect();
            figures.extend(points.windows(2).map(|ends| bar(ends[0], ends[1], half * scale)));
            figures.extend(points.into_iter().map(|point| Figure::Disc(point, half * scale)));
        }
        Shape(figures)
    }

    /// Lines between the middles of squares of a board of size `n`, a tenth of a square wide. The ends are columns and
    /// lines.
    pub(super) fn lines(joined: &[[(usize, usize); 2]], n: usize) -> Self {
        let square = BOX / n as f64;
        let middle = |(column, line): (usize, usize)| {
            ((column as f64 + 0.5) * square, (line as f64 + 0.5) * square)
        };
        let line = |&[from, to]: &[(usize, usize); 2]| bar(middle(from), middle(to), square / 20.0);
        Shape(joined.iter().map(line).collect())
    }

    /// A small disc in the middle.
    pub(super) fn dot() -> Self {
        Shape(vec![Figure::Disc((50.0, 50.0), 10.0)])
    }

    /// The covered intervals of the line at y, ascending and disjoint.
    fn intervals(&self, y: f64) -> Vec<(f64, f64)> {
        let mut all: Vec<(f64, f64)> =
            self.0.iter().flat_map(|figure| figure.intervals(y)).collect();
        all.sort_by(|one, other| one.0.total_cmp(&other.0));
        let mut joined: Vec<(f64, f64)> = Vec::new();
        for (from, to) in all {
            match joined.last_mut() {
                Some(last) if from <= last.1 => last.1 = last.1.max(to),
                _ => joined.push((from, to)),
            }
        }
        joined
    }
}

/// A line between two points, `2 * half` wide.
fn bar(from: (f64, f64), to: (f64, f64), half: f64) -> Figure {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let scale = half / dx.hypot(dy).max(f64::MIN_POSITIVE);
    let (side_x, side_y) = (-dy * scale, dx * scale);
    Figure::Polygon(vec![
        (from.0 + side_x, from.1 + side_y),
        (to.0 + side_x, to.1 + side_y),
        (to.0 - side_x, to.1 - side_y),
        (from.0 - side_x, from.1 - side_y),
    ])
}

impl Figure {
    fn intervals(&self, y: f64) -> Vec<(f64, f64)> {
        match self {
            Figure::Disc((centre_x, centre_y), radius) => {
                let half = (radius * radius - (y - centre_y).powi(2)).max(0.0).sqrt();
                if half > 0.0 { vec![(centre_x - half, centre_x + half)] } else { Vec::new() }
            }
            Figure::Polygon(corners) => {
                let edges = corners.iter().zip(corners.iter().cycle().skip(1));
                let crossed = edges.filter(|(from, to)| (from.1 <= y) != (to.1 <= y));
                let crossing = |(from, to): (&(f64, f64), &(f64, f64))| {
                    from.0 + (y - from.1) / (to.1 - from.1) * (to.0 - from.0)
                };
                let mut crossings: Vec<f64> = crossed.map(crossing).collect();
                crossings.sort_by(f64::total_cmp);
                crossings.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
            }
        }
    }
}

/// The share of each pixel of a square that a shape covers, 0 to 1, by row, then by column.
pub(super) struct Mask {
    side: usize,
    covered: Vec<f32>,
}

impl Mask {
    /// A shape in a square with a side of `side` pixels.
    pub(super) fn of(shape: &Shape, side: usize) -> Self {
        let mut covered = vec![0.0; side * side];
        let pixel = side as f64 / BOX;
        for (line, row) in covered.chunks_mut(side.max(1)).enumerate() {
            for part in 0..LINES {
                let y = line as f64 + (part as f64 + 0.5) / LINES as f64;
                for (from, to) in shape.intervals(y / pixel) {
                    cover(row, from * pixel, to * pixel);
                }
            }
        }
        Mask { side, covered }
    }

    /// The mask eroded by `distance` pixels horizontally and vertically.
    pub(super) fn inner(&self, distance: usize) -> Self {
        let eroded = |covered: &[f32], step: usize| {
            let least = |place: usize| {
                let along = place / step % self.side;
                let near = (along.saturating_sub(distance)..=along + distance)
                    .filter(|&other| other < self.side);
                let near = near.map(|other| covered[place + other * step - along * step]);
                near.fold(1.0, f32::min)
            };
            (0..covered.len()).map(least).collect::<Vec<f32>>()
        };
        Mask { side: self.side, covered: eroded(&eroded(&self.covered, 1), self.side) }
    }
}

/// Adds the interval of a scan line to a row of pixels.
fn cover(row: &mut [f32], from: f64, to: f64) {
    let (from, to) = (from.max(0.0), to.min(row.len() as f64));
    for (place, covered) in row.iter_mut().enumerate().take(to.ceil() as usize).skip(from as usize)
    {
        let part = to.min(place as f64 + 1.0) - from.max(place as f64);
        *covered += (part.max(0.0) / LINES as f64) as f32;
    }
}

/// RGB pixels.
pub(super) struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<[u8; 3]>,
}

impl Canvas {
    /// A canvas of one colour. Width and height must be at least 1.
    pub(super) fn new((width, height): (usize, usize), colour: Colour) -> Self {
        Canvas { width, height, pixels: vec![colour.0; width * height] }
    }

    /// Fills a rectangle of this width and height, which must be on the canvas entirely.
    pub(super) fn fill(
        &mut self,
        (x, y): (usize, usize),
        (width, height): (usize, usize),
        colour: Colour,
    ) {
        for row in self.pixels.chunks_mut(self.width).skip(y).take(height) {
            row[x..x + width].fill(colour.0);
        }
    }

    /// Blends a colour into the pixels that a mask covers. The mask must be on the canvas entirely.
    pub(super) fn stamp(&mut self, (x, y): (usize, usize), mask: &Mask, colour: Colour) {
        let rows = self.pixels.chunks_mut(self.width).skip(y);
        for (row, covered) in rows.zip(mask.covered.chunks(mask.side.max(1))) {
            for (pixel, &share) in
                row[x..].iter_mut().zip(covered).filter(|(_, share)| **share > 0.0)
            {
                *pixel = Colour(*pixel).towards(colour, f64::from(share).min(1.0)).0;
            }
        }
    }

    pub(super) fn png(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Balanced);
        // Most rows equal the row above.
        encoder.set_filter(png::Filter::Up);
        let written = encoder.write_header().and_then(|mut writer| {
            writer.write_image_data(self.pixels.as_flattened())?;
            writer.finish()
        });
        written.expect("writing to a Vec succeeds, and the size matches the pixels");
        bytes
    }
}

// The font: a glyph is a few lines between points of a grid whose unit is a tenth of the font size, drawn at any size.
// Capitals and digits extend from y = 0 to the baseline at y = 6; small letters begin at y = 2; descenders end at y = 8.

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
        '…' => "06 26 46",
        ':' => "03 06",
        '≈' => "0211223141 0414253444",
        '±' => "0242 2024 0646",
        '%' => "0640 00 46",
        '?' => "01103041422324 26",
        '(' => "10020517",
        ')' => "00121507",
        '°' => "0110211201",
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
