//! Clients that are slow, many, large, or gone.

use super::{home, server};
use crate::support::server::Server;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

/// A question that takes minutes.
const LONG: &str = "/20/find/10!=10.ndjson";

/// A client that sends its head byte by byte loses its connection after ten seconds.
#[test]
fn slow_heads_are_cut_off() {
    let mut stream = server().connect();
    stream.write_all(b"GET /8/57.json HTTP/1.1\r\nHost: localhost\r\nX-A: ").unwrap();
    let began = Instant::now();
    stream.set_read_timeout(Some(Duration::from_millis(200))).unwrap();
    let mut answer = Vec::new();
    loop {
        assert!(began.elapsed() < Duration::from_secs(20), "still open");
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
    assert!(began.elapsed() > Duration::from_secs(5), "cut off at once");
}

#[test]
fn large_heads_are_refused() {
    let response = server().ask(
        "GET",
        "/8/57.json",
        &format!("Host: localhost\r\nX-A: {}\r\n", "a".repeat(20_000)),
    );
    assert_eq!(response.status, 431);
    let long = format!("/8/find/{}.json", "3=5,".repeat(6000));
    assert!(matches!(server().get(&long).status, 414 | 431));
}

/// Two requests on one connection, the second one after the answer of the first.
#[test]
fn connections_are_kept() {
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

/// A client that closes its side counts as gone.
#[test]
fn half_open_connections_do_no_harm() {
    for sent in ["", "GET /8/57.txt HT", "GET /8/57.txt HTTP/1.0\r\nHost: localhost\r\n\r\n"] {
        let mut stream = server().connect();
        stream.write_all(sent.as_bytes()).unwrap();
        stream.shutdown(Shutdown::Write).unwrap();
        let mut bytes = Vec::new();
        // It ends, with an answer or without.
        let _ = stream.read_to_end(&mut bytes);
    }
    assert_eq!(server().get("/8/57.txt").text(), "5 7 1 3 8 6 4 2\n");
}

fn start_long(server: &Server) -> TcpStream {
    let mut stream = server.connect();
    write!(stream, "GET {LONG} HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
    stream
}

/// Searches that nobody waits for end at once, and leave their threads to others.
#[test]
fn a_client_that_leaves_ends_its_search() {
    let server = Server::start(home(), "");
    // As many as are taken, and more: the rest is refused.
    let mut streams: Vec<TcpStream> = (0..40).map(|_| start_long(&server)).collect();
    let mut refused = 0;
    for stream in &mut streams {
        let mut status = [0; 12];
        stream.read_exact(&mut status).unwrap();
        match &status {
            b"HTTP/1.1 200" => {}
            b"HTTP/1.1 503" => refused += 1,
            other => panic!("{other:?}"),
        }
    }
    // 2 are searched and 32 wait, or fewer where the threads have not begun.
    assert!((6..=8).contains(&refused), "{refused}");
    // Look-ups have threads of their own.
    assert_eq!(server.get("/8/57.txt").status, 200);
    drop(streams);
    let began = Instant::now();
    // A board that is large enough to be searched on the same threads.
    while server.get("/14/find/3=5.json").status != 200 {
        assert!(began.elapsed() < Duration::from_secs(10), "the searches go on");
    }
}

/// Where long searches have all threads, a page says nothing of its count, and small boards are counted all the same.
#[test]
fn pages_do_not_wait_for_searches() {
    let server = Server::start(home(), "");
    let mut streams = [start_long(&server), start_long(&server)];
    for stream in &mut streams {
        // The head comes at once, and a line of progress once the search has a thread.
        let mut bytes = Vec::new();
        while !bytes.ends_with(b"}\r\n") && !bytes.ends_with(b"}\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).unwrap();
            bytes.extend(byte);
        }
    }
    let began = Instant::now();
    for path in ["/18/find/3=5", "/8/find/3=5", "/8/find/3=5.json", "/13/find/3=5.ndjson"] {
        assert_eq!(server.get(path).status, 200, "{path}");
    }
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
    // Their time goes on.
    let mut bytes = [0; 1];
    streams.iter_mut().for_each(|stream| stream.read_exact(&mut bytes).unwrap());
}

/// A count is kept longer than the look at the file holds, which is a second.
#[test]
fn counts_are_kept() {
    let server = Server::start(home(), "");
    let first = server.get("/10/find/3=5.json");
    std::thread::sleep(Duration::from_millis(1500));
    // It says how long it took, so that another count is not the same.
    assert_eq!(server.get("/10/find/3=5.json").text(), first.text());
}

/// Ctrl-C does not wait for a long search.
#[test]
fn the_end_does_not_wait_for_searches() {
    let server = Server::start(home(), "");
    let mut stream = start_long(&server);
    let mut first = [0; 15];
    stream.read_exact(&mut first).unwrap();
    let began = Instant::now();
    let (status, printed) = server.interrupt();
    assert!(status.success(), "{printed}");
    assert!(began.elapsed() < Duration::from_secs(10));
}

/// More clients than there are places are told so, and those who have a place are answered.
#[test]
fn too_many_connections_are_refused_in_order() {
    let server = Server::start(home(), "");
    let mut streams = Vec::new();
    let mut refused = 0;
    for _ in 0..1000 {
        match TcpStream::connect(server.address) {
            Ok(stream) => streams.push(stream),
            // This process may have no more files.
            Err(_) => break,
        }
    }
    assert!(streams.len() > 300, "{} connections", streams.len());
    let mut answered = 0;
    for stream in &mut streams {
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        let asked = stream.write_all(b"GET /8/57.txt HTTP/1.0\r\nHost: localhost\r\n\r\n");
        let mut bytes = Vec::new();
        let read = stream.read_to_end(&mut bytes);
        if asked.is_ok() && read.is_ok() && bytes.starts_with(b"HTTP/1.0 200") {
            answered += 1;
        } else {
            assert!(bytes.is_empty() || bytes.starts_with(b"HTTP/1.1 503"));
            refused += 1;
        }
    }
    assert!(answered >= 256 && refused > 0, "{answered} answered, {refused} refused");
    drop(streams);
    let end = Instant::now() + Duration::from_secs(10);
    loop {
        let mut stream = server.connect();
        let asked = stream.write_all(b"GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n");
        let mut bytes = Vec::new();
        if asked.is_ok() && stream.read_to_end(&mut bytes).is_ok() && bytes.ends_with(b"ok\n") {
            break;
        }
        assert!(Instant::now() < end, "no place is free");
    }
}

/// Memory does not grow with the questions.
#[test]
fn answers_do_not_pile_up() {
    let server = Server::start(home(), "");
    let ask = |round: u64| {
        let mut stream = server.connect();
        for number in 1..=500 {
            let end = if number == 500 { "close" } else { "keep-alive" };
            let path = format!("/10/{}.json?round={round}", number + 1);
            write!(stream, "GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: {end}\r\n\r\n")
                .unwrap();
        }
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        assert_eq!(String::from_utf8_lossy(&bytes).matches("HTTP/1.1 200").count(), 500);
    };
    ask(0);
    let before = server.memory();
    (1..=40).for_each(ask);
    let grown = server.memory().saturating_sub(before);
    assert!(grown < 64 << 20, "{} MiB more", grown >> 20);
}
