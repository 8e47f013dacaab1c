//! [`NewFile`], which `nqdb/_columns.py` uses.

use nqdb::internal::lock;
use nqdb_dataset::Target;
use pyo3::prelude::*;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// A file with a temporary path, until it is complete: then it gets its own.
#[pyclass(module = "nqdb._nqdb", frozen)]
pub(crate) struct NewFile(Mutex<Option<Target>>);

#[pymethods]
impl NewFile {
    #[new]
    fn new(path: PathBuf) -> io::Result<Self> {
        Ok(NewFile(Mutex::new(Some(Target::file(&path)?))))
    }

    /// The temporary path; None for a device, and once the file is complete or removed.
    #[getter]
    fn path(&self) -> Option<PathBuf> {
        lock(&self.0).as_ref()?.part().map(Path::to_owned)
    }

    /// Gives the file its path.
    fn complete(&self, py: Python<'_>) -> io::Result<()> {
        let file = lock(&self.0).take();
        py.detach(|| file.map_or(Ok(()), Target::complete))
    }

    /// Removes the file, unless it is complete.
    fn remove(&self) {
        *lock(&self.0) = None;
    }
}
