//! Pictures of boards and heat maps as Unicode or ASCII text, as SVG and, with the feature `png`, as PNG.
//!
//! Row 1 is at the top, column 1 on the left, and that corner is light, except with [`Coordinates::Chess`]. The queens
//! of a picture, at most one per column, may attack each other.
//!
//! ```
//! use nqdb::{Permutation, picture::Picture};
//!
//! let permutation: Permutation = "2 1".parse()?;
//! let picture = Picture::of(&permutation);
//! assert_eq!(picture.ascii().to_string(), "\
//! +---+---+
//! |   | Q |
//! +---+---+
//! | Q |   |
//! +---+---+");
//! # Ok::<(), nqdb::Invalid>(())
//! ```

mod board;
mod chart;
mod conditions;
mod heat;
#[cfg(feature = "png")]
mod png;
mod sheet;
mod style;
mod text;

pub use crate::combinatorics::Origin;
pub use board::{Coordinates, Picture};
pub use conditions::ConditionsPicture;
pub use heat::HeatmapPicture;
pub use sheet::Sheet;
pub use style::Crown;
pub use text::TextPicture;
