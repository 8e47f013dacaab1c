"""Ctrl-C ends every long call within 100 ms, and leaves everything usable."""

import os
import signal
import subprocess
import sys
import threading
import time

import nqdb
import pytest

# A long call tells when it is under way, gets a real SIGINT, and tells how long that took.
SCRIPT = """
import itertools, nqdb, os, random, signal, sys, threading, time
# Python leaves SIGINT ignored where it starts so, as in the background of a shell.
signal.signal(signal.SIGINT, signal.default_int_handler)
database = nqdb.Database.without_file()
sent = None
DIAGONALS = [f"c+r!={sum}" for sum in range(2, 129)] + [f"c-r!={difference}" for difference in range(-63, 64)]
DIAGONALS = " ".join(random.Random(1).sample(DIAGONALS, 60))
def send():
    global sent
    time.sleep(0.3)
    sent = time.perf_counter()
    os.kill(os.getpid(), signal.SIGINT)
def beside(items):
    threading.Thread(target=next, args=(items,), daemon=True).start()
    return next(items)
call = lambda: {call}
threading.Thread(target=send, daemon=True).start()
try:
    call()
except KeyboardInterrupt:
    print(time.perf_counter() - sent)
    assert database.board(8).unrank(4) == [1, 7, 5, 8, 2, 4, 6, 3]
    sys.exit(0)
sys.exit("the call ended by itself")
"""

CALLS = {
    "unrank": "database.board(21).unrank(10**11)",
    "unrank of an unknown board": "database.board(46).unrank(1)",
    "rank": "database.board(21).rank(nqdb.solve(21, 'backtrack', seed=1))",
    "orbit_id": "database.board(19).orbit_id(nqdb.solve(19, 'backtrack', seed=1))",
    "orbit": "database.board(19).orbit(10**8)",
    "ranks of an orbit": "database.board(21).orbit(1).ranks()",
    "solutions": "database.board(17).solutions(limit=3 * 10**7)",
    "solutions from far": "database.board(21).solutions(10**11, 10)",
    "orbits": "database.board(17).orbits()",
    "an iterator that another thread is in": "beside(database.board(20).iter_solutions(10**9))",
    "iteration": "sum(1 for _ in database.board(17))",
    "a list": "list(database.board(18))",
    "many short calls": "list(map(database.board(8).unrank, itertools.repeat(1)))",
    "one step": "next(database.board(46).iter_solutions())",
    "orbits one by one": "sum(1 for _ in database.board(18).iter_orbits())",
    "unrank_many": "database.board(19).unrank_many(range(10**9, 10**9 + 10**4))",
    "rank_many": "database.board(19).rank_many([nqdb.solve(19, 'backtrack', seed=s) for s in range(20)])",
    "random": "database.board(40).random(k=10**5, seed=1)",
    "find": "database.board(20).find('1=1')",
    "find all": "database.board(17).find('')",
    "count_matching": "database.board(22).count_matching('1=1 5=9')",
    "complete": "nqdb.complete(64, DIAGONALS, seed=1)",
    "count_estimate": "database.board(50).count_estimate(seconds=60)",
    "heatmap": "database.board(19).heatmap()",
    "picture": "database.board(20).picture('1=1')",
    "build": "nqdb.build(17, '{directory}/stored.db', tier='stored')",
    "build of an index": "nqdb.build(20, '{directory}/indexed.db')",
    "solve": "nqdb.solve(400, 'ant-colony', seed=1)",
}


@pytest.mark.parametrize("call", CALLS)
def test_control_c_ends_long_calls(call, tmp_path):
    source = SCRIPT.replace("{call}", CALLS[call]).replace("{directory}", str(tmp_path))
    done = subprocess.run(
        [sys.executable, "-c", source], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    print(done.stdout)
    # 100 ms on an idle machine; an index finishes its units in progress.
    assert float(done.stdout) < (10 if call == "build of an index" else 0.5)


def test_handlers_that_return_do_not_end_a_call():
    calls = []
    board = nqdb.Database.without_file().board(8)

    def handler(*_):
        # A handler may ask as well.
        calls.append(board.unrank(1))

    before = signal.signal(signal.SIGUSR1, handler)
    try:
        process = os.getpid()
        timer = threading.Timer(0.1, os.kill, (process, signal.SIGUSR1))
        timer.start()
        estimate = nqdb.Database.without_file().board(40).count_estimate(seconds=0.5)
        assert estimate.mean > 1e20
        assert calls == [[1, 5, 8, 6, 3, 7, 2, 4]]
    finally:
        signal.signal(signal.SIGUSR1, before)


def test_a_handler_may_raise_anything():
    class Enough(Exception):
        pass

    def handler(*_):
        raise Enough

    before = signal.signal(signal.SIGUSR1, handler)
    try:
        threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGUSR1)).start()
        with pytest.raises(Enough):
            nqdb.Database.without_file().board(21).unrank(10**11)
    finally:
        signal.signal(signal.SIGUSR1, before)


def test_a_handler_does_not_wait_for_the_call_that_it_interrupts():
    items = nqdb.Database.without_file().board(20).iter_solutions(10**9)
    previous = signal.signal(signal.SIGALRM, lambda *_: next(items))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(nqdb.Error, match="in a call already"):
            next(items)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)


def test_other_threads_run_during_a_call():
    ticks = []
    stop = threading.Event()

    def tick():
        while not stop.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    began = time.perf_counter()
    nqdb.Database.without_file().board(30).count_estimate(seconds=0.3)
    ended = time.perf_counter()
    stop.set()
    thread.join()
    assert sum(began < moment < ended for moment in ticks) > 20
