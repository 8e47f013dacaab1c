"""A Datasette plugin: the SQL functions and tables of nqdb without side effects, for public use.

Datasette's `sql_time_limit_ms` also applies to their searches.
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
    """Checks the configuration at startup."""
    for name in (None, *datasette.databases):
        file = _file(datasette, name)
        try:
            if file is not None:
                nqdb.Database(file)
        except nqdb.Error as error:
            raise StartupError(f"{_PLUGIN}: {error}") from error


@hookimpl  # type: ignore[untyped-decorator]
def prepare_connection(conn: Any, database: Optional[str], datasette: Any) -> None:
    """Adds the functions, and the tables if this Python can load extensions."""
    file = _file(datasette, database)
    try:
        nqdb.load(conn, database=file)
    except Exception as error:  # Any SQLite library's.
        _tell_once(error)
        nqdb.add_functions(conn, database=file)


def _file(datasette: Any, database: Optional[str]) -> Optional[str]:
    """The nqdb file named in the configuration, if any."""
    config = datasette.plugin_config(_PLUGIN, database=database) or {}
    if not isinstance(config, dict) or not isinstance(config.get("file"), (str, type(None))):
        raise StartupError(f'{_PLUGIN}: expected {{"file": "queens.db"}}, got {config!r}')
    unknown = sorted(set(config) - {"file"})
    if unknown:
        raise StartupError(f'{_PLUGIN}: the only setting is "file", got {", ".join(unknown)}')
    return config.get("file")


_told: "set[str]" = set()


def _tell_once(error: Exception) -> None:
    """Reports once on stderr why there are no tables."""
    reason = str(error)
    if reason not in _told:
        _told.add(reason)
        print(f"{_PLUGIN}: nqdb's functions are available, but not its tables: {reason}", file=sys.stderr)
