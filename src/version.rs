//! Information about this build of nqdb: features, SQLite version, instruction set.

use crate::search::kernel::Kernel;
#[cfg(feature = "sqlite")]
use crate::store;
use serde::Serialize;

/// Information about this build of nqdb and the machine it runs on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Version {
    /// The version of nqdb.
    pub version: &'static str,
    /// The enabled features; see [the crate](crate#features).
    pub features: Vec<&'static str>,
    /// The processor, operating system and C library, such as `x86_64-linux-gnu`.
    pub target: String,
    /// The instruction set that searches use on this processor: `avx512`, `avx2`, `neon`, `simd128` or `plain`.
    pub instruction_set: &'static str,
    /// The SQLite in use; `None` without the feature `sqlite`.
    pub sqlite: Option<SqliteVersion>,
    /// The schema version of the files it writes; `None` without the feature `sqlite`.
    pub schema_version: Option<i32>,
}

/// The SQLite that a build uses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SqliteVersion {
    /// Its version, such as `3.40.1`.
    pub version: &'static str,
    /// Whether it is bundled; otherwise it is the system SQLite.
    pub bundled: bool,
}

/// Returns information about this build of nqdb.
///
/// ```
/// let version = nqdb::version();
/// assert_eq!(version.version.split('.').count(), 3);
/// assert_eq!(version.features.contains(&"sqlite"), version.sqlite.is_some());
/// ```
pub fn version() -> Version {
    let version = Version {
        version: env!("CARGO_PKG_VERSION"),
        features: FEATURES.into_iter().filter_map(|(name, is_on)| is_on.then_some(name)).collect(),
        target: target(),
        instruction_set: Kernel::best().name(),
        sqlite: None,
        schema_version: None,
    };
    #[cfg(feature = "sqlite")]
    let version = Version {
        sqlite: Some(SqliteVersion {
            version: store::sqlite_version(),
            bundled: cfg!(feature = "bundled"),
        }),
        schema_version: Some(store::SCHEMA_VERSION),
        ..version
    };
    version
}

/// The features of Cargo.toml, and whether each is enabled.
const FEATURES: [(&str, bool); 3] = [
    ("png", cfg!(feature = "png")),
    ("sqlite", cfg!(feature = "sqlite")),
    ("bundled", cfg!(feature = "bundled")),
];

fn target() -> String {
    use std::env::consts::{ARCH, OS};
    let library = match () {
        _ if cfg!(target_env = "gnu") => "-gnu",
        _ if cfg!(target_env = "musl") => "-musl",
        _ if cfg!(target_env = "msvc") => "-msvc",
        _ => "",
    };
    format!("{ARCH}-{OS}{library}")
}
