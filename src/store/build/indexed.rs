//! Building the indexed tier: the counts of cells, in blocks.

use super::Build;
use super::counting::{Division, count};
use super::counts::{CountSums, Counts, PartialCounts};
use super::options::{BuildError, Built, Outcome, Part};
use super::stored::check_totals;
use crate::combinatorics::{BoardSize, known_counts};
use crate::search::bitboard::PrefixSteps;
use crate::search::kernel::PrefixCounts;
use crate::search::{CellSize, cell_depth, cell_limit, first_solution, join_cells};
use crate::store::block::{BuildTier, Cells, MAX_CELLS};
use crate::store::content::Content;
use crate::store::error::{Result, StoreError};
use crate::store::file;
use crate::store::journal::marked;
use crate::store::rows::{BlockRow, BoardRow, State};
use crate::watch::{Activity, Watched};
use rusqlite::{Connection, Transaction};
use std::time::Duration;

/// Time between two checkpoints, longer if one takes a long time. A killed build loses what it has counted since the
/// last one, and the units in progress.
const CHECKPOINT: Duration = Duration::from_secs(5);

impl Build<'_> {
    /// Counts a board, resuming from its checkpoint, and writes it. Nothing is written into the database until everything
    /// is counted; a complete board is replaced in one transaction.
    pub(super) fn write_indexed(&self, connection: &mut Connection) -> Result<Built> {
        let Build { n, checkpoint, options, watch } = self;
        if !options.rebuild {
            refuse_part(connection, *n)?;
        }
        let counting = &mut checkpoint.open_to_write(watch)?;
        let named = |error| checkpoint.named(error);
        let (partial, kept, division) = self.count_part(counting).map_err(named)?;
        let region = |region| partial.region(counting, &division, region).map_err(named);
        let regions = (0..division.below.regions()).map(region);
        let (solutions, orbits) = write_cells(connection, *n, regions, options.cell_limit)?;
        let outcome = if kept > 0 { Outcome::Resumed(kept) } else { Outcome::Built };
        Ok(Built { n: *n, tier: BuildTier::Indexed, solutions, orbits, outcome })
    }

    /// Counts a part of a board into its file, resuming from the last checkpoint.
    pub(super) fn write_part(&self, connection: &mut Connection) -> Result<Built> {
        let (partial, _, division) = self.count_part(connection)?;
        let CountSums { solutions, orbits } = partial.inspect(connection, &division)?;
        let (n, tier, outcome) = (self.n, BuildTier::Indexed, Outcome::Part(partial.part));
        Ok(Built { n, tier, solutions: 2 * solutions, orbits, outcome })
    }

    /// Counts the missing units of a part. Returns its counts, and the orbits that were already counted. If the counts so
    /// far are damaged or complete, the file stays as it is.
    fn count_part(&self, connection: &mut Connection) -> Result<(PartialCounts, u64, Division)> {
        let division = Division::new(self.n, self.options.part.of());
        let resumed = self.resumable(connection)?;
        let kept = resumed.as_ref().map_or(0, PartialCounts::orbits);
        let partial = match resumed {
            Some(partial) if partial.missing(&division).is_empty() => partial,
            resumed => {
                marked(connection, |connection| self.count_missing(connection, resumed, &division))?
            }
        };
        Ok((partial, kept, division))
    }

    fn count_missing(
        &self,
        connection: &mut Connection,
        resumed: Option<PartialCounts>,
        division: &Division,
    ) -> Result<PartialCounts> {
        let Build { n, options, watch, .. } = self;
        let mut partial = match resumed {
            Some(partial) => partial,
            None => {
                let transaction = connection.transaction()?;
                let partial = self.begin(&transaction)?;
                transaction.commit()?;
                partial
            }
        };
        let missing = partial.missing(division);
        let watched = Watched::new(watch, Activity::Building, n.get(), "orbits counted");
        let all = known_counts(*n).map_or(0, |known| known.orbits() / u64::from(options.part.of()));
        let mut orbits = partial.orbits();
        let mut tick = |found| {
            orbits += found;
            Ok(watched.advance(orbits, Some(all))?)
        };
        let mut save =
            |units: &[u32], counts: &PrefixCounts| partial.add(connection, division, units, counts);
        // What stops the count must not interrupt the save that follows.
        connection.progress_handler(0, None::<fn() -> bool>)?;
        count(division, &missing, options.jobs, Some(CHECKPOINT), &mut tick, &mut save)?;
        file::watch_statements(connection, watch)?;
        Ok(partial)
    }

    /// Starts the counts of a part, next to a complete board if there is one.
    fn begin(&self, connection: &Connection) -> Result<PartialCounts> {
        if BoardRow::is_complete(connection, self.n)? {
            PartialCounts::delete(connection, self.n)?;
        } else {
            BoardRow::begin(connection, self.n, BuildTier::Indexed)?;
        }
        let partial = PartialCounts::new(self.n, self.options.part);
        partial.write(connection)?;
        Ok(partial)
    }

    /// The last checkpoint of this part. Fails if it is damaged or of another part.
    fn resumable(&self, connection: &Connection) -> Result<Option<PartialCounts>> {
        let (n, wanted) = (self.n, self.options.part);
        let row = if self.options.rebuild { None } else { BoardRow::find(connection, n)? };
        let begun = |row: BoardRow| row.state == State::Complete || row.tier == BuildTier::Indexed;
        if !row.is_some_and(begun) {
            return Ok(None);
        }
        match PartialCounts::load(connection, n)? {
            Some(PartialCounts { part: there, .. }) if there != wanted => {
                Err(BuildError::OtherPart { n, there, wanted }.into())
            }
            partial => Ok(partial),
        }
    }
}

/// Fails if the database itself holds the counts of a part, which the board would replace.
pub(crate) fn refuse_part(connection: &Connection, n: BoardSize) -> Result<()> {
    match PartialCounts::part_in(connection, n)? {
        Some(there) => Err(BuildError::OtherPart { n, there, wanted: Part::WHOLE }.into()),
        None => Ok(()),
    }
}

/// Joins the counts of all prefixes, region by region, into cells, and writes them as a complete board, which replaces
/// what the file holds of it. Returns Q(N) and F(N). Fails at the first region that does, or if they are not the known
/// ones; then nothing is written.
pub(crate) fn write_cells(
    connection: &mut Connection,
    n: BoardSize,
    regions: impl Iterator<Item = Result<Counts>>,
    limit: Option<u64>,
) -> Result<(u64, u64)> {
    marked(connection, |connection| {
        let transaction = connection.transaction()?;
        let mut failure = None;
        let readable =
            regions.map_while(|counts| counts.map_err(|error| failure = Some(error)).ok());
        let totals = insert_cells(&transaction, n, readable.flatten(), limit);
        let totals = failure.map_or(totals, Err)?;
        transaction.commit()?;
        file::shrink(connection);
        Ok(totals)
    })
}

fn insert_cells(
    transaction: &Transaction<'_>,
    n: BoardSize,
    counts: impl Iterator<Item = [u32; 2]>,
    limit: Option<u64>,
) -> Result<(u64, u64)> {
    BoardRow::begin(transaction, n, BuildTier::Indexed)?;
    let mut content = Content::new(BuildTier::Indexed);
    let mut steps = PrefixSteps::first(n, cell_depth(n)).expect("the board has prefixes");
    let mut all_sizes = join_cells(counts, limit.unwrap_or(u64::MAX).min(cell_limit(n))).peekable();
    while all_sizes.peek().is_some() {
        let sizes: Vec<CellSize> = all_sizes.by_ref().take(MAX_CELLS).collect();
        let cells = Cells { prefix: steps.prefix().to_vec(), sizes };
        let first = first_solution(n, &cells.prefix, cells.sizes[0].prefixes);
        let first = first.ok_or_else(|| {
            StoreError::damaged(format!("no solution begins with {:?}", cells.prefix))
        })?;
        let row = BlockRow {
            n,
            first_rank: content.solutions + 1,
            count: cells.solutions(),
            first_solution: first.pack(),
            first_orbit: content.representatives,
            codec: BuildTier::Indexed.codec(),
            checksum: Vec::new(),
            payload: cells.encode(),
        };
        row.signed().insert(transaction)?;
        content.add_cells(&cells);
        steps.skip(cells.sizes.iter().map(|size| size.prefixes).sum());
    }
    let (tier, totals) = (BuildTier::Indexed, content.totals(n));
    check_totals(n, totals.0, totals.1)?;
    BoardRow::finish(transaction, n, tier, totals, content.digest())?;
    Ok(totals)
}
