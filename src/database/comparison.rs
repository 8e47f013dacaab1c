//! [`Comparison`]: a list of boards, compared with the solutions or orbits that are expected.

use super::{board::Board, lookups::Lookups};
use crate::combinatorics::notation::{Reading, Record};
use crate::combinatorics::{Invalid, OrbitId, Placement, Rank, Selection, Solution, Symmetry};
use crate::error::{Error, Result};
use crate::memory;
use crate::units::{counted, grouped};
use serde::Serialize;
use std::fmt;
use std::ops::Deref;

/// What a list is compared with.
#[derive(Debug, Clone)]
pub struct Expected {
    /// The board, of N up to [`Expected::LAST`].
    pub board: Board,
    /// The solutions; of orbits, only the properties count.
    pub selection: Selection,
    /// Whether one solution of each orbit is expected.
    pub by_orbit: bool,
    /// Whether orbit ids are looked up in any case.
    pub with_ids: bool,
    /// How the reason for a wrong board is written, such as `Invalid::to_string`.
    pub describe: fn(&Invalid) -> String,
}

/// A board of a list. What is unknown is absent in JSON.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Compared {
    /// Its line, from 1.
    pub line: u64,
    /// Its label.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// `solution`, `repeated`, `outside` the selection, or what is wrong ([`Invalid::verdict`]).
    pub verdict: &'static str,
    /// The rank of a solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rank: Option<u64>,
    /// Its orbit id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub orbit_id: Option<u64>,
    /// The line of the first board with this solution or orbit, up to N = 16.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeats: Option<u64>,
    /// Why it is not as expected ([`Comparison::explain`]).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The rank of the first board with this orbit, up to N = 16.
    #[serde(skip)]
    first: Option<u64>,
}

/// An iterator over solutions or canonical representatives with their ranks or orbit ids.
type Numbered = Box<dyn Iterator<Item = Result<(u64, Solution)>> + Send>;

impl Expected {
    /// The largest board that can be compared.
    pub const LAST: usize = 18;

    /// The boards of a record, before they are compared with others. O(length), in addition to lookups.
    ///
    /// # Errors
    /// Those of any query ([`Board`]), and for the first line [`Invalid::Utf16`] and [`Invalid::Gzip`]; what else is wrong
    /// with a board is in the result.
    pub fn find(
        &self,
        record: &Record,
        reading: Reading,
        lookups: &mut Lookups,
    ) -> Result<Vec<Compared>> {
        let find = |solution: Result<Solution, Invalid>| {
            let mut found =
                Compared { line: record.line, label: record.label(), ..Compared::default() };
            match solution {
                Ok(solution) => {
                    let is_selected = self.selection.has(&solution);
                    found.verdict = if is_selected { SOLUTION } else { OUTSIDE };
                    found.rank = Some(lookups.rank(&solution)?.get());
                    if self.by_orbit || self.with_ids {
                        found.orbit_id = Some(self.board.orbit_id(&solution)?.get());
                    }
                }
                // The input begins like such a file, so that all other records are unreadable too.
                Err(wrong @ (Invalid::Utf16 | Invalid::Gzip)) if record.line == 1 => {
                    return Err(wrong.into());
                }
                Err(wrong) => {
                    found.verdict = wrong.verdict();
                    found.reason = Some((self.describe)(&wrong));
                }
            }
            Ok(found)
        };
        self.solutions(record, reading).into_iter().map(find).collect()
    }

    /// The solutions of size N in a record, or what is wrong with them.
    fn solutions(&self, record: &Record, reading: Reading) -> Vec<Result<Solution, Invalid>> {
        let (n, mut boards) = (self.board.n(), Vec::new());
        let is_read = reading.record(record, &mut boards).is_ok();
        if is_read && boards.iter().all(|board| board.n() == n) {
            return boards.into_iter().map(Solution::new).collect();
        }
        let solution =
            |rows| Placement::of_size(n.get(), rows)?.solution().ok_or(Invalid::NoQueens);
        match reading.record_rows(record, LONGEST) {
            Ok(boards) => boards.into_iter().map(Ok).map(solution).collect(),
            Err(error) => vec![solution(Err(error))],
        }
    }

    /// Those expected, in order.
    fn each(&self) -> Result<Numbered> {
        let Expected { board, selection, .. } = self.clone();
        Ok(if self.by_orbit {
            let orbits = board.select_orbits(&selection.properties, OrbitId::FIRST)?;
            Box::new(orbits.map(move |found| {
                let (id, canonical) = found?;
                let id = id.map_or_else(|| board.orbit_id(&canonical), Ok)?;
                Ok((id.get(), *canonical.solution()))
            }))
        } else {
            let solutions = board.select_ranked(selection, Rank::FIRST)?;
            Box::new(solutions.map(move |found| {
                let (rank, solution) = found?;
                let rank = rank.map_or_else(|| board.rank(&solution), Ok)?;
                Ok((rank.get(), solution))
            }))
        })
    }
}

/// A list, compared with what is expected.
///
/// Memory: a bit for each solution or orbit of the board, 83 MB for the solutions of N = 18. Up to N = 16 also 4 bytes
/// for its line, 59 MB, and 4 for the rank of the first solution of an orbit.
///
/// ```
/// use nqdb::internal::{Comparison, Expected};
/// use nqdb::notation::{Reading, Record};
/// use nqdb::{BoardSize, Database, Invalid, Selection};
///
/// let n = BoardSize::new(4)?;
/// let (board, selection) = (Database::without_file().board(n)?, Selection::all(n));
/// let describe = Invalid::to_string;
/// let expected = Expected { board, selection, by_orbit: false, with_ids: false, describe };
/// let mut lookups = expected.board.lookups();
/// let mut list = Comparison::new(expected.clone(), 10)?;
/// for text in ["Anna: 2 4 1 3", "Ben: 2 4 1 3"] {
///     for board in expected.find(&Record::from(text), Reading::default(), &mut lookups)? {
///         list.add(board)?;
///     }
/// }
/// assert_eq!(list.to_string(), "1 of 2 solutions: 1 missing, 1 repeated");
/// let [_, (_, _, repeated), ..] = list.differences();
/// assert_eq!(repeated[0].to_string(), "line 1 (Ben): solution 1 is already there, line 1");
/// let missing: Vec<_> = Comparison::missing(&list)?.collect::<nqdb::Result<_>>()?;
/// assert_eq!((missing[0].0, missing[0].1.to_string()), (2, "3 1 4 2".to_owned()));
/// # Ok::<(), nqdb::Error>(())
/// ```
#[derive(Debug)]
pub struct Comparison {
    expected: Expected,
    /// The number of expected solutions or orbits, and how many of them are in the list.
    count: u64,
    found: u64,
    seen: Seen,
    /// Boards that are repeated, outside the selection, and wrong: their numbers, and the first `listed`.
    others: [(u64, Vec<Compared>); 3],
    listed: usize,
}

impl Comparison {
    /// Compares the empty list; the first `listed` boards of each difference will be kept. Counts what is expected.
    ///
    /// # Errors
    /// [`Error::ListTooLarge`] beyond [`Expected::LAST`], and if there is not enough memory.
    pub fn new(expected: Expected, listed: usize) -> Result<Self> {
        let Expected { board, selection, by_orbit, .. } = &expected;
        let too_large = || Error::ListTooLarge { n: board.n(), last: Expected::LAST };
        if board.n().get() > Expected::LAST {
            return Err(too_large());
        }
        let all = if *by_orbit { board.orbit_count() } else { board.solution_count() }?;
        let seen = Seen::new(all as usize, board.n().get() <= LAST_WITH_LINES, *by_orbit);
        let count = match by_orbit {
            false => board.count_selected(selection)?,
            true if selection.is_all() => all,
            true => expected.each()?.try_fold(0, |count, found| found.map(|_| count + 1))?,
        };
        let (seen, others) = (seen.ok_or_else(too_large)?, Default::default());
        Ok(Comparison { count, found: 0, seen, others, listed, expected })
    }

    /// Adds a board that [`Expected::find`] found, and returns it compared with those before it. O(1), with two lookups
    /// for one that is kept.
    ///
    /// # Errors
    /// Only those of any query ([`Board`]).
    pub fn add(&mut self, mut board: Compared) -> Result<Compared> {
        let number = if self.expected.by_orbit { board.orbit_id } else { board.rank };
        if let (SOLUTION, Some(number), Some(rank)) = (board.verdict, number, board.rank) {
            match self.seen.insert(number, board.line, rank) {
                None => self.found += 1,
                Some((line, first)) => {
                    (board.verdict, board.repeats, board.first) = (REPEATED, line, first);
                }
            }
        }
        let other = match board.verdict {
            SOLUTION => return Ok(board),
            REPEATED => 0,
            OUTSIDE => 1,
            _ => 2,
        };
        self.others[other].0 += 1;
        if self.others[other].1.len() < self.listed {
            let kept = self.explain(board.clone())?;
            self.others[other].1.push(kept);
        }
        Ok(board)
    }

    /// A board with the reason why it is not as expected, if it is not. Two lookups.
    ///
    /// # Errors
    /// Only those of any query ([`Board`]).
    pub fn explain(&self, mut board: Compared) -> Result<Compared> {
        let Some(rank) = board.rank.filter(|_| board.verdict != SOLUTION) else { return Ok(board) };
        let what = match (board.verdict, board.first, board.orbit_id) {
            (OUTSIDE, ..) => " is outside the selection".to_owned(),
            (_, Some(first), _) if first != rank => {
                let of = |rank| self.expected.board.unrank(Rank::new(rank)?);
                let (solution, other) = (of(rank)?, of(first)?);
                let turns = Symmetry::ALL.into_iter().filter(|s| s.name().starts_with("rotate"));
                let is_turned = turns.map(|s| s.apply_to_solution(&other)).any(|s| s == solution);
                let image = if is_turned { "rotation" } else { "reflection" };
                format!(" is a {image} of solution {first}")
            }
            (_, None, Some(id)) if self.expected.by_orbit => {
                format!(" of orbit {id}, which is already there")
            }
            _ => " is already there".to_owned(),
        };
        let line = board.repeats.map_or_else(String::new, |line| format!(", line {line}"));
        board.reason = Some(format!("solution {rank}{what}{line}"));
        Ok(board)
    }

    /// The missing solutions with their ranks, or canonical representatives with their orbit ids, in order. All that is
    /// expected is read or searched for, up to the last one.
    ///
    /// # Errors
    /// Only those of any query ([`Board`]).
    pub fn missing(
        list: impl Deref<Target = Self>,
    ) -> Result<impl Iterator<Item = Result<(u64, Solution)>>> {
        let (each, missing) = (list.expected.each()?, (list.count - list.found) as usize);
        let is_missing = move |found: &Result<(u64, Solution)>| {
            found.as_ref().map_or(true, |(number, _)| !list.seen.has(*number))
        };
        Ok(each.filter(is_missing).take(missing))
    }

    /// The number of expected solutions or orbits.
    pub fn expected(&self) -> u64 {
        self.count
    }

    /// The number of those that are in the list.
    pub fn found(&self) -> u64 {
        self.found
    }

    /// Whether the list has exactly what is expected, each once.
    pub fn is_complete(&self) -> bool {
        self.differences().iter().all(|(_, count, _)| *count == 0)
    }

    /// The differences by name, with their numbers and the boards that are kept: `missing`, which has no boards,
    /// `repeated`, `outside` and `wrong`.
    pub fn differences(&self) -> [(&'static str, u64, &[Compared]); 4] {
        let [repeated, outside, wrong] =
            self.others.each_ref().map(|(count, boards)| (*count, &**boards));
        [
            ("missing", self.count - self.found, &[]),
            (REPEATED, repeated.0, repeated.1),
            (OUTSIDE, outside.0, outside.1),
            ("wrong", wrong.0, wrong.1),
        ]
    }
}

/// Such as `90 of 92 solutions: 2 missing, 1 wrong`.
impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let selected = if self.expected.selection.is_all() { "" } else { "selected " };
        let what = if self.expected.by_orbit { "orbits" } else { "solutions" };
        let all = counted(self.count, &format!("{selected}{what}"));
        let differences = self.differences().into_iter().filter(|(_, count, _)| *count > 0);
        let differences: Vec<_> =
            differences.map(|(name, count, _)| format!("{} {name}", grouped(count))).collect();
        let (sign, rest) = match &*differences.join(", ") {
            "" => (", ", "each once".to_owned()),
            all => (": ", all.to_owned()),
        };
        write!(f, "{} of {all}{sign}{rest}", grouped(self.found))
    }
}

/// Such as `line 2 (Ben): solution 1 is already there, line 1`.
impl fmt::Display for Compared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let label = self.label.as_ref().map_or_else(String::new, |label| format!(" ({label})"));
        write!(f, "line {}{label}: {}", self.line, self.reason.as_deref().unwrap_or(self.verdict))
    }
}

const SOLUTION: &str = "solution";
const REPEATED: &str = "repeated";
const OUTSIDE: &str = "outside";

/// The most columns of a board of another size; a longer one is unreadable.
const LONGEST: usize = 10_000;

/// The largest board of which lines are kept.
const LAST_WITH_LINES: usize = 16;

/// The ranks or orbit ids in a list, and the line and the rank of the first board with each. Unknown ones are 0.
#[derive(Debug)]
struct Seen {
    bits: Vec<u64>,
    lines: Vec<u32>,
    ranks: Vec<u32>,
}

impl Seen {
    /// None of the numbers from 1 to `count`; `None` without memory for them.
    fn new(count: usize, with_lines: bool, with_ranks: bool) -> Option<Self> {
        let lines = if with_lines { count } else { 0 };
        let ranks = if with_ranks { lines } else { 0 };
        let has_memory = memory::has_memory(count / 8 + 4 * (lines + ranks) + memory::SPARE);
        let bits = count.div_ceil(64);
        has_memory.then(|| Seen {
            bits: vec![0; bits],
            lines: vec![0; lines],
            ranks: vec![0; ranks],
        })
    }

    fn has(&self, number: u64) -> bool {
        let place = (number - 1) as usize;
        self.bits[place / 64] >> (place % 64) & 1 == 1
    }

    /// Adds a number, or returns the line and the rank of the first board with it, as far as they are known.
    fn insert(&mut self, number: u64, line: u64, rank: u64) -> Option<(Option<u64>, Option<u64>)> {
        let place = (number - 1) as usize;
        let mut firsts = [(&mut self.lines, line), (&mut self.ranks, rank)];
        if self.bits[place / 64] >> (place % 64) & 1 == 1 {
            let [line, rank] =
                firsts.map(|(all, _)| all.get(place).filter(|n| **n > 0).map(|n| u64::from(*n)));
            return Some((line, rank));
        }
        self.bits[place / 64] |= 1 << (place % 64);
        for (all, number) in &mut firsts {
            if let Some(first) = all.get_mut(place) {
                *first = u32::try_from(*number).unwrap_or_default();
            }
        }
        None
    }
}
