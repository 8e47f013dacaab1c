"""The exceptions of nqdb. Each is also a subclass of the matching built-in exception."""

__all__ = ["DatabaseError", "Error", "InvalidError", "RankError", "UnknownError"]


class Error(Exception):
    """The base class of all exceptions of nqdb."""

    __module__ = "nqdb"


class InvalidError(Error, ValueError):
    """An invalid board size, queens, squares or other argument."""

    __module__ = "nqdb"


class RankError(Error, IndexError):
    """A rank or an orbit id that the board does not have."""

    __module__ = "nqdb"


class UnknownError(Error, LookupError):
    """A number that is unknown or infeasible to compute."""

    __module__ = "nqdb"


class DatabaseError(Error, OSError):
    """A file that is missing, damaged, locked, or not an nqdb database."""

    __module__ = "nqdb"
