//! `nqdb serve` over HTTP: the responses of its URLs, accepted requests, and clients that are slow, numerous or gone.
//! tests/browser tests the pages in a browser.

mod addresses;
mod clients;
mod database;
mod documents;
mod guard;
mod start;

use crate::support::program::Home;
use crate::support::server::Server;
use nqdb_test_support::fixtures::index;
use std::sync::LazyLock;

/// A server whose database has some of the boards; the others are searched.
static SERVER: LazyLock<(Home, Server)> = LazyLock::new(|| {
    let home = Home::with("4 6 8 10");
    for index in [18, 19, 20].map(index) {
        home.ask(&["import", index.to_str().unwrap()], b"").succeeded();
    }
    // Long enough for each count of the tests.
    let server = Server::shared(&home, "--time-limit 120");
    (home, server)
});

fn server() -> &'static Server {
    &SERVER.1
}

fn home() -> &'static Home {
    &SERVER.0
}
