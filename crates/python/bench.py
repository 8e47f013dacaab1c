"""Benchmarks of the Python module. Needs NumPy and pyarrow. Absolute figures need an idle machine.

    python crates/python/bench.py

Each line is the best of several runs.
"""

import sys
import tempfile
import time
import timeit
from pathlib import Path

import nqdb
import numpy

sys.path.insert(0, str(Path(__file__).parent / "tests"))
from working import control_c  # noqa: E402

REPEATS = 7
# Number of calls timed together: few, so that some batches are not interrupted.
LOOPS = 2000


def best(work, repeats=REPEATS):
    """The seconds of the fastest run."""
    times = []
    for _ in range(repeats):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return min(times)


def main():
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "bench.db"
        print(f"build(14)                        {best(lambda: nqdb.build(14, path), 1):8.3f} s")
        board = nqdb.Database(path).board(14)
        count = board.solution_count
        solutions = board.solutions()
        ranks = numpy.random.default_rng(1).integers(1, count + 1, 100_000)
        boards = board.unrank_many(ranks)
        print(f"solutions()      {count:8} rows   {best(board.solutions):8.4f} s")
        print(f"rank_many(all)   {count:8} rows   {best(lambda: board.rank_many(solutions)):8.4f} s")
        print(f"unrank_many      {len(ranks):8} random {best(lambda: board.unrank_many(ranks)):8.4f} s")
        one = best(lambda: board.unrank_many(ranks, jobs=1))
        print(f"unrank_many      {len(ranks):8} jobs=1 {one:8.4f} s")
        print(f"rank_many        {len(ranks):8} random {best(lambda: board.rank_many(boards)):8.4f} s")
        print(f"iteration        {count:8} lists  {best(lambda: sum(1 for _ in board), 3):8.4f} s")
        # The board is listed in memory by now, where a lookup takes about 20 ns; the rest is call overhead.
        names = {"board": board, "rank": int(ranks[0]), "queens": board.unrank(ranks[0])}
        for call in ["board.n", "board.unrank(rank)", "board.rank(queens)", "board.orbit_id(queens)"]:
            seconds = min(timeit.repeat(call, globals=names, number=LOOPS, repeat=100)) / LOOPS
            print(f"{call:32} {seconds * 1e9:8.0f} ns")
        columns(directory, 15)
        columns(directory, 16)
    interrupts()


def interrupts():
    """Prints how long Ctrl-C takes to end long calls."""
    board = nqdb.Database.without_file().board
    calls = {
        "unrank, N = 21": lambda: board(21).unrank(10**11),
        "a list, N = 18": lambda: list(board(18)),
        "solutions, N = 20": lambda: board(20).solutions("1=1"),
        "heatmap of two squares, N = 22": lambda: board(22).heatmap("1=1 5=9"),
        "solve, N = 400": lambda: nqdb.solve(400, method="ant-colony", seed=1),
    }
    for name, call in calls.items():
        print(f"Ctrl-C           {name:31} {control_c(call).wall * 1000:5.0f} ms")


def columns(directory, n):
    """Prints the throughput of columns: the first four million solutions of a stored board, on one thread."""
    database, file = Path(directory) / "columns.db", Path(directory) / "columns.parquet"
    nqdb.build(n, database)
    board = nqdb.Database(database).board(n)
    rows = min(4_000_000, board.solution_count)
    for orbits in [False, True]:
        options = {"limit": rows, "orbits": orbits}
        scan = best(lambda: sum(batch.num_rows for batch in nqdb.batches(board, **options)), 3)
        write = best(lambda: nqdb.write_parquet(board, file, **options), 3)
        print(
            f"N = {n}, orbits={orbits!s:5} {rows:9} rows: batches {rows / scan / 1e6:6.2f} million rows/s, write_parquet "
            f"{rows / write / 1e6:5.2f} million rows/s, {file.stat().st_size / rows:5.2f} bytes per row"
        )


if __name__ == "__main__":
    main()
