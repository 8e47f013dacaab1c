//! `nqdb._nqdb`, the native module of the Python package `nqdb`.
//!
//! It adds Python's types and no logic. `database`, `board`, `orbit`, `info`, `estimate` and `picture` are the classes,
//! `functions` and `puzzles` have what needs no database, `sql`, `columns`, `order` and `dataset` support `nqdb/_sql.py`,
//! `nqdb/_columns.py`, `nqdb/_sequences.py` and `nqdb/_dataset.py`. Below
//! them: `arguments` converts arguments, `answers` and `arrays` make results, `errors` makes exceptions, `signals` ends
//! long calls on Ctrl-C, `source` is the file that a database and its boards read, `shared` an iterator used by several
//! threads, and `forks` reopens files in forked processes.

mod answers;
mod arguments;
mod arrays;
mod board;
mod columns;
mod database;
mod dataset;
mod errors;
mod estimate;
mod forks;
mod functions;
mod info;
mod orbit;
mod order;
mod picture;
mod puzzles;
mod shared;
mod signals;
mod source;
mod sql;

use pyo3::prelude::*;

/// The native module of nqdb.
#[pymodule]
mod _nqdb {
    use super::*;

    #[pymodule_export]
    use super::board::{Board, Boards};
    #[pymodule_export]
    use super::columns::Columns;
    #[pymodule_export]
    use super::database::Database;
    #[pymodule_export]
    use super::dataset::{Dataset, score_lines};
    #[pymodule_export]
    use super::estimate::Estimate;
    #[pymodule_export]
    use super::functions::{
        build, canonical, complete, default_path, images, is_solution, perm_at, perm_index, queens,
        solve, symmetries, write,
    };
    #[pymodule_export]
    use super::info::BoardInfo;
    #[pymodule_export]
    use super::orbit::{Orbit, Orbits};
    #[pymodule_export]
    use super::order::Order;
    #[pymodule_export]
    use super::picture::{Picture, picture};
    #[pymodule_export]
    use super::puzzles::{pattern_canonical, pattern_stabilizer, puzzle, puzzles, unique};
    #[pymodule_export]
    use super::sql::{Function, Functions, ProgressHandler};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        signals::register_exit_hook(module.py())?;
        forks::count(module.py())
    }
}
