//! The commands: results, formats, and messages for wrong input.

mod answers;
mod bulk;
mod columns;
mod compare;
mod completion;
mod conditions;
mod dataset;
mod estimates;
mod first_contact;
mod half_column;
mod heatmap;
mod long_statements;
mod mistakes;
mod notations;
mod notes;
mod numbers;
mod orbit_graph;
mod output_file;
mod pictures;
mod prompt;
mod random;
#[cfg(unix)]
mod random_lines;
mod read_back;
mod rows;
mod selections;
mod sheets;
mod shells;
mod solve;
