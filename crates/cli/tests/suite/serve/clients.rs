//! Clients that are slow or numerous, send large headers, or disconnect.

use super::{home, server};
use crate::support::running::PATIENCE;
use crate::support::server::Server;
use flate2::read::GzDecoder;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A count that takes minutes, and the option that allows it.
const LONG: &str = "/20/count/10!=10.ndjson";
const LONG_LIMIT: &str = "--time-limit 120";

/// Less than the server's time limit: a response within it has not waited for [`LONG`].
const MINUTE: Duration = Duration::from_secs(60);

/// The time limit for request headers.
const HEAD: Duration = Duration::from_secs(10);

/// A client that sends its headers byte by byte loses its connection after ten seconds.
#[test]
fn slow_headers_are_cut_off() {
    let began = Instant::now();
    let mut stream = server().connect();
    stream.write_all(b"GET /8/57.json HTTP/1.1\r\nHost: localhost\r\nX-A: ").unwrap();
    stream.set_read_timeout(Some(Duration::from_millis(200))).unwrap();
    let mut answer = Vec::new();
    loop {
        assert!(began.elapsed() < PATIENCE, "still open");
        let _ = stream.write_all(b"a");
        let mut bytes = [0; 512];
        match stream.read(&mut bytes) {
            Ok(0) => break,
            Ok(len) => answer.extend_from_slice(&bytes[..len]),
            Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => break,
            Err(_) => {}
        }
    }
    let text = String::from_utf8_lossy(&answer).into_owned();
    assert!(text.is_empty() || text.starts_with("HTTP/1.1 408"), "{text}");
    assert!(began.elapsed() >= HEAD, "cut off after {:?}", began.elapsed());
}

#[test]
fn large_headers_are_rejected() {
    let response = server().ask(
        "GET",
        "/8/57.json",
        &format!("Host: localhost\r\nX-A: {}\r\n", "a".repeat(100_000)),
    );
    assert_eq!(response.status, 431);
    let long = format!("/8/count/{}.json", "3=5,".repeat(20_000));
    assert!(matches!(server().get(&long).status, 414 | 431));
}

/// A body is compressed if the client names gzip.
#[test]
fn bodies_are_compressed_for_gzip() {
    let plain = server().get("/8/orbit/3.json");
    assert_eq!(plain.header("content-encoding"), None);
    for (accepted, expected) in [
        ("gzip, deflate, br", true),
        ("br;q=1.0, GZIP;q=0.5", true),
        ("identity, gzip", true),
        ("", false),
        ("br", false),
        ("gzip;q=0", false),
        ("gzip;q=much", false),
    ] {
        let headers = format!("Host: localhost\r\nAccept-Encoding: {accepted}\r\n");
        let response = server().ask("GET", "/8/orbit/3.json", &headers);
        let encoding = response.header("content-encoding");
        assert_eq!(encoding, expected.then_some("gzip"), "{accepted}");
        let mut body = Vec::new();
        if expected {
            GzDecoder::new(&response.body[..]).read_to_end(&mut body).unwrap();
        } else {
            body.extend(&response.body);
        }
        assert_eq!(body, plain.body, "{accepted}");
    }
}

/// Two requests on one connection, the second one after the response to the first.
#[test]
fn connections_are_reused() {
    let mut stream = server().connect();
    for rank in [57, 58] {
        write!(stream, "GET /8/{rank}.txt HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
        let mut text = String::new();
        while !text.ends_with("\n") || !text.contains("\r\n\r\n") {
            let mut bytes = [0; 1024];
            let len = stream.read(&mut bytes).unwrap();
            assert!(len > 0, "{text}");
            text.push_str(std::str::from_utf8(&bytes[..len]).unwrap());
            if text.split("\r\n\r\n").nth(1).is_some_and(|body| body.ends_with('\n')) {
                break;
            }
        }
        assert!(text.starts_with("HTTP/1.1 200"), "{text}");
    }
}

/// A client that closes its side counts as disconnected.
#[test]
fn half_open_connections_do_no_harm() {
    for sent in ["", "GET /8/57.txt HT", "GET /8/57.txt HTTP/1.0\r\nHost: localhost\r\n\r\n"] {
        let mut stream = server().connect();
        stream.write_all(sent.as_bytes()).unwrap();
        stream.shutdown(Shutdown::Write).unwrap();
        let mut bytes = Vec::new();
        // The connection ends, with a response or without.
        let _ = stream.read_to_end(&mut bytes);
    }
    assert_eq!(server().get("/8/57.txt").text(), "5 7 1 3 8 6 4 2\n");
}

fn start_long(server: &Server) -> TcpStream {
    start_long_of(server, "127.0.0.1")
}

/// The same by the client of a reverse proxy.
fn start_long_of(server: &Server, client: &str) -> TcpStream {
    let mut stream = server.connect();
    let headers = format!("Host: localhost\r\nX-Forwarded-For: {client}\r\n");
    write!(stream, "GET {LONG} HTTP/1.1\r\n{headers}\r\n").unwrap();
    stream
}

/// A search whose client disconnects ends immediately and frees its thread.
#[test]
fn a_disconnect_ends_the_search() {
    const CLIENTS: usize = 40;
    if !may_connect(CLIENTS) {
        return;
    }
    let server = Server::start(home(), LONG_LIMIT);
    let mut streams: Vec<TcpStream> = (0..CLIENTS).map(|_| start_long(&server)).collect();
    for stream in &mut streams {
        let mut status = [0; 12];
        stream.read_exact(&mut status).unwrap();
        assert_eq!(&status, b"HTTP/1.1 200");
    }
    // One is running, and the others wait.
    // Lookups have threads of their own.
    assert_eq!(server.get("/8/57.txt").status, 200);
    drop(streams);
    let began = Instant::now();
    // This board is large enough to be searched on the same threads.
    while server.get("/14/count/3=5.json").status != 200 {
        assert!(began.elapsed() < MINUTE, "the searches go on");
        sleep(Duration::from_millis(50));
    }
}

/// While long searches use all threads, a page omits its count, and small boards are still counted.
#[test]
fn pages_do_not_wait_for_searches() {
    let server = Server::start(home(), LONG_LIMIT);
    let clients = ["192.0.2.1", "192.0.2.2"];
    let mut streams = clients.map(|client| start_long_of(&server, client));
    for stream in &mut streams {
        // The headers arrive immediately, and a line of progress once the search has a thread.
        let mut bytes = Vec::new();
        while !bytes.ends_with(b"}\r\n") && !bytes.ends_with(b"}\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).unwrap();
            bytes.extend(byte);
        }
    }
    let began = Instant::now();
    for path in ["/18/count/3=5,7!=4", "/8/count/3=5", "/8/count/3=5.json", "/13/count/3=5.ndjson"]
    {
        assert_eq!(server.get(path).status, 200, "{path}");
    }
    assert!(began.elapsed() < MINUTE, "{:?}", began.elapsed());
    // The long searches continue.
    let mut bytes = [0; 1];
    streams.iter_mut().for_each(|stream| stream.read_exact(&mut bytes).unwrap());
}

/// Ctrl-C does not wait for a long search.
#[cfg(unix)]
#[test]
fn shutdown_does_not_wait_for_searches() {
    let server = Server::start(home(), LONG_LIMIT);
    let mut stream = start_long(&server);
    let mut first = [0; 15];
    stream.read_exact(&mut first).unwrap();
    let began = Instant::now();
    let (status, printed) = server.interrupt();
    assert!(status.success(), "{printed}");
    assert!(began.elapsed() < MINUTE, "{:?}", began.elapsed());
}

/// A count that runs when the server stops returns what it has.
#[cfg(unix)]
#[test]
fn a_stopping_server_completes_its_answers() {
    let server = Server::start(home(), LONG_LIMIT);
    let mut streams: Vec<TcpStream> = (0..3).map(|_| start_long(&server)).collect();
    for stream in &mut streams {
        let mut status = [0; 15];
        stream.read_exact(&mut status).unwrap();
    }
    let (status, printed) = server.terminate();
    assert!(status.success(), "{printed}");
    for mut stream in streams {
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        let last = text.lines().rfind(|line| line.starts_with('{')).unwrap_or_default();
        assert!(last.contains("\"done\":true") || last.contains("\"status\":503"), "{text}");
    }
}

/// A client that holds all places yields some to the others. On Windows `::` accepts no clients from IPv4.
#[cfg(unix)]
#[test]
fn places_are_shared_fairly() {
    const PLACES: usize = 256;
    if !may_connect(PLACES + 10) {
        return;
    }
    if TcpListener::bind("[::1]:0").is_err() {
        println!("not tested: it needs clients with two addresses, and this machine has no IPv6");
        return;
    }
    let server = Server::start(home(), "--bind ::");
    let port = server.address.port();
    let greedy: Vec<TcpStream> =
        (0..PLACES).map(|_| TcpStream::connect(("127.0.0.1", port)).unwrap()).collect();
    // The server has accepted all of them when it refuses another one.
    assert!(!is_answered(TcpStream::connect(("127.0.0.1", port)).unwrap(), true));
    for _ in 0..8 {
        let mut other = TcpStream::connect(("::1", port)).unwrap();
        other.write_all(b"GET /8/57.txt HTTP/1.0\r\nHost: localhost\r\n\r\n").unwrap();
        assert!(is_answered(other, true));
    }
    drop(greedy);
}

/// Clients beyond the connection limit are refused with 503, and the others get their responses.
#[test]
fn too_many_connections_are_refused_cleanly() {
    const PLACES: usize = 256;
    const CLIENTS: usize = PLACES + 40;
    if !may_connect(CLIENTS) {
        return;
    }
    let server = Server::start(home(), "");
    let connect = |_| TcpStream::connect(server.address).unwrap();
    let mut streams: Vec<TcpStream> = (0..CLIENTS).map(connect).collect();
    // When the last one is refused, the first ones hold all places until they send a request or ten seconds have
    // passed.
    assert!(!is_answered(streams.pop().unwrap(), true));
    let head = b"GET /8/57.txt HTTP/1.0\r\nHost: localhost\r\n\r\n";
    let ask = |stream: &mut TcpStream| stream.write_all(head).is_ok();
    let asked: Vec<bool> = streams.iter_mut().map(ask).collect();
    let answers = streams.into_iter().zip(asked).map(|(stream, asked)| is_answered(stream, asked));
    let answered = answers.filter(|answered| *answered).count();
    assert!(answered >= PLACES, "{answered} of {CLIENTS} answered");
    let began = Instant::now();
    loop {
        let mut stream = server.connect();
        let asked = stream.write_all(b"GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n");
        let mut bytes = Vec::new();
        if asked.is_ok() && stream.read_to_end(&mut bytes).is_ok() && bytes.ends_with(b"ok\n") {
            break;
        }
        assert!(began.elapsed() < PATIENCE, "no place is free");
    }
}

/// Whether the response on a connection is the requested one, not a refusal.
fn is_answered(mut stream: TcpStream, asked: bool) -> bool {
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let mut bytes = Vec::new();
    let read = stream.read_to_end(&mut bytes);
    let is_answered = asked && read.is_ok() && bytes.starts_with(b"HTTP/1.0 200");
    assert!(is_answered || bytes.is_empty() || bytes.starts_with(b"HTTP/1.1 503"));
    is_answered
}

/// Whether this process may open `clients` connections in addition to the files of other tests. Prints why not.
fn may_connect(clients: usize) -> bool {
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"));
    let most = line.and_then(|line| line.split_whitespace().next()?.parse::<usize>().ok());
    let may = most.is_none_or(|most| 2 * clients <= most);
    if !may {
        println!("not tested: {clients} connections need {} open files", 2 * clients);
    }
    may
}

/// Memory does not grow with the number of requests.
#[cfg(target_os = "linux")]
#[test]
fn responses_do_not_pile_up() {
    let server = Server::start(home(), "");
    let ask = |round: u64| {
        let mut stream = server.connect();
        for number in 1..=500 {
            let end = if number == 500 { "close" } else { "keep-alive" };
            let path = format!("/12/{}.json", round * 500 + number);
            write!(stream, "GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: {end}\r\n\r\n")
                .unwrap();
        }
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        assert_eq!(String::from_utf8_lossy(&bytes).matches("HTTP/1.1 200").count(), 500);
    };
    ask(0);
    let before = server.memory();
    (1..=20).for_each(ask);
    let grown = server.memory().saturating_sub(before);
    // The responses together have 27 MB.
    assert!(grown < 16 << 20, "{grown} bytes more");
}
