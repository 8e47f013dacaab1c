"""The SQL functions and tables of nqdb on connections of sqlite3, apsw and pysqlite3.

They come from the loadable extension. A `sqlite3` module that can't load extensions gets the scalar functions only, as
callables of the native module, which has its own SQLite.
"""

from __future__ import annotations

import functools
import os
import sqlite3
import sys
import tempfile
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

from nqdb import _nqdb
from nqdb._errors import Error

__all__ = ["Connection", "add_functions", "connect", "load", "loadable_path"]

_PathLike = str | os.PathLike[str]

#: The entry point that also registers the privileged functions.
_OWNER = "sqlite3_nqdbowner_init"

#: SQLite VM instructions between two checks for signals: less than a millisecond.
_INSTRUCTIONS = 10_000

#: Alternatives that can load extensions.
_OTHERS = "apsw, pysqlite3-binary (both on PyPI) and the Python of Debian, Homebrew or conda load the extension"


def loadable_path() -> str:
    """The path of the loadable extension, for other programs: `sqlite3 -cmd ".load '…'"`.

    Raises Error if this installation has none.
    """
    suffix = {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")
    path = Path(__file__).with_name(f"nqdb{suffix}")
    if not path.exists():
        raise Error(
            f"this installation has no loadable extension ({path} is missing): install a wheel of nqueens-db, "
            "or use nqdb.add_functions(connection), which adds the scalar functions"
        )
    return str(path)


def load(connection: Any, *, database: _PathLike | None = None, owner: bool = False) -> None:
    """Adds the SQL functions and tables of nqdb to a connection of sqlite3, apsw or pysqlite3.

    Boards are read from the file `database`, or from the nqdb files that the connection has opened or attached;
    others are searched. The privileged functions, such as `nq_attach`, are absent or fail unless `owner` is true.
    Afterwards, loading of extensions is disabled on the connection.

    Raises Error if the connection can't load extensions, or this installation has none.

    >>> import nqdb, sqlite3
    >>> connection = sqlite3.connect(":memory:")
    >>> if hasattr(connection, "enable_load_extension"):
    ...     nqdb.load(connection)
    ... else:
    ...     nqdb.add_functions(connection)
    >>> connection.execute("SELECT nq_unrank(10, 100)").fetchone()
    ('2 8 10 4 1 5 9 6 3 7',)
    """
    connection = _driver_connection(connection, "cursor")
    if not _loads_extensions(connection):
        raise Error(
            f"{type(connection).__module__}.{type(connection).__name__} can't load extensions: this Python was built "
            "without them, as are pyenv's and macOS's. nqdb.connect() and nqdb.add_functions(connection) add the scalar "
            f"functions here; {_OTHERS}, which also has the tables"
        )
    path = loadable_path()
    needs_owner = owner or database is not None
    connection.enable_load_extension(True)
    try:
        if needs_owner:
            _load_for_owner(connection, path)
        else:
            connection.load_extension(path)
    finally:
        connection.enable_load_extension(False)
    try:
        if database is not None:
            _run(connection, "SELECT nq_attach(?)", os.fspath(database))
    finally:
        if needs_owner and not owner:
            _run(connection, "SELECT nq_seal()")


def add_functions(connection: Any, *, database: _PathLike | None = None) -> None:
    """Adds the scalar SQL functions of nqdb to a connection of a sqlite3 module that can't load extensions.

    They return the same values as the extension's functions. The tables, such as `nq_solutions`, are absent. If a
    function fails, sqlite3 reports only "user-defined function raised exception"; a connection of `nqdb.connect`
    reports the cause. Close the connection when it is no longer needed: the functions keep it open.

    Raises DatabaseError if `database` can't be read.

    >>> import nqdb, sqlite3
    >>> connection = sqlite3.connect(":memory:")
    >>> nqdb.add_functions(connection)
    >>> connection.execute("SELECT nq_rank('2 8 10 4 1 5 9 6 3 7')").fetchone()
    (100,)
    >>> connection.close()
    """
    connection = _driver_connection(connection, "create_function")
    _add_functions(connection, lambda: connection, database)


def connect(path: _PathLike | None = None, *, owner: bool = False, **options: Any) -> Connection:
    """Opens an SQLite connection with the SQL functions and tables of nqdb.

    With a path, the connection reads that nqdb file. Without one, it is an in-memory database, and boards are read
    from the default database file if it exists, or searched. `options` are those of `sqlite3.connect`, except
    `factory` and `uri`.

    If sqlite3 can't load extensions, the connection has only the scalar functions without side effects, and threads
    must not share it: sqlite3 can hang.

    Raises DatabaseError if the file can't be read, and Error if this installation lacks the extension.

    >>> import nqdb
    >>> with_functions = nqdb.connect()
    >>> with_functions.execute("SELECT nq_rank('2 8 10 4 1 5 9 6 3 7')").fetchone()
    (100,)
    """
    for name in ("factory", "uri"):
        if name in options:
            raise TypeError(f"nqdb.connect sets {name} itself; use sqlite3.connect and nqdb.load for another one")
    file = _nqdb.Database(path).path
    name = ":memory:" if path is None or file is None else Path(file).as_uri() + "?mode=ro"
    connection = sqlite3.connect(name, uri=True, factory=Connection, **options)
    try:
        connection._prepare(file if path is None else None, owner)
    except BaseException:
        connection.close()
        raise
    return connection


def _explaining(name: str) -> Callable[..., Any]:
    """A cursor method whose errors include the causes that sqlite3 omits."""
    method = getattr(sqlite3.Cursor, name)

    @functools.wraps(method)
    def explaining(self: sqlite3.Cursor, *arguments: Any) -> Any:
        try:
            return method(self, *arguments)
        except sqlite3.OperationalError as error:
            reason = self.connection._explain(error)  # type: ignore[attr-defined]
            if reason is error:
                raise
            raise reason from None

    return explaining


class _Cursor(sqlite3.Cursor):
    """A cursor of `Connection`."""

    execute = _explaining("execute")
    executemany = _explaining("executemany")
    executescript = _explaining("executescript")
    fetchone = _explaining("fetchone")
    fetchmany = _explaining("fetchmany")
    fetchall = _explaining("fetchall")
    __next__ = _explaining("__next__")


class Connection(sqlite3.Connection):
    """A connection opened by `nqdb.connect`. Ctrl-C ends its statements with `KeyboardInterrupt`."""

    def _prepare(self, database: str | None, owner: bool) -> None:
        self._progress = _nqdb.ProgressHandler()
        self._functions = None
        if _loads_extensions(self):
            load(self, database=database, owner=owner)
        else:
            if owner:
                raise Error(
                    "the privileged functions need the extension, which this Python can't load; "
                    f"{_OTHERS}"
                )
            self._functions = _add_functions(self, weakref.ref(self), database)
        self.set_progress_handler(self._progress, _INSTRUCTIONS)

    def cursor(self, factory: Any = _Cursor) -> Any:
        """A cursor whose errors report why a function failed."""
        return super().cursor(factory)

    # From Python 3.11 on, the inherited methods would create a plain cursor.
    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        """Runs a statement with a new cursor."""
        return self.cursor().execute(sql, parameters)  # type: ignore[no-any-return]

    def executemany(self, sql: str, parameters: Any, /) -> sqlite3.Cursor:
        """Runs a statement once per set of parameters."""
        return self.cursor().executemany(sql, parameters)  # type: ignore[no-any-return]

    def executescript(self, sql_script: str, /) -> sqlite3.Cursor:
        """Runs several statements."""
        return self.cursor().executescript(sql_script)  # type: ignore[no-any-return]

    def _explain(self, error: sqlite3.OperationalError) -> BaseException:
        message = str(error)
        reason = self._progress.take()
        if self._functions is not None:
            failure = self._functions.take_failure()
            if message == "user-defined function raised exception":
                reason = reason or failure
            elif message.startswith("no such table: nq_"):
                reason = sqlite3.OperationalError(
                    f"{message}: this Python's sqlite3 can't load extensions, so nqdb has only its scalar functions "
                    f"here and no tables; {_OTHERS}"
                )
        return reason or error


def _driver_connection(connection: Any, method: str) -> Any:
    """The connection, or the one behind a SQLAlchemy proxy."""
    connection = getattr(connection, "driver_connection", connection)
    if not hasattr(connection, method):
        known = "sqlite3, apsw or pysqlite3" if method == "cursor" else "an sqlite3 module"
        raise TypeError(f"expected a connection of {known}, got {type(connection).__name__}")
    return connection


def _loads_extensions(connection: Any) -> bool:
    return hasattr(connection, "enable_load_extension")


def _load_for_owner(connection: Any, path: str) -> None:
    try:
        connection.load_extension(path, entrypoint=_OWNER)
    except TypeError:
        # Before Python 3.12, sqlite3 has no entrypoint parameter. SQLite derives the entry point from the file name.
        with tempfile.TemporaryDirectory() as folder:
            alias = os.path.join(folder, "nqdbowner" + os.path.splitext(path)[1])
            os.symlink(path, alias)
            connection.load_extension(alias)


def _run(connection: Any, sql: str, *arguments: Any) -> None:
    cursor = connection.cursor()
    try:
        cursor.execute(sql, arguments).fetchall()
    finally:
        cursor.close()


def _is_foreign(connection: Any, rows: Callable[[str], list[Any]], schema: str) -> bool:
    """Whether a file is known to be of another program. Another copy of SQLite would end the locks of this one."""
    quoted = schema.replace('"', '""')
    try:
        return rows(f'"{quoted}".application_id') != [(0x6E716462,)]
    except connection.OperationalError:
        raise
    except connection.DatabaseError:
        return False


def _add_functions(
    connection: Any, find: Callable[[], Any], database: _PathLike | None
) -> _nqdb.Functions:
    """Registers the functions on a connection, which `find` returns as long as it is open."""
    def rows(pragma: str) -> list[Any]:
        cursor = find().cursor()
        cursor.row_factory = None
        return cursor.execute(f"PRAGMA {pragma}").fetchall()

    foreign: set[str] = set()

    def files() -> list[str]:
        listed = [(schema, os.fsdecode(file or "")) for _, schema, file in rows("database_list")]
        for schema, file in listed:
            if file and file not in foreign and _is_foreign(find(), rows, schema):
                foreign.add(file)
        return [file for _, file in listed if file and file not in foreign]

    functions = _nqdb.Functions(files, lambda sql: _run(find(), sql))
    if database is not None:
        functions.call("nq_attach", os.fspath(database))
    for name, arity, function in functions.callables():
        connection.create_function(name, arity, function, deterministic=True)
    return functions
