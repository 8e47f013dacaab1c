"""nqdb.load with one SQLite module: `pytest test_load.py --library apsw`.

One process can't test several modules, since the extension serves one SQLite library per process.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Iterator

import nqdb
import pytest
from conftest import LONG, ask, run_python

#: Queries for every module, each with its value.
QUESTIONS = [
    ("SELECT nq_orbit_id('1 5 8 6 3 7 2 4')", 1),
    ("SELECT nq_unrank(10, 100)", "2 8 10 4 1 5 9 6 3 7"),
    ("SELECT nq_unrank(10.0, 100.0)", "2 8 10 4 1 5 9 6 3 7"),
    ("SELECT rank FROM nq_solutions(8) WHERE permutation_index = '37478'", 92),
    ("SELECT group_concat(rank, ' ') FROM nq_completions(8, '1=1')", "1 2 3 4"),
    ("SELECT group_concat(rank, ' ') FROM nq_images('6 4 7 1 8 2 5 3')", "79 38 14 55"),
    ("SELECT count(*) FROM nq_orbits(10) WHERE size = 8", 89),
    ("SELECT nq_verdict(8, '1=1')", "several"),
    ("SELECT low FROM nq_estimate_count(4, 0.01)", 2.0),
    ("SELECT nq_version()", nqdb.__version__),
]


def answers(connection: Any) -> None:
    for question, value in QUESTIONS:
        assert ask(connection, question) == value, question


@pytest.fixture
def connection(request: pytest.FixtureRequest, pytestconfig: pytest.Config) -> Iterator[Any]:
    """An in-memory connection of the library under test."""
    name = pytestconfig.getoption("--library")
    if name == "sqlite3":
        request.getfixturevalue("extensions")
    library = request.getfixturevalue("module")(name)
    connection = (library.Connection if name == "apsw" else library.connect)(":memory:")
    yield connection
    connection.close()


def test_functions_and_tables(connection: Any) -> None:
    nqdb.load(connection)
    answers(connection)


def test_only_this_extension_is_loaded(connection: Any) -> None:
    nqdb.load(connection)
    with pytest.raises(Exception, match="not authorized"):
        connection.load_extension(nqdb.loadable_path())
    with pytest.raises(Exception, match="not authorized"):
        ask(connection, "SELECT load_extension('other')")
    # The same after an error.
    with pytest.raises(Exception, match="no such file"):
        nqdb.load(connection, database="none.db")
    with pytest.raises(Exception, match="not authorized"):
        connection.load_extension(nqdb.loadable_path())


def test_the_last_load_counts(connection: Any, queens_db: Path) -> None:
    calls = [f"SELECT nq_attach('{queens_db}')", "SELECT nq_time_limit(1)", "SELECT nq_seal()"]

    nqdb.load(connection)
    for call in calls:
        with pytest.raises(Exception, match="no such function: nq_"):
            ask(connection, call)

    nqdb.load(connection, owner=True)
    assert ask(connection, calls[0]) == "8 12 14"
    assert ask(connection, calls[1]) == 1.0

    # For the public, with a file: privileged functions are refused.
    nqdb.load(connection, database=queens_db)
    for call in calls[:2]:
        with pytest.raises(Exception, match="sealed"):
            ask(connection, call)

    nqdb.load(connection, owner=True, database=queens_db)
    assert ask(connection, calls[0]) == "8 12 14"

    nqdb.load(connection)
    for call in calls:
        with pytest.raises(Exception, match="no such function: nq_"):
            ask(connection, call)
    answers(connection)


def test_a_file_is_used(connection: Any, queens_db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A time limit of 0 stops every search.
    monkeypatch.setenv("NQDB_TIME_LIMIT", "0")
    nqdb.load(connection)
    with pytest.raises(Exception, match="nq_orbit_id: stopped"):
        ask(connection, LONG)
    nqdb.load(connection, database=queens_db)
    assert ask(connection, LONG) == 20_000


def test_connections_open_and_close(connection: Any) -> None:
    """The first connection loads the extension, and closing the last one may unload it."""
    connect = type(connection)
    for _ in range(50):
        several = [connect(":memory:") for _ in range(4)]
        for one in several:
            nqdb.load(one)
        assert [ask(one, "SELECT nq_count(8)") for one in several] == [92] * 4
        for one in several:
            one.close()
    nqdb.load(connection)
    answers(connection)


def test_a_second_library_is_refused(connection: Any, module: Any, pytestconfig: Any) -> None:
    if pytestconfig.getoption("--library") != "apsw":
        pytest.skip("tested with apsw")
    script = """
import apsw, nqdb, sqlite3, sys
first, second = apsw.Connection(":memory:"), sqlite3.connect(":memory:")
nqdb.load(first)
try:
    nqdb.load(second)
except (nqdb.Error, sqlite3.OperationalError) as error:
    print(error)
print(first.execute("SELECT nq_count(8)").fetchone()[0])
"""
    said, count, _ = run_python(script).split("\n")
    refused = "nqdb is in use by another SQLite library in this process" in said
    assert (refused or "can't load extensions" in said) and count == "92", said
