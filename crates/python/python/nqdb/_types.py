"""The types of arguments: queens, conditions, properties."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from os import PathLike
from typing import Any, Protocol, SupportsFloat, SupportsIndex, TypeAlias, TypedDict, Union


class Integers(Protocol):
    """A list, a tuple or a one-dimensional array."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[SupportsIndex]: ...
    def __getitem__(self, index: int, /) -> SupportsIndex: ...


class Items(Protocol):
    """A list, a tuple or an array, also of such."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Queens | SupportsIndex | SupportsFloat | None]: ...
    def __getitem__(self, index: int, /) -> Queens | SupportsIndex | SupportsFloat | None: ...


class Table(Protocol):
    """A table or a column of pandas or Polars."""

    def to_numpy(self) -> Any: ...


Queens: TypeAlias = Union[str, Items, Table, Mapping[Any, Any]]
Conditions: TypeAlias = Queens
Boards: TypeAlias = Union[Items, Table]
Path: TypeAlias = Union[str, PathLike[str]]
Symmetries: TypeAlias = Union[str, Sequence[str], None]


class Properties(TypedDict, total=False):
    """The properties of selected solutions, which nqdb.Board describes."""

    fixed_by: Symmetries
    stabilizer: Symmetries
    toroidal: bool
    superqueen: bool
    no_three_in_line: bool
