"""Conversion of the native module's buffers to arrays and back: NumPy arrays if NumPy is installed, else lists."""

from array import array
from itertools import chain

from nqdb._errors import InvalidError
from nqdb._nqdb import queens

try:
    import numpy
except ImportError:
    numpy = None  # type: ignore[assignment]


def boards(data, n):
    """Bytes as an array of shape (k, n) and type uint8."""
    if numpy is None:
        return [list(data[start : start + n]) for start in range(0, len(data), n)]
    return numpy.frombuffer(data, numpy.uint8).reshape(-1, n)


def numbers(data):
    """Bytes as an array of type int64."""
    if numpy is None:
        return memoryview(data).cast("q").tolist()
    return numpy.frombuffer(data, numpy.int64)


def square(data, n):
    """Bytes as an array of shape (n, n) and type int64."""
    if numpy is None:
        return memoryview(data).cast("q", (n, n)).tolist()
    return numpy.frombuffer(data, numpy.int64).reshape(n, n)


def read_boards(values, n):
    """The values of an array of shape (k, n), or of k boards, each a sequence of length n or text, as bytes."""
    values = _lists(values)
    if numpy is not None:
        values = _integers(values, (-1, n))
        return _fitting(values, numpy.uint8, f"rows from 1 to {n}").tobytes()
    rows = [_list(row) for row in _list(values)]
    for place, row in enumerate(rows):
        if len(row) != n:
            raise InvalidError(f"queens[{place}]: expected {n} queens, got {len(row)}")
    try:
        return array("B", chain.from_iterable(rows)).tobytes()
    except OverflowError:
        raise InvalidError(f"expected rows from 1 to {n}, got other numbers") from None


def _lists(values):
    """The values, with boards that are text as lists."""
    is_sequence = hasattr(values, "__len__") and not isinstance(values, (str, bytes))
    may_have_text = getattr(getattr(values, "dtype", None), "kind", "O") in "OUT" and getattr(values, "ndim", 1) > 0
    if not (is_sequence and may_have_text and any(isinstance(board, str) for board in values)):
        return values
    boards = []
    for place, board in enumerate(values):
        try:
            boards.append(queens(board) if isinstance(board, str) else board)
        except InvalidError as error:
            raise InvalidError(f"queens[{place}]: {error}") from None
    return boards


def read_numbers(values):
    """The values of a one-dimensional array or a sequence, as bytes of 64-bit integers."""
    if numpy is not None:
        return _fitting(_integers(values, (-1,)), numpy.int64, "64-bit integers").tobytes()
    try:
        return array("q", _list(values)).tobytes()
    except OverflowError:
        raise InvalidError("expected 64-bit integers, got other numbers") from None


def _integers(values, shape):
    """The values as a NumPy array of integers of this shape; the first dimension may have any length."""
    try:
        found = numpy.asarray(values)
    except ValueError as error:
        raise InvalidError(f"expected rows of equal length: {error}") from None
    if found.ndim == 0:
        raise TypeError(f"expected a sequence of integers, got {type(values).__name__}")
    if found.shape != (0,) and (found.ndim != len(shape) or found.shape[1:] != shape[1:]):
        expected = f"(k, {shape[1]})" if len(shape) == 2 else "(k,)"
        raise InvalidError(f"expected an array of shape {expected}, got {found.shape}")
    if numpy.ma.is_masked(values):
        raise InvalidError("expected an array without masked values")
    if found.size == 0:
        return numpy.empty((0, *shape[1:]), numpy.int64)
    # NumPy keeps Python integers beyond 64 bits as objects.
    if found.dtype.kind == "O" and all(isinstance(value, int) for value in found.flat):
        raise InvalidError("expected 64-bit integers, got larger ones")
    if found.dtype.kind not in "iu":
        raise TypeError(f"expected an array of integers, got one of type {found.dtype}")
    return found


def _fitting(values, dtype, expected):
    """The array converted to another integer type, which must be able to hold all values."""
    if values.dtype == dtype or values.size == 0:
        return values.astype(dtype, copy=False)
    limits, least, most = numpy.iinfo(dtype), values.min(), values.max()
    if int(least) < limits.min or int(most) > limits.max:
        raise InvalidError(f"expected {expected}, got numbers from {least} to {most}")
    return values.astype(dtype)


def _list(values):
    """A sequence as a list."""
    if isinstance(values, (str, bytes, dict, set)) or not hasattr(values, "__len__"):
        raise TypeError(f"expected a sequence of integers, got {type(values).__name__}")
    return values.tolist() if hasattr(values, "tolist") else list(values)
