//! Filled shapes on a canvas of pixels, text, and the canvas as a PNG file.

use crate::picture::style::{Colour, Crown};
use ab_glyph::{Font as _, FontRef, PxScale, point};
use ab_glyph_rasterizer::{Point, Rasterizer};
use std::f32::consts::TAU;

/// The side of the box that shapes are drawn in.
const BOX: f32 = 100.0;

/// The number of corners that a disc is drawn with.
const CORNERS: u8 = 64;

/// A shape: polygons, which may overlap, in a box of 100 × 100.
pub(super) struct Shape(Vec<Vec<Point>>);

impl Shape {
    /// A queen.
    pub(super) fn crown() -> Self {
        let corner = |(x, y): (u8, u8)| point(x.into(), y.into());
        let [x, y, width, height] = Crown::BASE;
        let base = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)];
        let mut polygons = vec![Crown::CORNERS.map(corner).to_vec(), base.map(corner).to_vec()];
        polygons.extend(Crown::TIPS.map(|tip| disc(corner(tip), Crown::TIP_RADIUS.into())));
        Shape(polygons)
    }

    /// Two diagonal bars from 30 to 70.
    pub(super) fn cross() -> Self {
        let [one, other] = [30.0, 70.0];
        Shape(vec![
            bar(point(one, one), point(other, other), 5.0),
            bar(point(other, one), point(one, other), 5.0),
        ])
    }

    /// Lines between the middles of squares of a board of size `n`, a tenth of a square wide. The ends are columns and
    /// lines.
    pub(super) fn lines(joined: &[[(usize, usize); 2]], n: usize) -> Self {
        let square = BOX / n as f32;
        let middle = |(column, line): (usize, usize)| {
            point((column as f32 + 0.5) * square, (line as f32 + 0.5) * square)
        };
        let line = |&[from, to]: &[(usize, usize); 2]| bar(middle(from), middle(to), square / 20.0);
        Shape(joined.iter().map(line).collect())
    }

    /// A small disc in the middle.
    pub(super) fn dot() -> Self {
        Shape(vec![disc(point(50.0, 50.0), 10.0)])
    }
}

fn disc(centre: Point, radius: f32) -> Vec<Point> {
    let corner = |place| {
        let angle = f32::from(place) * TAU / f32::from(CORNERS);
        point(centre.x + radius * angle.cos(), centre.y + radius * angle.sin())
    };
    (0..CORNERS).map(corner).collect()
}

/// A line between two points, `2 * half` wide.
fn bar(from: Point, to: Point, half: f32) -> Vec<Point> {
    let along = to - from;
    let scale = half / along.x.hypot(along.y).max(f32::MIN_POSITIVE);
    let side = point(-along.y * scale, along.x * scale);
    vec![from + side, to + side, to - side, from - side]
}

/// The share of each pixel of a square that a shape covers, 0 to 1, by row, then by column.
pub(super) struct Mask {
    side: usize,
    covered: Vec<f32>,
}

impl Mask {
    /// A shape in a square with a side of `side` pixels.
    pub(super) fn of(shape: &Shape, side: usize) -> Self {
        let mut rasterizer = Rasterizer::new(side, side);
        let pixel = side as f32 / BOX;
        let place = |corner: &Point| point(corner.x * pixel, corner.y * pixel);
        for polygon in &shape.0 {
            let edges = polygon.iter().zip(polygon.iter().cycle().skip(1));
            // The areas of polygons in the two directions would cancel where they overlap.
            let area: f32 = edges.clone().map(|(from, to)| from.x * to.y - from.y * to.x).sum();
            for (from, to) in edges {
                let (from, to) = if area < 0.0 { (to, from) } else { (from, to) };
                rasterizer.draw_line(place(from), place(to));
            }
        }
        let mut covered = vec![0.0; side * side];
        rasterizer.for_each_pixel(|place, share| covered[place] = share);
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
        for (line, covered) in mask.covered.chunks(mask.side.max(1)).enumerate() {
            for (place, &share) in covered.iter().enumerate().filter(|(_, share)| **share > 0.0) {
                self.blend((x + place, y + line), colour, share);
            }
        }
    }

    /// Blends a colour into a pixel, if it is on the canvas.
    fn blend(&mut self, (x, y): (usize, usize), colour: Colour, share: f32) {
        let row = self.pixels.chunks_mut(self.width).nth(y);
        if let Some(pixel) = row.and_then(|row| row.get_mut(x)) {
            *pixel = Colour(*pixel).towards(colour, f64::from(share).min(1.0)).0;
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

/// The letters, digits and signs of ASCII and Latin-1 of Roboto, and those of captions: Copyright 2011 Google Inc., Apache
/// License 2.0, a subset by pyftsubset without hints and kerning.
const ROBOTO: &[u8] = include_bytes!("Roboto.ttf");

/// The font in a size.
pub(super) struct Font {
    font: FontRef<'static>,
    scale: PxScale,
}

impl Font {
    /// `size` is that of an em, in pixels.
    pub(super) fn new(size: usize) -> Self {
        let font = FontRef::try_from_slice(ROBOTO).expect("the built-in font is valid");
        let em = font.units_per_em().unwrap_or(1.0);
        let scale = PxScale::from(size as f32 * font.height_unscaled() / em);
        Font { font, scale }
    }

    /// The width of text in pixels.
    pub(super) fn width(&self, text: &str) -> usize {
        text.chars().map(|character| self.advance(character)).sum::<f32>().ceil() as usize
    }

    fn advance(&self, character: char) -> f32 {
        let unit = self.scale.x / self.font.height_unscaled();
        self.font.h_advance_unscaled(self.font.glyph_id(character)) * unit
    }

    /// Writes text whose baseline begins here. What is not on the canvas is cut off.
    pub(super) fn write(
        &self,
        canvas: &mut Canvas,
        (x, baseline): (usize, usize),
        text: &str,
        ink: Colour,
    ) {
        let mut left = x as f32;
        for character in text.chars() {
            let place = point(left, baseline as f32);
            let glyph = self.font.glyph_id(character).with_scale_and_position(self.scale, place);
            left += self.advance(character);
            let Some(outline) = self.font.outline_glyph(glyph) else { continue };
            let corner = outline.px_bounds().min;
            outline.draw(|x, y, share| {
                let (x, y) = (corner.x + x as f32, corner.y + y as f32);
                if x >= 0.0 && y >= 0.0 {
                    canvas.blend((x as usize, y as usize), ink, share);
                }
            });
        }
    }
}
