"""nqdb: look up any solution of the N-queens problem by rank, orbit or queens.

>>> import nqdb
>>> board = nqdb.board(8)
>>> board.unrank(4)
[1, 7, 5, 8, 2, 4, 6, 3]
>>> board.rank([1, 7, 5, 8, 2, 4, 6, 3])
4

A solution is a list: the row of the queen in each column. Rows, columns, ranks and orbit ids count from 1.
"""

from nqdb._columns import batches, write_parquet
from nqdb._dataset import dataset, score, scores, write_dataset
from nqdb._errors import DatabaseError, Error, InvalidError, RankError, UnknownError
from nqdb._nqdb import (
    Board,
    BoardInfo,
    Boards,
    Database,
    Estimate,
    Orbit,
    Orbits,
    Picture,
    __version__,
    board,
    build,
    canonical,
    canonical_conditions,
    conditions_stabilizer,
    default_path,
    images,
    is_solution,
    permutation_at,
    permutation_index,
    picture,
    puzzle,
    puzzles,
    queens,
    solve,
    symmetries,
    unique,
    write,
)
from nqdb._sequences import Chunks, ShuffledRanks, SolutionSequence
from nqdb._sql import Connection, add_functions, connect, load, loadable_path

__all__ = [
    "Board",
    "BoardInfo",
    "Boards",
    "Chunks",
    "Connection",
    "Database",
    "DatabaseError",
    "Error",
    "Estimate",
    "InvalidError",
    "Orbit",
    "Orbits",
    "Picture",
    "RankError",
    "ShuffledRanks",
    "SolutionSequence",
    "UnknownError",
    "__version__",
    "add_functions",
    "batches",
    "board",
    "build",
    "canonical",
    "canonical_conditions",
    "conditions_stabilizer",
    "connect",
    "dataset",
    "default_path",
    "images",
    "is_solution",
    "load",
    "loadable_path",
    "permutation_at",
    "permutation_index",
    "picture",
    "puzzle",
    "puzzles",
    "queens",
    "score",
    "scores",
    "solve",
    "symmetries",
    "unique",
    "write",
    "write_dataset",
    "write_parquet",
]
