"""The verbs of the command line, about boards of the default database: each is a method of its Board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, Unpack, overload

from nqdb import _nqdb
from nqdb._board import Board, board
from nqdb._comparison import Comparison
from nqdb._nqdb import Estimate, Orbit, queens
from nqdb._types import Boards, Conditions, Properties, Queens

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray


def unrank(n: SupportsIndex, rank: SupportsIndex) -> list[int]:
    """The solution of N with this rank: nqdb.board(n).unrank(rank).

    Raises RankError for a rank that the board does not have, and UnknownError for one that is out of reach.

    >>> import nqdb
    >>> nqdb.unrank(8, 92)
    [8, 4, 1, 3, 6, 2, 7, 5]
    """
    return board(n).unrank(rank)


def rank(solution: Queens) -> int:
    """The rank of a solution: its place in lexicographic order, from 1.

    Raises InvalidError for queens that are not a solution, and UnknownError if the number is out of reach.

    >>> import nqdb
    >>> nqdb.rank("6 4 7 1 8 2 5 3")
    79
    """
    return _of(solution).rank(solution)


def orbit(solution: Queens) -> Orbit:
    """The orbit of a solution; nqdb.board(n).orbit also takes an id.

    Raises InvalidError for queens that are not a solution.

    >>> import nqdb
    >>> nqdb.orbit("6 4 7 1 8 2 5 3")
    <nqdb.Orbit N = 8, size 4, canonical 3 5 2 8 1 7 4 6>
    """
    return _of(solution).orbit(solution)


def orbit_id(solution: Queens) -> int:
    """The orbit id of a solution, from 1.

    Raises InvalidError for queens that are not a solution, and UnknownError if the number is out of reach.

    >>> import nqdb
    >>> nqdb.orbit_id("6 4 7 1 8 2 5 3")
    10
    """
    return _of(solution).orbit_id(solution)


def check(queens: Queens) -> dict[str, Any]:
    """The verdict on queens in any form of nqdb.queens, N up to 10,000,000, as a dict.

    `n` is the board size, or None for queens that can't be read; `verdict` is "solution", "attack", "not a permutation"
    or "unreadable"; `columns` has two columns whose queens attack each other, or is None; `reason` is a sentence, or
    None for a solution. Raises TypeError for values that can't be queens.

    >>> import nqdb
    >>> verdict = nqdb.check("1 3 2")
    >>> verdict["verdict"], verdict["columns"]
    ('attack', [2, 3])
    """
    return dict(zip(("n", "verdict", "columns", "reason"), _nqdb.check(queens)))


@overload
def solutions(
    n: SupportsIndex,
    conditions: Conditions = "",
    *,
    start: SupportsIndex = 1,
    limit: SupportsIndex | None = None,
    ranks: Literal[False] = False,
    **properties: Unpack[Properties],
) -> NDArray[numpy.uint8]: ...
@overload
def solutions(
    n: SupportsIndex,
    conditions: Conditions = "",
    *,
    start: SupportsIndex = 1,
    limit: SupportsIndex | None = None,
    ranks: Literal[True],
    **properties: Unpack[Properties],
) -> tuple[NDArray[numpy.uint8], NDArray[numpy.int64]]: ...
def solutions(n, conditions="", **options):  # type: ignore[no-untyped-def]
    """The selected solutions of N (see Board), `nqdb list`: nqdb.board(n).solutions(conditions, …), with its arguments.

    Raises InvalidError for invalid conditions and for an array beyond 2 GiB without a limit, and RankError for a
    `start` that the board does not have.

    >>> import nqdb
    >>> nqdb.solutions(8, "1=3", fixed_by="rotate-180").tolist()
    [[3, 5, 2, 8, 1, 7, 4, 6]]
    """
    return board(n).solutions(conditions, **options)


def count(n: SupportsIndex, conditions: Conditions = "", **properties: Unpack[Properties]) -> int:
    """The number of selected solutions of N (see Board): nqdb.board(n).count(conditions, **properties).

    Raises InvalidError for invalid conditions, and UnknownError if the number is unknown.

    >>> import nqdb
    >>> nqdb.count(8), nqdb.count(8, "1=1"), nqdb.count(11, toroidal=True)
    (92, 4, 88)
    """
    return board(n).count(conditions, **properties)


def estimate_count(
    n: SupportsIndex,
    conditions: Conditions = "",
    *,
    seconds: float = 1.0,
    runs: SupportsIndex | None = None,
    seed: SupportsIndex | None = None,
    jobs: SupportsIndex | None = None,
) -> Estimate:
    """Estimates the number of solutions of N: nqdb.board(n).estimate_count(conditions, …), with its arguments.

    Raises InvalidError for invalid conditions, for fewer than 2 runs, and for a number of seconds that is not positive.

    >>> import nqdb
    >>> print(nqdb.estimate_count(64, runs=200, seed=1))
    ≈ 1.86e63 ± 2.8%
    """
    return board(n).estimate_count(conditions, seconds=seconds, runs=runs, seed=seed, jobs=jobs)


@overload
def random(
    n: SupportsIndex,
    conditions: Conditions = "",
    *,
    limit: None = None,
    distinct: bool = False,
    seed: SupportsIndex | None = None,
    **properties: Unpack[Properties],
) -> list[int]: ...
@overload
def random(
    n: SupportsIndex,
    conditions: Conditions = "",
    *,
    limit: SupportsIndex,
    distinct: bool = False,
    seed: SupportsIndex | None = None,
    **properties: Unpack[Properties],
) -> NDArray[numpy.uint8]: ...
def random(n, conditions="", **options):  # type: ignore[no-untyped-def]
    """A random solution of those selected (see Board), or an array of them: nqdb.board(n).random(conditions, …), with
    its arguments.

    Raises RankError if there are no solutions, and InvalidError for invalid conditions and for more distinct solutions
    than there are.

    >>> import nqdb
    >>> nqdb.random(14, seed=1)
    [6, 8, 12, 4, 13, 5, 2, 11, 7, 3, 1, 9, 14, 10]
    """
    return board(n).random(conditions, **options)


def heatmap(
    n: SupportsIndex, conditions: Conditions = "", **properties: Unpack[Properties]
) -> NDArray[numpy.int64]:
    """The number of selected solutions of N (see Board) with a queen on each square: nqdb.board(n).heatmap(conditions,
    **properties).

    Raises InvalidError for invalid conditions, and for all solutions beyond N = 20.

    >>> import nqdb
    >>> nqdb.heatmap(4).tolist()
    [[0, 1, 1, 0], [1, 0, 0, 1], [1, 0, 0, 1], [0, 1, 1, 0]]
    """
    return board(n).heatmap(conditions, **properties)


def compare(
    n: SupportsIndex,
    boards: str | Iterable[Queens] | Mapping[Any, Queens],
    conditions: Conditions = "",
    *,
    orbits: bool = False,
    notation: str | None = None,
    zero_based: bool = False,
    **properties: Unpack[Properties],
) -> Comparison:
    """A list of boards compared with all solutions of N, or those selected: nqdb.board(n).compare(boards, …), with its
    arguments.

    Raises InvalidError for N beyond 18, invalid conditions, and conditions on orbits.

    >>> import nqdb
    >>> nqdb.compare(8, nqdb.solutions(8, limit=90))
    <nqdb.Comparison 90 of 92 solutions: 2 missing>
    """
    return board(n).compare(
        boards, conditions, orbits=orbits, notation=notation, zero_based=zero_based, **properties
    )


def one_hot(boards: Boards) -> NDArray[numpy.uint8]:
    """Boards of one size as matrices, which do not have to be solutions: an array of shape (k, N, N), with 1 at
    [i, r - 1, c - 1] if board i has a queen in row r and column c, and 0 elsewhere.

    `boards` is an array of shape (k, N), a slice of a Board, or any other sequence of boards in any form of nqdb.queens.
    Board.rank_many and the other methods for many boards read such arrays.

    Raises InvalidError for anything that is not a board.

    >>> import nqdb
    >>> nqdb.one_hot(nqdb.board(4)[:1]).tolist()
    [[[0, 0, 1, 0], [1, 0, 0, 0], [0, 0, 0, 1], [0, 1, 0, 0]]]
    >>> nqdb.board(4).rank_many(nqdb.one_hot(nqdb.solutions(4))).tolist()
    [1, 2]
    """
    from nqdb import _arrays

    return _arrays.one_hot(boards)


def _of(solution: Queens) -> Board:
    """The board of a solution."""
    return board(len(queens(solution)))
