//! The rows of the table-valued functions. Wrong arguments, damaged blocks and interrupts end a statement with an
//! error.

use crate::support::damage::damage;
use crate::support::program::Home;
use crate::support::sqlite::{connections, number, open, query};
use nqdb::{BoardSize, Canonical, Conditions, Database, Orbit, search::Solutions, watch::NoWatch};
use nqdb_test_support::fixtures::index;
use rusqlite::types::Value as Sql;
use rusqlite::{Connection, ErrorCode};
use std::sync::mpsc;

fn text(value: impl ToString) -> Sql {
    Sql::Text(value.to_string())
}

fn eight() -> BoardSize {
    BoardSize::new(8).unwrap()
}

fn integer(number: u64) -> Sql {
    Sql::Integer(number as i64)
}

#[test]
fn rows_are_those_of_the_plain_search() {
    let home = Home::with("1-9");
    let database = Database::without_file();
    for connection in connections(&home) {
        for n in BoardSize::up_to(9) {
            let board = database.board(n).unwrap();
            let mut solutions = Vec::new();
            let mut orbits = Vec::new();
            for (rank, solution) in (1..).zip(Solutions::new(n)) {
                let canonical = Canonical::check(solution);
                let id = board.orbit_id(&solution).unwrap().get();
                solutions.push(vec![
                    integer(rank),
                    integer(id),
                    text(solution),
                    Sql::Integer(solution.index().to_i64().unwrap()),
                    integer(u64::from(canonical.is_some())),
                ]);
                if let Some(canonical) = canonical {
                    let size = canonical.orbit_size() as u64;
                    let orbit = Orbit::of(&canonical);
                    let stabilizer: Vec<_> =
                        orbit.stabilizer().iter().map(|symmetry| symmetry.to_string()).collect();
                    orbits.push(vec![
                        integer(rank),
                        integer(id),
                        text(canonical),
                        integer(size),
                        text(stabilizer.join(" ")),
                    ]);
                }
            }
            let of = |table: &str| query(&connection, &format!("SELECT * FROM {table}({n})"));
            assert_eq!(of("nq_solutions"), solutions, "N = {n}");
            assert_eq!(of("nq_orbits"), orbits, "N = {n}");
            let down = format!("SELECT * FROM nq_solutions({n}) ORDER BY rank DESC");
            solutions.reverse();
            assert_eq!(query(&connection, &down), solutions, "N = {n}");
            let down = format!("SELECT * FROM nq_orbits({n}) ORDER BY orbit_id DESC");
            orbits.reverse();
            assert_eq!(query(&connection, &down), orbits, "N = {n}");
        }
    }
}

#[test]
fn images_are_the_members_of_the_orbit() {
    let home = Home::with("4-8");
    let database = Database::without_file();
    for connection in connections(&home) {
        for solution in BoardSize::up_to(8).flat_map(Solutions::new) {
            let members = Orbit::of(&solution).members().to_vec();
            let expected: Vec<_> = members
                .iter()
                .map(|(symmetry, member)| {
                    let rank = database.board(member.n()).unwrap().rank(member).unwrap().get();
                    vec![integer(rank), text(member), text(symmetry)]
                })
                .collect();
            let sql = format!("SELECT * FROM nq_images('{solution}')");
            assert_eq!(query(&connection, &sql), expected, "{solution}");
        }
        let of_blob = "SELECT count(*), max(rank) FROM nq_images(X'04752613')";
        assert_eq!(query(&connection, of_blob), [[integer(8), integer(92)]]);
    }
}

/// On a board of 39 billion solutions, too many to scan in a test. SQLite pushes `min` down.
#[test]
fn the_ends_of_a_prefix_and_its_count_need_no_scan() {
    let connection = open(&index(20));
    nqdb_sql::register(&connection).unwrap();
    let first = number(&connection, "SELECT min(rank) FROM nq_completions(20, '1=10 2=3')");
    let last = first + number(&connection, "SELECT nq_count(20, '1=10 2=3')") - 1;
    let around = format!(
        "SELECT nq_queen(nq_unrank(20, {first} - 1), 2), nq_queen(nq_unrank(20, {first}), 2),
                nq_queen(nq_unrank(20, {last}), 2), nq_queen(nq_unrank(20, {last} + 1), 2)"
    );
    assert_eq!(query(&connection, &around), [[2, 3, 3, 4].map(integer)]);
    let ends = "SELECT (SELECT min(orbit_id) FROM nq_orbits(20)), (SELECT max(orbit_id) FROM nq_orbits(20))";
    assert_eq!(query(&connection, ends), [[1, 4_878_666_808].map(integer)]);
}

/// The hidden columns of the arguments are not ambiguous with columns of other tables.
#[test]
fn arguments_do_not_clash_in_joins() {
    for connection in connections(&Home::with("4")) {
        let given = "(SELECT 4 AS n, '1=2' AS conditions, 0.01 AS seconds, '2 4 1 3' AS solution)";
        for (call, rows) in [
            ("nq_solutions(n)", 2),
            ("nq_orbits(n)", 1),
            ("nq_completions(n, conditions)", 1),
            ("nq_images(solution)", 2),
            ("nq_estimate_count(n, seconds)", 1),
        ] {
            let sql = format!("SELECT n, conditions, seconds, solution FROM {given} JOIN {call} t");
            assert_eq!(query(&connection, &sql).len(), rows, "{call}");
        }
    }
}

#[test]
fn verdicts_distinguish_none_one_and_several() {
    for connection in connections(&Home::with("4")) {
        let verdict = |n: &str, conditions: &str| {
            query(&connection, &format!("SELECT nq_verdict({n}, {conditions})"))[0][0].clone()
        };
        for (n, conditions, expected) in [
            ("8", "'1=1 2=7'", "several"),
            ("8", "'1=1 2=7 3!=4'", "unique"),
            ("8", "'1=1 2=2'", "none"),
            ("8", "''", "several"),
            ("1", "''", "unique"),
            ("3", "''", "none"),
            ("'100'", "'1=1'", "several"),
            ("65", "'1=1 2=2'", "none"),
            ("5", "'toroidal'", "several"),
            ("5", "'toroidal 1=1 2=3'", "unique"),
            ("4", "'toroidal'", "none"),
        ] {
            assert_eq!(verdict(n, conditions), text(expected), "{n} {conditions}");
        }
        // Conditions of another table.
        let own = "CREATE TEMP TABLE own AS SELECT 8 AS n, '3=5 6=1 7!=4' AS given
                   UNION ALL SELECT 6, '1=2' UNION ALL SELECT 6, '1=1'";
        connection.execute_batch(own).unwrap();
        let each = "SELECT nq_verdict(n, given) FROM own ORDER BY rowid";
        let expected = ["several", "unique", "none"].map(|verdict| [text(verdict)]);
        assert_eq!(query(&connection, each), expected);
    }
}

#[test]
fn completions_are_the_solutions_that_meet_conditions() {
    for connection in connections(&Home::with("8")) {
        for squares in ["", "1=1", "4=2", "1=1 2=7", "3!=5,8=2", "c+r!=9 c-r!=0", "5=5 5!=5"] {
            let conditions =
                Conditions::parse(eight(), Some(squares).filter(|s| !s.is_empty())).unwrap();
            let all = (1..).zip(Solutions::new(eight()));
            let expected: Vec<_> = all
                .filter(|(_, solution)| conditions.are_met_by(solution))
                .map(|(rank, solution)| vec![integer(rank), text(solution)])
                .collect();
            let table = format!("FROM nq_completions(8, '{squares}')");
            let ask = |sql: &str| query(&connection, &sql.replace("{table}", &table));
            assert_eq!(ask("SELECT * {table}"), expected, "{squares}");
            assert_eq!(ask("SELECT rank, queens {table} ORDER BY rank"), expected, "{squares}");
            let queens: Vec<_> = expected.iter().map(|row| vec![row[1].clone()]).collect();
            assert_eq!(ask("SELECT queens {table}"), queens, "{squares}");
            let count = ask("SELECT count(*), min(nq_n), min(nq_conditions) {table}");
            let rows = expected.len() as u64;
            let of_none = |value| if rows == 0 { Sql::Null } else { value };
            let [n, squares] = [integer(8), text(squares)].map(of_none);
            assert_eq!(count, [[integer(rows), n, squares]]);
            let down: Vec<_> = expected.iter().rev().cloned().collect();
            assert_eq!(ask("SELECT * {table} ORDER BY rank DESC"), down);
        }
        let fixed = "SELECT rank, queens FROM nq_completions(8, '4=8 fixed-by=rotate-180')";
        assert_eq!(query(&connection, fixed), [[integer(14), text("3 5 2 8 1 7 4 6")]]);
        // Two are enough to tell one from several, and are found without the rest.
        let two = "SELECT queens FROM nq_completions(8, '1=1') LIMIT 2";
        let expected = ["1 5 8 6 3 7 2 4", "1 6 8 3 7 4 2 5"].map(|queens| [text(queens)]);
        assert_eq!(query(&connection, two), expected);
        let join = "SELECT sum((SELECT count(*) FROM nq_completions(t.n, t.squares)))
                    FROM (SELECT 8.0 AS n, '1=1' AS squares UNION ALL SELECT '6', '1=2') t";
        assert_eq!(number(&connection, join), 4 + 1);
    }
}

#[test]
fn a_permutation_index_finds_its_row_beyond_64_bits() {
    let [connection, _] = connections(&Home::with("4"));
    let index = "SELECT nq_permutation_index(nq_unrank(21, nq_count(21)))";
    let Sql::Text(index) = query(&connection, index)[0][0].clone() else {
        panic!("text from N = 21")
    };
    for condition in [
        "permutation_index = ?1",
        "permutation_index IN (?1, 0)",
        "rank = nq_count(21) AND permutation_index = ?1",
    ] {
        let sql = format!("SELECT rank, permutation_index FROM nq_solutions(21) WHERE {condition}");
        let row = connection.query_row(&sql, [&index], |row| Ok((row.get(0)?, row.get(1)?)));
        if condition.contains("IN") {
            // SQLite converts the text to a REAL, which is not an exact index.
            assert!(row.unwrap_err().to_string().contains("may be rounded"));
        } else {
            assert_eq!(row.unwrap(), (314_666_222_712i64, index.clone()), "{condition}");
        }
    }
    let next = "SELECT count(*) FROM nq_solutions(21) WHERE permutation_index = ?1";
    for other in [index + "1", "0".to_owned(), "x".to_owned()] {
        let count = connection.query_row(next, [&other], |row| row.get::<_, i64>(0)).unwrap();
        assert_eq!(count, 0, "{other}");
    }
}

#[test]
fn a_count_is_estimated() {
    let home = Home::with("8");
    for connection in connections(&home) {
        // An estimate of few runs on a slow machine is within a factor of two.
        let one = "SELECT estimate BETWEEN 2e10 AND 8e10 AND low < estimate AND estimate < high
                       AND standard_error > 0 AND confidence = 0.95 AND runs >= 10 AND exact = 0
                       AND nq_n = 20 AND nq_seconds = 0.05
                   FROM nq_estimate_count(20, 0.05)";
        assert_eq!(query(&connection, one), [[integer(1)]]);
        let exact =
            "SELECT estimate, standard_error, low, high, runs, exact FROM nq_estimate_count(8, 1)";
        let count = || Sql::Real(92.0);
        let row = [count(), Sql::Real(0.0), count(), count(), integer(1), integer(1)];
        assert_eq!(query(&connection, exact), [row]);
        let joined = "WITH b(n) AS (VALUES (4), (6)) SELECT sum(estimate)
                      FROM b JOIN nq_estimate_count(b.n, 1)";
        assert_eq!(query(&connection, joined), [[Sql::Real(6.0)]]);
        let null = "SELECT count(*) FROM nq_estimate_count(NULL, 1), nq_estimate_count(8, NULL)";
        assert_eq!(query(&connection, null), [[integer(0)]]);
    }
}

/// SQLite reads the rows of each part, and leaves out rows with equal keys.
#[test]
fn an_or_reads_the_rows_of_each_argument() {
    let home = Home::with("8");
    for connection in connections(&home) {
        for (rows, expected) in [
            ("(SELECT 4 AS a, 6 AS b) t JOIN nq_solutions s ON s.nq_n = t.a OR s.nq_n = t.b", 6),
            ("nq_solutions WHERE nq_n = 4 AND rank = 1 OR nq_n = 6 AND rank = 1", 2),
            ("nq_solutions WHERE nq_n = 4 OR nq_n = 6 AND rank = 2", 3),
            ("nq_solutions(8) WHERE rank = 5 OR queens = '8 4 1 3 6 2 7 5' OR rank = 92", 2),
            ("nq_orbits WHERE nq_n = 4 AND orbit_id = 1 OR nq_n = 6 AND orbit_id = 1", 2),
            (
                "nq_completions WHERE nq_n = 8 AND (nq_conditions = '1=1' OR nq_conditions = '1=2')",
                12,
            ),
            ("nq_images WHERE nq_queens = '2 4 1 3' OR nq_queens = '1 5 8 6 3 7 2 4'", 10),
        ] {
            let count = number(&connection, &format!("SELECT count(*) FROM {rows}"));
            assert_eq!(count, expected, "{rows}");
        }
    }
}

/// Wrong arguments, and their errors.
const WRONG: &[(&str, &str)] = &[
    ("nq_solutions", "expected an argument, such as nq_solutions(8)"),
    ("nq_solutions()", "expected an argument, such as nq_solutions(8)"),
    // SQLite passes no argument next to the OR.
    (
        "nq_solutions WHERE nq_n = (SELECT 4) AND (rank = 1 OR orbit_id = 1)",
        "write the argument in the call, such as nq_solutions((SELECT 8))",
    ),
    ("nq_orbits", "expected an argument, such as nq_orbits(8)"),
    ("nq_images", "expected an argument, such as nq_images('2 4 1 3')"),
    ("nq_solutions(0)", "from 1 to 64, got 0"),
    ("nq_solutions(65)", "from 1 to 64, got 65"),
    ("nq_solutions(-1)", "from 1 to 64, got \"-1\""),
    ("nq_solutions(9223372036854775807)", "got 9223372036854775807"),
    ("nq_solutions(-9223372036854775808)", "got \"-9223372036854775808\""),
    ("nq_solutions(8.5)", "got \"8.5\""),
    ("nq_solutions('x')", "got \"x\""),
    ("nq_solutions('')", "from 1 to 64, got \"\""),
    ("nq_solutions(X'08')", "pass int(…)"),
    ("nq_completions", "expected an argument, such as nq_completions(8, '1=1 2=7')"),
    ("nq_completions(8)", "expected an argument"),
    ("nq_completions(8, '9=1')", "outside the board"),
    ("nq_completions WHERE nq_conditions = '1=1'", "expected an argument"),
    ("nq_completions(8, 'queens')", "a condition such as 3=5"),
    ("nq_completions(0, '')", "from 1 to 64, got 0"),
    ("nq_solutions('a' || char(0) || 'b')", "from 1 to 64, got \"a\\0b\""),
    ("nq_solutions(printf('%.*c', 1000000, '8'))", "got \"8888"),
    ("nq_orbits(printf('%.*c', 1000000, 'é'))", "from 1 to 64"),
    ("nq_orbits(0)", "from 1 to 64, got 0"),
    ("nq_solutions(28) ORDER BY rank DESC", "not known"),
    ("nq_orbits(28) ORDER BY orbit_id DESC", "not known"),
    ("nq_estimate_count", "expected an argument, such as nq_estimate_count(28, 1)"),
    ("nq_estimate_count(28)", "expected an argument, such as nq_estimate_count(28, 1)"),
    ("nq_estimate_count(0, 1)", "from 1 to 64, got 0"),
    ("nq_estimate_count(65, 1)", "from 1 to 64, got 65"),
    ("nq_estimate_count(28, 0)", "expected a number of seconds"),
    ("nq_estimate_count(28, -1)", "expected a number of seconds"),
    ("nq_estimate_count(28, 1e300)", "expected a number of seconds"),
    ("nq_estimate_count(28, 'soon')", "got \"soon\""),
    ("nq_estimate_count(28, X'01')", "got \"a BLOB\""),
    ("nq_images('1 2')", "attack"),
    ("nq_images(X'FF')", "got 1 bytes"),
    ("nq_images(-1)", "got \"-1\""),
    ("nq_images(1e300)", "got \"1e300\""),
    ("nq_images(printf('%.*c', 1000000, '1'))", "longer than 131072 bytes"),
    ("nq_solutions(8, 9)", "too many arguments"),
];

#[test]
fn wrong_arguments_are_errors() {
    let home = Home::with("8");
    for connection in connections(&home) {
        for (table, reason) in WRONG {
            let sql = format!("SELECT * FROM {table}");
            let asked = connection.prepare(&sql).and_then(|mut statement| {
                statement.query([]).and_then(|mut rows| rows.next().map(|row| row.is_some()))
            });
            let said = asked.unwrap_err().to_string();
            assert!(said.contains(reason) && said.len() < 1000, "{table}: {said}");
        }
        for nothing in [
            "nq_solutions(NULL)",
            "nq_orbits(NULL)",
            "nq_images(NULL)",
            "nq_completions(NULL, '1=1')",
            "nq_completions(8, NULL)",
            "nq_completions(8, '1=1 2=2')",
            "nq_solutions(8) WHERE queens LIKE '9 %'",
            "nq_solutions(8) WHERE queens LIKE '1 2 %'",
            "nq_solutions(2)",
            "nq_orbits(3)",
            "nq_solutions(3) WHERE rank = 1",
            "nq_orbits(2) WHERE rank = 1",
            "nq_solutions(2) WHERE orbit_id = 1",
            "nq_solutions(8) WHERE nq_n = 9",
            "nq_solutions(8) ORDER BY rank LIMIT 5 OFFSET 9223372036854775807",
            "nq_solutions(8) ORDER BY rank DESC LIMIT 5 OFFSET 9223372036854775807",
        ] {
            assert_eq!(
                number(&connection, &format!("SELECT count(*) FROM (SELECT 1 FROM {nothing})")),
                0,
                "{nothing}"
            );
        }
        // The connection still works.
        assert_eq!(number(&connection, "SELECT count(*) FROM nq_solutions(8)"), 92);
        assert_eq!(number(&connection, "SELECT sum(rank) FROM nq_solutions('8')"), 46 * 93);
        let refused = connection.execute("DELETE FROM nq_solutions", []).unwrap_err().to_string();
        assert!(refused.contains("nq_solutions"), "{refused}");
        let remedy = "SELECT count(*) FROM nq_solutions((SELECT 4)) WHERE rank = 1 OR orbit_id = 1";
        assert_eq!(number(&connection, remedy), 2);
        let boards = "SELECT count(*) FROM nq_solutions WHERE nq_n IN (4, 5, 6) AND rank > 0";
        assert_eq!(number(&connection, boards), 2 + 10 + 4);
    }
}

#[test]
fn views_of_an_untrusted_schema_may_use_them() {
    let connection = Connection::open_in_memory().unwrap();
    nqdb_sql::register_for_owner(&connection, Database::without_file(), NoWatch).unwrap();
    let view = "PRAGMA trusted_schema = OFF;
                CREATE VIEW v AS SELECT s.rank FROM nq_orbits(8) o, nq_images(o.queens) i,
                    nq_solutions(8) s ON s.queens = i.queens;
                CREATE VIEW a AS SELECT nq_attach('x.db')";
    connection.execute_batch(view).unwrap();
    assert_eq!(number(&connection, "SELECT count(DISTINCT rank) FROM v"), 92);
    let refused = connection.prepare("SELECT * FROM a").unwrap_err().to_string();
    assert!(refused.contains("unsafe use of nq_attach"), "{refused}");
}

#[test]
fn a_damaged_block_ends_the_statement() {
    let home = Home::with("8 9");
    damage(&home.database(), "payload = flip(payload, 9)");
    let connection = &connections(&home)[1];
    for sql in [
        "SELECT count(*) FROM nq_solutions(8)",
        "SELECT queens FROM nq_solutions(8)",
        "SELECT queens FROM nq_solutions(8) ORDER BY rank DESC",
        "SELECT queens FROM nq_solutions(8) WHERE rank = 6",
        "SELECT orbit_id FROM nq_solutions(8) WHERE rank IN (1, 6)",
        "SELECT rank FROM nq_solutions(8) WHERE orbit_id = 4",
        "SELECT queens FROM nq_orbits(8)",
    ] {
        let mut statement = connection.prepare(sql).unwrap();
        let mut rows = statement.query([]).unwrap();
        let error = loop {
            match rows.next() {
                Ok(row) => assert!(row.is_some(), "{sql} comes to an end"),
                Err(error) => break error.to_string(),
            }
        };
        assert!(error.contains("N = 8") && error.contains("the block at rank 5"), "{sql}: {error}");
    }
    assert_eq!(number(connection, "SELECT count(*) FROM nq_solutions(8) WHERE rank < 5"), 4);
    assert_eq!(number(connection, "SELECT count(*) FROM nq_solutions(9)"), 352);
}

#[test]
fn large_boards_begin_at_once() {
    let [connection, _] = connections(&Home::with("4"));
    let first = "SELECT queens FROM nq_solutions(20) LIMIT 1";
    assert_eq!(
        query(&connection, first),
        [[text("1 3 5 2 4 13 15 12 18 20 17 9 16 19 8 10 7 14 6 11")]]
    );
    let pages = "SELECT sum(rank) FROM (SELECT rank FROM nq_solutions(18) LIMIT 1000 OFFSET 2000)";
    assert_eq!(number(&connection, pages), 1000 * (2001 + 3000) / 2);
    let last = "SELECT rank, nq_rank(queens) FROM nq_solutions(14) ORDER BY rank DESC LIMIT 20";
    assert!(query(&connection, last).iter().all(|row| row[0] == row[1]));
    let unknown = "SELECT max(rank) FROM (SELECT rank FROM nq_solutions(28) LIMIT 3)";
    assert_eq!(number(&connection, unknown), 3);
}

#[test]
fn a_scan_of_a_searched_board_can_be_interrupted() {
    let [connection, _] = connections(&Home::with("4"));
    let (sender, receiver) = mpsc::channel();
    let handle = connection.get_interrupt_handle();
    let interrupter = std::thread::spawn(move || {
        receiver.recv().unwrap();
        handle.interrupt();
    });
    let flags = rusqlite::functions::FunctionFlags::SQLITE_UTF8;
    let tell = move |context: &rusqlite::functions::Context<'_>| {
        let rank: i64 = context.get(0)?;
        if rank == 10_000 {
            sender.send(()).unwrap();
        }
        Ok(rank)
    };
    connection.create_scalar_function("tell", 1, flags, tell).unwrap();
    let error = connection
        .query_row("SELECT sum(tell(rank)) FROM nq_solutions(24)", [], |_| Ok(()))
        .unwrap_err();
    interrupter.join().unwrap();
    assert_eq!(error.sqlite_error_code(), Some(ErrorCode::OperationInterrupted), "{error}");
    assert_eq!(number(&connection, "SELECT count(*) FROM nq_solutions(8)"), 92);
}

#[test]
fn another_file_can_be_named() {
    let (first, second) = (Home::with("8"), Home::with("9"));
    let connection = open(&first.database());
    let database = Database::open(first.database()).unwrap();
    nqdb_sql::register_for_owner(&connection, database, NoWatch).unwrap();
    let attach = format!("SELECT nq_attach('{}')", second.database().display());
    assert_eq!(query(&connection, &attach), [[text("9")]]);
    // The message about a damaged block names its file.
    let damage = "UPDATE nqdb_block SET payload = zeroblob(9)";
    Connection::open(second.database()).unwrap().execute_batch(damage).unwrap();
    let error = connection.query_row("SELECT nq_unrank(9, 5)", [], |_| Ok(())).unwrap_err();
    assert!(error.to_string().contains(second.database().to_str().unwrap()), "{error}");
    assert_eq!(number(&connection, "SELECT nq_rank(nq_unrank(8, 5))"), 5);
    for (path, reason) in [
        ("'no.db'", "no such file"),
        ("''", "no such file"),
        ("X'00'", "no such file"),
        ("printf('%.*c', 1000000, '9')", "nq_attach: 999"),
    ] {
        let sql = format!("SELECT nq_attach({path})");
        let said = connection.query_row(&sql, [], |_| Ok(())).unwrap_err().to_string();
        assert!(said.starts_with("nq_attach: ") && said.contains(reason), "{path}: {said}");
        assert!(said.len() < 4096, "{path}: {} bytes", said.len());
    }
    assert_eq!(query(&connection, "SELECT nq_attach(NULL)"), [[Sql::Null]]);
}
