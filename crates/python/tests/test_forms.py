"""Queens and conditions as lists, arrays and tables: what the command line reads as JSON."""

import array
import collections
import json
import types

import nqdb
import pytest
from boards import rows

QUEENS = [2, 4, 1, 3]
MATRIX = [[0, 0, 1, 0], [1, 0, 0, 0], [0, 0, 0, 1], [0, 1, 0, 0]]
LINES = ["..Q.", "Q...", "...Q", ".Q.."]
PAIRS = [(1, 2), (2, 4), (3, 1), (4, 3)]
ROWS = {1: 2, 2: 4, 3: 1, 4: 3}
LITERALS = [-1, 2, -3, -4, -5, -6, -7, 8, 9, -10, -11, -12, -13, -14, 15, -16]

FORMS = {
    "a tuple": tuple(QUEENS),
    "bytes": bytes(QUEENS),
    "an array": array.array("H", QUEENS),
    "a deque": collections.deque(QUEENS),
    "floats": [2.0, 4.0, 1.0, 3.0],
    "a matrix": MATRIX,
    "tuples": tuple(map(tuple, MATRIX)),
    "truth values": [[square == 1 for square in line] for line in MATRIX],
    "lines": LINES,
    "marks": [list(line) for line in LINES],
    "blanks": [[" " if mark == "." else mark for mark in line] for line in LINES],
    "chess squares": ["a2", "b4", "c1", "d3"],
    "a dict": ROWS,
    "a mapping": types.MappingProxyType(ROWS),
    "an object": {"n": 4, "queens": QUEENS},
    "a list of text": ["2413"],
}

ARRAYS = {
    "rows": lambda numpy, pandas: numpy.array(QUEENS),
    "floats": lambda numpy, pandas: numpy.array(QUEENS, "float32"),
    "objects": lambda numpy, pandas: numpy.array(QUEENS, object),
    "whole numbers": lambda numpy, pandas: numpy.array(MATRIX, "int8"),
    "truth values": lambda numpy, pandas: numpy.array(MATRIX, bool),
    "a matrix of floats": lambda numpy, pandas: numpy.array(MATRIX, float),
    "one hot": lambda numpy, pandas: numpy.eye(4)[[1, 3, 0, 2]].T,
    "strings": lambda numpy, pandas: numpy.array(LINES),
    "a list of arrays": lambda numpy, pandas: [numpy.array(line) for line in MATRIX],
    "a column": lambda numpy, pandas: pandas.Series(QUEENS, index=[4, 3, 2, 1]),
    "a table": lambda numpy, pandas: pandas.DataFrame(MATRIX),
    "names like rows": lambda numpy, pandas: pandas.DataFrame(MATRIX, columns=[1, 3, 2, 4]),
    "truth values of a table": lambda numpy, pandas: pandas.DataFrame(MATRIX).astype(bool),
    "one row of a table": lambda numpy, pandas: pandas.DataFrame([QUEENS]),
}

SEQUENCES = {
    "a stack": lambda numpy, pandas: numpy.array([MATRIX, MATRIX]),
    "a stack of floats": lambda numpy, pandas: numpy.array([MATRIX, MATRIX], float),
    "a stack of truth values": lambda numpy, pandas: numpy.array([MATRIX, MATRIX], bool),
    "objects": lambda numpy, pandas: numpy.array([QUEENS, QUEENS], object),
    "floats": lambda numpy, pandas: numpy.array([QUEENS, QUEENS], float),
    "a column of lists": lambda numpy, pandas: pandas.Series([QUEENS, QUEENS]),
    "a column of text": lambda numpy, pandas: pandas.Series(["2413", "a2 b4 c1 d3"]),
    "a table": lambda numpy, pandas: pandas.DataFrame([QUEENS, QUEENS]),
    "another type": lambda numpy, pandas: pandas.DataFrame([QUEENS, QUEENS]).convert_dtypes(),
    "its array": lambda numpy, pandas: pandas.DataFrame([QUEENS, QUEENS]).convert_dtypes().to_numpy(),
    "mixed": lambda numpy, pandas: [MATRIX, numpy.array(QUEENS)],
}


@pytest.fixture
def board():
    return nqdb.Database.without_file().board(4)


def check(board, queens):
    assert nqdb.queens(queens) == QUEENS and nqdb.is_solution(queens)
    assert (board.rank(queens), nqdb.permutation_index(queens)) == (1, 11)
    assert queens in board and nqdb.canonical(queens) == QUEENS
    assert nqdb.picture(queens).svg == nqdb.picture(QUEENS).svg
    assert rows(board.rank_many([queens, "2413"])) == rows(board.orbit_id_many([queens, MATRIX])) == [1, 1]


@pytest.mark.parametrize("form", FORMS)
def test_forms(board, form):
    check(board, FORMS[form])


@pytest.mark.parametrize("form", ARRAYS)
def test_arrays(board, form, module):
    check(board, ARRAYS[form](module("numpy"), module("pandas")))


@pytest.mark.parametrize("form", SEQUENCES)
def test_sequences(board, form, module):
    boards = SEQUENCES[form](module("numpy"), module("pandas"))
    assert rows(board.rank_many(boards)) == rows(board.orbit_id_many(boards)) == [1, 1]
    assert rows(board.canonical_many(boards)) == [QUEENS, QUEENS]


def test_ranks_are_of_any_type(board, module):
    numpy, pandas = module("numpy"), module("pandas")
    for ranks in (numpy.array([2, 1], object), pandas.Series([2, 1]).convert_dtypes(), pandas.Series([2, 1])):
        assert rows(board.unrank_many(ranks)) == [[3, 1, 4, 2], QUEENS]


def test_tables_of_polars(board, module):
    polars, numpy = module("polars"), module("numpy")
    assert nqdb.queens(polars.DataFrame(numpy.array(MATRIX))) == QUEENS
    assert rows(board.rank_many(polars.Series([QUEENS, QUEENS]))) == [1, 1]


@pytest.mark.parametrize(
    "queens, notation, zero_based",
    [
        (PAIRS, "column-row", False),
        ([(row, column) for column, row in PAIRS], "row-column", False),
        ([[column - 1, row - 1] for column, row in PAIRS], "column-row", True),
        (QUEENS, "one-line", False),
        (QUEENS, "json", False),
        (MATRIX, "matrix", False),
        (LINES, "drawing", False),
        pytest.param(LITERALS, "sat", False, marks=pytest.mark.xfail(reason="reads models only without brackets")),
        ((1, 3, 0, 2), None, True),
        ({0: 1, 1: 3, 2: 0, 3: 2}, None, True),
        ([0], None, True),
    ],
)
def test_notations_are_named(queens, notation, zero_based):
    read = nqdb.queens(queens, notation, zero_based)
    assert read == (QUEENS if len(queens) > 1 else [1])
    assert read == nqdb.queens(json.dumps(queens), notation, zero_based)


@pytest.mark.parametrize(
    "conditions, same",
    [
        (["1=1", "2=7"], "1=1 2=7"),
        (("1=1 2=7", "3!=4"), "1=1 2=7 3!=4"),
        ([], ""),
        ({}, ""),
        ({1: 1, 2: 7}, "1=1 2=7"),
        ([1, 7, 0, 0, 0, 0, 0, 0], "1=1 2=7"),
        ([1, 0, 0, 0, 0, 0, 0, 0], "1=1"),
        ([1, None, None, None, None, None, None, None], "1=1"),
        ([[1, 0, 0, 0, 0, 0, 0, 0], *[[0] * 8] * 7], "1=1"),
        (["Q.......", *["........"] * 6, "..#....."], "1=1 3!=8"),
        ({"n": 8, "conditions": ["1=1"]}, "1=1"),
    ],
)
def test_conditions(conditions, same):
    board = nqdb.Database.without_file().board(8)
    assert rows(board.solutions(conditions)) == rows(board.solutions(same))
    assert board.count(conditions) == board.count(same)
    assert nqdb.canonical_conditions(8, conditions) == nqdb.canonical_conditions(8, same)


def test_arrays_of_given_queens(module):
    numpy, pandas = module("numpy"), module("pandas")
    board = nqdb.Database.without_file().board(8)
    corner = numpy.zeros((8, 8), int)
    corner[0, 0] = 1
    for given in (corner, corner[:, 0], pandas.DataFrame(corner), pandas.Series(["1=1"]), numpy.array(["1=1"])):
        assert board.count(given) == board.count("1=1")


def test_tasks_are_conditions():
    for task in nqdb.dataset([4, 8], limit=20, completions=1, split=(1,), seed=1)["train"]:
        for given in (task, task["conditions"], task["givens"]):
            assert [nqdb.unique(task["n"], given)] == task["answers"]
    # The givens may be the numbers from 0 to N - 1.
    assert nqdb.unique(4, [2, 0, 1, 3]) == QUEENS


SHARED = [[[1] * 1000] * 1000] * 1000
ENDLESS = []
ENDLESS.append(ENDLESS)


@pytest.mark.parametrize(
    "call, error, message",
    [
        (lambda: nqdb.queens(QUEENS, "nosuch"), nqdb.InvalidError, 'expected a notation .* got "nosuch"'),
        (lambda: nqdb.queens(MATRIX, ""), nqdb.InvalidError, 'expected a notation .* got ""'),
        (lambda: nqdb.queens(QUEENS, 5), TypeError, "int"),
        (lambda: nqdb.queens(QUEENS, "fen"), nqdb.InvalidError, "expected a FEN"),
        (lambda: nqdb.queens(PAIRS), nqdb.InvalidError, 'column 1 and row 2, or .* notation="column-row"'),
        (lambda: nqdb.is_solution(PAIRS), nqdb.InvalidError, "name the order"),
        (lambda: nqdb.queens([QUEENS, QUEENS]), nqdb.InvalidError, "exactly one board, got 2"),
        (lambda: nqdb.queens([None, *QUEENS]), nqdb.InvalidError, "null"),
        (lambda: nqdb.queens([float("nan")] * 4), nqdb.InvalidError, "nan"),
        (lambda: nqdb.queens([{1, 2}, {3, 4}]), TypeError, "expected queens as a list .* got set"),
        (lambda: nqdb.queens([object()]), TypeError, "expected queens as a list .* got object"),
        (lambda: nqdb.queens([b"..Q."]), TypeError, "got bytes"),
        (lambda: nqdb.queens(frozenset(QUEENS)), TypeError, "got frozenset"),
        (lambda: nqdb.queens(row for row in QUEENS), TypeError, "got generator"),
        (lambda: nqdb.queens(5), TypeError, "got int"),
        (lambda: nqdb.queens([[[[[1]]]]]), nqdb.InvalidError, "at most 4 deep"),
        (lambda: nqdb.queens(ENDLESS), nqdb.InvalidError, "at most 4 deep"),
        (lambda: nqdb.is_solution(SHARED), nqdb.InvalidError, "longer than 4194304 bytes"),
        (lambda: nqdb.solve(8, {"1=1"}), TypeError, "expected conditions as text .* got set"),
        (lambda: nqdb.solve(8, [["1=1"], object()]), TypeError, "expected conditions as text .* got object"),
        (lambda: nqdb.solve(8, [1, 0, 0]), nqdb.InvalidError, "expected a board of N = 8, got one of N = 3"),
        (lambda: nqdb.solve(8, [[[[[1]]]]]), nqdb.InvalidError, "at most 4 deep"),
        (lambda: nqdb.board(4).rank_many([QUEENS, LINES, PAIRS]), nqdb.InvalidError, r"queens\[2\]: \(1, 2\) can be"),
        (lambda: nqdb.board(4).rank_many([QUEENS, MATRIX[:3]]), nqdb.InvalidError, r"queens\[1\]: "),
    ],
)
def test_wrong_forms(call, error, message):
    with pytest.raises(error, match=message) as caught:
        call()
    assert type(caught.value) is error


def test_masked_values_are_no_queens(board, module):
    numpy = module("numpy")
    for masked in (numpy.ma.array(QUEENS, mask=[0, 0, 1, 0]), numpy.ma.array(MATRIX, mask=numpy.eye(4))):
        with pytest.raises(nqdb.InvalidError, match="null"):
            board.rank(masked)
        with pytest.raises(nqdb.InvalidError, match=r"queens\[0\]: .*null"):
            board.rank_many(masked[None])
