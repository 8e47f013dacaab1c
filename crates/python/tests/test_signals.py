"""Ctrl-C ends every long call soon, and the module stays usable. crates/python/bench.py measures the delay."""

import signal
from contextlib import contextmanager

import nqdb
import pytest
from conftest import run_python
from working import UNDER_WAY

SCRIPT = """
import itertools, nqdb, os, random, sys, threading
from working import control_c
database = nqdb.Database.without_file()
DIAGONALS = [f"c+r!={sum}" for sum in range(2, 129)] + [f"c-r!={difference}" for difference in range(-63, 64)]
# A solution of rank 200,000, which takes seconds without tables.
FAR = [1, 3, 5, 2, 8, 11, 15, 19, 21, 24, 18, 6, 23, 9, 4, 22, 7, 14, 12, 17, 20, 13, 10, 16]
DIAGONALS = " ".join(random.Random(1).sample(DIAGONALS, 60))
def alongside(items):
    threading.Thread(target=next, args=(items,), daemon=True).start()
    return next(items)
print(min(control_c(lambda: {call})))
assert database.board(8).unrank(4) == [1, 7, 5, 8, 2, 4, 6, 3]
# Do not wait for the other thread of a call.
sys.stdout.flush()
os._exit(0)
"""

CALLS = {
    "unrank": "database.board(30).unrank(10**6)",
    "unrank of an unknown board": "database.board(46).unrank(1)",
    "rank": "database.board(24).rank(FAR)",
    "orbit_id": "database.board(24).orbit_id(FAR)",
    "orbit": "database.board(30).orbit(10**6)",
    "solutions": "database.board(17).solutions(limit=5 * 10**7)",
    "solutions from a high rank": "database.board(30).solutions(start=10**6, limit=10)",
    "representatives": "database.board(17).representatives()",
    "an iterator in use by another thread": "alongside(database.board(30).iter_solutions(start=10**6))",
    "iteration": "sum(1 for _ in database.board(17))",
    "a list": "list(database.board(18))",
    "many short calls": "list(map(database.board(8).unrank, itertools.repeat(1)))",
    "one step": "next(database.board(46).iter_solutions())",
    "orbits one by one": "sum(1 for _ in database.board(18).iter_orbits())",
    "unrank_many": "database.board(21).unrank_many(range(10**9, 10**11, 10**7))",
    "orbit_id_many": "database.board(21).orbit_id_many([nqdb.solve(21, method='backtrack', seed=s) for s in range(400)])",
    "distinct draws": "database.board(40).random(limit=10**5, seed=1, distinct=True)",
    "a random order": "max(database.board(20).shuffled(1))",
    "rank_many": "database.board(21).rank_many([nqdb.solve(21, method='backtrack', seed=s) for s in range(400)])",
    "random": "database.board(40).random(limit=10**5, seed=1)",
    "random of a selection": "database.board(20).random('1=1', limit=10**5, seed=1)",
    "solutions with a condition": "database.board(20).solutions('1=1')",
    "solutions with a property": "database.board(24).solutions(superqueen=True)",
    "iteration over a selection": "sum(1 for _ in database.board(20).iter_solutions('1=1'))",
    "count": "database.board(22).count('1=1 5=9')",
    "count of a property": "database.board(24).count(no_three_in_line=True)",
    "an array": "__import__('numpy').asarray(database.board(17))",
    "solve_conditions": "nqdb.solve(64, DIAGONALS, seed=1)",
    "estimate_count": "database.board(50).estimate_count(seconds=60)",
    "heatmap": "database.board(20).heatmap('10=10')",
    "heatmap_picture": "database.board(20).heatmap_picture('1=1')",
    "drawings as text": "str(nqdb.picture(*[nqdb.solve(1000)] * 1000))",
    "build": "nqdb.build(17, sys.argv[1] + '/stored.db', tier='stored')",
    "build of an index": "nqdb.build(20, sys.argv[1] + '/indexed.db')",
    "solve": "nqdb.solve(400, method='ant-colony', seed=1)",
}


@pytest.mark.parametrize("call", CALLS)
def test_control_c_ends_long_calls(call, tmp_path):
    """Without Ctrl-C, each call would take longer than the limit, both in wall-clock time (which is long on a stalled
    machine) and in processor time (which is long on many cores). An index finishes its units."""
    seconds = float(run_python(SCRIPT.replace("{call}", CALLS[call]), str(tmp_path)))
    assert seconds < (60 if call == "build of an index" else 2)


@contextmanager
def alarm(handler):
    """Handles a signal that arrives during a long call with `handler`."""
    before = signal.signal(signal.SIGVTALRM, handler)
    # Processor time, not wall-clock time.
    signal.setitimer(signal.ITIMER_VIRTUAL, UNDER_WAY)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def test_handlers_that_return_do_not_end_a_call():
    calls = []
    database = nqdb.Database.without_file()
    # A handler may use nqdb, too.
    with alarm(lambda *_: calls.append(database.board(8).unrank(1))):
        while not calls:
            assert database.board(19).count("3=5 7=12") == 13_775_659
    assert calls == [[1, 5, 8, 6, 3, 7, 2, 4]]


def test_a_handler_may_raise_anything():
    class Enough(Exception):
        pass

    def handler(*_):
        raise Enough

    with pytest.raises(Enough), alarm(handler):
        nqdb.Database.without_file().board(46).unrank(1)


def test_a_handler_does_not_wait_for_the_call_that_it_interrupts():
    items = nqdb.Database.without_file().board(46).iter_solutions()
    with pytest.raises(nqdb.Error, match="already in a call"), alarm(lambda *_: next(items)):
        next(items)


#: Calls that daemon threads repeat until the process ends: a single long one, and short ones, each of which takes the
#: GIL again.
DAEMONS = {
    "a long call": "next(database.board(46).iter_solutions())",
    "short calls": "database.board(12).unrank(5_000)",
}


@pytest.mark.parametrize("call", DAEMONS)
def test_a_process_ends_during_the_calls_of_daemon_threads(call):
    script = f"""
import nqdb, threading, time
from working import under_way
database = nqdb.Database.without_file()
def repeat():
    while True:
        {DAEMONS[call]}
for _ in range(3):
    threading.Thread(target=repeat, daemon=True).start()
is_under_way = under_way()
while not is_under_way():
    time.sleep(0.01)
"""
    for _ in range(5):
        run_python(script)
