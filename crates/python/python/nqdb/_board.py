"""Boards: the solutions and orbits of one size."""

from __future__ import annotations

import operator
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, Unpack, final, overload

from nqdb import _nqdb
from nqdb._comparison import Comparison, pairs
from nqdb._nqdb import Database, Estimate, Orbit, OrbitIterator, Picture, SolutionIterator
from nqdb._sequences import Chunks, ShuffledRanks, SolutionSequence, as_array
from nqdb._types import Boards, Conditions, Integers, Properties, Queens

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray


@final
class Board(Sequence["list[int]"]):
    """The solutions and orbits of one board size; returned by nqdb.board and Database.board.

    A solution is a list: the row of the queen in each column, counted from 1. Methods accept queens in all forms of
    nqdb.queens. Ranks and orbit ids count from 1. Arrays of solutions have the shape (k, N) and the type uint8.

    >>> board = nqdb.board(10)
    >>> board.unrank(100)
    [2, 8, 10, 4, 1, 5, 9, 6, 3, 7]
    >>> board.rank([2, 8, 10, 4, 1, 5, 9, 6, 3, 7])
    100

    solutions, iter_solutions, count, random, heatmap and heatmap_picture are about all solutions or a selection: those
    that meet `conditions` and have all `properties`, which are keyword arguments. Conditions are text, such as "3=5" or
    "c5" (column 3 has its queen in row 5), "3!=5" or "!c5" (no queen there) and "c+r!=8" or "c-r!=-2" (no queen on that
    diagonal), or a list of such texts. Given queens may also be a dict of rows by columns, a list of the row in each
    column with 0 for columns without a queen, a matrix, or a task of nqdb.dataset. The properties, which may also be
    words of the text, such as "1=3 fixed-by=rotate-180 no-three-in-line":

    - fixed_by="rotate-180": these symmetries (one name, or a list) leave the solution unchanged
    - stabilizer="rotate-180": these and those that they generate do, and no others
    - toroidal=True: it is a solution on the torus, where each diagonal continues on the opposite side
    - superqueen=True: no two queens are a knight's move apart
    - no_three_in_line=True: no three queens are on a straight line of any slope

    >>> board.solutions("1=3", fixed_by="rotate-180").tolist()
    [[3, 6, 9, 1, 4, 7, 10, 2, 5, 8]]
    >>> board.count({1: 3}, fixed_by="rotate-180"), board.count(superqueen=True)
    (1, 4)

    A board is also the sequence of its solutions, with indices from 0. An item is looked up when it is accessed. A
    slice is a SolutionSequence, so board[:] has all solutions; numpy.asarray(board) is board.solutions().

    >>> len(board), board[99], board[-1]
    (724, [2, 8, 10, 4, 1, 5, 9, 6, 3, 7], [10, 8, 5, 3, 1, 6, 2, 9, 7, 4])
    >>> board[99:200:50]
    <nqdb.SolutionSequence N = 10, ranks range(100, 201, 50)>
    """

    __slots__ = ("_database", "_native")

    def __init__(self, database: Database, native: _nqdb.NativeBoard) -> None:
        self._database, self._native = database, native

    @property
    def n(self) -> int:
        """The board size N."""
        return self._native.n

    @property
    def database(self) -> Database:
        """The database."""
        return self._database

    @property
    def tier(self) -> str:
        """The tier: "stored", "indexed" or "searched"."""
        return self._native.tier

    @property
    def solution_count(self) -> int | None:
        """Q(N), the number of solutions; None if it is unknown (N > 27).

        >>> nqdb.board(27).solution_count
        234907967154122528
        """
        return self._native.solution_count

    @property
    def orbit_count(self) -> int | None:
        """F(N), the number of orbits; None if it is unknown (N > 27)."""
        return self._native.orbit_count

    def unrank(self, rank: SupportsIndex) -> list[int]:
        """The solution with this rank.

        Raises RankError for a rank that the board does not have, and UnknownError for one that is out of reach.

        >>> nqdb.board(8).unrank(92)
        [8, 4, 1, 3, 6, 2, 7, 5]
        """
        return self._native.unrank(rank)

    def __len__(self) -> int:
        count = self.solution_count
        return self._native.count("", {}) if count is None else count  # count raises UnknownError.

    def __bool__(self) -> bool:
        return self.n not in (2, 3)  # Without it, bool would need the number of solutions.

    @overload
    def __getitem__(self, index: SupportsIndex, /) -> list[int]: ...
    @overload
    def __getitem__(self, index: slice, /) -> SolutionSequence: ...
    def __getitem__(self, index: Any, /) -> Any:
        count = self.solution_count
        if count is None:
            ends = [index.start or 0, -1 if index.stop is None else index.stop] if isinstance(index, slice) else [index]
            if any(operator.index(end) < 0 for end in ends) or isinstance(index, slice) and (index.step or 1) < 0:
                len(self)  # Raises UnknownError: these count from the end.
            count = sys.maxsize - 1
        return SolutionSequence(self, range(1, count + 1))[index]

    def __reversed__(self) -> Iterator[list[int]]:
        return reversed(self[:])

    def _repr_svg_(self) -> str | None:
        """Notebooks display the first solutions."""
        return self[:]._repr_svg_() if self.solution_count is not None else None

    def __contains__(self, queens: object, /) -> bool:
        return self._native.contains(queens)  # type: ignore[arg-type]

    def index(self, value: Any, start: int = 0, stop: int | None = None) -> int:
        """The index of a solution, from 0: its rank minus 1.

        Raises ValueError for anything else, and UnknownError if the number of solutions is unknown.

        >>> nqdb.board(8).index("6 4 7 1 8 2 5 3")
        78
        """
        return self[:].index(value, start, stop)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[numpy.uint8]:
        """All solutions as an array, for numpy.asarray(board)."""
        return as_array(self.solutions(), dtype, copy)

    def rank(self, queens: Queens) -> int:
        """The rank of a solution: its place in lexicographic order, from 1.

        Raises InvalidError for queens that are not a solution of this size, and UnknownError if the number is out of
        reach.

        >>> nqdb.board(8).rank("6 4 7 1 8 2 5 3")
        79
        """
        return self._native.rank(queens)

    def orbit_id(self, queens: Queens) -> int:
        """The orbit id of a solution, from 1.

        Raises InvalidError for queens that are not a solution of this size, and UnknownError if the number is out of
        reach.

        >>> nqdb.board(8).orbit_id([6, 4, 7, 1, 8, 2, 5, 3])
        10
        """
        return self._native.orbit_id(queens)

    def orbit(self, orbit: SupportsIndex | Queens) -> Orbit:
        """The orbit with this id, or of this solution.

        Raises RankError for an id that the board does not have, UnknownError for one that is out of reach, and
        InvalidError for queens that are not a solution of this size.

        >>> nqdb.board(8).orbit(12).canonical
        [3, 6, 2, 5, 8, 1, 7, 4]
        >>> nqdb.board(8).orbit("6 4 7 1 8 2 5 3").id
        10
        """
        return self._native.orbit(self, orbit)

    @overload
    def solutions(
        self,
        conditions: Conditions = "",
        *,
        start: SupportsIndex = 1,
        limit: SupportsIndex | None = None,
        ranks: Literal[False] = False,
        **properties: Unpack[Properties],
    ) -> NDArray[numpy.uint8]: ...
    @overload
    def solutions(
        self,
        conditions: Conditions = "",
        *,
        start: SupportsIndex = 1,
        limit: SupportsIndex | None = None,
        ranks: Literal[True],
        **properties: Unpack[Properties],
    ) -> tuple[NDArray[numpy.uint8], NDArray[numpy.int64]]: ...
    def solutions(
        self,
        conditions: Conditions = "",
        *,
        start: SupportsIndex = 1,
        limit: SupportsIndex | None = None,
        ranks: bool = False,
        **properties: Unpack[Properties],
    ) -> Any:
        """The selected solutions (see Board) from a rank on, in order, at most `limit`, as an array.

        Raises InvalidError for invalid conditions and for an array beyond 2 GiB without a limit, and RankError for a
        rank that the board does not have.

        >>> nqdb.board(8).solutions(start=91).tolist()
        [[8, 3, 1, 6, 2, 5, 7, 4], [8, 4, 1, 3, 6, 2, 7, 5]]
        >>> nqdb.board(8).solutions("1=1 2=7").tolist()
        [[1, 7, 4, 6, 8, 2, 5, 3], [1, 7, 5, 8, 2, 4, 6, 3]]
        >>> nqdb.board(8).solutions({1: 3}, stabilizer="rotate-180").tolist()
        [[3, 5, 2, 8, 1, 7, 4, 6]]

        With `ranks`, also returns their ranks, as a second array (int64).

        >>> solutions, ranks = nqdb.board(8).solutions(["1=1", "2=7"], ranks=True)
        >>> ranks.tolist()
        [3, 4]
        """
        return self._native.solutions(conditions, start, limit, ranks, properties)

    def iter_solutions(
        self, conditions: Conditions = "", *, start: SupportsIndex = 1, **properties: Unpack[Properties]
    ) -> SolutionIterator:
        """Iterates over the selected solutions (see Board) from a rank on, in constant memory.

        Raises InvalidError for invalid conditions, and RankError for a rank that the board does not have.

        >>> for queens in nqdb.board(6).iter_solutions(start=2):
        ...     print(queens)
        [3, 6, 2, 5, 1, 4]
        [4, 1, 5, 2, 6, 3]
        [5, 3, 1, 6, 4, 2]
        """
        return self._native.iter_solutions(conditions, start, properties)

    def __iter__(self) -> SolutionIterator:
        return self.iter_solutions()

    def representatives(
        self, *, start: SupportsIndex = 1, limit: SupportsIndex | None = None, **properties: Unpack[Properties]
    ) -> NDArray[numpy.uint8]:
        """The canonical representatives of the orbits with these properties (see Board) from an id on, in order, at
        most `limit`, as an array.

        Raises InvalidError for an array beyond 2 GiB without a limit, and RankError for an id that the board does not
        have.

        >>> nqdb.board(8).representatives(limit=2).tolist()
        [[1, 5, 8, 6, 3, 7, 2, 4], [1, 6, 8, 3, 7, 4, 2, 5]]
        >>> nqdb.board(8).representatives(stabilizer="rotate-180").tolist()
        [[3, 5, 2, 8, 1, 7, 4, 6]]
        """
        return self._native.representatives(start, limit, properties)

    def iter_orbits(self, *, start: SupportsIndex = 1, **properties: Unpack[Properties]) -> OrbitIterator:
        """Iterates over the orbits with these properties (see Board) from an id on, in constant memory.

        Raises RankError for an id that the board does not have.

        >>> [orbit.id for orbit in nqdb.board(10).iter_orbits(fixed_by="rotate-180")]
        [33, 78, 92]
        """
        return self._native.iter_orbits(self, start, properties)

    def unrank_many(self, ranks: Integers, jobs: SupportsIndex | None = None) -> NDArray[numpy.uint8]:
        """The solutions with these ranks, as an array. `jobs` is the number of threads, by default one per core.

        Raises RankError, which names the first rank that the board does not have.

        >>> nqdb.board(8).unrank_many([92, 1]).tolist()
        [[8, 4, 1, 3, 6, 2, 7, 5], [1, 5, 8, 6, 3, 7, 2, 4]]
        """
        return self._native.unrank_many(ranks, jobs)

    def rank_many(self, queens: Boards, jobs: SupportsIndex | None = None) -> NDArray[numpy.int64]:
        """The ranks of these solutions, as an array (int64). `jobs` is the number of threads, by default one per core.

        `queens` is an array of shape (k, N) with the rows of k solutions, or any other sequence of solutions, each in
        any form of nqdb.queens; an array of shape (k, N, N) is a sequence of k matrices.

        Raises InvalidError, which names the first board that is not a solution of this size.

        >>> board = nqdb.board(8)
        >>> board.rank_many(board.solutions(start=90)).tolist()
        [90, 91, 92]
        >>> board.rank_many(["15863724", "a1 b6 c8 d3 e7 f4 g2 h5", [1, 7, 4, 6, 8, 2, 5, 3]]).tolist()
        [1, 2, 3]
        """
        return self._native.rank_many(queens, jobs)

    def orbit_id_many(self, queens: Boards, jobs: SupportsIndex | None = None) -> NDArray[numpy.int64]:
        """The orbit ids of these solutions, as an array (int64). `jobs` is the number of threads, by default one per
        core.

        Raises InvalidError, which names the first board that is not a solution of this size.

        >>> board = nqdb.board(8)
        >>> board.orbit_id_many(board.solutions(start=88)).tolist()
        [3, 1, 2, 2, 1]
        """
        return self._native.orbit_id_many(queens, jobs)

    def canonical_many(self, queens: Boards, jobs: SupportsIndex | None = None) -> NDArray[numpy.uint8]:
        """The canonical representatives of the orbits of these solutions, as an array. `jobs` is the number of threads,
        by default one per core.

        Raises InvalidError, which names the first board that is not a solution of this size.

        >>> nqdb.board(8).canonical_many(["64718253", "84136275"]).tolist()
        [[3, 5, 2, 8, 1, 7, 4, 6], [1, 5, 8, 6, 3, 7, 2, 4]]
        """
        return self._native.canonical_many(queens, jobs)

    def shuffled(self, seed: SupportsIndex | None = None) -> ShuffledRanks:
        """All ranks in a random order, as a sequence in constant memory. The order depends on N and the seed only.

        A slice is part of the order, so `shuffled(seed)[step:]` resumes at a step.

        Raises UnknownError if Q(N) is unknown (N > 27).

        >>> ranks = nqdb.board(20).shuffled(seed=1)
        >>> len(ranks), ranks[1_000_000_000]
        (39029188884, 36759777343)
        >>> list(ranks[:3])
        [36506633119, 23732753499, 25860266458]
        >>> ranks.index(23732753499)
        1
        """
        return ShuffledRanks(self.n, len(self), seed)

    def chunks(self, k: SupportsIndex) -> Chunks:
        """All ranks in k ranges, whose lengths differ by at most 1, such as one for each worker, as a sequence. At most
        one range per rank.

        Raises UnknownError if Q(N) is unknown (N > 27), and InvalidError for k = 0.

        >>> list(nqdb.board(8).chunks(3))
        [range(1, 31), range(31, 62), range(62, 93)]
        """
        return Chunks(len(self), k)

    @overload
    def random(
        self,
        conditions: Conditions = "",
        *,
        limit: None = None,
        distinct: bool = False,
        seed: SupportsIndex | None = None,
        **properties: Unpack[Properties],
    ) -> list[int]: ...
    @overload
    def random(
        self,
        conditions: Conditions = "",
        *,
        limit: SupportsIndex,
        distinct: bool = False,
        seed: SupportsIndex | None = None,
        **properties: Unpack[Properties],
    ) -> NDArray[numpy.uint8]: ...
    def random(
        self,
        conditions: Conditions = "",
        *,
        limit: SupportsIndex | None = None,
        distinct: bool = False,
        seed: SupportsIndex | None = None,
        **properties: Unpack[Properties],
    ) -> Any:
        """A random solution of those selected (see Board), or with `limit` an array of as many. The same seed gives the
        same result on every machine, from N = 22 on with the same tables.

        Draws are uniform up to N = 21, on boards with tables, and of up to a million selected solutions, which are kept
        in memory; they are nearly uniform otherwise. With `distinct` no solution is drawn twice; uniform draws of all
        solutions then have the ranks `shuffled(seed)[:limit]`.

        Raises RankError if there are no solutions, and InvalidError for invalid conditions and for more distinct
        solutions than there are.

        >>> nqdb.board(14).random(seed=1)
        [6, 8, 12, 4, 13, 5, 2, 11, 7, 3, 1, 9, 14, 10]
        >>> board = nqdb.board(8)
        >>> board.rank_many(board.random("1=1", limit=3, distinct=True, seed=1)).tolist()
        [2, 4, 1]
        """
        return self._native.random(conditions, limit, distinct, seed, properties)

    def count(  # type: ignore[override]
        self, conditions: Conditions = "", **properties: Unpack[Properties]
    ) -> int:
        """The number of selected solutions (see Board): all, those that meet conditions, and those with properties.

        A complete solution as conditions selects itself, so this is also the `count` of a sequence.

        Raises InvalidError for invalid conditions, and UnknownError if the number is unknown.

        >>> nqdb.board(16).count("1=1"), nqdb.board(16).count(stabilizer="rotate-90")
        (436228, 64)
        >>> nqdb.board(4).count([2, 4, 1, 3]), nqdb.board(4).count([1, 2, 3, 4])
        (1, 0)
        """
        return self._native.count(conditions, properties)

    def estimate_count(
        self,
        conditions: Conditions = "",
        *,
        seconds: float = 1.0,
        runs: SupportsIndex | None = None,
        seed: SupportsIndex | None = None,
        jobs: SupportsIndex | None = None,
    ) -> Estimate:
        """Estimates the number of solutions, or of those that meet conditions (see Board), by random runs.

        Starts runs for `seconds`, or does `runs` of them. With a seed and a number of runs, the estimate is the same on
        every machine.

        Raises InvalidError for invalid conditions, for fewer than 2 runs, and for a number of seconds that is not
        positive.

        >>> print(nqdb.board(64).estimate_count(runs=200, seed=1))
        ≈ 1.86e63 ± 2.8%
        """
        return self._native.estimate_count(conditions, seconds, runs, seed, jobs)

    def heatmap(self, conditions: Conditions = "", **properties: Unpack[Properties]) -> NDArray[numpy.int64]:
        """The number of selected solutions (see Board) with a queen on each square, as an (N, N) array (int64).
        heatmap()[r - 1, c - 1] belongs to row r and column c. For all solutions, N is at most 20, and the counts are
        built in.

        Raises InvalidError for invalid conditions, and for all solutions beyond N = 20.

        >>> nqdb.board(8).heatmap()[0].tolist()
        [4, 8, 16, 18, 18, 16, 8, 4]
        """
        return self._native.heatmap(conditions, properties)

    def compare(
        self,
        boards: str | Iterable[Queens] | Mapping[Any, Queens],
        conditions: Conditions = "",
        *,
        orbits: bool = False,
        notation: str | None = None,
        zero_based: bool = False,
        **properties: Unpack[Properties],
    ) -> Comparison:
        """A list of boards compared with the selected solutions (see Board), or with `orbits` with one solution of each
        orbit: what is missing, repeated, outside the selection, or wrong. N is at most 18.

        `boards` are boards in any form of nqdb.queens, a dict of boards by their labels, or the text of a list in any
        notation, which may have labels.

        Raises InvalidError for another size, invalid conditions, and conditions on orbits.

        >>> list = nqdb.board(4).compare({"Anna": "3142", "Ben": [2, 4, 3, 1], "Carla": "c4,a3,d2,b1"})
        >>> list
        <nqdb.Comparison 1 of 2 solutions: 1 missing, 1 repeated, 1 wrong>
        >>> [*list.missing]
        [[2, 4, 1, 3]]
        >>> list.repeated[0]["label"], list.repeated[0]["repeats"], list.wrong[0]["verdict"]
        ('Carla', 1, 'attack')
        """
        options = orbits, properties, notation, zero_based
        return Comparison(_nqdb.compare(self._native, pairs(boards), conditions, *options))

    def heatmap_picture(self, conditions: Conditions = "", **properties: Unpack[Properties]) -> Picture:
        """A picture of heatmap(conditions, **properties), with the given queens, which notebooks display.

        Raises InvalidError for invalid conditions, and for all solutions beyond N = 20.
        """
        return self._native.heatmap_picture(conditions, properties)

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Board) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[Database, int]:
        return self._database, self.n

    def __repr__(self) -> str:
        return f"<nqdb.Board N = {self.n}, {self.tier}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return self._database.board, (self.n,)


def board(n: SupportsIndex) -> Board:
    """The board of size n, 1 to 64, of the default database: Database().board(n).

    Raises InvalidError for another size, and DatabaseError for a damaged file.

    >>> nqdb.board(10)
    <nqdb.Board N = 10, searched>
    """
    return Database().board(n)
