//! Shared by the checks of a board: its scope, and the problems found so far.

use crate::combinatorics::{BoardSize, known_counts};
use crate::store::content::Content;
use crate::store::error::{DamageError, Result, StoreError};
use crate::store::rows::BoardRow;
use crate::watch::{Activity, Watch, Watched};
use rusqlite::Connection;

/// The maximum number of findings listed for a board, or for the file itself.
pub(super) const MOST_FINDINGS: usize = 20;

#[derive(Clone, Copy)]
pub(super) struct Scope<'a> {
    pub(super) connection: &'a Connection,
    pub(super) n: BoardSize,
    /// Whether to compare with a fresh enumeration or count.
    pub(super) deep: bool,
    pub(super) watch: &'a dyn Watch,
}

impl Scope<'_> {
    pub(super) fn watched(&self) -> Watched<&dyn Watch> {
        Watched::new(self.watch, Activity::Verifying, self.n.get(), "solutions checked")
    }
}

/// The damage that an error describes, as a finding; other errors are passed on.
pub(super) fn damage(error: StoreError) -> Result<String> {
    match error {
        StoreError::Damage(DamageError::Content { what }) => Ok(what),
        StoreError::Damage(other) => Ok(other.to_string()),
        other => Err(other),
    }
}

/// The problems found on a board, up to [`MOST_FINDINGS`].
#[derive(Default)]
pub(super) struct Problems(pub(super) Vec<String>);

impl Problems {
    pub(super) fn add(&mut self, problem: String) {
        if self.0.len() < MOST_FINDINGS {
            self.0.push(problem);
        }
    }

    /// Compares the content of the blocks with the board row and with the known counts.
    pub(super) fn check_totals(&mut self, row: &BoardRow, content: &Content) {
        let (solutions, orbits) = content.totals(row.n);
        let known = known_counts(row.n);
        let totals = [
            ("solutions", solutions, row.solutions, known.map(|known| known.solutions)),
            ("orbits", orbits, row.orbits, known.map(|known| known.orbits())),
        ];
        for (what, counted, claimed, known) in totals {
            if claimed != Some(counted) {
                let claimed = claimed.map_or("nothing".to_owned(), |number| number.to_string());
                self.add(format!(
                    "the blocks hold {counted} {what}, but the board row has {claimed}"
                ));
            }
            if let Some(known) = known.filter(|&known| known != counted) {
                self.add(format!("the blocks hold {counted} {what}, expected {known}"));
            }
        }
        if row.digest.as_deref() != Some(&content.digest()) {
            self.add("the digest of the content differs from that in the board row".into());
        }
    }
}
