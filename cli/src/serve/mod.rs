//! The explorer, `nqdb serve`: every solution has an address, as a page and as data.
//!
//! A request passes `listener` (connections and their limits), `guard` (hosts, methods, headers), `routes` (which
//! address asks what), and one of two bounded `pool`s of threads, where a question is answered under a deadline by
//! `model` (what an address answers, as data). `respond` and `page` make it bytes, `cache` keeps those of facts.
//! tokio serves connections only; nothing here writes to the database.

mod assets;
mod cache;
mod failure;
mod format;
mod guard;
mod listener;
mod matches;
mod model;
mod page;
mod pool;
mod respond;
mod routes;
mod site;

pub(crate) use listener::listen;
pub(crate) use site::{Settings, Site};
