"""Boards for the tests: the same sizes stored, indexed and and searched."""

from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

import nqdb
import pytest

FIXTURES = Path(__file__).resolve().parents[3] / "fixtures"
TIERS = ["stored", "indexed", "searched"]
FOLDER = TemporaryDirectory(prefix="nqdb-tests-")


@lru_cache(None)
def database(tier):
    """A database with all boards on this tier."""
    if tier == "searched":
        return nqdb.Database.without_file()
    path = Path(FOLDER.name) / f"{tier}.db"
    for n in range(5 if tier == "indexed" else 1, 11):
        if n not in (2, 3):
            nqdb.build(n, path, tier=tier)
    return nqdb.Database(path)


def board(tier, n):
    """A board on this tier, if the tier allows the size."""
    found = database(tier).board(n)
    assert found.tier == tier or n < 5
    return found


def rows(values):
    """An array, or a list, as a list."""
    return values if isinstance(values, list) else values.tolist()


every_tier = pytest.mark.parametrize("tier", TIERS)


def fixture(name):
    """The rows of a file of fixtures/, as dicts."""
    lines = [line for line in (FIXTURES / name).read_text().splitlines() if not line.startswith("#")]
    names = lines[0].split(",")
    return [dict(zip(names, line.split(",", len(names) - 1))) for line in lines[1:]]
