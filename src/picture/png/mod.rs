//! Pictures as PNG files: a `board`, also as the preview of a page, and a `sheet` of boards with captions in a `font`.
//! `raster` has the pixels.

mod board;
mod font;
mod raster;
mod sheet;
