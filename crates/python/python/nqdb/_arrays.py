"""Conversion of the native module's buffers to NumPy arrays and back."""

from array import array

import numpy
from nqdb._errors import InvalidError
from nqdb._nqdb import queens

# Numbers converted at a time: a call of C that takes longer would keep other threads from running.
_AT_ONCE = 1 << 16


def boards(data, n):
    """Bytes as an array of shape (k, n) and type uint8."""
    return numpy.frombuffer(data, numpy.uint8).reshape(-1, n)


def numbers(data):
    """Bytes as an array of type int64."""
    return numpy.frombuffer(data, numpy.int64)


def square(data, n):
    """Bytes as an array of shape (n, n) and type int64."""
    return numbers(data).reshape(n, n)


def read_boards(values, n):
    """The boards in an array of shape (k, n), or in a sequence of boards in any form, as bytes."""
    values = _array(values)
    found = _integers(values, (n,), "uint8")
    if found is None:
        found = _rows(values, n)
    if found is not None:
        return found.tobytes()
    return b"".join(_board(place, board, n) for place, board in enumerate(_list(values, "boards")))


def one_hot(values):
    """Boards as an array of shape (k, n, n)."""
    values = _array(values)
    n = values.shape[1] if getattr(values, "ndim", 0) == 2 else None
    if n is None:
        values = _list(values, "boards")
        n = len(queens(values[0])) if len(values) else 0
    rows = boards(read_boards(values, n), n) if n else numpy.zeros((0, 0), numpy.uint8)
    if rows.size and not (1 <= rows.min() and rows.max() <= n):
        raise InvalidError(f"expected rows from 1 to {n}, got {rows.min()} to {rows.max()}")
    return (rows[:, None] == numpy.arange(1, n + 1)[:, None]).astype(numpy.uint8)


def _rows(values, n):
    """The rows of the queens in an array of matrices with one queen in each column; None for other values."""
    if not isinstance(values, numpy.ndarray) or values.shape[1:] != (n, n) or values.dtype.kind not in "biuf":
        return None
    queens = values == 1
    is_plain = not numpy.ma.is_masked(values) and (queens | (values == 0)).all() and (queens.sum(1) == 1).all()
    return (queens.argmax(1) + 1).astype(numpy.uint8) if is_plain else None


def _board(place, board, n):
    """A board in any form as bytes."""
    # Most are lists of rows, which need no reader.
    if isinstance(board, (list, tuple)) and len(board) == n:
        try:
            return bytes(board)
        except (TypeError, ValueError):
            pass
    try:
        found = queens(board)
    except InvalidError as error:
        raise InvalidError(f"queens[{place}]: {error}") from None
    if len(found) != n:
        raise InvalidError(f"queens[{place}]: expected {n} queens, got {len(found)}")
    return bytes(found)


def read_numbers(values):
    """The values of a one-dimensional array or a sequence, as bytes of 64-bit integers."""
    values = _array(values)
    found = _integers(values, (), "int64")
    if found is not None:
        return found.tobytes()
    numbers = _list(values, "integers")
    try:
        result = array("q")
        for start in range(0, len(numbers), _AT_ONCE):
            result.extend(numbers[start : start + _AT_ONCE])
        return result.tobytes()
    except OverflowError:
        raise InvalidError("ranks: expected 64-bit integers, got other numbers") from None
    except TypeError as error:
        raise TypeError(f"expected a sequence of integers: {error}") from None


def _array(values):
    """Tables and arrays of other packages as NumPy arrays; other values as they are."""
    return numpy.asanyarray(values) if hasattr(values, "__array__") else values


def _integers(values, shape, dtype):
    """A NumPy array of integers, each of this shape, as one of another type; None for other values."""
    if not isinstance(values, numpy.ndarray) or numpy.ma.is_masked(values):
        return None
    if values.dtype.kind not in "iu" or values.shape[1:] != shape or values.ndim == 0:
        return None
    limits, is_same = numpy.iinfo(dtype), values.dtype == dtype or values.size == 0
    fits = is_same or limits.min <= int(values.min()) and int(values.max()) <= limits.max
    return values.astype(dtype, copy=False) if fits else None


def _list(values, items):
    """A sequence as a list."""
    if isinstance(values, (str, bytes, dict, set, frozenset)) or not hasattr(values, "__len__"):
        raise TypeError(f"expected a sequence of {items}, got {type(values).__name__}")
    return list(values)
