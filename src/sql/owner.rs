//! Functions with effects, for the owner of a connection. No view or trigger may call them.

use super::functions::{add, text};
use super::source::Source;
use rusqlite::Connection;
use rusqlite::functions::FunctionFlags;
use rusqlite::types::Value;
use std::ffi::CStr;
use std::path::Path;
use std::sync::Arc;

/// A function's name and number of arguments.
pub(super) type Name = (&'static CStr, i32);

pub(super) const ATTACH: Name = (c"nq_attach", 1);
pub(super) const SEAL: Name = (c"nq_seal", 0);

pub(super) fn flags() -> FunctionFlags {
    FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DIRECTONLY
}

/// Registers `nq_attach(path)`, and `nq_seal()`, after which the functions for the owner fail.
pub(super) fn register(connection: &Connection, source: &Arc<Source>) -> rusqlite::Result<()> {
    add(connection, source, ATTACH, flags(), |source, arguments| {
        source.check_unsealed()?;
        Ok(text(source.attach(Path::new(&*arguments.text(0)))?))
    })?;
    add(connection, source, SEAL, flags(), |source, _| {
        source.seal();
        Ok(Value::Integer(1))
    })
}
