//! Data sets of N-queens completion tasks, and scores of answers to them.
//!
//! A task is a board with some given queens; its answers are all solutions that contain them. [`Tasks`] draws tasks of
//! one board size and one [`Split`], [`Layout`] turns them into lines of JSON, [`write_directory`] writes a data set
//! with its card and digests, and [`Scorer`] compares answers with the truth.
//!
//! # Splits
//!
//! Each orbit of solutions belongs to one split. A task belongs to a split if the orbits of all its answers do, and is
//! rejected if they belong to several. An image of a task (under the eight symmetries of the square) has the images of
//! its answers, so no image of a test task, and no image of an answer of one, is in another split. Within a split, no
//! task is an image of another.
//!
//! ```
//! use nqdb::{BoardSize, Database, NoWatch};
//! use nqdb_dataset::{Spec, Split, Tasks};
//! use std::sync::Arc;
//!
//! let board = Database::without_file().board(BoardSize::new(8)?)?;
//! let spec = Spec { completions: 2..=5, ..Spec::default() };
//! let mut tasks = Tasks::new(&board, &spec, Split::Train, Arc::new(NoWatch))?;
//! let task = tasks.next().expect("N = 8 has such boards")?;
//! assert!((2..=5).contains(&task.completions));
//! assert_eq!(task.answers.len() as u64, task.completions);
//! # Ok::<(), nqdb_dataset::Error>(())
//! ```

mod answer;
mod card;
mod directory;
mod error;
mod layout;
mod line;
mod score;
mod scorer;
mod spec;
mod tasks;

pub use card::Written;
pub use directory::{Convert, write_directory};
pub use error::{Error, Rejected, Result};
pub use layout::Layout;
pub use score::{Score, Summary};
pub use scorer::Scorer;
pub use spec::{Shares, Spec, Split};
pub use tasks::{Answer, Task, Tasks};
