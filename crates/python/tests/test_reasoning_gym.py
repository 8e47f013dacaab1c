"""The task of reasoning-gym, in the installed package."""

from __future__ import annotations

import doctest
from types import ModuleType
from typing import Callable

import pytest


@pytest.mark.filterwarnings("ignore::SyntaxWarning")
def test_tasks_are_made_and_scored_as_in_reasoning_gym(module: Callable[[str], ModuleType]) -> None:
    gym = module("reasoning_gym")
    adapter = module("nqdb.reasoning_gym")
    assert doctest.testmod(adapter).failed == 0
    for n, givens in [(4, 0), (8, 8), (30, 6), (64, 20)]:
        options = {"n": n, "min_givens": givens, "max_givens": givens, "size": 3, "seed": 7}
        tasks, again = (gym.create_dataset("nqdb_completion", **options) for _ in range(2))
        for task, same in zip(tasks, again):
            assert task == same
            assert task["question"].count("Q is") == 1 and len(task["metadata"]["givens"]) == givens
            assert tasks.score_answer(f"```\n{task['answer']}\n```", entry=task) == 1.0
            assert tasks.score_answer(None, entry=task) == 0.0
            # A solution of another board, and one without the given queens.
            assert tasks.score_answer("5 3 1 4 2", entry=task) == 0.0
            other = "\n".join(reversed(task["answer"].split("\n")))
            assert tasks.score_answer(other, entry=task) == (0.0 if givens else 1.0)
    with pytest.raises(AssertionError, match="expected n from 4 to 64, got 3"):
        gym.create_dataset("nqdb_completion", n=3)
    curriculum = gym.factory.create_curriculum("nqdb_completion")
    curriculum.increment_attr_level("n")
    assert curriculum.generate_configuration({"seed": 1}).n == 12
