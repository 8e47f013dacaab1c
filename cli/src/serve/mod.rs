//! The server of the explorer, `nqdb serve`. The package `nqdb-explorer` implements its URLs.
//!
//! A request passes `listener` (connections and their limits), which gives each one of the `places`, `guard` (hosts, methods, headers) and `answer`, which
//! calls the explorer. Work on boards runs on one of two bounded `pool`s of threads under a deadline; `site` has the
//! database, and `cache` the responses that are facts. `body` sends bytes and lines, compressed if the client accepts
//! it. tokio is used for connections only; nothing here writes to the database.

mod answer;
mod body;
mod cache;
mod guard;
mod listener;
mod places;
mod pool;
mod site;

pub(crate) use listener::listen;
pub(crate) use site::{Settings, Site};
