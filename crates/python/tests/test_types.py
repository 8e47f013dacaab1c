"""The stubs match the module: stubtest compares them, and mypy checks a program in strict mode."""

import subprocess
import sys

import pytest
from conftest import PATIENCE

pytest.importorskip("mypy")
pytest.importorskip("numpy")

PROGRAM = """
from pathlib import Path
from typing import Optional
import nqdb
import numpy
from numpy.typing import NDArray

board: nqdb.Board = nqdb.board(8)
queens: list[int] = board.unrank(numpy.int64(4))
rank: int = board.rank("1 7 5 8 2 4 6 3") + board.rank(queens) + board.rank(tuple(queens))
count: Optional[int] = board.solution_count
solutions: NDArray[numpy.uint8] = board.solutions(from_rank=1, limit=5)
ranks: NDArray[numpy.int64] = board.rank_many(solutions)
more: NDArray[numpy.uint8] = board.unrank_many(ranks)
more = board.unrank_many([1, 2, 3])
ranks = board.rank_many([queens, queens])
ranks = board.rank_many(["2413", {1: 2}, [[0, 1.0], [True, None]], [(1, 2), (2, 4)], numpy.eye(8)])
matches: int = board.count_matching(["1=1", "2=7"]) + board.count_matching([0, 7, 0, 0, 0, 0, 0, 0])
one: list[int] = board.random(seed=1)
many: NDArray[numpy.uint8] = board.random(k=5)
orbit: nqdb.Orbit = board.orbit(board.orbit_id(solutions[0]))
completion: Optional[list[int]] = nqdb.solve(8, {1: 1})
mean: float = board.count_estimate(runs=10).mean
written: int = nqdb.write_parquet(board, Path("queens.parquet"), limit=numpy.int64(5))
written = nqdb.write_parquet(8, "queens.parquet", from_rank=90, orbits=False)
for batch in nqdb.batches(8, batch_size=10):
    print(batch.num_rows)
try:
    nqdb.Database("missing.db")
except nqdb.DatabaseError as error:
    print(error.errno)
last: list[int] = board[numpy.int64(-1)]
part: nqdb.SolutionSequence = board[10:20][::-1]
for solution in board:
    solution.append(1)
"""

WRONG = [
    "nqdb.board('8')",
    "int(nqdb.board(8).count_estimate())",
    "nqdb.board(8).rank({1, 2})",
    "nqdb.board(8).unrank(1.5)",
    "nqdb.board(8).solution_count + 1",
    "nqdb.batches('8')",
    "nqdb.write_parquet(8)",
]


def mypy(*arguments):
    command = [sys.executable, "-m", *arguments]
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=PATIENCE)


def test_stubs_match_the_module(tmp_path):
    # The SQLite extension has the same suffix as Python's; pyarrow is imported by the calls that need it, and the
    # module for reasoning-gym only where that is installed.
    allowed = tmp_path / "allowed"
    allowed.write_text("nqdb.nqdb\nnqdb._columns.pyarrow\nnqdb.reasoning_gym.*\n")
    done = mypy("mypy.stubtest", "nqdb", "--allowlist", str(allowed), "--ignore-unused-allowlist")
    assert done.returncode == 0, done.stdout


def test_a_typed_program(tmp_path):
    path = tmp_path / "program.py"
    path.write_text(PROGRAM)
    done = mypy("mypy", "--strict", str(path))
    assert done.returncode == 0, done.stdout


def test_wrong_programs_are_refused(tmp_path):
    paths = [tmp_path / f"wrong{number}.py" for number in range(len(WRONG))]
    for path, line in zip(paths, WRONG):
        path.write_text(f"import nqdb\n{line}\n")
    done = mypy("mypy", "--strict", *map(str, paths))
    assert done.returncode == 1, done.stdout
    for path, line in zip(paths, WRONG):
        assert f"{path.name}:2: error" in done.stdout, (line, done.stdout)
