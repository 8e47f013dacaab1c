//! The places of connections: a fixed number, shared fairly between the addresses of clients.
//!
//! Any address may take all free places. When there is none, a client whose address holds fewer than another one gets
//! the place of that one's oldest connection without a request in progress.

use nqdb::internal::lock;
use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use tokio::sync::Notify;

/// The places, and who holds them.
pub(crate) struct Places {
    most: usize,
    held: Mutex<Held>,
}

#[derive(Default)]
struct Held {
    /// Number of connections so far.
    connections: u64,
    /// The connections that hold a place, by age.
    places: BTreeMap<u64, Arc<Seat>>,
}

/// What a connection and the others know of it.
struct Seat {
    client: Client,
    /// Requests in progress: 0 or 1, until pipelined responses are sent.
    requests: AtomicUsize,
    leave: Notify,
}

/// A client as far as its address tells: an IPv4 address, or the first half of an IPv6 address, which one network has.
type Client = IpAddr;

/// The place of a connection, free again when it is dropped.
pub(crate) struct Place {
    number: u64,
    seat: Arc<Seat>,
    places: Arc<Places>,
}

/// A request in progress; its connection keeps its place.
pub(crate) struct InProgress(Arc<Seat>);

impl Places {
    pub(crate) fn new(most: usize) -> Arc<Self> {
        Arc::new(Places { most, held: Mutex::default() })
    }

    /// A place for a connection from this address; `None` if all are taken and no other address holds more.
    pub(crate) fn take(self: &Arc<Self>, address: IpAddr) -> Option<Place> {
        let client = client(address);
        let mut held = lock(&self.held);
        if held.places.len() >= self.most {
            let number = held.yielding(client)?;
            if let Some(seat) = held.places.remove(&number) {
                seat.leave.notify_one();
            }
        }
        held.connections += 1;
        let seat = Seat { client, requests: AtomicUsize::new(0), leave: Notify::new() };
        let (number, seat) = (held.connections, Arc::new(seat));
        held.places.insert(number, Arc::clone(&seat));
        Some(Place { number, seat, places: Arc::clone(self) })
    }
}

impl Held {
    /// The connection that yields its place to this client.
    fn yielding(&self, client: Client) -> Option<u64> {
        let mut counts: HashMap<Client, usize> = HashMap::new();
        self.places.values().for_each(|seat| *counts.entry(seat.client).or_default() += 1);
        let own = counts.get(&client).copied().unwrap_or_default();
        let (greedy, most) = counts.into_iter().max_by_key(|(_, count)| *count)?;
        let idle = |seat: &Seat| seat.client == greedy && seat.requests.load(Relaxed) == 0;
        let oldest = self.places.iter().find(|(_, seat)| idle(seat)).map(|(number, _)| *number);
        oldest.filter(|_| most > own + 1)
    }
}

impl Place {
    /// Resolves when the connection has lost its place.
    pub(crate) async fn lost(&self) {
        self.seat.leave.notified().await;
    }

    /// Marks a request as in progress until the result is dropped.
    pub(crate) fn begin(&self) -> InProgress {
        self.seat.requests.fetch_add(1, Relaxed);
        InProgress(Arc::clone(&self.seat))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        lock(&self.places.held).places.remove(&self.number);
    }
}

impl Drop for InProgress {
    fn drop(&mut self) {
        self.0.requests.fetch_sub(1, Relaxed);
    }
}

fn client(address: IpAddr) -> Client {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let network = u128::from(address) >> 64 << 64;
            IpAddr::V6(network.into())
        }
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    fn has_left(place: &Place) -> bool {
        !lock(&place.places.held).places.contains_key(&place.number)
    }

    #[test]
    fn a_newcomer_gets_the_place_of_an_idle_connection() {
        let places = Places::new(4);
        let (greedy, other) = (address("192.0.2.1"), address("192.0.2.2"));
        let held: Vec<Place> = (0..4).map(|_| places.take(greedy).unwrap()).collect();
        assert!(places.take(greedy).is_none());
        let request = held[0].begin();
        let first = places.take(other).unwrap();
        assert_eq!(held.iter().map(has_left).collect::<Vec<_>>(), [false, true, false, false]);
        drop(request);
        let second = places.take(other).unwrap();
        assert_eq!(held.iter().map(has_left).collect::<Vec<_>>(), [true, true, false, false]);
        assert!(places.take(other).is_none(), "both hold two");
        assert!(!has_left(&first) && !has_left(&second));
        drop(held);
        assert!(places.take(other).is_some());
    }

    #[test]
    fn requests_in_progress_are_not_cut_off() {
        let places = Places::new(2);
        let held: Vec<Place> = (0..2).map(|_| places.take(address("192.0.2.1")).unwrap()).collect();
        let requests: Vec<InProgress> = held.iter().map(Place::begin).collect();
        assert!(places.take(address("192.0.2.2")).is_none());
        drop(requests);
        assert!(places.take(address("192.0.2.2")).is_some());
    }

    #[test]
    fn a_network_is_one_client() {
        for (one, other, same) in [
            ("192.0.2.1", "192.0.2.2", false),
            ("192.0.2.1", "::ffff:192.0.2.1", true),
            ("2001:db8::1", "2001:db8::ffff:1", true),
            ("2001:db8::1", "2001:db8:0:1::1", false),
        ] {
            assert_eq!(client(address(one)) == client(address(other)), same, "{one} {other}");
        }
    }
}
