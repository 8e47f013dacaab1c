"""Sequences whose items are looked up when they are accessed: all solutions of a board, all ranks in random order or in
chunks."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic, Self, SupportsIndex, TypeVar, overload

from nqdb._errors import Error, InvalidError
from nqdb._nqdb import Order, picture

if TYPE_CHECKING:
    import numpy
    from nqdb._board import Board
    from numpy.typing import NDArray

Item = TypeVar("Item")

#: The maximum number of solutions that notebooks display.
_DRAWN = 8


def _second(_: object, item: Item) -> Item:
    return item


class _Places(Sequence[Item], Generic[Item]):
    """The items at the places in a range."""

    __slots__ = ("_item", "_places")

    def __init__(self, item: Callable[[int], Item], places: range) -> None:
        self._item = item
        self._places = places

    def _part(self, places: range) -> Self:
        """The items at other places."""
        raise NotImplementedError

    def _place(self, item: object) -> int | None:
        """The place of an item; None if there is none."""
        raise NotImplementedError

    def _key(self) -> tuple[Any, ...]:
        """Equal for equal sequences."""
        raise NotImplementedError

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, index: SupportsIndex) -> Item: ...
    @overload
    def __getitem__(self, index: slice) -> Self: ...
    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return self._part(self._places[index])
        try:
            place = self._places[index]
        except IndexError:
            raise IndexError(f"index {index} is out of range for {len(self)} items") from None
        return self._item(place)

    def __iter__(self) -> Iterator[Item]:
        return map(self._item, self._places)

    def __reversed__(self) -> Iterator[Item]:
        return map(self._item, reversed(self._places))

    def __contains__(self, item: object) -> bool:
        place = self._place(item)
        return place is not None and place in self._places

    def index(self, value: object, start: int = 0, stop: int | None = None) -> int:
        """The index of an item, without a scan. Raises ValueError if the sequence does not have it."""
        place = self._place(value)
        if place is not None and place in self._places:
            index = self._places.index(place)
            if index in range(*slice(start, stop).indices(len(self))):
                return index
        raise ValueError(f"{value!r} is not in this sequence")

    def count(self, value: object) -> int:
        """1 if the sequence has this item, otherwise 0."""
        return int(value in self)

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, type(self)) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())


class SolutionSequence(_Places["list[int]"]):
    """The solutions of a board, or a slice of them, as a sequence; a slice of a Board, such as board[:]."""

    __slots__ = ("_board",)

    def __init__(self, board: Board, ranks: range) -> None:
        super().__init__(board.unrank, ranks)
        self._board = board

    @property
    def board(self) -> Board:
        """The board."""
        return self._board

    @property
    def ranks(self) -> range:
        """The ranks of the solutions."""
        return self._places

    def __iter__(self) -> Iterator[list[int]]:
        if self._places.step != 1 or not self._places:
            return super().__iter__()
        # Not islice, which threads can't share.
        return map(_second, self._places, self._board.iter_solutions(start=self._places.start))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[numpy.uint8]:
        """The solutions as an array, for numpy.asarray(sequence)."""
        if self._places.step == 1 and self._places:
            found = self._board.solutions(start=self._places.start, limit=len(self))
        else:
            found = self._board.unrank_many(self._places)
        return as_array(found, dtype, copy)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The solutions as a table with the columns of nqdb.batches, for pyarrow.table(sequence) and DuckDB. Needs
        pyarrow."""
        from nqdb._columns import reader

        return reader(self._board, self._places).__arrow_c_stream__(requested_schema)

    def _part(self, places: range) -> SolutionSequence:
        return SolutionSequence(self._board, places)

    def _place(self, item: Any) -> int | None:
        if isinstance(item, (list, tuple)) and len(item) == self._board.n:
            item = [_whole(row) for row in item]
        try:
            is_here = item in self._board
        except Exception:  # Any object may be looked for.
            return None
        return self._board.rank(item) if is_here else None

    def _key(self) -> tuple[Any, ...]:
        return self._board, self._places

    def _repr_svg_(self) -> str | None:
        """The first solutions, for notebooks; None if there are none, or they are out of reach."""
        ranks = self._places[:_DRAWN]
        try:
            drawn = picture(*self[:_DRAWN], captions=[f"rank {rank}" for rank in ranks])
        except Error:
            return None
        return drawn.svg if ranks else None

    def __repr__(self) -> str:
        return f"<nqdb.SolutionSequence N = {self._board.n}, ranks {self._places}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return SolutionSequence, self._key()


class ShuffledRanks(_Places[int]):
    """The ranks of a board in random order, or a slice of them, as a sequence; returned by Board.shuffled."""

    __slots__ = ("_count", "_n", "_order", "_seed")

    def __init__(self, n: int, count: int, seed: SupportsIndex | None, steps: range | None = None) -> None:
        self._order = Order(count, seed)
        super().__init__(self._order.at, range(count) if steps is None else steps)  # type: ignore[arg-type]
        self._n, self._count, self._seed = n, count, self._order.seed

    @property
    def seed(self) -> int:
        """The seed of the order."""
        return self._seed

    @property
    def steps(self) -> range:
        """The places of the ranks in the whole order, from 0."""
        return self._places

    def _part(self, places: range) -> ShuffledRanks:
        return ShuffledRanks(self._n, self._count, self._seed, places)

    def _place(self, item: Any) -> int | None:
        return self._order.step_of(_whole(item))

    def _key(self) -> tuple[Any, ...]:
        return self._n, self._count, self._seed, self._places

    def __repr__(self) -> str:
        return f"<nqdb.ShuffledRanks N = {self._n}, seed {self._seed}, steps {self._places}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return ShuffledRanks, self._key()


class Chunks(_Places[range]):
    """The ranks of a board in ranges of about the same length; returned by Board.chunks."""

    __slots__ = ("_count", "_k")

    def __init__(self, count: int, k: SupportsIndex, places: range | None = None) -> None:
        if not hasattr(k, "__index__"):
            raise TypeError(f"k: expected an integer, got {type(k).__name__}")
        k = operator.index(k)
        if k < 1:
            raise InvalidError(f"k: expected at least 1 chunk, got {k}")
        self._count, self._k = count, min(k, max(count, 1))
        super().__init__(self._chunk, range(min(k, count)) if places is None else places)

    def _chunk(self, place: int) -> range:
        return range(1 + self._count * place // self._k, 1 + self._count * (place + 1) // self._k)

    def _part(self, places: range) -> Chunks:
        return Chunks(self._count, self._k, places)

    def _place(self, item: object) -> int | None:
        if not isinstance(item, range) or not item or not self._count:
            return None
        # The chunk that has the first rank.
        place = -(-item[0] * self._k // self._count) - 1
        return place if item == self._chunk(place) else None

    def _key(self) -> tuple[Any, ...]:
        return self._count, self._k, self._places

    def __repr__(self) -> str:
        return f"<nqdb.Chunks of {self._count} ranks, {len(self)} of {self._k}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return Chunks, self._key()


def as_array(found: NDArray[numpy.uint8], dtype: Any, copy: bool | None) -> NDArray[numpy.uint8]:
    """A new array as the result of `__array__`."""
    if copy is False:
        raise ValueError("copy: expected None or True, got False, but the solutions are not in an array")
    return found if dtype is None else found.astype(dtype, copy=False)


def _whole(value: Any) -> int | None:
    """The integer that equals a value; None if there is none."""
    try:
        number = int(value.real)
        return number if value == number else None
    except Exception:  # Any object may be looked for.
        return None
