//! The loadable extension, built by the command of docs/sql.md without its `--release`: the profile of the
//! tests optimises as well, and shares what is compiled already.

use rusqlite::{Connection, LoadExtensionGuard};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// What comes after `cargo rustc`, and in the document after `cargo rustc --release`.
pub(crate) const BUILD: &str =
    "--lib --crate-type cdylib --no-default-features --features extension";

/// The library: the one that `NQDB_TEST_EXTENSION` names, for tests of another processor, or else built at most once.
pub(crate) fn extension() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        if let Some(built) = std::env::var_os("NQDB_TEST_EXTENSION") {
            return built.into();
        }
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
        let mut cargo = Command::new(env!("CARGO"));
        cargo.arg("rustc").args(BUILD.split(' ')).arg("--target-dir").arg(target);
        let output = cargo.current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        let (prefix, suffix) = (std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
        let library = target.join("debug").join(format!("{prefix}nqdb{suffix}"));
        assert!(library.is_file(), "{} is missing", library.display());
        library
    })
}

/// The entry point for the owner of a connection.
pub(crate) const OWNER: &str = "sqlite3_nqdbowner_init";

/// Loads the extension through its plain entry point.
pub(crate) fn load(connection: &Connection) {
    load_by(connection, None);
}

/// Loads the extension through the entry point for the owner.
pub(crate) fn load_for_owner(connection: &Connection) {
    load_by(connection, Some(OWNER));
}

#[allow(unsafe_code)]
fn load_by(connection: &Connection, entry: Option<&str>) {
    // SAFETY: the library is the one that was just built from this package.
    unsafe {
        let _guard = LoadExtensionGuard::new(connection).unwrap();
        connection.load_extension(extension(), entry).unwrap();
    }
}
