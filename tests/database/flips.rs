//! Flips every bit of a database file, one at a time: each result is right or an error, in bounded memory.
//!
//! The queries are all ranks of the file, the ranks and orbits of all its solutions, all orbit ids, its counts, and the
//! sizes that a flipped key could have. A board that is no longer listed is searched, so its results must be right as
//! well. `cargo test` flips a sample of the bits; flipping all takes minutes:
//!
//! ```text
//! cargo test --test database flips -- --ignored --nocapture
//! ```

use nqdb::{
    Board, BoardSize, Database, Orbit, OrbitId, Rank, Solution, Tier,
    counts::known_counts,
    random::Dice,
    store::{BuildOptions, BuildTier, build},
    watch::NoWatch,
};
use nqdb_test_support::memory::{growth, peak};
use nqdb_test_support::twin::{Twin, size};
use std::fmt::{Debug, Write};
use std::fs::File;
use std::io::{Seek, SeekFrom, Write as _};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;
use std::time::Instant;
use tempfile::TempDir;

/// The files: name, boards and tier. Cells are small, so that a block has several.
const FILES: [(&str, std::ops::RangeInclusive<u64>, BuildTier); 2] =
    [("stored", 4..=8, BuildTier::Stored), ("indexed", 5..=8, BuildTier::Indexed)];

/// Number of sampled bits per file.
const SAMPLE: u64 = 250;

/// The maximum memory of all lookups together.
const MOST_MEMORY: u64 = 64 << 20;

/// A sound file, and its board sizes, including those that one flipped bit makes of them.
struct Subject {
    name: &'static str,
    bytes: Vec<u8>,
    boards: Vec<BoardSize>,
    sizes: Vec<BoardSize>,
}

impl Subject {
    fn all() -> Vec<Subject> {
        FILES.into_iter().map(|(name, sizes, tier)| Subject::new(name, sizes, tier)).collect()
    }

    fn new(name: &'static str, boards: std::ops::RangeInclusive<u64>, tier: BuildTier) -> Self {
        let directory = directory();
        let path = directory.path().join("nqdb.db");
        let options = BuildOptions {
            jobs: NonZeroUsize::MIN,
            tier: Some(tier),
            cell_limit: (tier == BuildTier::Indexed).then_some(8),
            ..BuildOptions::default()
        };
        for n in boards.clone() {
            build(&path, size(n), options, NoWatch).unwrap();
        }
        let flipped = |n: u64| (0..7).map(move |bit| n ^ 1 << bit).chain([n]);
        let mut sizes: Vec<u64> = boards.clone().flat_map(flipped).collect();
        sizes.sort_unstable();
        sizes.dedup();
        Subject {
            name,
            bytes: std::fs::read(&path).unwrap(),
            boards: boards.map(size).collect(),
            sizes: sizes.into_iter().filter_map(|n| BoardSize::new(n).ok()).collect(),
        }
    }
}

/// An in-memory directory, if the system has one.
fn directory() -> TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

/// The outcome of some flips.
#[derive(Default)]
struct Outcome {
    flips: u64,
    /// Flips after which some query failed.
    refused: u64,
    /// Wrong results.
    wrong: Vec<String>,
}

/// A copy of a file, in which one bit at a time is flipped.
struct Copy<'s> {
    subject: &'s Subject,
    path: PathBuf,
    file: File,
    _directory: TempDir,
}

impl<'s> Copy<'s> {
    fn new(subject: &'s Subject) -> Self {
        let directory = directory();
        let path = directory.path().join("nqdb.db");
        std::fs::write(&path, &subject.bytes).unwrap();
        let file = File::options().write(true).open(&path).unwrap();
        Copy { subject, path, file, _directory: directory }
    }

    fn set(&self, place: u64, byte: u8) {
        let mut file = &self.file;
        file.seek(SeekFrom::Start(place)).unwrap();
        file.write_all(&[byte]).unwrap();
    }

    fn check(&self, bit: u64, outcome: &mut Outcome) {
        let (place, byte) = (bit / 8, self.subject.bytes[bit as usize / 8]);
        self.set(place, byte ^ 1 << (bit % 8));
        let mut answers = Answers { file: self.subject.name, bit, errors: 0, wrong: Vec::new() };
        answers.ask(&self.path, self.subject);
        self.set(place, byte);
        for end in ["-wal", "-shm"] {
            // If the header claims WAL mode, SQLite leaves files that would affect the next cases.
            let _ = std::fs::remove_file(self.path.with_extension(format!("db{end}")));
        }
        outcome.flips += 1;
        outcome.refused += u64::from(answers.errors > 0);
        outcome.wrong.append(&mut answers.wrong);
    }
}

/// The results for a file with one flipped bit.
struct Answers {
    file: &'static str,
    bit: u64,
    errors: u64,
    wrong: Vec<String>,
}

impl Answers {
    fn ask(&mut self, path: &Path, subject: &Subject) {
        let database = match Database::open(path) {
            Ok(database) => database,
            Err(_) => return self.errors += 1,
        };
        let _ = database.boards();
        for &n in &subject.sizes {
            match database.board(n) {
                Ok(board) if subject.boards.contains(&n) => self.ask_all(&board),
                Ok(board) => self.ask_little(&board),
                Err(_) => self.errors += 1,
            }
        }
    }

    /// Runs all queries on a board that the reference implementation covers.
    fn ask_all(&mut self, board: &Board) {
        let twin = Twin::of(board.n());
        self.ask_counts(board);
        for ((rank, solution), id) in (1..).zip(&twin.solutions).zip(&twin.orbit_ids) {
            let rank = Rank::new(rank).unwrap();
            self.expect("unrank", board, board.unrank(rank), *solution);
            self.expect("rank", board, board.rank(solution), rank);
            self.expect("orbit id", board, board.orbit_id(solution), OrbitId::new(*id).unwrap());
        }
        for (id, representative) in (1..).zip(&twin.representatives) {
            let orbit = board.orbit(OrbitId::new(id).unwrap()).map(|orbit| canonical(&orbit));
            self.expect("orbit", board, orbit, *representative);
        }
    }

    /// Runs a few queries on a board that the file never had.
    fn ask_little(&mut self, board: &Board) {
        self.ask_counts(board);
        // A search would be right but slow.
        if board.tier() == Tier::Searched {
            return;
        }
        let orbit = board.orbit(OrbitId::FIRST).map(|orbit| canonical(&orbit));
        for answer in [board.unrank(Rank::FIRST), orbit] {
            match answer {
                Ok(answer) => self.note(format!("N = {}: {answer} is first", board.n())),
                Err(_) => self.errors += 1,
            }
        }
    }

    fn ask_counts(&mut self, board: &Board) {
        let (solutions, orbits) = (board.solution_count(), board.orbit_count());
        match known_counts(board.n()) {
            Some(known) => {
                self.expect("count", board, solutions, known.solutions);
                self.expect("orbits", board, orbits, known.orbits());
            }
            None => {
                for count in [solutions, orbits].into_iter().flatten() {
                    self.note(format!("N = {}: count {count}, which is unknown", board.n()));
                }
            }
        }
    }

    fn expect<T: PartialEq + Debug>(
        &mut self,
        what: &str,
        board: &Board,
        answer: nqdb::Result<T>,
        right: T,
    ) {
        match answer {
            Ok(answer) if answer == right => {}
            Ok(answer) => {
                self.note(format!("N = {}: {what} {answer:?}, expected {right:?}", board.n()));
            }
            Err(_) => self.errors += 1,
        }
    }

    fn note(&mut self, what: String) {
        let (file, bit) = (self.file, self.bit);
        self.wrong.push(format!("{file} file, byte {}, bit {}: {what}", bit / 8, bit % 8));
    }
}

fn canonical(orbit: &Orbit) -> Solution {
    *orbit.canonical().solution()
}

/// Flips these bits on all cores. Returns a line of a table, and the wrong results.
fn flip(subject: &Subject, bits: &[u64]) -> (String, Vec<String>) {
    let (started, before) = (Instant::now(), peak());
    let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let total = Mutex::new(Outcome::default());
    thread::scope(|scope| {
        for share in bits.chunks(bits.len().div_ceil(threads)) {
            let total = &total;
            scope.spawn(move || {
                let (copy, mut outcome) = (Copy::new(subject), Outcome::default());
                share.iter().for_each(|&bit| copy.check(bit, &mut outcome));
                let mut total = total.lock().unwrap();
                total.flips += outcome.flips;
                total.refused += outcome.refused;
                total.wrong.append(&mut outcome.wrong);
            });
        }
    });
    let Outcome { flips, refused, wrong } = total.into_inner().unwrap();
    let mut line = String::new();
    let (name, seconds) = (subject.name, started.elapsed().as_secs_f64());
    let memory = growth(before) >> 10;
    write!(line, "{name:8} {flips:8} {refused:8} {:6} {seconds:8.1} {memory:10}", wrong.len())
        .unwrap();
    (line, wrong)
}

/// The first few wrong results.
fn first(wrong: &[String]) -> &[String] {
    &wrong[..wrong.len().min(20)]
}

const HEADER: &str = "file        flips  refused  wrong  seconds  more KiB";

#[test]
fn a_sample_of_flipped_bits_gives_right_answers_or_errors() {
    let seed = 12;
    let mut dice = Dice::new(seed);
    println!("seed {seed}\n{HEADER}");
    for subject in Subject::all() {
        let len = 8 * subject.bytes.len() as u64;
        let bits: Vec<u64> = (0..SAMPLE).map(|_| dice.below(len)).collect();
        let (line, wrong) = flip(&subject, &bits);
        println!("{line}");
        assert!(wrong.is_empty(), "{} wrong results: {:#?}", wrong.len(), first(&wrong));
    }
}

#[test]
#[ignore = "takes minutes"]
fn every_flipped_bit_gives_right_answers_or_errors() {
    println!("{HEADER}");
    let before = peak();
    let mut findings = Vec::new();
    for subject in Subject::all() {
        let bits: Vec<u64> = (0..8 * subject.bytes.len() as u64).collect();
        let (line, mut wrong) = flip(&subject, &bits);
        println!("{line}");
        findings.append(&mut wrong);
    }
    assert!(findings.is_empty(), "{} wrong results: {:#?}", findings.len(), first(&findings));
    let growth = growth(before);
    assert!(growth < MOST_MEMORY, "{growth} bytes");
}
