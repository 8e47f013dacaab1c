//! Puzzles: given queens with exactly one completion. `series` makes and draws them, `sheet` has sheets to print, `play`
//! the page of one puzzle, `hint` what follows on a board, `daily` the puzzle of each day. None of them shows a solution
//! unless asked.

mod daily;
mod hint;
mod play;
mod series;
mod sheet;

pub(crate) use daily::{daily, dated, today_game, week};
pub(crate) use hint::hint;
pub(crate) use play::{Game, puzzle};
pub(crate) use series::{little_of, puzzle_size};
pub(crate) use sheet::puzzles;
