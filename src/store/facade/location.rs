//! The path of the database.

use crate::error::{Error, Result};
use etcetera::base_strategy::{BaseStrategy, Xdg};
use std::path::PathBuf;

/// The default database: `nqdb/nqdb.db` in the user's data directory (`$XDG_DATA_HOME`, else
/// `~/.local/share`).
pub fn default_path() -> Result<PathBuf> {
    let directories = Xdg::new().map_err(|_| Error::NoHome)?;
    Ok(directories.data_dir().join("nqdb").join("nqdb.db"))
}

/// The path of the database: `named`, or the value of the environment variable `NQDB_DB`, or the default. The file does
/// not have to exist.
pub fn locate(named: Option<PathBuf>) -> Result<PathBuf> {
    let from_environment = || std::env::var_os("NQDB_DB").filter(|name| !name.is_empty());
    match named.or_else(|| from_environment().map(PathBuf::from)) {
        Some(path) => Ok(path),
        None => default_path(),
    }
}
