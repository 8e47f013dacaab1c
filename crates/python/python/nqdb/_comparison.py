"""Lists of boards, compared with the solutions of a board."""

from __future__ import annotations

import html
import json
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from nqdb._nqdb import NativeComparison, SolutionIterator, picture, text
from nqdb._types import Queens

# The most boards of each kind that notebooks display.
_SHOWN = 10


def pairs(boards: Any) -> str | Iterator[tuple[str | None, Queens]]:
    """The boards with their labels, which the keys of a mapping are; text as it is."""
    if isinstance(boards, str):
        return boards
    if isinstance(boards, Mapping):
        return ((str(label), board) for label, board in boards.items())
    # Iteration over a table yields its columns.
    return ((None, board) for board in (boards.to_numpy() if hasattr(boards, "to_numpy") else boards))


class Comparison:
    """A list of boards, compared with the selected solutions or orbits of a board; returned by nqdb.compare.

    `expected` is the number of these, `found` the number of those that are in the list, and `complete` whether the list
    has exactly these, each once. `repeated`, `outside` (the selection) and `wrong` are the boards that are not as
    expected, as dicts with the fields of `nqdb compare --json`. Notebooks display the first of them, and pictures of
    missing solutions.
    """

    expected: int
    found: int
    complete: bool
    repeated: list[dict[str, Any]]
    outside: list[dict[str, Any]]
    wrong: list[dict[str, Any]]

    def __init__(self, native: NativeComparison) -> None:
        self._native = native
        self.expected, self.found = native.counts()
        self._boards = {name: [json.loads(board) for board in boards] for name, boards in native.boards()}
        self.repeated, self.outside, self.wrong = self._boards.values()
        self.complete = self.expected == self.found and not any(self._boards.values())

    @property
    def missing_count(self) -> int:
        """The number of missing solutions or orbits."""
        return self.expected - self.found

    @property
    def missing(self) -> SolutionIterator:
        """An iterator over the missing solutions, or canonical representatives, in order. They are looked up as they are
        needed.
        """
        return self._native.missing()

    def __repr__(self) -> str:
        return f"<nqdb.Comparison {self._native}>"

    def _repr_html_(self) -> str:
        parts = [f"<p>{html.escape(str(self._native))}</p>"]
        missing = list(islice(self.missing, _SHOWN))
        if missing:
            captions = [text(queens) for queens in missing]
            parts.append(picture(*missing, captions=captions).svg)
        for name, boards in self._boards.items():
            for board in boards[:_SHOWN]:
                words = [f"line {board['line']}", board.get("label", ""), board.get("reason", name)]
                parts.append(f"<p>{html.escape(', '.join(filter(None, words)))}</p>")
        return "".join(parts)
