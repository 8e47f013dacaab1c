//! Puzzles, and the symmetries of given queens.

use crate::arguments::{Count, NumberRange, Squares};
use crate::errors::Failure;
use crate::signals::{Signals, detached};
use nqdb::{BoardSize, Symmetry, random_seed};
use nqdb_completion::{
    Distinct, Instance, Puzzle, PuzzleTask, Puzzles, Uniqueness, check_puzzle_count,
    minimal_puzzles,
};
use pyo3::prelude::*;
use std::collections::BTreeMap;

/// The rows of the given queens by their columns, 1-based.
fn squares(puzzle: &Puzzle) -> BTreeMap<u32, u32> {
    puzzle.instance().queens().map(|(column, row)| (column + 1, row + 1)).collect()
}

/// A random minimal puzzle: given queens with exactly one completion, and with several if any is removed, as the rows of
/// the queens by their columns.
///
/// `completions` asks for another number of completions, or a range as a tuple; if any queen is removed, there are more
/// than that. `givens` is the number of given queens. Fails if `attempts` puzzles have other numbers.
///
/// >>> nqdb.puzzle(8, seed=1)
/// {2: 7, 5: 8, 6: 2}
/// >>> nqdb.Database().board(8).find(nqdb.puzzle(8, seed=1)).tolist()
/// [[1, 7, 4, 6, 8, 2, 5, 3]]
#[pyfunction]
#[pyo3(signature = (n, *, givens=None, completions=NumberRange::ONE, attempts=Count(PuzzleTask::ATTEMPTS), seed=None))]
#[pyo3(text_signature = "(n, *, givens=None, completions=1, attempts=10000, seed=None)")]
pub(crate) fn puzzle(
    py: Python<'_>,
    n: Count,
    givens: Option<Count>,
    completions: NumberRange,
    attempts: Count,
    seed: Option<Count>,
) -> Result<BTreeMap<u32, u32>, Failure> {
    let task = task(n, givens, completions, attempts, seed);
    detached(py, || nqdb_completion::make_puzzle(&task.nth(1), &Signals))
        .map(|puzzle| squares(&puzzle))
}

fn task(
    n: Count,
    givens: Option<Count>,
    completions: NumberRange,
    attempts: Count,
    seed: Option<Count>,
) -> PuzzleTask {
    PuzzleTask {
        n: n.0,
        givens: givens.map(|givens| givens.0),
        completions: completions.0,
        seed: seed.map_or_else(random_seed, |seed| seed.0),
        attempts: attempts.0,
    }
}

/// A list of puzzles: `count` random ones, or without a count all with `givens` queens, in order.
///
/// With `distinct`, no puzzle appears twice; with `up_to_symmetry`, no rotation or reflection of an earlier one either.
/// Fails if there are fewer than `count`, as far as that is known, or if `attempts` puzzles in a row are not new. The other arguments are those of nqdb.puzzle.
///
/// >>> nqdb.puzzles(8, 2, givens=2, distinct=True, seed=1)
/// [{1: 1, 5: 8}, {6: 4, 8: 7}]
/// >>> len(nqdb.puzzles(8, givens=2)), len(nqdb.puzzles(8, givens=2, up_to_symmetry=True))
/// (308, 39)
#[pyfunction]
#[pyo3(signature = (
    n, count=None, *, givens=None, completions=NumberRange::ONE, distinct=false, up_to_symmetry=false,
    attempts=Count(PuzzleTask::ATTEMPTS), seed=None
))]
#[pyo3(
    text_signature = "(n, count=None, *, givens=None, completions=1, distinct=False, up_to_symmetry=False, \
                         attempts=10000, seed=None)"
)]
#[allow(clippy::too_many_arguments)] // Keyword arguments.
pub(crate) fn puzzles(
    py: Python<'_>,
    n: Count,
    count: Option<Count>,
    givens: Option<Count>,
    completions: NumberRange,
    distinct: bool,
    up_to_symmetry: bool,
    attempts: Count,
    seed: Option<Count>,
) -> Result<Vec<BTreeMap<u32, u32>>, Failure> {
    let distinct = Distinct::chosen(distinct, up_to_symmetry);
    let Some(Count(count)) = count else {
        let Some(Count(givens)) = givens else {
            let message = "pass count= for random puzzles, or givens= for all with as many queens";
            return Err(Failure::invalid(message));
        };
        let size = BoardSize::new(n.0)?;
        let all =
            detached(py, || minimal_puzzles(size, givens, &completions.0, distinct, &Signals))?;
        return Ok(all.iter().map(squares).collect());
    };
    let task = task(n, givens, completions, attempts, seed);
    detached(py, || {
        check_puzzle_count(&task, distinct, count, &Signals)?;
        let mut puzzles = Puzzles::new(task, distinct);
        let mut made = Vec::new();
        for _ in 0..count {
            made.push(squares(&puzzles.next(&Signals)?.1));
        }
        Ok::<_, Failure>(made)
    })
}

/// The only solution of N (up to 10,000) that matches conditions on squares, or None if there is none or several.
///
/// >>> nqdb.unique(8, "2=7 5=8 6=2")
/// [1, 7, 4, 6, 8, 2, 5, 3]
/// >>> nqdb.unique(8, "2=7 5=8") is None
/// True
#[pyfunction]
#[pyo3(signature = (n, squares, seed=None))]
pub(crate) fn unique(
    py: Python<'_>,
    n: Count,
    squares: Squares,
    seed: Option<Count>,
) -> Result<Option<Vec<u32>>, Failure> {
    let instance = Instance::parse(n.0, squares.texts())?;
    let seed = seed.map_or_else(random_seed, |seed| seed.0);
    Ok(match detached(py, || nqdb_completion::uniqueness(&instance, seed, &Signals))? {
        Uniqueness::Unique(only) => Some(only.queens().collect()),
        Uniqueness::None | Uniqueness::Several(_) => None,
    })
}

/// The canonical form of conditions on squares: the smallest of their eight images, as text. Two boards have the same one
/// exactly if they are rotations or reflections of each other.
///
/// >>> nqdb.pattern_canonical(8, {8: 8, 3: 4})
/// '1=1 5=6'
#[pyfunction]
pub(crate) fn pattern_canonical(n: Count, squares: Squares) -> Result<String, Failure> {
    Ok(Instance::parse(n.0, squares.texts())?.canonical().to_string())
}

/// The symmetries that fix conditions on squares, as names.
///
/// >>> nqdb.pattern_stabilizer(8, "1=1 8=8")
/// ['po1', 'po2', 'po3', 'po7']
#[pyfunction]
pub(crate) fn pattern_stabilizer(n: Count, squares: Squares) -> Result<Vec<&'static str>, Failure> {
    let stabilizer = Instance::parse(n.0, squares.texts())?.stabilizer();
    Ok(stabilizer.iter().map(Symmetry::name).collect())
}
