//! [`Board`]: the solutions and orbits of one size.

use crate::answers::{Estimate, list};
use crate::arguments::{
    ConditionsArg, Jobs, K, Limit, OrbitNumber, RankNumber, Rows, Runs, Seed, Solved, properties,
};
use crate::arrays::{
    self, Fill, NUMBER, ROWS, Stop, at, collect, number_at, solution_at, write, write_all,
    write_numbers,
};
use crate::errors::Failure;
use crate::orbit::{Orbit, OrbitIterator};
use crate::picture::Picture;
use crate::signals::{Shared, detached};
use crate::source::{Source, SourceBoard};
use nqdb::internal::counted;
use nqdb::sampling::{Effort, Sampling};
use nqdb::{
    BoardSize, Canonical, Dice, OrbitId, Permutation, Properties, Rank, Selection, Solution,
    SolutionReader, Tier, search::LAST_LISTED,
};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PySlice};
use std::hash::{Hash, Hasher};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

/// The solutions and orbits of one board size; returned by nqdb.board and Database.board.
///
/// A solution is a list: the row of the queen in each column, counted from 1. Methods accept queens in all forms of
/// nqdb.queens. Ranks and orbit ids count from 1. Arrays of solutions have the shape (k, N) and the type uint8.
///
/// >>> board = nqdb.board(10)
/// >>> board.unrank(100)
/// [2, 8, 10, 4, 1, 5, 9, 6, 3, 7]
/// >>> board.rank([2, 8, 10, 4, 1, 5, 9, 6, 3, 7])
/// 100
///
/// solutions, iter_solutions, count, random, heatmap and heatmap_picture are about all solutions or a selection: those that
/// meet `conditions` and have all `properties`, which are keyword arguments. Conditions are text, such as "3=5" or "c5" (column
/// 3 has its queen in row 5), "3!=5" or "!c5" (no queen there) and "c+r!=8" or "c-r!=-2" (no queen on that diagonal), or a list
/// of such texts. Given queens may also be a dict of rows by columns, a list of the row in each column with 0 for columns
/// without a queen, a matrix, or a task of nqdb.dataset. The properties:
///
/// - fixed_by="rotate-180": these symmetries (one name, or a list) leave the solution unchanged
/// - stabilizer="rotate-180": these and those that they generate do, and no others
/// - toroidal=True: it is a solution on the torus, where each diagonal continues on the opposite side
/// - superqueen=True: no two queens are a knight's move apart
/// - no_three_in_line=True: no three queens are on a straight line of any slope
///
/// >>> board.solutions("1=3", fixed_by="rotate-180").tolist()
/// [[3, 6, 9, 1, 4, 7, 10, 2, 5, 8]]
/// >>> board.count({1: 3}, fixed_by="rotate-180"), board.count(superqueen=True)
/// (1, 4)
///
/// A board is also the sequence of its solutions, with indices from 0. An item is looked up when it is accessed. A slice
/// is a SolutionSequence, so board[:] has all solutions; numpy.asarray(board) is board.solutions().
///
/// >>> len(board), board[99], board[-1]
/// (724, [2, 8, 10, 4, 1, 5, 9, 6, 3, 7], [10, 8, 5, 3, 1, 6, 2, 9, 7, 4])
/// >>> board[99:200:50]
/// <nqdb.SolutionSequence N = 10, ranks range(100, 201, 50)>
#[pyclass(module = "nqdb", frozen, eq, hash)]
pub(crate) struct Board {
    pub(crate) size: BoardSize,
    database: Py<PyAny>,
    source: Arc<SourceBoard>,
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size && self.source.source == other.source.source
    }
}

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.size.get(), &self.source.source).hash(state);
    }
}

/// Maximum number of rows in the chunk of a thread if a lookup takes microseconds.
const AT_ONCE: u64 = 4096;

impl Board {
    /// A board of a database that reads this source.
    pub(crate) fn open(
        database: &Bound<'_, PyAny>,
        source: &Arc<Source>,
        n: BoardSize,
    ) -> Result<Self, Failure> {
        let source = SourceBoard::open(database.py(), source, n)?;
        Ok(Board { size: n, database: database.clone().unbind(), source })
    }

    /// The board of this process.
    #[inline]
    pub(crate) fn inner(&self, py: Python<'_>) -> Result<&nqdb::Board, Failure> {
        self.source.inner(py)
    }

    /// Runs a query on the board without the GIL.
    #[inline]
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        question: impl FnOnce(&nqdb::Board) -> nqdb::Result<T> + Send,
    ) -> Result<T, Failure> {
        let board = self.inner(py)?;
        detached(py, || question(board))
    }

    /// The selected solutions.
    fn selection(
        &self,
        conditions: &ConditionsArg,
        given: Option<&Bound<'_, PyDict>>,
    ) -> Result<Selection, Failure> {
        let conditions = conditions.conditions(self.size)?;
        Ok(Selection { conditions, properties: properties(given)? })
    }

    /// The rank to start at, which the board must have unless it is the first.
    pub(crate) fn start(&self, py: Python<'_>, start: RankNumber) -> Result<Rank, Failure> {
        let start = start.on(self.size).map_err(Failure::in_start)?;
        if start > Rank::FIRST {
            self.inner(py)?.check_rank(start).map_err(Failure::in_start)?;
        }
        Ok(start)
    }

    /// The id to start at, which the board must have unless it is the first, and the properties of its orbits.
    fn orbit_start(
        &self,
        py: Python<'_>,
        start: OrbitNumber,
        given: Option<&Bound<'_, PyDict>>,
    ) -> Result<(OrbitId, Properties), Failure> {
        let start = start.on(self.size).map_err(Failure::in_start)?;
        if start > OrbitId::FIRST {
            self.inner(py)?.check_orbit_id(start).map_err(Failure::in_start)?;
        }
        Ok((start, properties(given)?))
    }

    /// The number of rows of an array: at most `limit` of those from number `start` on, of `count` in all.
    fn rows(&self, start: u64, limit: Option<Limit>, count: Option<u64>) -> Result<u64, Failure> {
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
    ) -> Result<Bound<'py, PyByteArray>, Failure> {
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
    fn read<'py>(&self, queens: &Bound<'py, PyAny>) -> Result<(Bound<'py, PyBytes>, u64), Failure> {
        let boards = arrays::read_boards(queens, self.size.get())?;
        let rows = boards.as_bytes().len() / self.size.get();
        Ok((boards, rows as u64))
    }

    /// Some or all solutions as a `SolutionSequence`, or one of them.
    fn item<'py>(
        slf: &Bound<'py, Self>,
        index: &Bound<'py, PyAny>,
    ) -> Result<Bound<'py, PyAny>, Failure> {
        Ok(sequences(slf.py())?.call_method1("item", (slf, index))?)
    }

    /// All solutions as a `SolutionSequence`.
    fn sequence<'py>(slf: &Bound<'py, Self>) -> Result<Bound<'py, PyAny>, Failure> {
        Self::item(slf, PySlice::full(slf.py()).as_any())
    }

    /// A buffer with a row of `width` bytes for each solution in a sequence of boards in any form. Each thread calls
    /// `start` once; the result writes a row. An error names its solution.
    fn many<'py, F>(
        &self,
        queens: &Bound<'py, PyAny>,
        width: usize,
        jobs: Option<Jobs>,
        start: impl Fn(&nqdb::Board) -> F + Send + Sync,
    ) -> Result<Bound<'py, PyByteArray>, Failure>
    where
        F: FnMut(&Solution, &mut [u8]) -> nqdb::Result<()>,
    {
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

/// `nqdb/_sequences.py`.
fn sequences(py: Python<'_>) -> PyResult<&Bound<'_, PyModule>> {
    static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let module = MODULE.get_or_try_init(py, || py.import("nqdb._sequences").map(Bound::unbind))?;
    Ok(module.bind(py))
}

#[pymethods]
impl Board {
    /// The board size N.
    #[getter]
    fn n(&self) -> usize {
        self.size.get()
    }

    /// The database.
    #[getter]
    fn database(&self, py: Python<'_>) -> Py<PyAny> {
        self.database.clone_ref(py)
    }

    /// The tier: "stored", "indexed" or "searched".
    #[getter]
    fn tier(&self, py: Python<'_>) -> Result<String, Failure> {
        Ok(self.inner(py)?.tier().to_string())
    }

    /// Q(N), the number of solutions; None if it is unknown (N > 27).
    ///
    /// >>> nqdb.board(27).solution_count
    /// 234907967154122528
    #[getter]
    fn solution_count(&self, py: Python<'_>) -> Result<Option<u64>, Failure> {
        Ok(self.inner(py)?.solution_count().ok())
    }

    /// F(N), the number of orbits; None if it is unknown (N > 27).
    #[getter]
    fn orbit_count(&self, py: Python<'_>) -> Result<Option<u64>, Failure> {
        Ok(self.inner(py)?.orbit_count().ok())
    }

    /// The solution with this rank.
    ///
    /// Raises RankError for a rank that the board does not have, and UnknownError for one that is out of reach.
    ///
    /// >>> nqdb.board(8).unrank(92)
    /// [8, 4, 1, 3, 6, 2, 7, 5]
    fn unrank(&self, py: Python<'_>, rank: RankNumber) -> Result<Vec<u16>, Failure> {
        self.ask(py, |board| board.unrank(rank.on(board.n())?)).map(|found| list(&found))
    }

    fn __len__(&self, py: Python<'_>) -> Result<usize, Failure> {
        Ok(self.ask(py, |board| board.solution_count())? as usize)
    }

    /// Without it, `bool` would need the number of solutions.
    fn __bool__(&self) -> bool {
        !matches!(self.size.get(), 2 | 3)
    }

    fn __getitem__<'py>(
        slf: &Bound<'py, Self>,
        index: &Bound<'py, PyAny>,
    ) -> Result<Bound<'py, PyAny>, Failure> {
        Self::item(slf, index)
    }

    fn __reversed__<'py>(slf: &Bound<'py, Self>) -> Result<Bound<'py, PyAny>, Failure> {
        Ok(Self::sequence(slf)?.call_method0("__reversed__")?)
    }

    /// The index of a solution, from 0: its rank minus 1.
    ///
    /// Raises ValueError for anything else, and UnknownError if the number of solutions is unknown.
    ///
    /// >>> nqdb.board(8).index("6 4 7 1 8 2 5 3")
    /// 78
    #[pyo3(signature = (value, start=None, stop=None))]
    #[pyo3(text_signature = "($self, value, start=0, stop=None)")]
    fn index<'py>(
        slf: &Bound<'py, Self>,
        value: &Bound<'py, PyAny>,
        start: Option<Bound<'py, PyAny>>,
        stop: Option<Bound<'py, PyAny>>,
    ) -> Result<Bound<'py, PyAny>, Failure> {
        Ok(Self::sequence(slf)?.call_method1("index", (value, start, stop))?)
    }

    /// All solutions as an array, for numpy.asarray(board).
    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        slf: &Bound<'py, Self>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> Result<Bound<'py, PyAny>, Failure> {
        let solutions =
            arrays::boards(slf.get().all(slf.py(), Rank::FIRST, None)?, slf.get().size)?;
        Ok(arrays::array(solutions, dtype, copy)?)
    }

    /// Notebooks display the first solutions.
    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> Result<Option<Bound<'py, PyAny>>, Failure> {
        match Self::sequence(slf) {
            Ok(solutions) => Ok(Some(solutions.call_method0("_repr_svg_")?)),
            Err(_) => Ok(None),
        }
    }

    /// Whether these queens are a solution of this board size.
    ///
    /// >>> "6 4 7 1 8 2 5 3" in nqdb.board(8)
    /// True
    fn __contains__(&self, queens: Rows) -> bool {
        let rows: Result<Vec<u8>, _> = queens.0.into_iter().map(u8::try_from).collect();
        let rows = rows.ok().filter(|rows| rows.len() == self.size.get());
        rows.is_some_and(|rows| Permutation::new(&rows).and_then(Solution::new).is_ok())
    }

    /// The rank of a solution: its place in lexicographic order, from 1.
    ///
    /// Raises InvalidError for queens that are not a solution of this size, and UnknownError if the number is out of
    /// reach.
    ///
    /// >>> nqdb.board(8).rank("6 4 7 1 8 2 5 3")
    /// 79
    fn rank(&self, py: Python<'_>, queens: Solved) -> Result<u64, Failure> {
        self.ask(py, |board| board.rank(&queens.0)).map(Rank::get)
    }

    /// The orbit id of a solution, from 1.
    ///
    /// Raises InvalidError for queens that are not a solution of this size, and UnknownError if the number is out of
    /// reach.
    ///
    /// >>> nqdb.board(8).orbit_id([6, 4, 7, 1, 8, 2, 5, 3])
    /// 10
    fn orbit_id(&self, py: Python<'_>, queens: Solved) -> Result<u64, Failure> {
        self.ask(py, |board| board.orbit_id(&queens.0)).map(OrbitId::get)
    }

    /// The orbit with this id, or of this solution.
    ///
    /// Raises RankError for an id that the board does not have, UnknownError for one that is out of reach, and InvalidError
    /// for queens that are not a solution of this size.
    ///
    /// >>> nqdb.board(8).orbit(12).canonical
    /// [3, 6, 2, 5, 8, 1, 7, 4]
    /// >>> nqdb.board(8).orbit("6 4 7 1 8 2 5 3").id
    /// 10
    fn orbit(slf: &Bound<'_, Self>, orbit: &Bound<'_, PyAny>) -> Result<Orbit, Failure> {
        let (board, n) = (slf.get(), slf.get().size);
        let (id, canonical) = match orbit.extract::<OrbitNumber>() {
            Ok(id) => {
                let id = id.on(n)?;
                (Some(id), *board.ask(slf.py(), |board| board.orbit(id))?.canonical())
            }
            Err(_) => match orbit.extract()? {
                Solved(solution) if solution.n() == n => (None, Canonical::of(&solution)),
                Solved(other) => {
                    return Err(nqdb::Error::OtherBoard { board: n, solution: other.n() }.into());
                }
            },
        };
        Ok(Orbit::new(slf.as_any(), &board.source, id, &canonical))
    }

    /// The selected solutions (see Board) from a rank on, in order, at most `limit`, as an array.
    ///
    /// Raises InvalidError for invalid conditions and for an array beyond 2 GiB without a limit, and RankError for a rank
    /// that the board does not have.
    ///
    /// >>> nqdb.board(8).solutions(start=91).tolist()
    /// [[8, 3, 1, 6, 2, 5, 7, 4], [8, 4, 1, 3, 6, 2, 7, 5]]
    /// >>> nqdb.board(8).solutions("1=1 2=7").tolist()
    /// [[1, 7, 4, 6, 8, 2, 5, 3], [1, 7, 5, 8, 2, 4, 6, 3]]
    /// >>> nqdb.board(8).solutions({1: 3}, stabilizer="rotate-180").tolist()
    /// [[3, 5, 2, 8, 1, 7, 4, 6]]
    ///
    /// With `ranks`, also returns their ranks, as a second array (int64).
    ///
    /// >>> solutions, ranks = nqdb.board(8).solutions(["1=1", "2=7"], ranks=True)
    /// >>> ranks.tolist()
    /// [3, 4]
    #[pyo3(signature = (conditions=ConditionsArg::default(), *, start=RankNumber::FIRST, limit=None, ranks=false, **properties))]
    #[pyo3(
        text_signature = "($self, conditions=\"\", *, start=1, limit=None, ranks=False, **properties)"
    )]
    fn solutions<'py>(
        &self,
        py: Python<'py>,
        conditions: ConditionsArg,
        start: RankNumber,
        limit: Option<Limit>,
        ranks: bool,
        properties: Option<&Bound<'py, PyDict>>,
    ) -> Result<Bound<'py, PyAny>, Failure> {
        let selection = self.selection(&conditions, properties)?;
        let (start, n) = (self.start(py, start)?, self.size);
        if selection.is_all() {
            let bytes = self.all(py, start, limit)?;
            let rows = (bytes.len() / n.get()) as u64;
            let solutions = arrays::boards(bytes, n)?;
            if !ranks {
                return Ok(solutions);
            }
            let ranks = arrays::bytes(py, rows, NUMBER, |array| {
                write_numbers(array, start.get()..);
                Ok(())
            })?;
            return Ok((solutions, arrays::numbers(ranks)?).into_pyobject(py)?.into_any());
        }
        let (board, limit) = (self.inner(py)?, limit.map(|limit| limit.0));
        let (queens, found_ranks) = detached(py, || {
            if ranks {
                let found = board.select_ranked(selection, start)?;
                collect(found.map(|found| found.map(|(rank, found)| (Some(rank), found))), limit, n)
            } else {
                let found = board.select(selection, start)?;
                collect(found.map(|found| Ok((None, found?.1))), limit, n)
            }
        })?;
        let solutions = arrays::boards(PyByteArray::new(py, &queens), n)?;
        if !ranks {
            return Ok(solutions);
        }
        let ranks = arrays::numbers(PyByteArray::new(py, &found_ranks))?;
        Ok((solutions, ranks).into_pyobject(py)?.into_any())
    }

    /// Iterates over the selected solutions (see Board) from a rank on, in constant memory.
    ///
    /// Raises InvalidError for invalid conditions, and RankError for a rank that the board does not have.
    ///
    /// >>> for queens in nqdb.board(6).iter_solutions(start=2):
    /// ...     print(queens)
    /// [3, 6, 2, 5, 1, 4]
    /// [4, 1, 5, 2, 6, 3]
    /// [5, 3, 1, 6, 4, 2]
    #[pyo3(signature = (conditions=ConditionsArg::default(), *, start=RankNumber::FIRST, **properties))]
    #[pyo3(text_signature = "($self, conditions=\"\", *, start=1, **properties)")]
    fn iter_solutions(
        &self,
        py: Python<'_>,
        conditions: ConditionsArg,
        start: RankNumber,
        properties: Option<&Bound<'_, PyDict>>,
    ) -> Result<SolutionIterator, Failure> {
        let selection = self.selection(&conditions, properties)?;
        let start = self.start(py, start)?;
        Ok(SolutionIterator(Shared::new(if selection.is_all() {
            Box::new(self.inner(py)?.solutions(start).map(|found| Ok(found?.1)))
        } else {
            let found = self.ask(py, |board| board.select(selection, start))?;
            Box::new(found.map(|found| Ok(found?.1)))
        })))
    }

    fn __iter__(&self, py: Python<'_>) -> Result<SolutionIterator, Failure> {
        self.iter_solutions(py, ConditionsArg::default(), RankNumber::FIRST, None)
    }

    /// The canonical representatives of the orbits with these properties (see Board) from an id on, in order, at most
    /// `limit`, as an array.
    ///
    /// Raises InvalidError for an array beyond 2 GiB without a limit, and RankError for an id that the board does not have.
    ///
    /// >>> nqdb.board(8).representatives(limit=2).tolist()
    /// [[1, 5, 8, 6, 3, 7, 2, 4], [1, 6, 8, 3, 7, 4, 2, 5]]
    /// >>> nqdb.board(8).representatives(stabilizer="rotate-180").tolist()
    /// [[3, 5, 2, 8, 1, 7, 4, 6]]
    #[pyo3(signature = (*, start=OrbitNumber::FIRST, limit=None, **properties))]
    #[pyo3(text_signature = "($self, *, start=1, limit=None, **properties)")]
    fn representatives<'py>(
        &self,
        py: Python<'py>,
        start: OrbitNumber,
        limit: Option<Limit>,
        properties: Option<&Bound<'py, PyDict>>,
    ) -> Result<Bound<'py, PyAny>, Failure> {
        let (board, n) = (self.inner(py)?, self.size);
        let (start, properties) = self.orbit_start(py, start, properties)?;
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

    /// Iterates over the orbits with these properties (see Board) from an id on, in constant memory.
    ///
    /// Raises RankError for an id that the board does not have.
    ///
    /// >>> [orbit.id for orbit in nqdb.board(10).iter_orbits(fixed_by="rotate-180")]
    /// [33, 78, 92]
    #[pyo3(signature = (*, start=OrbitNumber::FIRST, **properties))]
    #[pyo3(text_signature = "($self, *, start=1, **properties)")]
    fn iter_orbits(
        slf: &Bound<'_, Self>,
        start: OrbitNumber,
        properties: Option<&Bound<'_, PyDict>>,
    ) -> Result<OrbitIterator, Failure> {
        let (board, py) = (slf.get(), slf.py());
        let (start, properties) = board.orbit_start(py, start, properties)?;
        let found = board.ask(py, |board| board.select_orbits(&properties, start))?;
        Ok(OrbitIterator::new(slf.as_any(), &board.source, found))
    }

    /// The solutions with these ranks, as an array. `jobs` is the number of threads, by default one per core.
    ///
    /// Raises RankError, which names the first rank that the board does not have.
    ///
    /// >>> nqdb.board(8).unrank_many([92, 1]).tolist()
    /// [[8, 4, 1, 3, 6, 2, 7, 5], [1, 5, 8, 6, 3, 7, 2, 4]]
    #[pyo3(signature = (ranks, jobs=None))]
    fn unrank_many<'py>(
        &self,
        ranks: &Bound<'py, PyAny>,
        jobs: Option<Jobs>,
    ) -> Result<Bound<'py, PyAny>, Failure> {
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

    /// The ranks of these solutions, as an array (int64). `jobs` is the number of threads, by default one per core.
    ///
    /// `queens` is an array of shape (k, N) with the rows of k solutions, or any other sequence of solutions, each in any
    /// form of nqdb.queens; an array of shape (k, N, N) is a sequence of k matrices.
    ///
    /// Raises InvalidError, which names the first board that is not a solution of this size.
    ///
    /// >>> board = nqdb.board(8)
    /// >>> board.rank_many(board.solutions(start=90)).tolist()
    /// [90, 91, 92]
    /// >>> board.rank_many(["15863724", "a1 b6 c8 d3 e7 f4 g2 h5", [1, 7, 4, 6, 8, 2, 5, 3]]).tolist()
    /// [1, 2, 3]
    #[pyo3(signature = (queens, jobs=None))]
    fn rank_many<'py>(
        &self,
        queens: &Bound<'py, PyAny>,
        jobs: Option<Jobs>,
    ) -> Result<Bound<'py, PyAny>, Failure> {
        let bytes = self.many(queens, 8, jobs, |board| {
            let mut lookups = board.lookups();
            move |solution, row| {
                row.copy_from_slice(&lookups.rank(solution)?.get().to_ne_bytes());
                Ok(())
            }
        })?;
        Ok(arrays::numbers(bytes)?)
    }

    /// The orbit ids of these solutions, as an array (int64). `jobs` is the number of threads, by default one per core.
    ///
    /// Raises InvalidError, which names the first board that is not a solution of this size.
    ///
    /// >>> board = nqdb.board(8)
    /// >>> board.orbit_id_many(board.solutions(start=88)).tolist()
    /// [3, 1, 2, 2, 1]
    #[pyo3(signature = (queens, jobs=None))]
    fn orbit_id_many<'py>(
        &self,
        queens: &Bound<'py, PyAny>,
        jobs: Option<Jobs>,
    ) -> Result<Bound<'py, PyAny>, Failure> {
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

    /// The canonical representatives of the orbits of these solutions, as an array. `jobs` is the number of threads, by
    /// default one per core.
    ///
    /// Raises InvalidError, which names the first board that is not a solution of this size.
    ///
    /// >>> nqdb.board(8).canonical_many(["64718253", "84136275"]).tolist()
    /// [[3, 5, 2, 8, 1, 7, 4, 6], [1, 5, 8, 6, 3, 7, 2, 4]]
    #[pyo3(signature = (queens, jobs=None))]
    fn canonical_many<'py>(
        &self,
        queens: &Bound<'py, PyAny>,
        jobs: Option<Jobs>,
    ) -> Result<Bound<'py, PyAny>, Failure> {
        let n = self.size.get();
        let bytes = self.many(queens, n, jobs, |_| {
            |solution, row| {
                write(&Canonical::of(solution), row);
                Ok(())
            }
        })?;
        Ok(arrays::boards(bytes, self.size)?)
    }

    /// All ranks in a random order, as a sequence in constant memory. The order depends on N and the seed only.
    ///
    /// A slice is part of the order, so `shuffled(seed)[step:]` resumes at a step.
    ///
    /// Raises UnknownError if Q(N) is unknown (N > 27).
    ///
    /// >>> ranks = nqdb.board(20).shuffled(seed=1)
    /// >>> len(ranks), ranks[1_000_000_000]
    /// (39029188884, 36759777343)
    /// >>> list(ranks[:3])
    /// [36506633119, 23732753499, 25860266458]
    /// >>> ranks.index(23732753499)
    /// 1
    #[pyo3(signature = (seed=None))]
    fn shuffled<'py>(
        slf: &Bound<'py, Self>,
        seed: Option<Seed>,
    ) -> Result<Bound<'py, PyAny>, Failure> {
        let count = slf.get().ask(slf.py(), |board| board.solution_count())?;
        let arguments = (slf.get().size.get(), count, Seed::or_random(seed));
        Ok(sequences(slf.py())?.call_method1("shuffled", arguments)?)
    }

    /// All ranks in k ranges, whose lengths differ by at most 1, such as one for each worker, as a sequence. At most one
    /// range per rank.
    ///
    /// Raises UnknownError if Q(N) is unknown (N > 27), and InvalidError for k = 0.
    ///
    /// >>> list(nqdb.board(8).chunks(3))
    /// [range(1, 31), range(31, 62), range(62, 93)]
    fn chunks<'py>(slf: &Bound<'py, Self>, k: K) -> Result<Bound<'py, PyAny>, Failure> {
        let count = slf.get().ask(slf.py(), |board| board.solution_count())?;
        Ok(sequences(slf.py())?.call_method1("chunks", (count, k.0))?)
    }

    /// A random solution of those selected (see Board), or with `limit` an array of as many. The same seed gives the same
    /// result on every machine, from N = 22 on with the same tables.
    ///
    /// Draws are uniform up to N = 21, on boards with tables, and of up to a million selected solutions, which are kept in
    /// memory; they are nearly uniform otherwise. With `distinct` no solution is drawn twice; uniform draws of all solutions then
    /// have the ranks `shuffled(seed)[:limit]`.
    ///
    /// Raises RankError if there are no solutions, and InvalidError for invalid conditions and for more distinct solutions than
    /// there are.
    ///
    /// >>> nqdb.board(14).random(seed=1)
    /// [6, 8, 12, 4, 13, 5, 2, 11, 7, 3, 1, 9, 14, 10]
    /// >>> board = nqdb.board(8)
    /// >>> board.rank_many(board.random("1=1", limit=3, distinct=True, seed=1)).tolist()
    /// [2, 4, 1]
    #[pyo3(signature = (conditions=ConditionsArg::default(), *, limit=None, distinct=false, seed=None, **properties))]
    #[pyo3(
        text_signature = "($self, conditions=\"\", *, limit=None, distinct=False, seed=None, **properties)"
    )]
    fn random<'py>(
        &self,
        py: Python<'py>,
        conditions: ConditionsArg,
        limit: Option<Limit>,
        distinct: bool,
        seed: Option<Seed>,
        properties: Option<&Bound<'py, PyDict>>,
    ) -> Result<Bound<'py, PyAny>, Failure> {
        let selection = self.selection(&conditions, properties)?;
        let (board, n, seed) = (self.inner(py)?, self.size, Seed::or_random(seed));
        let stop = Stop::default();
        let watched = board.watched_by(stop.clone());
        let Some(Limit(rows)) = limit else {
            let draw = || watched.pool(selection)?.draw(&mut Dice::of_draw(seed, 1));
            return Ok(list(&detached(py, draw)?.solution).into_pyobject(py)?);
        };
        let pool = detached(py, || watched.pool(selection))?;
        let (all, too_few) = (pool.solution_count(), |all| {
            let all = counted(all, "solutions");
            Failure::invalid(format!("limit: only {all} of N = {n} can be drawn, got {rows}"))
        });
        match all {
            Some(0) if rows > 0 => {
                board.check_rank(Rank::FIRST)?;
                return Err(nqdb::Error::NothingSelected { n }.into());
            }
            Some(all) if distinct && all < rows => return Err(too_few(all)),
            _ => {}
        }
        // Otherwise, whether a draw is distinct depends on all earlier ones.
        let has_places = !distinct || all.is_some() && pool.is_uniform();
        let jobs = if has_places { None } else { Some(Jobs(NonZeroUsize::MIN)) };
        let fill = Fill { stop, ..self.look_ups(board, n.get(), rows, jobs) };
        let bytes = fill.fill(py, rows, board, |_, stop| {
            let pool = &pool;
            move |first, chunk: &mut [u8]| {
                if distinct {
                    let mut draws = pool.distinct(seed);
                    let draws = draws.nth(first as usize).into_iter().chain(draws);
                    write_all(draws.map(|drawn| Ok(drawn?.solution)), chunk, n, &stop)
                } else {
                    let draws = (first + 1..).map(|number| Dice::of_draw(seed, number));
                    write_all(
                        draws.map(|mut dice| Ok(pool.draw(&mut dice)?.solution)),
                        chunk,
                        n,
                        &stop,
                    )
                }
            }
        })?;
        Ok(arrays::boards(bytes, n)?)
    }

    /// The number of selected solutions (see Board): all, those that meet conditions, and those with properties.
    ///
    /// A complete solution as conditions selects itself, so this is also the `count` of a sequence.
    ///
    /// Raises InvalidError for invalid conditions, and UnknownError if the number is unknown.
    ///
    /// >>> nqdb.board(16).count("1=1"), nqdb.board(16).count(stabilizer="rotate-90")
    /// (436228, 64)
    /// >>> nqdb.board(4).count([2, 4, 1, 3]), nqdb.board(4).count([1, 2, 3, 4])
    /// (1, 0)
    #[pyo3(signature = (conditions=ConditionsArg::default(), **properties))]
    #[pyo3(text_signature = "($self, conditions=\"\", **properties)")]
    fn count(
        &self,
        py: Python<'_>,
        conditions: ConditionsArg,
        properties: Option<&Bound<'_, PyDict>>,
    ) -> Result<u64, Failure> {
        let selection = self.selection(&conditions, properties)?;
        self.ask(py, |board| board.count_selected(selection))
    }

    /// Estimates the number of solutions, or of those that meet conditions (see Board), by random runs.
    ///
    /// Starts runs for `seconds`, or does `runs` of them. With a seed and a number of runs, the estimate is the same on
    /// every machine.
    ///
    /// Raises InvalidError for invalid conditions, for fewer than 2 runs, and for a number of seconds that is not
    /// positive.
    ///
    /// >>> print(nqdb.board(64).estimate_count(runs=200, seed=1))
    /// ≈ 1.86e63 ± 2.8%
    #[pyo3(signature = (conditions=ConditionsArg::default(), *, seconds=1.0, runs=None, seed=None, jobs=None))]
    #[pyo3(
        text_signature = "($self, conditions=\"\", *, seconds=1.0, runs=None, seed=None, jobs=None)"
    )]
    fn estimate_count(
        &self,
        py: Python<'_>,
        conditions: ConditionsArg,
        seconds: f64,
        runs: Option<Runs>,
        seed: Option<Seed>,
        jobs: Option<Jobs>,
    ) -> Result<Estimate, Failure> {
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

    /// The number of selected solutions (see Board) with a queen on each square, as an array (int64) of shape (N, N).
    /// heatmap()[r - 1, c - 1] belongs to row r and column c. For all solutions, N is at most 20, and the counts are built in.
    ///
    /// Raises InvalidError for invalid conditions, and for all solutions beyond N = 20.
    ///
    /// >>> nqdb.board(8).heatmap()[0].tolist()
    /// [4, 8, 16, 18, 18, 16, 8, 4]
    #[pyo3(signature = (conditions=ConditionsArg::default(), **properties))]
    #[pyo3(text_signature = "($self, conditions=\"\", **properties)")]
    fn heatmap<'py>(
        &self,
        py: Python<'py>,
        conditions: ConditionsArg,
        properties: Option<&Bound<'py, PyDict>>,
    ) -> Result<Bound<'py, PyAny>, Failure> {
        let selection = self.selection(&conditions, properties)?;
        let heatmap = self.ask(py, |board| board.heatmap(selection))?;
        let n = self.size.get();
        let bytes = arrays::bytes(py, (n * n) as u64, NUMBER, |array| {
            write_numbers(array, heatmap.rows().flatten().copied());
            Ok(())
        })?;
        Ok(arrays::square(bytes, self.size)?)
    }

    /// A picture of heatmap(conditions, **properties), with the given queens, which notebooks display.
    ///
    /// Raises InvalidError for invalid conditions, and for all solutions beyond N = 20.
    #[pyo3(signature = (conditions=ConditionsArg::default(), **properties))]
    #[pyo3(text_signature = "($self, conditions=\"\", **properties)")]
    fn heatmap_picture(
        &self,
        py: Python<'_>,
        conditions: ConditionsArg,
        properties: Option<&Bound<'_, PyDict>>,
    ) -> Result<Picture, Failure> {
        let selection = self.selection(&conditions, properties)?;
        let heatmap = self.ask(py, |board| board.heatmap(&selection))?;
        Picture::of_heatmap(&selection.conditions, &heatmap)
    }

    fn __repr__(&self, py: Python<'_>) -> Result<String, Failure> {
        let board = self.inner(py)?;
        Ok(format!("<nqdb.Board N = {}, {}>", self.size, board.tier()))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (usize,))> {
        Ok((self.database.bind(py).getattr("board")?, (self.size.get(),)))
    }
}

/// An iterator over solutions in order; returned by Board.iter_solutions.
#[pyclass(module = "nqdb", frozen)]
pub(crate) struct SolutionIterator(Shared<Box<dyn Iterator<Item = nqdb::Result<Solution>> + Send>>);

#[pymethods]
impl SolutionIterator {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> Result<Option<Vec<u16>>, Failure> {
        Ok(self.0.next(py)?.map(|solution| list(&solution)))
    }
}
