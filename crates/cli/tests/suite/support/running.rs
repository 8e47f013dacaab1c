//! A child process with a deadline: it is killed if it takes too long, or if its test ends first.

use std::io::{Read, Write};
use std::ops::{Deref, DerefMut};
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// Longer than any command of a test takes, even on a machine ten times slower.
pub(crate) const PATIENCE: Duration = Duration::from_secs(300);

/// A process that is killed after [`PATIENCE`], so that a test that waits for it or for its output ends too.
pub(crate) struct Running {
    child: Child,
    is_late: Arc<AtomicBool>,
    /// Dropped to stop the watchdog when the test is done with the process.
    _ended: Sender<()>,
}

impl Running {
    /// Starts a command. SIGINT ends it, even if the tests ignore it, as in the background of a script.
    pub(crate) fn start(mut command: Command) -> Self {
        #[cfg(unix)]
        restore_interrupts();
        let child = spawn(&mut command).unwrap_or_else(|error| panic!("{command:?}: {error}"));
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

    /// Sends SIGINT, like Ctrl-C.
    pub(crate) fn interrupt(&self) {
        assert!(signal(self.id(), "INT"));
    }

    /// Sends SIGTERM, like `kill` and systemd.
    pub(crate) fn terminate(&self) {
        assert!(signal(self.id(), "TERM"));
    }

    /// Writes its input, and waits for its end. Returns the rest of its piped output.
    pub(crate) fn output(mut self, input: &[u8]) -> Output {
        let (stdin, input) = (self.stdin.take(), input.to_owned());
        // The process may end before it has read everything.
        std::thread::spawn(move || stdin.map(|mut pipe| pipe.write_all(&input)));
        let pipes = [read(self.stdout.take()), read(self.stderr.take())];
        let [stdout, stderr] = pipes.map(|bytes| {
            // The watchdog does not reach child processes of the program; one that outlives it fails the test here.
            bytes.recv_timeout(2 * PATIENCE).expect("the end of the output")
        });
        Output { status: self.wait().unwrap(), stdout, stderr }
    }
}

/// Starts a process. Wine sometimes can't while the machine is busy.
fn spawn(command: &mut Command) -> std::io::Result<Child> {
    /// The Windows error code `ERROR_INTERNAL_ERROR`, which Windows itself does not return for this.
    const INTERNAL: i32 = 1359;
    for _ in 0..10 {
        match command.spawn() {
            Err(error) if cfg!(windows) && error.raw_os_error() == Some(INTERNAL) => {}
            spawned => return spawned,
        }
    }
    command.spawn()
}

/// Reads a pipe to its end, in its own thread.
fn read(pipe: Option<impl Read + Send + 'static>) -> Receiver<Vec<u8>> {
    let (send, bytes) = channel();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        pipe.map(|mut pipe| pipe.read_to_end(&mut bytes).unwrap());
        send.send(bytes)
    });
    bytes
}

/// Runs a command to its end with this standard input.
pub(crate) fn output(mut command: Command, input: &[u8]) -> Output {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    Running::start(command).output(input)
}

/// Sends a signal to a process, and returns whether that was possible. On Windows it ends the process.
fn signal(process: u32, name: &str) -> bool {
    let id = process.to_string();
    let kill = if cfg!(unix) {
        Command::new("kill").args([&format!("-{name}"), &id]).status()
    } else {
        Command::new("taskkill").args(["/F", "/PID", &id]).status()
    };
    kill.unwrap().success()
}

/// Gives SIGINT its default action in processes started from now on: an ignored signal stays ignored in a new program,
/// one with a handler does not.
#[cfg(unix)]
fn restore_interrupts() {
    use std::sync::Once;
    use tokio::runtime::Builder;
    use tokio::signal::unix::{SignalKind, signal};
    static RESTORED: Once = Once::new();
    RESTORED.call_once(|| {
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_io().build().unwrap();
        let _inside = runtime.enter();
        let mut interrupts = signal(SignalKind::interrupt()).unwrap();
        runtime.spawn(async move {
            interrupts.recv().await;
            std::process::exit(130)
        });
        std::mem::forget(runtime);
    });
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
