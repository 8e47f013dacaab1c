//! The build time of a board.

use super::build::options::BuildError;
use super::error::{StoreError, quoted};
use rusqlite::Connection;

/// The variable for reproducible builds: seconds since 1970, used instead of the clock
/// (<https://reproducible-builds.org/specs/source-date-epoch/>).
const VARIABLE: &str = "SOURCE_DATE_EPOCH";

/// 9999-12-31T23:59:59Z.
const LAST_SECOND: i64 = 253_402_300_799;

/// Fails if the variable is set but is not a time. A build that takes hours checks it first.
pub(super) fn check_source_date() -> Result<(), StoreError> {
    source_date().map(|_| ())
}

/// The time in [`VARIABLE`], or the current time, as `2026-11-22T18:58:45Z`.
pub(super) fn built_at(connection: &Connection) -> Result<String, StoreError> {
    let time = match source_date()? {
        Some(seconds) => format!("{seconds}, 'unixepoch'"),
        None => "'now'".to_owned(),
    };
    let sql = format!("SELECT strftime('%Y-%m-%dT%H:%M:%SZ', {time})");
    Ok(connection.query_row(&sql, [], |row| row.get(0))?)
}

fn source_date() -> Result<Option<i64>, StoreError> {
    let Some(value) = std::env::var_os(VARIABLE) else { return Ok(None) };
    let seconds = value.to_str().and_then(|text| text.parse().ok());
    match seconds.filter(|seconds| (0..=LAST_SECOND).contains(seconds)) {
        Some(seconds) => Ok(Some(seconds)),
        None => Err(BuildError::SourceDate { got: quoted(&value.to_string_lossy()) }.into()),
    }
}
