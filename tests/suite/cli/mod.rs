//! The command line: answers, forms, and what it says of mistakes.

mod answers;
mod bulk;
mod completion;
mod find;
mod long_statements;
mod mistakes;
mod notations;
#[cfg(feature = "png")]
mod partial_boards;
mod pictures;
mod prompt;
mod svg;
