//! Pictures: boards as text, sheets of boards and conditions as SVG and as PNG.

mod boards;
mod conditions;
mod sheets;

use nqdb::Permutation;
use nqdb::picture::Picture;

const INK: [u8; 3] = [0x2a, 0x20, 0x19];
const LIGHT: [u8; 3] = [0xf5, 0xeb, 0xd9];
const DARK: [u8; 3] = [0xc8, 0xa6, 0x7c];
const CROSS: [u8; 3] = [0xa3, 0x20, 0x1d];
const WHITE: [u8; 3] = [255; 3];

fn picture(queens: &str) -> Picture {
    Picture::of(&queens.parse::<Permutation>().expect("tests name permutations"))
}

/// A decoded PNG file.
struct Image {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

impl Image {
    fn read(file: &[u8]) -> Self {
        let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        assert_eq!((info.color_type, info.bit_depth), (png::ColorType::Rgb, png::BitDepth::Eight));
        Image { width: info.width as usize, height: info.height as usize, pixels }
    }

    /// The colour of a pixel.
    fn at(&self, x: usize, y: usize) -> [u8; 3] {
        self.pixels[3 * (y * self.width + x)..][..3].try_into().unwrap()
    }

    /// The widths of the frame and of a square.
    fn grid(&self, n: usize) -> (usize, usize) {
        let middle = self.width / 2;
        let frame = (0..middle).take_while(|&y| self.at(middle, y) == INK).count();
        (frame, (self.width - 2 * frame) / n)
    }

    fn count(&self, colour: [u8; 3]) -> usize {
        self.pixels.chunks(3).filter(|pixel| **pixel == colour).count()
    }
}
