"""The reference implementation: slow, obviously correct, in plain Python."""

from functools import lru_cache
from itertools import combinations, permutations
from math import factorial


def attacks(queens):
    """Whether two queens share a diagonal."""
    n = len(queens)
    sums = {column + row for column, row in enumerate(queens)}
    differences = {column - row for column, row in enumerate(queens)}
    return len(sums) < n or len(differences) < n


@lru_cache(None)
def solutions(n):
    """All solutions in lexicographic order."""
    return [list(queens) for queens in permutations(range(1, n + 1)) if not attacks(queens)]


def inverse(queens):
    return [queens.index(row) + 1 for row in range(1, len(queens) + 1)]


def complement(queens):
    return [len(queens) + 1 - row for row in queens]


def reverse(queens):
    return queens[::-1]


def images(queens):
    """The images by their names: optional Inv, then optional Cmpl, then optional Rev."""
    straight, turned = queens, inverse(queens)
    return {
        "identity": straight,
        "flip-diagonal": turned,
        "flip-antidiagonal": reverse(complement(turned)),
        "flip-vertical": complement(straight),
        "flip-horizontal": reverse(straight),
        "rotate-90": complement(turned),
        "rotate-180": reverse(complement(straight)),
        "rotate-270": reverse(turned),
    }


def canonical(queens):
    return min(images(queens).values())


@lru_cache(None)
def representatives(n):
    """The canonical representatives in order."""
    return [queens for queens in solutions(n) if canonical(queens) == queens]


def permutation_index(queens):
    """The index of a permutation among all N! permutations, from 1."""
    n = len(queens)
    smaller = (sum(later < row for later in queens[column:]) for column, row in enumerate(queens))
    return 1 + sum(digit * factorial(n - 1 - column) for column, digit in enumerate(smaller))


def matching(n, given, excluded=()):
    """The solutions with queens on the given squares and none on the excluded ones."""
    return [
        queens
        for queens in solutions(n)
        if all(queens[column - 1] == row for column, row in given)
        and not any(queens[column - 1] == row for column, row in excluded)
    ]


def heatmap(n, found):
    """The number of these solutions with a queen on each square."""
    return [[sum(queens[column] == row for queens in found) for column in range(n)] for row in range(1, n + 1)]


def stabilizer(queens):
    """The names of the symmetries that leave queens unchanged."""
    return {name for name, image in images(queens).items() if image == queens}


def is_toroidal(queens):
    """Whether no two queens share a diagonal of the torus."""
    n = len(queens)
    squares = list(enumerate(queens))
    return len({(c + r) % n for c, r in squares}) == len({(c - r) % n for c, r in squares}) == n


def is_superqueen(queens):
    """Whether no two queens are a knight's move apart."""
    pairs = combinations(enumerate(queens), 2)
    return not any({abs(c - d), abs(r - s)} == {1, 2} for (c, r), (d, s) in pairs)


def has_no_three_in_line(queens):
    """Whether no three queens are on a straight line."""
    triples = combinations(enumerate(queens), 3)
    return not any((d - c) * (t - r) == (e - c) * (s - r) for (c, r), (d, s), (e, t) in triples)
