//! Pools for the work of requests, on the blocking threads of tokio, under a deadline and for as long as the client
//! waits.
//!
//! Few requests of a client at a time have a thread of a pool or wait for one; its others wait for those. So clients take
//! turns, however many requests each of them has. Connections, which are limited, limit the number of waiting requests.

use nqdb::internal::lock;
use nqdb::watch::{Progress, Watch};
use nqdb_explorer::Failure;
use std::collections::HashMap;
use std::net::IpAddr;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, Weak};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

/// Runs a fixed number of jobs at a time.
pub(crate) struct Pool {
    /// A permit for each job that may run.
    turns: Arc<Semaphore>,
    /// The most requests of a client that run or wait for a turn.
    each: usize,
    /// The permits for these, of each client with a request.
    clients: Mutex<HashMap<Client, Weak<Semaphore>>>,
    stopping: Stopping,
}

/// A client as far as its address tells: an IPv4 address, or the first half of an IPv6 address, which one network has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Client(IpAddr);

impl From<IpAddr> for Client {
    fn from(address: IpAddr) -> Self {
        Client(match address.to_canonical() {
            IpAddr::V6(address) => IpAddr::V6((u128::from(address) >> 64 << 64).into()),
            address => address,
        })
    }
}

/// A running job, until this is dropped: its place among those of its client, and in the pool.
type Turn = (OwnedSemaphorePermit, OwnedSemaphorePermit);

/// Whether the server is stopping, which ends all work.
pub(crate) type Stopping = Arc<AtomicBool>;

impl Pool {
    /// A pool that runs `jobs` at a time, of them `each` of one client.
    pub(crate) fn new(jobs: usize, each: usize, stopping: &Stopping) -> Self {
        let (turns, stopping) = (Arc::new(Semaphore::new(jobs)), Arc::clone(stopping));
        Pool { turns, each, clients: Mutex::default(), stopping }
    }

    /// Runs a job with a watch that stops it at the deadline and when the future is dropped, which happens when the
    /// client disconnects. Fails if it is not the job's turn by the deadline.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        client: Client,
        limit: Duration,
        work: impl FnOnce(RequestWatch) -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let (watch, _leave) = self.watch(limit);
        let turn = timeout(limit, self.turn(client)).await.map_err(|_| Failure::busy())?;
        let job = spawn_blocking(move || {
            let _until_done = turn;
            work(watch)
        });
        // A panic ends the request.
        job.await.map_err(|_| Failure::internal())
    }

    /// A watch for a job, and a guard whose drop stops it.
    pub(crate) fn watch(&self, limit: Duration) -> (RequestWatch, Leave) {
        let gone = Arc::new(AtomicBool::new(false));
        let leave = Leave(Arc::clone(&gone));
        let stopping = Arc::clone(&self.stopping);
        (RequestWatch { deadline: Instant::now() + limit, gone, stopping }, leave)
    }

    /// Starts a job that delivers its result itself when it is its turn.
    pub(crate) fn start(&self, client: Client, job: impl FnOnce() + Send + 'static) {
        let turn = self.turn(client);
        tokio::spawn(async move {
            let turn = turn.await;
            spawn_blocking(move || {
                let _until_done = turn;
                job();
            });
        });
    }

    /// Waits for the earlier requests of the client, then for its turn among the clients.
    fn turn(&self, client: Client) -> impl Future<Output = Option<Turn>> + use<> {
        let (own, turns) = (self.of_client(client), Arc::clone(&self.turns));
        // Neither is ever closed.
        async move { Some((own.acquire_owned().await.ok()?, turns.acquire_owned().await.ok()?)) }
    }

    /// The permits of a client, which last as long as one of its requests.
    fn of_client(&self, client: Client) -> Arc<Semaphore> {
        let mut clients = lock(&self.clients);
        if let Some(permits) = clients.get(&client).and_then(Weak::upgrade) {
            return permits;
        }
        clients.retain(|_, permits| permits.strong_count() > 0);
        let permits = Arc::new(Semaphore::new(self.each));
        clients.insert(client, Arc::downgrade(&permits));
        permits
    }
}

/// Stops the work of a request at its deadline, when the client has disconnected, or when the server stops.
pub(crate) struct RequestWatch {
    deadline: Instant,
    gone: Arc<AtomicBool>,
    stopping: Stopping,
}

impl Watch for RequestWatch {
    fn tick(&self, _: &Progress) -> ControlFlow<()> {
        let is_gone = self.gone.load(Relaxed) || self.stopping.load(Relaxed);
        let is_over = is_gone || Instant::now() > self.deadline;
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Stops the work of a request when it is dropped.
pub(crate) struct Leave(Arc<AtomicBool>);

impl Drop for Leave {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;
    use tokio::sync::mpsc::unbounded_channel;
    use tokio::task::yield_now;

    fn client(text: &str) -> Client {
        Client::from(text.parse::<IpAddr>().unwrap())
    }

    fn runtime() -> tokio::runtime::Runtime {
        tokio::runtime::Builder::new_current_thread().build().unwrap()
    }

    #[test]
    fn a_network_is_one_client() {
        for (one, other, same) in [
            ("192.0.2.1", "192.0.2.2", false),
            ("192.0.2.1", "::ffff:192.0.2.1", true),
            ("2001:db8::1", "2001:db8::ffff:1", true),
            ("2001:db8::1", "2001:db8:0:1::1", false),
        ] {
            assert_eq!(client(one) == client(other), same, "{one} {other}");
        }
    }

    /// Clients take turns: the only request of a client waits for one of each other client, not for all of them.
    #[test]
    fn clients_take_turns() {
        let pool = Pool::new(1, 1, &Stopping::default());
        let (unblock, blocked) = channel::<()>();
        let (done, mut order) = unbounded_channel();
        runtime().block_on(async {
            let greedy = client("192.0.2.1");
            pool.start(greedy, move || blocked.recv().unwrap());
            let others = [client("192.0.2.2"), client("192.0.2.3")];
            for client in [greedy; 10].into_iter().chain(others) {
                let done = done.clone();
                pool.start(client, move || done.send(client).unwrap());
                yield_now().await;
            }
            unblock.send(()).unwrap();
            drop(done);
            let mut clients = Vec::new();
            while let Some(client) = order.recv().await {
                clients.push(client);
            }
            let place = |other| clients.iter().position(|client| *client == other).unwrap();
            assert!(others.into_iter().all(|other| place(other) <= 2), "{clients:?}");
            assert_eq!(clients.len(), 12);
        });
    }

    /// While one search of a client runs, another client still gets a thread.
    #[test]
    fn a_client_has_one_search() {
        let pool = Pool::new(2, 1, &Stopping::default());
        let (begun, running) = channel();
        runtime().block_on(async {
            let mut blocking = Vec::new();
            for address in ["192.0.2.1", "192.0.2.1", "192.0.2.2"] {
                let (client, begun) = (client(address), begun.clone());
                let (unblock, blocked) = channel::<()>();
                pool.start(client, move || {
                    begun.send(client).unwrap();
                    let _ = blocked.recv();
                });
                blocking.push(unblock);
                yield_now().await;
            }
            yield_now().await;
            let mut two = [running.recv().unwrap(), running.recv().unwrap()];
            two.sort_by_key(|client| client.0);
            assert_eq!(two, [client("192.0.2.1"), client("192.0.2.2")]);
            assert!(running.try_recv().is_err());
            drop(blocking);
        });
    }
}
