//! The SQL functions and tables, in rusqlite connections and as a loadable extension.

mod calls;
mod extension;
mod functions;
mod hosts;
mod pushdown;
mod tables;
