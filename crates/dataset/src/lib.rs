//! Data sets of N-queens completion tasks.
#![doc = include_str!("../README.md")]
//!
//! [`Tasks`] draws tasks of one board size and one [`Split`], [`Layout`] turns them into lines of JSON, [`write_directory`]
//! writes a data set with its card and digests, and [`Scorer`] compares answers with the truth.
//!
//! # Splits
//!
//! Each orbit of solutions belongs to one split. A task belongs to a split if the orbits of all its answers do, and is
//! rejected if they belong to several. An image of a task (under the eight symmetries of the square) has the images of
//! its answers, so no image of a test task, and no image of an answer of one, is in another split. Within a split, no
//! task is an image of another.

mod answer;
mod card;
mod directory;
mod error;
mod layout;
mod line;
mod score;
mod scorer;
mod spec;
mod target;
mod tasks;

pub use card::Written;
pub use directory::{Convert, write_directory};
pub use error::{Error, Rejected, Result};
pub use layout::Layout;
pub use score::{Score, Summary};
pub use scorer::Scorer;
pub use spec::{Shares, Spec, Split};
pub use target::{NewDirectory, Target, unwritable};
pub use tasks::{Answer, Task, Tasks};
