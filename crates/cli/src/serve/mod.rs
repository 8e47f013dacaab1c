//! The server of the explorer, `nqdb serve`. The package `nqdb-explorer` implements its URLs.
//!
//! A request passes `listener` (connections and their limits), which gives each one of the `slots`, and `answer`,
//! which checks it and calls the explorer. Work on boards runs in one of two `pool`s under a deadline; `site`
//! has the database. `body` sends bytes and lines, compressed if the client
//! accepts it. Nothing here writes to the database.

mod answer;
mod body;
mod listener;
mod pool;
mod site;
mod slots;

pub(crate) use listener::listen;
pub(crate) use site::{Settings, Site};
