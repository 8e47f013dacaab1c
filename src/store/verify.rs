use super::row::{BLOCK_COLUMNS, BlockRow};
use super::writer::Content;
use super::{BuildTier, Store, verify_cells};
use crate::block::{Codec, Run};
use crate::combinatorics::{BoardSize, Solution, known_counts};
use crate::error::{Result, StoreError, stored_with};
use crate::search::Solutions;
use rusqlite::{Connection, OptionalExtension};
use serde::Serialize;

/// At most this many findings are listed for each board.
const MOST_FINDINGS: usize = 20;

/// What a verification found.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct VerifyReport {
    /// Damage of the file as such: what SQLite's integrity check says.
    pub file: Vec<String>,
    /// The boards, by size.
    pub boards: Vec<BoardReport>,
}

/// What a verification found about a board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct BoardReport {
    /// Board size N.
    pub n: u64,
    /// Whether its build was finished.
    pub complete: bool,
    /// Solutions of the first half that were decoded.
    pub checked: u64,
    /// What is wrong.
    pub problems: Vec<String>,
}

impl VerifyReport {
    /// Whether nothing is wrong.
    pub fn is_clean(&self) -> bool {
        self.file.is_empty() && self.boards.iter().all(|board| board.problems.is_empty())
    }
}

impl Store {
    /// Checks the file and the boards in `only` (all of them when it is empty): SQLite's own
    /// integrity check; every block's checksum, decoding, order, place and orbit count; totals
    /// against what is known; the digest. With `deep` also every solution against a fresh
    /// enumeration. O(solutions), a block at a time.
    pub(crate) fn verify(
        &self,
        only: &[BoardSize],
        deep: bool,
        progress: &mut dyn FnMut(u64),
    ) -> Result<VerifyReport> {
        let verified = self.try_verify(only, deep, progress);
        verified.map_err(|error| error.at(self.path()))
    }

    fn try_verify(
        &self,
        only: &[BoardSize],
        deep: bool,
        progress: &mut dyn FnMut(u64),
    ) -> Result<VerifyReport, StoreError> {
        let file = integrity(self.connection())?;
        let mut boards = Vec::new();
        for n in boards_in(self.connection())? {
            if only.is_empty() || only.contains(&n) {
                let report = verify_board(self.connection(), n, deep, progress);
                boards.push(report.or_else(|error| unreadable(n, error))?);
            }
        }
        if let Some(&n) = only.iter().find(|n| boards.iter().all(|board| board.n != n.get() as u64))
        {
            return Err(StoreError::NotBuilt { n });
        }
        Ok(VerifyReport { file, boards })
    }
}

/// Rows that make no sense are a finding about their board.
fn unreadable(n: BoardSize, error: StoreError) -> Result<BoardReport, StoreError> {
    match error {
        StoreError::Damaged { what } => {
            let n = n.get() as u64;
            Ok(BoardReport { n, complete: false, checked: 0, problems: vec![what] })
        }
        other => Err(other),
    }
}

fn integrity(connection: &Connection) -> Result<Vec<String>, StoreError> {
    let sql = format!("PRAGMA integrity_check({MOST_FINDINGS})");
    let mut statement = connection.prepare(&sql)?;
    let rows = statement.query_map([], |row| row.get(0))?;
    let mut findings: Vec<String> = rows.collect::<rusqlite::Result<_>>()?;
    findings.retain(|line| line != "ok");
    Ok(findings)
}

fn text(number: Option<u64>) -> String {
    number.map_or_else(|| "nothing".to_owned(), |number| number.to_string())
}

/// Every N that a row of either table names.
fn boards_in(connection: &Connection) -> Result<Vec<BoardSize>, StoreError> {
    let mut statement =
        connection.prepare("SELECT n FROM board UNION SELECT n FROM block ORDER BY n")?;
    let rows = statement.query_map([], |row| row.get::<_, i64>(0))?;
    let mut boards = Vec::new();
    for n in rows {
        let size = u64::try_from(n?).ok().and_then(|n| BoardSize::new(n).ok());
        boards.push(
            size.ok_or_else(|| StoreError::damaged("a row for a board size outside 1 … 64"))?,
        );
    }
    Ok(boards)
}

/// A `board` row, as far as the blocks must agree with it.
pub(super) struct Claim {
    pub(super) complete: bool,
    solutions: Option<u64>,
    orbits: Option<u64>,
    pub(super) codec: i64,
    pub(super) block_size: u64,
    digest: Option<Vec<u8>>,
    tier: String,
}

/// What is wrong with a board, as far as it is listed.
#[derive(Default)]
pub(super) struct Problems(Vec<String>);

impl Problems {
    pub(super) fn add(&mut self, what: String) {
        if self.0.len() < MOST_FINDINGS {
            self.0.push(what);
        }
    }

    /// Compares what the blocks hold with the `board` row and with what is known.
    pub(super) fn totals(
        &mut self,
        n: BoardSize,
        claim: &Claim,
        solutions: u64,
        orbits: u64,
        digest: [u8; 16],
    ) {
        let known = known_counts(n);
        let rows = [
            ("solutions", solutions, claim.solutions, known.map(|known| known.solutions)),
            ("orbits", orbits, claim.orbits, known.map(|known| known.orbits())),
        ];
        for (what, counted, claimed, known) in rows {
            if claimed != Some(counted) {
                let claimed = text(claimed);
                self.add(format!("the blocks hold {counted} {what}, the board row says {claimed}"));
            }
            if known.is_some_and(|known| known != counted) {
                self.add(format!("the blocks hold {counted} {what}, {} are known", text(known)));
            }
        }
        if claim.digest.as_deref() != Some(&digest) {
            self.add("the digest of the content is not the one in the board row".into());
        }
    }
}

fn claim(connection: &Connection, n: BoardSize) -> rusqlite::Result<Option<Claim>> {
    let sql = "SELECT state = 'complete', solutions, orbits, codec, block_size, digest, tier
               FROM board WHERE n = ?1";
    let read = |row: &rusqlite::Row<'_>| {
        Ok(Claim {
            complete: row.get(0)?,
            solutions: row.get(1)?,
            orbits: row.get(2)?,
            codec: row.get(3)?,
            block_size: row.get(4)?,
            digest: row.get(5)?,
            tier: row.get(6)?,
        })
    };
    connection.query_row(sql, [n.get()], read).optional()
}

fn verify_board(
    connection: &Connection,
    n: BoardSize,
    deep: bool,
    progress: &mut dyn FnMut(u64),
) -> Result<BoardReport, StoreError> {
    let claim = claim(connection, n)?;
    let mut problems = Problems::default();
    let codec = claim.as_ref().map(|claim| Codec::from_number(claim.codec));
    if let (Some(claim), Some(Some(codec))) = (&claim, codec)
        && BuildTier::from_name(&claim.tier).map(BuildTier::codec) != Some(codec)
    {
        problems.add(format!("its row calls it {}, with codec {}", claim.tier, claim.codec));
    }
    let checked = match (&claim, codec) {
        (Some(claim), Some(None)) => {
            problems.add(stored_with(claim.codec));
            0
        }
        (Some(claim), Some(Some(Codec::Cells))) => {
            verify_cells::verify(connection, n, claim, deep, &mut problems, progress)?
        }
        _ => verify_solutions(connection, n, claim.as_ref(), deep, &mut problems, progress)?,
    };
    let complete = claim.is_some_and(|claim| claim.complete);
    Ok(BoardReport { n: n.get() as u64, complete, checked, problems: problems.0 })
}

fn verify_solutions(
    connection: &Connection,
    n: BoardSize,
    claim: Option<&Claim>,
    deep: bool,
    problems: &mut Problems,
    progress: &mut dyn FnMut(u64),
) -> Result<u64, StoreError> {
    let mut check = BoardCheck::new(n, deep, problems);
    let sql = format!("SELECT {BLOCK_COLUMNS} FROM block WHERE n = ?1 ORDER BY first_rank");
    let mut statement = connection.prepare(&sql)?;
    let mut rows = statement.query([n.get()])?;
    while let Some(row) = rows.next()? {
        check.block(&BlockRow::read(n, row)?, claim);
        progress(check.checked);
    }
    match claim {
        None => check.problem("blocks without a row in the board table".into()),
        Some(claim) if claim.complete && !check.lost => check.totals(claim),
        Some(_) => {}
    }
    Ok(check.checked)
}

/// The check of one board, block after block.
struct BoardCheck<'p> {
    n: BoardSize,
    content: Content,
    /// Solutions of the blocks that could be decoded.
    checked: u64,
    last: Option<Solution>,
    fresh: Option<Solutions>,
    /// Whether a block can't be decoded, so that totals say nothing.
    lost: bool,
    /// Whether that was the last one, so that the next one must be taken at its word.
    astray: bool,
    problems: &'p mut Problems,
}

impl<'p> BoardCheck<'p> {
    fn new(n: BoardSize, deep: bool, problems: &'p mut Problems) -> Self {
        let fresh = deep.then(|| Solutions::new(n));
        let content = Content::default();
        BoardCheck {
            n,
            content,
            checked: 0,
            last: None,
            fresh,
            lost: false,
            astray: false,
            problems,
        }
    }

    fn problem(&mut self, what: String) {
        self.problems.add(what);
    }

    fn block(&mut self, row: &BlockRow, claim: Option<&Claim>) {
        let place = format!("the block at rank {}", row.first_rank);
        let run = match row.try_decode() {
            Ok(run) => run,
            Err(error) => {
                self.problem(format!("{place}: {error}"));
                (self.lost, self.astray) = (true, true);
                return;
            }
        };
        if !self.astray && row.first_rank.checked_sub(1) != Some(self.content.solutions) {
            self.problem(format!("{place}: {} solutions come before it", self.content.solutions));
            (self.lost, self.astray) = (true, true);
        }
        if std::mem::take(&mut self.astray) {
            self.content.solutions = row.first_rank.saturating_sub(1);
            self.content.representatives = row.first_orbit;
            self.fresh =
                self.fresh.take().map(|_| Solutions::starting_at(run.get(0).permutation()));
        }
        if row.first_orbit != self.content.representatives {
            self.problem(format!(
                "{place}: says {} canonical representatives before it, there are {}",
                row.first_orbit, self.content.representatives
            ));
        }
        if claim.is_some_and(|claim| row.codec != claim.codec || row.count > claim.block_size) {
            self.problem(format!("{place}: codec or size is not the board's"));
        }
        self.run(&place, &run);
    }

    fn run(&mut self, place: &str, run: &Run) {
        let (first, last) = (run.get(0), run.get(run.len() - 1));
        if self.last.is_some_and(|last| last >= first) {
            self.problem(format!("{place}: begins before the end of the block before it"));
        }
        if !last.in_first_half() {
            self.problem(format!("{place}: holds solutions of the second half"));
        }
        let fresh = self.fresh.as_mut();
        let differs =
            fresh.and_then(|fresh| run.iter().position(|found| fresh.next() != Some(found)));
        if let Some(offset) = differs {
            self.problem(format!(
                "{place}: place {offset} (0-based) in it differs from a fresh enumeration"
            ));
        }
        self.last = Some(last);
        self.content.add(run);
        self.checked += run.len() as u64;
    }

    fn totals(&mut self, claim: &Claim) {
        let counted = match self.n.get() {
            1 => self.content.solutions,
            _ => 2 * self.content.solutions,
        };
        let orbits = self.content.representatives;
        self.problems.totals(self.n, claim, counted, orbits, self.content.digest());
    }
}
