-- Partial counts are kept region by region, those that they touch. partial_count.units has a list of the counted
-- units with their orbits from now on, partial_count.counts a list of the regions with their checksums.
CREATE TABLE partial_region (
    n      INTEGER NOT NULL REFERENCES partial_count (n),
    region INTEGER NOT NULL, -- 65,536 successive prefixes, from 0
    counts BLOB    NOT NULL, -- for each of its prefixes the solutions and representatives so far
    PRIMARY KEY (n, region)
) STRICT;
