"""Pictures: SVG for notebooks, text for terminals."""

import xml.etree.ElementTree as xml

import nqdb
from boards import board


def boards_of(svg):
    """The document, checked to be a well-formed SVG."""
    root = xml.fromstring(svg)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    return svg


def test_boards(tmp_path):
    picture = nqdb.picture([2, 4, 1, 3], "3 1 4 2", captions=["rank 1 & more"], coordinates="chess", columns=1)
    assert "rank 1 &amp; more" in boards_of(picture.svg)
    assert picture._repr_svg_() == picture.svg
    assert str(picture).startswith("rank 1 & more\n") and str(picture).count("♛") == 8
    assert repr(picture) == "<nqdb.Picture 2 boards>"
    assert picture.svg != nqdb.picture([2, 4, 1, 3], "3 1 4 2", captions=["rank 1 & more"]).svg
    picture.save(tmp_path / "two.svg")
    assert (tmp_path / "two.svg").read_text(encoding="utf-8") == picture.svg
    # Any queens, one per column.
    assert str(nqdb.picture([1, 1])).count("♛") == 2


def test_orbits():
    assert boards_of(board("stored", 8).orbit(10)._repr_svg_()).count("<title>") >= 4


def test_boards_and_slices_show_their_first_solutions():
    found = board("stored", 8)
    drawn = boards_of(found._repr_svg_())
    assert "rank 1<" in drawn and "rank 8<" in drawn and "rank 9<" not in drawn
    assert "rank 92<" in boards_of(found[::-1]._repr_svg_()) and found[5:5]._repr_svg_() is None
    # None are known, or they are out of reach.
    assert nqdb.board(3)._repr_svg_() is nqdb.board(28)._repr_svg_() is None
    assert nqdb.board(25)[10**15 :]._repr_svg_() is None


def test_heat_maps():
    found = board("stored", 8)
    assert "92 solutions" in boards_of(found.heatmap_picture().svg)
    assert str(found.heatmap_picture()).split("\n")[0].split() == ["4", "8", "16", "18", "18", "16", "8", "4"]
    given = found.heatmap_picture("3=5 7!=4")
    assert "column 3, row 5: queen" in boards_of(given.svg)
    assert repr(given) == "<nqdb.Picture heat map of N = 8, 11 solutions>"
