"""nqdb.load and nqdb.connect in the SQLite modules that people have."""

from __future__ import annotations

import pickle
import sqlite3
from pathlib import Path
from types import ModuleType
from typing import Any, Callable

import nqdb
import pytest

Find = Callable[[str], ModuleType]

#: Questions for every host, with the value of each.
QUESTIONS = [
    ("SELECT nq_orbit_id('1 5 8 6 3 7 2 4')", 1),
    ("SELECT nq_unrank(10, 100)", "2 8 10 4 1 5 9 6 3 7"),
    ("SELECT nq_unrank(10.0, 100.0)", "2 8 10 4 1 5 9 6 3 7"),
    ("SELECT rank FROM nq_solutions(8) WHERE perm_index = '37478'", 92),
    ("SELECT group_concat(rank, ' ') FROM nq_matches(8, '1=1')", "1 2 3 4"),
    ("SELECT group_concat(rank, ' ') FROM nq_images('6 4 7 1 8 2 5 3')", "79 38 14 55"),
    ("SELECT count(*) FROM nq_orbits(10) WHERE size = 8", 89),
    ("SELECT count(*) FROM nq_completions(8, '1=1')", 2),
    ("SELECT low FROM nq_count_estimate(4, 0.01)", 2.0),
    ("SELECT nq_version()", nqdb.__version__),
]


def ask(connection: Any, sql: str) -> Any:
    rows = connection.execute(sql).fetchall()
    assert len(rows) == 1 and len(rows[0]) == 1, rows
    return rows[0][0]


def answers(connection: Any) -> None:
    for question, value in QUESTIONS:
        assert ask(connection, question) == value, question


def test_sqlite3(extensions: None) -> None:
    connection = sqlite3.connect(":memory:")
    nqdb.load(connection)
    answers(connection)
    connection.close()


def test_apsw(module: Find) -> None:
    connection = module("apsw").Connection(":memory:")
    nqdb.load(connection)
    answers(connection)
    connection.close()


def test_pysqlite3(module: Find) -> None:
    connection = module("pysqlite3").connect(":memory:")
    nqdb.load(connection)
    answers(connection)
    connection.close()


def test_sqlalchemy(module: Find, extensions: None, queens_db: Path) -> None:
    sqlalchemy = module("sqlalchemy")
    engine = sqlalchemy.create_engine(f"sqlite:///{queens_db}")

    @sqlalchemy.event.listens_for(engine, "connect")
    def load(connection: Any, record: Any) -> None:
        nqdb.load(connection)

    with engine.connect() as connection:
        query = sqlalchemy.text("SELECT queens FROM nq_solutions(:n) WHERE rank = :rank")
        value = connection.execute(query, {"n": 12, "rank": 14200}).scalar_one()
        assert value == "12 10 8 5 3 1 7 2 11 6 4 9"
        # The proxy of the pool.
        nqdb.load(connection.connection)
    engine.dispose()


def test_pandas(module: Find, extensions: None, queens_db: Path) -> None:
    pandas = module("pandas")
    connection = nqdb.connect(queens_db)
    query = "SELECT size, count(*) AS orbits FROM nq_orbits(12) GROUP BY size"
    frame = pandas.read_sql(query, connection)
    assert frame.to_dict("list") == {"size": [2, 4, 8], "orbits": [4, 18, 1765]}
    connection.close()


def test_sqlite_utils(module: Find, extensions: None, queens_db: Path) -> None:
    database = module("sqlite_utils").Database(queens_db)
    nqdb.load(database.conn)
    rows = list(database.query("SELECT rank FROM nq_solutions(8) WHERE orbit_id = 10"))
    assert rows == [{"rank": 14}, {"rank": 38}, {"rank": 55}, {"rank": 79}]
    database.conn.close()


@pytest.mark.parametrize("name", ["sqlite3", "apsw", "pysqlite3"])
def test_only_this_extension_is_loaded(name: str, module: Find, request: Any) -> None:
    if name == "sqlite3":
        request.getfixturevalue("extensions")
    library = module(name)
    connect = library.Connection if name == "apsw" else library.connect
    connection = connect(":memory:")
    nqdb.load(connection)
    with pytest.raises(Exception, match="not authorized"):
        connection.load_extension(nqdb.loadable_path())
    with pytest.raises(Exception, match="not authorized"):
        ask(connection, "SELECT load_extension('other')")
    # Also after an error.
    with pytest.raises(Exception, match="there is no such file"):
        nqdb.load(connection, database="none.db")
    with pytest.raises(Exception, match="not authorized"):
        connection.load_extension(nqdb.loadable_path())
    connection.close()


@pytest.mark.parametrize("name", ["sqlite3", "apsw", "pysqlite3"])
def test_the_last_load_counts(name: str, module: Find, request: Any, queens_db: Path) -> None:
    if name == "sqlite3":
        request.getfixturevalue("extensions")
    library = module(name)
    connect = library.Connection if name == "apsw" else library.connect
    connection = connect(":memory:")
    calls = [f"SELECT nq_attach('{queens_db}')", "SELECT nq_time_limit(1)", "SELECT nq_seal()"]

    nqdb.load(connection)
    for call in calls:
        with pytest.raises(Exception, match="no such function: nq_"):
            ask(connection, call)

    nqdb.load(connection, owner=True)
    assert ask(connection, calls[0]) == "8 12"
    assert ask(connection, calls[1]) == 1.0

    # For anybody, with a file: what the owner may do is refused.
    nqdb.load(connection, database=queens_db)
    for call in calls[:2]:
        with pytest.raises(Exception, match="sealed"):
            ask(connection, call)

    nqdb.load(connection, owner=True, database=queens_db)
    assert ask(connection, calls[0]) == "8 12"

    nqdb.load(connection)
    for call in calls:
        with pytest.raises(Exception, match="no such function: nq_"):
            ask(connection, call)
    answers(connection)
    connection.close()


def test_a_file_answers(any_connection: Callable[..., Any], queens_db: Path) -> None:
    # A single rank of N = 12 takes no search; the orbit of it would, without the file, at this time limit.
    by_path = any_connection(queens_db)
    assert ask(by_path, "SELECT count(*) FROM count") == 2
    assert ask(by_path, "SELECT nq_orbit_id(nq_unrank(12, 14200))") == 1
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        by_path.execute("DELETE FROM count")


def test_the_default_file_answers(
    any_connection: Callable[..., Any], queens_db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = "SELECT nq_unrank(12, 14200)"
    assert ask(any_connection(), question) == "12 10 8 5 3 1 7 2 11 6 4 9"
    # The time limit is over before any search ends.
    monkeypatch.setenv("NQDB_TIME_LIMIT", "0")
    with pytest.raises(sqlite3.OperationalError, match="nq_orbit_id: stopped|time"):
        ask(any_connection(), "SELECT nq_orbit_id('12 10 8 5 3 1 7 2 11 6 4 9')")
    monkeypatch.setenv("NQDB_DB", str(queens_db))
    connection = any_connection()
    assert ask(connection, "SELECT nq_orbit_id('12 10 8 5 3 1 7 2 11 6 4 9')") == 1
    # The connection itself is a database in memory.
    connection.execute("CREATE TABLE own (queens)")


def test_an_attached_file_answers(
    any_connection: Callable[..., Any], queens_db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NQDB_TIME_LIMIT", "0")
    connection = any_connection()
    question = "SELECT nq_orbit_id('12 10 8 5 3 1 7 2 11 6 4 9')"
    with pytest.raises(sqlite3.OperationalError):
        ask(connection, question)
    connection.execute("ATTACH ? AS q", (str(queens_db),))
    assert ask(connection, question) == 1


def test_options_are_those_of_sqlite3(any_connection: Callable[..., Any]) -> None:
    connection = any_connection(isolation_level=None, check_same_thread=False)
    assert connection.isolation_level is None
    connection.row_factory = sqlite3.Row
    assert connection.execute("SELECT nq_count(8) AS q").fetchone()["q"] == 92
    connection.row_factory = lambda cursor, row: {c[0]: v for c, v in zip(cursor.description, row)}
    assert connection.execute("SELECT nq_rank('2 4 1 3') AS r").fetchone() == {"r": 1}
    connection.text_factory = bytes
    assert connection.execute("SELECT nq_unrank(4, 1) AS q").fetchone() == {"q": b"2 4 1 3"}


def test_wrong_files_are_errors(any_connection: Callable[..., Any], tmp_path: Path) -> None:
    with pytest.raises(nqdb.Error, match="there is no such file"):
        any_connection(tmp_path / "none.db")
    assert not (tmp_path / "none.db").exists()
    other = tmp_path / "other.db"
    connection = sqlite3.connect(other)
    connection.execute("CREATE TABLE t (x)")
    connection.close()
    with pytest.raises(nqdb.Error, match="other.db"):
        any_connection(other)


def test_any_name_of_a_file(
    any_connection: Callable[..., Any], queens_db: Path, tmp_path: Path
) -> None:
    odd = tmp_path / "50% of ?mode=rw&x=#1 böard.db"
    odd.write_bytes(queens_db.read_bytes())
    assert ask(any_connection(odd), "SELECT count(*) FROM count") == 2


def test_without_extensions_load_names_the_ways_out(without_extensions: None) -> None:
    connection = sqlite3.connect(":memory:")
    with pytest.raises(nqdb.Error, match="loads no extensions") as raised:
        nqdb.load(connection)
    ways = ["nqdb.connect", "nqdb.add_functions", "apsw", "pysqlite3-binary", "Debian", "conda"]
    assert all(way in str(raised.value) for way in ways), raised.value
    connection.close()


def test_a_missing_extension_is_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("nqdb._sql.__file__", str(tmp_path / "_sql.py"))
    with pytest.raises(nqdb.Error, match="no loadable extension.*is missing.*wheel"):
        nqdb.loadable_path()


def test_a_second_sqlite_library_is_refused(module: Find, extensions: None) -> None:
    apsw = module("apsw")
    first = sqlite3.connect(":memory:")
    nqdb.load(first)
    second = apsw.Connection(":memory:")
    with pytest.raises(apsw.ExtensionLoadingError, match="another SQLite library of this process"):
        nqdb.load(second)
    assert ask(first, "SELECT nq_count(8)") == 92
    first.close()
    second.close()


def test_connections_do_not_pickle(any_connection: Callable[..., Any]) -> None:
    with pytest.raises(TypeError, match="cannot pickle"):
        pickle.dumps(any_connection())
