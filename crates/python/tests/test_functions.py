"""Functions that need no database."""

from itertools import permutations
from math import factorial
from random import Random

import nqdb
import pytest
import twin
from boards import fixture


def test_permutation_indices_are_places_among_all():
    everything = [list(queens) for queens in permutations(range(1, 6))]
    assert [nqdb.permutation_at(5, index) for index in range(1, 121)] == everything
    assert [nqdb.permutation_index(queens) for queens in everything] == list(range(1, 121))


def test_permutation_indices_of_any_size():
    random = Random(1)
    for n in [1, 20, 21, 34, 35, 64]:
        queens = list(range(1, n + 1))
        assert nqdb.permutation_index(queens) == 1 and nqdb.permutation_at(n, factorial(n)) == queens[::-1]
        random.shuffle(queens)
        assert nqdb.permutation_index(queens) == twin.permutation_index(queens)
        assert nqdb.permutation_at(n, twin.permutation_index(queens)) == queens


def test_symmetries():
    random = Random(1)
    assert list(nqdb.symmetries().values()) == [f"po{k}" for k in range(1, 9)]
    for n in [1, 2, 5, 8, 64]:
        queens = random.sample(range(1, n + 1), n)
        assert nqdb.images(queens) == twin.images(queens)
    for queens in twin.solutions(8):
        assert nqdb.canonical(queens) == twin.canonical(queens)


def test_what_is_a_solution():
    for queens in permutations(range(1, 7)):
        assert nqdb.is_solution(list(queens)) is not twin.attacks(queens)
    assert not nqdb.is_solution([1, 1, 1, 1])
    for other in [[5, 1, 2, 3], [0, 2, 4, 1], [-1] * 4, [2**70] * 4, [], "", "not a board", "2 4 1 3; 2 4 1 3"]:
        assert nqdb.is_solution(other) is False
    with pytest.raises(TypeError):
        nqdb.is_solution(None)
    assert nqdb.is_solution("1Q2/3Q/Q3/2Q1")


@pytest.mark.parametrize("line", fixture("solved.csv"), ids=lambda line: line["method"])
def test_seeds_find_the_same_solution_everywhere(line):
    queens = nqdb.solve(int(line["n"]), method=line["method"], seed=int(line["seed"]))
    assert queens == [int(row) for row in line["queens"].split()]


def test_large_boards():
    queens = nqdb.solve(100_000)
    assert len(queens) == 100_000 and nqdb.is_solution(queens)
    completed = nqdb.solve(1000, {1: 1, 500: 3}, seed=1)
    assert (completed[0], completed[499]) == (1, 3) and nqdb.is_solution(completed)
    assert nqdb.solve(1000, "1=1 2=2") is None
    assert nqdb.solve(3) is None and nqdb.solve(2, "a1") is None
    assert nqdb.solve(4, "!a3") == [2, 4, 1, 3] == nqdb.solve(4, "a2", "search")


NOTATIONS = ["one-line", "digits", "column-row", "row-column", "matrix", "drawing", "fen", "chess", "sat", "json", "csv"]


@pytest.mark.parametrize("notation", NOTATIONS)
def test_notations_are_read_and_written(notation):
    queens = [1, 5, 8, 6, 3, 7, 2, 4]
    text = nqdb.text(queens, notation)
    header = "queens\n" if notation == "csv" else ""
    assert nqdb.queens(header + text, notation) == queens


def test_queens_that_count_from_zero():
    for queens in ([1, 3, 0, 2], (1, 3, 0, 2), "1 3 0 2", "[1,3,0,2]", "1302"):
        assert nqdb.queens(queens, zero_based=True) == [2, 4, 1, 3]
    assert nqdb.queens("(1,0) (3,1) (0,2) (2,3)", "row-column", zero_based=True) == [2, 4, 1, 3]
    # Other notations have their own origin.
    assert nqdb.queens("a2 b4 c1 d3", zero_based=True) == [2, 4, 1, 3]


def test_builds(tmp_path):
    path = tmp_path / "queens.db"
    built = nqdb.build(8, path)
    assert (built.n, built.tier, built.state, built.solutions, built.orbits) == (8, "stored", "complete", 92, 12)
    assert nqdb.build(8, path) == built
    nqdb.build(9, path, jobs=1, tier="indexed")
    database = nqdb.Database(path)
    assert [(info.n, info.tier) for info in database.info()] == [(8, "stored"), (9, "indexed")]
    assert [database.board(n).tier for n in (8, 9, 10)] == ["stored", "indexed", "searched"]
    assert nqdb.Database.without_file().info() == []


def test_the_default_database_is_that_of_the_command_line(tmp_path, monkeypatch):
    monkeypatch.delenv("NQDB_DB", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    path = tmp_path / "nqdb" / "nqdb.db"
    assert nqdb.default_path() == str(path)
    assert nqdb.Database().path is None
    nqdb.build(8)
    assert nqdb.Database().path == str(path) and nqdb.board(8).tier == "stored"
    monkeypatch.setenv("NQDB_DB", str(tmp_path / "other.db"))
    assert nqdb.Database().path is None
    (tmp_path / "other.db").touch()
    assert nqdb.Database().path is None
    nqdb.build(9)
    assert nqdb.board(9).tier == "stored" and nqdb.board(9) == nqdb.Database().board(9)
