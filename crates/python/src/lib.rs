//! `nqdb._nqdb`, the native module of the Python package `nqdb`.
//!
//! It adds Python's types and no logic. `database`, `board`, `orbit` and `picture` are the classes, `functions` has what
//! needs no database, `sql`, `columns`, `dataset` and `comparison` support `nqdb/_sql.py`, `nqdb/_columns.py`,
//! `nqdb/_sequences.py`, `nqdb/_dataset.py` and `nqdb/_comparison.py`. Below them: `arguments` and `json` convert
//! arguments, `answers` and `arrays` make results, `errors` makes exceptions, `signals` ends long calls on Ctrl-C, and
//! `source` is the file that a database and its boards read.

mod answers;
mod arguments;
mod arrays;
mod board;
mod columns;
mod comparison;
mod database;
mod dataset;
mod errors;
mod functions;
mod json;
mod orbit;
mod picture;
mod signals;
mod source;
mod sql;

use pyo3::prelude::*;

/// The native module of nqdb.
#[pymodule]
mod _nqdb {
    use super::*;

    #[pymodule_export]
    use super::answers::Estimate;
    #[pymodule_export]
    use super::board::{Board, SolutionIterator};
    #[pymodule_export]
    use super::columns::{Batches, Order};
    #[pymodule_export]
    use super::comparison::{NativeComparison, compare};
    #[pymodule_export]
    use super::database::{BoardInfo, Database};
    #[pymodule_export]
    use super::dataset::{Dataset, score_lines};
    #[pymodule_export]
    use super::functions::{
        build, canonical, canonical_conditions, check, conditions_stabilizer, default_path, image,
        images, is_solution, orbit_graph, permutation_at, permutation_index, puzzle, puzzles,
        queens, solve, symmetries, text, unique,
    };
    #[pymodule_export]
    use super::orbit::{Orbit, OrbitIterator};
    #[pymodule_export]
    use super::picture::{Picture, picture};
    #[pymodule_export]
    use super::sql::{Function, Functions, ProgressHandler};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        signals::register_exit_hook(module.py())?;
        source::count_forks(module.py())
    }
}
