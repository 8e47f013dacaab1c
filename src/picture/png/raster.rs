//! Filled shapes on a canvas of pixels, and the canvas as a PNG file.

use crate::picture::colour::Colour;
use crate::picture::crown::Crown;

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
    pub(super) fn strokes(lines: impl Iterator<Item = Vec<(f64, f64)>>, half: f64) -> Self {
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

    /// Fills a square, which must be on the canvas entirely.
    pub(super) fn fill(&mut self, (x, y): (usize, usize), side: usize, colour: Colour) {
        for row in self.pixels.chunks_mut(self.width).skip(y).take(side) {
            row[x..x + side].fill(colour.0);
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

    /// The canvas as a PNG file.
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
