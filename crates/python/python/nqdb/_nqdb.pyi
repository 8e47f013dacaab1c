"""Type stubs of the native module, whose docstrings are in nqdb."""

from collections.abc import Callable, Iterator, Sequence
from os import PathLike
from typing import Any, Literal, SupportsIndex, Unpack, final, overload

import numpy
from nqdb._board import Board
from nqdb._types import Boards, Conditions, Integers, Path, Properties, Queens
from numpy.typing import NDArray

__all__ = [
    "BoardInfo",
    "Batches",
    "Database",
    "Dataset",
    "Estimate",
    "Function",
    "Functions",
    "NativeBoard",
    "NativeComparison",
    "Orbit",
    "OrbitIterator",
    "Order",
    "Picture",
    "ProgressHandler",
    "SolutionIterator",
    "__version__",
    "build",
    "canonical",
    "canonical_conditions",
    "check",
    "compare",
    "conditions_stabilizer",
    "default_path",
    "image",
    "images",
    "is_solution",
    "orbit_graph",
    "permutation_at",
    "permutation_index",
    "picture",
    "puzzle",
    "puzzles",
    "queens",
    "score_lines",
    "solve",
    "symmetries",
    "text",
    "unique",
]

__version__: str

@final
class Database:
    """The boards of a database file, and all other boards by search.

    The default path is the one of the command line: $NQDB_DB, or nqdb/nqdb.db in the user's data directory. If that
    file does not exist, every board is searched. Results are the same with and without a file.

    Raises DatabaseError for a path without an nqdb database, and for a damaged one.

    >>> import nqdb
    >>> db = nqdb.Database()
    >>> db.board(8).unrank(1)
    [1, 5, 8, 6, 3, 7, 2, 4]
    """
    def __new__(cls, path: Path | None = None) -> Database: ...
    @classmethod
    def without_file(cls) -> Database:
        """A database without a file: every board is searched.

        >>> nqdb.Database.without_file().board(14).tier
        'searched'
        """
    @property
    def path(self) -> str | None:
        """The absolute path of the file; None without a file."""
    def board(self, n: SupportsIndex) -> Board:
        """The board of size n, 1 to 64, on the best tier that the file has for it.

        Raises InvalidError for another size.

        >>> nqdb.Database().board(8)
        <nqdb.Board N = 8, searched>
        """
    def info(self) -> list[BoardInfo]:
        """The boards in the file, complete or not; empty without a file.

        Raises DatabaseError if the file can't be read.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class BoardInfo:
    """A board in a database file."""
    @property
    def n(self) -> int:
        """The board size N."""
    @property
    def tier(self) -> str:
        """"stored" or "indexed"."""
    @property
    def state(self) -> str:
        """"building" or "complete"."""
    @property
    def solutions(self) -> int | None:
        """Q(N), the number of solutions; None until the board is complete."""
    @property
    def orbits(self) -> int | None:
        """F(N), the number of orbits; None until the board is complete."""
    @property
    def blocks(self) -> int:
        """The number of blocks so far."""
    @property
    def bytes(self) -> int:
        """The size of the blocks' payloads in bytes."""
    @property
    def digest(self) -> str | None:
        """A digest of the content; None until the board is complete."""
    @property
    def built_by(self) -> str:
        """The version of nqdb that built it."""
    @property
    def built_at(self) -> str | None:
        """The time of completion, UTC; None until then."""
    def __eq__(self, other: object, /) -> bool: ...

@final
class NativeBoard:
    """The board of a database, behind `nqdb.Board`, which documents the methods."""
    @property
    def n(self) -> int: ...
    @property
    def tier(self) -> str: ...
    @property
    def solution_count(self) -> int | None: ...
    @property
    def orbit_count(self) -> int | None: ...
    def unrank(self, rank: SupportsIndex) -> list[int]: ...
    def rank(self, queens: Queens) -> int: ...
    def orbit_id(self, queens: Queens) -> int: ...
    def contains(self, queens: Queens) -> bool: ...
    def orbit(self, board: Board, orbit: SupportsIndex | Queens) -> Orbit: ...
    def solutions(
        self,
        conditions: Conditions,
        start: SupportsIndex,
        limit: SupportsIndex | None,
        ranks: bool,
        properties: Properties,
    ) -> NDArray[numpy.uint8] | tuple[NDArray[numpy.uint8], NDArray[numpy.int64]]: ...
    def iter_solutions(
        self, conditions: Conditions, start: SupportsIndex, properties: Properties
    ) -> SolutionIterator: ...
    def representatives(
        self, start: SupportsIndex, limit: SupportsIndex | None, properties: Properties
    ) -> NDArray[numpy.uint8]: ...
    def iter_orbits(self, board: Board, start: SupportsIndex, properties: Properties) -> OrbitIterator: ...
    def unrank_many(self, ranks: Integers, jobs: SupportsIndex | None) -> NDArray[numpy.uint8]: ...
    def rank_many(self, queens: Boards, jobs: SupportsIndex | None) -> NDArray[numpy.int64]: ...
    def orbit_id_many(self, queens: Boards, jobs: SupportsIndex | None) -> NDArray[numpy.int64]: ...
    def canonical_many(self, queens: Boards, jobs: SupportsIndex | None) -> NDArray[numpy.uint8]: ...
    def random(
        self,
        conditions: Conditions,
        limit: SupportsIndex | None,
        distinct: bool,
        seed: SupportsIndex | None,
        properties: Properties,
    ) -> list[int] | NDArray[numpy.uint8]: ...
    def count(self, conditions: Conditions, properties: Properties) -> int: ...
    def estimate_count(
        self,
        conditions: Conditions,
        seconds: float,
        runs: SupportsIndex | None,
        seed: SupportsIndex | None,
        jobs: SupportsIndex | None,
    ) -> Estimate: ...
    def heatmap(self, conditions: Conditions, properties: Properties) -> NDArray[numpy.int64]: ...
    def heatmap_picture(self, conditions: Conditions, properties: Properties) -> Picture: ...

@final
class SolutionIterator:
    """An iterator over solutions in order; returned by Board.iter_solutions."""
    def __iter__(self) -> SolutionIterator: ...
    def __next__(self) -> list[int]: ...

@final
class NativeComparison:
    """A comparison, behind `nqdb.Comparison`."""
    def counts(self) -> tuple[int, int]:
        """The numbers of expected and of found solutions or orbits."""
    def boards(self) -> list[tuple[str, list[str]]]:
        """The boards of the list that are not as expected, by the name of the difference, as JSON."""
    def missing(self) -> SolutionIterator: ...

@final
class Batches:
    """The solutions of a board from a rank on, at most `limit`, in arrays of at most `batch_size` rows, each with the rank
    of its first row. A call that fails, or that a signal ends, consumes no rows.
    """
    def __new__(
        cls, board: NativeBoard, start: SupportsIndex, limit: SupportsIndex | None, batch_size: SupportsIndex
    ) -> Batches: ...
    @property
    def rows(self) -> int | None:
        """The total number of rows; None if it is unknown."""
    def __iter__(self) -> Batches: ...
    def __next__(self) -> tuple[int, NDArray[numpy.uint8]]: ...

@final
class Orbit:
    """The images of a solution under the symmetries of the square; returned by Board.orbit. Notebooks display all of them.

    >>> orbit = nqdb.board(8).orbit(10)
    >>> orbit.size, orbit.canonical, orbit.stabilizer
    (4, [3, 5, 2, 8, 1, 7, 4, 6], ['identity', 'rotate-180'])
    >>> orbit.ranks()
    [14, 55, 79, 38]
    """
    @property
    def board(self) -> Board:
        """The board."""
    @property
    def id(self) -> int:
        """The id, from 1. It is looked up if the orbit comes from a solution or a selection.

        Raises UnknownError if it is out of reach.
        """
    @property
    def size(self) -> int:
        """The number of members: 8, 4 or 2 (1 for N = 1)."""
    @property
    def canonical(self) -> list[int]:
        """The canonical representative (fundamental solution): the lexicographically smallest member."""
    @property
    def stabilizer(self) -> list[str]:
        """The symmetries that leave the canonical representative unchanged, such as ["identity", "rotate-180"]."""
    @property
    def members(self) -> list[list[int]]:
        """The members, the canonical representative first."""
    @property
    def symmetries(self) -> list[str]:
        """For each member, the symmetry that maps the canonical representative to it."""
    def ranks(self) -> list[int]:
        """The ranks of the members: at most four lookups, or searches if the board has no tables.

        Raises UnknownError if the ranks are out of reach.
        """
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class OrbitIterator:
    """An iterator over orbits in order; returned by Board.iter_orbits."""
    def __iter__(self) -> OrbitIterator: ...
    def __next__(self) -> Orbit: ...

@final
class Estimate:
    """An estimate of a number; returned by Board.estimate_count.

    It is not a number; use `estimate`, a float, for arithmetic.

    >>> found = nqdb.board(20).estimate_count(runs=100, seed=1)
    >>> print(found)
    ≈ 3.931e10 ± 0.9%
    >>> found.low < 39_029_188_884 < found.high
    True
    """
    @property
    def estimate(self) -> float:
        """The mean of all runs, an unbiased estimate."""
    @property
    def standard_error(self) -> float:
        """The standard deviation of the estimate, itself estimated from the runs."""
    @property
    def low(self) -> float:
        """The lower end of the confidence interval."""
    @property
    def high(self) -> float:
        """The upper end of the confidence interval."""
    @property
    def confidence(self) -> float:
        """The level of the confidence interval, 0.95."""
    @property
    def runs(self) -> int:
        """The number of runs."""
    @property
    def exact(self) -> bool:
        """Whether the estimate is the exact number, because no sampling took place."""

@final
class Order:
    """The numbers 1 … count in the random order of a seed."""
    def __new__(cls, count: SupportsIndex, seed: SupportsIndex | None) -> Order: ...
    @property
    def seed(self) -> int:
        """The seed."""
    def at(self, step: SupportsIndex) -> int | None:
        """The number at a step, from 0; None from step `count` on."""
    def step_of(self, number: object) -> int | None:
        """The step with this number; None if there is none."""

@final
class Picture:
    """A drawing, which notebooks display. print() shows boards as text.

    >>> print(nqdb.picture([2, 4, 1, 3]))
    ┌───┬───┬───┬───┐
    │   │░░░│ ♛ │░░░│
    ├───┼───┼───┼───┤
    │ ♛ │   │░░░│   │
    ├───┼───┼───┼───┤
    │   │░░░│   │ ♛ │
    ├───┼───┼───┼───┤
    │░░░│ ♛ │░░░│   │
    └───┴───┴───┴───┘
    """
    @property
    def svg(self) -> str:
        """The drawing as an SVG document."""
    def save(self, path: Path) -> None:
        """Writes the drawing to an SVG file.

        Raises OSError if the file can't be written.
        """
    def _repr_svg_(self) -> str: ...

def build(
    n: SupportsIndex,
    path: Path | None = None,
    jobs: SupportsIndex | None = None,
    tier: str | None = None,
) -> BoardInfo:
    """Builds the tables of a board, or resumes an interrupted build, in the file that Database(path) reads.

    `tier` is "stored" (up to N = 18, the default up to 16) or "indexed" (on one machine, practical up to N = 22). Ctrl-C
    leaves an unfinished build, which the next call resumes.

    Raises InvalidError for a board that can't be built, and DatabaseError for a missing directory and for a file that
    is locked, damaged or not an nqdb database.

    >>> nqdb.build(8, "queens.db")
    <nqdb.BoardInfo N = 8, stored, complete, 40 bytes>
    >>> nqdb.Database("queens.db").board(8)
    <nqdb.Board N = 8, stored>
    """
def default_path() -> str:
    """The path of the database that Database() reads if it exists.

    Raises Error if the home directory is unknown.
    """
def solve(
    n: SupportsIndex,
    conditions: Conditions = "",
    method: str | None = None,
    seed: SupportsIndex | None = None,
) -> list[int] | None:
    """A solution of a board of up to 10,000,000 rows, with conditions (see Board) of up to 10,000, or None if there is
    provably none.

    The method is "search" with conditions, else by default "construct", a formula; the others are "extend",
    "min-conflicts", "genetic", "ant-colony" and "backtrack".

    Raises InvalidError for an invalid board size, conditions or method, and Error if a method gives up.

    >>> nqdb.solve(8)
    [2, 4, 6, 8, 3, 1, 7, 5]
    >>> len(nqdb.solve(1_000_000))
    1000000
    >>> nqdb.solve(8, "2=7 e8 f2")
    [1, 7, 4, 6, 8, 2, 5, 3]
    >>> nqdb.solve(8, {1: 1, 2: 2}) is None
    True
    """
_Range = SupportsIndex | tuple[SupportsIndex, SupportsIndex]

def puzzle(
    n: SupportsIndex,
    *,
    givens: _Range | None = None,
    completions: _Range = 1,
    level: Literal["easy", "medium", "hard"] | None = None,
    attempts: SupportsIndex = 10000,
    seed: SupportsIndex | None = None,
) -> dict[int, int]:
    """A random minimal puzzle: given queens with exactly one completion, and with several if any is removed, as the rows of
    the queens by their columns.

    `completions` asks for another number of completions, or a range as a tuple; if any queen is removed, there are more
    than that. `givens` is the number of given queens. `level`, up to N = 64, is "easy" (some row or column always has
    only one free square), "medium" (squares also have to be found from which a queen would attack all free squares of a
    row or column) or "hard" (one also has to look ahead); if any queen is removed, the puzzle is harder.

    Raises InvalidError for numbers that no puzzle has, and Error if `attempts` puzzles have other numbers or levels.

    >>> nqdb.puzzle(8, seed=1)
    {2: 7, 5: 8, 6: 2}
    >>> nqdb.solutions(8, nqdb.puzzle(8, seed=1)).tolist()
    [[1, 7, 4, 6, 8, 2, 5, 3]]
    >>> nqdb.puzzle(8, level="easy", seed=1)
    {2: 7, 4: 6, 6: 2}
    """
def puzzles(
    n: SupportsIndex,
    limit: SupportsIndex | None = None,
    *,
    givens: _Range | None = None,
    completions: _Range = 1,
    level: Literal["easy", "medium", "hard"] | None = None,
    up_to_symmetry: bool = False,
    attempts: SupportsIndex = 10000,
    seed: SupportsIndex | None = None,
) -> list[dict[int, int]]:
    """A list of puzzles: `limit` random ones, or without a limit all with `givens` queens, in order.

    No puzzle appears twice; with `up_to_symmetry`, no rotation or reflection of an earlier one either. The other
    arguments are those of nqdb.puzzle.

    Raises Error if there are fewer than `limit`, as far as that is known, or if `attempts` puzzles in a row are not new.

    >>> nqdb.puzzles(8, 2, givens=2, seed=1)
    [{1: 1, 5: 8}, {6: 4, 8: 7}]
    >>> len(nqdb.puzzles(8, givens=2)), len(nqdb.puzzles(8, givens=2, up_to_symmetry=True))
    (308, 39)
    """
def unique(n: SupportsIndex, conditions: Conditions) -> list[int] | None:
    """The only solution of N (up to 10,000) that meets conditions, or None if there is none or several.

    Raises InvalidError for invalid conditions.

    >>> nqdb.unique(8, "2=7 5=8 6=2")
    [1, 7, 4, 6, 8, 2, 5, 3]
    >>> nqdb.unique(8, "2=7 5=8") is None
    True
    """
def canonical_conditions(n: SupportsIndex, conditions: Conditions) -> str:
    """The canonical form of conditions: the smallest of their eight images, as text. Two boards have the same one
    exactly if they are rotations or reflections of each other.

    Raises InvalidError for invalid conditions.

    >>> nqdb.canonical_conditions(8, {8: 8, 3: 4})
    '1=1 5=6'
    """
def conditions_stabilizer(n: SupportsIndex, conditions: Conditions) -> list[str]:
    """The symmetries that fix conditions, as names.

    Raises InvalidError for invalid conditions.

    >>> nqdb.conditions_stabilizer(8, "1=1 8=8")
    ['identity', 'flip-diagonal', 'flip-antidiagonal', 'rotate-180']
    """

@final
class Dataset:
    """The boards and parameters of a data set."""
    def __new__(
        cls,
        boards: list[NativeBoard],
        limit: SupportsIndex,
        givens: _Range | None,
        completions: _Range,
        answers: SupportsIndex | None,
        split: Sequence[int],
        seed: SupportsIndex | None,
        layout: str,
    ) -> Dataset: ...
    def lines(self) -> dict[str, list[str]]:
        """The lines of each split."""
    def write(self, path: str, convert: Callable[[Path], Path] | None) -> dict[str, int]:
        """Writes the files to a new directory. `convert`, if any, replaces a file of JSON Lines by another, whose path it
        returns. Returns the number of tasks of each split.
        """

def score_lines(tasks: list[str], answers: list[str], zero_based: bool) -> tuple[list[str], str, str | None]:
    """The score of each task and the summary, as JSON, and the reason why the first bad task is bad."""
def check(queens: Queens) -> tuple[int | None, str, list[int] | None, str | None]:
    """What nqdb.check returns: the board size, the verdict, the columns of an attack and the reason."""
def compare(
    board: NativeBoard,
    boards: str | Iterator[tuple[str | None, Queens]],
    conditions: Conditions,
    orbits: bool,
    properties: Properties,
    notation: str | None,
    zero_based: bool,
) -> NativeComparison:
    """Compares boards: text, as `nqdb compare` reads it, or pairs of a label or None and a board."""
def is_solution(queens: Queens) -> bool:
    """Whether queens, in any form of nqdb.queens, are a solution: a permutation of 1 … N without attacks, N up to
    10,000,000. False for any other numbers, and for text that is not a board.

    Raises InvalidError for text that may be several boards, and for values of more than 4 MiB as JSON.

    >>> nqdb.is_solution([2, 4, 1, 3]), nqdb.is_solution([1, 2, 3, 4])
    (True, False)
    """
def queens(queens: Queens, notation: str | None = None, zero_based: bool = False) -> list[int]:
    """The queens of a board as a list, from text in any notation, or in the given one (see text). They do not have to be
    a solution.

    Other values are read as their JSON: a list of rows, a matrix of numbers, truth values or strings, a list of lines or
    of pairs, a dict of rows by columns, and NumPy arrays and pandas tables of these.

    Raises InvalidError for anything that is not a permutation, and for another notation.

    >>> nqdb.queens("a2 b4 c1 d3")
    [2, 4, 1, 3]
    >>> nqdb.queens("1Q2/3Q/Q3/2Q1")
    [2, 4, 1, 3]
    >>> nqdb.queens(["..Q.", "Q...", "...Q", ".Q.."])
    [2, 4, 1, 3]
    >>> nqdb.queens([(2, 1), (4, 2), (1, 3), (3, 4)], notation="row-column")
    [2, 4, 1, 3]

    With `zero_based`, rows and columns in the input count from 0:

    >>> nqdb.queens([1, 3, 0, 2], zero_based=True)
    [2, 4, 1, 3]
    """
def text(queens: Queens, notation: str = "one-line") -> str:
    """Queens as text in a notation: "one-line", "digits", "column-row", "row-column", "matrix", "drawing", "fen", "chess",
    "sat", "json" or "csv".

    Raises InvalidError for another notation, and for one that can't express the queens.

    >>> nqdb.text([2, 4, 1, 3], "fen")
    '1Q2/3Q/Q3/2Q1'
    """
def permutation_index(queens: Queens) -> int:
    """The index of a permutation among all N! permutations in lexicographic order, from 1.

    Do not confuse it with the rank, which counts only solutions. Sage counts from 0: its `Permutation(queens).rank()`
    is smaller by 1. Pass Sage a list; it reads a tuple as a cycle.

    Raises InvalidError for anything that is not a permutation.

    >>> nqdb.permutation_index([2, 4, 1, 3])
    11
    """
def permutation_at(n: SupportsIndex, index: int) -> list[int]:
    """The permutation of 1 … n with this index, 1 to n!.

    Raises InvalidError for another index.

    >>> nqdb.permutation_at(4, 11)
    [2, 4, 1, 3]
    """
def symmetries() -> dict[str, str]:
    """The names of the eight symmetries of the square, with their codes in Zhang & Zhang 2011.

    >>> nqdb.symmetries()["rotate-90"]
    'po6'
    """
def images(queens: Queens) -> dict[str, list[int]]:
    """The images of a permutation under the eight symmetries of the square, by name.

    Raises InvalidError for anything that is not a permutation.

    >>> nqdb.images([2, 4, 1, 3])["flip-diagonal"]
    [3, 1, 4, 2]
    """
def image(queens: Queens, symmetry: str) -> list[int]:
    """The image of a permutation under symmetries by name, of which the first is applied first: "rotate-90", "po6",
    "Inv Cmpl"; in words of the letters R, M and F, the last one is applied first.

    Raises InvalidError for anything that is not a permutation, and for other names.

    >>> nqdb.image([1, 3, 5, 2, 4], "po2 po4")
    [5, 2, 4, 1, 3]
    """
def orbit_graph(n: SupportsIndex) -> dict[int, list[int]]:
    """The orbits of N, 1 to 14, and for each the orbits that moving one queen leads to (Mov of Zhang & Zhang 2011), as
    networkx.Graph reads them.

    Raises InvalidError for another N, and for N = 2 and 3, which have no solutions.

    >>> nqdb.orbit_graph(7)[1]
    [2, 5, 6]
    """
def canonical(queens: Queens) -> list[int]:
    """The lexicographically smallest image of a solution under the symmetries of the square: its fundamental solution.

    Raises InvalidError for anything that is not a solution.

    >>> nqdb.canonical([6, 4, 7, 1, 8, 2, 5, 3])
    [3, 5, 2, 8, 1, 7, 4, 6]
    """
def picture(
    *boards: Queens,
    captions: Sequence[str] = ...,
    columns: SupportsIndex | None = None,
    coordinates: str = "none",
) -> Picture:
    """A drawing of boards of up to 1,000 rows, which do not have to be solutions.

    `captions` are texts above the boards, `columns` is the number of boards side by side, `coordinates` labels the rows
    and columns: "none", "numbers" or "chess".

    Raises InvalidError for queens outside the board, other coordinates, and more captions than boards.

    >>> nqdb.picture([2, 4, 1, 3], [3, 1, 4, 2], captions=["rank 1", "rank 2"])
    <nqdb.Picture 2 boards>
    """

_SqlValue = int | float | str | bytes | None

@final
class Function:
    """A function for `create_function`. Native, so that no signal is handled before the call can record it."""
    def __call__(self, *args: _SqlValue, **kwargs: object) -> _SqlValue: ...

@final
class Functions:
    """The functions for one connection.

    `files()` returns the files of its databases, and `run(sql)` runs a statement without a result on it. Both are
    called on the connection's thread, while one of its functions runs.
    """
    def __new__(cls, files: Callable[[], list[str]], run: Callable[[str], object]) -> Functions: ...
    def callables(self) -> list[tuple[str, int, Function]]:
        """The functions without side effects: name, number of arguments, callable."""
    def call(self, name: str, *arguments: _SqlValue) -> _SqlValue:
        """The value of a function."""
    def take_failure(self) -> BaseException | None:
        """The error of the last call."""

@final
class ProgressHandler:
    """A progress handler that ends a statement once a signal handler raises, such as that of Ctrl-C. It keeps the
    exception, which SQLite would lose.
    """
    def __new__(cls) -> ProgressHandler: ...
    def __call__(self, *args: object, **kwargs: object) -> bool: ...
    def take(self) -> BaseException | None:
        """The exception that ended the statement."""
