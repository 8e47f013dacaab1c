"""A task of reasoning-gym: complete given queens to a solution of the N-queens problem, for N up to 64.

Importing this module registers it as "nqdb_completion". Any solution with the given queens is a correct answer, so no
task needs the list of its solutions, and N is not limited to 12 as in reasoning-gym's own `n_queens`.

>>> import nqdb.reasoning_gym, reasoning_gym
>>> tasks = reasoning_gym.create_dataset("nqdb_completion", n=20, min_givens=3, max_givens=3, size=10, seed=1)
>>> task = tasks[0]
>>> tasks.score_answer(task["answer"], entry=task), tasks.score_answer("I give up", entry=task)
(1.0, 0.0)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

import nqdb

if TYPE_CHECKING:
    # reasoning-gym has no types.
    class _Dataset(Sequence[dict[str, Any]]):
        config: CompletionConfig
        seed: int
        size: int

        def __init__(self, config: CompletionConfig, seed: int | None = None, size: int = 500) -> None: ...
        def __len__(self) -> int: ...

    class _Curriculum:
        name: str

        def __init__(self, name: str, config_cls: type[CompletionConfig]) -> None: ...
        def _define_attributes(self, *attributes: object) -> None: ...
        def generate_configuration(self, defaults: dict[str, Any] | None = None) -> CompletionConfig: ...

    coaching: Any
    register_dataset: Any
else:
    from reasoning_gym import coaching
    from reasoning_gym.coaching import BaseCurriculum as _Curriculum
    from reasoning_gym.factory import ProceduralDataset as _Dataset
    from reasoning_gym.factory import register_dataset

__all__ = ["CompletionConfig", "CompletionCurriculum", "CompletionDataset"]

_NAME = "nqdb_completion"
_QUESTION = """\
Place {missing} more queens on this {n} x {n} chessboard, so that no two queens share a row, a column or a diagonal.
An underscore is an empty square, Q is a queen that must stay. Answer with the whole board in the same form.

{board}
"""


@dataclass
class CompletionConfig:
    """The board size (4 to 64), how many queens are given (0 to n), the number of tasks, and the seed."""

    n: int = 8
    min_givens: int = 1
    max_givens: int = 4
    size: int = 500
    seed: int | None = None

    def validate(self) -> None:
        """Raises AssertionError, as reasoning-gym's own configurations do."""
        assert 4 <= self.n <= 64, f"expected n from 4 to 64, got {self.n}"
        assert 0 <= self.min_givens <= self.max_givens <= self.n, (
            f"expected 0 <= min_givens <= max_givens <= {self.n}, got {self.min_givens} and {self.max_givens}"
        )


class CompletionDataset(_Dataset):
    """Tasks whose given queens are part of a random solution. A task depends only on the configuration and its index."""

    def __init__(self, config: CompletionConfig) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)
        self._board = nqdb.board(config.n)

    def __getitem__(self, idx: int) -> dict[str, Any]:  # type: ignore[override]
        rng = Random(self.seed + idx)
        queens = self._board.random(seed=rng.getrandbits(32))
        n, count = len(queens), rng.randint(self.config.min_givens, self.config.max_givens)
        givens = {column: queens[column - 1] for column in sorted(rng.sample(range(1, n + 1), count))}
        return {
            "question": _QUESTION.format(missing=n - count, n=n, board=_drawing(n, givens)),
            "answer": _drawing(n, dict(enumerate(queens, 1))),
            "metadata": {
                "source_dataset": _NAME,
                "source_index": idx,
                "givens": [f"{column}={row}" for column, row in givens.items()],
                "difficulty": {"n": n, "givens": (self.config.min_givens, self.config.max_givens)},
            },
        }

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        """1.0 for a solution with all given queens, in any notation that nqdb reads; otherwise 0.0."""
        try:
            queens = nqdb.queens(answer or "")
        except nqdb.Error:
            return 0.0
        givens = (square.split("=") for square in entry["metadata"]["givens"])
        right_size = len(queens) == entry["metadata"]["difficulty"]["n"]
        has_givens = right_size and all(queens[int(column) - 1] == int(row) for column, row in givens)
        return 1.0 if has_givens and nqdb.is_solution(queens) else 0.0


def _drawing(n: int, queens: dict[int, int]) -> str:
    rows = ([("Q" if queens.get(column) == row else "_") for column in range(1, n + 1)] for row in range(1, n + 1))
    return "\n".join(" ".join(row) for row in rows)


class CompletionCurriculum(_Curriculum):
    """Larger boards, and more queens given on them, as few queens leave a board easy."""

    def __init__(self) -> None:
        super().__init__(CompletionCurriculum.__name__, CompletionConfig)
        self._define_attributes(
            coaching.ScalarAttributeDefinition(
                name="n", field_name="n", levels=[8, 12, 16, 24, 32], description="Board size"
            ),
            coaching.RangeAttributeDefinition(
                name="givens",
                levels=[1, 2, 4, 6, 8],
                description="Number of given queens",
                lower_field_name="min_givens",
                upper_field_name="max_givens",
                ensure_interval=True,
            ),
        )


register_dataset(_NAME, CompletionDataset, CompletionConfig, CompletionCurriculum)
