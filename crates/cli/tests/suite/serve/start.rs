//! The start and the end of a server.

use super::home;
use crate::support::program::Home;
use crate::support::running::Running;
use crate::support::server::{Server, first_line};
use std::net::TcpListener;

#[test]
fn a_server_without_a_database_searches() {
    let home = Home::new();
    let server = Server::start(&home, "");
    assert_eq!(server.json("/8/57.json")["tier"], "searched");
    assert_eq!(server.get("/").status, 200);
    assert_eq!(server.json("/about.json")["boards"].as_array().unwrap().len(), 0);
    assert_eq!(home.files().len(), 0, "nothing is written");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_cleanly() {
    let server = Server::start(home(), "");
    let idle = server.connect();
    assert_eq!(server.get("/healthz").text(), "ok\n");
    let (status, printed) = server.interrupt();
    assert_eq!((status.code(), printed.as_str()), (Some(0), ""));
    drop(idle);
}

#[test]
fn a_given_port_in_use_is_an_error() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    home().run(&format!("serve --port {port}")).failed(1, &["can't listen on", "in use"]);
}

#[test]
fn mistakes_in_the_options_are_errors() {
    home().run("serve --time-limit 121").failed(2, &["120 seconds", "121"]);
    home().run("serve --port 70000").failed(2, &["70000"]);
    home().run("serve --bind queens").failed(2, &["queens"]);
    for name in ["queens.example.org:80", "https://queens.example.org", "::1"] {
        home().run(&format!("serve --allow-host {name}")).failed(2, &[name, "without a scheme"]);
    }
    for origin in ["queens.example.org", "https://queens.example.org/", "https://"] {
        home().run(&format!("serve --cors {origin}")).failed(2, &[origin, "a scheme and a host"]);
    }
    home().run("serve --db nothing/here.db").failed(1, &["nothing/here.db"]);
    home().run("serve --bind 192.0.2.1").failed(1, &["192.0.2.1", "can't listen on"]);
}

/// Requests of other machines name the server.
#[cfg(unix)]
#[test]
fn a_server_for_other_machines_needs_a_name() {
    for (name, expected) in [
        ("", "nqdb: other machines get status 421 until --allow-host names this server\n"),
        (" --allow-host queens.test", "nqdb: from other machines: http://queens.test:"),
        (" --allow-host *", "nqdb: from other machines: http://NAME:"),
    ] {
        let (_, printed) = Server::start(home(), &format!("--bind 0.0.0.0{name}")).interrupt();
        assert!(printed.starts_with(expected) && printed.lines().count() == 1, "{printed}");
    }
}

#[test]
fn the_url_is_json_on_request() {
    let mut command = home().command();
    command.args(["serve", "--port", "0", "--json"]).stdout(std::process::Stdio::piped());
    let mut server = Running::start(command);
    let line = first_line(server.stdout.take().unwrap());
    let value: serde_json::Value = serde_json::from_str(&line).unwrap();
    assert!(value["url"].as_str().unwrap().starts_with("http://127.0.0.1:"), "{line}");
}
