"""A plugin of sqlite-utils: the SQL functions and tables of nqdb in every connection that it opens."""

from __future__ import annotations

from typing import Any

import nqdb
from sqlite_utils import hookimpl


@hookimpl  # type: ignore[untyped-decorator]
def prepare_connection(conn: Any) -> None:
    """Adds the functions, and the tables if this Python can load extensions."""
    try:
        nqdb.load(conn)
    except Exception:  # Any SQLite library's.
        nqdb.add_functions(conn)
