"""Columns: Arrow batches and Parquet files, read by common engines."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import nqdb
import pytest
import twin
from boards import FIXTURES, board, every_tier
from conftest import PATIENCE, run_python


@pytest.fixture
def arrow(module: Any) -> Any:
    return module("pyarrow")


def rows_of(table: Any) -> tuple[list[int], list[int], list[list[int]]]:
    """The ranks, the orbit ids and the boards of a table."""
    names = table.column_names
    columns = {name: table.column(name).to_pylist() for name in names}
    queens = [list(row) for row in zip(*(columns[name] for name in names if name.startswith("q")))]
    return columns["rank"], columns.get("orbit_id", []), queens


@every_tier
@pytest.mark.parametrize("n", [1, 6, 8])
@pytest.mark.parametrize("batch_size", [1, 7, 131_072])
def test_batches_are_the_solutions_in_order(arrow: Any, tier: str, n: int, batch_size: int) -> None:
    found = board(tier, n)
    reader = nqdb.batches(found, batch_size=batch_size)
    assert isinstance(reader, arrow.RecordBatchReader)
    sizes, batches = [], []
    for batch in reader:
        batch.validate(full=True)
        sizes.append(batch.num_rows)
        batches.append(batch)
    solutions = twin.solutions(n)
    assert all(size == batch_size for size in sizes[:-1]) and sum(sizes) == len(solutions)
    ranks, ids, queens = rows_of(arrow.Table.from_batches(batches))
    assert queens == solutions
    assert ranks == list(range(1, len(solutions) + 1))
    assert ids == [found.orbit_id(row) for row in solutions]


@every_tier
def test_ranges(arrow: Any, tier: str) -> None:
    found = board(tier, 10)
    solutions = twin.solutions(10)
    for first, limit in [(1, 0), (1, 1), (300, 500), (700, 100), (724, None), (724, 5)]:
        ranks, ids, queens = rows_of(nqdb.batches(found, start=first, limit=limit, orbits=False, batch_size=64).read_all())
        expected = solutions[first - 1 :][:limit]
        assert (ranks, ids, queens) == (list(range(first, first + len(expected))), [], expected)


def test_the_schema(arrow: Any) -> None:
    schema = nqdb.batches(4).schema
    assert schema.names == ["rank", "orbit_id", "q1", "q2", "q3", "q4"]
    assert schema.types == [arrow.int64()] * 2 + [arrow.int8()] * 4
    assert not any(field.nullable for field in schema)
    assert schema.metadata == {b"nqdb.n": b"4", b"nqdb.version": nqdb.__version__.encode()}
    assert nqdb.batches(4, orbits=False).schema.names == ["rank", "q1", "q2", "q3", "q4"]


def test_large_batches_are_read_in_pieces(arrow: Any) -> None:
    """The columns of a single batch are written in several pieces."""
    found = nqdb.Database.without_file().board(12)
    ranks, ids, queens = rows_of(nqdb.batches(found, batch_size=14_199).read_all())
    assert ranks == list(range(1, 14_201))
    assert queens == [list(row) for row in found]
    assert sorted(set(ids)) == list(range(1, found.orbit_count + 1))
    assert [ids[rank - 1] for rank in (1, 9_000, 14_200)] == [found.orbit_id(queens[rank - 1]) for rank in (1, 9_000, 14_200)]


@every_tier
def test_boards_without_solutions(arrow: Any, tier: str, tmp_path: Path) -> None:
    path = tmp_path / "none.parquet"
    assert nqdb.batches(board(tier, 3)).read_all().num_rows == 0
    assert nqdb.write_parquet(board(tier, 3), path) == 0
    from pyarrow import parquet

    assert parquet.read_table(path).num_rows == 0


def test_a_size_uses_the_default_database(arrow: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "queens.db"
    nqdb.build(8, path)
    monkeypatch.setenv("NQDB_DB", str(path))
    assert nqdb.batches(8).read_all() == nqdb.batches(nqdb.Database(path).board(8)).read_all()
    path.write_bytes(b"not a database")
    with pytest.raises(nqdb.DatabaseError):
        nqdb.batches(8)


@pytest.mark.parametrize(
    "call, error, message",
    [
        (lambda p: nqdb.batches(65), nqdb.InvalidError, "64"),
        (lambda p: nqdb.batches("8"), TypeError, "board: expected a Board or an integer, got str"),
        (lambda p: nqdb.write_parquet(p / "x", nqdb.board(8)), TypeError, "board: expected a Board or an integer, got "),
        (lambda p: nqdb.batches(8, start=0), nqdb.RankError, "ranks go from 1 to 92; got 0"),
        (lambda p: nqdb.batches(8, start=93), nqdb.RankError, "start: N = 8 has 92 solutions, .* got 93"),
        (lambda p: nqdb.batches(8, limit=-1), nqdb.InvalidError, "of at least 0"),
        (lambda p: nqdb.batches(8, batch_size=0), nqdb.InvalidError, "batch_size: expected at least 1, got 0"),
        (lambda p: nqdb.write_parquet(30, p / "x"), nqdb.InvalidError, "N = 30 is unknown; pass limit="),
        (lambda p: nqdb.write_parquet(8, p), nqdb.InvalidError, "expected the path of a file"),
        (lambda p: nqdb.write_parquet(8, "/dev/null"), nqdb.InvalidError, "expected the path of a file"),
        (lambda p: nqdb.write_parquet(8, p / "none" / "x"), FileNotFoundError, "none/x"),
        (lambda p: nqdb.write_parquet(8, 5), TypeError, "expected str"),
    ],
)
def test_wrong_arguments(arrow: Any, call: Any, error: type, message: str, tmp_path: Path) -> None:
    with pytest.raises(error, match=message):
        call(tmp_path)
    assert os.listdir(tmp_path) == []


def test_too_little_memory_is_an_error(arrow: Any) -> None:
    reader = nqdb.batches(30, limit=10**17, batch_size=10**16, orbits=False)
    with pytest.raises(MemoryError):
        reader.read_next_batch()


def test_without_pyarrow(tmp_path: Path) -> None:
    # None in sys.modules: the import fails.
    script = """
import nqdb, sys
sys.modules["pyarrow"] = None
for call in (lambda: nqdb.batches(8), lambda: nqdb.write_parquet(8, sys.argv[1])):
    try:
        call()
    except ImportError as error:
        print(error.name, error)
"""
    lines = run_python(script, str(tmp_path / "queens.parquet")).splitlines()
    assert len(lines) == 2 and all("pip install 'nqueens-db[pyarrow]'" in line for line in lines)
    assert "nqdb.batches needs" in lines[0] and "nqdb.write_parquet needs" in lines[1]
    assert os.listdir(tmp_path) == []


@pytest.fixture(scope="module")
def parquet(module: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All solutions for N = 14: three row groups."""
    module("pyarrow")
    path = tmp_path_factory.mktemp("parquet") / "queens.parquet"
    assert nqdb.write_parquet(nqdb.Database.without_file().board(14), path) == 365_596
    return path


def test_the_file(parquet: Path) -> None:
    from pyarrow import parquet as arrow_parquet

    file = arrow_parquet.ParquetFile(parquet)
    found = nqdb.Database.without_file().board(14)
    table = file.read()
    table.validate(full=True)
    assert table.equals(nqdb.batches(found).read_all())
    assert file.schema_arrow.metadata[b"nqdb.n"] == b"14"
    assert file.schema_arrow.metadata[b"nqdb.version"] == nqdb.__version__.encode()
    groups = [file.metadata.row_group(place) for place in range(file.metadata.num_row_groups)]
    assert [group.num_rows for group in groups] == [131_072, 131_072, 103_452]
    for group, first in zip(groups, range(1, 365_597, 131_072)):
        assert [group.sorting_columns[0].column_index, group.sorting_columns[0].descending] == [0, False]
        columns = {group.column(place).path_in_schema: group.column(place) for place in range(group.num_columns)}
        for name, column in columns.items():
            assert column.statistics.has_min_max
            assert ("DELTA_BINARY_PACKED" in column.encodings) == (name in ("rank", "orbit_id"))
        ranks = columns["rank"].statistics
        assert (ranks.min, ranks.max) == (first, first + group.num_rows - 1)
    assert parquet.stat().st_size < 6.4 * 365_596


def test_files_are_reproducible(parquet: Path, tmp_path: Path, queens_db: Path) -> None:
    """The files do not depend on the tier."""
    again = tmp_path / "again.parquet"
    nqdb.write_parquet(nqdb.Database(queens_db).board(14), again)
    assert again.read_bytes() == parquet.read_bytes()


@pytest.mark.parametrize("engine", ["duckdb", "polars", "pandas"])
def test_engines_read_the_file(parquet: Path, module: Any, engine: str) -> None:
    """Each engine uses its own Parquet reader, if it has one."""
    library = module(engine)
    if engine == "duckdb":
        heatmap = library.execute(f"SELECT q1, count(*) FROM '{parquet}' GROUP BY q1 ORDER BY q1").fetchall()
        orbit = library.execute(f"SELECT rank FROM '{parquet}' WHERE orbit_id = 45752 ORDER BY rank").fetchall()
    elif engine == "polars":
        frame = library.scan_parquet(parquet)
        heatmap = frame.group_by("q1").len().sort("q1").collect().rows()
        orbit = frame.filter(library.col("orbit_id") == 45_752).select("rank").collect().rows()
    else:
        frame = library.read_parquet(parquet)
        assert str(frame.dtypes["q1"]) == "int8" and str(frame.dtypes["rank"]) == "int64"
        heatmap = list(frame.groupby("q1").size().items())
        orbit = [(rank,) for rank in frame.loc[frame.orbit_id == 45_752, "rank"]]
    counts = nqdb.Database.without_file().board(14).heatmap()
    assert [tuple(map(int, row)) for row in heatmap] == [(row, int(counts[row - 1][0])) for row in range(1, 15)]
    assert sorted(int(rank) for (rank,) in orbit) == sorted(nqdb.Database.without_file().board(14).orbit(45_752).ranks())


@pytest.mark.parametrize("engine", ["duckdb", "polars", "pandas"])
def test_engines_read_batches(arrow: Any, module: Any, engine: str) -> None:
    library = module(engine)
    reader = nqdb.batches(10, batch_size=100)
    if engine == "duckdb":
        total, most = library.execute("SELECT sum(rank), max(orbit_id) FROM reader").fetchone()
    elif engine == "polars":
        frame = library.from_arrow(reader)
        total, most = frame["rank"].sum(), frame["orbit_id"].max()
    else:
        frame = reader.read_pandas()
        total, most = frame["rank"].sum(), frame["orbit_id"].max()
    assert (total, most) == (724 * 725 // 2, 92)


def test_an_existing_file_is_replaced(arrow: Any, tmp_path: Path) -> None:
    path, link = tmp_path / "queens.parquet", tmp_path / "link"
    nqdb.write_parquet(8, path)
    link.symlink_to(path)
    path.chmod(0o640)
    assert nqdb.write_parquet(6, link, orbits=False) == 4
    from pyarrow import parquet

    assert link.is_symlink() and parquet.read_table(path).column("q1").to_pylist() == [2, 3, 4, 5]
    assert os.name != "posix" or path.stat().st_mode & 0o777 == 0o640
    assert sorted(os.listdir(tmp_path)) == ["link", "queens.parquet"]


def test_a_database_is_not_replaced(arrow: Any, tmp_path: Path) -> None:
    path = tmp_path / "queens.db"
    nqdb.build(8, path)
    before = path.read_bytes()
    with pytest.raises(nqdb.InvalidError, match="replace the database"):
        nqdb.write_parquet(8, path)
    assert path.read_bytes() == before and os.listdir(tmp_path) == ["queens.db"]


FAILURE = """
import nqdb, resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (500_000, resource.RLIM_INFINITY))
try:
    nqdb.write_parquet(nqdb.Database.without_file().board(14), sys.argv[1])
except OSError as error:
    print(error.errno, error.filename == sys.argv[1])
"""


def test_a_full_disk_leaves_the_old_file(arrow: Any, tmp_path: Path) -> None:
    """A file-size limit simulates a full disk."""
    import errno

    path = tmp_path / "queens.parquet"
    path.write_bytes(b"before")
    assert run_python(FAILURE, str(path)).split() == [str(errno.EFBIG), "True"]
    assert path.read_bytes() == b"before" and os.listdir(tmp_path) == ["queens.parquet"]


INTERRUPTED = """
import nqdb, os, sys
from working import control_c
folder, board = sys.argv[1], nqdb.Database.without_file().board(17)
has_rows = lambda: any(os.path.getsize(os.path.join(folder, name)) for name in os.listdir(folder))
control_c(lambda: nqdb.write_parquet(board, os.path.join(folder, "queens.parquet"), orbits=False), has_rows)
print(os.listdir(folder))
"""


def test_control_c_leaves_nothing(arrow: Any, tmp_path: Path) -> None:
    assert run_python(INTERRUPTED, str(tmp_path)) == "[]\n"


IN_AN_INDEX = """
import nqdb, sys
from working import control_c
reader = nqdb.batches(nqdb.Database(sys.argv[1]).board(18), start=10**8)
print(min(control_c(reader.read_all)))
"""


def test_control_c_ends_a_batch_of_orbit_ids(arrow: Any) -> None:
    """The orbit ids of a batch of an indexed board take seconds."""
    assert float(run_python(IN_AN_INDEX, str(FIXTURES / "indexes" / "18.db"))) < 2


def test_an_interrupted_batch_is_read_again(arrow: Any) -> None:
    """A signal handler raises while the first rows are searched; the next call returns them."""
    script = """
import nqdb, signal
class Enough(Exception): pass
def handler(*_): raise Enough
signal.signal(signal.SIGVTALRM, handler)
reader = nqdb.batches(nqdb.Database.without_file().board(24), start=50_000, limit=3, orbits=False)
try:
    signal.setitimer(signal.ITIMER_VIRTUAL, 0.02)
    print(reader.read_next_batch().column(0))
except Enough:
    print(reader.read_all().column(0).to_pylist())
"""
    assert run_python(script) == "[50000, 50001, 50002]\n"


def test_threads_share_a_reader(arrow: Any) -> None:
    """Each batch is read once, and a thread that finishes does not affect the others."""
    script = """
import nqdb, threading
for _ in range(20):
    reader, rows = nqdb.batches(nqdb.Database.without_file().board(10), orbits=False, batch_size=7), []
    def read():
        while True:
            try:
                rows.extend(reader.read_next_batch().column(0).to_pylist())
            except StopIteration:
                return
    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(sorted(rows) == list(range(1, 725)))
"""
    assert run_python(script) == "True\n" * 20


def test_memory_is_bounded(arrow: Any, tmp_path: Path) -> None:
    """Writing many row groups takes at most a quarter of the memory of all columns."""
    script = """
import nqdb, resource, sys
found = nqdb.Database.without_file().board(15)
nqdb.write_parquet(found, sys.argv[1], limit=300_000)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
nqdb.write_parquet(found, sys.argv[1])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""
    columns = 2_279_184 * (15 + 16)
    assert int(run_python(script, str(tmp_path / "queens.parquet"))) * 1024 < columns / 4


def test_processes_read_ranges(arrow: Any, tmp_path: Path) -> None:
    """Several processes each write a file; together the files are one table."""
    script = "import nqdb, sys; nqdb.write_parquet(12, sys.argv[1], start=int(sys.argv[2]), limit=5_000)"
    started = [
        subprocess.Popen([sys.executable, "-c", script, str(tmp_path / f"{first}.parquet"), str(first)])
        for first in (1, 5_001, 10_001)
    ]
    try:
        assert [process.wait(PATIENCE) for process in started] == [0, 0, 0]
    finally:
        for process in started:
            process.kill()
    from pyarrow import dataset

    table = dataset.dataset(tmp_path).to_table().sort_by("rank")
    assert table.equals(nqdb.batches(12).read_all())


@every_tier
def test_slices_are_tables(arrow: Any, tier: str) -> None:
    found = board(tier, 8)
    for part in [found[:], found[3:9], found[90:2:-7], found[5:5]]:
        ranks, _, queens = rows_of(arrow.table(part))
        assert (ranks, queens) == (list(part.ranks), list(part))


@pytest.mark.parametrize("engine", ["duckdb", "numpy", "pandas", "polars"])
def test_packages_read_slices(arrow: Any, module: Any, engine: str) -> None:
    library, part = module(engine), nqdb.board(8)[3:9]
    if engine == "duckdb":
        queens = [list(row) for row in library.execute("SELECT * EXCLUDE rank FROM part").fetchall()]
    elif engine == "numpy":
        queens = library.asarray(part).tolist()
    elif engine == "pandas":
        queens = library.DataFrame(part).to_numpy().tolist()
    else:
        queens = [list(row) for row in library.DataFrame(part, orient="row").rows()]
    assert queens == list(part)
