//! The loadable extension, whose path is in `NQDB_TEST_EXTENSION`. `tests/hosts/run` builds it, sets the variable, and
//! runs the tests that need it, which `cargo test` ignores.

use rusqlite::{Connection, LoadExtensionGuard};
use std::path::PathBuf;

/// The reason in the `#[ignore]` of each test that needs the extension.
const NEEDS: &str = "needs the loadable extension: tests/hosts/run";

/// The path of the extension, if there is one.
pub(crate) fn extension_if_any() -> Option<PathBuf> {
    std::env::var_os("NQDB_TEST_EXTENSION").map(PathBuf::from)
}

/// The path of the extension.
pub(crate) fn extension() -> PathBuf {
    extension_if_any().expect(NEEDS)
}

/// The privileged entry point.
pub(crate) const OWNER: &str = "sqlite3_nqdbowner_init";

/// Loads the extension through its plain entry point.
pub(crate) fn load(connection: &Connection) {
    load_by(connection, None);
}

/// Loads the extension through the privileged entry point.
pub(crate) fn load_for_owner(connection: &Connection) {
    load_by(connection, Some(OWNER));
}

#[allow(unsafe_code)]
fn load_by(connection: &Connection, entry: Option<&str>) {
    // SAFETY: the library was built from this package.
    unsafe {
        let _guard = LoadExtensionGuard::new(connection).unwrap();
        connection.load_extension(extension(), entry).unwrap();
    }
}
