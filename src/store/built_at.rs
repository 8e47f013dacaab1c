//! The time that a board says it was built at.

use super::build::error::BuildError;
use super::error::{StoreError, quoted};
use rusqlite::Connection;

/// The variable by which builds are made reproducible: seconds since 1970 in place of the time of the clock
/// (<https://reproducible-builds.org/specs/source-date-epoch/>).
const VARIABLE: &str = "SOURCE_DATE_EPOCH";

/// The last second of the year 9999.
const LAST_SECOND: i64 = 253_402_300_799;

/// An error where the variable is set to anything but a time; a build that takes hours checks it first.
pub(super) fn check_source_date() -> Result<(), StoreError> {
    source_date().map(|_| ())
}

/// The time of [`VARIABLE`], or else of the clock, such as `2026-11-22T18:58:45Z`.
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
