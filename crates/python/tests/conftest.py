"""Fixtures for all tests: an empty home directory, a database, and Python with and without extension loading."""

from __future__ import annotations

import importlib
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, Callable, Iterator

import nqdb
import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--all-hosts", action="store_true", help="fail instead of skipping if a package that a test needs is missing"
    )
    parser.addoption(
        "--library", default="sqlite3", help="the SQLite module that test_load.py tests: sqlite3, apsw, pysqlite3"
    )


@pytest.fixture(scope="session", autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A home directory without a database."""
    folder = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(folder))
        for name in ("XDG_DATA_HOME", "NQDB_DB", "NQDB_TIME_LIMIT", "NQDB_STATEMENT_LIMIT"):
            patch.delenv(name, raising=False)
        yield folder


@pytest.fixture(scope="session")
def queens_db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database file with the boards of N = 8, 12 and 14."""
    path = tmp_path_factory.mktemp("boards") / "queens.db"
    for n in (8, 12, 14):
        nqdb.build(n, path)
    return path


@pytest.fixture(scope="session")
def module(request: pytest.FixtureRequest) -> Callable[[str], ModuleType]:
    """Imports a package that a test needs, or skips the test."""

    def find(name: str) -> ModuleType:
        if request.config.getoption("--all-hosts"):
            return importlib.import_module(name)
        found = pytest.importorskip(name)
        assert isinstance(found, ModuleType)
        return found

    return find


#: A timeout in seconds that no script reaches, even on a machine ten times slower.
PATIENCE = 300

#: A query that needs a search unless a file has the board. Its value is 20,000.
LONG = "SELECT nq_orbit_id('2 13 7 12 3 5 10 14 9 4 1 8 6 11')"

#: Whether this Python's sqlite3 can load extensions.
LOADS = hasattr(sqlite3.Connection, "enable_load_extension")


@pytest.fixture
def extensions(request: pytest.FixtureRequest) -> None:
    """For tests of the extension in sqlite3."""
    if not LOADS:
        assert not request.config.getoption("--all-hosts"), "this Python can't load extensions"
        pytest.skip("this Python's sqlite3 can't load extensions")


@pytest.fixture
def without_extensions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulates a Python whose sqlite3 can't load extensions."""
    monkeypatch.setattr("nqdb._sql._loads_extensions", lambda connection: False)


@pytest.fixture(params=["extension", "functions"])
def any_connection(request: pytest.FixtureRequest) -> Iterator[Callable[..., Any]]:
    """`nqdb.connect`, with and without extensions."""
    request.getfixturevalue("extensions" if request.param == "extension" else "without_extensions")
    connections = []

    def connect(*arguments: Any, **options: Any) -> Any:
        connections.append(nqdb.connect(*arguments, **options))
        return connections[-1]

    yield connect
    for connection in connections:
        connection.close()


def ask(connection: Any, sql: str) -> Any:
    """The single value that a statement returns."""
    rows = connection.execute(sql).fetchall()
    assert len(rows) == 1 and len(rows[0]) == 1, rows
    return rows[0][0]


def run_python(script: str, *arguments: str, **environment: str) -> str:
    """The output of a script in a separate process with the imports of the tests. Fails unless the script succeeds."""
    command = [sys.executable, "-c", script, *arguments]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent), **environment}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    return done.stdout
