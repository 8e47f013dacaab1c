"""SQL with Ctrl-C, interrupts, threads and forks."""

from __future__ import annotations

import gc
import multiprocessing
import os
import sqlite3
import sys
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Callable

import nqdb
import pytest
from conftest import LONG, ask, run_python
from working import under_way, when

#: Statements that practically never end, within one function call and between calls.
ENDLESS = [
    "SELECT nq_count(24, '12=12')",
    "WITH RECURSIVE t(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM t) SELECT count(nq_count(x % 9)) FROM t",
]

#: A script that interrupts each of its statements.
CTRL_C = """
import nqdb, sys
from working import control_c
if sys.argv[1] == "functions":
    nqdb._sql._loads_extensions = lambda connection: False
connection = nqdb.connect()
for statement in sys.argv[2:]:
    control_c(lambda: connection.execute(statement).fetchall())
print(connection.execute("SELECT nq_count(8)").fetchone()[0])
"""


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> "list[str]":
    """Statements that only an interrupt ends; by default, functions have a time limit."""
    monkeypatch.setenv("NQDB_TIME_LIMIT", "100000")
    return ENDLESS


@pytest.mark.parametrize("kind", ["extension", "functions"])
def test_ctrl_c_ends_a_statement(
    kind: str, endless: "list[str]", request: pytest.FixtureRequest
) -> None:
    request.getfixturevalue("extensions" if kind == "extension" else "without_extensions")
    assert run_python(CTRL_C, kind, *endless) == "92\n"


def test_interrupt_ends_a_statement(endless: "list[str]", any_connection: Callable[..., Any]) -> None:
    connection = any_connection(check_same_thread=False)
    for statement in endless:
        interrupter = when(under_way(), connection.interrupt)
        with pytest.raises(sqlite3.OperationalError, match="^interrupted$"):
            ask(connection, statement)
        interrupter.join()
    assert ask(connection, "SELECT nq_count(8)") == 92


@pytest.mark.parametrize("instructions", [1000, 20_000])
def test_a_progress_handler_ends_a_search(
    endless: "list[str]", any_connection: Callable[..., Any], instructions: int
) -> None:
    connection = any_connection()
    connection.set_progress_handler(under_way(), instructions)
    with pytest.raises(sqlite3.OperationalError, match="^interrupted$"):
        ask(connection, endless[0])


def test_interrupt_ends_a_statement_on_plain_connections(
    endless: "list[str]", without_extensions: None
) -> None:
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    nqdb.add_functions(connection)
    interrupter = when(under_way(), connection.interrupt)
    with pytest.raises(sqlite3.OperationalError, match="interrupted|raised exception"):
        ask(connection, endless[0])
    interrupter.join()
    connection.close()


def test_a_connection_can_close_while_a_statement_runs(any_connection: Callable[..., Any]) -> None:
    """An interrupt between two rows; SQLite finishes the statement first."""
    connection = any_connection()
    rows = connection.execute("WITH t(x) AS (VALUES (1), (2), (3)) SELECT nq_unrank(8, x) FROM t")
    assert rows.fetchone() == ("1 5 8 6 3 7 2 4",)
    connection.close()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        rows.fetchone()


def test_threads_with_a_connection_each(
    any_connection: Callable[..., Any], queens_db: Path
) -> None:
    def work(first: int) -> int:
        connection = any_connection(queens_db, check_same_thread=False)
        query = "SELECT nq_rank(nq_unrank(12, ?))"
        ranks = range(first, 14_201, 97)
        assert all(connection.execute(query, (rank,)).fetchone() == (rank,) for rank in ranks)
        return len(ranks)

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(work, range(1, 98))) == 14_200


def test_threads_with_one_connection(extensions: None) -> None:
    """Only with the extension: Python callables on a shared connection can deadlock in sqlite3 itself."""
    if sys.version_info < (3, 11) or sqlite3.threadsafety != 3:
        pytest.skip("threads can't share connections with this SQLite")
    connection = nqdb.connect(check_same_thread=False)

    def work(rank: int) -> bool:
        query = "SELECT nq_rank(nq_unrank(8, ?))"
        return bool(connection.execute(query, (rank,)).fetchone() == (rank,))

    with ThreadPoolExecutor(8) as threads:
        assert all(threads.map(work, [1 + place % 92 for place in range(2000)]))
    connection.close()


@pytest.mark.parametrize("kind", ["extension", "functions"])
def test_connections_are_freed(
    kind: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, queens_db: Path
) -> None:
    """A connection from `nqdb.connect` is freed even if it is not closed."""
    request.getfixturevalue("extensions" if kind == "extension" else "without_extensions")
    if sys.platform != "linux":
        pytest.skip("counts open files in /proc")

    def files() -> int:
        gc.collect()
        return len(os.listdir("/proc/self/fd"))

    def use() -> None:
        assert ask(nqdb.connect(queens_db), LONG) == 20_000

    use()
    before = files()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        for _ in range(20):
            use()
    assert files() == before


def child(path: str) -> int:
    connection = nqdb.connect(path)
    try:
        return int(ask(connection, LONG))
    finally:
        connection.close()


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes_open_their_own_connections(
    method: str, any_connection: Callable[..., Any], queens_db: Path
) -> None:
    """Like the workers of a server that loads nqdb before it forks."""
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"this system does not {method}")
    connection = any_connection(queens_db)
    assert ask(connection, LONG) == 20_000
    with multiprocessing.get_context(method).Pool(2) as workers:
        assert workers.map(child, [str(queens_db)] * 8) == [20_000] * 8
    assert ask(connection, LONG) == 20_000
