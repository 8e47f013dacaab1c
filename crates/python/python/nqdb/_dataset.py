"""Data sets of completion tasks, and scores of answers to them."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, SupportsIndex

from nqdb import _nqdb
from nqdb._columns import _pyarrow
from nqdb._errors import InvalidError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["dataset", "score_task", "score_tasks", "write_dataset"]

_Range = SupportsIndex | tuple[SupportsIndex, SupportsIndex]
_Task = dict[str, Any]


def dataset(
    n: SupportsIndex | Iterable[SupportsIndex],
    *,
    limit: SupportsIndex = 1000,
    givens: _Range | None = None,
    completions: _Range = (1, 100),
    answers: SupportsIndex | None = None,
    split: Sequence[int] = (80, 10, 10),
    seed: SupportsIndex | None = None,
    layout: str = "tasks",
    database: _nqdb.Database | None = None,
) -> dict[str, list[_Task]]:
    """Completion tasks with all their answers, as lists of dicts by split: train, validation and test.

    A task is a board with some given queens, and its answers are all solutions that contain them. No rotation or
    reflection of a task, or of an answer, is in two splits. `n` is a board size or several, `limit` the number of tasks
    of each in all splits together, `givens` the number of given queens, `completions` the number of completions (a
    number, or a range as a tuple), `answers` the maximum number of answers that a task lists, `split` the shares of the
    splits. The layouts are those of `nqdb dataset`: "tasks", "reasoning-gym" and "tokens". The same arguments and seed
    give the same tasks. A split of a small board may have fewer than its share, or none: N = 8 has 12 orbits.

    Raises InvalidError for invalid arguments, and for numbers that no task can have.

    >>> import nqdb
    >>> tasks = nqdb.dataset(12, limit=100, completions=(2, 4), seed=1)
    >>> {split: len(rows) for split, rows in tasks.items()}
    {'train': 80, 'validation': 10, 'test': 10}
    >>> task = tasks["train"][0]
    >>> task["completions"], task["completions"] == len(task["answers"])
    (3, True)
    """
    made = _made(n, limit, givens, completions, answers, split, seed, layout, database).lines()
    return {name: [json.loads(line) for line in made[name]] for name in ("train", "validation", "test")}


def write_dataset(
    path: str | os.PathLike[str],
    n: SupportsIndex | Iterable[SupportsIndex],
    *,
    format: str = "jsonl",
    limit: SupportsIndex = 1000,
    givens: _Range | None = None,
    completions: _Range = (1, 100),
    answers: SupportsIndex | None = None,
    split: Sequence[int] = (80, 10, 10),
    seed: SupportsIndex | None = None,
    layout: str = "tasks",
    database: _nqdb.Database | None = None,
) -> dict[str, int]:
    """Writes a data set to a new directory, and returns the number of tasks of each split.

    The directory has a file for each split, as JSON Lines or, with `format="parquet"` and pyarrow, as Parquet;
    `README.md`, the data card that hubs read; and `SHA256SUMS`, the digests of the files. JSON Lines have the same
    bytes on every machine; the bytes of Parquet depend on the version of pyarrow. The other arguments are those of
    nqdb.dataset.

    Raises the errors of nqdb.dataset, Error if the directory exists or can't be written, and ImportError for Parquet
    without pyarrow.

    >>> import nqdb
    >>> nqdb.write_dataset("queens-tasks", [8, 9], limit=100, seed=1)
    {'train': 160, 'validation': 20, 'test': 20}
    """
    if format not in ("jsonl", "parquet"):
        raise InvalidError(f'expected format "jsonl" or "parquet", got {format!r}')
    convert = _to_parquet() if format == "parquet" else None
    made = _made(n, limit, givens, completions, answers, split, seed, layout, database)
    counts = made.write(os.fspath(path), convert)
    return {name: counts[name] for name in ("train", "validation", "test")}


def score_task(
    task: Mapping[str, Any],
    answers: Iterable[Any],
    *,
    zero_based: bool = False,
) -> dict[str, Any]:
    """Compares answers with the completions of a task.

    `task` is a row of nqdb.dataset, or a mapping with `n` and `conditions` (a list such as ["1=1"]). An answer is a list
    of rows by column, counted from 1 or with `zero_based` from 0, or of squares or tokens row by row, or text with one
    board in any notation, such as a drawing with Q and _; `unreadable` counts the others. `coverage` is the share of the
    completions that was found, `orbit_coverage` the same with rotations and reflections counted as one.

    Raises InvalidError for something that is not a task.

    >>> import nqdb
    >>> task = {"n": 8, "conditions": ["1=1"]}
    >>> found = nqdb.score_task(task, ["1 5 8 6 3 7 2 4", [1, 7, 5, 8, 2, 4, 6, 3], [8, 8, 8, 8, 8, 8, 8, 8]])
    >>> found["answers"], found["correct"], found["coverage"], found["orbit_coverage"]
    (3, 2, 0.5, 0.5)
    """
    if isinstance(answers, str):
        raise TypeError("expected a list of answers, got one str; pass [answer]")
    answers = list(answers)
    if answers and all(isinstance(answer, int) for answer in answers):
        raise TypeError("expected a list of answers, got a list of int; pass [answer]")
    line = _answers({"id": "task", "answers": answers})
    scored, _, reason = _nqdb.score_lines([_json({**task, "id": "task"})], [line], zero_based)
    if reason:
        raise InvalidError(f"not a task: {reason}")
    return {name: value for name, value in json.loads(scored[0]).items() if name != "id"}


def score_tasks(
    tasks: Iterable[Mapping[str, Any]],
    answers: Iterable[Mapping[str, Any]],
    *,
    zero_based: bool = False,
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Compares answers with the completions of many tasks. Returns the score of each task, and a summary.

    `answers` are mappings with the `id` or `source_index` of a task, also in `metadata`, and `answer`, or `answers` with
    a list of them, as lines of `nqdb score`; several may be of one task. If none of them names a task, there must be
    exactly one for each task, in the same order. Answers that are of no task are counted as `bad_lines`, tasks that
    can't be read or contradict themselves as `bad_tasks`. Raises TypeError for values that JSON can't express.

    >>> import nqdb
    >>> tasks = nqdb.dataset(8, limit=50, split=(1,), seed=1)["train"]
    >>> first = [{"id": task["id"], "answer": task["answers"][0]} for task in tasks]
    >>> _, summary = nqdb.score_tasks(tasks, first)
    >>> summary["tasks"], summary["solved"], summary["accuracy"], 0 < summary["coverage"] < 1
    (50, 50, 1.0, True)
    """
    lines = [_answers(one) for one in answers]
    scored, summary, _ = _nqdb.score_lines([_json(task) for task in tasks], lines, zero_based)
    return [json.loads(line) for line in scored], json.loads(summary)


def _made(
    n: SupportsIndex | Iterable[SupportsIndex],
    limit: SupportsIndex,
    givens: _Range | None,
    completions: _Range,
    answers: SupportsIndex | None,
    split: Sequence[int],
    seed: SupportsIndex | None,
    layout: str,
    database: _nqdb.Database | None,
) -> _nqdb.Dataset:
    database = _nqdb.Database() if database is None else database
    # Iterators may not end.
    sizes = list(islice(n, 65)) if isinstance(n, Iterable) else [n]
    if len(sizes) > 64:
        raise InvalidError("expected at most 64 board sizes, got more")
    boards = [database.board(size)._native for size in sizes]
    return _nqdb.Dataset(boards, limit, givens, completions, answers, list(islice(split, 4)), seed, layout)


def _json(value: Any) -> str:
    try:
        return json.dumps(value, default=_plain, allow_nan=False)
    except ValueError:
        return json.dumps(_finite(value), default=_plain)


def _answers(line: Mapping[str, Any]) -> str:
    """A line of answers, with None for those that are nested too deep for JSON, or contain themselves."""
    try:
        return _json(line)
    except RecursionError:
        answers = line.get("answers")
        if not isinstance(answers, (list, tuple)):
            return _json({name: _shallow(value) for name, value in line.items()})
        others = {name: _shallow(value) for name, value in line.items() if name != "answers"}
        return _json({**others, "answers": [_shallow(answer) for answer in answers]})


def _shallow(value: Any) -> Any:
    try:
        _json(value)
    except RecursionError:
        return None
    return value


def _plain(value: Any) -> Any:
    """NumPy arrays and numbers as lists and numbers."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} can't be written as JSON")


def _finite(value: Any) -> Any:
    """The value with None for numbers that JSON lacks: NaN and infinities."""
    value = _plain(value) if hasattr(value, "tolist") else value
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _to_parquet() -> Any:
    _pyarrow('write_dataset(format="parquet")')
    import pyarrow.json  # type: ignore[import-untyped, import-not-found, unused-ignore]
    import pyarrow.parquet  # type: ignore[import-untyped, import-not-found, unused-ignore]

    def convert(path: str | os.PathLike[str]) -> Path:
        source = Path(path)
        table = pyarrow.json.read_json(source, pyarrow.json.ReadOptions(block_size=1 << 30))
        target = source.with_suffix(".parquet")
        pyarrow.parquet.write_table(table, target)
        source.unlink()
        return target

    return convert
