//! The server of the explorer, `nqdb serve`. What its URLs answer is the package `nqdb-explorer`.
//!
//! A request passes `listener` (connections and their limits), `guard` (hosts, methods, headers) and `answer`, which
//! asks the explorer. What needs a board runs on one of two bounded `pool`s of threads under a deadline; `site` has the
//! database, and `cache` keeps the answers that are facts. `body` sends bytes and lines, compressed where the client
//! takes it. tokio serves connections only; nothing here writes to the database.

mod answer;
mod body;
mod cache;
mod guard;
mod listener;
mod pool;
mod site;

pub(crate) use listener::listen;
pub(crate) use site::{Settings, Site};
