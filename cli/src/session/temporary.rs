//! Limits the writes of a session to temporary tables, up to a size.

use rusqlite::hooks::{AuthAction, AuthContext, Authorization};
use rusqlite::{Connection, Result};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The most bytes of all temporary tables together.
pub(super) const MOST_BYTES: u64 = 1 << 30;

/// The schema of the temporary tables.
const TEMP: &str = "temp";

/// The write targets of the statements prepared since the last reset.
#[derive(Default)]
pub(super) struct Targets {
    temporary: AtomicBool,
    other: AtomicBool,
}

impl Targets {
    /// Watches the statements of a connection, and limits the size of its temporary tables.
    pub(super) fn watching(connection: &Connection) -> Result<Arc<Self>> {
        let page: u64 = connection.pragma_query_value(Some(TEMP), "page_size", |row| row.get(0))?;
        let pages = MOST_BYTES / page;
        connection.pragma_update_and_check(Some(TEMP), "max_page_count", pages, |_| Ok(()))?;
        let targets = Arc::new(Targets::default());
        let seen = Arc::clone(&targets);
        let note = move |context: AuthContext<'_>| {
            seen.note(&context);
            Authorization::Allow
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
            // Some versions of SQLite, such as 3.40, report it when a statement is the first to read a virtual table.
            // Statements that change a schema report other actions too.
            Update { table_name: "sqlite_master", .. } => return,
            AlterTable { database_name, .. } => Some(database_name),
            CreateIndex { .. }
            | CreateTable { .. }
            | CreateTrigger { .. }
            | CreateView { .. }
            | CreateTempIndex { .. }
            | CreateTempTable { .. }
            | CreateTempTrigger { .. }
            | CreateTempView { .. }
            | CreateVtable { .. }
            | DropIndex { .. }
            | DropTable { .. }
            | DropTrigger { .. }
            | DropView { .. }
            | DropTempIndex { .. }
            | DropTempTable { .. }
            | DropTempTrigger { .. }
            | DropTempView { .. }
            | DropVtable { .. }
            | Insert { .. }
            | Update { .. }
            | Delete { .. }
            | Reindex { .. }
            | Analyze { .. } => context.database_name,
            _ => return,
        };
        let target = if schema == Some(TEMP) { &self.temporary } else { &self.other };
        target.store(true, Relaxed);
    }
}
