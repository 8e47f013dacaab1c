//! The parts that pages share: `frame` surrounds each page, `board` draws boards, `parts` has the small ones, `citation` the citations. Pages
//! work without scripts.

pub(crate) mod board;
mod citation;
mod frame;
mod parts;

pub(crate) use citation::{cite, is_public};
pub(crate) use frame::{Frame, View, data, failure, preview_of};
pub(crate) use parts::{
    NUMBERED, about, card, copied, counted, download, duration, grouped, icon, joined, percent,
    projector, queens_of, rule, sentence, table, term,
};
