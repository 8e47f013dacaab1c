"""The stubs match the module: stubtest compares them, and mypy and pyright check a program in strict mode."""

import os
import subprocess
import sys

import pytest
import nqdb
from conftest import PATIENCE

pytest.importorskip("mypy")

PROGRAM = """
# pyright: strict, reportUnknownMemberType=false, reportUnknownVariableType=false
import sqlite3
from collections.abc import Sequence
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
    print(batch.num_rows)  # pyright: ignore[reportUnknownArgumentType]  (pyarrow has no types)
try:
    nqdb.Database("missing.db")
except nqdb.DatabaseError as error:
    print(error.errno)
last: list[int] = board[numpy.int64(-1)]
part: nqdb.SolutionSequence = board[10:20][::-1]
for solution in board:
    solution.append(1)
sequence: Sequence[list[int]] = board
matrices: NDArray[numpy.uint8] = nqdb.one_hot(board[:3])
ranks = board.rank_many(matrices) + board.orbit_id_many(matrices) + nqdb.board(8).index(one)
many = board.canonical_many(solutions, jobs=2)
many = board.representatives(limit=3, stabilizer="rotate-180")
sizes: list[int] = [orbit.size for orbit in board.iter_orbits(fixed_by="rotate-180")]
rows: nqdb.SolutionIterator = board.iter_solutions("1=1", superqueen=True)
orbits: nqdb.OrbitIterator = board.iter_orbits()
order: nqdb.ShuffledRanks = board.shuffled(1)
parts: nqdb.Chunks = board.chunks(3)
squares: NDArray[numpy.int64] = board.heatmap("1=1") + nqdb.heatmap(8)
drawing: nqdb.Picture = board.heatmap_picture("1=1")
drawing.save("heatmap.svg")
drawing = nqdb.picture(one, "2413", captions=["a", "b"], columns=2, coordinates="chess")
compared: nqdb.Comparison = board.compare({"a": one}, orbits=True)
compared = nqdb.compare(8, [one], "1=1")
database: nqdb.Database = board.database
where: Optional[str] = database.path
what: list[nqdb.BoardInfo] = database.info()
built: nqdb.BoardInfo = nqdb.build(8, "queens.db", tier="stored")
guess: nqdb.Estimate = nqdb.estimate_count(40, runs=10)
graph: dict[int, list[int]] = nqdb.orbit_graph(6)
names: dict[str, str] = nqdb.symmetries()
images: dict[str, list[int]] = nqdb.images(one)
one = nqdb.image(one, "rotate-90") + nqdb.canonical(one) + nqdb.queens("2413") + nqdb.permutation_at(4, 11)
rank = nqdb.permutation_index(one) + nqdb.orbit_id(one) + board.rank(one) + board.n + (board.orbit_count or 0)
words: str = nqdb.text(one, "fen") + nqdb.canonical_conditions(8, {1: 1}) + nqdb.default_path() + board.tier
fixed: list[str] = nqdb.conditions_stabilizer(8, "1=1")
is_right: bool = nqdb.is_solution(one) and one in board
completion = nqdb.unique(8, nqdb.puzzle(8, givens=(2, 3), seed=1))
tasks: list[dict[int, int]] = nqdb.puzzles(8, 2, givens=2)
one = nqdb.unrank(8, 1)
data = nqdb.dataset(8, limit=3, seed=1)
nqdb.write_dataset("tasks", 8, limit=3)
scores = nqdb.score_tasks([], [])
score = nqdb.score_task({}, "2413")
connection: nqdb.Connection = nqdb.connect("queens.db")
other: sqlite3.Connection = sqlite3.connect(nqdb.loadable_path())
nqdb.load(other)
nqdb.add_functions(other)
for kind in (nqdb.Error, nqdb.InvalidError, nqdb.RankError, nqdb.UnknownError):
    assert issubclass(kind, Exception)
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
    # Pyright looks for packages in the Python on the path.
    env = {**os.environ, "PATH": os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])}
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=PATIENCE, env=env)


def test_stubs_match_the_module(tmp_path):
    # The SQLite extension has the same suffix as Python's; pyarrow is imported by the calls that need it, and the
    # module for reasoning-gym only where that is installed.
    allowed = tmp_path / "allowed"
    allowed.write_text("nqdb.nqdb\nnqdb._columns.pyarrow\nnqdb.reasoning_gym.*\n")
    done = mypy("mypy.stubtest", "nqdb", "--allowlist", str(allowed), "--ignore-unused-allowlist")
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("checker", [["mypy", "--strict"], ["pyright"]])
def test_a_typed_program(tmp_path, checker):
    pytest.importorskip(checker[0])
    path = tmp_path / "program.py"
    path.write_text(PROGRAM)
    done = mypy(*checker, str(path))
    assert done.returncode == 0, done.stdout


def test_the_program_uses_everything():
    names = [f"nqdb.{name}" for name in nqdb.__all__ if not name.startswith("_")]
    names += [f".{name}" for name in dir(nqdb.Board) if not name.startswith("_")]
    assert [name for name in names if name not in PROGRAM] == []


def test_all_public_types_are_known(tmp_path):
    pytest.importorskip("pyright")
    done = mypy("pyright", "--verifytypes", "nqdb", "--ignoreexternal")
    assert "Type completeness score: 100%" in done.stdout, done.stdout


def test_wrong_programs_are_refused(tmp_path):
    paths = [tmp_path / f"wrong{number}.py" for number in range(len(WRONG))]
    for path, line in zip(paths, WRONG):
        path.write_text(f"import nqdb\n{line}\n")
    done = mypy("mypy", "--strict", *map(str, paths))
    assert done.returncode == 1, done.stdout
    for path, line in zip(paths, WRONG):
        assert f"{path.name}:2: error" in done.stdout, (line, done.stdout)
