#!/usr/bin/env python3
"""Prints the copyright file of a package: nqdb's licences, and those of the crates that are linked into it.

Each licence file of the crates, and of the C libraries in them, is printed once, with the crates it belongs to. Run as
`copyright.py TARGET CRATE…`, where TARGET is a target, several with commas, or `host`; cargo lists the crates.
"""

import itertools
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LICENCE_FILE = re.compile(r"(licen[cs]e|copying|copyright|notice)", re.IGNORECASE)

HEADER = """\
nqdb, the N-queens solution database

Copyright (c) 2026 the nqdb authors. Licensed under the MIT licence or the Apache License 2.0, at your option.

The files contain Rust's standard library (Copyright (c) The Rust Project Contributors, MIT OR Apache-2.0) and the
crates below. nqdb contains a subset of the font Roboto (Copyright 2011 Google Inc., Apache-2.0), except in the
extension; libsqlite3-sys contains SQLite (public domain), except in the extension, which uses that of its host.
"""

#: What else is linked, by the crate.
OTHERS = {
    "nqdb-cli": """\
The static program for x86-64 also contains the GNU C Library of Debian 12 (LGPL-2.1-or-later), whose source is Debian's
source package glibc; contrib/release/build.sh in the source of nqdb links the program, with this version or another.
""",
    "nqdb-web": "It also contains wasi-libc (MIT OR Apache-2.0, and the parts of musl under MIT).\n",
}


def cargo(crate, *words):
    """The output of cargo in the workspace of a crate."""
    command = ["cargo", *words, "--manifest-path", ROOT / "crates" / crate.removeprefix("nqdb-") / "Cargo.toml"]
    # The lock file of an sdist has more packages than its workspace, which cargo removes.
    if not (ROOT / "PKG-INFO").exists():
        command.append("--locked")
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def linked(target, crates):
    """The packages linked into crates, without build dependencies and procedural macros, and the features of each."""
    if target == "host":
        version = subprocess.run(["rustc", "-vV"], check=True, stdout=subprocess.PIPE, text=True).stdout
        target = re.search("host: (.+)", version)[1]
    found = {}
    for target, crate in itertools.product(target.split(","), crates):
        options = ["--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p};{f}"]
        tree = cargo(crate, "tree", "--target", target, *options)
        lines = (line.removesuffix(" (*)").partition(";") for line in tree.splitlines())
        features = {tuple(name.split()[:2]): set(words.split(",")) for name, _, words in lines}
        packages = json.loads(cargo(crate, "metadata", "--format-version", "1", "--filter-platform", target))["packages"]
        packages = {(package["name"], "v" + package["version"]): package for package in packages}
        for name, words in features.items():
            package, before = found.get(name, (packages[name], set()))
            found[name] = package, before | words
    return [found[name] for name in sorted(found, key=lambda name: (name[0] != "nqdb", name))]


def licence_files(package):
    """The licence files at the root of a package and one directory below, where C libraries are."""
    root = pathlib.Path(package["manifest_path"]).parent
    patterns = ["*"] if package["name"] in ("nqdb", "nqdb-python") else ["*", "*/*"]
    files = {path for pattern in patterns for path in root.glob(pattern) if path.is_file()}
    return sorted(path for path in files if LICENCE_FILE.match(path.name) and path.name != "LICENSE-THIRD-PARTY")


def main(target, *crates):
    print(HEADER)
    for crate in crates:
        if crate in OTHERS:
            print(OTHERS[crate])
    texts = {}
    for package, _ in linked(target, crates):
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
    if len(sys.argv) < 3:
        sys.exit("usage: copyright.py TARGET CRATE…, such as x86_64-unknown-linux-gnu nqdb-cli")
    main(*sys.argv[1:])
