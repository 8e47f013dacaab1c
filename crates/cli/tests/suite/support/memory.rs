//! Runs the program with limited memory and time.

use super::running::Running;
use std::io::{self, Read};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

/// The end of a program that ran with limits.
#[derive(Debug)]
pub(crate) struct Ended {
    /// `None` after a signal, or 128 and its number.
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    /// The peak memory, in KiB; 0 if GNU time is not installed.
    pub(crate) memory: u64,
}

/// GNU time. The usage that Linux reports for a child process includes the memory of its parent at the start, so the
/// parent must be small.
const TIME: &str = "/usr/bin/time";

/// The CPU time limit of a program, in seconds, after which a signal ends it.
const PROCESSOR_TIME: u32 = 60;

/// Runs the program with these words in a directory, with an address space of `space` MiB and limited time.
pub(crate) fn run_limited(directory: &Path, words: &[String], space: u32) -> Ended {
    let space = 1024 * space;
    let limits = format!("ulimit -v {space}; ulimit -t {PROCESSOR_TIME}; exec \"$@\"");
    let usage = directory.join("usage");
    let mut command = measured(&usage);
    command.args(["-c", &limits, "sh", env!("CARGO_BIN_EXE_nqdb")]).args(words);
    command.current_dir(directory).env("HOME", directory).env_remove("NQDB_DB");
    command.env_remove("XDG_DATA_HOME").stdin(Stdio::null());
    // A thread without memory for a backtrace deadlocks.
    command.env_remove("RUST_BACKTRACE");
    // Depending on timing, glibc reserves 64 MiB of address space for a thread, or none.
    command.env("MALLOC_ARENA_MAX", "1");
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = Running::start(command);
    let (out, err) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    let (stdout, stderr) = thread::scope(|scope| {
        let stdout = scope.spawn(|| text(out));
        let stderr = text(err);
        (stdout.join().unwrap(), stderr)
    });
    let code = child.wait().unwrap().code();
    let usage = std::fs::read_to_string(usage).unwrap_or_default();
    let memory = usage.lines().last().and_then(|kib| kib.parse().ok()).unwrap_or(0);
    Ended { code, stdout, stderr, memory }
}

/// A shell whose peak memory GNU time writes to a file, if that is installed.
fn measured(usage: &Path) -> Command {
    if !Path::new(TIME).exists() {
        return Command::new("sh");
    }
    let mut command = Command::new(TIME);
    command.args(["-f", "%M", "-o"]).arg(usage).arg("sh");
    command
}

fn text(mut output: impl Read) -> String {
    let mut text = Vec::new();
    // The limits end a program with endless output, whose rest is discarded.
    output.by_ref().take(1 << 20).read_to_end(&mut text).unwrap();
    io::copy(&mut output, &mut io::sink()).unwrap();
    String::from_utf8_lossy(&text).into_owned()
}
