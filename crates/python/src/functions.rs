//! Functions that need no open database: builds, solutions of large boards, permutations, symmetries, notations,
//! puzzles.

use crate::answers::list;
use crate::arguments::{
    Attempts, Completions, ConditionsArg, File, Givens, Jobs, Limit, N, Queens, Rows, Seed, Size,
    Solved,
};
use crate::database::BoardInfo;
use crate::errors::{Class, Failure, Result};
use crate::signals::{self, Signals, detached};
use nqdb::notation::{Notation, Reading};
use nqdb::{
    BoardSize, Canonical, Invalid, Permutation, PermutationIndex, Symmetry,
    placement::Placement,
    random::random_seed,
    store::{BuildOptions, BuildTier},
};
use nqdb_completion::{
    Puzzle, PuzzleTask, Puzzles, check_puzzle_count, completions, minimal_puzzles,
};
use nqdb_papers::{Method, OrbitGraph, OrbitGraphError, SolveError, Task};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict, PyInt, PyList};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;

/// Builds the tables of a board, or resumes an interrupted build, in the file that Database(path) reads.
///
/// `tier` is "stored" (up to N = 18, the default up to 16) or "indexed" (on one machine, practical up to N = 22). Ctrl-C
/// leaves an unfinished build, which the next call resumes.
///
/// Raises InvalidError for a board that can't be built, and DatabaseError for a missing directory and for a file that
/// is locked, damaged or not an nqdb database.
///
/// >>> nqdb.build(8, "queens.db")
/// <nqdb.BoardInfo N = 8, stored, complete, 40 bytes>
/// >>> nqdb.Database("queens.db").board(8)
/// <nqdb.Board N = 8, stored>
#[pyfunction]
#[pyo3(signature = (n, path=None, jobs=None, tier=None))]
pub(crate) fn build(
    py: Python<'_>,
    n: Size,
    path: Option<File>,
    jobs: Option<Jobs>,
    tier: Option<&str>,
) -> Result<BoardInfo> {
    let tier: Option<BuildTier> = tier.map(str::parse).transpose()?;
    if let Some(folder) = path.as_ref().and_then(|file| file.0.parent())
        && !folder.as_os_str().is_empty()
        && !folder.is_dir()
    {
        let message = format!("the directory {} does not exist: create it first", folder.display());
        return Err(Failure::Made(Class::Database, message));
    }
    let path = nqdb::database::locate(path.map(|file| file.0))?;
    let options = BuildOptions { jobs: Jobs::or_all(jobs), tier, ..BuildOptions::default() };
    let boards = detached(py, || {
        nqdb::store::build(&path, n.0, options, Signals)?;
        nqdb::Database::open(&path)?.boards()
    })?;
    let built = boards.into_iter().find(|board| board.n == n.0.get());
    Ok(built.ok_or(nqdb::search::SearchError::NoAnswer { n: n.0 })?.into())
}

/// The path of the database that Database() reads if it exists.
///
/// Raises Error if the home directory is unknown.
#[pyfunction]
pub(crate) fn default_path() -> Result<OsString> {
    Ok(nqdb::database::locate(None)?.into_os_string())
}

/// A solution of a board of up to 10,000,000 rows, with conditions (see Board) of up to 10,000, or None if there is
/// provably none.
///
/// The method is "search" with conditions, else by default "construct", a formula; the others are "extend",
/// "min-conflicts", "genetic", "ant-colony" and "backtrack".
///
/// Raises InvalidError for an invalid board size, conditions or method, and Error if a method gives up.
///
/// >>> nqdb.solve(8)
/// [2, 4, 6, 8, 3, 1, 7, 5]
/// >>> len(nqdb.solve(1_000_000))
/// 1000000
/// >>> nqdb.solve(8, "2=7 e8 f2")
/// [1, 7, 4, 6, 8, 2, 5, 3]
/// >>> nqdb.solve(8, {1: 1, 2: 2}) is None
/// True
#[pyfunction]
#[pyo3(signature = (n, conditions=ConditionsArg(String::new()), method=None, seed=None))]
#[pyo3(text_signature = "(n, conditions=\"\", method=None, seed=None)")]
pub(crate) fn solve(
    py: Python<'_>,
    n: N,
    conditions: ConditionsArg,
    method: Option<&str>,
    seed: Option<Seed>,
) -> Result<Option<Vec<u32>>> {
    let seed = Seed::or_random(seed);
    let default = if conditions.is_empty() { Method::Construct.name() } else { SEARCH };
    let placement = match method.unwrap_or(default) {
        SEARCH => {
            let board = conditions.on(n)?;
            detached(py, || nqdb_completion::complete(&board, seed, &Signals))?
        }
        method if !conditions.is_empty() => {
            return Err(Failure::invalid(format!(
                "method: expected search, the only one that takes conditions, got {method:?}"
            )));
        }
        method => {
            let method = method.parse().map_err(|_| {
                let names = Method::ALL.map(Method::name).join(", ");
                Failure::invalid(format!(
                    "method: expected one of {names}, {SEARCH}, got {method:?}"
                ))
            })?;
            let task = Task { method, n: n.0, seed, steps: None };
            detached(py, || match nqdb_papers::solve(&task, &Signals) {
                Err(SolveError::NoSolutions { .. }) => Ok(None),
                solved => solved.map(|solved| Some(solved.placement)),
            })?
        }
    };
    Ok(placement.map(|placement| placement.queens().collect()))
}

/// The method that takes conditions.
const SEARCH: &str = "search";

/// Whether queens, in any form of nqdb.queens, are a solution: a permutation of 1 … N without attacks, N up to
/// 10,000,000. False for any other numbers, and for text that is not a board.
///
/// Raises InvalidError for text that may be several boards, and for values of more than 4 MiB as JSON.
///
/// >>> nqdb.is_solution([2, 4, 1, 3]), nqdb.is_solution([1, 2, 3, 4])
/// (True, False)
#[pyfunction]
pub(crate) fn is_solution(queens: &Bound<'_, PyAny>) -> Result<bool> {
    match queens.extract::<Rows>() {
        Ok(Rows(rows)) => detached(queens.py(), || Ok::<_, Failure>(Placement::new(rows).is_ok())),
        Err(Failure::Made(Class::Invalid, _)) => Ok(false),
        Err(other) => Err(other),
    }
}

/// What nqdb.check returns: the board size, the verdict, the columns of an attack and the reason.
#[pyfunction]
pub(crate) fn check(queens: &Bound<'_, PyAny>) -> Result<Checked> {
    let (mut n, mut attack) = (None, None);
    let checked = queens.extract::<Rows>().and_then(|Rows(rows)| {
        n = Some(rows.len());
        detached(queens.py(), || Ok::<_, Failure>(Placement::new(rows)))?.map_err(|error| {
            if let Invalid::Attack { first, second } = &error {
                attack = Some([first.0, second.0]);
            }
            error.into()
        })
    });
    Ok(match checked {
        Ok(_) => (n, "solution", None, None),
        Err(Failure::Made(class, reason)) if class != Class::Type => {
            let verdict = match attack {
                Some(_) => "attack",
                None if reason.starts_with(NOT_A_PERMUTATION) => NOT_A_PERMUTATION,
                None => "unreadable",
            };
            (n, verdict, attack, Some(reason))
        }
        Err(raised) => return Err(raised),
    })
}

type Checked = (Option<usize>, &'static str, Option<[usize; 2]>, Option<String>);

/// A verdict, and the first words of the errors about it.
const NOT_A_PERMUTATION: &str = "not a permutation";

/// The queens of a board as a list, from text in any notation, or in the given one (see text). They do not have to be
/// a solution.
///
/// Other values are read as their JSON: a list of rows, a matrix of numbers, truth values or strings, a list of lines or
/// of pairs, a dict of rows by columns, and NumPy arrays and pandas tables of these.
///
/// Raises InvalidError for anything that is not a permutation, and for another notation.
///
/// >>> nqdb.queens("a2 b4 c1 d3")
/// [2, 4, 1, 3]
/// >>> nqdb.queens("1Q2/3Q/Q3/2Q1")
/// [2, 4, 1, 3]
/// >>> nqdb.queens(["..Q.", "Q...", "...Q", ".Q.."])
/// [2, 4, 1, 3]
/// >>> nqdb.queens([(2, 1), (4, 2), (1, 3), (3, 4)], notation="row-column")
/// [2, 4, 1, 3]
///
/// With `zero_based`, rows and columns in the input count from 0:
///
/// >>> nqdb.queens([1, 3, 0, 2], zero_based=True)
/// [2, 4, 1, 3]
#[pyfunction]
#[pyo3(signature = (queens, notation=None, zero_based=false))]
pub(crate) fn queens(
    queens: &Bound<'_, PyAny>,
    notation: Option<&str>,
    zero_based: bool,
) -> Result<Vec<u16>> {
    let notation = notation.map(str::parse).transpose()?;
    Ok(list(&Queens::read(queens, Reading { notation, zero_based })?.0))
}

/// Queens as text in a notation: "one-line", "digits", "column-row", "row-column", "matrix", "drawing", "fen", "chess",
/// "sat", "json" or "csv".
///
/// Raises InvalidError for another notation, and for one that can't express the queens.
///
/// >>> nqdb.text([2, 4, 1, 3], "fen")
/// '1Q2/3Q/Q3/2Q1'
#[pyfunction]
#[pyo3(signature = (queens, notation="one-line"))]
pub(crate) fn text(queens: Queens, notation: &str) -> Result<String> {
    let notation: Notation = notation.parse::<Notation>()?;
    Ok(notation.write(&queens.0, false)?)
}

/// The index of a permutation among all N! permutations in lexicographic order, from 1.
///
/// Do not confuse it with the rank, which counts only solutions. Sage counts from 0: its `Permutation(queens).rank()`
/// is smaller by 1. Pass Sage a list; it reads a tuple as a cycle.
///
/// Raises InvalidError for anything that is not a permutation.
///
/// >>> nqdb.permutation_index([2, 4, 1, 3])
/// 11
#[pyfunction]
pub(crate) fn permutation_index<'py>(
    py: Python<'py>,
    queens: Queens,
) -> PyResult<Bound<'py, PyAny>> {
    let index = queens.0.index();
    match index.to_i64() {
        Some(index) => Ok(index.into_pyobject(py)?.into_any()),
        None => py.get_type::<PyInt>().call1((index.to_string(),)),
    }
}

/// The permutation of 1 … n with this index, 1 to n!.
///
/// Raises InvalidError for another index.
///
/// >>> nqdb.permutation_at(4, 11)
/// [2, 4, 1, 3]
#[pyfunction]
pub(crate) fn permutation_at(n: Size, index: &Bound<'_, PyAny>) -> Result<Vec<u16>> {
    // `index` accepts NumPy integers; `int` converts a bool.
    let py = index.py();
    let converted = py.import("operator")?.call_method1("index", (index,));
    let index = converted.map_err(|_| Failure::other_type(index, "an integer").at("index"))?;
    let index = py.get_type::<PyInt>().call1((index,))?;
    // Python refuses to print numbers of thousands of digits.
    let text = index.str().map_or("a larger one".to_owned(), |text| text.to_string());
    let index = PermutationIndex::parse(n.0, &text)?;
    Ok(list(&Permutation::at(n.0, &index)?))
}

/// The names of the eight symmetries of the square, with their codes in Zhang & Zhang 2011.
///
/// >>> nqdb.symmetries()["rotate-90"]
/// 'po6'
#[pyfunction]
pub(crate) fn symmetries(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    Symmetry::ALL.map(|symmetry| (symmetry.name(), symmetry.code())).into_py_dict(py)
}

/// The images of a permutation under the eight symmetries of the square, by name.
///
/// Raises InvalidError for anything that is not a permutation.
///
/// >>> nqdb.images([2, 4, 1, 3])["flip-diagonal"]
/// [3, 1, 4, 2]
#[pyfunction]
pub(crate) fn images(py: Python<'_>, queens: Queens) -> PyResult<Bound<'_, PyDict>> {
    let image = |symmetry: Symmetry| (symmetry.name(), list(&symmetry.apply(&queens.0)));
    Symmetry::ALL.map(image).into_py_dict(py)
}

/// The image of a permutation under symmetries by name, of which the first is applied first: "rotate-90", "po6",
/// "Inv Cmpl"; in words of the letters R, M and F, the last one is applied first.
///
/// Raises InvalidError for anything that is not a permutation, and for other names.
///
/// >>> nqdb.image([1, 3, 5, 2, 4], "po2 po4")
/// [5, 2, 4, 1, 3]
#[pyfunction]
pub(crate) fn image(queens: Queens, symmetry: &str) -> Result<Vec<u16>> {
    Ok(list(&symmetry.parse::<Symmetry>()?.apply(&queens.0)))
}

/// The orbits of N, 1 to 14, and for each the orbits that moving one queen leads to (Mov of Zhang & Zhang 2011), as
/// networkx.Graph reads them.
///
/// Raises InvalidError for another N, and for N = 2 and 3, which have no solutions.
///
/// >>> nqdb.orbit_graph(7)[1]
/// [2, 5, 6]
#[pyfunction]
pub(crate) fn orbit_graph(py: Python<'_>, n: N) -> Result<BTreeMap<u64, Vec<u64>>> {
    let size = BoardSize::new(n.0)?;
    let graph = detached(py, || {
        OrbitGraph::search(size, &Signals).map_err(|error| match error {
            OrbitGraphError::Search(error) => error.into(),
            error => Failure::invalid(error.to_string()),
        })
    })?;
    let joined = |id| graph.by_mov(id).iter().map(|edge| edge.to.get());
    let sorted = |id| joined(id).collect::<BTreeSet<_>>().into_iter().collect();
    Ok(graph.orbits().map(|(id, ..)| (id.get(), sorted(id))).collect())
}

/// The lexicographically smallest image of a solution under the symmetries of the square: its fundamental solution.
///
/// Raises InvalidError for anything that is not a solution.
///
/// >>> nqdb.canonical([6, 4, 7, 1, 8, 2, 5, 3])
/// [3, 5, 2, 8, 1, 7, 4, 6]
#[pyfunction]
pub(crate) fn canonical(queens: Solved) -> Vec<u16> {
    list(&Canonical::of(&queens.0))
}

/// The rows of the given queens by their columns, 1-based.
fn givens_of(puzzle: &Puzzle) -> BTreeMap<usize, usize> {
    puzzle.partial.queens().map(|(column, row)| (column + 1, row + 1)).collect()
}

/// A random minimal puzzle: given queens with exactly one completion, and with several if any is removed, as the rows of
/// the queens by their columns.
///
/// `completions` asks for another number of completions, or a range as a tuple; if any queen is removed, there are more
/// than that. `givens` is the number of given queens. `level`, up to N = 64, is "easy" (some row or column always has
/// only one free square), "medium" (squares also have to be found from which a queen would attack all free squares of a
/// row or column) or "hard" (one also has to look ahead); if any queen is removed, the puzzle is harder.
///
/// Raises InvalidError for numbers that no puzzle has, and Error if `attempts` puzzles have other numbers or levels.
///
/// >>> nqdb.puzzle(8, seed=1)
/// {2: 7, 5: 8, 6: 2}
/// >>> nqdb.solutions(8, nqdb.puzzle(8, seed=1)).tolist()
/// [[1, 7, 4, 6, 8, 2, 5, 3]]
/// >>> nqdb.puzzle(8, level="easy", seed=1)
/// {2: 7, 4: 6, 6: 2}
#[pyfunction]
#[pyo3(signature = (n, *, givens=None, completions=Completions(1..=1), level=None, attempts=Attempts(PuzzleTask::ATTEMPTS), seed=None))]
#[pyo3(
    text_signature = "(n, *, givens=None, completions=1, level=None, attempts=10000, seed=None)"
)]
pub(crate) fn puzzle(
    py: Python<'_>,
    n: N,
    givens: Option<Givens>,
    completions: Completions,
    level: Option<&str>,
    attempts: Attempts,
    seed: Option<Seed>,
) -> Result<BTreeMap<usize, usize>> {
    let task = task(n, givens, completions, level, attempts, seed)?;
    detached(py, || nqdb_completion::make_puzzle(&task.nth(1), &Signals))
        .map(|puzzle| givens_of(&puzzle))
}

fn task(
    n: N,
    givens: Option<Givens>,
    completions: Completions,
    level: Option<&str>,
    attempts: Attempts,
    seed: Option<Seed>,
) -> Result<PuzzleTask> {
    Ok(PuzzleTask {
        n: n.0,
        givens: givens.map(|givens| givens.0),
        completions: completions.0,
        level: level.map(str::parse).transpose()?,
        seed: Seed::or_random(seed),
        attempts: attempts.0,
    })
}

/// A list of puzzles: `limit` random ones, or without a limit all with `givens` queens, in order.
///
/// No puzzle appears twice; with `up_to_symmetry`, no rotation or reflection of an earlier one either. The other
/// arguments are those of nqdb.puzzle.
///
/// Raises Error if there are fewer than `limit`, as far as that is known, or if `attempts` puzzles in a row are not new.
///
/// >>> nqdb.puzzles(8, 2, givens=2, seed=1)
/// [{1: 1, 5: 8}, {6: 4, 8: 7}]
/// >>> len(nqdb.puzzles(8, givens=2)), len(nqdb.puzzles(8, givens=2, up_to_symmetry=True))
/// (308, 39)
#[pyfunction]
#[pyo3(signature = (
    n, limit=None, *, givens=None, completions=Completions(1..=1), level=None, up_to_symmetry=false,
    attempts=Attempts(PuzzleTask::ATTEMPTS), seed=None
))]
#[pyo3(
    text_signature = "(n, limit=None, *, givens=None, completions=1, level=None, up_to_symmetry=False, \
                         attempts=10000, seed=None)"
)]
#[allow(clippy::too_many_arguments)] // Keyword arguments.
pub(crate) fn puzzles<'py>(
    py: Python<'py>,
    n: N,
    limit: Option<Limit>,
    givens: Option<Givens>,
    completions: Completions,
    level: Option<&str>,
    up_to_symmetry: bool,
    attempts: Attempts,
    seed: Option<Seed>,
) -> Result<Bound<'py, PyList>> {
    let Some(Limit(count)) = limit else {
        let Some(Givens(givens)) = givens.filter(|_| level.is_none()) else {
            let message = "pass limit= for random puzzles, or givens= without level= for all with as many queens";
            return Err(Failure::invalid(message));
        };
        let size = BoardSize::new(n.0)?;
        let all = detached(py, || {
            minimal_puzzles(size, &givens, &completions.0, up_to_symmetry, &Signals)
        })?;
        return listed(py, &all);
    };
    let task = task(n, givens, completions, level, attempts, seed)?;
    let made = detached(py, || {
        check_puzzle_count(&task, up_to_symmetry, count, &Signals)?;
        let mut puzzles = Puzzles::new(task, up_to_symmetry);
        let mut made = Vec::new();
        for _ in 0..count {
            made.push(puzzles.next(&Signals)?.1);
        }
        Ok::<_, Failure>(made)
    })?;
    listed(py, &made)
}

fn listed<'py>(py: Python<'py>, puzzles: &[Puzzle]) -> Result<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for puzzle in puzzles {
        signals::check(py)?;
        list.append(givens_of(puzzle))?;
    }
    Ok(list)
}

/// The only solution of N (up to 10,000) that meets conditions, or None if there is none or several.
///
/// Raises InvalidError for invalid conditions.
///
/// >>> nqdb.unique(8, "2=7 5=8 6=2")
/// [1, 7, 4, 6, 8, 2, 5, 3]
/// >>> nqdb.unique(8, "2=7 5=8") is None
/// True
#[pyfunction]
pub(crate) fn unique(py: Python<'_>, n: N, conditions: ConditionsArg) -> Result<Option<Vec<u32>>> {
    let board = conditions.on(n)?;
    let found = detached(py, || completions(&board, 2, random_seed(), &Signals))?;
    Ok(if let [only] = &found[..] { Some(only.queens().collect()) } else { None })
}

/// The canonical form of conditions: the smallest of their eight images, as text. Two boards have the same one
/// exactly if they are rotations or reflections of each other.
///
/// Raises InvalidError for invalid conditions.
///
/// >>> nqdb.canonical_conditions(8, {8: 8, 3: 4})
/// '1=1 5=6'
#[pyfunction]
pub(crate) fn canonical_conditions(n: N, conditions: ConditionsArg) -> Result<String> {
    Ok(conditions.on(n)?.canonical().to_string())
}

/// The symmetries that fix conditions, as names.
///
/// Raises InvalidError for invalid conditions.
///
/// >>> nqdb.conditions_stabilizer(8, "1=1 8=8")
/// ['identity', 'flip-diagonal', 'flip-antidiagonal', 'rotate-180']
#[pyfunction]
pub(crate) fn conditions_stabilizer(n: N, conditions: ConditionsArg) -> Result<Vec<&'static str>> {
    let stabilizer = conditions.on(n)?.stabilizer();
    Ok(stabilizer.iter().map(Symmetry::name).collect())
}
