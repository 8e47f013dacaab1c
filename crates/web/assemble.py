#!/usr/bin/env python3
"""Writes the directory of the web explorer: assemble.py MODULE OUT. MODULE is the compiled WebAssembly module."""

import base64
import gzip
import hashlib
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "crates/web/page"
# The files of a build, below nqdb/BUILD: the service worker keeps them together.
FILES = ["embed.html", "embed.js", "host.js", "page.css", "waiting.html", "waiting.js", "worker.js"]


def sha256(content):
    return hashlib.sha256(content).hexdigest()


def source(content):
    """An inline script or style in a content security policy."""
    digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
    return f"sha256-{digest}"


def start_page(build):
    """The page that starts the service worker. Its URL can be any, so that its script and style are in it."""
    script = (PAGE / "start.js").read_text().replace("BUILD_HASH", build)
    style = (PAGE / "page.css").read_text()
    page = (PAGE / "start.html").read_text()
    for place, text in [("POLICY", source(script)), ("STYLE", source(style)), ("CSS", style), ("SCRIPT", script)]:
        page = page.replace(place, text, 1)
    return page.encode()


def main(module, out):
    files = {name: (PAGE / name).read_bytes() for name in FILES}
    content = pathlib.Path(module).read_bytes()
    files["nqdb.wasm.gz"] = gzip.compress(content, 9, mtime=0)
    files["cells-21.bin"] = cells = (ROOT / "fixtures/cells-21.bin").read_bytes()
    module = json.dumps({"file": "nqdb.wasm.gz", "sha256": sha256(content)})
    cells = json.dumps({"file": "cells-21.bin", "sha256": sha256(cells)})
    service_worker = (PAGE / "sw.js").read_text()
    parts = [name.encode() + content for name, content in sorted(files.items())]
    start = [(PAGE / name).read_bytes() for name in ("start.html", "start.js")]
    build = sha256(b"".join([*parts, *start, service_worker.encode()]))[:16]
    files["embed.html"] = files["embed.html"].replace(b"BUILD_HASH", build.encode())
    files["index.html"] = page = start_page(build)
    names = sorted({*files, "build.js"} - {"cells-21.bin"})
    constants = {"BUILD": json.dumps(build), "FILES": json.dumps(names), "MODULE": module, "CELLS": cells}
    text = "".join(f"const {name} = {value};\n" for name, value in constants.items())
    files["build.js"] = f"// Written by crates/web/build.\n{text}".encode()

    written = {
        "index.html": page,
        "404.html": page,
        "embed.html": files["embed.html"],
        "sw.js": service_worker.replace("BUILD_HASH", build).encode(),
        **{f"nqdb/{build}/{name}": content for name, content in files.items()},
    }
    for name, content in written.items():
        path = pathlib.Path(out) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


main(*sys.argv[1:])
