"""The stubs match the module: stubtest compares them, and mypy checks a program in strict mode."""

import subprocess
import sys

import pytest
from conftest import PATIENCE

pytest.importorskip("mypy")

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
solutions: NDArray[numpy.uint8] = board.solutions(start=1, limit=5)
ranks: NDArray[numpy.int64] = board.rank_many(solutions)
more: NDArray[numpy.uint8] = board.unrank_many(ranks)
more = board.unrank_many([1, 2, 3])
ranks = board.rank_many([queens, queens])
ranks = board.rank_many(["2413", {1: 2}, [[0, 1.0], [True, None]], [(1, 2), (2, 4)], numpy.eye(8)])
matches: int = board.count(["1=1", "2=7"], toroidal=True) + board.count([0, 7, 0, 0, 0, 0, 0, 0])
one: list[int] = board.random(seed=1)
many: NDArray[numpy.uint8] = board.random("1=3", limit=5, fixed_by=["rotate-180"])
both: tuple[NDArray[numpy.uint8], NDArray[numpy.int64]] = nqdb.solutions(8, ranks=True, stabilizer=None)
many = numpy.asarray(board)
one = nqdb.random(8, seed=1)
many = nqdb.random(8, limit=3)
rank = nqdb.rank(one) + nqdb.count(8, superqueen=True) + nqdb.orbit(one).id
verdict: str = nqdb.check(one)["verdict"]
orbit: nqdb.Orbit = board.orbit(board.orbit_id(solutions[0]))
completion: Optional[list[int]] = nqdb.solve(8, {1: 1})
estimate: float = board.estimate_count(runs=10).estimate + nqdb.estimate_count(40).low
written: int = nqdb.write_parquet(board, Path("queens.parquet"), limit=numpy.int64(5))
written = nqdb.write_parquet(8, "queens.parquet", start=90, orbits=False)
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
    "int(nqdb.board(8).estimate_count())",
    "nqdb.board(8).rank({1, 2})",
    "nqdb.board(8).unrank(1.5)",
    "nqdb.board(8).solution_count + 1",
    "nqdb.batches('8')",
    "nqdb.write_parquet(8)",
    "nqdb.board(8).count(toroidal='yes')",
    "nqdb.board(8).solutions(from_rank=5)",
    "nqdb.count(8, nosuch=True)",
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
