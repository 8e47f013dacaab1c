"""nqdb: look up any solution of the N-queens problem by rank, orbit or queens.

>>> import nqdb
>>> nqdb.unrank(8, 4)
[1, 7, 5, 8, 2, 4, 6, 3]
>>> nqdb.rank([1, 7, 5, 8, 2, 4, 6, 3])
4
>>> board = nqdb.board(8)
>>> board.count("1=1"), board.solutions("1=1 2=7").tolist()
(4, [[1, 7, 4, 6, 8, 2, 5, 3], [1, 7, 5, 8, 2, 4, 6, 3]])

A solution is a list: the row of the queen in each column. Rows, columns, ranks and orbit ids count from 1.
"""

from nqdb._board import Board, board
from nqdb._columns import batches, write_parquet
from nqdb._comparison import Comparison
from nqdb._dataset import dataset, score_task, score_tasks, write_dataset
from nqdb._errors import DatabaseError, Error, InvalidError, RankError, UnknownError
from nqdb._nqdb import (
    BoardInfo,
    Database,
    Estimate,
    Orbit,
    OrbitIterator,
    Picture,
    SolutionIterator,
    __version__,
    build,
    canonical,
    canonical_conditions,
    conditions_stabilizer,
    default_path,
    image,
    images,
    is_solution,
    orbit_graph,
    permutation_at,
    permutation_index,
    picture,
    puzzle,
    puzzles,
    queens,
    solve,
    symmetries,
    text,
    unique,
)
from nqdb._sequences import Chunks, ShuffledRanks, SolutionSequence
from nqdb._sql import Connection, add_functions, connect, load, loadable_path
from nqdb._verbs import (
    check,
    compare,
    count,
    estimate_count,
    heatmap,
    one_hot,
    orbit,
    orbit_id,
    random,
    rank,
    solutions,
    unrank,
)

__all__ = [
    "Board",
    "BoardInfo",
    "Chunks",
    "Comparison",
    "Connection",
    "Database",
    "DatabaseError",
    "Error",
    "Estimate",
    "InvalidError",
    "Orbit",
    "OrbitIterator",
    "Picture",
    "RankError",
    "ShuffledRanks",
    "SolutionIterator",
    "SolutionSequence",
    "UnknownError",
    "__version__",
    "add_functions",
    "batches",
    "board",
    "build",
    "canonical",
    "canonical_conditions",
    "check",
    "compare",
    "conditions_stabilizer",
    "connect",
    "count",
    "dataset",
    "default_path",
    "estimate_count",
    "heatmap",
    "image",
    "images",
    "is_solution",
    "load",
    "loadable_path",
    "one_hot",
    "orbit",
    "orbit_id",
    "orbit_graph",
    "permutation_at",
    "permutation_index",
    "picture",
    "puzzle",
    "puzzles",
    "queens",
    "random",
    "rank",
    "score_task",
    "score_tasks",
    "solutions",
    "solve",
    "symmetries",
    "text",
    "unique",
    "unrank",
    "write_dataset",
    "write_parquet",
]
