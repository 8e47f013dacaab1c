"""`pdoc nqdb` renders the reference: every public name, without a warning."""

import re
import subprocess
import sys

import pytest
from conftest import PATIENCE

import nqdb

pytest.importorskip("pdoc")
pytest.importorskip("pyarrow")


def test_pdoc_renders_every_public_name(tmp_path):
    run = subprocess.run(
        [sys.executable, "-m", "pdoc", "nqdb", "--output-directory", str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    assert "Warn" not in run.stderr, run.stderr
    page = (tmp_path / "nqdb.html").read_text("utf-8")
    ids = set(re.findall(r'id="([\w.]+)"', page))
    methods = {f"Board.{name}" for name in dir(nqdb.Board) if not name.startswith("_")}
    assert set(nqdb.__all__) | methods <= ids
