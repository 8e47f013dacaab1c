//! The tables of a FROM clause, and the plain tables with the same rows.

use super::Generator;
use nqdb::{BoardSize, Orbit, Solution};
use nqdb_test_support::twin::Twin;

/// The board sizes of the statements.
pub(super) const SIZES: [u64; 6] = [1, 4, 5, 6, 7, 8];

/// Statements that make the plain tables and the host's table `own`, separated by semicolons, in one line.
pub(in crate::sql) fn plain_tables() -> String {
    let mut sql = "CREATE TEMP TABLE solutions (rank INTEGER, orbit_id INTEGER, queens TEXT, \
                       permutation_index NUMERIC, is_canonical INTEGER, nq_n);\
                   CREATE TEMP TABLE orbits (rank INTEGER, orbit_id INTEGER, queens TEXT, size INTEGER, \
                       stabilizer TEXT, nq_n);\
                   CREATE TEMP TABLE images (rank INTEGER, queens TEXT, symmetry TEXT, nq_queens);\
                   CREATE TEMP TABLE own (q TEXT COLLATE NOCASE, r INTEGER, o REAL, p NUMERIC, t TEXT, x, n INTEGER);"
        .to_owned();
    for n in SIZES {
        let twin = Twin::of(BoardSize::new(n).unwrap());
        let rank = |solution: &Solution| twin.solutions.binary_search(solution).unwrap() + 1;
        for (solution, id) in twin.solutions.iter().zip(&twin.orbit_ids) {
            let (rank, index) = (rank(solution), solution.index());
            let is_canonical = u8::from(twin.representatives.contains(solution));
            sql += &format!(
                "INSERT INTO solutions VALUES ({rank}, {id}, '{solution}', {index}, {is_canonical}, {n});"
            );
        }
        for (id, solution) in (1..).zip(&twin.representatives) {
            let (orbit, rank) = (Orbit::of(solution), rank(solution));
            let stabilizer: Vec<_> =
                orbit.stabilizer().iter().map(|symmetry| symmetry.to_string()).collect();
            let (size, stabilizer) = (orbit.size(), stabilizer.join(" "));
            sql += &format!(
                "INSERT INTO orbits VALUES ({rank}, {id}, '{solution}', {size}, '{stabilizer}', {n});"
            );
        }
        for solution in &twin.solutions {
            let orbit = Orbit::of(solution);
            for (symmetry, member) in orbit.members() {
                let rank = rank(member);
                sql += &format!(
                    "INSERT INTO images VALUES ({rank}, '{member}', '{symmetry}', '{solution}');"
                );
            }
        }
    }
    sql + "INSERT INTO own SELECT queens, rank, orbit_id, permutation_index, rank, queens, nq_n FROM solutions \
               WHERE rank IN (1, 2, 3, 10, 46, 92) AND nq_n > 4;\
           INSERT INTO own VALUES (NULL, NULL, NULL, NULL, NULL, NULL, NULL), ('1', 1, 1.5, '1', '1', 1, 1), \
               ('2 4 1 3 ', 2, 1e300, '2', ' 2', 2.0, 4), ('x', -1, -0.5, 'x', '3.0', X'33', 6)"
}

/// A table in a FROM clause.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Table {
    Solutions,
    Orbits,
    Completions,
    Images,
    Own,
}

use Table::{Completions, Images, Orbits, Own, Solutions};

impl Table {
    pub(super) fn name(self) -> &'static str {
        match self {
            Solutions => "solutions",
            Orbits => "orbits",
            Completions => "completions",
            Images => "images",
            Own => "own",
        }
    }

    /// The plain table with its rows.
    fn plain(self) -> &'static str {
        if self == Completions { "(SELECT rank, queens, nq_n FROM solutions)" } else { self.name() }
    }

    pub(super) fn columns(self) -> &'static [&'static str] {
        match self {
            Solutions => {
                &["rank", "rank", "orbit_id", "queens", "permutation_index", "is_canonical"]
            }
            Orbits => &["orbit_id", "orbit_id", "rank", "queens", "size", "stabilizer"],
            Completions => &["rank", "queens"],
            Images => &["rank", "queens", "symmetry"],
            Own => &["q", "r", "o", "p", "t", "x", "n"],
        }
    }

    /// The column that distinguishes rows.
    pub(super) fn key(self) -> &'static str {
        match self {
            Solutions | Completions => "rank",
            Orbits => "orbit_id",
            Images => "queens",
            Own => "rowid",
        }
    }
}

/// A table with its alias.
pub(super) type Item = (Table, &'static str);

/// A FROM clause.
pub(super) struct From {
    pub(super) sql: String,
    pub(super) items: Vec<Item>,
    /// A condition on the plain tables, for arguments from other tables.
    pub(super) only_plain: String,
}

impl Generator {
    /// A table with a constant argument.
    fn table(&mut self, alias: &'static str) -> (String, Item) {
        let table = self.one(&[
            Solutions, Solutions, Solutions, Solutions, Orbits, Orbits, Completions, Images,
        ]);
        let n = self.size();
        let (argument, filter) = match table {
            Completions => {
                let row = 1 + self.below(n as usize);
                (format!("{n}, '1={row}'"), format!("nq_n = {n} AND queens || ' ' LIKE '{row} %'"))
            }
            Images => {
                let queens = self.solution();
                (format!("'{queens}'"), format!("nq_queens = '{queens}'"))
            }
            _ => {
                let argument = self.one(&["{}", "{}", "{}", "{}", "'{}'", "(SELECT {})"]);
                (argument.replace("{}", &n.to_string()), format!("nq_n = {n}"))
            }
        };
        let (name, plain) = (table.name(), table.plain());
        let plain = format!("(SELECT * FROM {plain} WHERE {filter})");
        (format!("⟦nq_{name}({argument})¦{plain}⟧ {alias}"), (table, alias))
    }

    pub(super) fn from(&mut self, alias: &'static str) -> From {
        let (sql, item) = self.table(alias);
        From { sql, items: vec![item], only_plain: String::new() }
    }

    /// A table whose argument is a column of another one.
    fn dependent(&mut self, alias: &'static str, other: Item) -> (String, Item, String) {
        let (other, before) = other;
        let (table, column, hidden) = match other {
            Own => (self.one(&[Solutions, Orbits]), "n", "nq_n"),
            _ => (Images, "queens", "nq_queens"),
        };
        let (name, argument) = (table.name(), format!("{before}.{column}"));
        let sql = format!("⟦nq_{name}({argument})¦{name}⟧ {alias}");
        (sql, (table, alias), format!("⟦¦{alias}.{hidden} = {argument} AND ⟧"))
    }

    /// A join of two or three tables.
    pub(super) fn joined(&mut self) -> From {
        self.largest = 6;
        let mut from = if self.one_in(2) {
            From { sql: "own o".to_owned(), items: vec![(Own, "o")], only_plain: String::new() }
        } else {
            self.from("a")
        };
        for alias in ["b", "c"].into_iter().take(1 + usize::from(self.one_in(4))) {
            let last = *from.items.last().unwrap();
            let is_dependent = self.one_in(3);
            let (sql, item, only_plain) = if is_dependent {
                self.dependent(alias, last)
            } else if last.0 != Own && self.one_in(3) && from.items.iter().all(|item| item.1 != "o")
            {
                ("own o".to_owned(), (Own, "o"), String::new())
            } else {
                let (sql, item) = self.table(alias);
                (sql, item, String::new())
            };
            from.items.push(item);
            let mut kinds = vec!["JOIN", "LEFT JOIN", "CROSS JOIN", ","];
            // A RIGHT JOIN keeps the rows of the table with this argument, not all plain rows.
            if !is_dependent && from.only_plain.is_empty() {
                kinds.extend(["RIGHT JOIN", "FULL JOIN"]);
            }
            let kind = self.one(&kinds);
            self.may_lack_argument |= matches!(kind, "RIGHT JOIN" | "FULL JOIN");
            if kind == "," {
                from.sql += &format!(", {sql}");
                from.only_plain += &only_plain;
            } else {
                let on = self.condition(&from.items, 1);
                from.sql += &format!(" {kind} {sql} ON {only_plain}({on})");
            }
        }
        from
    }
}
