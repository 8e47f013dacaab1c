//! Privileged functions: those with side effects. Views and triggers can't call them.

use super::functions::{add, text};
use super::source::Source;
use crate::watch::TimeLimit;
use rusqlite::Connection;
use rusqlite::functions::FunctionFlags;
use rusqlite::types::Value;
use std::ffi::CStr;
use std::path::Path;
use std::sync::Arc;

/// A function's name and number of arguments.
type Name = (&'static CStr, i32);

const ATTACH: Name = (c"nq_attach", 1);
const SEAL: Name = (c"nq_seal", 0);
const LIMIT: Name = (c"nq_time_limit", 1);

const FLAGS: FunctionFlags = FunctionFlags::SQLITE_UTF8.union(FunctionFlags::SQLITE_DIRECTONLY);

/// Registers `nq_attach(path)` and `nq_seal()`, which makes the privileged functions fail from then on.
pub(super) fn register(connection: &Connection, source: &Arc<Source>) -> rusqlite::Result<()> {
    add(connection, source, ATTACH, FLAGS, |source, arguments| {
        source.check_unsealed()?;
        Ok(text(source.attach(Path::new(&*arguments.text(0)))?))
    })?;
    add(connection, source, SEAL, FLAGS, |source, _| {
        source.seal();
        Ok(Value::Integer(1))
    })
}

/// Registers `nq_time_limit(seconds)`, which returns the new limit.
pub(super) fn register_limit(
    connection: &Connection,
    source: &Arc<Source>,
    set_limit: Box<dyn Fn(TimeLimit) + Send>,
) -> rusqlite::Result<()> {
    add(connection, source, LIMIT, FLAGS, move |source, arguments| {
        source.check_unsealed()?;
        let limit: TimeLimit = arguments.text(0).parse()?;
        set_limit(limit);
        Ok(Value::Real(limit.0.as_secs_f64()))
    })
}

/// Removes the functions, which an earlier load of the extension may have registered.
pub(super) fn remove(connection: &Connection) -> rusqlite::Result<()> {
    [ATTACH, SEAL, LIMIT]
        .into_iter()
        .try_for_each(|(name, arity)| connection.remove_function(name, arity))
}
