"""Arrays: many rows at a time."""

import array
from random import Random

import nqdb
import numpy
import pytest
import twin
from boards import board, every_tier, rows
from conftest import run_python


@every_tier
def test_solutions_and_orbits_are_slices(tier):
    found = board(tier, 8)
    solutions, representatives = twin.solutions(8), twin.representatives(8)
    assert rows(found.solutions()) == solutions
    assert rows(found.solutions(start=80, limit=5)) == solutions[79:84]
    assert rows(found.solutions(start=90, limit=10)) == solutions[89:]
    assert rows(found.solutions(limit=0)) == []
    assert rows(found.representatives()) == representatives
    assert rows(found.representatives(start=11, limit=5)) == representatives[10:]


@every_tier
@pytest.mark.parametrize("jobs", [None, 1, 3])
def test_lookups_keep_the_order(tier, jobs):
    found = board(tier, 10)
    random = Random(1)
    ranks = [random.randint(1, 724) for _ in range(5000)]
    boards = found.unrank_many(ranks, jobs=jobs)
    assert rows(boards) == [found.unrank(rank) for rank in ranks]
    assert rows(found.rank_many(boards, jobs=jobs)) == ranks
    assert rows(found.unrank_many([])) == rows(found.rank_many([])) == []


def test_shapes_and_types():
    found = board("stored", 8)
    solutions = found.solutions()
    assert (solutions.shape, solutions.dtype) == ((92, 8), "uint8")
    assert solutions.flags.writeable
    assert found.solutions(limit=0).shape == found.unrank_many([]).shape == found.solutions("1=1 2=2").shape == (0, 8)
    assert (found.heatmap().shape, found.heatmap().dtype) == ((8, 8), "int64")
    ranks = found.rank_many(solutions)
    assert (ranks.shape, ranks.dtype) == ((92,), "int64")
    for kind in ["int8", "uint16", "int32", "int64", "uint64", ">i4"]:
        assert (found.rank_many(solutions.astype(kind)) == ranks).all()
        assert (found.unrank_many(ranks.astype(kind)) == solutions).all()
    strided = solutions[::-2]
    assert found.rank_many(strided).tolist() == list(range(92, 0, -2))
    assert found.rank(solutions[3]) == 4
    assert found.unrank(ranks[3]) == solutions[3].tolist()


def test_numpy_is_imported_for_the_first_array():
    script = """
import nqdb, sys
assert nqdb.board(8).rank(nqdb.unrank(8, 4)) == nqdb.count(8, "1=1") and "numpy" not in sys.modules
print(nqdb.solutions(8, limit=1).shape, "numpy" in sys.modules)
"""
    assert run_python(script) == "(1, 8) True\n"


def test_other_sequences():
    found = board("stored", 8)
    assert rows(found.unrank_many(range(1, 4))) == twin.solutions(8)[:3]
    assert rows(found.unrank_many((4,))) == [found.unrank(4)]
    assert rows(found.unrank_many(array.array("H", [4]))) == [found.unrank(4)]
    assert rows(found.rank_many([tuple(found.unrank(4)), tuple(found.unrank(2))])) == [4, 2]


@pytest.mark.parametrize(
    "call, error, message",
    [
        (lambda b: b.unrank_many([1, 2, 93, 94]), nqdb.RankError, r"ranks\[2\]: .* ranks go from 1 to 92; got 93"),
        (lambda b: b.unrank_many([0]), nqdb.RankError, r"ranks\[0\]: .* ranks go from 1 to 92; got 0"),
        (lambda b: b.unrank_many([1, -3]), nqdb.RankError, r"ranks\[1\]: .* ranks go from 1 to 92; got -3"),
        (lambda b: b.unrank_many([2**70]), nqdb.InvalidError, "64-bit integers"),
        (lambda b: b.unrank_many([1.5]), TypeError, "integer"),
        (lambda b: b.unrank_many("1"), TypeError, "expected a sequence of integers, got str"),
        (lambda b: b.unrank_many({1, 2}), TypeError, "expected a sequence of integers, got set"),
        (lambda b: b.rank_many([[], []]), nqdb.InvalidError, r"queens\[0\]: no queens given"),
        (lambda b: b.unrank_many(5), TypeError, "expected a sequence of integers, got int"),
        (lambda b: b.rank_many([b.unrank(1), [1] * 8]), nqdb.InvalidError, r"queens\[1\]: .* row 1 is used in columns 1 and 2"),
        (lambda b: b.rank_many([[0, 1, 2, 3, 4, 5, 6, 7]]), nqdb.InvalidError, "rows count from 1"),
        (lambda b: b.rank_many([[1, 2, 3]]), nqdb.InvalidError, "expected"),
        (lambda b: b.rank_many([[1, 2], [1]]), nqdb.InvalidError, "expected"),
        (lambda b: b.rank_many([[300] * 8]), nqdb.InvalidError, r"queens\[0\]: .* row 300, outside the board"),
        (lambda b: b.rank_many([[-1] * 8]), nqdb.InvalidError, r"queens\[0\]: .* row -1"),
        (lambda b: b.rank_many([1, 2]), (nqdb.InvalidError, TypeError), "expected"),
        (lambda b: b.rank_many(None), TypeError, "expected a sequence of boards, got NoneType"),
    ],
)
def test_wrong_arrays_are_reported(call, error, message):
    with pytest.raises(error, match=message):
        call(board("stored", 8))


def test_the_first_wrong_row_is_reported_with_any_number_of_threads():
    found = board("stored", 10)
    ranks = [1] * 50_000
    ranks[20_000], ranks[45_000] = 1000, 2000
    for jobs in [1, 2, 7, 7, 7]:
        with pytest.raises(nqdb.RankError, match=r"^ranks\[20000\]"):
            found.unrank_many(ranks, jobs=jobs)


def test_arrays_without_a_limit_are_bounded():
    database = nqdb.Database.without_file()
    with pytest.raises(nqdb.InvalidError, match="666,090,624 rows of N = 18 is larger than 2 GiB; pass limit="):
        database.board(18).solutions()
    with pytest.raises(nqdb.InvalidError, match="N = 30 is unknown; pass limit="):
        database.board(30).solutions()
    with pytest.raises(MemoryError):
        database.board(30).solutions(limit=10**16)
    first = database.board(18).solutions(limit=2)
    assert rows(first)[0] == database.board(18).unrank(1)
    assert len(database.board(30).solutions(limit=3)) == 3
    with pytest.raises(nqdb.InvalidError, match="larger than 2 GiB"):
        numpy.asarray(database.board(18))


@every_tier
def test_numpy_takes_boards_and_slices(tier):
    found, solutions = board(tier, 8), twin.solutions(8)
    for made in (numpy.asarray(found), numpy.array(found), numpy.asarray(found[:])):
        assert (made.shape, made.dtype) == ((92, 8), "uint8") and made.tolist() == solutions
    for part in (slice(10, 20), slice(50, None, -7), slice(5, 5)):
        assert numpy.asarray(found[part], "int64").tolist() == solutions[part]
    assert numpy.asarray(nqdb.board(3)).shape == (0, 3)
    assert numpy.asarray(nqdb.board(40)[1:3]).tolist() == [nqdb.unrank(40, 2), nqdb.unrank(40, 3)]
    if numpy.lib.NumpyVersion(numpy.__version__) >= "2.0.0":
        with pytest.raises(ValueError, match="copy: expected None or True"):
            numpy.array(found, copy=False)


@every_tier
def test_matrices_of_solutions(tier):
    found = board(tier, 8)
    solutions = found.solutions()
    matrices = nqdb.one_hot(found[:])
    assert (matrices.shape, matrices.dtype) == ((92, 8, 8), "uint8")
    for queens, matrix in zip(solutions, matrices):
        assert [(r + 1, c + 1) for r, c in zip(*numpy.nonzero(matrix))] == sorted((r, c) for c, r in enumerate(queens, 1))
    assert (nqdb.one_hot(solutions) == matrices).all()
    for kind in ["bool", "int64", "float32"]:
        assert found.rank_many(matrices.astype(kind)).tolist() == list(range(1, 93))
    assert (nqdb.one_hot(["15863724", "a1 b6 c8 d3 e7 f4 g2 h5"]) == matrices[:2]).all()
    assert nqdb.one_hot([]).shape == (0, 0, 0)
    assert nqdb.one_hot(solutions[:0]).shape == (0, 8, 8)


def test_other_matrices_are_refused():
    found = board("stored", 4)
    matrix = nqdb.one_hot(found[:1])
    for wrong in [matrix * 2, matrix * 0, matrix + 1, matrix.transpose(0, 2, 1) | matrix]:
        with pytest.raises(nqdb.InvalidError, match=r"queens\[0\]"):
            found.rank_many(wrong)
    for wrong, message in [([[1, 9, 1]], "not a permutation"), (numpy.array([[1, 3]]), "rows from 1 to 2, got 1 to 3")]:
        with pytest.raises(nqdb.InvalidError, match=message):
            nqdb.one_hot(wrong)
    for wrong in ["2413", 5, [2, 4, 1, 3]]:
        with pytest.raises(TypeError, match="expected"):
            nqdb.one_hot(wrong)
