"""Errors are exceptions of nqdb's classes, and their messages name what was expected."""

import itertools
import pickle

import nqdb
import pytest
from boards import board

CASES = [
    (lambda b: b.unrank(93), nqdb.RankError, "N = 8 has 92 solutions, so ranks go from 1 to 92; got 93"),
    (lambda b: b.unrank(0), nqdb.RankError, "N = 8 has 92 solutions, so ranks go from 1 to 92; got 0"),
    (lambda b: b.unrank(-1), nqdb.RankError, "ranks go from 1 to 92; got -1"),
    (lambda b: b.unrank(10**30), nqdb.RankError, "ranks go from 1 to 92; got 1000000000000000000000000000000"),
    (lambda b: b.unrank(10**6000), nqdb.RankError, "ranks go from 1 to 92; got a larger one"),
    (lambda b: b.unrank(-(10**30)), nqdb.RankError, "ranks go from 1 to 92; got -1000"),
    (lambda b: b.database.board(3).unrank(10**30), nqdb.RankError, "N = 3 has no solutions"),
    (lambda b: b.database.board(64).unrank(2**64), nqdb.RankError, "from 1 to 18446744073709551615, got 18446744073709551616"),
    (lambda b: b.solutions(start=-1), nqdb.RankError, "start: .*ranks go from 1 to 92; got -1"),
    (lambda b: b.orbit(2**64), nqdb.RankError, "orbit ids go from 1 to 12; got 18446744073709551616"),
    (lambda b: b.unrank("1"), TypeError, "expected a rank, which is an integer, got str"),
    (lambda b: b.unrank(1.0), TypeError, "expected a rank, which is an integer, got float"),
    (lambda b: nqdb.board("8"), TypeError, "n: expected an integer, got str"),
    (lambda b: b.random(limit="5"), TypeError, "limit: expected an integer, got str"),
    (lambda b: b.chunks("5"), TypeError, "k: expected an integer, got str"),
    (lambda b: b.solutions(start=93), nqdb.RankError, "start: N = 8 has 92 solutions, .* got 93"),
    (lambda b: b.solutions("1=1", start=93), nqdb.RankError, "start: N = 8 has 92 solutions, .* got 93"),
    (lambda b: b.iter_solutions(start=93), nqdb.RankError, "start: N = 8 has 92 solutions, .* got 93"),
    (lambda b: b.iter_orbits(start=13), nqdb.RankError, "start: N = 8 has 12 orbits, .* got 13"),
    (lambda b: b.representatives(start=0), nqdb.RankError, "start: N = 8 has 12 orbits, .* got 0"),
    (lambda b: b.solutions(from_rank=1), TypeError, 'unexpected keyword argument "from_rank"; properties are fixed_by'),
    (lambda b: b.count(fixed_by="flip"), nqdb.InvalidError, 'fixed_by: .*rotate-180.* got "flip"'),
    (lambda b: b.count(stabilizer=""), nqdb.InvalidError, 'stabilizer: .*rotate-180.* got ""'),
    (lambda b: b.count(stabilizer=180), TypeError, "stabilizer: expected the names of symmetries, got int"),
    (lambda b: b.heatmap(toroidal="yes"), TypeError, "toroidal: expected True or False, got str"),
    (lambda b: b.random("1=1 2=2"), nqdb.RankError, "no solution of N = 8 is selected"),
    (lambda b: b.random(limit=1, toroidal=True), nqdb.RankError, "no solution of N = 8 is selected"),
    (lambda b: b.random("1=1", limit=5, distinct=True), nqdb.InvalidError, "limit: only 4 solutions of N = 8 .* got 5"),
    (lambda b: b.orbit([2, 4, 1, 3]), nqdb.InvalidError, "got a solution of N = 4, expected N = 8"),
    (lambda b: b.orbit(None), TypeError, "expected queens"),
    (lambda b: nqdb.puzzle(8, givens=-1), nqdb.InvalidError, "givens: expected a whole number of at least 0, got -1"),
    (lambda b: nqdb.puzzles(8, -1), nqdb.InvalidError, "limit: expected a whole number of at least 0, got -1"),
    (lambda b: nqdb.solve(-8), nqdb.InvalidError, "n: expected a whole number of at least 0, got -8"),
    (lambda b: nqdb.rank("1 2 3 4"), nqdb.InvalidError, "attack each other"),
    (lambda b: nqdb.count(28), nqdb.UnknownError, "number of solutions for N = 28 is not known"),
    (lambda b: b.orbit(13), nqdb.RankError, "N = 8 has 12 orbits, so orbit ids go from 1 to 12; got 13"),
    (lambda b: b.orbit(0), nqdb.RankError, "N = 8 has 12 orbits, so orbit ids go from 1 to 12; got 0"),
    (lambda b: b.rank([1, 2, 3, 4, 5, 6, 7, 8]), nqdb.InvalidError, "attack each other on a diagonal"),
    (lambda b: b.rank([2, 4, 1, 3]), nqdb.InvalidError, "got a solution of N = 4, expected N = 8"),
    (lambda b: b.rank([0, 2, 4, 6, 1, 3, 5, 7]), nqdb.InvalidError, r"rows count from 1; .*zero_based=True"),
    (lambda b: b.rank_many([[0, 2, 4, 6, 1, 3, 5, 7]]), nqdb.InvalidError, r"queens\[0\]: .*zero_based=True"),
    (lambda b: nqdb.queens([1, 3, 0, 4], zero_based=True), nqdb.InvalidError, "outside the board"),
    (lambda b: nqdb.queens({1, 2}, zero_based=True), TypeError, "set"),
    (lambda b: b.rank([9] * 8), nqdb.InvalidError, "column 1 has row 9, outside the board"),
    (lambda b: b.rank([300] * 8), nqdb.InvalidError, "column 1 has row 300, outside the board"),
    (lambda b: b.rank([-1] * 8), nqdb.InvalidError, "column 1 has row -1"),
    (lambda b: b.rank([]), nqdb.InvalidError, "no queens given"),
    (lambda b: b.rank([1] * 65), nqdb.InvalidError, "at most 64 queens, got 65"),
    (lambda b: b.rank("1 2 x"), nqdb.InvalidError, "expected whole numbers"),
    (lambda b: b.rank({1, 2}), TypeError, "expected queens as a list .* got set"),
    (lambda b: b.rank({1: 2}), nqdb.InvalidError, "outside the board N = 1"),
    (lambda b: b.rank(itertools.count(1)), TypeError, "got count"),
    (lambda b: b.rank(None), TypeError, "got NoneType"),
    (lambda b: b.rank(["1", "2"]), nqdb.InvalidError, "attack each other"),
    (lambda b: b.solutions("9=1"), nqdb.InvalidError, "column 9, row 1 is outside the board N = 8"),
    (lambda b: b.count("?"), nqdb.InvalidError, "expected a condition such as 3=5"),
    (lambda b: b.random({1: -1}), nqdb.InvalidError, "expected a condition"),
    (lambda b: b.solutions(3), TypeError, "got int; did you mean limit=3?"),
    (lambda b: b.solutions("", limit=-1), nqdb.InvalidError, "limit: expected a whole number of at least 0, got -1"),
    (lambda b: b.random(limit=-1), nqdb.InvalidError, "limit: expected a whole number of at least 0, got -1"),
    (lambda b: b.random(seed=2**64), nqdb.InvalidError, "seed: expected a whole number below 2.64, got 18446744073709551616"),
    (lambda b: b.chunks(0), nqdb.InvalidError, "k: expected at least 1 chunk, got 0"),
    (lambda b: b.estimate_count(seconds=-1), nqdb.InvalidError, "seconds: expected a number above 0 and below 1e19, got -1"),
    (lambda b: b.estimate_count(seconds=float("nan")), nqdb.InvalidError, "seconds: .* above 0"),
    (lambda b: b.estimate_count(seconds=1e300), nqdb.InvalidError, "below 1e19, got 1e300"),
    (lambda b: b.estimate_count(runs=1), nqdb.InvalidError, "runs: expected at least 2, got 1"),
    (lambda b: b.unrank_many([1], jobs=0), nqdb.InvalidError, "jobs: expected 1 to 1024 threads, got 0"),
    (lambda b: b.unrank_many([1], jobs=9999), nqdb.InvalidError, "1 to 1024 threads, got 9999"),
    (lambda b: b.database.board(0), nqdb.InvalidError, "from 1 to 64, got 0"),
    (lambda b: b.database.board(65), nqdb.InvalidError, "from 1 to 64, got 65"),
    (lambda b: b.database.board(-8), nqdb.InvalidError, "from 1 to 64, got -8"),
    (lambda b: b.database.board(2).unrank(1), nqdb.RankError, "N = 2 has no solutions"),
    (lambda b: b.database.board(3).random(), nqdb.RankError, "N = 3 has no solutions"),
    (lambda b: b.database.board(21).heatmap(), nqdb.InvalidError, "too large for a heat map"),
    (lambda b: nqdb.build(30), nqdb.InvalidError, "N = 30 can't be indexed"),
    (lambda b: nqdb.build(8, tier="other"), nqdb.InvalidError, 'expected the tier stored or indexed, got "other"'),
    (lambda b: nqdb.solve(0), nqdb.InvalidError, "supports N = 1 to 10000000, got 0"),
    (lambda b: nqdb.solve(10**8), nqdb.InvalidError, "supports N = 1 to 10000000"),
    (lambda b: nqdb.solve(8, method="other"), nqdb.InvalidError, "method: expected one of construct, .* got .other."),
    (lambda b: nqdb.solve(10**6, "1=1"), nqdb.InvalidError, "10000"),
    (lambda b: nqdb.solve(8, "a1", method="genetic"), nqdb.InvalidError, "method: expected search"),
    (lambda b: nqdb.permutation_at(4, 25), nqdb.InvalidError, "from 1 to 4! = 24, got 25"),
    (lambda b: nqdb.permutation_at(4, 0), nqdb.InvalidError, "from 1 to 4! = 24, got 0"),
    (lambda b: nqdb.permutation_at(4, -1), nqdb.InvalidError, "from 1 to 4! = 24, got"),
    (lambda b: nqdb.permutation_at(4, 10**6000), nqdb.InvalidError, "a larger one"),
    (lambda b: nqdb.canonical([1, 2]), nqdb.InvalidError, "attack each other"),
    (lambda b: nqdb.text([2, 4, 1, 3], "other"), nqdb.InvalidError, "expected a notation"),
    (lambda b: nqdb.picture([9]), nqdb.InvalidError, "outside the board"),
    (lambda b: nqdb.picture([1], captions=["a", "b"]), nqdb.InvalidError, "expected at most 1 captions, one for each board, got 2"),
    (lambda b: nqdb.picture([1], coordinates="other"), nqdb.InvalidError, "coordinates: expected .none., .numbers. or .chess., got .other."),
    (lambda b: nqdb.picture([1], columns=0), nqdb.InvalidError, "columns: expected at least 1, got 0"),
    (lambda b: nqdb.Database("/nonexistent/nqdb.db"), nqdb.DatabaseError, "/nonexistent/nqdb.db: no such file"),
    (lambda b: nqdb.Database(""), nqdb.InvalidError, "expected the path of a file, got"),
    (lambda b: nqdb.build(8, ":memory:"), nqdb.InvalidError, "expected the path of a file, got"),
    (lambda b: nqdb.build(8, "/nonexistent/nqdb.db"), nqdb.DatabaseError, "the directory /nonexistent does not exist: create it first"),
    (lambda b: nqdb.permutation_at(4, "3"), TypeError, "index: expected an integer, got str"),
    (lambda b: nqdb.load("queens.db"), TypeError, "expected a connection of sqlite3, apsw or pysqlite3, got str"),
    (lambda b: nqdb.add_functions(None), TypeError, "expected a connection of an sqlite3 module, got NoneType"),
    (lambda b: nqdb.connect(uri=True), TypeError, "nqdb.connect sets uri itself"),
    (lambda b: nqdb.Database(__file__), nqdb.DatabaseError, "not an SQLite database"),
]


@pytest.mark.parametrize("call, error, message", CASES)
def test_mistakes(call, error, message):
    with pytest.raises(error, match=message) as caught:
        call(board("searched", 8))
    assert type(caught.value) is error


def test_wrong_types_name_the_argument():
    for call, name in [
        (lambda: nqdb.board(8).solutions(limit=2.5), "limit"),
        (lambda: nqdb.board(8).random(seed="1"), "seed"),
        (lambda: nqdb.solve(8, method=3), "method"),
        (lambda: nqdb.board(8).count({1, 2}), "conditions"),
    ]:
        with pytest.raises(TypeError) as caught:
            call()
        assert caught.value.__notes__ == [f"while processing '{name}'"]


def test_the_exception_classes():
    for error, builtin in [
        (nqdb.InvalidError, ValueError),
        (nqdb.RankError, IndexError),
        (nqdb.UnknownError, LookupError),
        (nqdb.DatabaseError, OSError),
    ]:
        assert issubclass(error, nqdb.Error) and issubclass(error, builtin)
        assert error.__module__ == "nqdb" and getattr(nqdb, error.__name__) is error
        again = pickle.loads(pickle.dumps(error("why")))
        assert type(again) is error and str(again) == "why"


def test_unknown_ranks():
    far = nqdb.solve(40, method="backtrack", seed=1)
    with pytest.raises(nqdb.UnknownError, match="solutions of N = 40 come before this one"):
        nqdb.Database.without_file().board(40).rank(far)


def test_damage_is_an_error(tmp_path):
    path = tmp_path / "damaged.db"
    nqdb.build(10, path)
    data = bytearray(path.read_bytes())
    data[-3000:-1000] = bytes(2000)
    path.write_bytes(data)
    with pytest.raises(nqdb.DatabaseError, match="damaged"):
        found = nqdb.Database(path).board(10)
        found.rank_many(found.solutions())
