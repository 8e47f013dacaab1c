"""Scores a baseline on the test split of a data set: queens at random on free squares, with a number of attempts.

    python examples/baseline.py [ATTEMPTS]
"""

import random
import sys

import nqdb


def attempt(givens, dice):
    """One placement, or None if a column has no free square."""
    n = len(givens)
    queens = list(givens)
    columns = [column for column in range(n) if queens[column] == 0]
    dice.shuffle(columns)
    for column in columns:
        taken = [(other, row) for other, row in enumerate(queens) if row]
        free = [
            row
            for row in range(1, n + 1)
            if all(row != r and abs(row - r) != abs(column - c) for c, r in taken)
        ]
        if not free:
            return None
        queens[column] = dice.choice(free)
    return queens


def main():
    attempts = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    dice = random.Random(1)
    tasks = nqdb.dataset(10, limit=1000, givens=(2, 5), completions=(1, 20), seed=1)["test"]
    answers = []
    for task in tasks:
        found = [attempt(task["givens"], dice) for _ in range(attempts)]
        answers.append({"id": task["id"], "answers": [queens for queens in found if queens]})
    _, summary = nqdb.score_tasks(tasks, answers)
    print(f"{summary['tasks']} tasks, {attempts} attempts each")
    print(f"solved {summary['accuracy']:.1%}, coverage {summary['coverage']:.1%}")


if __name__ == "__main__":
    main()
