//! The database file: who may use it, how it is built, and what a crash or damage does to it.

mod files;
mod indexed;
mod kill;
mod stopping;
