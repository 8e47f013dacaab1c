"""Runs an action during a long call, which is detected by processor time, so that this works at any machine speed."""

from __future__ import annotations

import os
import signal
import threading
import time
from typing import Callable, NamedTuple

#: Seconds of processor time after which a long call has certainly begun.
UNDER_WAY = 0.1


class Interrupted(NamedTuple):
    """The time in seconds from Ctrl-C to the end of a call."""

    wall: float
    processor: float


def under_way() -> Callable[[], bool]:
    """Returns a check that the next long call has begun: that this process has used processor time from now on."""
    end = time.process_time() + UNDER_WAY
    return lambda: time.process_time() >= end


def when(holds: Callable[[], bool], act: Callable[[], object]) -> threading.Thread:
    """Runs an action on another thread once a condition holds. Calls of nqdb release the GIL, so it can run."""

    def wait() -> None:
        while not holds():
            time.sleep(0.01)
        act()

    thread = threading.Thread(target=wait, daemon=True)
    thread.start()
    return thread


def control_c(call: Callable[[], object], holds: "Callable[[], bool] | None" = None) -> Interrupted:
    """Ends a call with a real SIGINT, once it has begun or once a condition holds."""
    # Python keeps ignoring SIGINT if it was ignored at startup, as in the background of a shell.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sent: list[float] = []

    def send() -> None:
        sent.extend((time.perf_counter(), time.process_time()))
        os.kill(os.getpid(), signal.SIGINT)

    try:
        when(holds or under_way(), send)
        call()
    except KeyboardInterrupt:
        return Interrupted(time.perf_counter() - sent[0], time.process_time() - sent[1])
    raise AssertionError("the call ended by itself")
