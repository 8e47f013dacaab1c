//! The library that is loaded into the program under test and makes its file operations fail: its build, its
//! settings, and the log that it writes. shim.c describes it.

use crate::support::running::output;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The library, compiled once per test process.
pub(super) fn library() -> &'static Path {
    static LIBRARY: OnceLock<PathBuf> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let directory = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let target = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
        let mut build = cc::Build::new();
        build.target(&target).host(&target).opt_level(2).out_dir(directory).cargo_metadata(false);
        let mut compiler = build.get_compiler().to_command();
        let library = directory.join("libfaults.so");
        let new = directory.join(format!("libfaults-{}.so", std::process::id()));
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/faults/shim.c");
        compiler.args(["-shared", "-fPIC", "-Wall", "-Wextra", "-Werror", "-o"]);
        compiler.arg(&new).arg(source).arg("-ldl");
        let output = output(compiler, b"");
        assert!(output.status.success(), "{output:?}");
        // Another test process may use the old one.
        fs::rename(&new, &library).unwrap();
        library
    })
}

/// The letters of all operations of shim.c.
pub(super) const ANY: &str = "orwstunflyc";

/// A fault in the program's calls from the `at`-th on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fault {
    /// Letters of the counted operations.
    pub(super) operations: &'static str,
    /// The first affected call, from 1.
    pub(super) at: u64,
    /// The number of calls, 0 for all from `at` on.
    pub(super) span: u64,
    pub(super) action: Action,
}

/// The effect of a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Action {
    KillBefore,
    KillAfter,
    Stop,
    /// Milliseconds.
    Delay(u32),
    Fail(Errno),
    Short,
    Flip(u32),
}

/// A system error number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Errno {
    Io = 5,
    Again = 11,
    Access = 13,
    TooManyFiles = 24,
    FileTooBig = 27,
    NoSpace = 28,
    NoLocks = 37,
    NotImplemented = 38,
    Quota = 122,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (action, value) = match self.action {
            Action::KillBefore => ("before", 0),
            Action::KillAfter => ("after", 0),
            Action::Stop => ("stop", 0),
            Action::Delay(milliseconds) => ("delay", milliseconds),
            Action::Fail(error) => ("errno", error as u32),
            Action::Short => ("short", 0),
            Action::Flip(bit) => ("flip", bit),
        };
        write!(f, "{}:{}:{}:{action}:{value}", self.operations, self.at, self.span)
    }
}

/// Loads the library into a command, with files in `directory` to watch.
pub(super) fn load(command: &mut Command, directory: &Path, log: &Path, fault: Option<&Fault>) {
    // The loader splits LD_PRELOAD at spaces, so the directory is in LD_LIBRARY_PATH.
    let (directory_of_library, name) =
        (library().parent().unwrap(), library().file_name().unwrap());
    command.env("LD_PRELOAD", name).env("LD_LIBRARY_PATH", directory_of_library);
    command.env("NQDB_FAULT_SLEEP", "skip");
    command.env("NQDB_FAULT_DIR", directory).env("NQDB_FAULT_LOG", log);
    if let Some(fault) = fault {
        command.env("NQDB_FAULT", fault.to_string());
    }
}

/// A call of the program on a watched file.
#[derive(Debug, Clone)]
pub(super) struct Call {
    /// Its letter in shim.c.
    pub(super) operation: char,
    pub(super) path: PathBuf,
    /// The offset of a write, or the new length.
    pub(super) offset: i64,
    pub(super) result: i64,
    /// Whether it created the file.
    pub(super) created: bool,
    /// The bytes that it wrote, or the new name.
    pub(super) data: Vec<u8>,
}

/// The calls of a run.
#[derive(Debug, Default)]
pub(super) struct Log {
    pub(super) calls: Vec<Call>,
    /// Affected calls.
    pub(super) hits: usize,
    /// Largest resident memory, in KiB.
    pub(super) memory: i64,
}

impl Log {
    /// Reads the log of a run that has ended.
    pub(super) fn read(path: &Path) -> Self {
        let (bytes, mut log) = (fs::read(path).unwrap_or_default(), Log::default());
        let mut rest = &bytes[..];
        while !rest.is_empty() {
            let call = next(&mut rest);
            match call.operation {
                '!' => log.hits += 1,
                'm' => log.memory = call.result,
                _ => log.calls.push(call),
            }
        }
        log
    }

    /// The number of calls of these operations.
    pub(super) fn count(&self, operations: &str) -> u64 {
        self.calls.iter().filter(|call| operations.contains(call.operation)).count() as u64
    }
}

fn next(rest: &mut &[u8]) -> Call {
    let mut number = || i64::from_ne_bytes(take(rest, 8).try_into().expect("eight bytes"));
    let [operation, offset, result, created, path, data] = std::array::from_fn(|_| number());
    let path = String::from_utf8_lossy(take(rest, path as usize)).into_owned().into();
    let data = take(rest, data as usize).to_vec();
    let operation = char::from(operation as u8);
    Call { operation, path, offset, result, created: created != 0, data }
}

fn take<'b>(rest: &mut &'b [u8], length: usize) -> &'b [u8] {
    let (taken, left) = rest.split_at(length);
    *rest = left;
    taken
}

mod tests {
    use super::*;
    use crate::faults::run::{Files, Place, Run};

    const BUILD: &str = "build 6 --jobs 1";

    fn build(operations: &'static str, at: u64, span: u64, action: Action) -> (Place, Run) {
        let place = Place::with(&Files::new());
        let run = place.run(BUILD, Some(&Fault { operations, at, span, action }));
        (place, run)
    }

    #[test]
    fn kills_come_before_and_after_the_call() {
        for (action, made) in [(Action::KillBefore, 19), (Action::KillAfter, 20)] {
            let (_, run) = build(ANY, 20, 1, action);
            assert_eq!((run.signal, run.log.calls.len(), run.log.hits), (Some(9), made, 1));
            assert!(run.log.memory > 0);
        }
    }

    #[test]
    fn errors_last_as_long_as_they_should() {
        // The third write of a build is to a journal or the database; its failure ends the build.
        for (span, action) in [(1, Errno::NoSpace), (2, Errno::Io), (0, Errno::Quota)] {
            let (place, run) = build("w", 3, span, Action::Fail(action));
            let writes: Vec<_> =
                run.log.calls.iter().filter(|call| call.operation == 'w').collect();
            let failed = writes.iter().filter(|call| call.result < 0).count();
            assert_eq!(failed, run.log.hits, "{span}");
            assert!(writes[..2].iter().all(|call| call.result > 0), "{span}");
            assert!(span == 0 || failed as u64 <= span, "{span}: {failed}");
            assert_eq!(place.run(BUILD, None).code, Some(0), "{span}");
        }
    }

    #[test]
    fn half_a_write_is_followed_by_the_rest() {
        let (_, run) = build("w", 3, 0, Action::Short);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        let undisturbed = Place::with(&Files::new()).run(BUILD, None).log.count("w");
        assert!(run.log.count("w") > 2 * undisturbed, "{} {undisturbed}", run.log.count("w"));
    }

    #[test]
    fn one_bit_flips() {
        // The first write is to the lock file and starts with the letter p.
        let (_, run) = build("w", 1, 1, Action::Flip(1));
        let first = run.log.calls.iter().find(|call| call.operation == 'w').unwrap();
        assert_eq!(first.data[0], b'p' ^ 2);
    }

    #[test]
    fn a_stopped_process_can_be_resumed() {
        let place = Place::with(&Files::new());
        let fault = Fault { operations: "w", at: 4, span: 1, action: Action::Stop };
        let started = place.start("first", BUILD, Some(&fault));
        assert!(started.stops());
        assert_eq!(place.run(BUILD, None).code, Some(3));
        started.resume();
        assert_eq!(started.end().code, Some(0));
        assert!(!place.start("first", BUILD, None).stops());
    }
}
