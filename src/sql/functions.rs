use super::arguments::Arguments;
use crate::combinatorics::{
    Canonical, Orbit, Permutation, PermutationIndex, Symmetry, board_picture,
};
use crate::database::Database;
use crate::error::Result;
use rusqlite::Connection;
use rusqlite::functions::FunctionFlags;
use rusqlite::types::Value;
use std::ffi::CStr;
use std::sync::{Arc, Mutex, PoisonError};

type Function = fn(&Database, &Arguments<'_, '_>) -> Result<Value>;

/// Name, number of arguments, value.
const FUNCTIONS: [(&CStr, i32, Function); 13] = [
    (c"nq_unrank", 2, |database, arguments| {
        let board = database.board(arguments.board_size(0)?)?;
        Ok(text(board.unrank(arguments.rank(1)?)?))
    }),
    (c"nq_rank", 1, |database, arguments| integer(database.rank(&arguments.solution(0)?)?.get())),
    (c"nq_orbit_id", 1, |database, arguments| {
        integer(database.orbit_id(&arguments.solution(0)?)?.get())
    }),
    (c"nq_orbit", 2, |database, arguments| {
        let board = database.board(arguments.board_size(0)?)?;
        Ok(text(board.orbit(arguments.orbit_id(1)?)?.canonical()))
    }),
    (c"nq_canonical", 1, |_, arguments| Ok(text(Canonical::of(&arguments.solution(0)?)))),
    (c"nq_orbit_size", 1, |_, arguments| integer(Orbit::of(&arguments.solution(0)?).size() as u64)),
    (c"nq_image", 2, |_, arguments| {
        let symmetry: Symmetry = arguments.text(1)?.parse()?;
        Ok(text(symmetry.apply(&arguments.permutation(0)?)))
    }),
    (c"nq_is_solution", 1, |_, arguments| integer(u64::from(arguments.is_solution(0)?))),
    (c"nq_perm_index", 1, |_, arguments| {
        let permutation = arguments.permutation(0)?;
        Ok(index_value(&permutation, &permutation.index()))
    }),
    (c"nq_perm_at", 2, |_, arguments| {
        let n = arguments.board_size(0)?;
        Ok(text(Permutation::at(n, &arguments.permutation_index(1, n)?)?))
    }),
    (c"nq_count", 1, |database, arguments| {
        integer(database.board(arguments.board_size(0)?)?.solution_count()?)
    }),
    (c"nq_orbit_count", 1, |database, arguments| {
        integer(database.board(arguments.board_size(0)?)?.orbit_count()?)
    }),
    (c"nq_board", 1, |_, arguments| Ok(text(board_picture(&arguments.permutation(0)?)))),
];

/// The largest N with N! in an SQL INTEGER.
const LAST_WITH_INTEGER_INDEX: usize = 20;

fn text(value: impl ToString) -> Value {
    Value::Text(value.to_string())
}

fn integer(number: u64) -> Result<Value> {
    // Every count that is known fits; beyond, text is exact.
    Ok(i64::try_from(number).map_or_else(|_| text(number), Value::Integer))
}

/// An integer up to N = 20, text beyond: one type for each N.
fn index_value(permutation: &Permutation, index: &PermutationIndex) -> Value {
    match index.to_i64() {
        Some(number) if permutation.n().get() <= LAST_WITH_INTEGER_INDEX => Value::Integer(number),
        _ => text(index),
    }
}

/// Adds all functions to the connection.
pub(super) fn register(
    connection: &Connection,
    database: &Arc<Mutex<Database>>,
) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8
        | FunctionFlags::SQLITE_DETERMINISTIC
        | FunctionFlags::SQLITE_INNOCUOUS;
    for (name, arity, function) in FUNCTIONS {
        let database = Arc::clone(database);
        connection.create_scalar_function(name, arity, flags, move |context| {
            if (0..context.len())
                .any(|index| context.get_raw(index) == rusqlite::types::ValueRef::Null)
            {
                return Ok(Value::Null);
            }
            let database = database.lock().unwrap_or_else(PoisonError::into_inner);
            function(&database, &Arguments(context)).map_err(|error| {
                let message = format!("{}: {error}", name.to_string_lossy());
                rusqlite::Error::UserFunctionError(message.into())
            })
        })?;
    }
    Ok(())
}
