//! The parts of an index in a set of files, and whether they make the whole board.

use super::build::Part;
use super::build::counting::Division;
use super::build::counts::{CountSums, PartialCounts};
use super::error::{DamageError, FileError, PartError, Result, StoreError};
use super::file;
use crate::combinatorics::{BoardSize, known_counts};
use crate::watch::{Activity, Watch, Watched};
use rusqlite::Connection;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The parts of an index found in a set of files.
#[derive(Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct PartsReport {
    /// The board size of most files.
    pub n: Option<BoardSize>,
    /// The number of parts of the division, as in most files.
    pub parts: Option<u32>,
    /// The files, in the order given.
    pub files: Vec<PartFile>,
    /// The parts that no file has finished and undamaged, as ranges such as `1-2,6`. Parts without work need no file.
    pub missing: String,
    /// What is wrong with the sum of all parts, if none is missing.
    #[serde(serialize_with = "as_text")]
    pub wrong: Option<StoreError>,
}

/// What a file holds of a part.
#[derive(Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct PartFile {
    /// The file.
    #[serde(serialize_with = "as_path")]
    pub path: PathBuf,
    /// Board size N.
    pub n: Option<BoardSize>,
    /// The part in the file.
    pub part: Option<Part>,
    /// Units of work counted so far.
    pub units_done: u64,
    /// Units of work in the part.
    pub units: u64,
    /// Solutions counted so far, complements included.
    pub solutions: u64,
    /// Orbits counted so far.
    pub orbits: u64,
    /// Why the file can't be merged.
    #[serde(serialize_with = "as_text")]
    pub fault: Option<StoreError>,
}

/// Serializes a path; as nothing if it is not Unicode, which JSON could not represent.
fn as_path<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
    path.to_str().serialize(serializer)
}

/// Serializes an error as its message, or as nothing.
fn as_text<S: Serializer>(error: &Option<StoreError>, serializer: S) -> Result<S::Ok, S::Error> {
    error.as_ref().map(ToString::to_string).serialize(serializer)
}

impl PartsReport {
    /// Whether the files can be merged.
    pub fn is_complete(&self) -> bool {
        self.n.is_some()
            && self.missing.is_empty()
            && self.wrong.is_none()
            && self.files.iter().all(|file| file.fault.is_none())
    }

    /// All reasons why the files can't be merged into `out`.
    pub(super) fn faults(self, out: &Path) -> Vec<FileError> {
        let PartsReport { n, parts, files, missing, wrong } = self;
        let mut faults = Vec::new();
        if let (Some(n), Some(of), false) = (n, parts, missing.is_empty()) {
            faults.push(StoreError::from(PartError::Missing { n, of, missing }).at(out));
        }
        faults.extend(wrong.map(|wrong| wrong.at(out)));
        faults.extend(files.into_iter().filter_map(|file| Some(file.fault?.at(&file.path))));
        faults
    }
}

/// Reports which parts of an index these files hold, made by [`build`](super::build()) with
/// [`BuildOptions::part`](super::BuildOptions), and whether [`merge`](super::merge()) would accept them. Each file is
/// read and checked completely. Faults of a file are in the report.
///
/// # Errors
/// [`PartError::NoneGiven`]; [`StoreError::Stopped`] or [`StoreError::Interrupted`] by the watch.
pub fn parts(files: &[PathBuf], watch: impl Watch + 'static) -> Result<PartsReport, FileError> {
    let watch: Arc<dyn Watch> = Arc::new(watch);
    Survey::new(files, &watch, Activity::Verifying)
        .map(|survey| survey.report)
        .map_err(|error| error.at(files.first().map_or(Path::new(""), |file| file)))
}

/// A report, and what a merge needs to read the parts again.
pub(super) struct Survey {
    pub(super) report: PartsReport,
    /// The division of the parts, if any file has one.
    pub(super) division: Option<Division>,
    /// The counts of each file that can be merged.
    pub(super) counts: Vec<Option<PartialCounts>>,
}

impl Survey {
    /// Reads all files, one at a time.
    pub(super) fn new(
        files: &[PathBuf],
        watch: &Arc<dyn Watch>,
        activity: Activity,
    ) -> Result<Self> {
        if files.is_empty() {
            return Err(PartError::NoneGiven.into());
        }
        let head = |path: &PathBuf| part_of(&file::open_to_read(path, watch)?);
        let heads = files.iter().map(|path| pass_on_stop(head(path)));
        let heads = heads.collect::<Result<Vec<_>>>()?;
        let divisions: Vec<_> =
            heads.iter().flatten().map(|part| (part.n, part.part.of())).collect();
        let most = most_frequent(&divisions);
        let division = most.map(|(n, of)| Division::new(n, of));
        let (n, parts) = most.unzip();
        let report = PartsReport { n, parts, ..PartsReport::default() };
        let mut survey = Survey { report, division, counts: Vec::new() };
        let watched = most.map(|(n, _)| Watched::new(&**watch, activity, n.get(), "parts read"));
        let mut had = BTreeMap::new();
        for (path, head) in files.iter().zip(heads) {
            survey.read(path, head, &mut had, watch)?;
            if let Some(watched) = &watched {
                watched.advance(survey.report.files.len() as u64, Some(files.len() as u64))?;
            }
        }
        survey.name_twins(&had);
        survey.sum_up();
        Ok(survey)
    }

    /// Reads a file whose header has been read before. `had` maps each part to the indices of its files.
    fn read(
        &mut self,
        path: &Path,
        head: Result<PartialCounts>,
        had: &mut BTreeMap<u32, Vec<usize>>,
        watch: &Arc<dyn Watch>,
    ) -> Result<()> {
        let mut file = PartFile { path: path.to_owned(), ..PartFile::default() };
        let counts = match head {
            Ok(head) => {
                file.fault = self.inspect(&mut file, &head, had, watch)?;
                file.fault.is_none().then_some(head)
            }
            Err(fault) => {
                if let StoreError::Damage(DamageError::Part { n, part, .. }) = &fault {
                    (file.n, file.part) = (Some(*n), Some(*part));
                }
                file.fault = Some(fault);
                None
            }
        };
        self.report.files.push(file);
        self.counts.push(counts);
        Ok(())
    }

    /// Reads the counts of a part into the report on its file. Returns the fault that prevents merging it.
    fn inspect(
        &self,
        file: &mut PartFile,
        head: &PartialCounts,
        had: &mut BTreeMap<u32, Vec<usize>>,
        watch: &Arc<dyn Watch>,
    ) -> Result<Option<StoreError>> {
        let (n, part) = (head.n, head.part);
        (file.n, file.part) = (Some(n), Some(part));
        (file.units_done, file.orbits) = (head.units.len() as u64, head.orbits());
        let division = self.division.as_ref().expect("a header has a division");
        if let Some(fault) = refuse_other(head, division) {
            return Ok(Some(fault));
        }
        had.entry(part.number()).or_default().push(self.report.files.len());
        let missing = head.missing(division).len() as u64;
        file.units = file.units_done + missing;
        let read = open_unchanged(&file.path, head, watch)
            .and_then(|connection| head.inspect(&connection, division));
        match pass_on_stop(read)? {
            Err(fault) => Ok(Some(fault)),
            Ok(CountSums { solutions, orbits }) => {
                (file.solutions, file.orbits) = (2 * solutions, orbits);
                Ok((missing > 0).then(|| PartError::Unfinished { n, part }.into()))
            }
        }
    }

    /// Reports each duplicate part with the other file that has it, unless the file has another fault; a file that is
    /// given twice, once.
    fn name_twins(&mut self, had: &BTreeMap<u32, Vec<usize>>) {
        for places in had.values().filter(|places| places.len() > 1) {
            for (at, &place) in places.iter().enumerate() {
                let other = self.report.files[places[usize::from(at == 0)]].path.clone();
                let file = &mut self.report.files[place];
                file.fault = match (file.fault.take(), file.part) {
                    (None, Some(_)) if file.path == other && at == 0 => None,
                    (None, Some(_)) if file.path == other => Some(PartError::GivenTwice.into()),
                    (None, Some(part)) => Some(PartError::Twice { part, other }.into()),
                    (fault, _) => fault,
                };
            }
        }
    }

    /// Finds the missing parts, and compares the sum of all with the known counts.
    fn sum_up(&mut self) {
        let Some(division) = &self.division else { return };
        let mut is_there = division.sizes().iter().map(|&units| units == 0).collect::<Vec<bool>>();
        for counts in self.counts.iter().flatten() {
            is_there[counts.part.number() as usize - 1] = true;
        }
        let missing =
            (1..).zip(is_there).filter(|(_, is_there)| !is_there).map(|(number, _)| number);
        self.report.missing = ranges(missing);
        if self.report.missing.is_empty()
            && self.report.files.iter().all(|file| file.fault.is_none())
        {
            self.report.wrong = wrong_sum(division.n, &self.report.files);
        }
    }
}

/// The partial counts of the only part in a file, without their regions.
fn part_of(connection: &Connection) -> Result<PartialCounts> {
    let boards = PartialCounts::boards_in(connection)?;
    let [n] = boards[..] else { return Err(PartError::NotOne { got: boards.len() }.into()) };
    let part = PartialCounts::load(connection, n)?;
    part.ok_or_else(|| StoreError::damaged("the part disappeared while it was read"))
}

/// Opens the file of a part. Fails if it has changed.
pub(super) fn open_unchanged(
    path: &Path,
    head: &PartialCounts,
    watch: &Arc<dyn Watch>,
) -> Result<Connection> {
    let connection = file::open_to_read(path, watch)?;
    if part_of(&connection)? == *head {
        Ok(connection)
    } else {
        Err(PartError::Changed { part: head.part }.into())
    }
}

/// Separates errors of a file, returned as a value, from errors that end the work, which are passed on.
fn pass_on_stop<T>(read: Result<T>) -> Result<Result<T>> {
    match read {
        Err(stopped @ (StoreError::Stopped { .. } | StoreError::Interrupted)) => Err(stopped),
        read => Ok(read),
    }
}

/// The fault of a part that belongs to another board or division.
fn refuse_other(part: &PartialCounts, division: &Division) -> Option<StoreError> {
    if part.n != division.n {
        return Some(PartError::OfOther { n: part.n, expected: division.n }.into());
    }
    let expected = division.of;
    (part.part.of() != expected).then(|| PartError::OfDivision { part: part.part, expected }.into())
}

/// The most frequent item; on a tie, the first.
fn most_frequent<T: PartialEq + Copy>(items: &[T]) -> Option<T> {
    let frequency = |item: &&T| items.iter().filter(|other| other == item).count();
    items.iter().rev().max_by_key(frequency).copied()
}

/// Ascending numbers as ranges, such as `1-2,6`.
pub fn ranges(numbers: impl Iterator<Item = u32>) -> String {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => runs.push((number, number)),
        }
    }
    let text =
        |(first, last)| if first == last { format!("{first}") } else { format!("{first}-{last}") };
    runs.into_iter().map(text).collect::<Vec<_>>().join(",")
}

/// The error if the parts do not add up to the known counts.
fn wrong_sum(n: BoardSize, files: &[PartFile]) -> Option<StoreError> {
    let known = known_counts(n)?;
    let orbits = files.iter().map(|file| file.orbits).sum();
    let solutions = files.iter().map(|file| file.solutions).sum();
    let totals = [("orbits", known.orbits(), orbits), ("solutions", known.solutions, solutions)];
    let wrong = totals.into_iter().find(|(_, expected, got)| expected != got);
    wrong.map(|(what, expected, got)| PartError::Wrong { n, what, expected, got }.into())
}
