"""The scalar functions without the extension compared with those of the extension, including errors."""

from __future__ import annotations

import itertools
import re
import sqlite3
from pathlib import Path
from typing import Any, Callable, Iterator, Tuple

import nqdb
import pytest
from conftest import LONG

#: Valid and invalid arguments for any function.
VALUES: "list[Any]" = [
    None, 0, 1, 4, 8, 21, 65, -1, 2**63 - 1, 8.0, 8.5, float("inf"), "", "8", "5", "1=1", "3=5 7!=2", "1=1 2=2",
    "po6", "rotate-90", "po9", "1 5 8 6 3 7 2 4", "2,4,1,3", "[6, 4, 7, 1, 8, 2, 5, 3]", "1 2 3 4", "1 1",
    "1 3 5 2 4", "queens", "12345678901234567890", "x" * 3000, "1\0", b"\x04\x75\x26\x13", b"\xff\xff\xff", b"",
    "1 3 5 2 4 9 11 13 15 6 8 19 7 22 10 25 27 29 31 12 14 35 37 39 41 16 18 17 20 46 44 21 23 26 24 28 30 33 32 34",
]  # fmt: skip


@pytest.fixture
def functions(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A connection with the scalar functions only."""
    with monkeypatch.context() as patch:
        patch.setattr("nqdb._sql._loads_extensions", lambda connection: False)
        connection = nqdb.connect()
    yield connection
    connection.close()


def outcome(connection: Any, name: str, arguments: Tuple[Any, ...]) -> Any:
    """The value and its type, or the error message."""
    places = ", ".join("?" * len(arguments))
    try:
        value, kind = connection.execute(
            f"SELECT x, typeof(x) FROM (SELECT {name}({places}) AS x)", arguments
        ).fetchone()
        return value, kind
    except sqlite3.Error as error:
        return str(error)


def signatures(connection: Any) -> "set[Tuple[str, int]]":
    query = "SELECT name, narg FROM pragma_function_list WHERE name LIKE 'nq\\_%' ESCAPE '\\'"
    return set(connection.execute(query))


def test_every_function_has_the_same_values_and_errors(functions: Any, extensions: None) -> None:
    extension = nqdb.connect()
    names = signatures(extension)
    assert names == signatures(functions) and len(names) > 20
    asked = answered = 0
    for name, arity in sorted(names):
        for arguments in itertools.product(VALUES, repeat=arity):
            if (name, arity, arguments[:1]) == ("nq_count", 2, (21,)):
                continue  # A search of seconds.
            expected = outcome(extension, name, arguments)
            assert outcome(functions, name, arguments) == expected, (name, arguments)
            asked += 1
            answered += isinstance(expected, tuple) and expected[0] is not None
    assert asked > 7 * len(VALUES) ** 2 and answered > 150
    extension.close()


def test_values(functions: Any) -> None:
    for question, value in [
        ("nq_unrank(10, 100)", "2 8 10 4 1 5 9 6 3 7"),
        ("nq_rank('2 8 10 4 1 5 9 6 3 7')", 100),
        ("nq_orbit_id('6 4 7 1 8 2 5 3')", 10),
        ("nq_representative(8, 12)", "3 6 2 5 8 1 7 4"),
        ("nq_try_rank('1 2 3')", None),
        ("nq_rank(NULL)", None),
        ("nq_canonical('6 4 7 1 8 2 5 3')", "3 5 2 8 1 7 4 6"),
        ("nq_image('1 5 8 6 3 7 2 4', 'po6')", "8 2 4 1 7 5 3 6"),
        ("nq_is_solution('1 2 3 4')", 0),
        ("nq_permutation_at(21, '51090942171709440000')", " ".join(map(str, range(21, 0, -1)))),
        ("nq_count(28)", None),
        ("nq_count(27)", 234907967154122528),
        ("nq_count(8, '1=1')", 4),
        ("nq_count(20, '1=1 2=3')", 26_141_384),  # on all cores
        ("nq_solve(8, '1=1')", "1 5 8 6 3 7 2 4"),
        ("nq_version()", nqdb.__version__),
    ]:
        (got,) = functions.execute(f"SELECT {question}").fetchone()
        if question.startswith("nq_solve"):
            assert nqdb.is_solution(got) and got.startswith("1 "), got
        else:
            assert got == value, question


def test_an_index_can_use_them(functions: Any) -> None:
    functions.execute("CREATE TABLE own (queens)")
    functions.execute("CREATE INDEX by_orbit ON own (nq_try_orbit_id(queens))")
    rows = [("6 4 7 1 8 2 5 3",), ("1 2 3",), ("3 5 2 8 1 7 4 6",)]
    functions.executemany("INSERT INTO own VALUES (?)", rows)
    query = "SELECT queens FROM own WHERE nq_try_orbit_id(queens) = 10 ORDER BY queens"
    assert functions.execute(query).fetchall() == [rows[2], rows[0]]
    (plan,) = functions.execute(f"EXPLAIN QUERY PLAN {query}").fetchmany(1)
    assert "USING INDEX by_orbit" in plan[-1], plan


def test_a_missing_table_is_explained(functions: Any) -> None:
    for table in ["nq_solutions(8)", "nq_orbits(8)", "nq_images('2 4 1 3')", "nq_completions(8, '')"]:
        with pytest.raises(sqlite3.OperationalError) as raised:
            functions.execute(f"SELECT * FROM {table}")
        said = str(raised.value)
        assert said.startswith("no such table: nq_") and "can't load extensions" in said, said
        assert "apsw" in said and "pysqlite3-binary" in said, said


def test_every_way_to_fetch_a_row_reports_why_a_function_fails(
    any_connection: Callable[..., Any], tmp_path: Path
) -> None:
    connection = any_connection()
    wrong = re.escape("nq_rank: not a permutation of 1 … 2")
    rows = "SELECT nq_rank(column1) FROM (VALUES ('2 4 1 3'), ('1 1'))"
    one = "SELECT nq_rank('1 1')"

    def fetchone() -> None:
        cursor = connection.cursor().execute(rows)
        assert cursor.fetchone() == (1,)
        cursor.fetchone()

    ways: "list[Callable[[], Any]]" = [
        lambda: connection.execute(one),
        lambda: connection.cursor().execute(one),
        lambda: connection.executemany("INSERT INTO t VALUES (nq_rank(?))", [("1 1",)]),
        lambda: connection.executescript(one),
        lambda: connection.execute(rows).fetchall(),
        lambda: connection.execute(rows).fetchmany(5),
        lambda: list(connection.execute(rows)),
        fetchone,
    ]
    connection.execute("CREATE TABLE t (x)")
    for way in ways:
        with pytest.raises(sqlite3.OperationalError, match=wrong):
            way()
    # A failure does not persist.
    with pytest.raises(sqlite3.OperationalError, match="no such column: wrong"):
        connection.execute("SELECT wrong")
    connection.create_function("fail", 0, lambda: 1 // 0)
    with pytest.raises(sqlite3.OperationalError, match="^user-defined function raised exception$"):
        connection.execute("SELECT fail()")
    with pytest.raises(sqlite3.IntegrityError):
        connection.execute("CREATE TABLE u (x UNIQUE)")
        connection.executemany("INSERT INTO u VALUES (?)", [(1,), (1,)])


def test_functions_on_plain_connections(queens_db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NQDB_TIME_LIMIT", "0")
    connection = sqlite3.connect(":memory:")
    nqdb.add_functions(connection, database=queens_db)
    assert connection.execute(LONG).fetchone() == (20_000,)
    with pytest.raises(sqlite3.OperationalError, match="no such function: nq_attach"):
        connection.execute("SELECT nq_attach('x')")
    # Without the file, a search exceeds its time limit.
    nqdb.add_functions(connection)
    with pytest.raises(sqlite3.OperationalError, match="user-defined function raised exception"):
        connection.execute(LONG)
    connection.close()
    with pytest.raises(sqlite3.OperationalError, match="nq_attach: .*no such file"):
        nqdb.add_functions(sqlite3.connect(":memory:"), database="none.db")


def test_a_wrong_time_limit_is_an_error(
    any_connection: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NQDB_TIME_LIMIT", "soon")
    with pytest.raises(sqlite3.OperationalError, match="NQDB_TIME_LIMIT.*number of seconds"):
        any_connection()
