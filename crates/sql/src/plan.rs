//! Query plans of the table-valued functions: the constraints of a statement that they use, and the cost. A LIKE or GLOB
//! pattern requires first queens, so that only solutions beginning with them are read.

use crate::range::{Comparison, Range};
use nqdb::BoardSize;
use rusqlite::types::ValueRef;
use rusqlite::version_number;
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
    /// The column in the order of the numbers: a LIKE or GLOB prefix selects a range of them.
    pub(crate) prefix: Option<c_int>,
}

pub(crate) struct Key {
    pub(crate) column: c_int,
    /// A description for `EXPLAIN QUERY PLAN`.
    pub(crate) words: &'static str,
    /// The maximum number of rows found.
    pub(crate) rows: i64,
}

/// What a plan uses a constraint for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Role {
    /// To find rows by a value of `keys[i]`.
    Key(usize),
    /// To read a range of numbers.
    Bound(Comparison),
    Prefix(PatternKind),
    Limit,
    Offset,
}

use Comparison::{Above, AtLeast, AtMost, Below, Equal};
use Role::{Bound, Limit, Offset, Prefix};

/// All roles. The number of a plan has four bits for the role of each value, the first in the lowest bits, below a bit
/// for the direction: SQLite passes it from planning to execution.
const ROLES: [Role; 12] = [
    Role::Key(0),
    Role::Key(1),
    Role::Key(2),
    Bound(Equal),
    Bound(AtLeast),
    Bound(Above),
    Bound(AtMost),
    Bound(Below),
    Prefix(Like),
    Prefix(Glob),
    Limit,
    Offset,
];

/// The constraints of a query.
#[derive(Default)]
struct Offers {
    /// The indices of usable constraints.
    usable: Vec<(usize, Role)>,
    /// Number of constraints on rows, usable or not.
    conditions: usize,
}

/// The first SQLite version that passes a limit only if it passes all conditions: an earlier one then leaves out the rows
/// that fail the others. 3.45.3 does, 3.46.1 does not.
const FIRST_LIMITS: c_int = 3_046_000;

/// The first SQLite version known not to pass the pattern of a join for its left table, of which a LEFT JOIN keeps the
/// other rows. 3.50.4 does, 3.53.2 does not.
const FIRST_PATTERNS: c_int = 3_053_000;

/// The number of rows reported to SQLite: roughly that of N = 15 and 16, since N is unknown when planning.
const ROWS: i64 = 10_000_000;

/// The cost of a lookup, in rows of a scan.
const LOOKUP: f64 = 10.0;

impl Shape {
    fn offers(&self, info: &IndexInfo) -> Offers {
        let mut offers = Offers::default();
        for (place, constraint) in info.constraints().enumerate() {
            let (column, operator) = (constraint.column(), constraint.operator());
            if column == self.argument && operator == Op::SQLITE_INDEX_CONSTRAINT_EQ {
                continue;
            }
            let role = self.role(column, &operator);
            offers.conditions += usize::from(!matches!(role, Some(Limit | Offset)));
            offers.usable.extend(role.filter(|_| constraint.is_usable()).map(|role| (place, role)));
        }
        offers
    }

    fn role(&self, column: c_int, operator: &Op) -> Option<Role> {
        match operator {
            Op::SQLITE_INDEX_CONSTRAINT_LIMIT => Some(Limit),
            Op::SQLITE_INDEX_CONSTRAINT_OFFSET => Some(Offset),
            _ if column == self.number => Comparison::of(operator).map(Bound),
            Op::SQLITE_INDEX_CONSTRAINT_EQ => {
                self.keys.iter().position(|key| key.column == column).map(Role::Key)
            }
            _ if self.prefix == Some(column) && version_number() >= FIRST_PATTERNS => {
                PatternKind::of(operator).map(Prefix)
            }
            _ => None,
        }
    }

    /// Chooses a plan; `false` if the argument is not known at this point of a join.
    pub(crate) fn plan(&self, info: &mut IndexInfo) -> rusqlite::Result<bool> {
        let argument = match given(info, &[self.argument]) {
            Ok(places) => places[0],
            Err(is_possible) => return Ok(is_possible),
        };
        let Offers { usable, conditions } = self.offers(info);
        let mut used = finding(&usable);
        let first = first_order(info);
        let rows = self.report(info, &used);
        let (ordered, descending) = match first {
            Some((column, descending)) if column == self.number => (true, descending),
            _ => (first.is_none() || rows == 1, false),
        };
        let mut words = self.words(&used);
        words += if descending { ", descending" } else { "" };
        // A limit can only be used if SQLite does not filter or sort the rows afterwards.
        let exact = used.iter().filter(|(_, role)| !matches!(role, Prefix(_))).count();
        if conditions == exact && ordered && version_number() >= FIRST_LIMITS {
            for (role, what) in [(Limit, ", up to the limit"), (Offset, ", from the offset on")] {
                let found = usable.iter().find(|&&(_, offered)| offered == role);
                words += found.map_or("", |_| what);
                used.extend(found);
            }
        }
        let places = [(argument, None)].into_iter();
        let places = places.chain(used.iter().map(|&(place, role)| (place, Some(role))));
        for (number, (place, role)) in (1..).zip(places) {
            let mut usage = info.constraint_usage(place);
            usage.set_argv_index(number);
            // SQLite checks the other constraints again, but must not skip rows twice.
            usage.set_omit(matches!(role, None | Some(Offset)));
        }
        let code = |role| ROLES.iter().position(|&other| other == role).unwrap_or(0) as c_int;
        let number =
            used.iter().rfold(c_int::from(descending), |n, &(_, role)| n << 4 | code(role));
        info.set_idx_num(number);
        info.set_idx_str(&words);
        info.set_order_by_consumed(ordered && info.num_of_order_by() > 0);
        Ok(true)
    }

    /// Reports the cost of a plan to SQLite, and returns its approximate number of rows.
    fn report(&self, info: &mut IndexInfo, used: &[(usize, Role)]) -> i64 {
        let (rows, lookups) = match *used {
            [(_, Bound(Equal))] => (1, 1),
            [(_, Role::Key(key))] => (self.keys[key].rows, self.keys[key].rows),
            [] => (ROWS, 1),
            [(_, Bound(_))] => (ROWS / 4, 1),
            _ => (ROWS / 1000, 1),
        };
        info.set_estimated_rows(rows);
        info.set_estimated_cost(LOOKUP * lookups as f64 + rows as f64);
        if rows == 1 {
            info.set_idx_flags(IndexFlags::SQLITE_INDEX_SCAN_UNIQUE);
        }
        rows
    }

    /// The plan, as shown by `EXPLAIN QUERY PLAN`.
    fn words(&self, used: &[(usize, Role)]) -> String {
        let name = self.number_name;
        match *used {
            [(_, Bound(Equal))] => return format!("one row by {name}"),
            [(_, Role::Key(key))] => return self.keys[key].words.to_owned(),
            _ => {}
        }
        let mut words = format!("every {name}");
        for (place, (_, role)) in used.iter().enumerate() {
            let and = if place > 0 { " and" } else { "" };
            match role {
                Bound(bound) => words += &format!("{and} {}", bound.words()),
                Prefix(kind) => words += &format!(" under the first queens of {}", kind.words()),
                _ => {}
            }
        }
        words
    }
}

/// The first column of the requested order, and whether it descends.
pub(crate) fn first_order(info: &IndexInfo) -> Option<(c_int, bool)> {
    info.order_bys().next().map(|first| (first.column(), first.is_order_by_desc()))
}

/// The constraints that find the rows: an equal number, the cheapest key, or else the bounds of a range and a prefix.
fn finding(usable: &[(usize, Role)]) -> Vec<(usize, Role)> {
    let last = |is: fn(&Role) -> bool| usable.iter().rfind(|(_, role)| is(role)).copied();
    let keys = usable.iter().filter(|(_, role)| matches!(role, Role::Key(_)));
    let key = keys.min_by_key(|(_, role)| *role).copied();
    if let Some(found) = last(|role| *role == Bound(Equal)).or(key) {
        return vec![found];
    }
    let low = last(|role| matches!(role, Bound(AtLeast | Above)));
    let high = last(|role| matches!(role, Bound(AtMost | Below)));
    let prefix = last(|role| matches!(role, Prefix(_)));
    [low, high, prefix].into_iter().flatten().collect()
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
    for (number, place) in (1..).zip(given) {
        let mut usage = info.constraint_usage(place);
        usage.set_argv_index(number);
        usage.set_omit(true);
    }
    info.set_idx_str(words);
    info.set_estimated_rows(rows);
    info.set_estimated_cost(LOOKUP);
    true
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

/// The rows that a query needs.
pub(crate) struct Wanted<'v> {
    /// The key that finds them, and its value.
    pub(crate) key: Option<(usize, ValueRef<'v>)>,
    pub(crate) numbers: Range,
    /// The LIKE or GLOB pattern.
    pub(crate) prefix: Option<(PatternKind, ValueRef<'v>)>,
    pub(crate) limit: u64,
    pub(crate) offset: u64,
    pub(crate) descending: bool,
}

impl<'v> Wanted<'v> {
    /// The rows of the plan with this number. `values` are the constraint values after the argument.
    pub(crate) fn new(mut plan: c_int, values: &[ValueRef<'v>]) -> Self {
        let (key, numbers, prefix, limit, offset) = (None, Range::ALL, None, u64::MAX, 0);
        let mut wanted = Wanted { key, numbers, prefix, limit, offset, descending: false };
        for &value in values {
            let count = || value.as_i64().ok().and_then(|count| u64::try_from(count).ok());
            match ROLES[plan as usize & 15] {
                Role::Key(key) => wanted.key = Some((key, value)),
                Bound(comparison) => wanted.numbers.restrict(comparison, value),
                Prefix(kind) => wanted.prefix = Some((kind, value)),
                Limit => wanted.limit = count().unwrap_or(u64::MAX),
                Offset => wanted.offset = count().unwrap_or(0),
            }
            plan >>= 4;
        }
        wanted.descending = plan == 1;
        wanted
    }
}

/// A kind of pattern, by its wildcards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PatternKind {
    /// `%` and `_`.
    Like,
    /// `*`, `?` and `[`.
    Glob,
}

use PatternKind::{Glob, Like};

impl PatternKind {
    pub(crate) fn of(operator: &Op) -> Option<Self> {
        match operator {
            Op::SQLITE_INDEX_CONSTRAINT_LIKE => Some(Like),
            Op::SQLITE_INDEX_CONSTRAINT_GLOB => Some(Glob),
            _ => None,
        }
    }

    pub(crate) fn words(self) -> &'static str {
        match self {
            Like => "LIKE ?",
            Glob => "GLOB ?",
        }
    }

    fn wildcards(self) -> &'static [char] {
        match self {
            Like => &['%', '_'],
            Glob => &['*', '?', '['],
        }
    }

    /// The queens (0-based rows) with which every matching text begins: the numbers before the first wildcard that are
    /// followed by a space. `None` if the text of no solution of size `n` can match.
    pub fn first_queens(self, pattern: &str, n: BoardSize) -> Option<Vec<u8>> {
        let literal = pattern.split(self.wildcards()).next().unwrap_or("");
        let whole = literal.rsplit_once(' ').map_or("", |(whole, _)| whole);
        let numbers = whole.split(' ').filter(|_| literal.contains(' '));
        let queens: Option<Vec<u8>> = numbers.map(|number| row(number, n)).collect();
        // Each of them is followed by a space, and the last queen is not.
        queens.filter(|queens| queens.len() < n.get())
    }
}

/// The row of a queen, as printed in solutions.
fn row(number: &str, n: BoardSize) -> Option<u8> {
    let queen = number.parse().ok().filter(|queen: &u8| queen.to_string() == number)?;
    (1..=n.get()).contains(&queen.into()).then(|| queen - 1)
}
