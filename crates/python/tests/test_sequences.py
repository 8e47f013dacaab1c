"""All solutions as a sequence, random orders and distinct draws, ranges for workers, lookups in bulk."""

import copy
import itertools
import multiprocessing
import pickle
import random
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from decimal import Decimal
from fractions import Fraction

import nqdb
import pytest
import twin
from boards import board, every_tier, rows

SLICES = [slice(None), slice(10, 20), slice(None, None, 7), slice(None, None, -3), slice(-5, None), slice(90, 300)]
SLICES += [slice(40, 40), slice(91, None, -1), slice(50, 10, -2)]


def check_sequence(found, items, stranger):
    """Compares a sequence with the list of its items; `stranger` is none of them."""
    assert isinstance(found, Sequence)
    assert len(found) == len(items)
    assert list(found) == items
    assert list(reversed(found)) == items[::-1]
    assert [found[index] for index in range(-len(items), len(items))] == items + items
    for index in (len(items), -len(items) - 1, 10**30):
        with pytest.raises(IndexError, match=f"index {index} is out of range for {len(items)} items"):
            found[index]
    with pytest.raises(TypeError):
        found["1"]
    for index, item in enumerate(items):
        assert item in found and found.count(item) == 1 and found.index(item) == index
        assert found.index(item, index, index + 1) == index
        with pytest.raises(ValueError, match="not in this sequence"):
            found.index(item, index + 1)
    assert stranger not in found and found.count(stranger) == 0
    with pytest.raises(ValueError, match="not in this sequence"):
        found.index(stranger)
    assert pickle.loads(pickle.dumps(found)) == found == copy.deepcopy(found)
    assert hash(pickle.loads(pickle.dumps(found))) == hash(found)
    assert found != items and (found != found[1:] or not items)


@every_tier
def test_solutions_are_a_sequence(tier):
    solutions = twin.solutions(8)
    found = board(tier, 8)[:]
    check_sequence(found, solutions, list(range(1, 9)))
    for part in SLICES:
        check_sequence(found[part], solutions[part], list(range(1, 9)))
        assert found[part] == board(tier, 8)[:][part]
        assert [found.board.unrank(rank) for rank in found[part].ranks] == solutions[part]
    assert found[10:80:3][2:9][::-2] == found[10:80:3][2:9][::-2]
    assert list(found[10:80:3][2:9][::-2]) == solutions[10:80:3][2:9][::-2]
    assert found != board(tier, 9)[:]


@every_tier
def test_a_board_is_the_sequence_of_its_solutions(tier):
    solutions, found = twin.solutions(8), board(tier, 8)
    assert len(found) == 92 and list(reversed(found)) == solutions[::-1]
    assert [found[index] for index in range(-92, 92)] == solutions * 2
    assert all(list(found[part]) == solutions[part] for part in SLICES)
    assert random.choice(found) in found and len(random.sample(found, 5)) == 5
    assert isinstance(found, Sequence) and not isinstance(found, (list, tuple))
    for index, queens in enumerate(solutions):
        assert found.index(queens) == found.index(queens, index, index + 1) == index and found.count(queens) == 1
    assert found.count([1, 2, 3, 4, 5, 6, 7, 8]) == 0
    for stranger in ([1, 2, 3, 4, 5, 6, 7, 8], None, 5, [2, 4, 1, 3]):
        with pytest.raises(ValueError, match="not in this sequence"):
            found.index(stranger)
    match found:
        case [first, *_, last]:
            assert (first, last) == (solutions[0], solutions[-1])
        case _:
            raise AssertionError(found)
    for index in (92, -93, 10**30):
        with pytest.raises(IndexError, match=f"index {index} is out of range for 92 items"):
            found[index]
    for index in ("1", 1.5, None):
        with pytest.raises(TypeError):
            found[index]


def test_boards_without_a_known_number_of_solutions_are_true():
    assert [bool(nqdb.board(n)) for n in (1, 2, 3, 4, 28)] == [True, False, False, True, True]
    assert list(itertools.islice(nqdb.board(28), 1)) == [nqdb.board(28).unrank(1)]
    assert nqdb.board(28)[0] == nqdb.board(28).unrank(1) and nqdb.board(28)[1:4:2] == nqdb.board(28)[1:4][::2]
    assert list(nqdb.board(28)[:2]) == [nqdb.board(28).unrank(1), nqdb.board(28).unrank(2)]
    for index in (-1, slice(1, None), slice(None), slice(-3, 5), slice(5, 1, -1)):
        with pytest.raises(nqdb.UnknownError, match="number of solutions for N = 28 is not known"):
            nqdb.board(28)[index]


@every_tier
def test_solutions_are_found_in_any_form(tier):
    found = board(tier, 8)[:]
    for queens in [(1, 5, 8, 6, 3, 7, 2, 4), "15863724", "1 5 8 6 3 7 2 4"]:
        assert queens in found and found.index(queens) == 0 and queens not in found[1:]
    assert [2, 4, 1, 3] not in found
    for queens in ([1.0, 5.0, 8, 6, 3, 7, 2, 4], (True, 5, 8, 6, 3, 7, 2, 4)):
        assert queens in found and found.index(queens) == 0
    for stranger in (8, None, "x", "", b"x", object(), {1, 5}, {}, [None] * 8, [1.5] * 8, [[1]] * 8, [10**30] * 8):
        assert stranger not in found and found.count(stranger) == 0


def test_large_and_empty_boards_are_sequences():
    database = nqdb.Database.without_file()
    found = database.board(20)[:]
    assert len(found) == 39029188884 and len(found[::2]) == 19514594442
    assert found[0] == database.board(20).unrank(1)
    assert list(database.board(3)[:]) == list(database.board(3).shuffled()) == []
    for call in ("__len__", "shuffled"):
        with pytest.raises(nqdb.UnknownError, match="number of solutions for N = 28 is not known"):
            getattr(database.board(28), call)()
    with pytest.raises(nqdb.UnknownError, match="number of solutions for N = 28 is not known"):
        database.board(28).chunks(2)


def test_random_takes_a_sequence():
    found = board("stored", 8)[:]
    assert random.choice(found) in found
    assert len({tuple(queens) for queens in random.sample(found, 50)}) == 50
    with pytest.raises(TypeError):
        found[0] = [1]


def take(arguments):
    sequence, indices = arguments
    return [sequence[index] for index in indices]


@every_tier
@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods()[:2])
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_workers_share_a_sequence(tier, method):
    """As the loader of a map-style data set does: the sequence is passed to the workers, which get indices."""
    found = board(tier, 8)
    work = [(sequence, range(start, 92, 4)) for sequence in (found[:], found.shuffled(1)) for start in range(4)]
    with ProcessPoolExecutor(2, multiprocessing.get_context(method)) as pool:
        parts = list(pool.map(take, work))
    assert sorted(queens for part in parts[:4] for queens in part) == twin.solutions(8)
    assert sorted(rank for part in parts[4:] for rank in part) == list(range(1, 93))


@every_tier
def test_ranks_in_random_order_are_a_sequence(tier):
    found = board(tier, 8).shuffled(seed=1)
    # The values of the tests in Rust, which are 0-based.
    ranks = [rank + 1 for rank in (59, 70, 40, 10, 74, 67, 90, 49, 37, 43)]
    assert list(found[:10]) == ranks
    assert sorted(found) == list(range(1, 93))
    for part in SLICES:
        check_sequence(found[part], list(found)[part], 93)
    for stranger in (0, -1, 10**30, "1", "x", None, 1.5, float("nan"), float("inf"), 1j, [1], object(), Decimal("sNaN")):
        assert stranger not in found and found.count(stranger) == 0
    for one in (1.0, True, Decimal(1), Fraction(1), 1 + 0j):
        assert one in found and found.index(one) == found.index(1)
    assert found == board("searched", 8).shuffled(1) != board(tier, 8).shuffled(2)
    assert (found.seed, found[5:].steps) == (1, range(5, 92))
    chosen = board(tier, 8).shuffled()
    assert list(board(tier, 8).shuffled(chosen.seed)) == list(chosen)


def test_random_orders_of_large_boards_are_resumed():
    found = nqdb.Database.without_file().board(20).shuffled(7)
    step = 10**10
    assert list(found[step : step + 5]) == [found[step + more] for more in range(5)]
    assert [found.index(rank) for rank in found[step : step + 5]] == list(range(step, step + 5))
    assert found[-1] in found[step:] and found[-1] not in found[:step]
    assert len(set(found[:20_000])) == 20_000


@pytest.mark.parametrize("k", [1, 2, 3, 7, 92, 100])
def test_chunks_cover_all_ranks(k):
    chunks = board("stored", 8).chunks(k)
    assert [rank for chunk in chunks for rank in chunk] == list(range(1, 93))
    assert {len(chunk) for chunk in chunks} <= {92 // k, 92 // k + 1, 1}
    check_sequence(chunks, list(chunks), range(2, 3) if k < 92 else range(1, 3))
    assert len(chunks) == min(k, 92) and range(5, 5) not in chunks and range(-5, 3) not in chunks


def test_many_chunks_take_no_memory():
    board_20 = nqdb.Database.without_file().board(20)
    for k in (10**10, 10**12, 2**64 - 1):
        chunks = board_20.chunks(k)
        assert len(chunks) == min(k, 39029188884) and chunks[-1].stop == 39029188885
        assert chunks[10**9] in chunks and chunks.index(chunks[10**9]) == 10**9
    assert list(nqdb.Database.without_file().board(3).chunks(4)) == []


@every_tier
def test_distinct_draws(tier):
    found = board(tier, 8)
    for k in (0, 1, 50, 92):
        drawn = rows(found.random(limit=k, seed=5, distinct=True))
        assert rows(found.rank_many(drawn)) == list(found.shuffled(5)[:k])
    assert len(found.random(distinct=True)) == 8
    with pytest.raises(nqdb.InvalidError, match="limit: only 92 solutions of N = 8 can be drawn, got 93"):
        found.random(limit=93, distinct=True)
    with pytest.raises(nqdb.RankError, match="N = 3 has no solutions"):
        found.database.board(3).random(limit=1, distinct=True)
    with pytest.raises(TypeError):
        found.random('1=1', 2)


def test_distinct_draws_without_tables():
    found = nqdb.Database.without_file().board(18)
    drawn = rows(found.random(limit=3, seed=5, distinct=True))
    assert len({tuple(queens) for queens in drawn}) == 3 and all(queens in found for queens in drawn)
    assert rows(found.random(limit=3, seed=5, distinct=True)) == drawn


@every_tier
@pytest.mark.parametrize("n", [1, 4, 8, 10])
def test_orbits_in_bulk(tier, n):
    found = board(tier, n)
    solutions = found.solutions()
    assert rows(found.orbit_id_many(solutions)) == [found.orbit_id(queens) for queens in rows(solutions)]
    assert rows(found.canonical_many(solutions)) == [nqdb.canonical(queens) for queens in rows(solutions)]
    assert rows(found.orbit_id_many(solutions, jobs=3)) == rows(found.orbit_id_many(solutions, jobs=1))
    assert rows(found.orbit_id_many([])) == rows(found.canonical_many([])) == []


TEXTS = ["15863724", "1 6 8 3 7 4 2 5", "a1 b7 c4 d6 e8 f2 g5 h3", "Q7/4Q3/7Q/5Q2/2Q5/6Q1/1Q6/3Q4"]


def test_text_in_bulk():
    found = board("stored", 8)
    expected = [found.rank(text) for text in TEXTS]
    for boards in (TEXTS, tuple(TEXTS), [*TEXTS[:2], *map(nqdb.queens, TEXTS[2:])]):
        assert rows(found.rank_many(boards)) == expected
        assert rows(found.orbit_id_many(boards)) == [found.orbit_id(text) for text in TEXTS]
        assert rows(found.canonical_many(boards)) == [nqdb.canonical(text) for text in TEXTS]
    with pytest.raises(nqdb.InvalidError, match=r"queens\[1\]: expected whole numbers"):
        found.rank_many(["15863724", "x"])
    with pytest.raises(nqdb.InvalidError):
        found.rank_many(["15863724", "2413"])
    with pytest.raises(TypeError, match="got str"):
        found.rank_many("15863724")


def test_columns_of_text(module):
    numpy = module("numpy")
    found = board("stored", 8)
    for kind in (None, object):
        assert found.rank_many(numpy.array(TEXTS, kind)).tolist() == [found.rank(text) for text in TEXTS]


@every_tier
@pytest.mark.parametrize("conditions", ["", "1=1", "1=1 2=7", "3!=5 4!=4", "1=1 2=2"])
def test_selected_solutions_have_ranks(tier, conditions):
    found = board(tier, 8)
    solutions, ranks = found.solutions(conditions, ranks=True)
    assert rows(solutions) == rows(found.solutions(conditions))
    assert rows(ranks) == [found.rank(queens) for queens in rows(solutions)]
    solutions, ranks = found.solutions(conditions, limit=1, ranks=True)
    assert len(rows(solutions)) == len(rows(ranks)) <= 1
