//! The commands under test, and their initial files.

use super::run::{CHECKPOINT, DATABASE, Files, Place};
use super::shim::{ANY, Action, Fault, Log};
use crate::support::sqlite::{content, open, query};
use rusqlite::Connection;
use rusqlite::types::Value as Sql;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock};

/// A command and its initial files.
#[derive(Debug, Clone)]
pub(super) struct Scenario {
    pub(super) name: String,
    /// The name of the row in the table, which scenarios may share.
    pub(super) family: &'static str,
    /// Commands that create these files, in order, in an empty directory.
    pub(super) files: &'static [&'static str],
    /// A kill before the command.
    pub(super) before: Before,
    pub(super) command: &'static str,
    /// Whether the command writes to the file or only reads it.
    pub(super) kind: Kind,
    /// The boards that are complete in the file, and must remain so.
    pub(super) kept: &'static [u64],
}

/// What happened to the initial files before the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Before {
    Nothing,
    /// Another program has set WAL mode.
    WalMode,
    /// A writing command was killed after a commit, with the board unfinished.
    Killed,
    /// A writing command was killed within its last commit, so its journal must be rolled back.
    KilledInCommit,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Writes,
    Asks,
}

/// A scenario, its files, and its results without a fault.
#[derive(Debug)]
pub(super) struct Prepared {
    pub(super) scenario: Scenario,
    pub(super) files: Files,
    pub(super) log: Log,
    /// The output of an undisturbed run, and the output once the build before it is finished: a reader that misses a
    /// journal may see either.
    pub(super) answers: Vec<String>,
    /// The rows of the finished file, and the names of all files in its directory.
    pub(super) rows: Vec<Vec<Sql>>,
    pub(super) names: Vec<String>,
}

fn writes(
    family: &'static str,
    files: &'static [&'static str],
    command: &'static str,
    kept: &'static [u64],
) -> Scenario {
    let (name, before, kind) = (family.to_owned(), Before::Nothing, Kind::Writes);
    Scenario { name, family, files, before, command, kind, kept }
}

const SIX: &str = "build 6 --jobs 1";
const STORED: &str = "build 8 --jobs 1";
const INDEXED: &str = "build 8 --tier indexed --jobs 1";
const PART_1: &str = "--db one.db build 8 --tier indexed --jobs 1 --part 1/2";
const PART_2: &str = "--db two.db build 8 --tier indexed --jobs 1 --part 2/2";
const OTHER: &str = "--db other.db build 8 --jobs 1";
const MERGE: &str = "merge nqdb.db one.db two.db";
const AGAIN: &str = "build 8 --rebuild --jobs 1";

/// Commands that write to a new file, or to one that has N = 6.
fn writers() -> Vec<Scenario> {
    vec![
        writes("build, new file", &[], STORED, &[]),
        writes("build stored", &[SIX], STORED, &[6]),
        writes("build indexed", &[SIX], INDEXED, &[6]),
        writes(
            "build a part",
            &[SIX],
            "build 8 --tier indexed --jobs 1 --part 1/2 --db nqdb.db",
            &[6],
        ),
        writes("merge", &[SIX, PART_1, PART_2], MERGE, &[6]),
        writes("import", &[SIX, OTHER], "import other.db", &[6]),
        writes("rebuild stored", &[SIX, STORED], AGAIN, &[6, 8]),
        writes(
            "rebuild indexed",
            &[SIX, INDEXED],
            "build 8 --rebuild --tier indexed --jobs 1",
            &[6, 8],
        ),
        writes(
            "stored to indexed",
            &[SIX, STORED],
            "build 8 --rebuild --tier indexed --jobs 1",
            &[6, 8],
        ),
        writes(
            "indexed to stored",
            &[SIX, INDEXED],
            "build 8 --rebuild --tier stored --jobs 1",
            &[6, 8],
        ),
        writes(
            "merge again",
            &[SIX, INDEXED, PART_1, PART_2],
            "merge --rebuild nqdb.db one.db two.db",
            &[6, 8],
        ),
        writes("import again", &[SIX, STORED, OTHER], "import --rebuild other.db", &[6, 8]),
        writes(COMPLETE, &[SIX, STORED], STORED, &[6, 8]),
    ]
}

/// The same commands, run again after a kill.
fn resumed() -> Vec<Scenario> {
    let mut scenarios = Vec::new();
    for scenario in writers().into_iter().filter(|scenario| scenario.name != COMPLETE) {
        let after = |before, what: &str| {
            let name = format!("{}, {what}", scenario.name);
            Scenario { name, before, ..scenario.clone() }
        };
        // Rebuilds, merges and imports are one transaction.
        if scenario.command.starts_with("build 8") && !scenario.command.contains("--rebuild") {
            scenarios.push(after(Before::Killed, "resumed"));
        }
        scenarios.push(after(Before::KilledInCommit, "rolled back"));
    }
    scenarios
}

/// Commands that write to a file in WAL mode.
fn writers_in_wal_mode() -> Vec<Scenario> {
    let families = [
        ("build stored", "build, WAL mode"),
        ("build indexed", "index, WAL mode"),
        ("rebuild stored", "rebuild, WAL mode"),
        ("import again", "import, WAL mode"),
    ];
    let in_wal_mode = |scenario: Scenario| {
        let (_, family) = families.iter().find(|(name, _)| scenario.name == *name)?;
        Some(Scenario { name: family.to_string(), family, before: Before::WalMode, ..scenario })
    };
    writers().into_iter().filter_map(in_wal_mode).collect()
}

/// The scenario of a build with nothing to do.
pub(super) const COMPLETE: &str = "build of a complete board";

/// Queries by every command that reads the file.
const QUESTIONS: &[&str] = &[
    "count 8",
    "unrank 8 50",
    "rank 1,5,8,6,3,7,2,4",
    "list 8",
    "list 8 --orbits",
    "list 8 3=5 4!=2",
    "count 8",
    "orbit 1,5,8,6,3,7,2,4",
    "random 8 --seed 5 --limit 4",
    "info",
    "verify",
    "verify --deep",
    "verify --samples 3 --seed 1",
    "sql 'SELECT rank, queens FROM nq_solutions(8)'",
];

fn readers() -> Vec<Scenario> {
    let files: [(&str, &'static [&'static str], Before); 3] = [
        ("queries, stored", &[SIX, STORED], Before::Nothing),
        ("queries, indexed", &[SIX, INDEXED], Before::Nothing),
        ("queries after a kill", &[SIX], Before::KilledInCommit),
    ];
    let mut scenarios = Vec::new();
    for (family, files, before) in files {
        scenarios.extend(QUESTIONS.iter().map(|command| Scenario {
            name: format!("{family}, {command}"),
            family,
            files,
            before,
            command,
            kind: Kind::Asks,
            kept: &[6],
        }));
    }
    scenarios
}

/// All scenarios.
pub(super) fn all() -> Vec<Scenario> {
    let writers = writers().into_iter().chain(writers_in_wal_mode());
    writers.chain(resumed()).chain(readers()).collect()
}

/// All rows of a database, including those of unfinished indexes, after any journal is rolled back.
pub(super) fn rows(path: &Path) -> Vec<Vec<Sql>> {
    let writing = Connection::open(path).unwrap();
    writing.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(())).unwrap();
    drop(writing);
    let mut rows = content(path);
    for table in ["nqdb_partial_count", "nqdb_partial_region"] {
        rows.extend(query(&open(path), &format!("SELECT * FROM {table} ORDER BY n")));
    }
    rows
}

impl Prepared {
    /// Creates the files and runs the command once without a fault.
    pub(super) fn new(scenario: Scenario) -> Self {
        let files = scenario.start();
        let place = Place::with(&files);
        let run = place.run(scenario.command, None);
        assert_eq!(run.code, Some(0), "{}: {}", scenario.name, run.stderr);
        assert!(!run.log.calls.is_empty(), "{} reads no file", scenario.name);
        let (rows, names) = (rows(&place.database()), place.files().into_keys().collect());
        let mut prepared =
            Prepared { files, answers: vec![run.stdout], log: run.log, rows, names, scenario };
        match prepared.scenario.kind {
            Kind::Writes => prepared.assert_nothing_left(),
            Kind::Asks => prepared.answers.push(prepared.answer_when_finished(&place)),
        }
        prepared
    }

    /// The scenario of this name.
    pub(super) fn named(name: &str) -> Self {
        let scenario = all().into_iter().find(|scenario| scenario.name == name);
        Prepared::new(scenario.unwrap_or_else(|| panic!("there is no scenario {name:?}")))
    }

    fn assert_nothing_left(&self) {
        let ends = ["-journal", "-lock", "-counts"];
        let is_left = |name: &&String| ends.iter().any(|end| name.contains(end));
        assert_eq!(self.names.iter().find(is_left), None, "{}", self.scenario.name);
    }

    fn answer_when_finished(&self, place: &Place) -> String {
        assert_eq!(place.run("build 8 --jobs 1", None).code, Some(0));
        place.run(self.scenario.command, None).stdout
    }
}

impl Scenario {
    /// The initial files; shared by all scenarios with the same setup.
    fn start(&self) -> Files {
        type Key = (&'static [&'static str], Before, &'static str);
        static MADE: Mutex<BTreeMap<Key, Arc<OnceLock<Files>>>> = Mutex::new(BTreeMap::new());
        let killed = match (self.before, self.kind) {
            (Before::Nothing | Before::WalMode, _) => "",
            (_, Kind::Writes) => self.command,
            (_, Kind::Asks) => STORED,
        };
        let made =
            Arc::clone(MADE.lock().unwrap().entry((self.files, self.before, killed)).or_default());
        made.get_or_init(|| self.make(killed)).clone()
    }

    fn make(&self, command: &str) -> Files {
        let place = Place::with(&Files::new());
        for line in self.files {
            let run = place.run(line, None);
            assert_eq!(run.code, Some(0), "{line}: {}", run.stderr);
        }
        let made = place.files();
        match self.before {
            Before::Nothing => made,
            Before::WalMode => {
                let connection = Connection::open(place.database()).unwrap();
                connection.pragma_update(None, "journal_mode", "WAL").unwrap();
                drop(connection);
                place.files()
            }
            Before::Killed => killed(&made, command, &|place| has_work(place, &made)),
            Before::KilledInCommit => killed(&made, command, &|place| is_hot(place, &made)),
        }
    }
}

/// The files after the latest kill of `line` that leaves a state that `is_wanted`.
fn killed(made: &Files, line: &str, is_wanted: &dyn Fn(&Place) -> bool) -> Files {
    let calls = Place::with(made).run(line, None).log.count(ANY);
    let files = (1..=calls).rev().find_map(|at| {
        let fault = Fault { operations: ANY, at, span: 1, action: Action::KillBefore };
        let place = Place::with(made);
        assert_eq!(place.run(line, Some(&fault)).signal, Some(9), "{line}: {fault}");
        let files = place.files();
        is_wanted(&place).then_some(files)
    });
    files.unwrap_or_else(|| panic!("no kill of `{line}` leaves such files"))
}

/// Whether a part was committed: the lock is held, and there is no journal.
fn has_work(place: &Place, made: &Files) -> bool {
    let files = place.files();
    if files.contains_key("nqdb.db-journal") || !files.contains_key("nqdb.db-lock") {
        return false;
    }
    let has = |path: &Path, sql: &str| {
        let connection = open(path);
        connection.prepare(sql).is_ok_and(|mut found| found.exists([]).unwrap())
    };
    let (database, checkpoint) = (place.database(), place.checkpoint());
    if has(&database, "SELECT 1 FROM nqdb_board WHERE state = 'building'") {
        return files.get(DATABASE) != made.get(DATABASE);
    }
    // The counts of a whole index are in a file next to the database.
    let is_complete = has(&database, "SELECT 1 FROM nqdb_board WHERE n = 8 AND state = 'complete'");
    !is_complete
        && files.contains_key(CHECKPOINT)
        && !files.contains_key(&format!("{CHECKPOINT}-journal"))
        && has(&checkpoint, "SELECT 1 FROM nqdb_partial_count WHERE length(units) > 0")
}

/// Whether the database was changed while a journal exists, other than that of the mark, which has one page.
fn is_hot(place: &Place, made: &Files) -> bool {
    const OF_MARK: usize = 512 + 4 + 1024 + 4;
    let files = place.files();
    let is_hot = |bytes: &Vec<u8>| bytes.len() > OF_MARK && bytes[0] == 0xd9;
    let journal = files.get("nqdb.db-journal").is_some_and(is_hot);
    journal && files.get(DATABASE) != made.get(DATABASE)
}
