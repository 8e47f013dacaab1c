//! A child process with a deadline: it is killed when it takes too long, and when its test ends first.

use std::io::{Read, Write};
use std::ops::{Deref, DerefMut};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Once};
use std::time::Duration;

/// Longer than any command of a test takes, also on a machine ten times slower.
pub(crate) const PATIENCE: Duration = Duration::from_secs(300);

/// A process that ends at the latest after [`PATIENCE`], so that a test that waits for it or for its output ends too.
pub(crate) struct Running {
    child: Child,
    is_late: Arc<AtomicBool>,
    /// Its end tells the watchdog that the process has ended.
    _ended: Sender<()>,
}

impl Running {
    /// Starts a command. SIGINT ends it, also where it is ignored in the tests, as in the background of a script.
    pub(crate) fn start(mut command: Command) -> Self {
        restore_interrupts();
        let child = command.spawn().unwrap_or_else(|error| panic!("{command:?}: {error}"));
        let (is_late, id) = (Arc::new(AtomicBool::new(false)), child.id());
        let (ended, until_end) = channel();
        let late = Arc::clone(&is_late);
        std::thread::spawn(move || {
            if until_end.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                eprintln!("killed after {PATIENCE:?}: {command:?}");
                late.store(true, SeqCst);
                signal(id, "KILL");
            }
        });
        Running { child, is_late, _ended: ended }
    }

    /// Whether it was killed because it took too long.
    pub(crate) fn is_late(&self) -> bool {
        self.is_late.load(SeqCst)
    }

    /// Ends it as Ctrl-C does.
    pub(crate) fn interrupt(&self) {
        assert!(signal(self.id(), "INT"));
    }

    /// Writes its input, and waits for its end. The output has what was piped and not taken.
    pub(crate) fn output(mut self, input: &[u8]) -> Output {
        let pipes = (self.stdin.take(), self.stdout.take(), self.stderr.take());
        let (stdout, stderr) = std::thread::scope(|scope| {
            scope.spawn(move || {
                // The process may end before it has read everything.
                pipes.0.map(|mut pipe| pipe.write_all(input))
            });
            let stderr = scope.spawn(move || read(pipes.2));
            (read(pipes.1), stderr.join().unwrap())
        });
        Output { status: self.wait().unwrap(), stdout, stderr }
    }
}

fn read(pipe: Option<impl Read>) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(mut pipe) = pipe {
        pipe.read_to_end(&mut bytes).unwrap();
    }
    bytes
}

/// Runs a command to its end with this standard input.
pub(crate) fn output(mut command: Command, input: &[u8]) -> Output {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    Running::start(command).output(input)
}

/// Sends a signal to a process; whether that was possible.
fn signal(process: u32, name: &str) -> bool {
    let kill = Command::new("kill").args([&format!("-{name}"), &process.to_string()]).status();
    kill.unwrap().success()
}

/// Gives SIGINT its default action in the processes that start from now on: an ignored signal stays ignored in a new
/// program, one with a handler does not.
fn restore_interrupts() {
    static RESTORED: Once = Once::new();
    RESTORED.call_once(|| ctrlc::set_handler(|| std::process::exit(130)).unwrap());
}

impl Deref for Running {
    type Target = Child;

    fn deref(&self) -> &Child {
        &self.child
    }
}

impl DerefMut for Running {
    fn deref_mut(&mut self) -> &mut Child {
        &mut self.child
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
