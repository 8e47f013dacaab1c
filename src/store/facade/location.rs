//! The path of the database.

use crate::error::{Error, Result};
use std::env;
use std::path::PathBuf;

/// The default database: `nqdb/nqdb.db` in the user's data directory, which is `$XDG_DATA_HOME`, or `~/.local/share`
/// without it, and on Windows `%LOCALAPPDATA%`.
pub fn default_path() -> Result<PathBuf> {
    Ok(data_directory().ok_or(Error::NoHome)?.join("nqdb").join("nqdb.db"))
}

fn data_directory() -> Option<PathBuf> {
    let named = |variable| {
        let path = env::var_os(variable).map(PathBuf::from);
        path.filter(|path| path.is_absolute())
    };
    if cfg!(windows) {
        return named("LOCALAPPDATA");
    }
    named("XDG_DATA_HOME").or_else(|| Some(env::home_dir()?.join(".local/share")))
}

/// The path of the database: `named`, or the value of the environment variable `NQDB_DB`, or the default. The file does
/// not have to exist.
pub fn locate(named: Option<PathBuf>) -> Result<PathBuf> {
    let from_environment = || env::var_os("NQDB_DB").filter(|name| !name.is_empty());
    match named.or_else(|| from_environment().map(PathBuf::from)) {
        Some(path) => Ok(path),
        None => default_path(),
    }
}
