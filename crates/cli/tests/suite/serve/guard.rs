//! Which requests are accepted, by host, origin, method and body.

use super::{home, server};
use crate::support::server::{Response, Server};
use std::io::Write;

/// A host name that an attacker can point at this machine is rejected.
#[test]
fn only_own_hosts_are_served() {
    for (headers, status) in [
        ("Host: localhost\r\n", 200),
        ("Host: LOCALHOST:8321\r\n", 200),
        ("Host: 127.0.0.1:1\r\n", 200),
        ("Host: [::1]:8321\r\n", 200),
        ("Host: evil.example\r\n", 421),
        ("Host: localhost.evil.example\r\n", 421),
        ("Host: [::1\r\n", 400),
        ("Host: localhost:@evil.example\r\n", 400),
        ("Host: [::1]@evil.example\r\n", 400),
        ("", 400),
        ("Host: localhost\r\nHost: evil.example\r\n", 400),
    ] {
        assert_eq!(server().ask("GET", "/8/57.json", headers).status, status, "{headers:?}");
    }
    let whole = server().ask("GET", "http://evil.example/8/57.json", "Host: localhost\r\n");
    assert_eq!(whole.status, 421);
    let open = Server::start(home(), "--allow-host queens.example");
    assert_eq!(open.ask("GET", "/8/1.json", "Host: queens.example\r\n").status, 200);
    assert_eq!(open.ask("GET", "/8/1.json", "Host: evil.example\r\n").status, 421);
}

#[test]
fn pages_of_other_sites_read_nothing() {
    let ask = |server: &Server, site: &str, mode: &str| {
        let headers =
            format!("Host: localhost\r\nSec-Fetch-Site: {site}\r\nSec-Fetch-Mode: {mode}\r\n");
        server.ask("GET", "/8/57.json", &headers)
    };
    assert_eq!(ask(server(), "cross-site", "cors").status, 403);
    assert_eq!(ask(server(), "cross-site", "no-cors").status, 403);
    assert_eq!(ask(server(), "cross-site", "navigate").status, 200);
    assert_eq!(ask(server(), "same-origin", "cors").status, 200);
    assert_eq!(ask(server(), "none", "navigate").status, 200);
    let response = ask(server(), "same-origin", "cors");
    assert_eq!(response.header("access-control-allow-origin"), None);
    assert_eq!(response.header("cross-origin-resource-policy"), Some("same-origin"));
    let open = Server::start(home(), "--cors https://queens.example");
    // Pictures without an origin, and other origins, get nothing.
    assert_eq!(ask(&open, "cross-site", "no-cors").status, 403);
    for (origin, status) in [("https://queens.example", 200), ("https://evil.example", 403)] {
        let headers =
            format!("Host: localhost\r\nOrigin: {origin}\r\nSec-Fetch-Site: cross-site\r\n");
        let response = open.ask("GET", "/8/57.json", &headers);
        assert_eq!(response.status, status, "{origin}");
        let allowed = response.header("access-control-allow-origin");
        assert_eq!(allowed, Some("https://queens.example"));
        assert_eq!(response.header("cross-origin-resource-policy"), Some("same-origin"));
    }
}

/// The pictures and the data of a server with a name can be used on pages of other sites.
#[test]
fn a_named_server_is_read_by_pages_of_other_sites() {
    let named = Server::start(home(), "--allow-host queens.example");
    for path in ["/8/57.png", "/8/57.svg", "/8/57.json", "/nothing.json"] {
        let headers =
            "Host: queens.example\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n";
        let response = named.ask("GET", path, headers);
        assert_eq!(response.status, if path == "/nothing.json" { 404 } else { 200 }, "{path}");
        assert_eq!(response.header("cross-origin-resource-policy"), Some("cross-origin"), "{path}");
        assert_eq!(response.header("access-control-allow-origin"), Some("*"), "{path}");
    }
}

/// Behind a proxy every URL, and every link of a page, begins with the path that it passes on.
#[test]
fn all_urls_are_below_the_base() {
    let server = Server::start(home(), "--base /math/queens/");
    for path in [
        "/math/queens",
        "/math/queens/",
        "/math/queens/8/57",
        "/math/queens/8",
        "/math/queens/daily/2026-01-05",
    ] {
        let response = server.get(path);
        assert_eq!(response.status, 200, "{path}");
        let text = response.text();
        for link in
            text.split("href=\"").chain(text.split("src=\"")).chain(text.split("action=\"")).skip(1)
        {
            let is_below = |link: &str| link.starts_with("/math/queens/") || !link.starts_with('/');
            assert!(is_below(link), "{path}: {}", &link[..40]);
        }
    }
    let moved = server.get("/math/queens/8/of/1,5,8,6,3,7,2,4");
    assert_eq!((moved.status, moved.header("location")), (302, Some("/math/queens/8/1")));
    for path in ["/", "/8/57", "/math/queensland/8"] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
    for base in ["queens", "/a//b", "/../a", "/ü", "/a?b"] {
        home().run(&format!("serve --base {base}")).failed(2, &["a path such as /queens"]);
    }
}

#[test]
fn only_get_and_head_are_served() {
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "QUERY"] {
        for path in ["/8/57.json", "/nothing.json"] {
            let response = server().ask(method, path, "Host: localhost\r\n");
            assert_eq!(response.status, 405, "{method} {path}");
            assert_eq!(response.header("allow"), Some("GET, HEAD"), "{method} {path}");
        }
    }
}

/// A request with a body is rejected, whether the length is known or not.
#[test]
fn bodies_are_rejected() {
    for headers in ["Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n"] {
        let mut stream = server().connect();
        let head = "GET /8/57.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n";
        write!(stream, "{head}{headers}\r\n5\r\nhello\r\n0\r\n\r\n").unwrap();
        let response = Response::read(&mut stream);
        assert_eq!(response.status, 413, "{headers}");
        assert!(response.text().contains("\"code\":\"body\""), "{headers}: {}", response.text());
        assert!(response.header("content-security-policy").is_some(), "{headers}");
    }
    let response = server().ask("GET", "/8/57.json", "Host: localhost\r\nContent-Length: 0\r\n");
    assert_eq!(response.status, 200);
}

#[test]
fn every_response_has_the_content_security_policy() {
    for path in ["/", "/8/57", "/8/57.json", "/8/93", "/nothing", "/8/random", "/robots.txt"] {
        let response = server().get(path);
        let policy = response.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'none'; script-src 'self';"), "{path}");
        assert!(!policy.contains("unsafe"), "{path}");
        assert_eq!(response.header("x-content-type-options"), Some("nosniff"), "{path}");
    }
}
