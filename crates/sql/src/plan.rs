//! Query plans of the table-valued functions: the constraints of a statement that they use, and the cost.
//!
//! A constraint only reduces the rows that are read. "SQLite generates bytecode that will double checks all constraints
//! on each row of the virtual table" (vtab.html, 2.3.2.1), so the rows may include others. A LIMIT or OFFSET tells only
//! "that there is a LIMIT or OFFSET clause" (2.3.1.2), not which rows it counts, so neither is used. The quotations are
//! from SQLite's documentation.

use crate::range::{Comparison, LAST, Numbers};
use rusqlite::types::ValueRef;
use rusqlite::vtab::{IndexConstraintOp as Op, IndexFlags, IndexInfo};
use std::ffi::c_int;

/// A table of numbered rows, and its other columns that can find rows.
pub(crate) struct Shape {
    /// The hidden column of the argument.
    pub(crate) argument: c_int,
    /// The column with the numbers.
    pub(crate) number: c_int,
    pub(crate) number_name: &'static str,
    /// Columns whose values find rows, cheapest first; at most three.
    pub(crate) keys: &'static [Key],
}

pub(crate) struct Key {
    pub(crate) column: c_int,
    /// A description for `EXPLAIN QUERY PLAN`.
    pub(crate) words: &'static str,
    /// The maximum number of rows found.
    pub(crate) rows: i64,
}

/// What a plan uses a constraint for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    /// To find rows by a value of `keys[i]`.
    Key(usize),
    /// To read a range of numbers.
    Number(Comparison),
}

use Comparison::{Above, AtLeast, AtMost, Below, Equal};
use Role::Number;

/// All roles. The number of a plan has three bits for the role of each value, the first in the lowest bits, below a bit
/// for the direction: SQLite passes it from planning to execution.
const ROLES: [Role; 8] = [
    Role::Key(0),
    Role::Key(1),
    Role::Key(2),
    Number(Equal),
    Number(AtLeast),
    Number(Above),
    Number(AtMost),
    Number(Below),
];

/// A constraint by its index, and its use.
type Use = (usize, Role);

/// The number of rows reported to SQLite: roughly that of N = 15 and 16, since N is unknown when planning.
const ROWS: i64 = 10_000_000;

/// The cost of a lookup, in rows of a scan.
const LOOKUP: f64 = 10.0;

impl Shape {
    /// The use of a constraint `column OP expression`, if there is one. "A constraint on a virtual table of the form
    /// "column IN (...)" is communicated to the xBestIndex method as a SQLITE_INDEX_CONSTRAINT_EQ constraint", and SQLite
    /// "invokes the xFilter() method once for each value".
    fn role(&self, column: c_int, operator: &Op) -> Option<Role> {
        match operator {
            _ if column == self.number => Comparison::of(operator).map(Number),
            Op::SQLITE_INDEX_CONSTRAINT_EQ => {
                self.keys.iter().position(|key| key.column == column).map(Role::Key)
            }
            _ => None,
        }
    }

    /// Chooses a plan; `false` if the argument is not known at this point of a join.
    pub(crate) fn plan(&self, info: &mut IndexInfo) -> rusqlite::Result<bool> {
        let argument = match given(info, &[self.argument]) {
            Ok(places) => places,
            Err(is_possible) => return Ok(is_possible),
        };
        let mut offers = Vec::new();
        // "The xBestIndex method must therefore only consider constraints that have an aConstraint[].usable flag which
        // is true", and "the collating sequence that should be used when evaluating the i-th constraint" must be the one
        // in which different queens are different.
        for (place, constraint) in info.constraints().enumerate() {
            if let Some(role) = self.role(constraint.column(), &constraint.operator())
                && constraint.is_usable()
                && info.collation(place)? == "BINARY"
            {
                offers.push((place, role));
            }
        }
        let used = finding(&offers);
        let rows = self.report(info, &used);
        // "If the virtual table will output rows in the order specified by the ORDER BY clause, then the orderByConsumed
        // flag may be set": no two rows have the same number, so further columns do not matter.
        let (is_ordered, is_descending) = match first_order(info) {
            Some((column, is_descending)) if column == self.number => (true, is_descending),
            _ => (rows == 1, false),
        };
        info.set_order_by_consumed(is_ordered);
        info.set_idx_str(&(self.words(&used) + if is_descending { ", descending" } else { "" }));
        let code = |role| ROLES.iter().position(|&other| other == role).unwrap_or(0) as c_int;
        let codes = used.iter().rev().map(|&(_, role)| code(role));
        info.set_idx_num(codes.fold(is_descending.into(), |number, code| number << 3 | code));
        pass(info, argument, used.iter().map(|&(place, _)| place));
        Ok(true)
    }

    /// Reports the cost of a plan to SQLite, and returns its approximate number of rows.
    fn report(&self, info: &mut IndexInfo, used: &[Use]) -> i64 {
        let (rows, lookups) = match *used {
            [(_, Number(Equal))] => (1, 1),
            [(_, Role::Key(key))] => (self.keys[key].rows, self.keys[key].rows),
            [] => (ROWS, 1),
            [_] => (ROWS / 4, 1),
            _ => (ROWS / 1000, 1),
        };
        info.set_estimated_rows(rows);
        info.set_estimated_cost(LOOKUP * lookups as f64 + rows as f64);
        if rows == 1 {
            // "The virtual table will return only zero or one rows given the input constraints."
            info.set_idx_flags(IndexFlags::SQLITE_INDEX_SCAN_UNIQUE);
        }
        rows
    }

    /// The plan, as shown by `EXPLAIN QUERY PLAN`.
    fn words(&self, used: &[Use]) -> String {
        let name = self.number_name;
        match *used {
            [(_, Number(Equal))] => format!("one row by {name}"),
            [(_, Role::Key(key))] => self.keys[key].words.to_owned(),
            [(_, Number(bound))] => format!("every {name} {}", bound.words()),
            [(_, Number(low)), (_, Number(high))] => {
                format!("every {name} {} and {}", low.words(), high.words())
            }
            _ => format!("every {name}"),
        }
    }
}

/// The first column of the requested order, and whether it descends.
pub(crate) fn first_order(info: &IndexInfo) -> Option<(c_int, bool)> {
    info.order_bys().next().map(|first| (first.column(), first.is_order_by_desc()))
}

/// The constraints that find the rows: an equal number, the cheapest key, or else the bounds of a range.
fn finding(offers: &[Use]) -> Vec<Use> {
    let last = |is: fn(&Role) -> bool| offers.iter().rfind(|(_, role)| is(role)).copied();
    let key = (0..3).find_map(|key| offers.iter().find(|(_, role)| *role == Role::Key(key)));
    if let Some(found) = last(|role| *role == Number(Equal)).or(key.copied()) {
        return vec![found];
    }
    let low = last(|role| matches!(role, Number(AtLeast | Above)));
    let high = last(|role| matches!(role, Number(AtMost | Below)));
    [low, high].into_iter().flatten().collect()
}

/// The constraints that give all of these arguments, by their hidden columns; otherwise, plans without arguments.
fn given(info: &mut IndexInfo, arguments: &[c_int]) -> Result<Vec<usize>, bool> {
    let mut places = vec![None; arguments.len()];
    let mut comes_later = false;
    for (index, constraint) in info.constraints().enumerate() {
        let column = arguments.iter().position(|&column| column == constraint.column());
        if let Some(column) = column
            && constraint.operator() == Op::SQLITE_INDEX_CONSTRAINT_EQ
        {
            if constraint.is_usable() { places[column] = Some(index) } else { comes_later = true }
        }
    }
    let given: Option<Vec<usize>> = places.into_iter().collect();
    given.ok_or_else(|| without_argument(info, comes_later))
}

/// The plan of a function that takes all of these arguments, given by their hidden columns, and has few rows. `words`
/// describes the rows, `rows` is their approximate number.
pub fn plan_arguments(info: &mut IndexInfo, arguments: &[c_int], words: &str, rows: i64) -> bool {
    let given = match given(info, arguments) {
        Ok(places) => places,
        Err(is_possible) => return is_possible,
    };
    pass(info, given, []);
    info.set_idx_str(words);
    info.set_estimated_rows(rows);
    info.set_estimated_cost(LOOKUP);
    true
}

/// Has the values of these constraints passed to the execution. "The arguments to the table-valued function become
/// constraints on the HIDDEN columns"; only their check is omitted, since `nq_n` is 8 in the rows of `nq_solutions('8')`.
fn pass(info: &mut IndexInfo, arguments: Vec<usize>, used: impl IntoIterator<Item = usize>) {
    let places = arguments.into_iter().map(|place| (place, true));
    let places = places.chain(used.into_iter().map(|place| (place, false)));
    for (number, (place, is_argument)) in (1..).zip(places) {
        let mut usage = info.constraint_usage(place);
        usage.set_argv_index(number);
        usage.set_omit(is_argument);
    }
}

/// The number of the plan without an argument. Executing it is an error.
pub(crate) const NO_ARGUMENT: c_int = -1;

/// Returns `false` if the argument comes from another table. If there is no argument at all, makes this the most
/// expensive plan: SQLite also plans the parts of an OR without the argument, and an error here would fail the whole
/// query.
fn without_argument(info: &mut IndexInfo, comes_later: bool) -> bool {
    info.set_idx_num(NO_ARGUMENT);
    info.set_idx_str("nothing, the argument is missing");
    info.set_estimated_rows(i64::MAX);
    info.set_estimated_cost(1e99);
    !comes_later
}

/// The rows that a query reads.
pub(crate) struct Wanted<'v> {
    /// The key that finds them, and its value.
    pub(crate) key: Option<(usize, ValueRef<'v>)>,
    pub(crate) numbers: Numbers,
    pub(crate) descending: bool,
}

impl<'v> Wanted<'v> {
    /// The rows of the plan with this number. `values` are the constraint values after the argument.
    pub(crate) fn new(mut plan: c_int, values: &[ValueRef<'v>]) -> Self {
        let (mut key, mut numbers) = (None, 1..=LAST);
        for &value in values {
            match ROLES[plan as usize & 7] {
                Role::Key(column) => key = Some((column, value)),
                Number(comparison) => numbers = comparison.restrict(numbers, value),
            }
            plan >>= 3;
        }
        Wanted { key, numbers, descending: plan == 1 }
    }
}
