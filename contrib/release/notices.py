#!/usr/bin/env python3
"""Checks that archives name what is linked into them: `notices.py ARCHIVE…`, packages and wheels with compiled files.

Each has the licences of the crates, as copyright.py writes them, and a bill of materials, valid CycloneDX, of the same
crates. Independently of cargo, the crates whose source paths are in the compiled files must be among them, and SQLite
exactly if it is in one. Archives without compiled files need neither. Needs cyclonedx-python-lib[json-validation].
"""

import io
import json
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

COMPILED = (b"\x7fELF", b"MZ", b"\xcf\xfa\xed\xfe", b"\0asm")
SOURCE = re.compile(rb"(?:/crates|registry/src/[^/\0]+)[/\\]([a-z0-9_-]+?)-(\d+\.\d+\.\d+[A-Za-z0-9.+-]*)[/\\]")
SQLITE = re.compile(rb"20\d\d-\d\d-\d\d \d\d:\d\d:\d\d [0-9a-f]{64}")
LISTED = re.compile(r"^([a-z0-9_-]+) (\d+\.\d+\.\d+\S*): .+$", re.MULTILINE)


def contents(path):
    """The files of an archive by their names."""
    if path.suffix in (".whl", ".zip"):
        with zipfile.ZipFile(path) as archive:
            return {name: archive.read(name) for name in archive.namelist()}
    data = path.read_bytes()
    if path.suffix == ".deb":
        data = subprocess.run(["dpkg-deb", "--fsys-tarfile", path], check=True, stdout=subprocess.PIPE).stdout
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        return {member.name: archive.extractfile(member).read() for member in archive if member.isfile()}


def only(files, pattern):
    found = [data.decode() for name, data in files.items() if re.fullmatch(pattern, name.rpartition("/")[2])]
    assert len(found) == 1, f"expected one file {pattern}, got {len(found)}"
    return found[0]


def check(path):
    files = contents(path)
    compiled = {name: data for name, data in files.items() if data.startswith(COMPILED)}
    if not compiled:
        return "nothing is compiled"
    licences, bom = only(files, "copyright|copyright.txt|LICENSE-THIRD-PARTY"), only(files, r".+\.cdx\.json")
    invalid = JsonStrictValidator(SchemaVersion.V1_6).validate_str(bom)
    assert invalid is None, f"the bill of materials is invalid: {invalid}"
    bom = json.loads(bom)
    components = [bom["metadata"]["component"], *bom["components"]]
    crates = {(item["name"], item["version"]) for item in components if item["purl"].startswith("pkg:cargo/")}
    others = {item["name"]: item for item in components if not item["purl"].startswith("pkg:cargo/")}
    assert crates == set(LISTED.findall(licences)), "the licences and the bill of materials have different crates"
    linked = {(name.decode(), version.decode()) for data in compiled.values() for name, version in SOURCE.findall(data)}
    assert linked <= crates, f"not listed: {linked - crates}"
    assert linked, "no compiled file names its sources"
    assert "Permission is hereby granted" in licences and "Apache License" in licences, "no licence texts"
    # zstd is BSD, and its licence has no SPDX name in the manifest of zstd-sys.
    assert ("zstd" in others) == ("Meta Platforms" in licences), "zstd without its licence, or its licence without zstd"
    has_sqlite = any(SQLITE.search(data) for data in compiled.values())
    assert ("sqlite" in others) == has_sqlite, "SQLite is linked and not listed, or listed and not linked"
    if has_sqlite:
        version = others["sqlite"]["version"].encode()
        assert any(version in data for data in compiled.values()), f"no file has SQLite {version}"
    return f"{len(crates)} crates, {len(linked)} of them by source paths, and {', '.join(sorted(others)) or 'nothing else'}"


failed = False
for path in map(Path, sys.argv[1:]):
    try:
        print(f"{path.name}: {check(path)}")
    except AssertionError as error:
        failed = True
        print(f"{path.name}: {error}", file=sys.stderr)
sys.exit(failed)
