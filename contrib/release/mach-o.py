#!/usr/bin/env python3
"""Prints the libraries that a program or library for macOS needs, and fails if it lacks the signature that arm64 requires.

Run as `mach-o.py FILE`. The load commands are described in <mach-o/loader.h>.
"""

import pathlib
import struct
import sys

MAGIC, ARM64, LOAD_DYLIB, CODE_SIGNATURE = 0xFEEDFACF, 0x0100000C, 0xC, 0x1D

if len(sys.argv) != 2:
    sys.exit("usage: mach-o.py FILE")
data = pathlib.Path(sys.argv[1]).read_bytes()
magic, processor, _, _, commands = struct.unpack_from("<5I", data)
if magic != MAGIC:
    sys.exit(f"mach-o.py: {sys.argv[1]} is not a 64-bit Mach-O file")
place, signed = 32, False
for _ in range(commands):
    command, size = struct.unpack_from("<2I", data, place)
    if command == LOAD_DYLIB:
        (name,) = struct.unpack_from("<I", data, place + 8)
        print(data[place + name : place + size].split(b"\0")[0].decode())
    signed |= command == CODE_SIGNATURE
    place += size
if processor == ARM64 and not signed:
    sys.exit(f"mach-o.py: {sys.argv[1]} has no signature")
