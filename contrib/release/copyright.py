#!/usr/bin/env python3
"""Prints the copyright file of a release: nqdb's licences, and those of the crates that are linked into a package.

Each licence file of the crates, and of the C libraries in them, is printed once, with the crates it belongs to. Run as
`copyright.py TARGET [PACKAGE]` in the repository, by default for nqdb-cli; cargo lists the crates.
"""

import json
import pathlib
import re
import subprocess
import sys

LICENCE_FILE = re.compile(r"(licen[cs]e|copying|copyright|notice)", re.IGNORECASE)

HEADER = """\
nqdb, the N-queens solution database

Copyright (c) 2026 the nqdb authors. Licensed under the MIT licence or the Apache License 2.0, at your option.

The files contain Rust's standard library (Copyright (c) The Rust Project Contributors, MIT OR Apache-2.0), a subset of
the font Roboto (Copyright 2011 Google Inc., Apache-2.0), SQLite (public domain) and the crates below. The static program for x86-64 also contains the GNU C Library of Debian 12
(LGPL-2.1-or-later), whose source is Debian's source package glibc; contrib/release/build.sh in the source of nqdb
links the program, with this version or another. The web explorer also contains wasi-libc (MIT OR Apache-2.0, and
the parts of musl under MIT).
"""


def cargo(*words):
    return subprocess.run(["cargo", *words, "--locked"], check=True, capture_output=True, text=True).stdout


def linked(target, package):
    """The packages linked into a package, without build dependencies and procedural macros."""
    tree = cargo("tree", "--package", package, "--target", target, "--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}")
    names = {tuple(line.split()[:2]) for line in tree.splitlines()}
    packages = json.loads(cargo("metadata", "--format-version", "1"))["packages"]
    found = [package for package in packages if (package["name"], "v" + package["version"]) in names]
    assert len(found) == len(names), "cargo tree and cargo metadata list different packages"
    return sorted(found, key=lambda package: (package["name"] != "nqdb", package["name"], package["version"]))


def licence_files(package):
    """The licence files at the root of a package and one directory below, where C libraries are."""
    root = pathlib.Path(package["manifest_path"]).parent
    patterns = ["*"] if package["name"] == "nqdb" else ["*", "*/*"]
    files = {path for pattern in patterns for path in root.glob(pattern) if path.is_file()}
    return sorted(path for path in files if LICENCE_FILE.match(path.name))


def main(target, root="nqdb-cli"):
    print(HEADER)
    texts = {}
    for package in linked(target, root):
        name = f"{package['name']} {package['version']}"
        licence = package["license"]
        if not licence:
            sys.exit(f"copyright.py: the manifest of {name} names no licence")
        print(f"{name}: {licence}")
        for path in licence_files(package):
            text = path.read_text(encoding="utf-8", errors="replace").strip()
            # Copies of a text differ in white space.
            texts.setdefault(" ".join(text.split()), (text, []))[1].append(name)
    for text, names in texts.values():
        print(f"\n{'=' * 80}\n{', '.join(dict.fromkeys(names))}\n{'-' * 80}\n\n{text}")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: copyright.py TARGET [PACKAGE], such as x86_64-unknown-linux-gnu")
    main(*sys.argv[1:])
