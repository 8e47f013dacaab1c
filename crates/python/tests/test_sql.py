"""nqdb.connect, and common packages on top of sqlite3. nqdb.load is tested in test_load.py."""

from __future__ import annotations

import pickle
import sqlite3
from pathlib import Path
from types import ModuleType
from typing import Any, Callable

import nqdb
import pytest
from conftest import LONG, ask

Find = Callable[[str], ModuleType]


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
        # A proxy of the connection pool.
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


def test_a_file_is_used(any_connection: Callable[..., Any], queens_db: Path) -> None:
    by_path = any_connection(queens_db)
    assert ask(by_path, "SELECT count(*) FROM nqdb_count") == 3
    assert ask(by_path, "SELECT nq_orbit_id(nq_unrank(12, 14200))") == 1
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        by_path.execute("CREATE TABLE own (queens)")


def test_the_default_file_is_used(
    any_connection: Callable[..., Any], queens_db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = "SELECT nq_unrank(12, 14200)"
    assert ask(any_connection(), question) == "12 10 8 5 3 1 7 2 11 6 4 9"
    # A time limit of 0 stops every search.
    monkeypatch.setenv("NQDB_TIME_LIMIT", "0")
    with pytest.raises(sqlite3.OperationalError, match="nq_orbit_id: stopped"):
        ask(any_connection(), LONG)
    monkeypatch.setenv("NQDB_DB", str(queens_db))
    connection = any_connection()
    assert ask(connection, LONG) == 20_000
    # The connection itself is an in-memory database.
    connection.execute("CREATE TABLE own (queens)")


def test_an_attached_file_is_used(
    any_connection: Callable[..., Any], queens_db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NQDB_TIME_LIMIT", "0")
    connection = any_connection()
    with pytest.raises(sqlite3.OperationalError, match="nq_orbit_id: stopped"):
        ask(connection, LONG)
    connection.execute("ATTACH ? AS q", (str(queens_db),))
    assert ask(connection, LONG) == 20_000


def test_options_of_sqlite3(any_connection: Callable[..., Any]) -> None:
    connection = any_connection(isolation_level=None, check_same_thread=False)
    assert connection.isolation_level is None
    connection.row_factory = sqlite3.Row
    assert connection.execute("SELECT nq_count(8) AS q").fetchone()["q"] == 92
    connection.row_factory = lambda cursor, row: {c[0]: v for c, v in zip(cursor.description, row)}
    assert connection.execute("SELECT nq_rank('2 4 1 3') AS r").fetchone() == {"r": 1}
    connection.text_factory = bytes
    assert connection.execute("SELECT nq_unrank(4, 1) AS q").fetchone() == {"q": b"2 4 1 3"}


def test_wrong_files_are_errors(any_connection: Callable[..., Any], tmp_path: Path) -> None:
    with pytest.raises(nqdb.Error, match="no such file"):
        any_connection(tmp_path / "none.db")
    assert not (tmp_path / "none.db").exists()
    other = tmp_path / "other.db"
    connection = sqlite3.connect(other)
    connection.execute("CREATE TABLE t (x)")
    connection.close()
    with pytest.raises(nqdb.Error, match="other.db"):
        any_connection(other)


def test_unusual_file_names(
    any_connection: Callable[..., Any], queens_db: Path, tmp_path: Path
) -> None:
    odd = tmp_path / "50% of ?mode=rw&x=#1 böard.db"
    odd.write_bytes(queens_db.read_bytes())
    assert ask(any_connection(odd), "SELECT count(*) FROM nqdb_count") == 3


def test_privileged_functions_need_the_extension(without_extensions: None) -> None:
    with pytest.raises(nqdb.Error, match="privileged functions need the extension"):
        nqdb.connect(owner=True)


def test_the_error_of_load_without_extensions_lists_alternatives(without_extensions: None) -> None:
    connection = sqlite3.connect(":memory:")
    with pytest.raises(nqdb.Error, match="can't load extensions") as raised:
        nqdb.load(connection)
    ways = ["nqdb.connect", "nqdb.add_functions", "apsw", "pysqlite3-binary", "Debian", "conda"]
    assert all(way in str(raised.value) for way in ways), raised.value
    connection.close()


def test_a_missing_extension_is_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("nqdb._sql.__file__", str(tmp_path / "_sql.py"))
    with pytest.raises(nqdb.Error, match="no loadable extension.*is missing.*wheel"):
        nqdb.loadable_path()


def test_connections_do_not_pickle(any_connection: Callable[..., Any]) -> None:
    with pytest.raises(TypeError, match="cannot pickle"):
        pickle.dumps(any_connection())
