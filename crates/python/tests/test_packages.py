"""The packages with nothing but the extension, as contrib/release makes them, and the plugin of sqlite-utils."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from types import ModuleType
from typing import Callable

import pytest
from conftest import PATIENCE

import nqdb

ROOT = Path(__file__).resolve().parents[3]

#: Loads the extension into a database that only prints the path, as no SQLite module comes with Node.js 20.
SCRIPT = "require(process.argv[1]).load({ loadExtension: path => console.log(path) })"


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    """The packages of the extension for this machine, from the file of the installed wheel."""
    target = f"{os.uname().machine}-unknown-linux-gnu"
    library = f"{target}={nqdb.loadable_path()}"
    command = [sys.executable, "contrib/release/extension.py", "0.1.0", str(tmp_path), library]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "1700000000"}
    environment["HOME"] = pwd.getpwuid(os.getuid()).pw_dir
    subprocess.run(command, cwd=ROOT, env=environment, check=True, timeout=PATIENCE)
    return tmp_path


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the wheel has the extension for Linux")
def test_the_wheel_of_the_extension_loads_it(packages: Path, extensions: None) -> None:
    (wheel,) = packages.glob("*.whl")
    folder = packages / "installed"
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--target", str(folder)]
    subprocess.run([*install, str(wheel)], check=True, timeout=PATIENCE)
    test = [sys.executable, "-m", "doctest", str(folder / "sqlite_nqdb" / "__init__.py")]
    done = subprocess.run(test, env={**os.environ, "PYTHONPATH": str(folder)}, timeout=PATIENCE)
    assert done.returncode == 0


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the package has the extension for Linux")
def test_the_npm_package_has_the_extension_for_this_system(packages: Path, request: pytest.FixtureRequest) -> None:
    if shutil.which("node") is None:
        assert not request.config.getoption("--all-hosts"), "node is missing"
        pytest.skip("node is missing")
    with tarfile.open(packages / "sqlite-nqdb-0.1.0.tgz") as archive:
        archive.extractall(packages)
    command = ["node", "-e", SCRIPT, str(packages / "package")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (0, "")
    assert Path(done.stdout.strip()).read_bytes() == Path(nqdb.loadable_path()).read_bytes()


def test_the_packages_name_what_they_contain(packages: Path, module: Callable[[str], ModuleType]) -> None:
    module("cyclonedx")
    archives = [*packages.glob("*.whl"), *packages.glob("*.tgz"), *packages.glob("*.tar.gz")]
    command = [sys.executable, ROOT / "contrib/release/notices.py", *archives]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stderr, len(done.stdout.splitlines())) == (0, "", 3)


def test_the_sdist_has_the_extension_and_no_tests(module: Callable[[str], ModuleType], tmp_path: Path) -> None:
    module("maturin")
    code = f"import backend; print(backend.build_sdist({str(tmp_path)!r}))"
    folder = ROOT / "crates/python"
    # rustup finds its toolchain in the real home directory.
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "HOME": pwd.getpwuid(os.getuid()).pw_dir}
    subprocess.run([sys.executable, "-c", code], cwd=folder, env=environment, check=True, timeout=PATIENCE)
    (sdist,) = tmp_path.iterdir()
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"backend.py", "pyproject.toml", "python/nqdb/__init__.py"} <= names
    sources = {path.relative_to(ROOT).as_posix() for path in (ROOT / "crates/extension/src").rglob("*.rs")}
    assert sources and sources <= names
    assert {"contrib/release/copyright.py", "contrib/release/sbom.py"} <= names
    assert not any(name.startswith("crates/python/tests/") for name in names)


def test_a_build_without_rust_names_what_is_missing(module: Callable[[str], ModuleType], tmp_path: Path) -> None:
    module("maturin")
    command = [sys.executable, "-c", "import backend; backend.build_wheel('.')"]
    folder, environment = ROOT / "crates/python", {**os.environ, "PATH": str(tmp_path)}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 1 and "built from source with Rust 1.89" in done.stderr


def test_sqlite_utils_has_the_functions(module: Callable[[str], ModuleType]) -> None:
    module("sqlite_utils_nqdb")
    query = [sys.executable, "-m", "sqlite_utils", "memory", "SELECT nq_unrank(8, 1) AS queens"]
    done = subprocess.run(query, capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stdout) == (0, '[{"queens": "1 5 8 6 3 7 2 4"}]\n'), done.stderr
