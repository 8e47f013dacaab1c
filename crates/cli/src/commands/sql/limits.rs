//! What the statements of a session may write, how much memory they may use, and how long a row may be that is printed.
//!
//! They write only temporary tables. What SQLite would put into temporary files, the content of temporary tables and of
//! sorts, is in memory, so that one limit applies to all that SQLite allocates.

use crate::error::{Result, failure};
use rusqlite::hooks::{AuthAction, AuthContext, Authorization};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, ErrorCode, Row, ffi};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The most bytes that SQLite may allocate, and the share of temporary tables, which keeps the rest free for statements.
const MOST_BYTES: u64 = 1 << 30;
const MOST_TEMPORARY: u64 = MOST_BYTES / 2;

/// The most bytes of the values of a row that is printed.
const LONGEST_ROW: usize = 64 << 20;

/// The pragmas that set limits on memory and files.
const PRAGMAS: [&str; 8] = [
    "cache_size",
    "cache_spill",
    "hard_heap_limit",
    "max_page_count",
    "mmap_size",
    "soft_heap_limit",
    "temp_store",
    "temp_store_directory",
];

/// The schema of the temporary tables.
const TEMP: &str = "temp";

pub(super) fn limit_memory(connection: &Connection) -> rusqlite::Result<()> {
    report_no_lack_of_memory();
    connection.pragma_update(None, "temp_store", "MEMORY")?;
    connection.pragma_update_and_check(None, "hard_heap_limit", MOST_BYTES, |_| Ok(()))?;
    let page: u64 = connection.pragma_query_value(Some(TEMP), "page_size", |row| row.get(0))?;
    let pages = MOST_TEMPORARY / page;
    connection.pragma_update_and_check(Some(TEMP), "max_page_count", pages, |_| Ok(()))
}

/// Reports no panics of rusqlite for lack of memory, which it does not return as errors.
fn report_no_lack_of_memory() {
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !panic.to_string().ends_with("with NULL data") {
            report(panic);
        }
    }));
}

/// The message for an error of SQLite with this code, if a limit was reached, or was to be changed.
pub(super) fn message(code: Option<ErrorCode>) -> Option<String> {
    Some(match code? {
        ErrorCode::DiskFull => {
            format!("no space: temporary tables are limited to {} MiB", MOST_TEMPORARY >> 20)
        }
        ErrorCode::OutOfMemory => format!(
            "out of memory: temporary tables and the values and sorts of a statement are limited to {} MiB together, \
             and to the memory of the system",
            MOST_BYTES >> 20
        ),
        ErrorCode::AuthorizationForStatementDenied => format!(
            "these pragmas can't be set, since they limit memory and files: {}",
            PRAGMAS.join(", ")
        ),
        _ => return None,
    })
}

/// The values of a row. Fails if they are too long to be printed.
pub(super) fn values<'r>(row: &'r Row<'_>, columns: usize) -> Result<Vec<ValueRef<'r>>> {
    let read = || (0..columns).map(|column| row.get_ref(column)).collect();
    let no_memory = || rusqlite::Error::SqliteFailure(ffi::Error::new(ffi::SQLITE_NOMEM), None);
    let values: rusqlite::Result<Vec<_>> =
        catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(|_| Err(no_memory()));
    let values = values?;
    let bytes = |value: &ValueRef<'_>| value.as_bytes().map_or(0, <[u8]>::len);
    match values.iter().map(bytes).sum() {
        ..=LONGEST_ROW => Ok(values),
        bytes => Err(failure!(
            "a row has {bytes} bytes, at most {LONGEST_ROW} can be printed; select parts of it (substr, length)"
        )),
    }
}

/// The write targets of the statements prepared since the last reset.
#[derive(Default)]
pub(super) struct Targets {
    temporary: AtomicBool,
    other: AtomicBool,
}

impl Targets {
    /// Watches the statements of a connection. Those that would change its limits fail.
    pub(super) fn watching(connection: &Connection) -> rusqlite::Result<Arc<Self>> {
        let targets = Arc::new(Targets::default());
        let seen = Arc::clone(&targets);
        let note = move |context: AuthContext<'_>| match context.action {
            AuthAction::Pragma { pragma_name, pragma_value: Some(_) }
                if PRAGMAS.iter().any(|name| name.eq_ignore_ascii_case(pragma_name)) =>
            {
                Authorization::Deny
            }
            _ => {
                seen.note(&context);
                Authorization::Allow
            }
        };
        connection.authorizer(Some(note))?;
        Ok(targets)
    }

    pub(super) fn reset(&self) {
        self.temporary.store(false, Relaxed);
        self.other.store(false, Relaxed);
    }

    /// Whether the statements write to temporary tables and nothing else.
    pub(super) fn are_temporary(&self) -> bool {
        self.temporary.load(Relaxed) && !self.other.load(Relaxed)
    }

    fn note(&self, context: &AuthContext<'_>) {
        use AuthAction::*;
        let schema = match context.action {
            // Some versions of SQLite, such as 3.40, report these for the first statement that reads a virtual table.
            // Statements that change a schema report other actions too.
            Insert { table_name: "sqlite_master" } | Update { table_name: "sqlite_master", .. } => {
                return;
            }
            AlterTable { database_name, .. } => Some(database_name),
            Select
            | Read { .. }
            | Function { .. }
            | Recursive
            | Pragma { .. }
            | Transaction { .. }
            | Savepoint { .. }
            | Attach { .. }
            | Detach { .. } => return,
            _ => context.database_name,
        };
        let target = if schema == Some(TEMP) { &self.temporary } else { &self.other };
        target.store(true, Relaxed);
    }
}
