//! `nqdb serve` in a process of its own, and a minimal client that reads the bytes of each response.

use super::program::{Home, words};
use super::running::{PATIENCE, Running};
use serde_json::Value as Json;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{ChildStderr, ChildStdout, ExitStatus, Stdio};
use std::sync::mpsc::channel;

/// A server that ends with its test.
pub(crate) struct Server {
    /// `None` if it ends with the test process.
    child: Option<Running>,
    pub(crate) address: SocketAddr,
}

impl Server {
    /// Starts a server on a free port, with these options.
    pub(crate) fn start(home: &Home, options: &str) -> Self {
        Server::run(home, &format!("serve --port 0 {options}"))
    }

    /// Starts a server by this command line.
    pub(crate) fn run(home: &Home, line: &str) -> Self {
        let mut command = home.command();
        command.args(words(line)).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = Running::start(command);
        let url = first_line(child.stdout.take().unwrap());
        match address(&url) {
            Some(address) => Server { child: Some(child), address },
            None => {
                let _ = child.kill();
                panic!("{line}: no URL but {url:?}, {}", rest(child.stderr.take()))
            }
        }
    }

    /// Starts a server for all tests, which ends with the test process and removes its home: a static is never dropped,
    /// so a shell waits for the end of its input.
    pub(crate) fn shared(home: &Home, options: &str) -> Self {
        let mut command = if cfg!(windows) {
            // It stays.
            home.command()
        } else {
            let mut shell = home.command_of(Path::new("sh"));
            let script = "\"$@\" & cat >/dev/null; kill -9 $!; rm -rf \"$HOME\"";
            shell.args(["-c", script, "sh", env!("CARGO_BIN_EXE_nqdb")]);
            shell
        };
        command
            .args(["serve", "--port", "0"])
            .args(words(options))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let url = first_line(child.stdout.take().unwrap());
        let address =
            address(&url).unwrap_or_else(|| panic!("the shared server: no URL but {url:?}"));
        // Its input stays open.
        std::mem::forget(child);
        Server { child: None, address }
    }

    /// A connection that waits for responses no longer than [`PATIENCE`].
    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// The response to GET of a path.
    pub(crate) fn get(&self, path: &str) -> Response {
        self.ask("GET", path, "Host: localhost\r\n")
    }

    /// The response to a request with these headers, each with its line end.
    pub(crate) fn ask(&self, method: &str, path: &str, headers: &str) -> Response {
        let mut stream = self.connect();
        // The body of a response in HTTP/1.0 ends with the connection.
        // The server may respond and close before it has read everything.
        let _ = write!(stream, "{method} {path} HTTP/1.0\r\n{headers}\r\n");
        Response::read(&mut stream)
    }

    /// The JSON of a path, which must exist.
    pub(crate) fn json(&self, path: &str) -> Json {
        let response = self.get(path);
        assert_eq!(response.status, 200, "{path}: {response:?}");
        serde_json::from_slice(&response.body).unwrap()
    }

    /// Stops the server by Ctrl-C. Returns its exit status, and what it printed to stderr.
    pub(crate) fn interrupt(self) -> (ExitStatus, String) {
        self.stop(Running::interrupt)
    }

    /// The same by SIGTERM.
    pub(crate) fn terminate(self) -> (ExitStatus, String) {
        self.stop(Running::terminate)
    }

    fn stop(mut self, send: impl Fn(&Running)) -> (ExitStatus, String) {
        let mut child = self.child.take().unwrap();
        send(&child);
        let printed = rest(child.stderr.take());
        (child.wait().unwrap(), printed)
    }

    /// The memory of the server, in bytes.
    pub(crate) fn memory(&self) -> u64 {
        let id = self.child.as_ref().unwrap().id();
        let text = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap();
        let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().strip_suffix(" kB").unwrap().parse::<u64>().unwrap() << 10
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let Some(mut child) = self.child.take() else { return };
        let _ = child.kill();
        let printed = rest(child.stderr.take());
        assert!(std::thread::panicking() || !printed.contains("panicked"), "{printed}");
    }
}

/// The first line that a server prints, which is its URL. Waits at most [`PATIENCE`].
pub(crate) fn first_line(stdout: ChildStdout) -> String {
    let (send, receive) = channel();
    std::thread::spawn(move || {
        let mut line = String::new();
        let _ = BufReader::new(stdout).read_line(&mut line);
        send.send(line)
    });
    receive.recv_timeout(PATIENCE).expect("the server prints its URL")
}

fn address(url: &str) -> Option<SocketAddr> {
    let (address, path) = url.trim().strip_prefix("http://")?.split_once('/')?;
    address.parse().ok().filter(|_| path.is_empty() || path.ends_with('/'))
}

fn rest(stderr: Option<ChildStderr>) -> String {
    let mut text = String::new();
    if let Some(mut stderr) = stderr {
        stderr.read_to_string(&mut text).unwrap();
    }
    text
}

/// A parsed response.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    /// Names, in lower case, and values.
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Response {
    /// Reads until the connection ends.
    pub(crate) fn read(stream: &mut TcpStream) -> Self {
        let mut bytes = Vec::new();
        let read = stream.read_to_end(&mut bytes);
        assert!(read.is_ok() || !bytes.is_empty(), "{read:?}");
        Response::parse(&bytes)
    }

    fn parse(bytes: &[u8]) -> Self {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n");
        let end = end.unwrap_or_else(|| panic!("no head: {:?}", String::from_utf8_lossy(bytes)));
        let head = std::str::from_utf8(&bytes[..end]).unwrap();
        let mut lines = head.lines();
        let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        let headers = lines.map(|line| {
            let (name, value) = line.split_once(": ").unwrap();
            (name.to_ascii_lowercase(), value.to_owned())
        });
        Response { status, headers: headers.collect(), body: bytes[end + 4..].to_vec() }
    }

    /// The value of a header, by its name in lower case.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(found, _)| found == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }
}
