#!/usr/bin/env python3
"""Makes a zip file of a directory: sorted, with the time SOURCE_DATE_EPOCH, so that the same files give the same bytes.

Run as `zip.py PARENT NAME ZIP` for the directory PARENT/NAME.
"""

import os
import pathlib
import sys
import time
import zipfile

if len(sys.argv) != 4:
    sys.exit("usage: zip.py PARENT NAME ZIP")
parent, name, out = map(pathlib.Path, sys.argv[1:])
changed = time.gmtime(int(os.environ["SOURCE_DATE_EPOCH"]))[:6]
with zipfile.ZipFile(out, "x") as archive:
    for path in sorted(path for path in (parent / name).rglob("*") if path.is_file()):
        entry = zipfile.ZipInfo(path.relative_to(parent).as_posix(), changed)
        entry.external_attr = 0o644 << 16
        entry.compress_type = zipfile.ZIP_DEFLATED
        archive.writestr(entry, path.read_bytes(), compresslevel=9)
