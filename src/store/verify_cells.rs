use super::Part;
use super::build::BuildOptions;
use super::index::CellContent;
use super::partial::Partial;
use super::row::{BLOCK_COLUMNS, BlockRow};
use super::verify::{Claim, Problems};
use crate::block::{CellSearches, Cells, INDEXED_BOARDS};
use crate::combinatorics::BoardSize;
use crate::error::StoreError;
use crate::search::kernel::{Prefixes, next_prefix};
use crate::search::{CellSize, cell_depth};
use rusqlite::Connection;

/// Checks the blocks of an indexed board: that they follow each other, prefix by prefix, that their
/// first solutions are where the counts say, totals and digest. With `deep` also every count, which
/// takes as long as a build. Returns the number of solutions of the sound blocks.
pub(super) fn verify(
    connection: &Connection,
    n: BoardSize,
    claim: &Claim,
    deep: bool,
    problems: &mut Problems,
    progress: &mut dyn FnMut(u64),
) -> Result<u64, StoreError> {
    if !INDEXED_BOARDS.contains(&n.get()) {
        problems.add("no such board is indexed".into());
        return Ok(0);
    }
    if !claim.complete
        && let Err(StoreError::Damaged { what }) = Partial::load(connection, n)
    {
        problems.add(what);
    }
    let mut check = CellCheck::new(n, claim, deep, problems);
    let sql = format!("SELECT {BLOCK_COLUMNS} FROM block WHERE n = ?1 ORDER BY first_rank");
    let mut statement = connection.prepare(&sql)?;
    let mut rows = statement.query([n.get()])?;
    while let Some(row) = rows.next()? {
        if !check.block(&BlockRow::read(n, row)?) {
            // What comes behind has lost its place.
            return Ok(check.content.solutions);
        }
        progress(check.content.solutions);
    }
    if claim.complete {
        check.end()?;
    }
    Ok(check.content.solutions)
}

/// The check of one board, block after block.
struct CellCheck<'c> {
    n: BoardSize,
    claim: &'c Claim,
    problems: &'c mut Problems,
    searches: CellSearches,
    /// The first prefix of the next block.
    prefix: Vec<u8>,
    content: CellContent,
    /// Whether counts are made anew.
    deep: bool,
    /// All cells, if so.
    sizes: Vec<CellSize>,
}

impl<'c> CellCheck<'c> {
    fn new(n: BoardSize, claim: &'c Claim, deep: bool, problems: &'c mut Problems) -> Self {
        let mut prefix = vec![0; cell_depth(n)];
        next_prefix(n.get(), &mut prefix);
        let (searches, content) = (CellSearches::default(), CellContent::default());
        CellCheck { n, claim, problems, searches, prefix, content, deep, sizes: Vec::new() }
    }

    /// False where nothing can be said about the blocks behind it.
    fn block(&mut self, row: &BlockRow) -> bool {
        let place = format!("the block at rank {}", row.first_rank);
        let cells = match row.cells() {
            Ok(cells) => cells,
            Err(error) => {
                self.problems.add(format!("{place}: {error}"));
                return false;
            }
        };
        if let Err(StoreError::Block { source, .. }) = row.index(&self.searches) {
            self.problems.add(format!("{place}: {source}"));
        }
        let before = (self.content.solutions.checked_add(1), self.content.representatives);
        if (Some(row.first_rank), row.first_orbit) != before {
            self.problems.add(format!(
                "{place}: {} solutions and {} canonical representatives come before it, its row says {} and {}",
                self.content.solutions,
                self.content.representatives,
                row.first_rank.wrapping_sub(1),
                row.first_orbit
            ));
        }
        if row.codec != self.claim.codec || cells.sizes.len() as u64 > self.claim.block_size {
            self.problems.add(format!("{place}: codec or size is not the board's"));
        }
        self.content.add(&cells);
        if self.deep {
            self.sizes.extend_from_slice(&cells.sizes);
        }
        self.goes_on(&place, &cells)
    }

    /// Whether the block begins where the one before it ends; goes on to its end.
    fn goes_on(&mut self, place: &str, cells: &Cells) -> bool {
        if cells.prefix != self.prefix {
            self.problems.add(format!("{place}: does not begin with the prefix that is next"));
            return false;
        }
        for _ in 0..cells.sizes.iter().map(|size| u64::from(size.prefixes)).sum() {
            if !next_prefix(self.n.get(), &mut self.prefix) {
                self.problems.add(format!("{place}: goes beyond the board"));
                return false;
            }
        }
        true
    }

    fn end(&mut self) -> Result<(), StoreError> {
        let prefixes = Prefixes::new(self.n.get(), cell_depth(self.n)).count() as u64;
        if self.content.prefixes != prefixes {
            self.problems.add(format!(
                "the cells have {} prefixes, the board {prefixes}",
                self.content.prefixes
            ));
            return Ok(());
        }
        let (solutions, orbits) = (2 * self.content.solutions, self.content.representatives);
        self.problems.totals(self.n, self.claim, solutions, orbits, self.content.digest());
        if self.deep {
            self.count_anew()?;
        }
        Ok(())
    }

    fn count_anew(&mut self) -> Result<(), StoreError> {
        let mut fresh = Partial::new(self.n, Part::WHOLE);
        fresh.count(None, BuildOptions::default().jobs, &mut |_| ())?;
        let mut counts = fresh.counts();
        for (cell, size) in self.sizes.iter().enumerate() {
            let here = counts.by_ref().take(size.prefixes as usize);
            let [solutions, representatives] = here
                .fold([0, 0], |[s, r], count| [s + u64::from(count[0]), r + u64::from(count[1])]);
            if (solutions, representatives) != (size.solutions, size.representatives) {
                self.problems.add(format!(
                    "cell {cell} (0-based) says {} solutions and {} canonical representatives, a fresh count {solutions} and {representatives}",
                    size.solutions, size.representatives
                ));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{BuildTier, Store, build, schema};
    use super::*;
    use crate::combinatorics::Rank;
    use crate::database::Database;
    use std::path::Path;

    fn ten() -> BoardSize {
        BoardSize::new(10).unwrap()
    }

    /// Changes the cells of the only block, and its row so that it fits them.
    fn change(path: &Path, change: impl Fn(&mut Cells)) {
        let connection = schema::open_to_write(path).unwrap();
        let sql = format!("SELECT {BLOCK_COLUMNS} FROM block WHERE n = 10");
        let read = |row: &rusqlite::Row<'_>| BlockRow::read(ten(), row);
        let mut row = connection.query_row(&sql, [], read).unwrap();
        let mut cells = row.cells().unwrap();
        change(&mut cells);
        (row.count, row.payload) = (cells.solutions(), cells.encode());
        connection.execute("DELETE FROM block", []).unwrap();
        row.insert(&connection).unwrap();
        let mut content = CellContent::default();
        content.add(&cells);
        let digest = content.digest();
        connection.execute("UPDATE board SET digest = ?1", [digest]).unwrap();
    }

    fn problems(path: &Path, deep: bool) -> Vec<String> {
        let report = Store::open(path).unwrap().verify(&[], deep, &mut |_| ()).unwrap();
        report.boards.into_iter().flat_map(|board| board.problems).collect()
    }

    #[test]
    fn wrong_counts_are_found_however_well_they_are_disguised() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("test.db");
        let tier = Some(BuildTier::Indexed);
        let options = BuildOptions { tier, cell_limit: Some(7), ..BuildOptions::default() };
        build(&path, ten(), options, &mut |_| ()).unwrap();
        let clean = std::fs::read(&path).unwrap();
        assert_eq!(problems(&path, true), Vec::<String>::new());
        type Change = fn(&mut Cells);
        let wrong: [(&str, Change); 4] = [
            ("a solution more", |cells| cells.sizes[3].solutions += 1),
            ("a solution in the next cell", |cells| {
                cells.sizes[3].solutions -= 1;
                cells.sizes[4].solutions += 1;
            }),
            ("a representative in the next cell", |cells| {
                cells.sizes[0].representatives -= 1;
                cells.sizes[1].representatives += 1;
            }),
            ("a prefix more", |cells| cells.sizes[3].prefixes += 1),
        ];
        for (what, wrong) in wrong {
            std::fs::write(&path, &clean).unwrap();
            change(&path, wrong);
            assert_ne!(problems(&path, true), Vec::<String>::new(), "{what}");
            // Nothing panics, whatever is asked.
            let database = Database::open(&path).unwrap();
            let board = database.board(ten()).unwrap();
            let answers = (1..=724).map(|rank| board.unrank(Rank::new(rank).unwrap()).is_ok());
            assert!(answers.count() == 724, "{what}");
            let _ = database.verify_samples(ten(), 100, 1);
        }
        std::fs::write(&path, &clean).unwrap();
        let update = "UPDATE board SET digest = zeroblob(16)";
        Connection::open(&path).unwrap().execute(update, []).unwrap();
        assert_eq!(problems(&path, false).len(), 1);
    }
}
