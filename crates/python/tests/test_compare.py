"""nqdb.compare on random lists, against a few lines of Python. `python test_compare.py 10000` runs more of them."""

import random
import sys
from functools import lru_cache

import nqdb
import pytest
from twin import attacks, canonical


@lru_cache(None)
def solutions(n):
    """All solutions, in order."""
    found = [[]]
    for _ in range(n):
        found = [[*q, row] for q in found for row in range(1, n + 1) if row not in q and not attacks([*q, row])]
    return found


def random_list(dice, n):
    """Solutions that are missing, doubled, turned, damaged, of other sizes, or no boards."""
    kept = dice.choice([0.5, 0.9, 1])
    right = [queens for queens in solutions(n) if dice.random() < kept]
    boards = right[:]
    for _ in range(dice.randrange(6)):
        queens = list(dice.choice(right or solutions(5)))
        damage = dice.randrange(5)
        # A single number other than 1 is not a board.
        if damage == 0 and len(queens) > 1:
            queens[dice.randrange(len(queens))] = dice.randint(1, len(queens) + 1)
        elif damage == 1:
            dice.shuffle(queens)
        elif damage == 2:
            queens = dice.choice(solutions(dice.choice([4, 5, 6, 7])))
        elif damage == 3:
            queens = canonical(queens)
        boards.append(queens)
    boards += [None] * dice.randrange(2)
    dice.shuffle(boards)
    return boards


def written(dice, n, boards):
    """The list in random notations and with labels, as text or as a dict; and the labels."""
    # In a text, boards of one or two columns may be parts of others.
    is_text = n > 2 and dice.random() < 0.8
    lines, labels = [], []
    for place, queens in enumerate(boards, 1):
        label = dice.choice([None, f"Group {place}", f"Zoë-{place}"]) if is_text else str(place)
        words = [*map(str, queens or "1x3y")]
        line = dice.choice([" ".join, ",".join, lambda words: f"[{', '.join(words)}]"])(words)
        if queens and len(queens) > 2 and is_permutation(queens) and dice.random() < 0.3:
            line = nqdb.text(queens, dice.choice(["fen", "chess", "drawing", "matrix"] if not is_text else ["fen", "chess"]))
        lines.append(f"{label}: {line}" if label and is_text else line)
        labels.append(label)
    return "\n".join([*lines, ""]) if is_text else dict(zip(labels, lines)), labels


def is_permutation(queens):
    return sorted(queens) == list(range(1, len(queens) + 1))


def expected(n, boards, labels, orbits, condition):
    """What is missing, and the verdict on each board that is not as expected."""
    key = canonical if orbits else list
    wanted = sorted({tuple(key(q)) for q in solutions(n) if not condition or q[0] == condition})
    first, others = {}, []
    for line, (queens, label) in enumerate(zip(boards, labels), 1):
        if queens not in solutions(n):
            verdict = (
                "unreadable" if queens is None else "wrong size" if len(queens) != n
                else "attack" if is_permutation(queens) else "not a permutation"
            )
            others.append((line, label, verdict, None, None))
            continue
        rank = solutions(n).index(queens) + 1
        if condition and queens[0] != condition:
            others.append((line, label, "outside", rank, None))
        elif tuple(key(queens)) in first:
            others.append((line, label, "repeated", rank, first[tuple(key(queens))]))
        first.setdefault(tuple(key(queens)), line)
    return [list(q) for q in wanted if q not in first], others


def check(seed):
    dice = random.Random(seed)
    n = dice.randint(1, 10) if seed % 4 == 0 else dice.randint(1, 8)
    orbits = dice.random() < 0.3
    condition = dice.randint(1, n) if not orbits and dice.random() < 0.3 else 0
    boards = random_list(dice, n)
    form, labels = written(dice, n, boards)
    missing, others = expected(n, boards, labels, orbits, condition)
    found = nqdb.compare(n, form, f"1={condition}" if condition else "", orbits=orbits)
    rows = [*found.repeated, *found.outside, *found.wrong]
    rows = sorted((r["line"], r.get("label"), r["verdict"], r.get("rank"), r.get("repeats")) for r in rows)
    assert (list(found.missing), rows) == (missing, others), (seed, n, orbits, condition, form)
    assert found.missing_count == len(missing)
    assert found.complete == (not missing and not others), (seed, form)


@pytest.mark.parametrize("seed", range(100))
def test_random_lists_are_as_python_has_them(seed):
    check(seed)


def test_boards_in_any_form_have_labels_and_pictures():
    class_ = {"<Anna>": "3142", "Ben": [2, 4, 3, 1], 3: "c4,a3,d2,b1"}
    found = nqdb.compare(4, class_)
    assert repr(found) == "<nqdb.Comparison 1 of 2 solutions: 1 missing, 1 repeated, 1 wrong>"
    assert found.repeated == [
        {"line": 3, "label": "3", "verdict": "repeated", "rank": 2, "repeats": 1,
         "reason": "solution 2 is already there, line 1"}
    ]
    html = nqdb.compare(4, {**class_, "<Carla>": "x"})._repr_html_()
    assert "&lt;Carla&gt;" in html and "<Carla>" not in html and html.count("<svg") == 1
    assert nqdb.compare(8, nqdb.board(8)).complete
    assert nqdb.compare(8, iter(nqdb.solutions(8))).complete
    assert nqdb.compare(11, nqdb.solutions(11, toroidal=True), toroidal=True).complete
    assert nqdb.compare(1, [[1]]).complete and nqdb.compare(2, []).complete
    assert nqdb.compare(4, "1 3 0 2\n2 0 3 1", zero_based=True).complete


def test_wrong_arguments_raise():
    for n, message in [(19, "N up to 18"), (30, "N up to 18")]:
        with pytest.raises(nqdb.InvalidError, match=message):
            nqdb.compare(n, [])
    with pytest.raises(nqdb.InvalidError, match="orbits take no conditions"):
        nqdb.compare(8, [], "1=1", orbits=True)
    for boards in ([2, 4, 1, 3], ["2 4 1 3", None], {"Anna": 5}, 7):
        with pytest.raises(TypeError):
            nqdb.compare(4, boards)


if __name__ == "__main__":
    for case in range(int(sys.argv[1])):
        check(case)
    print(f"{sys.argv[1]} lists, no difference")
