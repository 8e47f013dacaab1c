"""Runs the examples in docstrings, the READMEs and documents, and compares their output."""

import doctest
import inspect
import runpy
import sqlite3
from pathlib import Path

import nqdb
import pytest
import stubs

ROOT = Path(__file__).resolve().parents[3]


def docstrings():
    """The docstrings of everything in nqdb, by name."""
    yield "nqdb", nqdb.__doc__
    for name in nqdb.__all__:
        value = getattr(nqdb, name)
        yield name, value.__doc__
        if inspect.isclass(value):
            for inner, member in vars(value).items():
                if not inner.startswith("_"):
                    yield f"{name}.{inner}", member.__doc__


DOCSTRINGS = dict(docstrings())


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """An empty home directory."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("NQDB_DB", raising=False)


def run(name, text):
    """Runs the examples in a text and returns their number."""
    text = "\n".join(line for line in text.splitlines() if not line.startswith("```"))
    test = doctest.DocTestParser().get_doctest(text, {"nqdb": nqdb}, name, None, 0)
    report = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    results = runner.run(test, out=report.append)
    assert results.failed == 0, "".join(report)
    return results.attempted


@pytest.mark.parametrize("name", [name for name, text in DOCSTRINGS.items() if ">>>" in (text or "")])
def test_docstrings(name, module):
    if name in ("batches", "write_parquet"):
        module("pyarrow")
    assert run(name, inspect.cleandoc(DOCSTRINGS[name]))


#: Those that raise nothing of their own.
QUIET = {"is_solution", "symmetries", "Database.without_file", "Connection", "Connection.cursor"}
QUIET |= {"Connection.execute", "Connection.executemany", "Connection.executescript"}
QUIET |= {f"{name}.count" for name in ("Chunks", "ShuffledRanks", "SolutionSequence")}


def test_functions_document_what_they_raise():
    values = {name: getattr(nqdb, name) for name in nqdb.__all__}
    methods = {f"{name}.{inner}": getattr(value, inner) for name, value in values.items() for inner in dir(value)}
    functions = {name for name, value in {**values, **methods}.items() if inspect.isroutine(value)}
    silent = {name for name in functions & set(DOCSTRINGS) if "Raises " not in DOCSTRINGS[name]}
    assert silent <= QUIET, silent


def test_the_stubs_have_the_docstrings():
    stub = stubs.STUB.read_text(encoding="utf-8")
    assert stub == stubs.documented(stub), "run crates/python/tests/stubs.py"


def test_everything_has_a_docstring():
    silent = [name for name, text in DOCSTRINGS.items() if not text and name != "__version__"]
    assert not silent, silent


@pytest.mark.parametrize("document", ["README.md", "crates/python/README.md", "docs/python.md"])
def test_documents(document, module):
    if document == "crates/python/README.md":
        module("pyarrow")
    assert run(document, (ROOT / document).read_text(encoding="utf-8")) >= 3


def test_the_page_for_data_scientists(module):
    """It needs the packages that it installs, and an sqlite3 that can load extensions."""
    for name in ("numpy", "pandas", "pyarrow", "duckdb"):
        module(name)
    if not hasattr(sqlite3.Connection, "enable_load_extension"):
        pytest.skip("this sqlite3 can't load extensions")
    assert run("data-scientist", (ROOT / "docs/for/data-scientist.md").read_text(encoding="utf-8")) > 15


def test_the_page_for_machine_learning(module):
    for name in ("numpy", "pyarrow"):
        module(name)
    assert run("machine-learning", (ROOT / "docs/for/machine-learning.md").read_text(encoding="utf-8")) > 8


def test_the_baseline(capsys, monkeypatch):
    monkeypatch.setattr("sys.argv", ["baseline.py", "5"])
    runpy.run_path(str(ROOT / "examples/baseline.py"), run_name="__main__")
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "100 tasks, 5 attempts each" and lines[1].startswith("solved ")


def test_the_version_is_that_of_the_crate():
    manifest = (ROOT / "Cargo.toml").read_text(encoding="utf-8")
    assert f'version = "{nqdb.__version__}"' in manifest
