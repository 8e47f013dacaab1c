"""Puzzles, and the symmetries of given queens."""

import itertools
import sys

import nqdb
import pytest
import twin
from conftest import run_python


def matching(n, puzzle):
    return [queens for queens in twin.solutions(n) if all(queens[c - 1] == r for c, r in puzzle.items())]


@pytest.mark.parametrize("completions", [1, 2, (3, 5)])
def test_puzzles_have_as_many_completions(completions):
    least, most = completions if isinstance(completions, tuple) else (completions, completions)
    for seed in range(10):
        puzzle = nqdb.puzzle(8, completions=completions, seed=seed)
        assert least <= len(matching(8, puzzle)) <= most
        for column in puzzle:
            fewer = {c: r for c, r in puzzle.items() if c != column}
            assert len(matching(8, fewer)) > most
    assert nqdb.puzzle(8, seed=3) == nqdb.puzzle(8, seed=3)
    assert len(nqdb.puzzle(12, givens=4, seed=1)) == 4
    assert {len(puzzle) for puzzle in nqdb.puzzles(8, 40, givens=(2, 3), seed=1)} == {2, 3}


def test_levels():
    made = {level: nqdb.puzzles(8, 6, level=level, seed=1) for level in ("easy", "medium", "hard")}
    for level, puzzles in made.items():
        assert nqdb.puzzle(8, level=level, seed=1) == puzzles[0]
        assert all(len(matching(8, puzzle)) == 1 for puzzle in puzzles)
    # Harder ones have fewer queens.
    queens = [sum(map(len, puzzles)) for puzzles in made.values()]
    assert queens == sorted(queens, reverse=True)
    with pytest.raises(nqdb.InvalidError, match="expected the level easy, medium or hard"):
        nqdb.puzzle(8, level="expert")
    with pytest.raises(nqdb.InvalidError, match="a puzzle has a level up to N = 64"):
        nqdb.puzzle(65, level="hard")
    with pytest.raises(nqdb.Error, match="no hard puzzle of N = 4 was found"):
        nqdb.puzzle(4, level="hard", attempts=10)


def test_all_puzzles_and_distinct_ones():
    everything = nqdb.puzzles(6, givens=1)
    assert everything == [{c: r} for c in range(1, 7) for r in range(1, 7) if len(matching(6, {c: r})) == 1]
    made = nqdb.puzzles(6, len(everything), givens=1, seed=1)
    assert sorted(map(str, made)) == sorted(map(str, everything))
    with pytest.raises(nqdb.Error, match="N = 6 has 24 puzzles with 1 queen given, fewer than 25"):
        nqdb.puzzles(6, len(everything) + 1, givens=1, attempts=100, seed=1)
    up_to_symmetry = nqdb.puzzles(6, givens=1, up_to_symmetry=True)
    forms = {nqdb.canonical_conditions(6, puzzle) for puzzle in everything}
    assert len(up_to_symmetry) == len(forms) == len({nqdb.canonical_conditions(6, p) for p in up_to_symmetry})


def test_the_only_completion():
    for squares in ("1=1 2=5", "3=3", {1: 4, 5: 8}, ""):
        conditions = squares if isinstance(squares, dict) else dict(
            tuple(map(int, one.split("="))) for one in squares.split()
        )
        found = matching(8, conditions)
        assert nqdb.unique(8, squares) == (found[0] if len(found) == 1 else None)


def test_canonical_forms_of_solutions():
    for queens in itertools.islice(twin.solutions(8), 0, None, 7):
        squares = {column: row for column, row in enumerate(queens, 1)}
        canonical = nqdb.canonical_conditions(8, squares)
        assert [int(one.split("=")[1]) for one in canonical.split()] == nqdb.canonical(queens)
        images = nqdb.images(queens)
        assert nqdb.conditions_stabilizer(8, squares) == [name for name, image in images.items() if image == queens]


@pytest.mark.parametrize(
    "call, error, words",
    [
        (lambda: nqdb.puzzle(2), nqdb.Error, "N = 2 has no solutions"),
        (lambda: nqdb.puzzle(0), nqdb.InvalidError, "1 to 1000, got 0"),
        (lambda: nqdb.puzzle(8, completions=0), nqdb.InvalidError, "at least one"),
        (lambda: nqdb.puzzle(8, completions=(3, 2)), nqdb.InvalidError, "3 to 2"),
        (lambda: nqdb.puzzle(8, givens=8), nqdb.InvalidError, "at most 7"),
        (lambda: nqdb.puzzles(8), nqdb.InvalidError, "limit="),
        (lambda: nqdb.puzzles(16, givens=8), nqdb.InvalidError, "too many to compare"),
        (lambda: nqdb.puzzles(100, givens=2), nqdb.InvalidError, "100"),
        (lambda: nqdb.canonical_conditions(8, "9=1"), nqdb.InvalidError, "9"),
        (lambda: nqdb.puzzle(8, completions="1"), TypeError, "integer"),
    ],
)
def test_wrong_arguments(call, error, words):
    with pytest.raises(error, match=words):
        call()


@pytest.mark.skipif(sys.platform != "linux", reason="sets a limit of the address space")
def test_a_lack_of_memory_is_an_exception():
    script = """
import nqdb, resource
nqdb.puzzles(8, 10)
pages = int(open("/proc/self/statm").read().split()[0])
limit = pages * resource.getpagesize() + (100 << 20)
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
try:
    nqdb.puzzles(30, 10**12)
except MemoryError as error:
    print(error)
print(len(nqdb.puzzles(8, givens=2)))
"""
    assert run_python(script).splitlines() == ["less than 64 MiB of memory left", "308"]
