//! Crafted files: false content with valid checksums, decompression bombs, and foreign schemas. On any file, each
//! command prints a correct result or an error; it does not crash, hang, or take much memory.
//!
//! A checksum is not a signature: only `verify` finds counts and ranks that are wrong but self-consistent. This prints
//! the files, each with the largest memory that a command takes:
//!
//! ```text
//! NQDB_TEST_ALL=1 cargo test --test suite crafted -- --nocapture
//! ```

use crate::support::btree::make_endless;
use crate::support::damage::{seal, vandal};
use crate::support::memory::{Ended, run_limited};
use crate::support::program::words;
use crate::support::sqlite::{open, query};
use nqdb::{
    search::Solutions,
    store::{BuildOptions, BuildTier, Part, build},
    watch::NoWatch,
};
use nqdb_test_support::fixtures::text;
use nqdb_test_support::sample::one_in;
use nqdb_test_support::twin::size;
use rusqlite::{Connection, params_from_iter};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Mutex, OnceLock};
use std::thread;
use tempfile::TempDir;

/// A crafted file.
struct Craft {
    name: &'static str,
    make: Make,
    /// Whether only `verify` finds the fault.
    lies: bool,
    /// The most address space that a command may use beyond that for the sound file, in MiB.
    more: u32,
}

/// How a file is crafted from the sound one.
enum Make {
    /// By SQL, after which the checksums of the rows are recomputed.
    Sql(&'static str),
    /// By SQL that ignores the types and constraints of the schema.
    Untyped(&'static str),
    /// By an endless B-tree: this table or index.
    Endless(&'static str),
    /// By a copy of all rows into a database with this pragma.
    Copied(&'static str),
    /// By one block of cells of this N, with this number of cells and of prefixes in each.
    Cells(u64, u32, u32),
}

use Make::{Cells, Copied, Endless, Sql, Untyped};

const fn craft(name: &'static str, make: Make) -> Craft {
    Craft { name, make, lies: false, more: MORE_SPACE }
}

const fn lie(name: &'static str, make: Make) -> Craft {
    Craft { name, make, lies: true, more: MORE_SPACE }
}

/// In the sound file N = 8 is stored, N = 9 is indexed, and N = 12 is half of an index.
const CRAFTS: &[Craft] = &[
    // Numbers.
    craft("the maximum count of a block", Sql("UPDATE nqdb_block SET count = 65536")),
    craft("counts below zero", Sql("UPDATE nqdb_block SET count = -1")),
    craft("counts of nothing", Sql("UPDATE nqdb_block SET count = 0")),
    craft("counts near 2^63", Sql("UPDATE nqdb_block SET count = 9223372036854775807")),
    craft("counts one too high", Sql("UPDATE nqdb_block SET count = count + 1")),
    craft("counts one too low", Sql("UPDATE nqdb_block SET count = max(count - 1, 1)")),
    lie("ranks one too high", Sql("UPDATE nqdb_block SET first_rank = first_rank + 1 WHERE n = 9")),
    craft("ranks of zero", Sql("UPDATE nqdb_block SET first_rank = 1 - rowid")),
    craft("ranks near 2^63", Sql("UPDATE nqdb_block SET first_rank = 9223372036854775807 - rowid")),
    lie("orbits one too high", Sql("UPDATE nqdb_block SET first_orbit = first_orbit + 1")),
    craft("orbits below zero", Sql("UPDATE nqdb_block SET first_orbit = -1")),
    craft("totals of other boards", Sql("UPDATE nqdb_board SET solutions = 93")),
    craft("totals below zero", Sql("UPDATE nqdb_board SET solutions = -1, orbits = -1")),
    craft("block sizes below zero", Sql("UPDATE nqdb_board SET block_size = -1")),
    craft("a board that is not there", Sql("UPDATE nqdb_board SET n = 40 WHERE n = 8")),
    craft(
        "a board of N = 8 as one of N = 40",
        Sql("UPDATE nqdb_board SET n = 40 WHERE n = 8; UPDATE nqdb_block SET n = 40 WHERE n = 8"),
    ),
    craft(
        "complete boards without blocks",
        Sql("DELETE FROM nqdb_block; INSERT OR IGNORE INTO nqdb_board
             SELECT value, 'stored', 'complete', 92, 12, 2, 1, X'00', '', '', X'' FROM
             (WITH RECURSIVE c(value) AS (SELECT 1 UNION ALL SELECT value + 1
             FROM c LIMIT 64) SELECT * FROM c)"),
    ),
    craft(
        "a stored board with the codec of an index",
        Sql("UPDATE nqdb_board SET codec = 3 WHERE n = 8; UPDATE nqdb_block SET codec = 3 WHERE n = 8"),
    ),
    craft(
        "an index marked as stored",
        Sql("UPDATE nqdb_board SET tier = 'stored', codec = 2"),
    ),
    craft(
        "control characters in a name",
        Sql("UPDATE nqdb_board SET built_by = char(27) || '[2J' || char(7)"),
    ),
    // Payloads.
    craft(
        "payloads swapped",
        Sql("UPDATE nqdb_block SET payload = coalesce((SELECT payload FROM nqdb_block AS other
             WHERE other.n = nqdb_block.n AND other.id <> nqdb_block.id ORDER BY other.first_rank LIMIT 1), payload)"),
    ),
    craft("payloads of zeros", Sql("UPDATE nqdb_block SET payload = zeroblob(2000000)")),
    craft("payloads of nothing", Sql("UPDATE nqdb_block SET payload = X''")),
    craft(
        "as many cells as possible",
        Sql("UPDATE nqdb_block SET count = 32768, payload = from_hex('000200000000'
             || replace(hex(zeroblob(256 + 15360)), '00', 'FF'))"),
    ),
    craft(
        "a cell of a million prefixes",
        Sql("UPDATE nqdb_block SET payload = from_hex('010014000000' || 'FFFF1F1F' || hex(zeroblob(250000)))"),
    ),
    craft(
        "cells that unpack to 256 MiB",
        Sql("UPDATE nqdb_block SET payload = zstd_zeros(X'050002040103FB0004', 1 << 28) WHERE n = 9"),
    ),
    craft("a cell of 65,536 prefixes, N = 21", Cells(21, 1, 1 << 16)),
    craft("a cell of 65,536 prefixes, N = 22", Cells(22, 1, 1 << 16)),
    craft("cells of 1,024 prefixes, N = 22", Cells(22, 1024, 1024)),
    craft("cells of one prefix, N = 22", Cells(22, 1024, 1)),
    // Partial counts.
    craft(
        "counts that unpack to 256 MiB",
        Sql("UPDATE nqdb_partial_region SET counts = zstd_zeros(X'', 1 << 28)"),
    ),
    craft("a region of another size", Sql("UPDATE nqdb_partial_region SET counts = zstd_zeros(X'', 1000)")),
    craft("a region that the board lacks", Sql("UPDATE nqdb_partial_region SET region = 4000000000")),
    craft("units without end", Sql("UPDATE nqdb_partial_count SET units = zeroblob(2000000)")),
    craft("parts of nothing", Sql("UPDATE nqdb_partial_count SET parts = 0, part = 0")),
    craft("a depth of a million", Sql("UPDATE nqdb_partial_count SET depth = 1000000")),
    // As much memory as real parts of N = 22.
    Craft {
        name: "counts of N = 22",
        make: Sql("UPDATE nqdb_board SET n = 22 WHERE n = 12;
                   UPDATE nqdb_partial_count SET n = 22, depth = 6"),
        lies: false,
        more: 300,
    },
    lie(
        "counts of zero that are finished",
        Sql("UPDATE nqdb_partial_region SET counts = zstd_zeros(X'', 8 * 8426)"),
    ),
    // Views and tables that do not belong to nqdb.
    craft(
        "blocks from a view of huge values",
        Sql("DROP TABLE nqdb_block; CREATE VIEW nqdb_block AS SELECT 1 AS id, 8 AS n, 1 AS first_rank,
             46 AS count, X'04752613' AS first_solution, 0 AS first_orbit, 2 AS codec,
             X'00' AS checksum, zeroblob(900000000) AS payload"),
    ),
    craft(
        "boards from a view without end",
        Sql("DROP VIEW nqdb_count; DROP TABLE nqdb_board; CREATE VIEW nqdb_board AS WITH RECURSIVE
             e(n) AS (SELECT 8 UNION ALL SELECT n FROM e) SELECT n, 'stored' AS tier,
             'complete' AS state,
             92 AS solutions, 12 AS orbits, 2 AS codec, 1 AS block_size, X'00' AS digest,
             '' AS built_by,
             '' AS built_at FROM e WHERE n < 0"),
    ),
    craft(
        "blocks from a view without end",
        Sql("DROP TABLE nqdb_block; CREATE VIEW nqdb_block AS WITH RECURSIVE
             e(n) AS (SELECT 8 UNION ALL SELECT n FROM e) SELECT n AS id, n, 1 AS first_rank,
             46 AS count,
             X'' AS first_solution, 0 AS first_orbit, 2 AS codec, X'00' AS checksum,
             X'' AS payload
             FROM e WHERE n < 0"),
    ),
    craft(
        "counts from a view without end",
        Sql("DROP VIEW nqdb_count; CREATE VIEW nqdb_count AS WITH RECURSIVE
             e(n) AS (SELECT 8 UNION ALL SELECT n FROM e) SELECT n, 92 AS solutions,
             12 AS orbits FROM e"),
    ),
    craft(
        "partial counts from a view",
        Sql("DROP TABLE nqdb_partial_count; CREATE VIEW nqdb_partial_count AS SELECT 12 AS n, 5 AS depth,
             1 AS part,
             1 AS parts, zeroblob(900000000) AS units, zeroblob(900000000) AS counts,
             X'' AS checksum"),
    ),
    craft(
        "payloads that are generated",
        Sql("DROP TABLE nqdb_block; CREATE TABLE nqdb_block (id INTEGER PRIMARY KEY, n, first_rank, count,
             first_solution,
             first_orbit, codec, checksum, payload AS (zeroblob(900000000)));
             INSERT INTO nqdb_block VALUES (1, 8, 1, 46, X'04752613', 0, 2, X'00')"),
    ),
    craft(
        "a virtual table of blocks",
        // Some builds of SQLite have no FTS5.
        Sql("DROP TABLE nqdb_block; PRAGMA writable_schema = ON; INSERT INTO sqlite_schema VALUES
             ('table', 'nqdb_block', 'nqdb_block', 0, 'CREATE VIRTUAL TABLE nqdb_block USING fts5(n, first_rank,
             count, first_solution, first_orbit, codec, checksum, payload)')"),
    ),
    craft(
        "triggers that do not end",
        Sql("CREATE TRIGGER b BEFORE INSERT ON nqdb_board BEGIN SELECT count(*) FROM
             (WITH RECURSIVE e(n) AS (SELECT 8 UNION ALL SELECT n FROM e) SELECT n FROM e); END;
             CREATE TRIGGER d BEFORE DELETE ON nqdb_board BEGIN SELECT count(*) FROM
             (WITH RECURSIVE e(n) AS (SELECT 8 UNION ALL SELECT n FROM e) SELECT n FROM e); END"),
    ),
    craft(
        "triggers that delete",
        Sql("CREATE TRIGGER b AFTER UPDATE ON nqdb_board BEGIN DELETE FROM nqdb_block; END"),
    ),
    craft(
        "an index of huge values",
        Sql("CREATE INDEX huge ON nqdb_board (tier) WHERE n > 100; PRAGMA writable_schema = ON;
             UPDATE sqlite_schema
             SET sql = 'CREATE INDEX huge ON nqdb_board (hex(zeroblob(400000000 + n)))'
             WHERE name = 'huge'"),
    ),
    craft(
        "a check of huge values",
        Sql("PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql =
             replace(sql, ') STRICT', ',
             CHECK (length(hex(zeroblob(400000000 + n))) > 0)) STRICT')
             WHERE name IN ('nqdb_board', 'nqdb_block')"),
    ),
    craft(
        "two tables on the same pages",
        Sql("PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage =
             (SELECT rootpage FROM sqlite_schema WHERE name = 'nqdb_board') WHERE name = 'nqdb_block'"),
    ),
    craft(
        "an index on the pages of another",
        Sql("PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage =
             (SELECT rootpage FROM sqlite_schema WHERE name = 'nqdb_block_by_orbit')
             WHERE name = 'nqdb_block_by_rank'"),
    ),
    craft(
        "a table on the schema's page",
        Sql("PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = 1
             WHERE name = 'nqdb_board'"),
    ),
    craft(
        "a table on a page beyond the file",
        Sql("PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = 100000
             WHERE name = 'nqdb_block'"),
    ),
    craft(
        "a schema of a megabyte",
        Sql("PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = sql || printf('%.*c',
             1000000, ' ')"),
    ),
    craft(
        "a schema that is not SQL",
        Sql("PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'CREATE'"),
    ),
    craft("a missing table", Sql("DROP TABLE nqdb_partial_count")),
    craft("a schema version below zero", Sql("PRAGMA user_version = -1")),
    // Databases of other kinds.
    craft("WAL mode", Sql("PRAGMA journal_mode = WAL")),
    craft("pages of 512 bytes", Sql("PRAGMA page_size = 512; VACUUM")),
    craft("pages of 65,536 bytes", Sql("PRAGMA page_size = 65536; VACUUM")),
    craft("automatic vacuum", Sql("PRAGMA auto_vacuum = FULL; VACUUM")),
    craft("UTF-16", Copied("PRAGMA encoding = 'UTF-16le'")),
    craft("UTF-16, big-endian", Copied("PRAGMA encoding = 'UTF-16be'")),
    craft(
        "tables without types",
        Sql("PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, ' STRICT',
             '')"),
    ),
    craft(
        "a board without row ids",
        Sql("DROP VIEW nqdb_count; CREATE TABLE other (n PRIMARY KEY, tier, state, solutions, orbits,
             codec, block_size,
             digest, built_by, built_at, checksum) WITHOUT ROWID; INSERT INTO other
             SELECT * FROM nqdb_board;
             DROP TABLE nqdb_board; ALTER TABLE other RENAME TO nqdb_board"),
    ),
    // B-trees.
    craft("boards without end", Endless("nqdb_board")),
    craft("blocks without end", Endless("nqdb_block")),
    craft("ranks without end", Endless("nqdb_block_by_rank")),
    craft("orbits without end", Endless("nqdb_block_by_orbit")),
    craft("partial counts without end", Endless("nqdb_partial_count")),
    craft("partial regions without end", Endless("nqdb_partial_region")),
];

/// Saves the schema, and removes types and constraints from it.
const LOOSEN: &str = "
    CREATE TEMP TABLE kept AS SELECT name AS kept_name, sql AS kept_sql FROM sqlite_schema WHERE type = 'table';
    PRAGMA writable_schema = ON;
    UPDATE main.sqlite_schema SET sql = replace(replace(sql, 'NOT NULL', ''), ' STRICT', '')
    WHERE type = 'table';
    PRAGMA writable_schema = RESET;
    PRAGMA ignore_check_constraints = ON;";

/// Restores the schema over rows that violate it.
const TIGHTEN: &str = "
    PRAGMA writable_schema = ON;
    UPDATE main.sqlite_schema SET sql = (SELECT kept_sql FROM kept WHERE kept_name = name)
    WHERE type = 'table';";

/// The columns of the tables, and values for each of them.
const COLUMNS: [(&str, &str); 4] = [
    (
        "nqdb_board",
        "tier state solutions orbits codec block_size digest built_by built_at checksum",
    ),
    ("nqdb_block", "n first_rank count first_solution first_orbit codec checksum payload"),
    ("nqdb_partial_count", "depth part parts units counts checksum"),
    ("nqdb_partial_region", "region counts"),
];
const VALUES: [&str; 6] = ["NULL", "'text'", "1.5", "X'00FF'", "-1", "9223372036854775807"];

/// The name of the crafted file.
const SUBJECT: &str = "subject.db";

/// Every command that reads a file or writes to it. SOUND is a sound file, NEW a missing one, OTHER has the other part
/// of N = 12, LONG is a solution of N = 22.
const QUESTIONS: &[&str] = &[
    "unrank 8 1-92",
    "unrank 9 1 176 177 352",
    // One thread: the peak memory of several threads varies from run to run.
    "rank 1,5,8,6,3,7,2,4 8,4,1,3,6,2,7,5 1,3,6,8,2,4,9,7,5 --jobs 1",
    "orbit 1,5,8,6,3,7,2,4 1,3,6,8,2,4,9,7,5 --jobs 1",
    "count 8 9",
    "count 40",
    "list 8",
    "list 9 --orbits",
    "list 8 1=1",
    "count 9 2=4",
    "random 8 --seed 1",
    "info",
    "verify",
    "verify --deep",
    "sql 'SELECT queens FROM nq_solutions(8) WHERE rank > 80'",
    "sql 'SELECT * FROM nqdb_count'",
    "sql 'SELECT count(*), sum(length(payload)) FROM nqdb_block'",
    "build 8 9",
    "build --tier indexed 12",
    "build --rebuild 7",
    "import SOUND --rebuild",
    "--db NEW import SUBJECT",
    "merge NEW SUBJECT OTHER",
    "unrank 21 1 2",
    "unrank 22 1 2",
    "rank LONG",
];

/// Queries with the same result from every sound file.
const ANSWERS: [&str; 7] =
    ["unrank", "rank", "orbit", "count", "list", "random", "sql 'SELECT queens"];

/// The queries for each value of each column.
const FEW: &[&str] = &[
    "unrank 8 1-92",
    "unrank 9 1 352",
    "rank 1,5,8,6,3,7,2,4 1,3,6,8,2,4,9,7,5 --jobs 1",
    "orbit 8,4,1,3,6,2,7,5 1,3,6,8,2,4,9,7,5 --jobs 1",
    "count 8 9",
    "info",
    "verify",
    "--db NEW import SUBJECT",
    "merge NEW SUBJECT OTHER",
];

/// The most address space that a command may take on a crafted file above that on the sound file, in MiB.
const MORE_SPACE: u32 = 64;

/// More address space than any command needs for the sound file, in MiB.
const ENOUGH_SPACE: u32 = 400;

/// The time limits of a command on the sound file and on a crafted one, in seconds. The first is never reached; at the
/// second a command on a crafted file ends with an error, which counts as a refusal.
const SOUND_LIMIT: u32 = 60;
const CRAFTED_LIMIT: u32 = 2;

/// A sound file, and a directory for crafted ones.
struct Workshop {
    directory: TempDir,
}

/// The results from the sound file, with the address space that each needs, in MiB.
static SOUND: OnceLock<BTreeMap<&'static str, (Ended, u32)>> = OnceLock::new();

impl Workshop {
    fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("sound.db");
        let stored = BuildOptions { jobs: NonZeroUsize::MIN, ..BuildOptions::default() };
        let cell_limit = Some(8);
        let indexed = BuildOptions { tier: Some(BuildTier::Indexed), cell_limit, ..stored };
        let part = BuildOptions { part: Part::new(1, 2).unwrap(), ..indexed };
        for (n, options) in [(7, stored), (8, stored), (9, indexed), (12, part)] {
            build(&path, size(n), options, NoWatch).unwrap();
        }
        let rest = BuildOptions { part: Part::new(2, 2).unwrap(), ..part };
        build(&directory.path().join("other.db"), size(12), rest, NoWatch).unwrap();
        let workshop = Workshop { directory };
        SOUND.get_or_init(|| {
            let questions: BTreeSet<_> = QUESTIONS.iter().chain(FEW).copied().collect();
            let answer = |question| (question, workshop.answer_and_space(question));
            questions.into_iter().map(answer).collect()
        });
        workshop
    }

    /// The result from the sound file, and the smallest address space that the command needs for it, in MiB.
    fn answer_and_space(&self, question: &str) -> (Ended, u32) {
        let ask = |space| {
            fs::copy(self.sound_file(), self.subject()).unwrap();
            self.ask(question, space, SOUND_LIMIT)
        };
        let answer = ask(ENOUGH_SPACE);
        let (mut too_little, mut enough) = (0, ENOUGH_SPACE);
        while enough - too_little > 4 {
            let middle = (too_little + enough) / 2;
            if ask(middle).code == answer.code { enough = middle } else { too_little = middle }
        }
        (answer, enough)
    }

    fn subject(&self) -> PathBuf {
        self.directory.path().join(SUBJECT)
    }

    fn sound_file(&self) -> PathBuf {
        self.directory.path().join("sound.db")
    }

    /// Runs a command on the subject, or on a new file, in an address space of `space` MiB and `limit` seconds.
    fn ask(&self, question: &str, space: u32, limit: u32) -> Ended {
        let new = self.directory.path().join("new.db");
        for path in [new.clone(), PathBuf::from(format!("{}-lock", new.display()))] {
            let _ = fs::remove_file(path);
        }
        let question = question
            .replace("SOUND", "sound.db")
            .replace("SUBJECT", SUBJECT)
            .replace("OTHER", "other.db");
        let question = question.replace("NEW", "new.db").replace("LONG", LONG);
        let mut words = words(&question);
        if !question.starts_with("--db") && !question.starts_with("merge") {
            words.splice(0..0, ["--db".to_owned(), SUBJECT.to_owned()]);
        }
        words.extend(["--time-limit".to_owned(), limit.to_string()]);
        run_limited(self.directory.path(), &words, space)
    }

    /// Crafts the subject, as `crafted.db`.
    fn craft(&self, make: &Make) {
        let path = self.directory.path().join("crafted.db");
        let _ = fs::remove_file(&path);
        match make {
            Copied(pragma) => return self.copy_into(&path, pragma),
            _ => fs::copy(self.sound_file(), &path).unwrap(),
        };
        match make {
            Sql(script) => change(&path, script, ""),
            Untyped(script) => change(&path, &format!("{LOOSEN} {script}"), TIGHTEN),
            Endless(tree) => {
                let connection = Connection::open(&path).unwrap();
                let sql = "SELECT rootpage FROM sqlite_schema WHERE name = ?1";
                let root = connection.query_row(sql, [tree], |row| row.get(0)).unwrap();
                drop(connection);
                let mut bytes = fs::read(&path).unwrap();
                make_endless(&mut bytes, root);
                fs::write(&path, bytes).unwrap();
            }
            Cells(n, cells, prefixes) => insert_cells(&path, *n, *cells, *prefixes),
            Copied(_) => {}
        }
    }

    fn copy_into(&self, path: &Path, pragma: &str) {
        let connection = Connection::open(path).unwrap();
        let schema = text("migrations/0001_boards.sql");
        connection.execute_batch(&format!("{pragma}; {schema}")).unwrap();
        let sound = open(&self.sound_file());
        for (table, columns) in [
            ("nqdb_board", 11),
            ("nqdb_block", 9),
            ("nqdb_partial_count", 7),
            ("nqdb_partial_region", 3),
        ] {
            let places: Vec<&str> = vec!["?"; columns];
            let insert = format!("INSERT INTO {table} VALUES ({})", places.join(", "));
            for row in query(&sound, &format!("SELECT * FROM {table}")) {
                connection.execute(&insert, params_from_iter(row)).unwrap();
            }
        }
    }

    /// Runs a query on a crafted file, and returns what is wrong with the result.
    fn check(&self, craft: &Craft, question: &'static str, most: &mut Most) -> Option<String> {
        fs::copy(self.directory.path().join("crafted.db"), self.subject()).unwrap();
        let (sound, space) = &SOUND.get().expect("made with the workshop")[question];
        let ended = self.ask(question, space + craft.more, CRAFTED_LIMIT);
        most.note(ended.memory, craft.name, question);
        let problem = match ended.code {
            None => "ends by a signal",
            Some(0..=3) if ended.stderr.contains("panicked") => "panics",
            Some(0..=3) if ended.stdout.contains(['\u{7}', '\u{1b}']) => {
                "prints control characters"
            }
            Some(0) if is_answer(question) && ended.stdout != sound.stdout && !craft.lies => {
                "gives a wrong answer"
            }
            Some(0) if question == "verify --deep" && craft.lies => "finds no problem",
            Some(0) => return None,
            Some(1..=3) if ended.stderr.is_empty() => "prints no message",
            Some(1..=3) => return None,
            Some(_) => "ends with an unknown code",
        };
        let start: String = (ended.stderr + &ended.stdout).chars().take(300).collect();
        Some(format!("{}: `{question}` {problem} ({:?}): {start}", craft.name, ended.code))
    }
}

impl Workshop {
    /// The wrong results of queries on a crafted file, and the command that uses the most memory.
    fn check_craft<'q>(
        &self,
        craft: &Craft,
        questions: impl Iterator<Item = &'q &'static str>,
    ) -> (Vec<String>, Most) {
        self.craft(&craft.make);
        let mut most = Most::default();
        (questions.filter_map(|question| self.check(craft, question, &mut most)).collect(), most)
    }
}

fn is_answer(question: &str) -> bool {
    ANSWERS.iter().any(|answer| question.starts_with(answer))
}

/// The first solution of N = 22.
const LONG: &str = "1,3,5,2,4,10,14,17,20,13,19,22,18,8,21,12,9,6,16,7,11,15";

/// Changes a file by SQL, recomputes the checksums that its tables still have, and runs a final SQL statement.
fn change(path: &Path, script: &str, end: &str) {
    let connection = vandal(path);
    connection.execute_batch(script).unwrap_or_else(|error| panic!("{script}: {error}"));
    let _ = seal(&connection);
    connection.execute_batch(end).unwrap_or_else(|error| panic!("{end}: {error}"));
}

/// Inserts a complete index of N whose one block has `cells` cells, each of `prefixes` prefixes.
fn insert_cells(path: &Path, n: u64, cells: u32, prefixes: u32) {
    let first = Solutions::new(size(n)).next().unwrap();
    let counts = nqdb::counts::known_counts(size(n)).unwrap();
    let mut payload = vec![6];
    payload.extend(&first.zero_based()[..6]);
    match u8::try_from(cells) {
        Ok(few @ 0..251) => payload.push(few),
        _ => payload.extend([&[251], &(cells as u16).to_le_bytes()[..]].concat()),
    }
    let solutions = 61_440;
    let planes = [prefixes, solutions, 1]
        .map(|number| number.to_le_bytes().map(|byte| vec![byte; cells as usize]).concat());
    payload.extend(zstd::bulk::compress(&planes.concat(), 1).unwrap());
    let connection = vandal(path);
    let insert = "INSERT INTO nqdb_board VALUES (?1, 'indexed', 'complete', ?2, ?3, 3, 1024, X'00', '', '', X'')";
    connection
        .execute(insert, (n as i64, counts.solutions as i64, counts.orbits() as i64))
        .unwrap();
    let insert = "INSERT INTO nqdb_block VALUES (NULL, ?1, 1, ?2, ?3, 0, 3, X'00', ?4)";
    let count = i64::from(cells) * i64::from(solutions);
    connection.execute(insert, (n as i64, count, first.pack(), payload)).unwrap();
    seal(&connection).unwrap();
}

/// The command that uses the most memory.
#[derive(Default)]
struct Most {
    memory: u64,
    of: String,
}

impl Most {
    fn note(&mut self, memory: u64, name: &str, question: &str) {
        if memory > self.memory {
            *self = Most { memory, of: format!("`{question}` of {name}") };
        }
    }
}

/// Runs one in `share` of the queries on each crafted file, different ones from file to file, on all cores.
fn check_all(crafts: &[Craft], questions: &[&'static str], share: usize) {
    let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let next = AtomicUsize::new(0);
    let found = Mutex::new((Vec::new(), Most::default()));
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let workshop = Workshop::new();
                loop {
                    let place = next.fetch_add(1, SeqCst);
                    let Some(craft) = crafts.get(place) else { break };
                    let some = questions.iter().skip(place % share).step_by(share);
                    let (mut problems, most) = workshop.check_craft(craft, some);
                    println!("{:6} KiB  {}", most.memory, craft.name);
                    let mut found = found.lock().unwrap();
                    found.0.append(&mut problems);
                    found.1.note(most.memory, craft.name, &most.of);
                }
            });
        }
    });
    let (problems, most) = found.into_inner().unwrap();
    println!("{:6} KiB  {}, the most", most.memory, most.of);
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
}

#[test]
fn no_crafted_file_harms_a_reader() {
    check_all(CRAFTS, QUESTIONS, one_in(7));
}

/// One file for each value of each column.
fn column_crafts() -> Vec<Craft> {
    let columns = COLUMNS.iter().flat_map(|(table, columns)| {
        columns
            .split(' ')
            .map(move |column| (table, format!("UPDATE OR IGNORE {table} SET {column}")))
    });
    let scripts = columns.flat_map(|(table, set)| {
        let first = format!("rowid IN (SELECT min(rowid) FROM {table} GROUP BY n)");
        VALUES.map(|value| format!("{set} = {value} WHERE {first}"))
    });
    let leaked = scripts.map(|script| -> &str { script.leak() });
    leaked.map(|script| craft(script, Untyped(script))).collect()
}

#[test]
fn no_value_in_any_column_harms_a_reader() {
    let crafts: Vec<Craft> = column_crafts().into_iter().step_by(one_in(14)).collect();
    check_all(&crafts, FEW, 1);
}
