//! [`Board`]: the solutions and orbits of one size.

use crate::answers::{Estimate, list};
use crate::arguments::{ConditionsArg, Count, Jobs, OrbitNumber, RankNumber, Rows, Solved};
use crate::arrays::{self, Fill, ROWS, at, collect, number_at, solution_at, write, write_all};
use crate::errors::Failure;
use crate::orbit::{Orbit, Orbits};
use crate::picture::Picture;
use crate::signals::{Shared, detached};
use crate::source::{Source, SourceBoard};
use nqdb::internal::counted;
use nqdb::sampling::{Effort, Sampling};
use nqdb::{
    BoardSize, Canonical, Dice, Drawn, OrbitId, Permutation, Rank, RankedSolutions, Selection,
    Solution, SolutionReader, Tier, random_seed,
    search::{LAST_LISTED, SearchError},
};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyByteArray, PyBytes};
use std::hash::{Hash, Hasher};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

/// The solutions and orbits of one board size; returned by nqdb.board and Database.board.
///
/// A solution is a list: the row of the queen in each column, counted from 1. Methods accept queens in all forms of
/// nqdb.queens. Ranks and orbit ids count from 1. Arrays are NumPy arrays of shape (k, N) and type uint8, or lists of
/// lists if NumPy is not installed.
///
/// >>> board = nqdb.board(10)
/// >>> board.unrank(100)
/// [2, 8, 10, 4, 1, 5, 9, 6, 3, 7]
/// >>> board.rank([2, 8, 10, 4, 1, 5, 9, 6, 3, 7])
/// 100
///
/// A board is also the sequence of its solutions, with indices from 0. An item is looked up when it is accessed. A slice
/// is a SolutionSequence, so board[:] has all solutions.
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

    /// The number of rows of an array: `limit` of those from number `from` on, of `count` in all.
    fn rows(
        &self,
        py: Python<'_>,
        from: u64,
        limit: Option<Count>,
        count: Option<u64>,
    ) -> Result<u64, Failure> {
        let left = count.map(|count| count.saturating_sub(from - 1));
        let n = self.size.get();
        match (left, limit) {
            (Some(left), Some(Count(limit))) => Ok(left.min(limit)),
            (None, Some(Count(limit))) => Ok(limit),
            (Some(left), None) if left <= arrays::most_boards(py, n)? => Ok(left),
            (Some(left), None) => Err(arrays::too_large(py, left, "rows", n)?),
            (None, None) => Err(Failure::invalid(format!(
                "the number of rows for N = {n} is unknown; pass limit=, or iterate"
            ))),
        }
    }

    /// The solutions in a sequence of boards in any form, as 1-based rows.
    fn read<'py>(&self, queens: &Bound<'py, PyAny>) -> Result<(Bound<'py, PyBytes>, u64), Failure> {
        let boards = arrays::read_boards(queens, self.size.get())?;
        let rows = boards.as_bytes().len() / self.size.get();
        Ok((boards, rows as u64))
    }

    /// An array of distinct random solutions.
    fn random_distinct<'py>(
        &self,
        py: Python<'py>,
        rows: u64,
        seed: u64,
    ) -> Result<Bound<'py, PyAny>, Failure> {
        let (board, n) = (self.inner(py)?, self.size.get());
        if let Ok(count) = board.solution_count()
            && count < rows
        {
            board.check_rank(Rank::FIRST)?;
            return Err(Failure::invalid(format!(
                "N = {n} has {}, so at most {count} can be distinct; got k = {rows}",
                counted(count, "solutions")
            )));
        }
        if board.reaches_all() {
            let order = board.shuffled(seed)?;
            let bytes = self.look_ups(board, n, rows, None).rows(py, rows, board, |board| {
                let (board, order) = (board.clone(), &order);
                move |step, row| {
                    let rank = order.at(step).ok_or(SearchError::NoAnswer { n: board.n() })?;
                    write(&board.unrank(rank)?, row);
                    Ok(())
                }
            })?;
            return Ok(arrays::boards(bytes, n)?);
        }
        // Whether a draw is distinct depends on all earlier ones.
        let bytes = Fill::in_order(n, rows).fill(py, rows, board, |board, stop| {
            let board = board.clone();
            move |_, chunk: &mut [u8]| {
                let drawn = board.pool(Selection::all(board.n()))?.distinct(seed);
                write_all(drawn.map(|drawn| Ok(drawn?.solution)), chunk, board.n(), &stop)
            }
        })?;
        Ok(arrays::boards(bytes, n)?)
    }

    /// All solutions as a `SolutionSequence`.
    fn sequence<'py>(slf: &Bound<'py, Self>) -> Result<Bound<'py, PyAny>, Failure> {
        let count = Self::__len__(slf.get(), slf.py())?;
        Ok(sequences(slf.py())?.call_method1("solutions", (slf, count))?)
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
        Fill { width, at_once: at_once as usize, jobs }
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
        Ok(Self::sequence(slf)?.get_item(index)?)
    }

    fn __reversed__<'py>(slf: &Bound<'py, Self>) -> Result<Bound<'py, PyAny>, Failure> {
        Ok(Self::sequence(slf)?.call_method0("__reversed__")?)
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

    /// The orbit with this id.
    ///
    /// Raises RankError for an id that the board does not have, and UnknownError for one that is out of reach.
    ///
    /// >>> nqdb.board(8).orbit(12).canonical
    /// [3, 6, 2, 5, 8, 1, 7, 4]
    fn orbit(slf: &Bound<'_, Self>, id: OrbitNumber) -> Result<Orbit, Failure> {
        let id = id.on(slf.get().size)?;
        let orbit = slf.get().ask(slf.py(), |board| board.orbit(id))?;
        Ok(Orbit::new(slf.as_any(), &slf.get().source, id.get(), *orbit.canonical()))
    }

    /// The solutions from a rank on, at most `limit`, as an array.
    ///
    /// Raises InvalidError for an array beyond 2 GiB without a limit, and RankError for a rank below 1.
    ///
    /// >>> nqdb.board(8).solutions(from_rank=91).tolist()
    /// [[8, 3, 1, 6, 2, 5, 7, 4], [8, 4, 1, 3, 6, 2, 7, 5]]
    #[pyo3(signature = (from_rank=RankNumber::FIRST, limit=None))]
    #[pyo3(text_signature = "($self, from_rank=1, limit=None)")]
    fn solutions<'py>(
        &self,
        py: Python<'py>,
        from_rank: RankNumber,
        limit: Option<Count>,
    ) -> Result<Bound<'py, PyAny>, Failure> {
        let (board, from, n) = (self.inner(py)?, from_rank.on(self.size)?.get(), self.size.get());
        let rows = self.rows(py, from, limit, board.solution_count().ok())?;
        // Tables are read from several places at once; a search continues from the last solution.
        let jobs = match board.tier() {
            Tier::Stored => Jobs::or_all(None),
            _ => NonZeroUsize::MIN,
        };
        let at_once = rows.div_ceil(jobs.get() as u64).max(ROWS as u64) as usize;
        let bytes = Fill { width: n, at_once, jobs }.fill(py, rows, board, |board, stop| {
            let board = board.clone();
            move |first, chunk: &mut [u8]| {
                let rank = Rank::new(from + first).map_err(nqdb::Error::from)?;
                let solutions = board.solutions(rank);
                write_all(solutions.map(|found| Ok(found?.1)), chunk, board.n(), &stop)
            }
        })?;
        Ok(arrays::boards(bytes, n)?)
    }

    /// The canonical representatives of the orbits from an id on, at most `limit`, as an array.
    ///
    /// Raises InvalidError for an array beyond 2 GiB without a limit, and RankError for an id below 1.
    ///
    /// >>> nqdb.board(8).orbits(limit=2).tolist()
    /// [[1, 5, 8, 6, 3, 7, 2, 4], [1, 6, 8, 3, 7, 4, 2, 5]]
    #[pyo3(signature = (from_id=OrbitNumber::FIRST, limit=None))]
    #[pyo3(text_signature = "($self, from_id=1, limit=None)")]
    fn orbits<'py>(
        &self,
        py: Python<'py>,
        from_id: OrbitNumber,
        limit: Option<Count>,
    ) -> Result<Bound<'py, PyAny>, Failure> {
        let (board, n) = (self.inner(py)?, self.size.get());
        let from_id = from_id.on(self.size)?;
        let rows = self.rows(py, from_id.get(), limit, board.orbit_count().ok())?;
        let bytes = Fill::in_order(n, rows).fill(py, rows, board, |board, stop| {
            let board = board.clone();
            move |_, chunk: &mut [u8]| {
                let orbits = board.representatives(from_id);
                write_all(orbits.map(|found| Ok(*found?.1)), chunk, board.n(), &stop)
            }
        })?;
        Ok(arrays::boards(bytes, n)?)
    }

    /// Iterates over the solutions from a rank on, in constant memory.
    ///
    /// Raises RankError for a rank below 1.
    ///
    /// >>> for queens in nqdb.board(6).iter_solutions():
    /// ...     print(queens)
    /// [2, 4, 6, 1, 3, 5]
    /// [3, 6, 2, 5, 1, 4]
    /// [4, 1, 5, 2, 6, 3]
    /// [5, 3, 1, 6, 4, 2]
    #[pyo3(signature = (from_rank=RankNumber::FIRST))]
    #[pyo3(text_signature = "($self, from_rank=1)")]
    fn iter_solutions(&self, py: Python<'_>, from_rank: RankNumber) -> Result<Boards, Failure> {
        let from = from_rank.on(self.size)?;
        Ok(Boards { solutions: Shared::new(self.inner(py)?.solutions(from)) })
    }

    fn __iter__(&self, py: Python<'_>) -> Result<Boards, Failure> {
        self.iter_solutions(py, RankNumber::FIRST)
    }

    /// Iterates over the orbits from an id on, in constant memory.
    ///
    /// Raises RankError for an id below 1.
    #[pyo3(signature = (from_id=OrbitNumber::FIRST))]
    #[pyo3(text_signature = "($self, from_id=1)")]
    fn iter_orbits(slf: &Bound<'_, Self>, from_id: OrbitNumber) -> Result<Orbits, Failure> {
        let from = from_id.on(slf.get().size)?;
        let representatives = slf.get().inner(slf.py())?.representatives(from);
        Ok(Orbits::new(slf.as_any(), &slf.get().source, representatives))
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
        Ok(arrays::boards(bytes, n)?)
    }

    /// The ranks of these solutions, as an array (int64). `jobs` is the number of threads, by default one per core.
    ///
    /// `queens` is an array of shape (k, N) with the rows of k solutions, or any other sequence of solutions, each in any
    /// form of nqdb.queens; an array of shape (k, N, N) is a sequence of k matrices.
    ///
    /// Raises InvalidError, which names the first board that is not a solution of this size.
    ///
    /// >>> board = nqdb.board(8)
    /// >>> board.rank_many(board.solutions(from_rank=90)).tolist()
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
    /// >>> board.orbit_id_many(board.solutions(from_rank=88)).tolist()
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
        let at_once = rows.div_ceil(jobs.get() as u64).clamp(1, most) as usize;
        let bytes = Fill { width: 8, at_once, jobs }.fill(py, rows, board, |board, stop| {
            let board = board.clone();
            move |first, chunk: &mut [u8]| {
                let mut numbers = first..;
                // A single thread has all rows in one chunk.
                for part in chunk.chunks_mut(8 * at_once) {
                    if stop.look().is_break() {
                        break;
                    }
                    let numbers = numbers.by_ref().take(part.len() / 8);
                    let solutions = numbers.map(|number| solution_at(boards, n, number));
                    let solutions = solutions.collect::<Result<Vec<_>, _>>()?;
                    for (row, id) in part.chunks_exact_mut(8).zip(board.orbit_ids(&solutions)?) {
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
        Ok(arrays::boards(bytes, n)?)
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
        seed: Option<Count>,
    ) -> Result<Bound<'py, PyAny>, Failure> {
        let count = slf.get().ask(slf.py(), |board| board.solution_count())?;
        let seed = seed.map_or_else(random_seed, |seed| seed.0);
        Ok(sequences(slf.py())?.call_method1("shuffled", (slf.get().size.get(), count, seed))?)
    }

    /// All ranks in k ranges, whose lengths differ by at most 1, such as one for each worker, as a sequence. At most one
    /// range per rank.
    ///
    /// Raises UnknownError if Q(N) is unknown (N > 27), and InvalidError for k = 0.
    ///
    /// >>> list(nqdb.board(8).chunks(3))
    /// [range(1, 31), range(31, 62), range(62, 93)]
    fn chunks<'py>(slf: &Bound<'py, Self>, k: Count) -> Result<Bound<'py, PyAny>, Failure> {
        let count = slf.get().ask(slf.py(), |board| board.solution_count())?;
        Ok(sequences(slf.py())?.call_method1("chunks", (count, k.0))?)
    }

    /// A random solution, or an array of k of them. The same seed gives the same result on every machine, from N = 22
    /// on with the same tables.
    ///
    /// Draws are uniform up to N = 21 and on boards with tables, and nearly uniform otherwise. With `replace=False` no
    /// solution is drawn twice; if draws are uniform, their ranks are then `shuffled(seed)[:k]`.
    ///
    /// Raises RankError if there are no solutions, and InvalidError if there are fewer than k and `replace` is false.
    ///
    /// >>> nqdb.board(14).random(seed=1)
    /// [6, 8, 12, 4, 13, 5, 2, 11, 7, 3, 1, 9, 14, 10]
    /// >>> board = nqdb.board(8)
    /// >>> len(set(board.rank_many(board.random(92, replace=False)).tolist()))
    /// 92
    #[pyo3(signature = (k=None, seed=None, *, replace=true))]
    fn random<'py>(
        &self,
        py: Python<'py>,
        k: Option<Count>,
        seed: Option<Count>,
        replace: bool,
    ) -> Result<Bound<'py, PyAny>, Failure> {
        let (board, n) = (self.inner(py)?, self.size.get());
        let seed = seed.map_or_else(random_seed, |seed| seed.0);
        if let (Some(Count(rows)), false) = (k, replace) {
            return self.random_distinct(py, rows, seed);
        }
        let draw = move |board: &nqdb::Board, number| board.draw(&mut Dice::of_draw(seed, number));
        let Some(Count(rows)) = k else {
            let Drawn { solution, .. } = detached(py, || draw(board, 1))?;
            return Ok(list(&solution).into_pyobject(py)?);
        };
        let bytes = self.look_ups(board, n, rows, None).rows(py, rows, board, |board| {
            let board = board.clone();
            move |number, row| {
                write(&draw(&board, number + 1)?.solution, row);
                Ok(())
            }
        })?;
        Ok(arrays::boards(bytes, n)?)
    }

    /// The solutions that match conditions, in order, at most `limit`, as an array.
    ///
    /// Conditions are text, such as "3=5" or "c5" (column 3 has its queen in row 5), "3!=5" or "!c5" (no queen there) and
    /// "c+r!=8" or "c-r!=-2" (no queen on that diagonal), or a list of such texts. Given queens may also be a mapping from
    /// columns to rows, a list of the row in each column with 0 for columns without a queen, a matrix, or a task of
    /// nqdb.dataset.
    ///
    /// Raises InvalidError for invalid conditions, and for an array beyond 2 GiB without a limit.
    ///
    /// >>> nqdb.board(8).find("1=1 2=7").tolist()
    /// [[1, 7, 4, 6, 8, 2, 5, 3], [1, 7, 5, 8, 2, 4, 6, 3]]
    /// >>> nqdb.board(8).find({1: 1, 2: 7}, limit=1).tolist()
    /// [[1, 7, 4, 6, 8, 2, 5, 3]]
    /// >>> nqdb.board(8).find(["1=1", "2=7", "3!=4"]).tolist()
    /// [[1, 7, 5, 8, 2, 4, 6, 3]]
    ///
    /// With `ranks`, also returns their ranks, as a second array (int64).
    ///
    /// >>> solutions, ranks = nqdb.board(8).find("1=1 2=7", ranks=True)
    /// >>> ranks.tolist()
    /// [3, 4]
    #[pyo3(signature = (conditions, limit=None, *, ranks=false))]
    fn find<'py>(
        &self,
        py: Python<'py>,
        conditions: ConditionsArg,
        limit: Option<Count>,
        ranks: bool,
    ) -> Result<Bound<'py, PyAny>, Failure> {
        let (board, n) = (self.inner(py)?, self.size.get());
        let conditions = conditions.conditions(self.size)?;
        let most = limit.map_or_else(|| arrays::most_boards(py, n), |limit| Ok(limit.0))?;
        let (queens, found_ranks) = detached(py, || {
            if ranks {
                collect(board.select_ranked(&conditions, Rank::FIRST)?, most)
            } else {
                // The ranks are not returned.
                let found = board.select(&conditions, Rank::FIRST)?;
                collect(found.map(|found| Ok((Rank::FIRST, found?.1))), most)
            }
        })?;
        if limit.is_none() && (queens.len() / n) as u64 == most {
            return Err(arrays::too_large(py, most, "matches", n)?);
        }
        let solutions = arrays::boards(PyByteArray::new(py, &queens), n)?;
        if !ranks {
            return Ok(solutions);
        }
        let ranks = arrays::numbers(PyByteArray::new(py, &found_ranks))?;
        Ok((solutions, ranks).into_pyobject(py)?.into_any())
    }

    /// The number of solutions that match conditions.
    ///
    /// Raises InvalidError for invalid conditions, and UnknownError if the number is unknown.
    ///
    /// >>> nqdb.board(16).count_matching("1=1")
    /// 436228
    fn count_matching(&self, py: Python<'_>, conditions: ConditionsArg) -> Result<u64, Failure> {
        let conditions = conditions.conditions(self.size)?;
        self.ask(py, |board| board.count_selected(&conditions))
    }

    /// Estimates the number of solutions, or of those that match conditions, by random runs.
    ///
    /// Starts runs for `seconds`, or does `runs` of them. With a seed and a number of runs, the estimate is the same on
    /// every machine.
    ///
    /// Raises InvalidError for invalid conditions, for fewer than 2 runs, and for a number of seconds that is not
    /// positive.
    ///
    /// >>> print(nqdb.board(64).count_estimate(runs=200, seed=1))
    /// ≈ 1.86e63 ± 2.8%
    #[pyo3(signature = (seconds=1.0, runs=None, seed=None, conditions=ConditionsArg::default(), jobs=None))]
    #[pyo3(
        text_signature = "($self, seconds=1.0, runs=None, seed=None, conditions=\"\", jobs=None)"
    )]
    fn count_estimate(
        &self,
        py: Python<'_>,
        seconds: f64,
        runs: Option<Count>,
        seed: Option<Count>,
        conditions: ConditionsArg,
        jobs: Option<Jobs>,
    ) -> Result<Estimate, Failure> {
        let effort = match runs {
            Some(Count(runs @ 2..)) => Effort::Runs(runs),
            Some(Count(runs)) => {
                return Err(Failure::invalid(format!("expected at least 2 runs, got {runs}")));
            }
            None => match Duration::try_from_secs_f64(seconds) {
                Ok(time) if !time.is_zero() => Effort::Time(time),
                _ => {
                    return Err(Failure::invalid(format!(
                        "expected a number of seconds above 0 and below 1e19, got {seconds:?}"
                    )));
                }
            },
        };
        let seed = seed.map_or_else(random_seed, |seed| seed.0);
        let sampling = Sampling { effort, seed, jobs: Jobs::or_all(jobs), ..Sampling::default() };
        let conditions = conditions.conditions(self.size)?;
        self.ask(py, |board| board.estimate_count(&conditions, &sampling)).map(Estimate::from)
    }

    /// The number of solutions with a queen on each square, all or those that match conditions, as an array
    /// (int64) of shape (N, N). heatmap()[r - 1, c - 1] belongs to row r and column c. Without conditions, N is at most
    /// 20, and the counts are built in.
    ///
    /// Raises InvalidError for invalid conditions, and without conditions beyond N = 20.
    ///
    /// >>> nqdb.board(8).heatmap()[0].tolist()
    /// [4, 8, 16, 18, 18, 16, 8, 4]
    #[pyo3(signature = (conditions=ConditionsArg::default()))]
    #[pyo3(text_signature = "($self, conditions=\"\")")]
    fn heatmap<'py>(
        &self,
        py: Python<'py>,
        conditions: ConditionsArg,
    ) -> Result<Bound<'py, PyAny>, Failure> {
        let conditions = conditions.conditions(self.size)?;
        let heatmap = self.ask(py, |board| board.heatmap(&conditions))?;
        let bytes: Vec<u8> =
            heatmap.rows().flatten().flat_map(|count| count.to_ne_bytes()).collect();
        Ok(arrays::square(PyByteArray::new(py, &bytes), self.size.get())?)
    }

    /// A drawing of heatmap(conditions), with the given queens, which notebooks display.
    ///
    /// Raises InvalidError for invalid conditions, and without conditions beyond N = 20.
    #[pyo3(signature = (conditions=ConditionsArg::default()))]
    #[pyo3(text_signature = "($self, conditions=\"\")")]
    fn picture(&self, py: Python<'_>, conditions: ConditionsArg) -> Result<Picture, Failure> {
        let conditions = conditions.conditions(self.size)?;
        let heatmap = self.ask(py, |board| board.heatmap(&conditions))?;
        Picture::of_heatmap(&conditions, &heatmap)
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
pub(crate) struct Boards {
    solutions: Shared<RankedSolutions>,
}

#[pymethods]
impl Boards {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> Result<Option<Vec<u16>>, Failure> {
        Ok(self.solutions.next(py)?.map(|(_, solution)| list(&solution)))
    }
}
