//! The pages, complete without their scripts, which only make them quicker: `frame` is around each of them, `board`
//! draws, and the others are one view each.

mod about;
mod board;
mod failure;
mod frame;
mod home;
mod icon;
mod list;
mod place;
mod puzzles;
mod solution;
mod words;

pub(crate) use about::about;
pub(crate) use failure::failure;
pub(crate) use frame::Frame;
pub(crate) use home::home;
pub(crate) use list::list;
pub(crate) use place::place;
pub(crate) use puzzles::puzzles;
pub(crate) use solution::{orbit, solution};
