"""The solutions of the N-queens problem in Spark 4.1 or later: a data source, ranks of boards, index builds.

    import nqdb_spark

    nqdb_spark.register(spark)
    solutions = spark.read.format("nqdb").option("n", 15).option("firstQueens", "3 7").load()
    solutions.groupBy("q3").count().show()

The driver and the executors need `nqueens-db[pyarrow]`; `register` ships this file. See docs/scale.md.
"""

from __future__ import annotations

import functools
import os
import subprocess
from bisect import bisect_left, bisect_right
from pathlib import Path
from typing import TYPE_CHECKING, Iterable, Iterator

import nqdb
import pyarrow
from pyspark import SparkFiles
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
from pyspark.sql.types import ByteType, LongType, StructField, StructType

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["NqdbDataSource", "build", "register", "with_ranks"]

#: Default number of rows in a partition; the option rowsPerPartition overrides it.
ROWS = 1_000_000


def register(spark: SparkSession, database: str | os.PathLike[str] | None = None) -> None:
    """Registers `spark.read.format("nqdb")`, and ships this file and the database to all nodes."""
    spark.sparkContext.addPyFile(__file__)
    if database is not None:
        spark.sparkContext.addFile(os.fspath(database))
    spark.dataSource.register(NqdbDataSource)


class NqdbDataSource(DataSource):
    """All solutions of a board, in partitions by rank.

    Options: `n`, the board size; `database`, a file that `register` has shipped or that every node has (without it the
    board is searched); `rowsPerPartition`; and the selection: `fromRank`, `limit`, and `firstQueens`, such as "3 7" for
    the solutions with q1 = 3 and q2 = 7. These are options because Spark 4.1 to 4.3 applies the filters that it pushes
    down to a source in Python also to the next query of the same DataFrame, which then has too few rows.

    The columns are `rank` and `orbit_id` (bigint) and `q1` to `qN` (tinyint), the row of the queen in each column,
    1-based. Spark doesn't pass a source the columns that a query needs; a schema selects them:
    `spark.read.format("nqdb").schema("rank bigint, q1 tinyint")`.
    """

    @classmethod
    def name(cls) -> str:
        return "nqdb"

    def schema(self) -> StructType:
        numbers = [StructField(name, LongType(), nullable=False) for name in ("rank", "orbit_id")]
        queens = [StructField(f"q{column}", ByteType(), nullable=False) for column in range(1, self._n() + 1)]
        return StructType(numbers + queens)

    def reader(self, schema: StructType) -> DataSourceReader:
        columns = {field.name: field.dataType for field in self.schema()}
        for field in schema:
            if columns.get(field.name) != field.dataType:
                expected = ", ".join(f"{name} {kind.simpleString()}" for name, kind in columns.items())
                got = f"{field.name} {field.dataType.simpleString()}"
                raise ValueError(f"the columns of N = {self._n()} are {expected}; got {got}")
        rows = _positive("rowsPerPartition", self.options.get("rowsPerPartition", str(ROWS)))
        database = self.options.get("database")
        return _Reader(self._n(), database, schema, rows, self._wanted(_board(self._n(), database)))

    def _wanted(self, board: nqdb.Board) -> range:
        """The ranks that the options select."""
        ranks = _ranks(board)
        first = _positive("fromRank", self.options.get("fromRank", "1"))
        limit = self.options.get("limit")
        end = ranks.stop if limit is None else min(ranks.stop, first + _positive("limit", limit))
        below = _below(board, _first_queens(self.options.get("firstQueens", ""), board.n))
        return range(max(first, below.start), max(first, below.start, min(end, below.stop)))

    def _n(self) -> int:
        return _positive("n", self.options.get("n"))


class _Reader(DataSourceReader):
    """Reads a range of the ranks of a board."""

    def __init__(self, n: int, database: str | None, schema: StructType, rows: int, ranks: range) -> None:
        self.n, self.database, self.schema, self.rows, self.ranks = n, database, schema, rows, ranks

    def partitions(self) -> list[InputPartition]:
        """Partitions of `rowsPerPartition` ranks; a single empty one if there are no ranks."""
        starts = range(0, max(1, len(self.ranks)), self.rows)
        return [InputPartition(self.ranks[start : start + self.rows]) for start in starts]

    def read(self, partition: InputPartition) -> Iterator[pyarrow.RecordBatch]:
        board = _board(self.n, self.database)
        names = self.schema.names
        kinds = [pyarrow.int8() if name.startswith("q") else pyarrow.int64() for name in names]
        fields = [pyarrow.field(*both, field.nullable) for *both, field in zip(names, kinds, self.schema)]
        ranks, rows, orbits = partition.value, 0, "orbit_id" in names
        for batch in nqdb.batches(board, start=ranks.start, limit=len(ranks), orbits=orbits):
            rows += batch.num_rows
            columns = [batch.column(name) for name in names]
            yield pyarrow.RecordBatch.from_arrays(columns, schema=pyarrow.schema(fields))
        if rows != len(ranks):
            raise RuntimeError(f"N = {self.n}: expected {len(ranks)} solutions from rank {ranks.start} on, got {rows}")


def _below(board: nqdb.Board, prefix: list[int]) -> range:
    """The ranks of the solutions that begin with a prefix."""

    def beginning(rank: int) -> list[int]:
        return board.unrank(rank)[: len(prefix)]

    # A range is 0-based, ranks are 1-based.
    ranks = _ranks(board)
    if not prefix:
        return ranks
    return ranks[bisect_left(ranks, prefix, key=beginning) : bisect_right(ranks, prefix, key=beginning)]


def _ranks(board: nqdb.Board) -> range:
    if board.solution_count is None:
        raise ValueError(f"the number of solutions of N = {board.n} is unknown")
    return range(1, board.solution_count + 1)


@functools.lru_cache(maxsize=8)
def _board(n: int, database: str | None) -> nqdb.Board:
    """A board of a file that Spark has shipped or that this node has, or without a file."""
    if database is None:
        return nqdb.Database.without_file().board(n)
    places = [SparkFiles.get(os.path.basename(database)), database]
    for place in places:
        if os.path.exists(place):
            return nqdb.Database(place).board(n)
    raise FileNotFoundError(f"{database} is not on this node; nqdb_spark.register(spark, {database!r}) ships it")


def _positive(name: str, value: str | None) -> int:
    if value is None or not value.isdecimal() or int(value) == 0:
        raise ValueError(f"expected the option {name}, a positive integer; got {value}")
    return int(value)


def _first_queens(text: str, n: int) -> list[int]:
    """The rows of the first queens."""
    queens = text.split()
    if len(queens) > n or not all(queen.isdecimal() and 1 <= int(queen) <= n for queen in queens):
        raise ValueError(f"expected the option firstQueens, at most {n} rows from 1 to {n} such as '3 7'; got {text!r}")
    return [int(queen) for queen in queens]


def with_ranks(boards: DataFrame, n: int, column: str = "queens", database: str | None = None) -> DataFrame:
    """Adds the columns `rank` and `orbit_id` for a column of solutions, which are arrays or text in any notation.

    A null stays null; a board that is not a solution of N is an error.
    """
    fields = [StructField(name, LongType()) for name in ("rank", "orbit_id")]
    add = functools.partial(_add_ranks, n, column, database)
    return boards.mapInArrow(add, StructType([*boards.schema, *fields]))


def _add_ranks(
    n: int, column: str, database: str | None, batches: Iterable[pyarrow.RecordBatch]
) -> Iterator[pyarrow.RecordBatch]:
    board = _board(n, database)
    for batch in batches:
        queens = batch.column(column).to_pylist()
        solutions = [nqdb.queens(some) for some in queens if some is not None]
        ranks, ids = iter(board.rank_many(solutions) if solutions else []), map(board.orbit_id, solutions)
        for name, numbers in (("rank", ranks), ("orbit_id", ids)):
            values = [None if some is None else int(next(numbers)) for some in queens]
            batch = batch.append_column(name, pyarrow.array(values, pyarrow.int64()))
        yield batch


def build(spark: SparkSession, n: int, parts: int, directory: str | os.PathLike[str], program: str = "nqdb") -> Path:
    """Counts the index of N in parts on the executors, merges them, and returns the path of the merged file.

    Every node must see the directory and have the program. The parts are written to a folder in the directory, the
    merged board to N.db. Parts of an earlier call are reused; the count of a part that was killed resumes.
    """
    if parts < 2:
        raise ValueError(f"expected two parts or more, got {parts}")
    directory = Path(directory).absolute()
    board, files = directory / f"{n}.db", directory / f"parts-{n}-{parts}"
    if board.exists():
        return board
    files.mkdir(parents=True, exist_ok=True)
    missing = _missing(program, files, parts)
    count = functools.partial(_count, n, parts, str(files), program)
    counted = spark.sparkContext.parallelize(missing, max(1, len(missing))).map(count).collect()
    if sorted(counted) != missing:
        raise RuntimeError(f"expected parts {missing} of N = {n} from Spark, got {sorted(counted)}")
    paths = sorted(files.glob("*.db"))
    _run(program, "parts", *paths)
    new = directory / f"{n}.db.new"
    new.unlink(missing_ok=True)
    _run(program, "merge", new, *paths)
    new.replace(board)
    return board


def _missing(program: str, files: Path, parts: int) -> list[int]:
    """The parts without a finished file."""
    paths = sorted(files.glob("*.db"))
    ranges = f"1-{parts}"
    if paths:
        done = subprocess.run([program, "parts", "--missing", *paths], capture_output=True, text=True)
        # Without a readable part, as in an empty file, `parts` prints no ranges and fails: all parts are missing.
        ranges = done.stdout.strip() or (ranges if done.returncode != 0 else "")
    missing: list[int] = []
    for ends in ranges.split(",") if ranges else []:
        first, _, last = ends.partition("-")
        missing += range(int(first), int(last or first) + 1)
    return missing


def _count(n: int, parts: int, files: str, program: str, part: int) -> int:
    """Counts a part on an executor, from its checkpoint if that is valid.

    A build outlives a killed worker; this one waits for it.
    """
    file = Path(files, f"{part}.db")
    if file.exists() and subprocess.run([program, "--db", file, "verify"], capture_output=True).returncode != 0:
        file.unlink()
    options = ["--tier", "indexed", "--part", f"{part}/{parts}", "--jobs", "1", "--wait", "3600", "--db", file]
    _run(program, "build", str(n), *options)
    return part


def _run(program: str, *arguments: str | Path) -> None:
    """Runs nqdb; a failure is an error with the output."""
    done = subprocess.run([program, *arguments], capture_output=True, text=True)
    if done.returncode != 0:
        said = (done.stdout + done.stderr).strip()
        raise RuntimeError(f"{program} {arguments[0]} failed with exit code {done.returncode}: {said}")
