"""Asks a server by the client that openapi-python-client generates from its description: client.py URL."""

import sys

from nqdb_client import Client
from nqdb_client.api.default import board, list_, orbit, puzzles, solution
from nqdb_client.models import Failure, Solution, SolutionOnly

LAST = 234907967154122528
QUEENS = [27, 25, 23, 26, 24, 19, 17, 15, 13, 11, 9, 5, 3, 1, 4, 2, 22, 18, 21, 12, 20, 16, 14, 7, 10, 8, 6]

with Client(sys.argv[1].removesuffix("/"), timeout=300) as client:
    assert board.sync(27, client=client).solutions == LAST
    for rank in [LAST, str(LAST)]:
        last = solution.sync(27, rank, client=client)
        assert isinstance(last, Solution) and (last.rank, last.next_) == (LAST, None), last
        assert last.previous.rank == LAST - 1
        assert solution.sync(27, rank, client=client, only=SolutionOnly.QUEENS).queens == last.queens == QUEENS
    assert solution.sync(27, LAST - 1, client=client).queens == last.previous.queens != QUEENS
    refused = solution.sync(27, LAST + 1, client=client)
    assert isinstance(refused, Failure) and refused.status == 404, refused
    assert [item.rank for item in list_.sync(27, client=client, start=LAST - 1).list_] == [LAST - 1, LAST]
    assert orbit.sync(8, "5", client=client).members[0].queens == orbit.sync(8, 5, client=client).queens
    assert puzzles.sync(8, client=client, seed=2**64 - 1, limit=1).seed == 2**64 - 1
