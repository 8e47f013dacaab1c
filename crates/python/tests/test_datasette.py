"""The plugin in a Datasette server, as its users see it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, Callable, Iterator

import pytest
from conftest import LONG, PATIENCE

#: A Datasette whose sqlite3 can't load extensions, on any Python.
WITHOUT = """
import sys
import nqdb._sql
nqdb._sql._loads_extensions = lambda connection: False
from datasette.cli import cli
cli()
"""

#: Statements that would take practically forever.
ENDLESS = [
    "SELECT nq_count(24, '12=12')",
    "SELECT count(*) FROM nq_solutions(24)",
    "SELECT sum(nq_rank(nq_unrank(14, rank))) FROM nq_solutions(14)",
]


class Server:
    """A running Datasette."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        assert process.stderr is not None
        self.said = ""
        for line in process.stderr:
            self.said += line
            if "running on" in line:
                self.url = line.split("running on ")[1].split()[0]
                return
        raise AssertionError(f"Datasette does not start: {self.said}")

    def ask(self, sql: str, database: str = "queens", **parameters: int) -> Any:
        """The rows, or the error message."""
        query = urllib.parse.urlencode({"sql": sql, "_shape": "arrays", **parameters})
        url = f"{self.url}/{database}.json?{query}"
        try:
            with urllib.request.urlopen(url, timeout=PATIENCE) as page:
                return json.load(page)["rows"]
        except urllib.error.HTTPError as error:
            return json.load(error)["error"]

    def says_after(self, milliseconds: int, sql: str, said: str) -> None:
        """Asserts that a statement ends with a message at its time limit, not earlier."""
        began = time.monotonic()
        assert said in self.ask(sql, _timelimit=milliseconds), sql
        assert milliseconds / 1000 <= time.monotonic() - began < 60, sql


@contextmanager
def running(*arguments: Any, functions_only: bool = False) -> Iterator[Server]:
    """A Datasette with a time limit of one minute per statement; it must start within the timeout of the tests."""
    start = ["-c", WITHOUT] if functions_only else ["-m", "datasette"]
    limit = ["--setting", "sql_time_limit_ms", "60000"]
    command = [sys.executable, *start, *map(str, arguments), *limit, "--port", "0"]
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    deadline = threading.Timer(PATIENCE, process.kill)
    deadline.start()
    try:
        yield Server(process)
    finally:
        deadline.cancel()
        process.kill()
        process.communicate()


@pytest.fixture(scope="module", autouse=True)
def datasette(module: Callable[[str], ModuleType]) -> None:
    module("datasette_nqdb")


@pytest.fixture
def tables(module: Callable[[str], ModuleType], request: pytest.FixtureRequest) -> None:
    """For tests of the tables: Datasette prefers pysqlite3 to sqlite3."""
    try:
        import pysqlite3  # noqa: F401
    except ImportError:
        request.getfixturevalue("extensions")


def test_users_query_functions_and_tables(tables: None, queens_db: Path) -> None:
    with running(queens_db) as server:
        assert server.ask("SELECT nq_rank('2 8 10 4 1 5 9 6 3 7')") == [[100]]
        rows = server.ask("SELECT rank, queens FROM nq_solutions(12) ORDER BY rank DESC LIMIT 2")
        assert rows == [[14200, "12 10 8 5 3 1 7 2 11 6 4 9"], [14199, "12 10 8 3 5 2 11 1 7 4 6 9"]]
        assert "nqdb" not in server.said


def test_the_configured_file_is_used(tables: None, queens_db: Path, tmp_path: Path) -> None:
    settings = tmp_path / "metadata.json"
    settings.write_text(json.dumps({"plugins": {"datasette-nqdb": {"file": str(queens_db)}}}))
    for functions_only in (False, True):
        with running(
            "--memory", "--metadata", settings, functions_only=functions_only
        ) as server:
            assert server.ask(LONG, "_memory") == [[20_000]]
            for call in ["nq_attach('/etc/passwd')", "nq_time_limit(1000)"]:
                said = server.ask(f"SELECT {call}", "_memory")
                assert "sealed" in said or "no such function" in said, said


@pytest.mark.parametrize(
    "config, said",
    [
        ({"file": "none.db"}, f"{os.path.abspath('none.db')}: no such file"),
        ({"path": "queens.db"}, 'the only setting is "file", got path'),
        ({"file": 8}, 'expected {"file": "queens.db"}, got'),
    ],
)
def test_wrong_settings_are_reported_at_startup(config: Any, said: str, tmp_path: Path) -> None:
    settings = tmp_path / "metadata.json"
    settings.write_text(json.dumps({"plugins": {"datasette-nqdb": config}}))
    with pytest.raises(AssertionError) as raised:
        with running("--memory", "--metadata", settings):
            pass
    assert f"datasette-nqdb: {said}" in str(raised.value), raised.value


@pytest.mark.parametrize("functions_only", [False, True])
def test_users_cannot_open_files(
    functions_only: bool, queens_db: Path, request: pytest.FixtureRequest
) -> None:
    with running(queens_db, functions_only=functions_only) as server:
        for call in [
            "nq_attach('/etc/passwd')",
            "nq_time_limit(1000)",
            "nq_seal()",
        ]:
            assert "no such function: nq_" in server.ask(f"SELECT {call}"), call
        assert "not authorized" in server.ask("SELECT load_extension('other')")


def test_the_time_limit_ends_searches(tables: None, queens_db: Path) -> None:
    with running(queens_db) as server:
        for sql in ENDLESS:
            server.says_after(100, sql, "took too long")
        assert server.ask("SELECT nq_count(8)") == [[92]]


def test_functions_work_without_extensions(
    without_extensions: None, queens_db: Path
) -> None:
    with running(queens_db, functions_only=True) as server:
        assert server.ask("SELECT nq_orbit_id('6 4 7 1 8 2 5 3')") == [[10]]
        assert server.ask(LONG) == [[20_000]]
        server.says_after(300, ENDLESS[0], "raised exception")
        assert server.ask("SELECT count(*) FROM nq_solutions(8)") == "no such table: nq_solutions"
        assert server.said.count("functions are available, but not its tables") == 1, server.said
        assert "can't load extensions" in server.said


EXAMPLES = {
    "solution-of-a-rank": ({"n": 8, "rank": 57}, [["5 7 1 3 8 6 4 2"]]),
    "facts-of-a-solution": ({"queens": "a2 b4 c1 d3"}, [[1, 1, 2, "2 4 1 3"]]),
    "number-of-solutions": ({"n": 8, "conditions": "1=1"}, [[4]]),
    "solutions-with-given-queens": ({"n": 8, "conditions": "1=1 2=7"}, [[3, "1 7 4 6 8 2 5 3"], [4, "1 7 5 8 2 4 6 3"]]),
    "solutions-of-an-orbit": ({"n": 4, "orbit_id": 1}, [[1, "2 4 1 3", 1], [2, "3 1 4 2", 0]]),
}


@pytest.mark.parametrize("functions_only", [False, True])
def test_a_visitor_finds_examples(functions_only: bool, queens_db: Path, request: pytest.FixtureRequest) -> None:
    request.getfixturevalue("without_extensions" if functions_only else "tables")
    with running(queens_db, functions_only=functions_only) as server:
        name = queens_db.stem
        page = urllib.request.urlopen(f"{server.url}/{name}", timeout=PATIENCE).read().decode()
        for query, (parameters, rows) in EXAMPLES.items():
            is_there = not functions_only or not query.startswith("solutions-")
            assert (f"/{name}/{query}" in page) == is_there, query
            if is_there:
                words = urllib.parse.urlencode({**parameters, "_shape": "arrays"})
                with urllib.request.urlopen(f"{server.url}/{name}/{query}.json?{words}", timeout=PATIENCE) as found:
                    assert json.load(found)["rows"] == rows
