#!/usr/bin/env python3
"""Prints the software bill of materials of the program, in CycloneDX 1.6: the crates that are linked into it.

Run as `sbom.py TARGET` in the repository. The crates, and the licences that their manifests name, are those of
copyright.py; checksums are those of Cargo.lock.
"""

import json
import pathlib
import re
import sys

from copyright import linked

LOCKED = re.compile(r'name = "(.+)"\nversion = "(.+)"\nsource = ".+"\nchecksum = "(.+)"')


def main(target):
    checksums = {match[:2]: match[2] for match in LOCKED.findall(pathlib.Path("Cargo.lock").read_text(encoding="utf-8"))}
    components = []
    for package in linked(target, "nqdb-cli"):
        name, version = package["name"], package["version"]
        purl = f"pkg:cargo/{name}@{version}"
        component = {"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl}
        component["licenses"] = [{"expression": package["license"].replace("/", " OR ")}]
        if (name, version) in checksums:
            component["hashes"] = [{"alg": "SHA-256", "content": checksums[name, version]}]
        components.append(component)
    program = next(component for component in components if component["name"] == "nqdb-cli")
    components.remove(program)
    metadata = {"component": {**program, "type": "application"}}
    bom = {"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1, "metadata": metadata, "components": components}
    print(json.dumps(bom, indent=1))


if len(sys.argv) != 2:
    sys.exit("usage: sbom.py TARGET")
main(sys.argv[1])
