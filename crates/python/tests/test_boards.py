"""Boards on every tier against the reference implementation."""

import pickle
from random import Random

import nqdb
import numpy
import pytest
import twin
from boards import board, every_tier, fixture, rows

SIZES = [1, 4, 5, 6, 7, 8]


@every_tier
@pytest.mark.parametrize("n", SIZES)
def test_ranks_are_places_in_lexicographic_order(tier, n):
    found = board(tier, n)
    solutions = twin.solutions(n)
    assert found.solution_count == len(solutions)
    assert [found.unrank(rank) for rank in range(1, len(solutions) + 1)] == solutions
    assert [found.rank(queens) for queens in solutions] == list(range(1, len(solutions) + 1))
    assert list(found) == list(found.iter_solutions()) == solutions


@every_tier
@pytest.mark.parametrize("n", SIZES)
def test_orbits_are_numbered_by_their_smallest_members(tier, n):
    found = board(tier, n)
    representatives = twin.representatives(n)
    assert found.orbit_count == len(representatives)
    for queens in twin.solutions(n):
        assert found.orbit_id(queens) == representatives.index(twin.canonical(queens)) + 1
    orbits = list(found.iter_orbits())
    assert [orbit.canonical for orbit in orbits] == representatives
    assert orbits == [found.orbit(id) for id in range(1, len(representatives) + 1)]
    assert [orbit.id for orbit in orbits] == list(range(1, len(representatives) + 1))
    for queens in twin.solutions(n):
        orbit = found.orbit(queens)
        assert orbit == orbits[found.orbit_id(queens) - 1] and orbit.id == found.orbit_id(queens)
        assert hash(orbit) == hash(orbits[orbit.id - 1]) and pickle.loads(pickle.dumps(orbit)) == orbit
    for orbit in orbits:
        images = twin.images(orbit.canonical)
        assert {tuple(member) for member in orbit.members} == {tuple(image) for image in images.values()}
        assert [images[name] for name in orbit.symmetries] == orbit.members
        assert orbit.stabilizer == [name for name, image in images.items() if image == orbit.canonical]
        assert orbit.size == len(orbit.members) == 8 // len(orbit.stabilizer) if n > 1 else 1
        assert [found.unrank(rank) for rank in orbit.ranks()] == orbit.members


@every_tier
def test_iterators_start_anywhere_and_end(tier):
    found = board(tier, 8)
    assert list(found.iter_solutions(start=91)) == twin.solutions(8)[90:]
    assert list(found[92:]) == []
    assert [orbit.id for orbit in found.iter_orbits(start=11)] == [11, 12]


@every_tier
def test_conditions_select_as_a_filter(tier):
    found = board(tier, 8)
    random = Random(1)
    for _ in range(50):
        queens = random.choice(twin.solutions(8))
        given = random.sample(list(enumerate(queens, 1)), random.randrange(4))
        excluded = [(random.randint(1, 8), random.randint(1, 8)) for _ in range(random.randrange(4))]
        squares = " ".join([f"{c}={r}" for c, r in given] + [f"{c}!={r}" for c, r in excluded])
        expected = twin.matching(8, given, excluded)
        assert rows(found.solutions(squares)) == expected
        assert rows(found.solutions(squares, limit=2)) == expected[:2]
        assert found.count(squares) == len(expected)
        assert rows(found.heatmap(squares)) == twin.heatmap(8, expected)
        completion = nqdb.solve(8, squares)
        assert completion in expected if expected else completion is None
        assert rows(found.solutions(dict(given))) == twin.matching(8, given)


def test_heat_maps_of_all_solutions_are_built_in():
    for line in fixture("heatmaps.csv"):
        n, counts = int(line["n"]), line["counts"].split(",")
        heatmap = rows(nqdb.Database.without_file().board(n).heatmap())
        half = (n + 1) // 2
        quarter = [heatmap[row][column] for column in range(half) for row in range(column, half)]
        assert quarter == [int(count) for count in counts], n


@pytest.mark.parametrize("line", fixture("counts.csv"), ids=lambda line: line["n"])
def test_published_counts(line):
    found = nqdb.Database.without_file().board(int(line["n"]))
    assert found.solution_count == int(line["solutions"])
    assert found.orbit_count == int(line["orbits"])


def test_larger_counts_are_unknown():
    found = nqdb.Database.without_file().board(28)
    assert (found.solution_count, found.orbit_count) == (None, None)


@pytest.mark.parametrize("line", [line for line in fixture("ranks.csv") if int(line["n"]) <= 14], ids=str)
def test_published_ranks(line):
    found = nqdb.Database.without_file().board(int(line["n"]))
    queens = [int(row) for row in line["queens"].split()]
    assert found.unrank(int(line["rank"])) == queens
    assert found.rank(queens) == int(line["rank"])


@pytest.mark.parametrize(
    ("n", "rank", "orbit", "queens"),
    [
        (20, 17_000_000_000, 4_653_625_306, "10 3 6 9 19 14 20 2 16 12 7 5 1 18 15 13 4 8 17 11"),
        (21, 200_000_000_000, 29_673_351_759, "13 10 16 20 5 21 8 18 2 12 6 9 17 19 14 4 1 7 15 3 11"),
    ],
)
def test_large_boards_need_no_file(n, rank, orbit, queens):
    found = nqdb.Database.without_file().board(n)
    rows = [int(row) for row in queens.split()]
    assert (found.unrank(rank), found.rank(rows), found.orbit_id(rows)) == (rows, rank, orbit)


@every_tier
def test_random_boards_depend_on_the_seed_only(tier):
    found = board(tier, 8)
    assert rows(found.random(limit=5, seed=1)) == rows(board("searched", 8).random(limit=5, seed=1))
    assert found.random(seed=7) == rows(found.random(limit=1, seed=7))[0]
    drawn = rows(found.random(limit=2000, seed=3))
    assert len({tuple(queens) for queens in drawn}) == 92


def test_estimates_are_not_numbers():
    found = nqdb.Database.without_file().board(20)
    estimate = found.estimate_count(runs=50, seed=1)
    assert estimate.low < estimate.estimate < estimate.high and estimate.confidence == 0.95
    assert estimate.estimate == found.estimate_count(runs=50, seed=1, jobs=1).estimate
    assert estimate.runs == 50 and estimate.standard_error > 0 and not estimate.exact
    assert str(estimate).startswith("≈ ")
    for convert in (int, float, round):
        with pytest.raises(TypeError):
            convert(estimate)
    small = nqdb.Database.without_file().board(8).estimate_count(seconds=0.01)
    assert small.exact and str(small) == "92" and small.low == small.high == 92


def test_equal_values_are_equal():
    database = nqdb.Database.without_file()
    assert database.board(8) == database.board(8) != database.board(9)
    assert hash(database.board(8)) == hash(database.board(8))
    assert board("stored", 8) != board("searched", 8)
    assert database.board(8) != 8 and database != None  # noqa: E711
    assert len({database.board(8), database.board(8), database.board(9)}) == 2


def test_reprs():
    stored = board("stored", 8)
    assert repr(stored) == "<nqdb.Board N = 8, stored>"
    assert eval(repr(stored.database), {"nqdb": nqdb}) == stored.database
    assert repr(stored.orbit(12)) == "<nqdb.Orbit N = 8, size 8, canonical 3 6 2 5 8 1 7 4>"


def test_a_board_contains_its_solutions():
    database = nqdb.Database.without_file()
    eight = database.board(8)
    solution = [1, 5, 8, 6, 3, 7, 2, 4]
    assert all(queens in eight for queens in (solution, tuple(solution), "1 5 8 6 3 7 2 4", "15863724"))
    assert database.board(20).unrank(1) in database.board(20)
    others = [[1, 2, 3, 4, 5, 6, 7, 8], [1] * 8, [9] * 8, [2, 4, 1, 3], list(range(1, 21)), [500] * 8]
    assert not any(queens in eight for queens in others)
    for wrong in (57, None, {1, 2}):
        with pytest.raises(TypeError):
            eight.__contains__(wrong)


def test_a_board_contains_rows_of_arrays():
    board = nqdb.Database.without_file().board(8)
    assert all(row in board for row in board.solutions())
    assert numpy.arange(1, 9) not in board
