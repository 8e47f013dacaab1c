#!/usr/bin/env python3
"""Makes the packages that contain nothing but the SQLite extension, from its files for some targets.

    extension.py VERSION OUT TARGET=FILE…

For each target, a wheel `sqlite_nqdb` and an archive for sqlpkg; for all targets together, the npm package
`sqlite-nqdb` and the manifest `sqlpkg.json`, to which the URL of the releases must be added. The same files and
SOURCE_DATE_EPOCH give the same bytes.
"""

import base64
import gzip
import hashlib
import io
import json
import os
import pathlib
import subprocess
import sys
import tarfile
import time
import zipfile

# The platforms of each target, in the words of wheels, npm and sqlpkg, and the suffix of the library.
TARGETS = {
    "x86_64-unknown-linux-gnu": ("manylinux_2_17_x86_64.manylinux2014_x86_64", "linux-x64", "linux-amd64", "so"),
    "aarch64-unknown-linux-gnu": ("manylinux_2_17_aarch64.manylinux2014_aarch64", "linux-arm64", "linux-arm64", "so"),
    "x86_64-pc-windows-gnu": ("win_amd64", "win32-x64", "windows-amd64", "dll"),
    "aarch64-apple-darwin": ("macosx_11_0_arm64", "darwin-arm64", "darwin-arm64", "dylib"),
    "x86_64-apple-darwin": ("macosx_11_0_x86_64", "darwin-x64", "darwin-amd64", "dylib"),
}
DESCRIPTION = "The SQLite extension of nqdb, the N-queens solution database"
LICENCE = "MIT OR Apache-2.0"
PACKAGES = pathlib.Path("crates/extension/packages")


def source(name):
    return (PACKAGES / name).read_bytes()


def licences():
    return {name: pathlib.Path(name).read_bytes() for name in ("LICENSE-APACHE", "LICENSE-MIT")}


def described(script, targets):
    """What a script prints about the extension for targets."""
    command = [sys.executable, "-B", f"contrib/release/{script}.py", ",".join(targets), "nqdb-extension"]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout


def notices(*targets):
    """The licences of what is linked, and the bill of materials."""
    return {
        **licences(),
        "LICENSE-THIRD-PARTY": described("copyright", targets),
        "sqlite-nqdb.cdx.json": described("sbom", targets),
    }


def wheel(version, out, tag, library, suffix, notices):
    """A wheel with the extension and sqlite_nqdb/__init__.py, for any Python on one platform."""
    tag = f"py3-none-{tag}"
    info = f"sqlite_nqdb-{version}.dist-info"
    metadata = [
        "Metadata-Version: 2.4", "Name: sqlite-nqdb", f"Version: {version}", f"Summary: {DESCRIPTION}",
        "Requires-Python: >=3.8", f"License-Expression: {LICENCE}", "License-File: LICENSE-APACHE",
        "License-File: LICENSE-MIT", "License-File: LICENSE-THIRD-PARTY", "Description-Content-Type: text/markdown", "", "",
    ]
    tags = "".join(f"Tag: py3-none-{platform}\n" for platform in tag.removeprefix("py3-none-").split("."))
    files = {
        "sqlite_nqdb/__init__.py": source("__init__.py"),
        f"sqlite_nqdb/nqdb.{suffix}": library,
        "sqlite_nqdb/py.typed": b"",
        **{f"{info}/{'licenses' if name.startswith('LICENSE') else 'sboms'}/{name}": text for name, text in notices.items()},
        f"{info}/METADATA": "\n".join(metadata).encode() + source("README.md"),
        f"{info}/WHEEL": f"Wheel-Version: 1.0\nGenerator: nqdb\nRoot-Is-Purelib: false\n{tags}".encode(),
    }
    record = f"{info}/RECORD"
    lines = [f"{name},sha256={digest(data)},{len(data)}\n" for name, data in files.items()]
    files[record] = "".join([*lines, f"{record},,\n"]).encode()
    with zipfile.ZipFile(out / f"sqlite_nqdb-{version}-{tag}.whl", "x") as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, time.gmtime(epoch())[:6])
            entry.external_attr = (0o755 if name.endswith(suffix) else 0o644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data, compresslevel=9)


def digest(data):
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def epoch():
    return int(os.environ["SOURCE_DATE_EPOCH"])


def tarball(path, files):
    """A compressed tar file with these files, by their names in it."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for name, content in files.items():
            entry = tarfile.TarInfo(name)
            entry.size, entry.mtime, entry.mode = len(content), epoch(), 0o644
            archive.addfile(entry, io.BytesIO(content))
    with open(path, "xb") as file:
        file.write(gzip.compress(data.getvalue(), 9, mtime=0))


def npm(version, out, libraries, notices):
    manifest = {
        "name": "sqlite-nqdb", "version": version, "description": DESCRIPTION, "license": LICENCE,
        "keywords": ["sqlite", "sqlite-extension", "n-queens"], "main": "index.js", "types": "index.d.ts",
        "os": sorted({system.split("-")[0] for system, _ in libraries}), "engines": {"node": ">=18"},
    }
    files = {"package.json": json.dumps(manifest, indent=2).encode(), **notices}
    files |= {name: source(name) for name in ("README.md", "index.d.ts", "index.js")}
    files |= {f"{system}/nqdb.{suffix}": library for (system, suffix), library in libraries.items()}
    tarball(out / f"sqlite-nqdb-{version}.tgz", {f"package/{name}": data for name, data in files.items()})


def main(version, out, *libraries):
    out = pathlib.Path(out)
    out.mkdir(parents=True, exist_ok=True)
    found, archives, targets = {}, {}, []
    for target, _, path in (library.partition("=") for library in libraries):
        targets.append(target)
        tag, node, sqlpkg, suffix = TARGETS[target]
        library = pathlib.Path(path).read_bytes()
        own = notices(target)
        wheel(version, out, tag, library, suffix, own)
        archives[sqlpkg] = f"sqlite-nqdb-{version}-{sqlpkg}.tar.gz"
        tarball(out / archives[sqlpkg], {f"nqdb.{suffix}": library, **own})
        found[node, suffix] = library
    npm(version, out, found, notices(*targets))
    manifest = {
        "owner": "nqdb", "name": "nqdb", "version": version, "license": LICENCE, "description": DESCRIPTION,
        "keywords": ["n-queens", "combinatorics"], "symbols": ["nq_unrank", "nq_rank", "nq_orbit_id", "nq_solutions"],
        "assets": {"files": archives},
    }
    (out / "sqlpkg.json").write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")


if len(sys.argv) < 4:
    sys.exit("usage: extension.py VERSION OUT TARGET=FILE…")
main(*sys.argv[1:])
