-- Counts of prefixes while an index is being made: of a build that is not finished, or of a part.
CREATE TABLE partial_count (
    n        INTEGER PRIMARY KEY REFERENCES board (n),
    depth    INTEGER NOT NULL, -- queens of a prefix
    part     INTEGER NOT NULL, -- which part of the work, from 1 …
    parts    INTEGER NOT NULL, -- … of so many
    units    BLOB    NOT NULL, -- a bit for each unit of the work: 1 if it is counted
    counts   BLOB    NOT NULL, -- for each prefix its solutions and representatives so far
    checksum BLOB    NOT NULL  -- XXH3-64 of the row
) STRICT;
