"""The exceptions of nqdb: one family, each of which is also the built-in class that a Python programmer expects."""

__all__ = ["DatabaseError", "Error", "InvalidError", "RankError", "UnknownError"]


class Error(Exception):
    """What nqdb raises."""

    __module__ = "nqdb"


class InvalidError(Error, ValueError):
    """A board size, queens, squares or another argument that breaks a rule."""

    __module__ = "nqdb"


class RankError(Error, IndexError):
    """A rank or an orbit id that the board does not have."""

    __module__ = "nqdb"


class UnknownError(Error, LookupError):
    """A number that nobody knows, or that a search can't reach."""

    __module__ = "nqdb"


class DatabaseError(Error, OSError):
    """A file that is missing, damaged, locked or no database of nqdb."""

    __module__ = "nqdb"
