//! A database that changes while it is served.

use crate::support::damage::vandal;
use crate::support::program::{Home, with_suffix};
use crate::support::running::PATIENCE;
use crate::support::server::Server;
use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Repeats a request until the response is this one; the server checks its file once a second.
fn until(server: &Server, path: &str, holds: impl Fn(u16, &str) -> bool) {
    let end = Instant::now() + PATIENCE;
    loop {
        let response = server.get(path);
        if holds(response.status, response.text()) {
            return;
        }
        assert!(Instant::now() < end, "{path} stays {response:?}");
        sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_board_that_is_built_is_read() {
    let home = Home::new();
    let server = Server::start(&home, "");
    assert_eq!(server.json("/9.json")["tier"], "searched");
    let searched = server.get("/9/5.json").header("etag").unwrap().to_owned();
    home.run("build 9").succeeded();
    until(&server, "/9.json", |status, text| status == 200 && text.contains("stored"));
    let stored = server.get("/9/5.json");
    assert_ne!(stored.header("etag"), Some(searched.as_str()));
    assert!(stored.text().contains("\"tier\":\"stored\""));
}

// Windows replaces no open file.
#[cfg(unix)]
#[test]
fn a_database_that_is_replaced_is_read() {
    let (home, other) = (Home::with("8"), Home::with("9"));
    let server = Server::start(&home, "");
    assert_eq!(server.json("/8.json")["tier"], "stored");
    fs::copy(other.database(), with_suffix(&home.database(), ".new")).unwrap();
    fs::rename(with_suffix(&home.database(), ".new"), home.database()).unwrap();
    until(&server, "/9.json", |_, text| text.contains("stored"));
    assert_eq!(server.json("/8.json")["tier"], "searched");
    assert_eq!(server.get("/healthz").status, 200);
    // A file that disappears is reported; boards are searched.
    fs::remove_file(home.database()).unwrap();
    until(&server, "/9.json", |_, text| text.contains("searched"));
    let health = server.get("/healthz");
    assert_eq!(health.status, 500);
    assert_eq!(health.text(), "the database file is missing or empty; boards are searched\n");
    assert_eq!(health.header("content-type"), Some("text/plain; charset=utf-8"));
    fs::write(home.database(), "").unwrap();
    until(&server, "/healthz", |status, _| status == 500);
    fs::copy(other.database(), with_suffix(&home.database(), ".new")).unwrap();
    fs::rename(with_suffix(&home.database(), ".new"), home.database()).unwrap();
    until(&server, "/healthz", |status, _| status == 200);
    let (status, printed) = server.interrupt();
    assert!(status.success());
    assert_eq!(printed.matches("is missing or empty; boards are searched").count(), 1, "{printed}");
}

/// A server that starts without a file is healthy.
#[test]
fn a_database_that_was_never_there_is_not_missed() {
    let server = Server::start(&Home::new(), "");
    assert_eq!((server.get("/healthz").status, server.get("/10/500.json").status), (200, 200));
}

/// A damaged database leads to a server error without a path; the server continues.
#[cfg(unix)]
#[test]
fn a_database_that_is_damaged_is_an_error() {
    let home = Home::with("8 14");
    let server = Server::start(&home, "");
    assert_eq!(server.get("/14/500.json").status, 200);
    let whole = fs::read(home.database()).unwrap();
    fs::write(home.database(), &whole[..whole.len() / 2]).unwrap();
    until(&server, "/14/500.json", |status, _| status == 500);
    // Small boards need no tables.
    assert_eq!(server.get("/8/57.txt").text(), "5 7 1 3 8 6 4 2\n");
    let response = server.get("/14/500.json");
    let path = home.path().to_str().unwrap();
    assert!(!response.text().contains(path), "{}", response.text());
    assert!(response.text().contains("\"code\":\"database\""), "{}", response.text());
    assert_eq!(response.header("cache-control"), Some("no-store"));
    fs::write(home.database(), &whole).unwrap();
    until(&server, "/14/500.json", |status, _| status == 200);
    let (status, printed) = server.interrupt();
    assert!(status.success());
    assert!(printed.contains(path), "stderr names the path: {printed}");
}

/// A page that shows solutions among other facts is not sent without them if their block is damaged.
#[test]
fn a_damaged_block_is_no_absence() {
    let home = Home::with("12");
    let database = vandal(&home.database());
    database.execute("UPDATE nqdb_block SET payload = flip(payload, 0)", []).unwrap();
    let server = Server::start(&home, "");
    for path in ["/12/1", "/12/about", "/12/list", "/12/orbit/1"] {
        let response = server.get(path);
        let seen = (response.status, response.header("cache-control"));
        assert_eq!(seen, (500, Some("no-store")), "{path}");
    }
}
