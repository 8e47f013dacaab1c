"""Makes a part of an index claim one orbit more than it has counted, with a valid checksum. Needs xxhash.

    tests/engines/forge.py FILE
"""

import sqlite3
import struct
import sys

import xxhash

with sqlite3.connect(sys.argv[1]) as connection:
    query = "SELECT n, depth, part, parts, units, counts FROM nqdb_partial_count"
    n, depth, part, parts, units, regions = connection.execute(query).fetchone()
    # The layout is specified in docs/format.md.
    unit, orbits = struct.unpack_from(">IQ", units)
    units = struct.pack(">IQ", unit, orbits + 1) + units[12:]
    content = bytes([n, depth]) + struct.pack(">IIQ", part, parts, len(units)) + units + regions
    checksum = xxhash.xxh3_64(content).digest()
    connection.execute("UPDATE nqdb_partial_count SET units = ?, checksum = ?", (units, checksum))
