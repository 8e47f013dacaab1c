//! The tables with numbered rows, `nq_solutions(n)` and `nq_orbits(n)`: a scan of a range of numbers, or rows found by a
//! key.

use crate::arguments::{board_size, text as words, whole};
use crate::functions::{has_integer_index, index_value, integer, text};
use crate::plan::{Key, Shape, Wanted};
use crate::range::{LAST, Numbers, only};
use crate::source::Source;
use crate::table::{Rows, TableFunction};
use nqdb::{
    Board, BoardSize, Canonical, OrbitId, Permutation, PermutationIndex, Rank, Result, Solution,
    Tier,
    database::{RankedRepresentatives, RankedSolutions},
};
use rusqlite::types::{Value, ValueRef};
use rusqlite::vtab::IndexInfo;
use std::ffi::{CStr, c_int};
use std::marker::PhantomData;

/// A table of the numbered items of a board. The number is the column `SHAPE.number`.
pub(crate) trait NumberedTable: 'static {
    const NAME: &'static str;
    const CALL: &'static str;
    const SCHEMA: &'static CStr;
    const SHAPE: Shape;

    type Item: 'static;

    /// The items with these numbers, as far as they exist, with their numbers. A time limit applies to each item
    /// separately.
    fn items(board: &Board, numbers: Numbers, descending: bool) -> Items<u64, Self::Item>;

    /// The number of items. Fails if it is unknown.
    fn count(board: &Board) -> Result<u64>;

    fn number(board: &Board, item: &Self::Item) -> Result<u64>;

    /// The items with this value of a key, in ascending order.
    fn find(board: &Board, key: usize, value: ValueRef<'_>) -> Result<Vec<Self::Item>>;

    /// The value of a column other than the number.
    fn column(board: &Board, item: &Self::Item, column: c_int) -> Result<Value>;
}

/// Items in the order of the rows, each with a number.
type Items<N, T> = Box<dyn Iterator<Item = Result<(N, T)>>>;

/// The rows of a query on one board.
pub(crate) struct NumberedRows<T: NumberedTable> {
    board: Board,
    /// The rows after the current one.
    items: Items<Option<u64>, T::Item>,
    /// The current row; `None` at the end. Its number is computed only when needed if a key found it.
    current: Option<(Option<u64>, T::Item)>,
}

/// The table-valued function of a table.
pub(crate) struct Numbered<T>(PhantomData<T>);

impl<T: NumberedTable> TableFunction for Numbered<T> {
    const NAME: &'static str = T::NAME;
    const ARGUMENT: &'static str = "n";
    const CALL: &'static str = T::CALL;
    const SCHEMA: &'static CStr = T::SCHEMA;
    type Rows = NumberedRows<T>;

    fn plan(info: &mut IndexInfo) -> rusqlite::Result<bool> {
        T::SHAPE.plan(info)
    }

    fn rows(source: &Source, plan: c_int, values: &[ValueRef<'_>]) -> Result<NumberedRows<T>> {
        let board = source.board(board_size(values[0])?)?;
        let wanted = Wanted::new(plan, &values[1..]);
        let items = match wanted.key {
            Some((key, value)) => {
                let mut list = T::find(&board, key, value)?;
                if wanted.descending {
                    list.reverse();
                }
                Box::new(list.into_iter().map(|item| Ok((None, item))))
            }
            None => scan::<T>(&board, wanted)?,
        };
        let mut rows = NumberedRows { board, items, current: None };
        rows.advance()?;
        Ok(rows)
    }
}

/// A scan of the wanted numbers. Fails if it starts at an unknown end.
fn scan<T: NumberedTable>(
    board: &Board,
    wanted: Wanted<'_>,
) -> Result<Items<Option<u64>, T::Item>> {
    let (low, high) = wanted.numbers.into_inner();
    let count = match T::count(board) {
        Err(unknown) if wanted.descending && high == LAST => return Err(unknown),
        count => count.unwrap_or(LAST),
    };
    let items = T::items(board, low..=high.min(count), wanted.descending);
    Ok(Box::new(items.map(|item| item.map(|(number, item)| (Some(number), item)))))
}

impl<T: NumberedTable> Rows for NumberedRows<T> {
    fn has_row(&self) -> bool {
        self.current.is_some()
    }

    fn is_slow(&self) -> bool {
        self.board.tier() != Tier::Stored
    }

    fn advance(&mut self) -> Result<()> {
        self.current = self.items.next().transpose()?;
        Ok(())
    }

    fn column(&self, column: c_int) -> Result<Value> {
        match &self.current {
            None => Ok(Value::Null),
            Some((number, item)) if column == T::SHAPE.number => {
                integer(number.map_or_else(|| T::number(&self.board, item), Ok)?)
            }
            Some((_, item)) => T::column(&self.board, item, column),
        }
    }
}

/// `nq_solutions(n)`: all solutions by rank.
pub(crate) struct Solutions;

impl NumberedTable for Solutions {
    const NAME: &'static str = "nq_solutions";
    const CALL: &'static str = "nq_solutions(8)";
    const SCHEMA: &'static CStr = c"CREATE TABLE nq_solutions (
        rank INTEGER NOT NULL, orbit_id INTEGER, queens TEXT, permutation_index NUMERIC, is_canonical INTEGER,
        nq_n HIDDEN, PRIMARY KEY (nq_n, rank)) WITHOUT ROWID";
    const SHAPE: Shape = Shape {
        argument: 5,
        number: 0,
        number_name: "rank",
        keys: &[
            Key { column: 2, words: "one solution by its queens", rows: 1 },
            Key { column: 3, words: "one solution by its permutation index", rows: 1 },
            Key { column: 1, words: "the members of one orbit", rows: 8 },
        ],
    };

    type Item = Solution;

    fn items(board: &Board, numbers: Numbers, descending: bool) -> Items<u64, Solution> {
        let items = RankedSolutions::timed(board, numbers);
        let items = items.map(|next| next.map(|(rank, item)| (rank.get(), item)));
        if descending { Box::new(items.rev()) } else { Box::new(items) }
    }

    fn count(board: &Board) -> Result<u64> {
        board.solution_count()
    }

    fn number(board: &Board, solution: &Solution) -> Result<u64> {
        Ok(board.rank(solution)?.get())
    }

    fn find(board: &Board, key: usize, value: ValueRef<'_>) -> Result<Vec<Solution>> {
        match key {
            0 => Ok(Vec::from_iter(solution(board.n(), value))),
            1 => Ok(Vec::from_iter(indexed(board.n(), value)?)),
            _ => members(board, value),
        }
    }

    fn column(board: &Board, solution: &Solution, column: c_int) -> Result<Value> {
        match column {
            1 => integer(board.orbit_id(solution)?.get()),
            2 => Ok(text(solution)),
            3 => Ok(index_value(solution, &solution.index())),
            4 => integer(u64::from(Canonical::check(*solution).is_some())),
            _ => integer(board.n().get() as u64),
        }
    }
}

/// The solution that equals a value, if any; that of N = 1 also equals numbers.
fn solution(n: BoardSize, value: ValueRef<'_>) -> Option<Solution> {
    words(value).and_then(|text| text.parse()).ok().filter(|solution: &Solution| solution.n() == n)
}

/// The solution whose permutation index equals a value, if any. Fails for a number that is rounded.
fn indexed(n: BoardSize, value: ValueRef<'_>) -> Result<Option<Solution>> {
    let index = match (only(value), value) {
        (Some(number), _) => number.to_string().into(),
        (None, ValueRef::Text(_) | ValueRef::Real(_)) if !has_integer_index(n) => whole(value)?,
        _ => return Ok(None),
    };
    let permutation = PermutationIndex::parse(n, &index).and_then(|i| Permutation::at(n, &i));
    Ok(permutation.and_then(Solution::new).ok())
}

/// The members of the orbit with this id, in order; none for an id beyond the last orbit.
fn members(board: &Board, id: ValueRef<'_>) -> Result<Vec<Solution>> {
    let id = only(id).and_then(|id| OrbitId::new(id).ok());
    let Some(id) = id.filter(|&id| board.check_orbit_id(id).is_ok()) else {
        return Ok(Vec::new());
    };
    let orbit = board.orbit(id)?;
    let mut members: Vec<_> = orbit.members().iter().map(|(_, member)| *member).collect();
    members.sort_unstable();
    Ok(members)
}

/// `nq_orbits(n)`: all orbits by id, each with its canonical representative.
pub(crate) struct Orbits;

impl NumberedTable for Orbits {
    const NAME: &'static str = "nq_orbits";
    const CALL: &'static str = "nq_orbits(8)";
    const SCHEMA: &'static CStr = c"CREATE TABLE nq_orbits (
        rank INTEGER, orbit_id INTEGER NOT NULL, queens TEXT, size INTEGER, stabilizer TEXT, nq_n HIDDEN,
        PRIMARY KEY (nq_n, orbit_id)) WITHOUT ROWID";
    const SHAPE: Shape = Shape {
        argument: 5,
        number: 1,
        number_name: "orbit_id",
        keys: &[
            Key { column: 2, words: "one orbit by its canonical representative", rows: 1 },
            Key { column: 0, words: "one orbit by the rank of its representative", rows: 1 },
        ],
    };

    type Item = Canonical;

    fn items(board: &Board, numbers: Numbers, descending: bool) -> Items<u64, Canonical> {
        let items = RankedRepresentatives::timed(board, numbers);
        let items = items.map(|next| next.map(|(id, item)| (id.get(), item)));
        if descending { Box::new(items.rev()) } else { Box::new(items) }
    }

    fn count(board: &Board) -> Result<u64> {
        board.orbit_count()
    }

    fn number(board: &Board, canonical: &Canonical) -> Result<u64> {
        Ok(board.orbit_id(canonical)?.get())
    }

    fn find(board: &Board, key: usize, value: ValueRef<'_>) -> Result<Vec<Canonical>> {
        Ok(Vec::from_iter(match key {
            0 => solution(board.n(), value).and_then(Canonical::check),
            _ => representative_at(board, value)?,
        }))
    }

    fn column(board: &Board, canonical: &Canonical, column: c_int) -> Result<Value> {
        match column {
            0 => integer(board.rank(canonical)?.get()),
            2 => Ok(text(canonical)),
            3 => integer(canonical.orbit_size() as u64),
            4 => Ok(text(canonical.stabilizer())),
            _ => integer(board.n().get() as u64),
        }
    }
}

/// The solution of a rank, if it is a canonical representative.
fn representative_at(board: &Board, rank: ValueRef<'_>) -> Result<Option<Canonical>> {
    let rank = only(rank).and_then(|rank| Rank::new(rank).ok());
    match rank.filter(|&rank| board.check_rank(rank).is_ok()) {
        Some(rank) => Ok(Canonical::check(board.unrank(rank)?)),
        None => Ok(None),
    }
}
