//! The SQLite version of a build.

use crate::store::schema::VERSION;
use crate::version::{SqliteVersion, Version};

impl Version {
    /// The version with the fields that depend on SQLite.
    pub(crate) fn with_sqlite(self) -> Self {
        let bundled = self.features.contains(&"bundled");
        let sqlite = Some(SqliteVersion { version: rusqlite::version(), bundled });
        Version { sqlite, schema_version: Some(VERSION), ..self }
    }
}
