"""Every pair of selecting options against the reference implementation, in everything that takes a selection."""

from itertools import combinations

import nqdb
import pytest
import twin
from boards import board, every_tier, rows

ROTATIONS = {"rotate-180": {"identity", "rotate-180"}, "rotate-90": {"identity", "rotate-90", "rotate-180", "rotate-270"}}

#: Conditions, properties, and whether a solution has them.
OPTIONS = [
    ("2=4", {}, lambda queens: queens[1] == 4),
    ("!a2", {}, lambda queens: queens[0] != 2),
    ("c+r!=7", {}, lambda queens: all(c + r != 7 for c, r in enumerate(queens, 1))),
    ("", {"toroidal": True}, twin.is_toroidal),
    ("", {"superqueen": True}, twin.is_superqueen),
    ("", {"no_three_in_line": True}, twin.has_no_three_in_line),
    ("", {"stabilizer": "identity"}, lambda queens: twin.stabilizer(queens) == {"identity"}),
    ("", {"fixed_by": "flip-diagonal"}, lambda queens: "flip-diagonal" in twin.stabilizer(queens)),
]
for name, group in ROTATIONS.items():
    OPTIONS.append(("", {"fixed_by": name}, lambda queens, group=group: group <= twin.stabilizer(queens)))
    OPTIONS.append(("", {"stabilizer": [name]}, lambda queens, group=group: group == twin.stabilizer(queens)))

#: Two properties of one name are one argument.
PAIRS = [(one, other) for one, other in combinations([("", {}, bool), *OPTIONS], 2) if not one[1].keys() & other[1].keys()]


def word(item):
    """A property as a word of the text of conditions."""
    name, value = item[0].replace("_", "-"), item[1]
    return name if value is True else f"{name}={value if isinstance(value, str) else '+'.join(value)}"


@every_tier
@pytest.mark.parametrize("n", [1, 4, 5, 6, 7, 8])
def test_pairs_of_options(tier, n):
    found = board(tier, n)
    seen = set()
    for (text, given, holds), (other, more, holds_too) in PAIRS:
        if n < 4 and (text or other):
            continue
        conditions, properties = [text, other], {**given, **more}
        expected = [queens for queens in twin.solutions(n) if holds(queens) and holds_too(queens)]
        seen.add(len(expected))
        solutions, ranks = found.solutions(conditions, ranks=True, **properties)
        assert rows(solutions) == expected == rows(found.solutions(conditions, **properties)), (conditions, properties)
        assert rows(ranks) == [twin.solutions(n).index(queens) + 1 for queens in expected]
        assert list(found.iter_solutions(conditions, **properties)) == expected
        assert found.count(" ".join([*conditions, *map(word, properties.items())])) == len(expected)
        middle = found.solution_count // 2 + 1
        rest = [queens for queens in expected if queens >= found.unrank(middle)]
        assert rows(found.solutions(conditions, start=middle, **properties)) == rest
        assert list(found.iter_solutions(conditions, start=middle, **properties)) == rest
        assert rows(found.solutions(conditions, start=middle, limit=2, **properties)) == rest[:2]
        assert found.count(conditions, **properties) == len(expected)
        assert rows(found.heatmap(conditions, **properties)) == twin.heatmap(n, expected)
        assert repr(found.heatmap_picture(conditions, **properties)).endswith(f" {len(expected)} solutions>")
        if expected:
            drawn = rows(found.random(conditions, limit=20 * len(expected), seed=1, **properties))
            assert sorted({tuple(queens) for queens in drawn}) == [tuple(queens) for queens in expected]
            assert found.random(conditions, seed=1, **properties) == drawn[0]
        drawn = found.random(conditions, limit=len(expected), distinct=True, seed=1, **properties)
        assert sorted(rows(drawn)) == expected
        if not (text or other):
            representatives = [queens for queens in twin.representatives(n) if queens in expected]
            assert rows(found.representatives(**properties)) == representatives
            orbits = list(found.iter_orbits(**properties))
            assert [orbit.id for orbit in orbits] == [twin.representatives(n).index(orbit.canonical) + 1 for orbit in orbits]
            assert [orbit.canonical for orbit in orbits] == representatives
    assert len(seen) > 3 or n < 5


@every_tier
def test_a_board_counts_as_a_sequence(tier):
    """`count` of a complete list of queens is that of `collections.abc.Sequence`."""
    for n in (4, 5, 6):
        found = board(tier, n)
        for queens in twin.permutations(range(1, n + 1)):
            assert found.count(queens) == found.count(list(queens)) == twin.solutions(n).count(list(queens))


def test_verbs_are_the_methods_of_boards():
    found = nqdb.board(8)
    solution, options = found.unrank(14), {"fixed_by": "rotate-180"}
    assert nqdb.unrank(8, 14) == solution and nqdb.rank(solution) == 14 and nqdb.orbit_id("3 5 2 8 1 7 4 6") == 10
    assert nqdb.orbit(solution) == found.orbit(10)
    assert rows(nqdb.solutions(8, "1=3", **options)) == rows(found.solutions("1=3", **options)) == [solution]
    assert nqdb.count(8, "1=3", **options) == 1 and nqdb.count(8) == 92
    assert nqdb.random(8, "1=3", **options) == solution and len(nqdb.random(8, limit=3)) == 3
    assert rows(nqdb.heatmap(8, "1=3", **options)) == twin.heatmap(8, [solution])
    assert nqdb.estimate_count(8, "1=3").estimate == found.count("1=3")
    # Boards without tables.
    assert nqdb.unrank(40, 1) == nqdb.board(40)[0] == rows(nqdb.solutions(40, limit=1))[0]
    assert nqdb.rank(nqdb.unrank(40, 5)) == 5


@pytest.mark.parametrize(
    ("queens", "n", "verdict", "columns", "reason"),
    [
        ([2, 4, 1, 3], 4, "solution", None, None),
        ("1 2 3 4", 4, "attack", [1, 2], "attack each other"),
        ([1, 1, 2], 3, "not a permutation", None, "row 1 is used in columns 1 and 2"),
        ([0, 1], None, "not a permutation", None, "rows count from 1"),
        ("x", None, "unreadable", None, "expected whole numbers"),
        ([(1, 2), (2, 4), (3, 1), (4, 3)], None, "unreadable", None, "name the order"),
    ],
)
def test_verdicts(queens, n, verdict, columns, reason):
    found = nqdb.check(queens)
    assert (found["n"], found["verdict"], found["columns"]) == (n, verdict, columns)
    assert found["reason"] is None if reason is None else reason in found["reason"]
    assert list(found) == ["n", "verdict", "columns", "reason"]
