"""The build backend of pyproject.toml: maturin, with the SQLite extension, the licences of what is linked, and a bill of
materials in the wheel, and the source of all three in the sdist.

maturin builds one library, and the extension is a second one, in a workspace of its own.
"""

import gzip
import io
import os
import shutil
import subprocess
import sys
import tarfile
from contextlib import contextmanager
from pathlib import Path

import maturin
from maturin import *  # noqa: F403 (the other hooks)

HERE = Path(__file__).resolve().parent
#: In an sdist, this file is in the root.
ROOT = HERE if (HERE / "crates").is_dir() else HERE.parents[1]
#: The name of the library that cargo builds, and its name in the package.
LIBRARY, NAME = {
    "win32": ("nqdb.dll", "nqdb.dll"),
    "darwin": ("libnqdb.dylib", "nqdb.dylib"),
}.get(sys.platform, ("libnqdb.so", "nqdb.so"))


#: Made for a build: the licences, which pyproject.toml names, and the bill of materials.
LICENCES, MATERIALS = HERE / "LICENSE-THIRD-PARTY", HERE / "nqueens-db.cdx.json"


@contextmanager
def notices(config_settings=None):
    """Writes the files about what is linked; the settings with which maturin packs them."""
    if shutil.which("cargo") is None:
        sys.exit("nqueens-db is built from source with Rust 1.89 or later and a C compiler, but cargo is missing")
    made = {LICENCES: "copyright.py", MATERIALS: "sbom.py"}
    try:
        for path, script in made.items():
            with open(path, "wb") as file:
                command = [sys.executable, "-B", ROOT / "contrib/release" / script, "host", "nqdb-python", "nqdb-extension"]
                subprocess.run(command, stdout=file, check=True)
        arguments = maturin.get_maturin_pep517_args(config_settings)
        yield {**(config_settings or {}), "maturin.build-args": [*arguments, "--sbom-include", MATERIALS.name]}
    finally:
        for path in made:
            path.unlink(missing_ok=True)


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    with notices():
        return maturin.prepare_metadata_for_build_wheel(metadata_directory, config_settings)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    with notices(config_settings) as settings:
        return build_with_extension(wheel_directory, settings, metadata_directory)


def build_with_extension(wheel_directory, config_settings, metadata_directory):
    target = ROOT / "target" / "extension"
    command = ["cargo", "build", "--release", "--locked", "--manifest-path", ROOT / "crates/extension/Cargo.toml"]
    # The extension uses its host's SQLite and must not search for a library on this machine.
    environment = {**os.environ, "SQLITE3_NO_PKG_CONFIG": "1"}
    subprocess.run([*command, "--target-dir", target], env=environment, check=True)
    packed = HERE / "python/nqdb" / NAME
    shutil.copyfile(target / "release" / LIBRARY, packed)
    try:
        return maturin.build_wheel(wheel_directory, config_settings, metadata_directory)
    finally:
        packed.unlink()


def build_sdist(sdist_directory, config_settings=None):
    name = maturin.build_sdist(sdist_directory, config_settings)
    path = Path(sdist_directory, name)
    packed = io.BytesIO()
    with tarfile.open(path) as made, tarfile.open(fileobj=packed, mode="w") as whole:
        for member in made:
            whole.addfile(member, made.extractfile(member))
        sources = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "crates/extension/src").rglob("*.rs"))
        for file in ("crates/extension/Cargo.toml", "crates/extension/Cargo.lock", *sources, "contrib/release/copyright.py", "contrib/release/sbom.py"):
            content = (ROOT / file).read_bytes()
            entry = tarfile.TarInfo(f"{name.removesuffix('.tar.gz')}/{file}")
            entry.size, entry.mtime = len(content), member.mtime
            whole.addfile(entry, io.BytesIO(content))
    # Without the time, the same files give the same bytes.
    path.write_bytes(gzip.compress(packed.getvalue(), mtime=0))
    return name
