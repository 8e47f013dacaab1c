//! What the pages share, which are complete without their scripts: `frame` is around each of them, `board` draws.

mod along;
pub(crate) mod board;
mod failure;
mod frame;
mod icon;
mod words;

pub(crate) use along::{copied, download};
pub(crate) use failure::failure;
pub(crate) use frame::{Frame, View, data};
pub(crate) use icon::icon;
pub(crate) use words::{about, breaking, counted, duration, grouped, percent};
