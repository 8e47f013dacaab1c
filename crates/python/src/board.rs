//! [`Board`]: the solutions and orbits of one size.

use crate::answers::{Estimate, list};
use crate::arguments::{
    ConditionsArg, Jobs, Limit, OrbitNumber, PropertiesArg, RankNumber, Rows, Runs, Seed, Solved,
};
use crate::arrays::{
    self, Fill, NUMBER, ROWS, Stop, at, collect, number_at, solution_at, write, write_all,
};
use crate::errors::{Failure, Result};
use crate::orbit::{Orbit, OrbitIterator};
use crate::picture::Picture;
use crate::signals::{Shared, detached};
use crate::source::{Source, SourceBoard};
use nqdb::internal::counted;
use nqdb::sampling::{Effort, Sampling};
use nqdb::{
    BoardSize, Canonical, OrbitId, Permutation, Rank, Solution, Tier,
    database::SolutionReader,
    random::{Dice, Drawn},
    search::LAST_LISTED,
};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

/// The board of a database, behind `nqdb.Board`, which documents the methods.
#[pyclass(module = "nqdb._nqdb", name = "NativeBoard", frozen)]
pub(crate) struct Board {
    pub(crate) size: BoardSize,
    source: Arc<SourceBoard>,
}

/// Maximum number of rows in the chunk of a thread if a lookup takes microseconds.
const AT_ONCE: u64 = 4096;

impl Board {
    pub(crate) fn open(py: Python<'_>, source: &Arc<Source>, n: BoardSize) -> Result<Self> {
        Ok(Board { size: n, source: SourceBoard::open(py, source, n)? })
    }

    /// The board of this process.
    #[inline]
    pub(crate) fn inner(&self, py: Python<'_>) -> Result<&nqdb::Board> {
        self.source.inner(py)
    }

    /// Runs a query on the board without the GIL.
    #[inline]
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        question: impl FnOnce(&nqdb::Board) -> nqdb::Result<T> + Send,
    ) -> Result<T> {
        let board = self.inner(py)?;
        detached(py, || question(board))
    }

    /// The rank to start at, which the board must have unless it is the first.
    pub(crate) fn start(&self, py: Python<'_>, start: RankNumber) -> Result<Rank> {
        let start = start.on(self.size).map_err(Failure::in_start)?;
        if start > Rank::FIRST {
            self.inner(py)?.check_rank(start).map_err(Failure::in_start)?;
        }
        Ok(start)
    }

    /// The orbit id to start at, which the board must have unless it is the first.
    fn orbit_start(&self, py: Python<'_>, start: OrbitNumber) -> Result<OrbitId> {
        let start = start.on(self.size).map_err(Failure::in_start)?;
        if start > OrbitId::FIRST {
            self.inner(py)?.check_orbit_id(start).map_err(Failure::in_start)?;
        }
        Ok(start)
    }

    /// The number of rows of an array: at most `limit` of those from number `start` on, of `count` in all.
    fn rows(&self, start: u64, limit: Option<Limit>, count: Option<u64>) -> Result<u64> {
        let left = count.map(|count| count.saturating_sub(start - 1));
        match (left, limit) {
            (left, Some(Limit(limit))) => Ok(left.map_or(limit, |left| left.min(limit))),
            (Some(left), None) if left <= arrays::most_boards(self.size) => Ok(left),
            (Some(left), None) => Err(arrays::too_large(left, self.size)),
            (None, None) => Err(Failure::invalid(format!(
                "the number of rows for N = {} is unknown; pass limit=, or iterate",
                self.size
            ))),
        }
    }

    /// All solutions from a rank on, as an array.
    fn all<'py>(
        &self,
        py: Python<'py>,
        start: Rank,
        limit: Option<Limit>,
    ) -> Result<Bound<'py, PyByteArray>> {
        let (board, n, start) = (self.inner(py)?, self.size.get(), start.get());
        let rows = self.rows(start, limit, board.solution_count().ok())?;
        // Tables are read from several places at once; a search continues from the last solution.
        let jobs = match board.tier() {
            Tier::Stored => Jobs::or_all(None),
            _ => NonZeroUsize::MIN,
        };
        let at_once = rows.div_ceil(jobs.get() as u64).max(ROWS as u64);
        Fill::new(n, at_once, jobs).fill(py, rows, board, |board, stop| {
            let board = board.clone();
            move |first, chunk: &mut [u8]| {
                let rank = Rank::new(start + first).map_err(nqdb::Error::from)?;
                let solutions = board.solutions(rank);
                write_all(solutions.map(|found| Ok(found?.1)), chunk, board.n(), &stop)
            }
        })
    }

    /// The solutions in a sequence of boards in any form, as 1-based rows.
    fn read<'py>(&self, queens: &Bound<'py, PyAny>) -> Result<(Bound<'py, PyBytes>, u64)> {
        let boards = arrays::read_boards(queens, self.size.get())?;
        let rows = boards.as_bytes().len() / self.size.get();
        Ok((boards, rows as u64))
    }

    /// A buffer with a row of `width` bytes for each solution in a sequence of boards in any form. Each thread calls
    /// `start` once; the result writes a row. An error names its solution.
    fn many<'py, F: FnMut(&Solution, &mut [u8]) -> nqdb::Result<()>>(
        &self,
        queens: &Bound<'py, PyAny>,
        width: usize,
        jobs: Option<Jobs>,
        start: impl Fn(&nqdb::Board) -> F + Send + Sync,
    ) -> Result<Bound<'py, PyByteArray>> {
        let (py, n) = (queens.py(), self.size.get());
        let (board, (boards, rows)) = (self.inner(py)?, self.read(queens)?);
        let boards: &[u8] = boards.as_bytes();
        self.look_ups(board, width, rows, jobs).rows(py, rows, board, |board| {
            let mut write = start(board);
            move |number, row| {
                let solution = solution_at(boards, n, number)?;
                write(&solution, row).map_err(at("queens", number))
            }
        })
    }

    /// The threads and their chunks for single lookups.
    fn look_ups(&self, board: &nqdb::Board, width: usize, rows: u64, jobs: Option<Jobs>) -> Fill {
        let jobs = Jobs::or_all(jobs);
        let least = if board.tier() == Tier::Stored { AT_ONCE / 4 } else { 1 };
        let at_once = (rows / (8 * jobs.get() as u64)).clamp(least, AT_ONCE);
        Fill::new(width, at_once, jobs)
    }
}

#[pymethods]
impl Board {
    #[getter]
    fn n(&self) -> usize {
        self.size.get()
    }

    #[getter]
    fn tier(&self, py: Python<'_>) -> Result<String> {
        Ok(self.inner(py)?.tier().to_string())
    }

    #[getter]
    fn solution_count(&self, py: Python<'_>) -> Result<Option<u64>> {
        Ok(self.inner(py)?.solution_count().ok())
    }

    #[getter]
    fn orbit_count(&self, py: Python<'_>) -> Result<Option<u64>> {
        Ok(self.inner(py)?.orbit_count().ok())
    }

    fn unrank(&self, py: Python<'_>, rank: RankNumber) -> Result<Vec<u16>> {
        self.ask(py, |board| board.unrank(rank.on(board.n())?)).map(|found| list(&found))
    }

    fn contains(&self, queens: Rows) -> bool {
        let rows: Result<Vec<u8>, _> = queens.0.into_iter().map(u8::try_from).collect();
        let rows = rows.ok().filter(|rows| rows.len() == self.size.get());
        rows.is_some_and(|rows| Permutation::new(&rows).and_then(Solution::new).is_ok())
    }

    fn rank(&self, py: Python<'_>, queens: Solved) -> Result<u64> {
        self.ask(py, |board| board.rank(&queens.0)).map(Rank::get)
    }

    fn orbit_id(&self, py: Python<'_>, queens: Solved) -> Result<u64> {
        self.ask(py, |board| board.orbit_id(&queens.0)).map(OrbitId::get)
    }

    fn orbit(&self, board: &Bound<'_, PyAny>, orbit: &Bound<'_, PyAny>) -> Result<Orbit> {
        let n = self.size;
        let (id, canonical) = match orbit.extract::<OrbitNumber>() {
            Ok(id) => {
                let id = id.on(n)?;
                (Some(id), *self.ask(board.py(), |board| board.orbit(id))?.canonical())
            }
            Err(_) => match orbit.extract()? {
                Solved(solution) if solution.n() == n => (None, Canonical::of(&solution)),
                Solved(other) => {
                    return Err(nqdb::Error::OtherBoard { board: n, solution: other.n() }.into());
                }
            },
        };
        Ok(Orbit::new(board, &self.source, id, &canonical))
    }

    fn solutions<'py>(
        &self,
        py: Python<'py>,
        conditions: ConditionsArg,
        start: RankNumber,
        limit: Option<Limit>,
        ranks: bool,
        properties: PropertiesArg,
    ) -> Result<Bound<'py, PyAny>> {
        let selection = conditions.selection(self.size, properties)?;
        let (start, n) = (self.start(py, start)?, self.size);
        let (queens, found_ranks) = if selection.is_all() {
            let queens = self.all(py, start, limit)?;
            let rows = if ranks { (queens.len() / n.get()) as u64 } else { 0 };
            let found_ranks = arrays::of_numbers(py, rows, start.get()..)?;
            (queens, found_ranks)
        } else {
            let (board, limit) = (self.inner(py)?, limit.map(|limit| limit.0));
            let (queens, found_ranks) = detached(py, || {
                if ranks {
                    collect(board.select_ranked(selection, start)?, limit, n)
                } else {
                    let found = board.select(selection, start)?;
                    collect(found.map(|found| Ok((None, found?.1))), limit, n)
                }
            })?;
            (PyByteArray::new(py, &queens), PyByteArray::new(py, &found_ranks))
        };
        let solutions = arrays::boards(queens, n)?;
        if !ranks {
            return Ok(solutions);
        }
        Ok((solutions, arrays::numbers(found_ranks)?).into_pyobject(py)?.into_any())
    }

    fn iter_solutions(
        &self,
        py: Python<'_>,
        conditions: ConditionsArg,
        start: RankNumber,
        properties: PropertiesArg,
    ) -> Result<SolutionIterator> {
        let selection = conditions.selection(self.size, properties)?;
        let start = self.start(py, start)?;
        Ok(SolutionIterator(Shared::new(if selection.is_all() {
            Box::new(self.inner(py)?.solutions(start).map(|found| Ok(found?.1)))
        } else {
            let found = self.ask(py, |board| board.select(selection, start))?;
            Box::new(found.map(|found| Ok(found?.1)))
        })))
    }

    fn representatives<'py>(
        &self,
        py: Python<'py>,
        start: OrbitNumber,
        limit: Option<Limit>,
        properties: PropertiesArg,
    ) -> Result<Bound<'py, PyAny>> {
        let (board, n) = (self.inner(py)?, self.size);
        let (start, properties) = (self.orbit_start(py, start)?, properties.0);
        let limit = if properties.are_none() {
            Some(self.rows(start.get(), limit, board.orbit_count().ok())?)
        } else {
            limit.map(|limit| limit.0)
        };
        let (queens, _) = detached(py, || {
            let found = board.select_orbits(&properties, start)?;
            collect(found.map(|found| Ok((None, *found?.1))), limit, n)
        })?;
        Ok(arrays::boards(PyByteArray::new(py, &queens), n)?)
    }

    fn iter_orbits(
        &self,
        board: &Bound<'_, PyAny>,
        start: OrbitNumber,
        properties: PropertiesArg,
    ) -> Result<OrbitIterator> {
        let start = self.orbit_start(board.py(), start)?;
        let found = self.ask(board.py(), |board| board.select_orbits(&properties.0, start))?;
        Ok(OrbitIterator::new(board, &self.source, found))
    }

    fn unrank_many<'py>(
        &self,
        ranks: &Bound<'py, PyAny>,
        jobs: Option<Jobs>,
    ) -> Result<Bound<'py, PyAny>> {
        let (py, n) = (ranks.py(), self.size.get());
        let (board, ranks) = (self.inner(py)?, arrays::read_numbers(ranks)?);
        let ranks: &[u8] = ranks.as_bytes();
        let rows = (ranks.len() / 8) as u64;
        let bytes = self.look_ups(board, n, rows, jobs).rows(py, rows, board, |board| {
            let (mut lookups, size) = (board.lookups(), board.n());
            move |number, row| {
                let rank = number_at(ranks, number);
                let rank = rank.map_err(|got| nqdb::Invalid::Rank { got }).and_then(Rank::new);
                let rank = rank.map_err(|error| error.on_board(size));
                let solution = rank.and_then(|rank| lookups.unrank(rank));
                write(&solution.map_err(at("ranks", number))?, row);
                Ok(())
            }
        })?;
        Ok(arrays::boards(bytes, self.size)?)
    }

    fn rank_many<'py>(
        &self,
        queens: &Bound<'py, PyAny>,
        jobs: Option<Jobs>,
    ) -> Result<Bound<'py, PyAny>> {
        let bytes = self.many(queens, 8, jobs, |board| {
            let mut lookups = board.lookups();
            move |solution, row| {
                row.copy_from_slice(&lookups.rank(solution)?.get().to_ne_bytes());
                Ok(())
            }
        })?;
        Ok(arrays::numbers(bytes)?)
    }

    fn orbit_id_many<'py>(
        &self,
        queens: &Bound<'py, PyAny>,
        jobs: Option<Jobs>,
    ) -> Result<Bound<'py, PyAny>> {
        let (py, n, jobs) = (queens.py(), self.size.get(), Jobs::or_all(jobs));
        let (board, (boards, rows)) = (self.inner(py)?, self.read(queens)?);
        let boards: &[u8] = boards.as_bytes();
        let most = if n > LAST_LISTED { SolutionReader::ORBITS_AT_ONCE as u64 } else { AT_ONCE };
        let fill = Fill::new(NUMBER, rows.div_ceil(jobs.get() as u64).min(most), jobs);
        let bytes = fill.fill(py, rows, board, |board, stop| {
            let board = board.clone();
            move |first, chunk: &mut [u8]| {
                let mut numbers = first..;
                // A single thread has all rows in one chunk.
                for part in chunk.chunks_mut(NUMBER * fill.at_once) {
                    if stop.look().is_break() {
                        break;
                    }
                    let numbers = numbers.by_ref().take(part.len() / NUMBER);
                    let solutions = numbers.map(|number| solution_at(boards, n, number));
                    let solutions = solutions.collect::<Result<Vec<_>, _>>()?;
                    for (row, id) in part.chunks_exact_mut(NUMBER).zip(board.orbit_ids(&solutions)?)
                    {
                        row.copy_from_slice(&id.get().to_ne_bytes());
                    }
                }
                Ok(())
            }
        })?;
        Ok(arrays::numbers(bytes)?)
    }

    fn canonical_many<'py>(
        &self,
        queens: &Bound<'py, PyAny>,
        jobs: Option<Jobs>,
    ) -> Result<Bound<'py, PyAny>> {
        let n = self.size.get();
        let bytes = self.many(queens, n, jobs, |_| {
            |solution, row| {
                write(&Canonical::of(solution), row);
                Ok(())
            }
        })?;
        Ok(arrays::boards(bytes, self.size)?)
    }

    fn random<'py>(
        &self,
        py: Python<'py>,
        conditions: ConditionsArg,
        limit: Option<Limit>,
        distinct: bool,
        seed: Option<Seed>,
        properties: PropertiesArg,
    ) -> Result<Bound<'py, PyAny>> {
        let selection = conditions.selection(self.size, properties)?;
        let (board, n, seed) = (self.inner(py)?, self.size, Seed::or_random(seed));
        let stop = Stop::default();
        let watched = board.watched_by(stop.clone());
        let Some(Limit(rows)) = limit else {
            let draw = || watched.pool(selection)?.draw(&mut Dice::of_draw(seed, 1));
            return Ok(list(&detached(py, draw)?.solution).into_pyobject(py)?);
        };
        let pool = detached(py, || watched.pool(selection))?;
        let all = pool.count();
        match all {
            Some(0) if rows > 0 => {
                board.check_rank(Rank::FIRST)?;
                return Err(nqdb::Error::NothingSelected { n }.into());
            }
            Some(all) if distinct && all < rows => {
                let all = counted(all, "solutions");
                let message = format!("limit: only {all} of N = {n} can be drawn, got {rows}");
                return Err(Failure::invalid(message));
            }
            _ => {}
        }
        // Otherwise, whether a draw is distinct depends on all earlier ones.
        let has_places = !distinct || all.is_some() && pool.is_uniform();
        let jobs = if has_places { None } else { Some(Jobs(NonZeroUsize::MIN)) };
        let fill = Fill { stop, ..self.look_ups(board, n.get(), rows, jobs) };
        let bytes = fill.fill(py, rows, board, |_, stop| {
            let pool = &pool;
            move |first, chunk: &mut [u8]| {
                let draw = |number| pool.draw(&mut Dice::of_draw(seed, number));
                let draws: Box<dyn Iterator<Item = nqdb::Result<Drawn>>> = if distinct {
                    Box::new(pool.distinct(seed).skip(first as usize))
                } else {
                    Box::new((first + 1..).map(draw))
                };
                write_all(draws.map(|drawn| Ok(drawn?.solution)), chunk, n, &stop)
            }
        })?;
        Ok(arrays::boards(bytes, n)?)
    }

    fn count(
        &self,
        py: Python<'_>,
        conditions: ConditionsArg,
        properties: PropertiesArg,
    ) -> Result<u64> {
        let selection = conditions.selection(self.size, properties)?;
        self.ask(py, |board| board.count_selected(selection))
    }

    fn estimate_count(
        &self,
        py: Python<'_>,
        conditions: ConditionsArg,
        seconds: f64,
        runs: Option<Runs>,
        seed: Option<Seed>,
        jobs: Option<Jobs>,
    ) -> Result<Estimate> {
        let effort = match (runs, Duration::try_from_secs_f64(seconds)) {
            (Some(Runs(runs @ 2..)), _) => Effort::Runs(runs),
            (Some(Runs(runs)), _) => {
                return Err(Failure::invalid(format!("runs: expected at least 2, got {runs}")));
            }
            (None, Ok(time)) if !time.is_zero() => Effort::Time(time),
            (None, _) => {
                return Err(Failure::invalid(format!(
                    "seconds: expected a number above 0 and below 1e19, got {seconds:?}"
                )));
            }
        };
        let (seed, jobs) = (Seed::or_random(seed), Jobs::or_all(jobs));
        let sampling = Sampling { effort, seed, jobs, ..Sampling::default() };
        let conditions = conditions.conditions(self.size)?;
        self.ask(py, |board| board.estimate_count(&conditions, &sampling)).map(Estimate::from)
    }

    fn heatmap<'py>(
        &self,
        py: Python<'py>,
        conditions: ConditionsArg,
        properties: PropertiesArg,
    ) -> Result<Bound<'py, PyAny>> {
        let selection = conditions.selection(self.size, properties)?;
        let heatmap = self.ask(py, |board| board.heatmap(selection))?;
        let squares = self.size.get().pow(2) as u64;
        let bytes = arrays::of_numbers(py, squares, heatmap.rows().flatten().copied())?;
        Ok(arrays::square(bytes, self.size)?)
    }

    fn heatmap_picture(
        &self,
        py: Python<'_>,
        conditions: ConditionsArg,
        properties: PropertiesArg,
    ) -> Result<Picture> {
        let selection = conditions.selection(self.size, properties)?;
        let heatmap = self.ask(py, |board| board.heatmap(&selection))?;
        Picture::of_heatmap(&selection.conditions, &heatmap)
    }
}

/// An iterator over solutions in order; returned by Board.iter_solutions.
#[pyclass(module = "nqdb", frozen)]
pub(crate) struct SolutionIterator(
    pub(crate) Shared<Box<dyn Iterator<Item = nqdb::Result<Solution>> + Send>>,
);

#[pymethods]
impl SolutionIterator {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> Result<Option<Vec<u16>>> {
        Ok(self.0.next(py)?.map(|solution| list(&solution)))
    }
}
