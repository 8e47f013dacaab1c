//! Query plans of the table-valued functions: the constraints of a statement that they use, and the cost. A LIKE or GLOB
//! pattern requires first queens, so that only solutions beginning with them are read.

use crate::range::{Comparison, Range};
use nqdb::BoardSize;
use rusqlite::types::ValueRef;
use rusqlite::vtab::{IndexConstraintOp as Op, IndexFlags, IndexInfo};
use std::collections::VecDeque;
use std::ffi::c_int;

/// A table of numbered rows, and its other columns that can find rows.
pub(crate) struct Shape {
    /// The hidden column of the argument.
    pub(crate) argument: c_int,
    /// The column with the numbers, which are also the row ids.
    pub(crate) number: c_int,
    pub(crate) number_name: &'static str,
    /// Columns whose values find rows, cheapest first; at most [`KEYS`].
    pub(crate) keys: &'static [Key],
    /// The column in the order of the numbers: a LIKE or GLOB prefix selects a range of them.
    pub(crate) prefix: Option<c_int>,
}

/// The maximum number of keys of a table.
const KEYS: usize = 3;

pub(crate) struct Key {
    pub(crate) column: c_int,
    /// A description for `EXPLAIN QUERY PLAN`.
    pub(crate) words: &'static str,
    /// The maximum number of rows found.
    pub(crate) rows: i64,
}

/// How the rows are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    /// By scanning a range of numbers, or all.
    Range,
    /// By a number.
    Number,
    /// By a value of `keys[i]`.
    Key(usize),
}

/// A plan. SQLite passes it from planning to execution as an integer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Plan {
    pub(crate) access: Access,
    low: Option<Comparison>,
    high: Option<Comparison>,
    prefix: Option<PatternKind>,
    pub(crate) descending: bool,
    limit: bool,
    offset: bool,
}

/// The indices of the usable constraints of a query.
#[derive(Default)]
struct Offers {
    argument: Option<usize>,
    number: Option<usize>,
    keys: [Option<usize>; KEYS],
    low: Option<(usize, Comparison)>,
    high: Option<(usize, Comparison)>,
    prefix: Option<(usize, PatternKind)>,
    limit: Option<usize>,
    offset: Option<usize>,
    /// Number of constraints on rows, usable or not.
    conditions: usize,
    argument_comes_later: bool,
}

/// The number of rows reported to SQLite: roughly that of N = 15 and 16, since N is unknown when planning.
const ROWS: i64 = 10_000_000;

/// The cost of a lookup, in rows of a scan.
const LOOKUP: f64 = 10.0;

impl Shape {
    fn offers(&self, info: &IndexInfo) -> Offers {
        let mut offers = Offers::default();
        for (place, constraint) in info.constraints().enumerate() {
            let (column, usable) = (constraint.column(), constraint.is_usable());
            let is_number = column == self.number || column == -1;
            match constraint.operator() {
                Op::SQLITE_INDEX_CONSTRAINT_LIMIT if usable => offers.limit = Some(place),
                Op::SQLITE_INDEX_CONSTRAINT_OFFSET if usable => offers.offset = Some(place),
                Op::SQLITE_INDEX_CONSTRAINT_EQ if column == self.argument => {
                    if usable {
                        offers.argument = Some(place)
                    } else {
                        offers.argument_comes_later = true
                    }
                }
                operator => {
                    offers.conditions += 1;
                    let comparison = Comparison::of(&operator).filter(|_| usable);
                    let key = self.keys.iter().position(|key| key.column == column);
                    match (comparison, key) {
                        (Some(Comparison::Equal), _) if is_number => offers.number = Some(place),
                        (Some(Comparison::Equal), Some(key)) => offers.keys[key] = Some(place),
                        (Some(bound), _) if is_number && bound.is_low() => {
                            offers.low = Some((place, bound));
                        }
                        (Some(bound), _) if is_number => offers.high = Some((place, bound)),
                        _ => {}
                    }
                    let pattern = PatternKind::of(&operator);
                    if let Some(kind) = pattern.filter(|_| usable && self.prefix == Some(column)) {
                        offers.prefix = Some((place, kind));
                    }
                }
            }
        }
        offers
    }

    /// Chooses a plan; `false` if the argument is not known at this point of a join.
    pub(crate) fn plan(&self, info: &mut IndexInfo) -> rusqlite::Result<bool> {
        let mut offers = self.offers(info);
        let Some(argument) = offers.argument else {
            return Ok(without_argument(info, offers.argument_comes_later));
        };
        let first_key = || offers.keys.iter().position(Option::is_some);
        let (access, key) = match (offers.number, first_key()) {
            (Some(place), _) => (Access::Number, Some(place)),
            (_, Some(key)) => (Access::Key(key), offers.keys[key]),
            _ => (Access::Range, None),
        };
        if access != Access::Range {
            (offers.low, offers.high, offers.prefix) = (None, None, None);
        }
        let used = [key, offers.low.map(|low| low.0), offers.high.map(|high| high.0)];
        let (ordered, descending) = self.order(info, access);
        // A limit can only be used if SQLite does not filter or sort the rows afterwards.
        if offers.conditions > used.iter().flatten().count() || !ordered {
            (offers.limit, offers.offset) = (None, None);
        }
        let plan = Plan {
            access,
            low: offers.low.map(|low| low.1),
            high: offers.high.map(|high| high.1),
            prefix: offers.prefix.map(|prefix| prefix.1),
            descending,
            limit: offers.limit.is_some(),
            offset: offers.offset.is_some(),
        };
        let places = [Some(argument)].into_iter().chain(used);
        let prefix = offers.prefix.map(|prefix| prefix.0);
        let places = places.chain([prefix, offers.limit, offers.offset]).flatten();
        for (number, place) in (1..).zip(places) {
            let mut usage = info.constraint_usage(place);
            usage.set_argv_index(number);
            // SQLite checks the other constraints again, but must not skip rows twice.
            usage.set_omit(place == argument || Some(place) == offers.offset);
        }
        self.report(info, plan);
        info.set_order_by_consumed(ordered && info.num_of_order_by() > 0);
        Ok(true)
    }

    /// Whether the rows come in the requested order, and whether that order is descending.
    fn order(&self, info: &IndexInfo, access: Access) -> (bool, bool) {
        match info.order_bys().next() {
            None => (true, false),
            Some(first) if first.column() == self.number || first.column() == -1 => {
                (true, first.is_order_by_desc())
            }
            Some(_) => (self.rows(access) == 1, false),
        }
    }

    fn rows(&self, access: Access) -> i64 {
        match access {
            Access::Range => ROWS,
            Access::Number => 1,
            Access::Key(key) => self.keys[key].rows,
        }
    }

    /// Reports the plan and its cost to SQLite.
    fn report(&self, info: &mut IndexInfo, plan: Plan) {
        let rows = match (plan.access, plan.low, plan.high) {
            (Access::Range, Some(_), Some(_)) => ROWS / 1000,
            (Access::Range, ..) if plan.prefix.is_some() => ROWS / 1000,
            (Access::Range, None, None) => ROWS,
            (Access::Range, _, _) => ROWS / 4,
            (access, ..) => self.rows(access),
        };
        let cost = if plan.access == Access::Range { LOOKUP } else { LOOKUP * rows as f64 };
        info.set_estimated_rows(rows);
        info.set_estimated_cost(cost + rows as f64);
        if rows == 1 {
            info.set_idx_flags(IndexFlags::SQLITE_INDEX_SCAN_UNIQUE);
        }
        info.set_idx_num(plan.to_number());
        info.set_idx_str(&self.words(plan));
    }

    /// The plan, as shown by `EXPLAIN QUERY PLAN`.
    fn words(&self, plan: Plan) -> String {
        let name = self.number_name;
        let mut words = match plan.access {
            Access::Number => format!("one row by {name}"),
            Access::Key(key) => self.keys[key].words.to_owned(),
            Access::Range => match (plan.low, plan.high) {
                (None, None) => format!("every {name}"),
                (Some(low), None) => format!("every {name} {}", low.words()),
                (None, Some(high)) => format!("every {name} {}", high.words()),
                (Some(low), Some(high)) => {
                    format!("every {name} {} and {}", low.words(), high.words())
                }
            },
        };
        if let Some(kind) = plan.prefix {
            words = format!("{words} under the first queens of {}", kind.words());
        }
        for (is_so, what) in [
            (plan.descending, ", descending"),
            (plan.limit, ", up to the limit"),
            (plan.offset, ", from the offset on"),
        ] {
            words += if is_so { what } else { "" };
        }
        words
    }
}

impl Plan {
    fn to_number(self) -> c_int {
        let access = match self.access {
            Access::Range => 0,
            Access::Number => 1,
            Access::Key(key) => 2 + key as c_int,
        };
        let place = |place: Option<usize>| place.map_or(0, |place| place as c_int + 1);
        let mut fields = Fields(0);
        fields.put(ACCESS, access);
        fields.put(LOW, place(self.low.map(|bound| bound as usize)));
        fields.put(HIGH, place(self.high.map(|bound| bound as usize)));
        fields.put(PREFIX, place(self.prefix.map(|kind| kind as usize)));
        fields.put(DESCENDING, self.descending.into());
        fields.put(LIMIT, self.limit.into());
        fields.put(OFFSET, self.offset.into());
        fields.0
    }

    /// The plan encoded in this number.
    pub(crate) fn from_number(number: c_int) -> Self {
        let fields = Fields(number);
        let place = |field| (fields.get(field) as usize).checked_sub(1);
        let bound = |field| Comparison::ALL.get(place(field)?).copied();
        Plan {
            access: match fields.get(ACCESS) {
                0 => Access::Range,
                1 => Access::Number,
                key => Access::Key(key as usize - 2),
            },
            low: bound(LOW),
            high: bound(HIGH),
            prefix: place(PREFIX).and_then(|place| PatternKind::ALL.get(place).copied()),
            descending: fields.get(DESCENDING) == 1,
            limit: fields.get(LIMIT) == 1,
            offset: fields.get(OFFSET) == 1,
        }
    }

    /// The wanted rows. `values` are the constraint values after the argument.
    pub(crate) fn read<'v>(self, values: &[ValueRef<'v>]) -> Wanted<'v> {
        let mut values = values.iter().copied();
        let mut next = |is_there: bool| is_there.then(|| values.next()).flatten();
        let key = next(self.access != Access::Range);
        let mut numbers = Range::ALL;
        if let (Access::Number, Some(value)) = (self.access, key) {
            numbers.restrict(Comparison::Equal, value);
        }
        for bound in [self.low, self.high] {
            if let (Some(comparison), Some(value)) = (bound, next(bound.is_some())) {
                numbers.restrict(comparison, value);
            }
        }
        let prefix = self.prefix.zip(next(self.prefix.is_some()));
        let mut count = |is_there| match next(is_there) {
            Some(ValueRef::Integer(number)) => u64::try_from(number).ok(),
            _ => None,
        };
        let limit = count(self.limit).unwrap_or(u64::MAX);
        let offset = count(self.offset).unwrap_or(0);
        Wanted { numbers, prefix, limit, offset }
    }
}

/// The fields of a plan, packed into one number.
struct Fields(c_int);

/// A field: its first bit, and its number of bits.
#[derive(Clone, Copy)]
struct Field {
    shift: u32,
    bits: u32,
}

const ACCESS: Field = Field { shift: 0, bits: 3 };
const LOW: Field = Field { shift: 3, bits: 3 };
const HIGH: Field = Field { shift: 6, bits: 3 };
const PREFIX: Field = Field { shift: 9, bits: 2 };
const DESCENDING: Field = Field { shift: 11, bits: 1 };
const LIMIT: Field = Field { shift: 12, bits: 1 };
const OFFSET: Field = Field { shift: 13, bits: 1 };

impl Fields {
    fn put(&mut self, field: Field, value: c_int) {
        debug_assert!(value >> field.bits == 0, "{value} has more than {} bits", field.bits);
        self.0 |= value << field.shift;
    }

    fn get(&self, field: Field) -> c_int {
        self.0 >> field.shift & ((1 << field.bits) - 1)
    }
}

/// The plan of a function that takes all of these arguments, given by their hidden columns, and has few rows. `words`
/// describes the rows, `rows` is their approximate number.
pub fn plan_arguments(info: &mut IndexInfo, arguments: &[c_int], words: &str, rows: i64) -> bool {
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
    let Some(given) = given else { return without_argument(info, comes_later) };
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
    pub(crate) numbers: Range,
    /// The LIKE or GLOB pattern.
    pub(crate) prefix: Option<(PatternKind, ValueRef<'v>)>,
    pub(crate) limit: u64,
    pub(crate) offset: u64,
}

impl Wanted<'_> {
    /// The wanted rows of a list found by a key.
    pub(crate) fn of_list<T>(&self, mut list: Vec<T>, descending: bool) -> VecDeque<T> {
        if descending {
            list.reverse();
        }
        let count = |number| usize::try_from(number).unwrap_or(usize::MAX);
        list.into_iter().skip(count(self.offset)).take(count(self.limit)).collect()
    }
}

/// A kind of pattern, by its wildcards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PatternKind {
    /// `%` and `_`.
    Like,
    /// `*`, `?` and `[`.
    Glob,
}

use PatternKind::{Glob, Like};

impl PatternKind {
    pub(crate) const ALL: [PatternKind; 2] = [Like, Glob];

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
