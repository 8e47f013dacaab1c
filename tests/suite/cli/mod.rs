//! The command line: answers, forms, and what it says of mistakes.

mod answers;
mod bulk;
mod completion;
mod find;
mod first_contact;
mod long_statements;
mod mistakes;
mod notations;
mod numbers;
mod output_file;
#[cfg(feature = "png")]
mod partial_boards;
mod pictures;
mod prompt;
mod rows;
mod selections;
#[cfg(feature = "png")]
mod sheets;
mod shells;
mod svg;
