#!/usr/bin/env python3
"""Prints the software bill of materials of a package, in CycloneDX 1.6: the crates that are linked into it, and the C
libraries that these compile.

Run as `sbom.py TARGET CRATE…`; the package is named after the first crate. The crates, and the licences that their
manifests name, are those of copyright.py; checksums are those of Cargo.lock.
"""

import json
import pathlib
import re
import sys

from copyright import ROOT, linked

LOCKED = re.compile(r'name = "(.+)"\nversion = "(.+)"\nsource = ".+"\nchecksum = "(.+)"')

#: The C libraries of crates: the feature that compiles it, if any; name, vendor and product of the CPE, the licence, and
#: a file and the text in it that contains the version.
LIBRARIES = {
    "libsqlite3-sys": ("bundled", "sqlite", "sqlite:sqlite", "blessing", "sqlite3/sqlite3.h", r'define SQLITE_VERSION +"(.+)"'),
    "zstd-sys": (None, "zstd", "facebook:zstandard", "BSD-3-Clause", "Cargo.toml", r'\nversion = ".+\+zstd\.(.+)"'),
}


def crate(package, checksums):
    name, version = package["name"], package["version"]
    purl = f"pkg:cargo/{name}@{version}"
    component = {"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl}
    component["licenses"] = [{"expression": package["license"].replace("/", " OR ")}]
    if (name, version) in checksums:
        component["hashes"] = [{"alg": "SHA-256", "content": checksums[name, version]}]
    return component


def library(package, features):
    """The C library of a crate; None if there is none."""
    feature, name, product, licence, file, pattern = LIBRARIES.get(package["name"], [None] * 6)
    if name is None or feature and feature not in features:
        return None
    text = (pathlib.Path(package["manifest_path"]).parent / file).read_text(encoding="utf-8")
    version = re.search(pattern, text)[1]
    purl = f"pkg:generic/{name}@{version}"
    licenses = [{"license": {"id": licence}}]
    cpe = f"cpe:2.3:a:{product}:{version}:*:*:*:*:*:*:*"
    return {"type": "library", "bom-ref": purl, "name": name, "version": version, "cpe": cpe, "purl": purl, "licenses": licenses}


def main(target, *crates):
    lock = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "Cargo.lock", ROOT / "crates/extension/Cargo.lock"))
    checksums = {match[:2]: match[2] for match in LOCKED.findall(lock)}
    found = linked(target, crates)
    components = [crate(package, checksums) for package, _ in found]
    components += filter(None, (library(package, features) for package, features in found))
    program = next(component for component in components if component["name"] == crates[0])
    components.remove(program)
    metadata = {"component": {**program, "type": "application"}}
    bom = {"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1, "metadata": metadata, "components": components}
    print(json.dumps(bom, indent=1))


if len(sys.argv) < 3:
    sys.exit("usage: sbom.py TARGET CRATE…")
main(*sys.argv[1:])
