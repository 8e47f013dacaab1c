//! Connections: their number, their time limits, and how they end.

use super::answer::respond;
use super::site::Site;
use super::slots::{Slot, Slots};
use hyper::header::{CONNECTION, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener as StdListener};
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;

const MOST_CONNECTIONS: usize = 256;

/// The time limit for the headers of a request, and between two requests.
const HEAD: Duration = Duration::from_secs(10);

/// The largest size of request headers, in bytes.
const LARGEST_HEAD: usize = 32 << 10;

/// The age from which a connection is closed after its next response, which announces it.
const LIFETIME: Duration = Duration::from_secs(110);

/// The time for sending the last response of a connection, in addition to the time limit of a request.
const LAST_ANSWER: Duration = Duration::from_secs(30);

/// The time that requests have when the server stops.
const FAREWELL: Duration = Duration::from_secs(2);

/// A server that is bound to its address.
pub(crate) struct Listening {
    listener: StdListener,
    site: Arc<Site>,
    /// Stops the server, from any thread.
    pub(crate) stop: Arc<Notify>,
}

/// Binds to the first address that is free.
pub(crate) fn listen(site: Site, addresses: &[SocketAddr]) -> io::Result<Listening> {
    let listener = StdListener::bind(addresses)?;
    listener.set_nonblocking(true)?;
    Ok(Listening { listener, site: Arc::new(site), stop: Arc::default() })
}

impl Listening {
    pub(crate) fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until it is stopped.
    pub(crate) fn serve(self) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .thread_name("connections")
            .enable_all()
            .build()?;
        let served = runtime.block_on(self.accept());
        // Without waiting for the rest of the work.
        runtime.shutdown_background();
        served
    }

    async fn accept(self) -> io::Result<()> {
        let listener = TcpListener::from_std(self.listener)?;
        let (slots, connections) = (Slots::new(MOST_CONNECTIONS), GracefulShutdown::new());
        let mut terminated = pin!(terminated());
        tokio::spawn(Arc::clone(&self.site).follow_file());
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                () = self.stop.notified() => break,
                () = &mut terminated => break,
            };
            let (stream, client) = match accepted {
                Ok(accepted) => accepted,
                // The client has disconnected, or the process has too many open files: try again soon.
                Err(_) => {
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            };
            match slots.take(client.ip().into()) {
                Some(slot) => {
                    let (site, watcher) = (Arc::clone(&self.site), connections.watcher());
                    let connection = Connection { stream, client: client.ip(), slot };
                    tokio::spawn(connection.serve(site, watcher, LIFETIME));
                }
                // Before any request.
                None => {
                    let _ = stream.try_write(
                        b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 2\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
                    );
                }
            }
        }
        drop(listener);
        self.site.stop();
        let _ = tokio::time::timeout(FAREWELL, connections.shutdown()).await;
        Ok(())
    }
}

/// Resolves when the system asks the process to end, as `kill` and systemd do.
async fn terminated() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            terminate.recv().await;
            return;
        }
    }
    std::future::pending().await
}

struct Connection {
    stream: TcpStream,
    client: IpAddr,
    slot: Slot,
}

impl Connection {
    /// Serves the connection until it ends. From this age on, its next response is the last.
    async fn serve(self, site: Arc<Site>, watcher: Watcher, lifetime: Duration) {
        let Connection { stream, client, slot } = self;
        let began = Instant::now();
        let longest = lifetime + HEAD + site.settings.time_limit + LAST_ANSWER;
        // Responses are small, and must not wait for more data.
        let _ = stream.set_nodelay(true);
        let answer = async |request| {
            let in_progress = slot.begin();
            let mut response = respond(Arc::clone(&site), client, request).await?;
            if began.elapsed() >= lifetime {
                response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
            }
            response.body_mut().hold(in_progress);
            Ok::<_, Infallible>(response)
        };
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD)
            .max_buf_size(LARGEST_HEAD)
            .serve_connection(TokioIo::new(stream), service_fn(answer));
        // An error ends only this connection.
        tokio::select! {
            _ = watcher.watch(connection) => {}
            () = slot.lost() => {}
            () = tokio::time::sleep(longest) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};
    use std::net::TcpStream as StdStream;

    /// The responses to two requests, the second sent after the first response, on a connection with this lifetime.
    fn answers(lifetime: Duration) -> String {
        let site = Arc::new(Site::without_file());
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        let listener = StdListener::bind("127.0.0.1:0").unwrap();
        let mut client = StdStream::connect(listener.local_addr().unwrap()).unwrap();
        let (stream, address) = listener.accept().unwrap();
        stream.set_nonblocking(true).unwrap();
        let connections = GracefulShutdown::new();
        let watcher = connections.watcher();
        let slot = Slots::new(1).take(address.ip().into()).unwrap();
        runtime.spawn(async move {
            let stream = TcpStream::from_std(stream).unwrap();
            Connection { stream, client: address.ip(), slot }.serve(site, watcher, lifetime).await;
        });
        let mut text = String::new();
        for (number, end) in [(1, "keep-alive"), (2, "close")] {
            let head = "GET /8/57.txt HTTP/1.1\r\nHost: localhost\r\nConnection:";
            if write!(client, "{head} {end}\r\n\r\n").is_err() {
                break;
            }
            while text.matches("8 6 4 2\n").count() < number {
                let mut bytes = [0; 1024];
                match client.read(&mut bytes) {
                    Ok(0) | Err(_) => return text,
                    Ok(len) => text += std::str::from_utf8(&bytes[..len]).unwrap(),
                }
            }
        }
        text
    }

    /// A connection that has lived long enough announces its end with a response, so that no request is lost.
    #[test]
    fn the_end_of_a_connection_is_announced() {
        let young = answers(Duration::from_secs(3600));
        assert_eq!(young.matches("HTTP/1.1 200").count(), 2, "{young}");
        assert_eq!(young.matches("connection: close").count(), 1, "{young}");
        let old = answers(Duration::ZERO);
        assert_eq!(old.matches("HTTP/1.1 200").count(), 1, "{old}");
        assert_eq!(old.matches("connection: close").count(), 1, "{old}");
    }
}
