//! The parts that pages share: `frame` surrounds each page, `board` draws boards. Pages work without scripts.

mod along;
pub(crate) mod board;
mod failure;
mod frame;
mod icon;
mod term;
mod words;

pub(crate) use along::{copied, download};
pub(crate) use failure::failure;
pub(crate) use frame::{Frame, View, data};
pub(crate) use icon::icon;
pub(crate) use term::term;
pub(crate) use words::{about, counted, duration, grouped, joined, percent, sentence};
