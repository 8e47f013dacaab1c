//! Connections: their number, their time limits, and how they end.

use super::answer::respond;
use super::site::Site;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::io;
use std::net::{SocketAddr, TcpListener as StdListener};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

/// The most connections at a time.
const MOST_CONNECTIONS: usize = 256;

/// The time limit for the headers of a request, and between two requests.
const HEAD: Duration = Duration::from_secs(10);

/// The largest size of request headers, in bytes.
const LARGEST_HEAD: usize = 16 << 10;

/// The lifetime of a connection; a response in progress then has `LAST_ANSWER` to finish.
const LIFETIME: Duration = Duration::from_secs(120);

/// The time limit of the last response of a connection, also when the server stops.
const LAST_ANSWER: Duration = Duration::from_secs(30);

/// The time that requests have when the server stops.
const FAREWELL: Duration = Duration::from_secs(2);

/// A server that is bound to its address.
pub(crate) struct Listening {
    listener: StdListener,
    site: Arc<Site>,
    stop: Stop,
    stopped: watch::Receiver<bool>,
}

/// Stops a server, from any thread.
#[derive(Clone)]
pub(crate) struct Stop(watch::Sender<bool>);

impl Stop {
    pub(crate) fn stop(&self) {
        self.0.send_replace(true);
    }
}

/// Binds to the first address that is free.
pub(crate) fn listen(site: Site, addresses: &[SocketAddr]) -> io::Result<Listening> {
    let listener = StdListener::bind(addresses)?;
    listener.set_nonblocking(true)?;
    let (stop, stopped) = watch::channel(false);
    Ok(Listening { listener, site: Arc::new(site), stop: Stop(stop), stopped })
}

impl Listening {
    pub(crate) fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    pub(crate) fn stop(&self) -> Stop {
        self.stop.clone()
    }

    /// Serves until it is stopped.
    pub(crate) fn serve(self) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .thread_name("connections")
            .enable_all()
            .build()?;
        runtime.block_on(self.accept())
    }

    async fn accept(mut self) -> io::Result<()> {
        let listener = TcpListener::from_std(self.listener)?;
        let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                _ = self.stopped.wait_for(|stopped| *stopped) => break,
            };
            let stream = match accepted {
                Ok((stream, _)) => stream,
                // The client has disconnected, or the process has too many open files: try again soon.
                Err(_) => {
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            };
            match Arc::clone(&places).try_acquire_owned() {
                Ok(place) => {
                    let (site, stopped) = (Arc::clone(&self.site), self.stopped.clone());
                    tokio::spawn(serve_connection(stream, site, stopped, place));
                }
                Err(_) => refuse(&stream),
            }
        }
        drop(listener);
        let all = places.acquire_many(MOST_CONNECTIONS as u32);
        let _ = tokio::time::timeout(FAREWELL, all).await;
        Ok(())
    }
}

/// Serves a connection, which holds its place until it ends.
async fn serve_connection(
    stream: TcpStream,
    site: Arc<Site>,
    mut stopped: watch::Receiver<bool>,
    place: OwnedSemaphorePermit,
) {
    // Responses are small, and must not wait for more data.
    let _ = stream.set_nodelay(true);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(LARGEST_HEAD)
        .serve_connection(
            TokioIo::new(stream),
            service_fn(move |request| respond(Arc::clone(&site), request)),
        );
    let mut connection = pin!(connection);
    // An error ends only this connection.
    tokio::select! {
        _ = connection.as_mut() => return,
        () = tokio::time::sleep(LIFETIME) => {}
        _ = stopped.wait_for(|stopped| *stopped) => {}
    }
    connection.as_mut().graceful_shutdown();
    let _ = tokio::time::timeout(LAST_ANSWER, connection).await;
    drop(place);
}

/// Refuses a connection beyond the limit, before any request.
fn refuse(stream: &TcpStream) {
    let _ = stream.try_write(
        b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 2\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
    );
}
