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


@hookimpl  # type: ignore[untyped-decorator]
def canned_queries() -> "dict[str, dict[str, str]]":
    """Examples, on the page of each database; those of the tables only if there are tables."""
    return {name: query for name, query in _QUERIES.items() if not (_told and "FROM nq_" in query["sql"])}


def _query(title: str, sql: str, description: str) -> "dict[str, str]":
    return {"title": title, "sql": sql, "description": description}


_QUERIES = {
    "solution-of-a-rank": _query(
        "Solution of a rank",
        "SELECT nq_unrank(:n, :rank) AS queens",
        "The solution of the N-queens problem with a rank, its place among all solutions, from 1: n=8&rank=57.",
    ),
    "facts-of-a-solution": _query(
        "Rank and orbit of a solution",
        "SELECT nq_rank(:queens) AS rank, nq_orbit_id(:queens) AS orbit_id, nq_orbit_size(:queens) AS orbit_size, "
        "nq_canonical(:queens) AS fundamental_solution",
        "Queens are the row in each column, such as 2 4 1 3, or text in another notation, such as a2 b4 c1 d3.",
    ),
    "number-of-solutions": _query(
        "Number of solutions with given queens",
        "SELECT nq_count(:n, :conditions) AS solutions",
        "Conditions are given queens (3=5: column 3, row 5), excluded squares (3!=5) and properties (toroidal).",
    ),
    "solutions-with-given-queens": _query(
        "Solutions with given queens",
        "SELECT rank, queens FROM nq_completions(:n, :conditions) LIMIT 100",
        "The first solutions that meet conditions, such as 1=1 2=7.",
    ),
    "solutions-of-an-orbit": _query(
        "Solutions of an orbit",
        "SELECT rank, queens, is_canonical FROM nq_solutions(:n) WHERE orbit_id = :orbit_id",
        "A solution and its rotations and reflections: n=8&orbit_id=5.",
    ),
}


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
