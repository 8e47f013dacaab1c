//! What the file holds of a board before a build.

use super::built::{Built, Outcome};
use super::counts::PartialCounts;
use super::options::{BuildOptions, BuildTier};
use crate::combinatorics::BoardSize;
use crate::store::error::StoreError;
use crate::store::rows::{BoardRow, State};
use rusqlite::Connection;

/// The options with the tier of an unfinished build or rebuild, which is resumed, unless they name one.
pub(super) fn with_begun_tier(
    connection: &Connection,
    n: BoardSize,
    options: BuildOptions,
) -> Result<BuildOptions, StoreError> {
    let row = if options.rebuild { None } else { BoardRow::find(connection, n)? };
    let begun = match row.map(|row| (row.state, row.tier)) {
        Some((State::Building, tier)) => Some(tier),
        Some((State::Complete, _)) if is_rebuilding(connection, n, options)? => {
            Some(BuildTier::Indexed)
        }
        _ => None,
    };
    Ok(BuildOptions { tier: options.tier.or(begun), ..options })
}

/// The board, if it is complete and stays. An error where the file holds it on another tier than is asked for.
///
/// A complete board with the codec of the first version or with wrong totals counts as missing: the build
/// replaces it. So does one whose rebuild is not finished.
pub(super) fn existing(
    connection: &Connection,
    n: BoardSize,
    options: BuildOptions,
) -> Result<Option<Built>, StoreError> {
    let row = if options.rebuild { None } else { BoardRow::find(connection, n)? };
    let Some(row) = row else { return Ok(None) };
    if row.state == State::Complete
        && options.tier == Some(BuildTier::Indexed)
        && is_rebuilding(connection, n, options)?
    {
        return Ok(None);
    }
    let totals = match (row.state, row.totals()) {
        (State::Building, _) => None,
        (State::Complete, Ok(totals)) => Some(totals),
        (State::Complete, Err(StoreError::Codec { codec: 1, .. } | StoreError::Damaged { .. })) => {
            return Ok(None);
        }
        (State::Complete, Err(error)) => return Err(error),
    };
    let tier = row.tier;
    if let Some(wanted) = options.tier.filter(|&wanted| wanted != tier) {
        return Err(StoreError::OtherTier { n, there: tier, wanted });
    }
    let outcome = Outcome::AlreadyThere;
    Ok(totals.map(|(solutions, orbits)| Built { n, tier, solutions, orbits, outcome }))
}

/// Whether there is a complete board, with whatever in its blocks. A row that is damaged is none.
pub(super) fn is_complete(connection: &Connection, n: BoardSize) -> Result<bool, StoreError> {
    match BoardRow::find(connection, n) {
        Ok(row) => Ok(row.is_some_and(|row| row.state == State::Complete)),
        Err(StoreError::Damaged { .. }) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Whether the file has counts of this part, which beside a complete board are those of its rebuild.
fn is_rebuilding(
    connection: &Connection,
    n: BoardSize,
    options: BuildOptions,
) -> Result<bool, StoreError> {
    Ok(PartialCounts::part_in(connection, n)?.is_some_and(|part| part == Some(options.part)))
}
