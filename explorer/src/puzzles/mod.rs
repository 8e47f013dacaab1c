//! Puzzles: given queens with exactly one completion. `sheet` has sheets to print, `play` the page of one puzzle,
//! `daily` the puzzle of each day. None of them shows a solution unless asked.

mod daily;
mod drawing;
mod play;
mod series;
mod sheet;

pub(crate) use daily::{Today, daily};
pub(crate) use drawing::unsolved;
pub(crate) use play::puzzle;
pub(crate) use sheet::puzzles;
