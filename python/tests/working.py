"""Runs an action while a long call is under way, which is detected from processor time and so works on a machine of any
speed."""

from __future__ import annotations

import os
import signal
import threading
import time
from typing import Callable, NamedTuple

#: Seconds of processor time after which a long call is under way.
UNDER_WAY = 0.1


class Interrupted(NamedTuple):
    """The seconds from Ctrl-C to the end of a call."""

    wall: float
    processor: float


def under_way() -> Callable[[], bool]:
    """Whether the long call that comes next is under way: this process has worked since now."""
    end = time.process_time() + UNDER_WAY
    return lambda: time.process_time() >= end


def when(holds: Callable[[], bool], act: Callable[[], object]) -> threading.Thread:
    """Acts on another thread once something holds. Calls of nqdb let it run meanwhile."""

    def wait() -> None:
        while not holds():
            time.sleep(0.01)
        act()

    thread = threading.Thread(target=wait, daemon=True)
    thread.start()
    return thread


def control_c(call: Callable[[], object], holds: "Callable[[], bool] | None" = None) -> Interrupted:
    """Sends a real SIGINT once a call is under way, or once something holds, which ends the call."""
    # Python leaves SIGINT ignored where it starts so, as in the background of a shell.
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
