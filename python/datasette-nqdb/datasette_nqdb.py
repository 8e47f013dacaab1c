"""A Datasette plugin: the SQL functions and tables of nqdb, for the public.

They have no effects and name no files. A search in them ends with Datasette's `sql_time_limit_ms`.
"""

from __future__ import annotations

import sys
from typing import Any, Optional

import nqdb
from datasette import hookimpl
from datasette.utils import StartupError

_PLUGIN = "datasette-nqdb"


@hookimpl  # type: ignore[untyped-decorator]
def startup(datasette: Any) -> None:
    """Checks the configuration before anybody asks."""
    for name in (None, *datasette.databases):
        file = _file(datasette, name)
        try:
            if file is not None:
                nqdb.Database(file)
        except nqdb.Error as error:
            raise StartupError(f"{_PLUGIN}: {error}") from error


@hookimpl  # type: ignore[untyped-decorator]
def prepare_connection(conn: Any, database: Optional[str], datasette: Any) -> None:
    """Adds the functions, and the tables where this Python loads extensions."""
    file = _file(datasette, database)
    try:
        nqdb.load(conn, database=file)
    except Exception as error:  # Of any SQLite library.
        _tell_once(error)
        nqdb.add_functions(conn, database=file)


def _file(datasette: Any, database: Optional[str]) -> Optional[str]:
    """The nqdb file that answers, if the configuration names one."""
    config = datasette.plugin_config(_PLUGIN, database=database) or {}
    if not isinstance(config, dict) or not isinstance(config.get("file"), (str, type(None))):
        raise StartupError(f'{_PLUGIN}: expected {{"file": "queens.db"}}, got {config!r}')
    unknown = sorted(set(config) - {"file"})
    if unknown:
        raise StartupError(f'{_PLUGIN}: the only setting is "file", got {", ".join(unknown)}')
    return config.get("file")


_told: "set[str]" = set()


def _tell_once(error: Exception) -> None:
    """Tells the person who has started Datasette why there are no tables."""
    reason = str(error)
    if reason not in _told:
        _told.add(reason)
        print(f"{_PLUGIN}: the functions of nqdb without its tables: {reason}", file=sys.stderr)
