"""A notebook in a kernel: pictures of a solution and of an orbit, and a query."""

from __future__ import annotations

import signal
from pathlib import Path
from types import ModuleType
from typing import Callable

import pytest
from conftest import PATIENCE

CELLS = [
    "import nqdb\nboard = nqdb.board(8)\nnqdb.picture(board.unrank(1))",
    "board.orbit(10)",
    "board",
    "nqdb.connect().execute('SELECT nq_orbit_id(nq_unrank(8, 14))').fetchone()",
]


def test_a_notebook_shows_pictures_and_runs_queries(module: Callable[[str], ModuleType], tmp_path: Path) -> None:
    nbformat, nbclient = module("nbformat"), module("nbclient")
    module("ipykernel")
    cells = [nbformat.v4.new_code_cell(source) for source in CELLS]
    notebook = nbformat.v4.new_notebook(cells=cells)
    client = nbclient.NotebookClient(
        notebook, timeout=PATIENCE, startup_timeout=PATIENCE, resources={"metadata": {"path": str(tmp_path)}}
    )
    try:
        client.execute()
    finally:
        # nbclient leaves its handler if the kernel does not start; then no process of a later test would end.
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
    picture, orbit, drawn_board, row = (cell.outputs[0].data for cell in notebook.cells)
    for drawn in (picture, orbit, drawn_board):
        assert drawn["image/svg+xml"].startswith("<svg")
        assert "text/plain" in drawn
    assert row["text/plain"] == "(10,)"
