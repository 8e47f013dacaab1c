"""Conversion of the native module's buffers to arrays and back: NumPy arrays if NumPy is installed, else lists."""

import gc
import sys
from array import array

from nqdb._errors import InvalidError
from nqdb._nqdb import queens

try:
    import numpy
except ImportError:
    numpy = None  # type: ignore[assignment]


# Numbers converted at a time: a call of C that takes longer would keep other threads from running.
_AT_ONCE = 1 << 16


def row_size(n):
    """The bytes that a row of a board takes in an array; without NumPy a list, with its place in the outer list."""
    return n if numpy is not None else sys.getsizeof(list(bytes(n))) + 24


def boards(data, n):
    """Bytes as an array of shape (k, n) and type uint8."""
    if numpy is None:
        return _rows(data, n)
    return numpy.frombuffer(data, numpy.uint8).reshape(-1, n)


def _rows(data, n):
    """Bytes as lists of n numbers."""
    # The garbage collector would visit all rows again and again, for seconds in which no other thread runs.
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        return [list(data[start : start + n]) for start in range(0, len(data), n)]
    finally:
        if was_enabled:
            if gc.get_freeze_count() == 0:
                # All objects are old now, so the next collection of young ones does not visit the rows either.
                gc.freeze()
                gc.unfreeze()
            gc.enable()


def numbers(data):
    """Bytes as an array of type int64."""
    if numpy is None:
        view, result = memoryview(data).cast("q"), []
        for start in range(0, len(view), _AT_ONCE):
            result += view[start : start + _AT_ONCE].tolist()
        return result
    return numpy.frombuffer(data, numpy.int64)


def square(data, n):
    """Bytes as an array of shape (n, n) and type int64."""
    if numpy is None:
        return memoryview(data).cast("q", (n, n)).tolist()
    return numpy.frombuffer(data, numpy.int64).reshape(n, n)


def read_boards(values, n):
    """The boards in an array of shape (k, n), or in a sequence of boards in any form, as bytes."""
    values = _array(values)
    found = _integers(values, (n,), "uint8")
    if found is not None:
        return found.tobytes()
    return b"".join(_board(place, board, n) for place, board in enumerate(_list(values, "boards")))


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
        raise InvalidError("expected 64-bit integers, got other numbers") from None
    except TypeError as error:
        raise TypeError(f"expected a sequence of integers: {error}") from None


def _array(values):
    """Tables and arrays of other packages as NumPy arrays; other values as they are."""
    return values if numpy is None or not hasattr(values, "__array__") else numpy.asanyarray(values)


def _integers(values, shape, dtype):
    """A NumPy array of integers, each of this shape, as one of another type; None for other values."""
    if numpy is None or not isinstance(values, numpy.ndarray) or numpy.ma.is_masked(values):
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
