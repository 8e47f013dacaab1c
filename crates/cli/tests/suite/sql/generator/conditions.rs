//! Conditions on tables.

use super::Generator;
use super::tables::{Item, Table::Own};

/// Values of all kinds.
pub(crate) const VALUES: &[&str] = &[
    "NULL",
    "0",
    "-1",
    "9223372036854775807",
    "-9223372036854775808",
    "3.0",
    "3.5",
    "-0.5",
    "1e300",
    "-1e300",
    "9e999",
    "'3'",
    "' 4 '",
    "'5.0'",
    "'x'",
    "''",
    "X''",
    "X'33'",
    "X'04752613'",
    "'1,5,8,6,3,7,2,4'",
    "'2 4 1 3 '",
    "'identity rotate-180'",
    "'1'",
    "1.0",
    "CAST(1 AS REAL)",
    "CAST('1' AS NUMERIC)",
    "CAST(5 AS TEXT)",
    "char(49,0,50)",
    "'5' || char(0)",
    "(SELECT 4)",
    "(SELECT max(r) FROM own)",
    "(SELECT q FROM own WHERE rowid = 3)",
    "(SELECT o FROM own WHERE rowid = 4)",
    "(SELECT p FROM own WHERE rowid = 5)",
    "(SELECT NULL)",
];

/// Patterns of queens for LIKE; with `*` and `?` for GLOB.
const PATTERNS: &[&str] = &[
    "'1 %'",
    "'1 5 %'",
    "'1 5 8%'",
    "'2 4 1%'",
    "'8 4 1 3 6 2 7 5'",
    "'8 _ 1 %'",
    "'%'",
    "'% 5'",
    "''",
    "'9 %'",
    "'1 1 %'",
    "'01 %'",
    "' 1 %'",
    "'1  5 %'",
    "'1,5,%'",
    "'-1 %'",
    "'1.0 %'",
    "'1 5 8 6 3 7 2 4 %'",
    "NULL",
    "1",
    "X'3120'",
    "CAST('1 %' AS BLOB)",
    "'[12] %'",
    "'1 5 8 6 3 7 2 4' || char(0) || ' x'",
    "(SELECT '2 %')",
];

impl Generator {
    pub(super) fn column(&mut self, items: &[Item]) -> String {
        let (table, alias) = self.one(items);
        format!("{alias}.{}", self.one(table.columns()))
    }

    /// A value to compare a column with, often one that the column has.
    fn value(&mut self, column: &str) -> String {
        let column = column.rsplit('.').next().unwrap_or(column);
        if self.one_in(4) {
            return self.one(VALUES).to_owned();
        }
        match column {
            "queens" | "q" => format!("'{}'", self.solution()),
            "permutation_index" | "p" => {
                let index = self.solution().index();
                if self.one_in(3) { format!("'{index}'") } else { index.to_string() }
            }
            "orbit_id" | "o" | "size" => self.below(14).to_string(),
            "is_canonical" => self.below(2).to_string(),
            "stabilizer" => self.one(&["'identity'", "'identity rotate-180'"]).to_owned(),
            _ => {
                let number = if self.one_in(2) { self.below(95) } else { self.below(12) };
                if self.one_in(8) { format!("'{number}'") } else { number.to_string() }
            }
        }
    }

    fn operator(&mut self) -> &'static str {
        self.one(&["=", "=", "<", "<=", ">", ">=", "<>", "IS", "IS NOT"])
    }

    pub(super) fn condition(&mut self, items: &[Item], depth: usize) -> String {
        let inner = |depth: usize| depth.saturating_sub(1);
        match self.below(if depth == 0 { 11 } else { 18 }) {
            0..5 => {
                let column = self.column(items);
                let (operator, value) = (self.operator(), self.value(&column));
                match self.below(12) {
                    0 => format!("{value} {operator} {column}"),
                    1 => format!(
                        "{column} {operator} {value} COLLATE {}",
                        self.one(&["NOCASE", "RTRIM", "BINARY"])
                    ),
                    2 => format!("+{column} {operator} {value}"),
                    3 => format!("{column} {operator} {}", self.column(items)),
                    _ => format!("{column} {operator} {value}"),
                }
            }
            5 | 6 => self.row_value(items),
            7 => {
                let column = self.column(items);
                let values: Vec<_> = (0..self.below(4)).map(|_| self.value(&column)).collect();
                let not = self.one(&["", "", "NOT "]);
                format!("{column} {not}IN ({})", values.join(", "))
            }
            8 => {
                let column = self.column(items);
                format!("{column} BETWEEN {} AND {}", self.value(&column), self.value(&column))
            }
            9 => self.pattern(items),
            10 => format!("{} IS {}NULL", self.column(items), self.one(&["", "NOT "])),
            11 => format!("NOT ({})", self.condition(items, inner(depth))),
            12 | 13 => self.subquery(items, inner(depth)),
            kind => {
                let operator = if kind == 14 { "OR" } else { self.one(&["AND", "OR"]) };
                let [left, right] = [(); 2].map(|()| self.condition(items, inner(depth)));
                format!("({left} {operator} {right})")
            }
        }
    }

    /// A comparison of row values, which SQLite passes to a table as a comparison of the first ones.
    fn row_value(&mut self, items: &[Item]) -> String {
        let columns: Vec<_> = (0..2 + self.below(2)).map(|_| self.column(items)).collect();
        let values: Vec<_> = columns.iter().map(|column| self.value(column)).collect();
        let (columns, values) = (columns.join(", "), values.join(", "));
        match self.below(6) {
            // In a RIGHT or FULL JOIN, SQLite 3.39 to 3.53 lose rows by it, also those of tables with an index.
            0 if !self.may_lack_argument => format!("({columns}) IN (VALUES ({values}))"),
            1 => format!("({columns}) = (SELECT {values})"),
            _ => format!(
                "({columns}) {} ({values})",
                self.one(&["<", "<=", ">", ">=", "=", ">", "<"])
            ),
        }
    }

    fn pattern(&mut self, items: &[Item]) -> String {
        let (table, alias) = self.one(items);
        let column = if table == Own { "q" } else { "queens" };
        let (pattern, not) = (self.one(PATTERNS), self.one(&["", "", "NOT "]));
        match self.below(6) {
            0 => format!("like({pattern}, {alias}.{column})"),
            1 => format!("{alias}.{column} LIKE {pattern} ESCAPE '5'"),
            2 | 3 => {
                let glob = pattern.replace('_', "?").replace('%', "*");
                format!("{alias}.{column} {not}GLOB {glob}")
            }
            _ => format!("{alias}.{column} {not}LIKE {pattern}"),
        }
    }

    /// A condition with a subquery, which may refer to the outer tables.
    fn subquery(&mut self, items: &[Item], depth: usize) -> String {
        let largest = std::mem::replace(&mut self.largest, 6);
        let from = self.from("x");
        let all = [items, &from.items].concat();
        let visible = if self.one_in(2) { &all } else { &from.items };
        let filter = self.condition(visible, depth);
        let (key, column) = (from.items[0].0.key(), self.column(&from.items));
        let outer = self.column(items);
        let (end, sql) = (self.end(), &from.sql);
        self.largest = largest;
        match self.below(4) {
            0 => format!(
                "{outer} IN (SELECT {column} FROM {sql} WHERE {filter} ORDER BY x.{key}{end})"
            ),
            1 => {
                let (operator, direction) = (self.operator(), self.one(&["", " DESC"]));
                format!(
                    "{outer} {operator} (SELECT {column} FROM {sql} WHERE {filter} ORDER BY x.{key}{direction})"
                )
            }
            _ => format!("{}EXISTS (SELECT 1 FROM {sql} WHERE {filter})", self.one(&["", "NOT "])),
        }
    }
}
