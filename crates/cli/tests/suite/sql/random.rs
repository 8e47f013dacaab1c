//! Random statements have the same rows on nqdb's tables as on plain tables: here, and in each SQLite of
//! `NQDB_TEST_SQLITES`.

use super::generator::{Generator, Statement, plain_tables};
use crate::support::extension::extension;
use crate::support::hosts::{program, sqlites};
use crate::support::program::{Home, answer};
use crate::support::sqlite::connections;
use nqdb_test_support::sample::up_to;
use rusqlite::Connection;
use rusqlite::types::Value as Sql;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// The rows of a statement.
fn rows(connection: &Connection, sql: &str) -> Result<Vec<Vec<Sql>>, String> {
    let rows = || -> rusqlite::Result<Vec<Vec<Sql>>> {
        let mut statement = connection.prepare(sql)?;
        let columns = statement.column_count();
        let row = |row: &rusqlite::Row<'_>| (0..columns).map(|column| row.get(column)).collect();
        statement.query_map([], row)?.collect()
    };
    rows().map_err(|error| error.to_string())
}

/// Compares the rows of a statement, in order if it is determined. Returns whether there are any, or the difference.
fn compare(connection: &Connection, statement: &Statement) -> Result<bool, String> {
    let [got, expected] = [&statement.nqdb, &statement.plain].map(|sql| {
        let mut rows = rows(connection, sql)?;
        if !statement.is_ordered {
            rows.sort_by_key(|row| format!("{row:?}"));
        }
        Ok::<_, String>(rows)
    });
    match (got, expected) {
        (Ok(got), Ok(expected)) if got == expected => Ok(!got.is_empty()),
        (Err(_), Err(_)) => Ok(false),
        (Err(error), _) if statement.may_lack_argument && error.contains(NO_ARGUMENT) => Ok(false),
        (got, expected) => {
            Err(format!("{}\n{}\n{got:?}\n{expected:?}", statement.nqdb, statement.plain))
        }
    }
}

const NO_ARGUMENT: &str = "expected an argument";

#[test]
fn random_statements_have_the_rows_of_plain_tables() {
    let connections = connections(&Home::with("1 4-8"));
    for connection in &connections {
        connection.execute_batch(&plain_tables()).unwrap();
    }
    let (mut generator, began) = (Generator::new(), Instant::now());
    let (mut with_rows, mut differences) = (0, Vec::new());
    for connection in connections.iter().cycle().take(up_to(3_000, 200_000)) {
        match compare(connection, &generator.statement()) {
            Ok(has_rows) => with_rows += usize::from(has_rows),
            Err(difference) => differences.push(format!("{:?}\n{difference}", began.elapsed())),
        }
    }
    println!("{with_rows} statements with rows, {:?}", began.elapsed());
    assert!(differences.is_empty(), "{}:\n{}", differences.len(), differences.join("\n\n"));
    assert!(with_rows > 500);
}

/// Runs the statements in lines on standard input, alternately in memory and in a database, and prints the differences.
const SCRIPT: &str = r"
import sys
library, extension, path, no_argument = sys.argv[1:]
connections = []
for name in ':memory:', path:
    if library == 'apsw':
        import apsw
        version = apsw.sqlitelibversion()
        connection = apsw.Connection(name)
    else:
        import sqlite3
        version = sqlite3.sqlite_version
        connection = sqlite3.connect(name)
    for name, argument in ('enable_load_extension', True), ('load_extension', extension):
        # Old versions of apsw have names without underscores.
        (getattr(connection, name, None) or getattr(connection, name.replace('_', '')))(argument)
    connections.append(connection)

lines = (line.rstrip('\n') for line in sys.stdin)
for statement in next(lines).split(';'):
    for connection in connections:
        connection.cursor().execute(statement).fetchall()

def rows(connection, sql, is_ordered):
    try:
        found = [repr(row) for row in connection.cursor().execute(sql)]
        return found if is_ordered else sorted(found)
    except Exception as error:
        return str(error)

statements = with_rows = refused = differences = 0
for line in lines:
    is_ordered, may_lack_argument, nqdb, plain = line.split('\t')
    connection = connections[statements % 2]
    got, expected = (rows(connection, sql, is_ordered == 'true') for sql in (nqdb, plain))
    statements += 1
    with_rows += bool(got) and not isinstance(got, str)
    # SQLite 3.39 may find no plan for an argument with IN.
    lacks = isinstance(got, str) and (no_argument in got or got.endswith('no query solution'))
    if lacks and may_lack_argument == 'true':
        refused += 1
    elif got != expected and not (isinstance(got, str) and isinstance(expected, str)):
        differences += 1
        if differences <= 10:
            print(nqdb, plain, str(got)[:500], str(expected)[:500], '', sep='\n')
print(version, statements, with_rows, refused, differences)
";

/// Runs statements in a Python program, with a package from a directory if there is one. Returns the number of
/// differences.
fn run(python: &Path, package: Option<&Path>, home: &Home, statements: &[String]) -> u64 {
    let library = if package.is_some() { "apsw" } else { "sqlite3" };
    let (mut version, mut sums) = (String::new(), [0; 4]);
    // A program that takes too long fails the test.
    for some in statements.chunks(10_000) {
        let mut command = Command::new(python);
        command.args(["-c", SCRIPT, library]).arg(extension()).arg(home.database());
        command.arg(NO_ARGUMENT).envs(package.map(|package| ("PYTHONPATH", package)));
        let got = answer(command, format!("{}\n{}", plain_tables(), some.join("\n")).as_bytes());
        let (differences, report) =
            got.text().trim_end().rsplit_once('\n').unwrap_or(("", got.text()));
        if !differences.is_empty() {
            println!("{differences}");
        }
        let mut words = report.split_whitespace();
        version = words.next().unwrap().to_owned();
        sums.iter_mut().zip(words).for_each(|(sum, number)| *sum += number.parse::<u64>().unwrap());
    }
    let [statements, with_rows, refused, differences] = sums;
    println!(
        "SQLite {version}: {statements} statements, {with_rows} with rows, {refused} without an argument, \
         {differences} differences"
    );
    differences
}

#[test]
#[ignore = "needs the loadable extension: tests/hosts/run"]
fn random_statements_have_the_rows_of_plain_tables_in_every_sqlite() {
    let Some(python) = program("python") else { return };
    let (home, mut generator) = (Home::with("1 4-8"), Generator::new());
    let line = |_| {
        let Statement { nqdb, plain, is_ordered, may_lack_argument } = generator.statement();
        format!("{is_ordered}\t{may_lack_argument}\t{nqdb}\t{plain}")
    };
    let statements: Vec<_> = (0..up_to(3_000, 200_000)).map(line).collect();
    let packages = sqlites();
    let hosts = std::iter::once(None).chain(packages.iter().map(|package| Some(&**package)));
    let differences: u64 = hosts.map(|package| run(&python, package, &home, &statements)).sum();
    assert_eq!(differences, 0);
}
