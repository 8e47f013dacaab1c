//! Host programs, which run SQLite or read columns: the sqlite3 shell, Python and its packages, nqdb's own wheel,
//! Datasette, DuckDB, R, Node, Go, Java.
//!
//! If NQDB_TEST_HOSTS names the directory of the programs from PyPI, every host must be installed, as in .ci/run.
//! Otherwise the tests of missing hosts are skipped, with a note on stderr.

use super::program::{Answer, Home, answer};
use super::running::output;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The variable that names the directory of the programs from PyPI.
const PYPI: &str = "NQDB_TEST_HOSTS";

/// The system's Python, regardless of the PATH.
const PYTHON: &str = "/usr/bin/python3";

/// Languages: the name of the host, its program, and the path of its package, on Debian or in NODE_PATH.
const LANGUAGES: [(&str, &str, &str); 5] = [
    ("r", "Rscript", "/usr/lib/R/site-library/RSQLite"),
    (R_ARROW, "Rscript", "/usr/lib/R/site-library/arrow"),
    ("go", "go", "/usr/share/gocode/src/github.com/mattn/go-sqlite3"),
    ("java", "javac", "/usr/share/java/sqlite-jdbc.jar"),
    ("node", "node", "better-sqlite3"),
];

/// R with the package arrow, which Debian 12 does not have: its tests may be skipped everywhere.
const R_ARROW: &str = "r-arrow";

/// The directory of the programs from PyPI.
fn pypi() -> Option<PathBuf> {
    std::env::var_os(PYPI).map(PathBuf::from)
}

/// The program of a host, if it is installed.
pub(crate) fn program(host: &str) -> Option<PathBuf> {
    let found = match host {
        "python" => Some(PathBuf::from(PYTHON)),
        "pypi" => pypi().map(|directory| directory.join("python")),
        // The wheel has no program to look for.
        "wheel" => {
            pypi().map(|directory| directory.join("python")).filter(|python| has_nqdb(python))
        }
        "datasette" => pypi().map(|directory| directory.join("datasette")),
        name => match LANGUAGES.iter().find(|(host, ..)| *host == name) {
            Some((_, program, library)) => {
                let packages = std::env::var_os("NODE_PATH").map(PathBuf::from).unwrap_or_default();
                in_path(program).filter(|_| packages.join(library).exists())
            }
            None => in_path(name),
        },
    };
    // wine would find the programs of Linux.
    let found = found.filter(|path| cfg!(not(windows)) && path.exists());
    let may_be_missing = host == R_ARROW || pypi().is_none();
    assert!(found.is_some() || may_be_missing, "{PYPI} is set, and {host} is missing");
    if found.is_none() {
        eprintln!("{host} is not here: not tested");
    }
    found
}

/// Runs a program at a pseudo-terminal.
const AT_A_TERMINAL: &str = "import os, pty, sys
sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))";

/// The output of nqdb at a terminal, all of it in `stdout`; `None` if Python is missing.
pub(crate) fn at_a_terminal(home: &Home, words: &[&str]) -> Option<Answer> {
    let mut command = Command::new(program("python")?);
    command.args(["-c", AT_A_TERMINAL, env!("CARGO_BIN_EXE_nqdb")]).args(words);
    command.current_dir(home.path()).env("HOME", home.path());
    Some(answer(command, b""))
}

/// Directories with the Python package apsw, one for each SQLite, from the directory `NQDB_TEST_SQLITES`.
pub(crate) fn sqlites() -> Vec<PathBuf> {
    let Some(directory) = std::env::var_os("NQDB_TEST_SQLITES") else { return Vec::new() };
    let mut found: Vec<_> =
        std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.sort();
    found
}

fn has_nqdb(python: &Path) -> bool {
    let mut command = Command::new(python);
    command.args(["-c", "import nqdb"]);
    python.exists() && output(command, b"").status.success()
}

fn in_path(program: &str) -> Option<PathBuf> {
    std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())
        .map(|directory| directory.join(program))
        .find(|path| path.is_file())
}

/// The directory with a host's programs under their usual names, for the PATH of an example.
pub(crate) fn directory(host: &str) -> Option<PathBuf> {
    let program = match host {
        "python" | "sqlite3" => program(host).and_then(|_| program("python")),
        _ => program(host),
    };
    program.as_deref().and_then(Path::parent).map(Path::to_owned)
}
