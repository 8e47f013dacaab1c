//! The slots of connections: a fixed number, shared fairly between the addresses of clients.
//!
//! Any address may take all free slots. When there is none, a client whose address holds fewer than another one gets
//! the slot of that one's oldest connection without a request in progress.

use super::pool::Client;
use nqdb::internal::lock;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use tokio::sync::Notify;

/// The slots, and the connections that hold them, by age.
pub(crate) struct Slots {
    most: usize,
    held: Mutex<Vec<Arc<Seat>>>,
}

/// What a connection and the others know of it.
struct Seat {
    client: Client,
    /// Requests in progress: 0 or 1, until pipelined responses are sent.
    requests: AtomicUsize,
    leave: Notify,
}

/// The slot of a connection, free again when it is dropped.
pub(crate) struct Slot {
    seat: Arc<Seat>,
    slots: Arc<Slots>,
}

/// A request in progress; its connection keeps its slot.
pub(crate) struct InProgress(Arc<Seat>);

impl Slots {
    pub(crate) fn new(most: usize) -> Arc<Self> {
        Arc::new(Slots { most, held: Mutex::default() })
    }

    /// A slot for a connection of this client; `None` if all are taken and no other client holds more.
    pub(crate) fn take(self: &Arc<Self>, client: Client) -> Option<Slot> {
        let mut held = lock(&self.held);
        if held.len() >= self.most {
            let place = yielding(&held, client)?;
            held.remove(place).leave.notify_one();
        }
        let seat = Arc::new(Seat { client, requests: AtomicUsize::new(0), leave: Notify::new() });
        held.push(Arc::clone(&seat));
        Some(Slot { seat, slots: Arc::clone(self) })
    }
}

fn yielding(held: &[Arc<Seat>], client: Client) -> Option<usize> {
    let mut counts: HashMap<Client, usize> = HashMap::new();
    held.iter().for_each(|seat| *counts.entry(seat.client).or_default() += 1);
    let own = counts.get(&client).copied().unwrap_or_default();
    let (greedy, most) = counts.into_iter().max_by_key(|(_, count)| *count)?;
    let idle = |seat: &Arc<Seat>| seat.client == greedy && seat.requests.load(Relaxed) == 0;
    held.iter().position(idle).filter(|_| most > own + 1)
}

impl Slot {
    /// Resolves when the connection has lost its slot.
    pub(crate) async fn lost(&self) {
        self.seat.leave.notified().await;
    }

    /// Marks a request as in progress until the result is dropped.
    pub(crate) fn begin(&self) -> InProgress {
        self.seat.requests.fetch_add(1, Relaxed);
        InProgress(Arc::clone(&self.seat))
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        lock(&self.slots.held).retain(|seat| !Arc::ptr_eq(seat, &self.seat));
    }
}

impl Drop for InProgress {
    fn drop(&mut self) {
        self.0.requests.fetch_sub(1, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::IpAddr;

    fn address(text: &str) -> Client {
        Client::from(text.parse::<IpAddr>().unwrap())
    }

    fn has_left(slot: &Slot) -> bool {
        !lock(&slot.slots.held).iter().any(|seat| Arc::ptr_eq(seat, &slot.seat))
    }

    #[test]
    fn a_newcomer_gets_the_place_of_an_idle_connection() {
        let slots = Slots::new(4);
        let (greedy, other) = (address("192.0.2.1"), address("192.0.2.2"));
        let held: Vec<Slot> = (0..4).map(|_| slots.take(greedy).unwrap()).collect();
        assert!(slots.take(greedy).is_none());
        let request = held[0].begin();
        let first = slots.take(other).unwrap();
        assert_eq!(held.iter().map(has_left).collect::<Vec<_>>(), [false, true, false, false]);
        drop(request);
        let second = slots.take(other).unwrap();
        assert_eq!(held.iter().map(has_left).collect::<Vec<_>>(), [true, true, false, false]);
        assert!(slots.take(other).is_none(), "both hold two");
        assert!(!has_left(&first) && !has_left(&second));
        drop(held);
        assert!(slots.take(other).is_some());
    }

    #[test]
    fn requests_in_progress_are_not_cut_off() {
        let slots = Slots::new(2);
        let held: Vec<Slot> = (0..2).map(|_| slots.take(address("192.0.2.1")).unwrap()).collect();
        let requests: Vec<InProgress> = held.iter().map(Slot::begin).collect();
        assert!(slots.take(address("192.0.2.2")).is_none());
        drop(requests);
        assert!(slots.take(address("192.0.2.2")).is_some());
    }
}
