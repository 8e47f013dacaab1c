-- The tables of a database file: its boards, their blocks, and counts of unfinished indexes. Everything is described
-- in docs/format.md.
PRAGMA application_id = 0x6e716462; -- 'nqdb'
PRAGMA user_version = 7;            -- the schema version

CREATE TABLE nqdb_board (
    n          INTEGER PRIMARY KEY CHECK (n BETWEEN 1 AND 64),
    tier       TEXT    NOT NULL CHECK (tier IN ('stored', 'indexed')),
    state      TEXT    NOT NULL CHECK (state IN ('building', 'complete')),
    solutions  INTEGER,          -- Q(N), once complete
    orbits     INTEGER,          -- F(N), once complete
    codec      INTEGER NOT NULL, -- how the payloads are made
    block_size INTEGER NOT NULL, -- most cells in a block
    digest     BLOB,             -- XXH3-128 of the decoded content, once complete
    built_by   TEXT    NOT NULL, -- nqdb's version
    built_at   TEXT,             -- UTC, once complete
    checksum   BLOB    NOT NULL  -- XXH3-64 of the row
) STRICT;

-- The first half of a board's solutions: ranks 1 … ⌈Q(N)/2⌉, a run of them in each block.
CREATE TABLE nqdb_block (
    id             INTEGER PRIMARY KEY,
    n              INTEGER NOT NULL REFERENCES nqdb_board (n),
    first_rank     INTEGER NOT NULL, -- rank of its first solution, from 1
    count          INTEGER NOT NULL, -- how many solutions
    first_solution BLOB    NOT NULL, -- packed
    first_orbit    INTEGER NOT NULL, -- canonical representatives before the block
    codec          INTEGER NOT NULL,
    checksum       BLOB    NOT NULL, -- XXH3-64 of the row
    payload        BLOB    NOT NULL
) STRICT;

CREATE UNIQUE INDEX nqdb_block_by_rank     ON nqdb_block (n, first_rank);
CREATE UNIQUE INDEX nqdb_block_by_solution ON nqdb_block (n, first_solution);
CREATE INDEX        nqdb_block_by_orbit    ON nqdb_block (n, first_orbit);

-- Counts of an index while it is being made: of a build that is not finished, or of a part.
CREATE TABLE nqdb_partial_count (
    n        INTEGER PRIMARY KEY REFERENCES nqdb_board (n),
    depth    INTEGER NOT NULL, -- queens of a prefix
    part     INTEGER NOT NULL, -- which part of the work, from 1 …
    parts    INTEGER NOT NULL, -- … of how many
    units    BLOB    NOT NULL, -- the counted units of the work with their orbits
    counts   BLOB    NOT NULL, -- the regions that have counts with their checksums
    checksum BLOB    NOT NULL  -- XXH3-64 of the row
) STRICT;

-- Counts of prefixes, region by region, for the regions that the counted units touch.
CREATE TABLE nqdb_partial_region (
    n      INTEGER NOT NULL REFERENCES nqdb_partial_count (n),
    region INTEGER NOT NULL, -- 65,536 successive prefixes, from 0
    counts BLOB    NOT NULL, -- for each of its prefixes the solutions and representatives so far
    PRIMARY KEY (n, region)
) STRICT;

-- What is inside, for any SQLite client.
CREATE VIEW nqdb_count AS
    SELECT n, solutions, orbits FROM nqdb_board WHERE state = 'complete';
