//! The scalar functions `nq_…`, each a few lines around a library function.

use crate::arguments::Arguments;
use crate::source::Source;
use nqdb::{
    Board, BoardSize, Canonical, Error, Invalid, Orbit, Permutation, PermutationIndex, Rank,
    Result, Solution, Subgroup, Symmetry, notation::drawing, signature::Signature,
};
use nqdb_completion::{completions, verdict};
use rusqlite::Connection;
use rusqlite::functions::FunctionFlags;
use rusqlite::types::{Value, ValueRef};
use std::ffi::CStr;
use std::sync::Arc;

type Function = fn(&Source, &Arguments<'_, '_>) -> Result<Value>;

/// Name, number of arguments, value.
pub(crate) const FUNCTIONS: &[(&CStr, i32, Function)] = &[
    (c"nq_unrank", 2, |source, arguments| {
        let board = source.board(arguments.board_size(0)?)?;
        Ok(text(board.unrank(arguments.number(1, board.n())?)?))
    }),
    (c"nq_rank", 1, |source, arguments| {
        let solution = arguments.solution(0)?;
        rank(source, &solution)
    }),
    (c"nq_try_rank", 1, |source, arguments| {
        let solution = arguments.solution_if_any(0);
        known(solution.and_then(|found| found.map_or(Ok(Value::Null), |it| rank(source, &it))))
    }),
    (c"nq_orbit_id", 1, |source, arguments| {
        let solution = arguments.solution(0)?;
        orbit_id(source, &solution)
    }),
    (c"nq_try_orbit_id", 1, |source, arguments| {
        let solution = arguments.solution_if_any(0);
        known(solution.and_then(|found| found.map_or(Ok(Value::Null), |it| orbit_id(source, &it))))
    }),
    (c"nq_representative", 2, |source, arguments| {
        let board = source.board(arguments.board_size(0)?)?;
        Ok(text(board.orbit(arguments.number(1, board.n())?)?.canonical()))
    }),
    (c"nq_canonical", 1, |_, arguments| Ok(text(Canonical::of(&arguments.solution(0)?)))),
    (c"nq_orbit_size", 1, |_, arguments| integer(Orbit::of(&arguments.solution(0)?).size() as u64)),
    (c"nq_stabilizer", 1, |_, arguments| {
        Ok(text(Subgroup::fixing(arguments.solution(0)?.permutation())))
    }),
    (c"nq_signature", 1, |_, arguments| {
        Ok(text(Signature::of(arguments.solution(0)?.permutation())))
    }),
    (c"nq_image", 2, |_, arguments| {
        let symmetry: Symmetry = arguments.text(1)?.parse()?;
        Ok(text(symmetry.apply(&arguments.permutation(0)?)))
    }),
    (c"nq_queen", 2, |_, arguments| {
        let permutation = arguments.permutation(0)?;
        let column = arguments.column(1, permutation.n())?;
        integer(u64::from(permutation.zero_based()[column]) + 1)
    }),
    (c"nq_distance", 2, |_, arguments| {
        integer(arguments.permutation(0)?.distance(&arguments.permutation(1)?)? as u64)
    }),
    (c"nq_is_solution", 1, |_, arguments| {
        integer(u64::from(arguments.solution_if_any(0)?.is_some()))
    }),
    (c"nq_is_toroidal", 1, |_, arguments| {
        let solution = arguments.solution_if_any(0)?;
        integer(u64::from(solution.is_some_and(|solution| solution.is_toroidal())))
    }),
    (c"nq_permutation_index", 1, |_, arguments| {
        let permutation = arguments.permutation(0)?;
        Ok(index_value(&permutation, &permutation.index()))
    }),
    (c"nq_permutation_at", 2, |_, arguments| {
        let n = arguments.board_size(0)?;
        Ok(text(Permutation::at(n, &arguments.permutation_index(1, n)?)?))
    }),
    (c"nq_count", 1, |source, arguments| count(source, arguments, Board::solution_count)),
    (c"nq_count", 2, |source, arguments| {
        let selection = arguments.selection(0, 1)?;
        known(source.board(selection.n())?.count_selected(selection).and_then(integer))
    }),
    (c"nq_orbit_count", 1, |source, arguments| count(source, arguments, Board::orbit_count)),
    (c"nq_solve", 2, |source, arguments| {
        Ok(some_completions(source, arguments, 1)?.pop().unwrap_or(Value::Null))
    }),
    (c"nq_verdict", 2, |source, arguments| {
        Ok(text(verdict(some_completions(source, arguments, 2)?.len())))
    }),
    (c"nq_canonical_conditions", 2, |_, arguments| {
        Ok(text(arguments.partial_board(0, 1)?.canonical()))
    }),
    (c"nq_conditions_stabilizer", 2, |_, arguments| {
        Ok(text(arguments.partial_board(0, 1)?.stabilizer()))
    }),
    (c"nq_drawing", 1, |_, arguments| Ok(text(drawing(&arguments.permutation(0)?)))),
    (c"nq_version", 0, |_, _| Ok(text(env!("CARGO_PKG_VERSION")))),
];

/// The seed of all completions: equal calls return equal values.
const COMPLETION_SEED: u64 = 1;

fn some_completions(
    source: &Source,
    arguments: &Arguments<'_, '_>,
    most: usize,
) -> Result<Vec<Value>> {
    // Larger boards have no properties.
    if arguments.board_size(0).is_ok() {
        let selection = arguments.selection(0, 1)?;
        if !selection.properties.are_none() {
            let found = source.board(selection.n())?.select(selection, Rank::FIRST)?;
            return found.take(most).map(|found| Ok(text(found?.1))).collect();
        }
    }
    let partial = arguments.partial_board(0, 1)?;
    let found = completions(&partial, most, COMPLETION_SEED, &source.watch()?)?;
    Ok(found.into_iter().map(text).collect())
}

fn rank(source: &Source, solution: &Solution) -> Result<Value> {
    integer(source.board(solution.n())?.rank(solution)?.get())
}

fn orbit_id(source: &Source, solution: &Solution) -> Result<Value> {
    integer(source.board(solution.n())?.orbit_id(solution)?.get())
}

/// A total of a board by its size; 1 for N = 0, the empty solution.
fn count(
    source: &Source,
    arguments: &Arguments<'_, '_>,
    number: fn(&Board) -> Result<u64>,
) -> Result<Value> {
    if arguments.is_zero(0)? {
        integer(1)
    } else {
        known(number(&source.board(arguments.board_size(0)?)?).and_then(integer))
    }
}

/// NULL for an unknown number.
fn known(number: Result<Value>) -> Result<Value> {
    match number {
        Err(
            Error::UnknownCount { .. }
            | Error::UnknownOrbitCount { .. }
            | Error::RankOutOfReach { .. }
            | Error::Invalid(Invalid::TooManyQueens { .. }),
        ) => Ok(Value::Null),
        number => number,
    }
}

pub(crate) fn text(value: impl ToString) -> Value {
    Value::Text(value.to_string())
}

pub(crate) fn integer(number: u64) -> Result<Value> {
    // All known counts fit; larger numbers are returned as exact text.
    Ok(i64::try_from(number).map_or_else(|_| text(number), Value::Integer))
}

/// An integer up to N = 20, text beyond: the type depends only on N.
pub(crate) fn index_value(permutation: &Permutation, index: &PermutationIndex) -> Value {
    match index.to_i64() {
        Some(number) if has_integer_index(permutation.n()) => Value::Integer(number),
        _ => text(index),
    }
}

/// Whether N! fits an SQL INTEGER.
pub(crate) fn has_integer_index(n: BoardSize) -> bool {
    n.get() <= 20
}

/// Registers the functions without side effects.
pub(crate) fn register(connection: &Connection, source: &Arc<Source>) -> rusqlite::Result<()> {
    let pure = FunctionFlags::SQLITE_UTF8
        | FunctionFlags::SQLITE_DETERMINISTIC
        | FunctionFlags::SQLITE_INNOCUOUS;
    for &(name, arity, function) in FUNCTIONS {
        add(connection, source, (name, arity), pure, function)?;
    }
    Ok(())
}

/// Registers one function. It returns NULL if an argument is NULL.
pub(crate) fn add(
    connection: &Connection,
    source: &Arc<Source>,
    (name, arity): (&'static CStr, i32),
    flags: FunctionFlags,
    function: impl Fn(&Source, &Arguments<'_, '_>) -> Result<Value> + Send + 'static,
) -> rusqlite::Result<()> {
    let source = Arc::clone(source);
    connection.create_scalar_function(name, arity, flags, move |context| {
        if (0..context.len()).any(|index| context.get_raw(index) == ValueRef::Null) {
            return Ok(Value::Null);
        }
        let outcome = function(&source, &Arguments(context));
        outcome.map_err(|error| source.error(&name.to_string_lossy(), error))
    })
}
