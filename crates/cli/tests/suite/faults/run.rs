//! A run of the program in a directory of its own, with or without a fault.

use super::shim::{Fault, Log, load};
use crate::support::program::words;
use crate::support::running::Running;
use rustix::io::retry_on_intr;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, waitid};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// The name of the database under test.
pub(super) const DATABASE: &str = "nqdb.db";

/// The file with the counts of an unfinished index of N = 8.
pub(super) const CHECKPOINT: &str = "nqdb.db-counts-8";

/// The names and bytes of the files of a directory.
pub(super) type Files = BTreeMap<String, Vec<u8>>;

/// A directory for a run: the database, temporary files, the log, the output.
pub(super) struct Place {
    directory: TempDir,
}

/// The output and the end of a run.
#[derive(Debug)]
pub(super) struct Run {
    pub(super) code: Option<i32>,
    pub(super) signal: Option<i32>,
    pub(super) hung: bool,
    pub(super) stdout: String,
    pub(super) stderr: String,
    pub(super) log: Log,
}

impl Run {
    /// The message of a failed run: the last line of stderr, unless that is a note on progress.
    pub(super) fn error(&self) -> &str {
        let last = self.stderr.lines().last().unwrap_or_default();
        if last.starts_with("nqdb: building ") { "" } else { last }
    }
}

impl Place {
    /// A directory with these files, in memory if there is such a file system.
    pub(super) fn with(files: &Files) -> Self {
        let memory = Path::new("/dev/shm");
        let base = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
        let directory = tempfile::Builder::new().prefix("nqdb-faults-").tempdir_in(base).unwrap();
        let place = Place { directory };
        fs::create_dir_all(place.files_path()).unwrap();
        fs::create_dir(place.watched().join("tmp")).unwrap();
        for (name, bytes) in files {
            fs::write(place.files_path().join(name), bytes).unwrap();
        }
        place
    }

    /// The directory whose files the shim watches.
    fn watched(&self) -> PathBuf {
        self.directory.path().join("watched")
    }

    /// The directory of the database and of the files next to it.
    pub(super) fn files_path(&self) -> PathBuf {
        self.watched().join("files")
    }

    pub(super) fn database(&self) -> PathBuf {
        self.files_path().join(DATABASE)
    }

    pub(super) fn checkpoint(&self) -> PathBuf {
        self.files_path().join(CHECKPOINT)
    }

    pub(super) fn files(&self) -> Files {
        let entries = fs::read_dir(self.files_path()).unwrap().map(|entry| entry.unwrap().path());
        let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
        entries.map(|path| (name(&path), fs::read(&path).unwrap())).collect()
    }

    /// Runs the program to its end.
    pub(super) fn run(&self, line: &str, fault: Option<&Fault>) -> Run {
        self.start("run", line, fault).end()
    }

    /// Starts the program. Runs at the same time need different names.
    pub(super) fn start(&self, name: &str, line: &str, fault: Option<&Fault>) -> Started {
        let file = |end: &str| self.directory.path().join(format!("{name}-{end}"));
        let mut command = Command::new(env!("CARGO_BIN_EXE_nqdb"));
        command.args(words(line)).current_dir(self.files_path()).env("NQDB_DB", self.database());
        command.env("SQLITE_TMPDIR", self.watched().join("tmp")).env("HOME", self.watched());
        command.env("NQDB_PROGRESS", "never");
        let _ = fs::remove_file(file("log"));
        load(&mut command, &self.watched(), &file("log"), fault);
        command.stdin(std::process::Stdio::null());
        command.stdout(File::create(file("out")).unwrap());
        command.stderr(File::create(file("err")).unwrap());
        Started { child: Running::start(command), files: ["out", "err", "log"].map(file) }
    }
}

/// A run that may not have ended.
pub(super) struct Started {
    child: Running,
    /// Output, errors and log.
    files: [PathBuf; 3],
}

impl Started {
    fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    /// Waits until the process has stopped or ended. Returns whether it has stopped.
    pub(super) fn stops(&self) -> bool {
        let options = WaitIdOptions::STOPPED | WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        let status = retry_on_intr(|| waitid(WaitId::Pid(self.pid()), options)).unwrap();
        status.is_some_and(|status| status.stopped())
    }

    /// Resumes a stopped process.
    pub(super) fn resume(&self) {
        kill_process(self.pid(), Signal::CONT).unwrap();
    }

    /// Waits for the end of the run.
    pub(super) fn end(mut self) -> Run {
        let status = self.child.wait().unwrap();
        let directory = self.files[0].parent().unwrap().to_string_lossy();
        let text = |path: &Path| {
            let text = String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned();
            text.replace(&*directory, "")
        };
        Run {
            code: status.code(),
            signal: status.signal(),
            hung: self.child.is_late(),
            stdout: text(&self.files[0]),
            stderr: text(&self.files[1]),
            log: Log::read(&self.files[2]),
        }
    }
}
