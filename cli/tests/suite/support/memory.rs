//! Programs that run with little memory and time.

use super::running::Running;
use std::io::{self, Read};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

/// How a program ended that ran with limits.
#[derive(Debug)]
pub(crate) struct Ended {
    /// `None` after a signal, or 128 and its number.
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    /// The most memory that it had, in KiB; 0 where GNU time is not installed.
    pub(crate) memory: u64,
}

/// GNU time. The usage that Linux reports to the parent of a program includes the parent's own memory at the
/// start, so a small parent must ask.
const TIME: &str = "/usr/bin/time";

/// The processor time of a program with limits, in seconds; beyond, a signal ends it.
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
    // A thread that has no memory for a backtrace waits for itself.
    command.env_remove("RUST_BACKTRACE");
    // glibc reserves 64 MiB of address space for a thread, or none, as threads happen to run.
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

/// A shell whose memory GNU time writes to a file, where that is installed.
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
    // A program that prints without end is ended by its limits, and its output is not kept.
    output.by_ref().take(1 << 20).read_to_end(&mut text).unwrap();
    io::copy(&mut output, &mut io::sink()).unwrap();
    String::from_utf8_lossy(&text).into_owned()
}
