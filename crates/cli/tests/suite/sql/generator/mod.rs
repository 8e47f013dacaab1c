//! Random statements that read nqdb's tables, and the same statements on plain tables with the same rows.
//!
//! A statement is generated once, as a template. In it, `⟦nqdb¦plain⟧` stands for the first part on nqdb's tables and
//! for the second one on the plain tables.

mod conditions;
mod tables;

pub(super) use conditions::VALUES as GENERATED;
use nqdb::{BoardSize, Solution};
use nqdb_test_support::twin::Twin;
use proptest::prelude::*;
use proptest::test_runner::{TestRng, TestRunner};
use tables::Table::{Orbits, Own, Solutions};
pub(super) use tables::plain_tables;
use tables::{From, Item, SIZES};

/// A statement on nqdb's tables and on the plain ones.
pub(super) struct Statement {
    pub(super) nqdb: String,
    pub(super) plain: String,
    /// Whether the order of the rows is determined.
    pub(super) is_ordered: bool,
    /// Whether SQLite may not pass the argument of a table, which is an error: it is a condition on a hidden column, or the
    /// table is in a RIGHT or FULL JOIN.
    pub(super) may_lack_argument: bool,
}

pub(super) struct Generator {
    random: TestRng,
    /// The largest board size in this statement: that of one table, or of a join.
    largest: u64,
    may_lack_argument: bool,
}

impl Generator {
    /// A generator from the seed in `PROPTEST_RNG_SEED`.
    pub(super) fn new() -> Self {
        let random = TestRunner::new(ProptestConfig::default()).rng().clone();
        Generator { random, largest: 8, may_lack_argument: false }
    }

    pub(super) fn statement(&mut self) -> Statement {
        (self.largest, self.may_lack_argument) = (8, false);
        let (template, is_ordered) = match self.below(12) {
            0..4 => self.rows(),
            4..6 => self.join(),
            6..8 => self.values(),
            8 => self.groups(),
            9 => self.windows(),
            10 => self.compound(),
            _ => self.boards(),
        };
        let [nqdb, plain] = [0, 1].map(|side| render(&template, side));
        Statement { nqdb, plain, is_ordered, may_lack_argument: self.may_lack_argument }
    }

    fn below(&mut self, end: usize) -> usize {
        (self.random.next_u64() % end as u64) as usize
    }

    fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    fn size(&mut self) -> u64 {
        let largest = self.largest;
        let n = if self.one_in(2) { largest } else { self.one(&SIZES) };
        n.min(largest)
    }

    fn solution(&mut self) -> Solution {
        let n = self.size();
        let solutions = &Twin::of(BoardSize::new(n).unwrap()).solutions;
        self.one(solutions)
    }

    // ---- Statements: the template, and whether the order of its rows is determined

    fn end(&mut self) -> String {
        let (limit, offset) = (self.one(&[0, 1, 1, 2, 3, 5, 100, -1]), self.one(&[0, 1, 2, 3, 50]));
        match self.below(4) {
            0 => String::new(),
            1 => format!(" LIMIT {limit} OFFSET {offset}"),
            _ => format!(" LIMIT {limit}"),
        }
    }

    fn order(&mut self, items: &[Item]) -> String {
        let key = |generator: &mut Self, (table, alias): &Item| {
            format!("{alias}.{}{}", table.key(), generator.one(&["", "", " DESC"]))
        };
        let mut keys: Vec<_> = items.iter().map(|item| key(self, item)).collect();
        if self.one_in(6) {
            keys.insert(0, self.column(items));
        }
        keys.join(", ")
    }

    fn list(&mut self, items: &[Item]) -> String {
        let mut columns: Vec<_> =
            items.iter().map(|(table, alias)| format!("{alias}.{}", table.key())).collect();
        columns.extend((0..self.below(3)).map(|_| self.column(items)));
        columns.join(", ")
    }

    /// Rows of FROM, in order or not.
    fn rows_of(&mut self, from: &From) -> (String, bool) {
        let (list, filter) = (self.list(&from.items), self.condition(&from.items, 2));
        let distinct = self.one(&["", "", "", "", "DISTINCT "]);
        let rows = format!(
            "SELECT {distinct}{list} FROM {} WHERE {}({filter})",
            from.sql, from.only_plain
        );
        match self.below(4) {
            0 => (rows, false),
            1 => (format!("SELECT count(*) FROM ({rows}{})", self.end()), true),
            _ => (format!("{rows} ORDER BY {}{}", self.order(&from.items), self.end()), true),
        }
    }

    fn rows(&mut self) -> (String, bool) {
        let from = self.from("a");
        self.rows_of(&from)
    }

    fn join(&mut self) -> (String, bool) {
        let from = self.joined();
        self.rows_of(&from)
    }

    /// Scalar subqueries and EXISTS, without and with a table around them.
    fn values(&mut self) -> (String, bool) {
        let from = self.from("a");
        let (column, filter) = (self.column(&from.items), self.condition(&from.items, 1));
        let (sql, order, end) = (&from.sql, self.order(&from.items), self.end());
        let value = match self.below(5) {
            0 => format!("(SELECT {column} FROM {sql} WHERE {filter}) IS NULL"),
            1 => format!("EXISTS (SELECT {column} FROM {sql} WHERE {filter}{end})"),
            2 => format!("(SELECT {column} FROM {sql} WHERE {filter} ORDER BY {order}{end})"),
            3 => format!(
                "(SELECT {}({column}) FROM {sql} WHERE {filter})",
                self.one(&["min", "max", "count"])
            ),
            _ => {
                let outer = [from.items[0], (Own, "o")];
                let filter = self.condition(&outer, 1);
                let value =
                    format!("(SELECT {column} FROM {sql} WHERE {filter} ORDER BY {order}{end})");
                return (format!("SELECT o.rowid, {value} FROM own o"), false);
            }
        };
        (format!("SELECT {value}"), true)
    }

    fn groups(&mut self) -> (String, bool) {
        let from = if self.one_in(3) { self.joined() } else { self.from("a") };
        let (column, filter) = (self.column(&from.items), self.condition(&from.items, 2));
        let (of, having) = (self.column(&from.items), self.one(&["", " HAVING count(*) > 1"]));
        let group = self.one(&["", " GROUP BY 1"]);
        let sql = format!(
            "SELECT {}, count(*), min({of}), max({of}) FROM {} WHERE {}({filter}){group}{}",
            if group.is_empty() { "1" } else { &column },
            from.sql,
            from.only_plain,
            if group.is_empty() { "" } else { having }
        );
        (sql, false)
    }

    fn windows(&mut self) -> (String, bool) {
        let from = self.from("a");
        let (filter, order) = (self.condition(&from.items, 1), self.order(&from.items));
        let (column, by) = (self.column(&from.items), self.order(&from.items));
        let window =
            self.one(&["row_number()", "rank()", "lag({})", "first_value({})", "count({})"]);
        let window = window.replace("{}", &column);
        let sql = format!(
            "SELECT {}, {window} OVER (ORDER BY {by}) FROM {} WHERE {filter} ORDER BY {order}{}",
            self.list(&from.items),
            from.sql,
            self.end()
        );
        (sql, true)
    }

    fn compound(&mut self) -> (String, bool) {
        let parts = [(); 2].map(|()| {
            let from = self.from("a");
            let (column, filter) = (self.column(&from.items), self.condition(&from.items, 1));
            let rows = format!(
                "SELECT a.{}, {column} FROM {} WHERE {filter}",
                from.items[0].0.key(),
                from.sql
            );
            if self.one_in(2) {
                return rows;
            }
            let (order, end) = (self.order(&from.items), self.end());
            format!("SELECT * FROM ({rows} ORDER BY {order}{end})")
        });
        let operator = self.one(&["UNION", "UNION ALL", "INTERSECT", "EXCEPT"]);
        (format!("{} ORDER BY 1, 2{}", parts.join(&format!(" {operator} ")), self.end()), true)
    }

    /// The argument as a condition on the hidden column, for one or more boards.
    fn boards(&mut self) -> (String, bool) {
        self.may_lack_argument = true;
        let table = self.one(&[Solutions, Orbits]);
        let (name, items) = (table.name(), [(table, "a")]);
        let [n, m] = [(); 2].map(|()| self.size());
        let [first, second] = [(); 2].map(|()| self.condition(&items, 1));
        let filter = match self.below(4) {
            0 => format!("a.nq_n = (SELECT {n}) AND ({first})"),
            1 => format!("a.nq_n IN ({n}, {m}) AND ({first})"),
            2 => format!("a.nq_n = {n} AND ({first})"),
            _ => format!("a.nq_n = {n} AND ({first}) OR a.nq_n = {m} AND ({second})"),
        };
        let (list, key, end) = (self.list(&items), table.key(), self.end());
        let from = format!("⟦nq_{name}¦{name}⟧ a");
        (
            format!(
                "SELECT a.nq_n, {list} FROM {from} WHERE {filter} ORDER BY a.nq_n, a.{key}{end}"
            ),
            true,
        )
    }
}

/// The statement of a template on nqdb's tables (`side` 0) or the plain ones (1).
fn render(template: &str, side: usize) -> String {
    let choose = |part: &str| match part.split_once('⟧') {
        Some((choices, rest)) => format!("{}{rest}", choices.split('¦').nth(side).unwrap_or("")),
        None => part.to_owned(),
    };
    template.split('⟦').map(choose).collect()
}
