//! Pictures as PNG files: a `board`, also as a link preview, and a `sheet` of boards with captions in a `font`.
//! `raster` draws the pixels.

mod board;
mod font;
mod raster;
mod sheet;
