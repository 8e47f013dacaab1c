//! The SQL functions and tables, in rusqlite connections and as a loadable extension.

mod calls;
mod extension;
mod functions;
mod hosts;
mod interrupts;
mod owner;
mod pushdown;
mod tables;
