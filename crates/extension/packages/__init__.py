"""The SQLite extension of nqdb, the N-queens solution database: its path, and a function that loads it.

>>> import sqlite3, sqlite_nqdb
>>> connection = sqlite3.connect(":memory:")
>>> sqlite_nqdb.load(connection)
>>> connection.execute("SELECT nq_orbit_id('2 4 1 3')").fetchone()
(1,)
"""

from pathlib import Path
from typing import Any

__all__ = ["load", "loadable_path"]


def loadable_path() -> str:
    """The path of the extension."""
    return str(next(Path(__file__).parent.glob("nqdb.*")))


def load(connection: Any) -> None:
    """Loads the extension into a connection of sqlite3 or of a module with its methods.

    Loading other extensions is disabled afterwards. Raises AttributeError if this Python can't load extensions.
    """
    connection.enable_load_extension(True)
    try:
        connection.load_extension(loadable_path())
    finally:
        connection.enable_load_extension(False)
