"""Solutions as columns: Arrow record batches and Parquet files. Needs pyarrow."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO, TYPE_CHECKING, Any, SupportsIndex, TypeAlias

from nqdb import _nqdb
from nqdb._board import Board
from nqdb._board import board as default_board
from nqdb._errors import Error, InvalidError

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    import pyarrow  # type: ignore[import-untyped, import-not-found, unused-ignore]

    #: The ranks of some solutions, or the first one, and the solutions.
    _Rows: TypeAlias = tuple[int | range, NDArray[numpy.uint8]]

__all__ = ["batches", "write_parquet"]

_PathLike = str | os.PathLike[str]

#: Number of rows of a batch and of a row group: a few megabytes, which an engine reads on one thread.
_ROWS = 131_072

#: The first bytes of an SQLite file.
_SQLITE = b"SQLite format 3\0"


def batches(
    board: SupportsIndex | Board,
    *,
    start: SupportsIndex = 1,
    limit: SupportsIndex | None = None,
    orbits: bool = True,
    batch_size: SupportsIndex = _ROWS,
) -> pyarrow.RecordBatchReader:
    """The solutions from a rank on, at most `limit`, as a reader of Arrow record batches.

    `board` is a Board, or the size of a board of `Database()`. The columns are `rank` and `orbit_id` (int64) and `q1`
    to `qN` (int8), the row of the queen in each column, counted from 1; `orbits=False` omits `orbit_id`. A batch has
    `batch_size` rows; the last one may have fewer. Batches are made on demand, in the memory of one.

    Raises ImportError without pyarrow, InvalidError for an invalid board size or batch size, and RankError for a rank that
    the board does not have.

    >>> import nqdb
    >>> table = nqdb.batches(8, start=91).read_all()
    >>> table.column_names[:4], table.column("rank").to_pylist()
    (['rank', 'orbit_id', 'q1', 'q2'], [91, 92])
    """
    arrow = _pyarrow("batches")
    board = _board(board)
    return _reader(arrow, board, orbits, _nqdb.Batches(board._native, start, limit, batch_size))


def write_parquet(
    board: SupportsIndex | Board,
    path: _PathLike,
    *,
    start: SupportsIndex = 1,
    limit: SupportsIndex | None = None,
    orbits: bool = True,
) -> int:
    """Writes the columns of `batches` to a Parquet file, and returns the number of rows.

    Ranks ascend, in row groups of 131,072 rows. The file's metadata has `nqdb.n` and `nqdb.version`. The file is
    written atomically: it appears only when complete, and an existing file is left untouched on an error or Ctrl-C.

    Raises ImportError without pyarrow, InvalidError for an unknown number of rows and for the path of a database, and
    OSError if the file can't be written.

    >>> import nqdb
    >>> nqdb.write_parquet(8, "queens.parquet")
    92
    """
    arrow = _pyarrow("write_parquet")
    board = _board(board)
    found = _nqdb.Batches(board._native, start, limit, _ROWS)
    if found.rows is None:
        raise InvalidError(f"the number of rows for N = {board.n} is unknown; pass limit=")
    with _new_file(path) as file:
        _write(arrow, _reader(arrow, board, orbits, found), file)
    return found.rows


def reader(board: Board, ranks: range) -> Any:
    """The solutions with these ranks as a reader, for the Arrow interface of a SolutionSequence."""
    arrow = _pyarrow("SolutionSequence")
    if ranks.step == 1 and ranks:
        return _reader(arrow, board, False, _nqdb.Batches(board._native, ranks.start, len(ranks), _ROWS))
    parts = (ranks[at : at + _ROWS] for at in range(0, len(ranks), _ROWS))
    return _reader(arrow, board, False, ((part, board.unrank_many(part)) for part in parts))


def _pyarrow(name: str) -> Any:
    """The module pyarrow."""
    try:
        import pyarrow
    except ImportError as error:
        raise ImportError(
            f"nqdb.{name} needs pyarrow, which can't be imported ({error}): pip install 'nqueens-db[pyarrow]'",
            name="pyarrow",
        ) from None
    return pyarrow


def _board(board: SupportsIndex | Board) -> Board:
    """The board itself, or the default database's board of this size."""
    if isinstance(board, Board):
        return board
    if not hasattr(board, "__index__"):
        raise TypeError(f"board: expected a Board or an integer, got {type(board).__name__}")
    return default_board(board)


def _reader(arrow: Any, board: Board, orbits: bool, found: Iterator[_Rows]) -> Any:
    """Batches as a reader of columns."""
    numbers = ["rank", "orbit_id"] if orbits else ["rank"]
    fields = [arrow.field(name, arrow.int64(), nullable=False) for name in numbers]
    fields += [arrow.field(f"q{column}", arrow.int8(), nullable=False) for column in range(1, board.n + 1)]
    schema = arrow.schema(fields, {"nqdb.n": str(board.n), "nqdb.version": _nqdb.__version__})
    return arrow.RecordBatchReader.from_batches(schema, _Columns(arrow, schema, board, orbits, found))


class _Columns:
    """Batches as record batches.

    At the end Arrow frees its iterator even if other threads are in it; a Python method keeps it alive until they
    return.
    """

    def __init__(self, arrow: Any, schema: Any, board: Board, orbits: bool, found: Iterator[_Rows]) -> None:
        self._arrow, self._schema, self._board, self._orbits, self._found = arrow, schema, board, orbits, found
        #: Batches whose orbit ids were interrupted, which the next calls return.
        self._again: list[_Rows] = []

    def __iter__(self) -> _Columns:
        return self

    def __next__(self) -> Any:
        try:
            rows = self._again.pop()
        except IndexError:
            rows = next(self._found)
        try:
            return self._columns(*rows)
        except BaseException:
            self._again.append(rows)
            raise

    def _columns(self, ranks: int | range, queens: NDArray[numpy.uint8]) -> Any:
        import numpy

        ranks = ranks if isinstance(ranks, range) else range(ranks, ranks + len(queens))
        numbers = [numpy.arange(ranks.start, ranks.stop, ranks.step)]
        if self._orbits:
            numbers.append(self._board.orbit_id_many(queens))
        columns = [*numbers, *numpy.ascontiguousarray(queens.T).view(numpy.int8)]
        return self._arrow.RecordBatch.from_arrays(list(map(self._arrow.array, columns)), schema=self._schema)


def _write(arrow: Any, reader: Any, file: IO[bytes]) -> None:
    """Writes a Parquet file: numbers delta-encoded, queens dictionary-encoded, one row group per batch."""
    from pyarrow import parquet

    names = reader.schema.names
    writer = parquet.ParquetWriter(
        file,
        reader.schema,
        compression="zstd",
        compression_level=3,
        use_dictionary=[name for name in names if name.startswith("q")],
        column_encoding={name: "DELTA_BINARY_PACKED" for name in names if not name.startswith("q")},
        sorting_columns=[parquet.SortingColumn(0)],
    )
    with writer:
        for batch in reader:
            writer.write_batch(batch, row_group_size=_ROWS)


@contextmanager
def _new_file(path: _PathLike) -> Iterator[IO[bytes]]:
    """A file that has a temporary name until it is complete, and is removed on failure."""
    path = os.fsdecode(path)
    whole = os.path.realpath(path)
    _check_replaceable(path)
    part = f"{whole}.{os.urandom(4).hex()}"
    try:
        with open(part, "xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        _check_replaceable(path)
        if os.path.exists(whole):
            shutil.copymode(whole, part)
        os.replace(part, whole)
    except BaseException as error:
        with suppress(FileNotFoundError):
            os.remove(part)
        if isinstance(error, OSError) and not isinstance(error, Error) and error.errno is not None:
            raise OSError(error.errno, os.strerror(error.errno), path) from error
        raise


def _check_replaceable(path: str) -> None:
    """Raises if there is a file that may not be replaced, such as a database."""
    if not os.path.exists(path):
        return
    if not os.path.isfile(path):
        raise InvalidError(f"expected the path of a file, but {path} is a directory or a device")
    if not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
    with open(path, "rb") as file:
        if file.read(len(_SQLITE)) == _SQLITE:
            raise InvalidError(f"refusing to replace the database {path}; choose another path")
