"""Pickles, threads, forked and spawned processes."""

import multiprocessing
import os
import pickle
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import nqdb
import pytest
import twin
from boards import board, database, every_tier, rows
from conftest import run_python


@every_tier
def test_pickles(tier):
    found = board(tier, 8)
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        for value in [found, found.database, found.orbit(10)]:
            again = pickle.loads(pickle.dumps(value, protocol))
            assert again == value and type(again) is type(value)
    assert pickle.loads(pickle.dumps(found)).tier == tier


def test_paths_do_not_depend_on_the_working_directory(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    nqdb.build(8, "here.db")
    found = nqdb.Database("here.db")
    monkeypatch.chdir("/")
    assert found.path == str(tmp_path / "here.db")
    assert pickle.loads(pickle.dumps(found)).board(8).tier == "stored"


@every_tier
def test_threads_share_a_board(tier):
    found = board(tier, 9)
    expected = twin.solutions(8)

    def work(seed):
        ranks = [(seed * 7919 + step) % 352 + 1 for step in range(300)]
        assert [found.rank(found.unrank(rank)) for rank in ranks] == ranks
        assert rows(found.rank_many(found.unrank_many(ranks))) == ranks
        return rows(database(tier).board(8).solutions())

    with ThreadPoolExecutor(8) as pool:
        assert all(solutions == expected for solutions in pool.map(work, range(16)))


@pytest.mark.parametrize("iterate", [lambda found: found.iter_solutions(), lambda found: iter(found[:])])
def test_threads_share_an_iterator(iterate):
    expected = rows(board("stored", 10).solutions())
    with ThreadPoolExecutor(4) as pool:
        for _ in range(20):
            solutions = iterate(board("stored", 10))
            parts = pool.map(lambda _, solutions=solutions: list(solutions), range(4))
            assert sorted(queens for part in parts for queens in part) == expected


def look_up(found, rank):
    return os.getpid(), found.tier, found.rank(found.unrank(rank))


METHODS = [method for method in ("fork", "spawn") if method in multiprocessing.get_all_start_methods()]


@every_tier
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_boards_are_passed_to_processes(tier, method):
    found = board(tier, 8)
    assert found.rank(found.unrank(5)) == 5
    with ProcessPoolExecutor(2, multiprocessing.get_context(method)) as pool:
        answers = list(pool.map(look_up, [found] * 20, range(1, 21)))
    assert [rank for _, _, rank in answers] == list(range(1, 21))
    assert {used for _, used, _ in answers} == {tier}
    assert os.getpid() not in {process for process, _, _ in answers}


FORKED = """
import os, sys, nqdb
board = nqdb.Database(sys.argv[1]).board(10)
assert board.unrank(5)
opened = lambda: [os.readlink(f"/proc/self/fd/{fd}") for fd in os.listdir("/proc/self/fd")[:-1]].count(sys.argv[1])
assert opened() == 1
for generation in range(2):
    if os.fork():
        sys.exit(os.waitstatus_to_exitcode(os.wait()[1]))
    # The inherited connection is not used; the file is opened again.
    assert board.rank(board.unrank(700 - generation)) == 700 - generation
    assert opened() == 2 + generation, opened()
    assert board.database.board(10) == board and board.tier == "stored"
"""


@pytest.mark.skipif(sys.platform != "linux", reason="looks in /proc")
def test_a_forked_process_opens_the_file_again(tmp_path):
    path = str((tmp_path / "queens.db").resolve())
    nqdb.build(10, path)
    run_python(FORKED, path)
