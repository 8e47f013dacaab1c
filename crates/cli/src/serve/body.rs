//! Response bodies: bytes, compressed if the client accepts gzip, or lines as they arrive.

use super::pool::Leave;
use super::slots::InProgress;
use flate2::Compression;
use flate2::write::GzEncoder;
use hyper::Response;
use hyper::body::{Body as HttpBody, Bytes, Frame, SizeHint};
use hyper::header::{
    ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, HeaderValue, VARY,
};
use std::convert::Infallible;
use std::io::{self, Write};
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::sync::mpsc::Receiver;

/// A shorter body is not compressed.
const SHORTEST: usize = 32;

pub(crate) struct Body {
    source: Source,
    /// Keeps the slot of its connection until it is sent.
    in_progress: Option<InProgress>,
}

enum Source {
    Bytes(Option<Bytes>),
    /// Lines as they arrive. When the client disconnects, this is dropped, which stops the search.
    Lines {
        lines: Receiver<Bytes>,
        _leave: Leave,
    },
}

impl Body {
    pub(crate) fn bytes(bytes: Bytes) -> Self {
        Body { source: Source::Bytes(Some(bytes)), in_progress: None }
    }

    /// Lines until the sender is dropped. Dropping this stops the work that sends them.
    pub(crate) fn lines(lines: Receiver<Bytes>, leave: Leave) -> Self {
        Body { source: Source::Lines { lines, _leave: leave }, in_progress: None }
    }

    /// Keeps a request in progress until the body is sent.
    pub(crate) fn hold(&mut self, request: InProgress) {
        self.in_progress = Some(request);
    }
}

impl HttpBody for Body {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let polled = match &mut self.get_mut().source {
            Source::Bytes(bytes) => Poll::Ready(bytes.take()),
            Source::Lines { lines, .. } => lines.poll_recv(context),
        };
        polled.map(|bytes| bytes.map(|bytes| Ok(Frame::data(bytes))))
    }

    fn size_hint(&self) -> SizeHint {
        match &self.source {
            Source::Bytes(bytes) => {
                SizeHint::with_exact(bytes.as_ref().map_or(0, Bytes::len) as u64)
            }
            Source::Lines { .. } => SizeHint::default(),
        }
    }
}

/// Compresses a body of bytes that is neither short nor a PNG file, which is compressed already, if the headers of the
/// request accept it.
pub(crate) fn compress(request: &HeaderMap, response: &mut Response<Body>) {
    let Source::Bytes(Some(bytes)) = &response.body().source else { return };
    if bytes.len() < SHORTEST
        || response.headers().get(CONTENT_TYPE).is_some_and(|mime| mime == "image/png")
    {
        return;
    }
    let compressed = takes_gzip(request).then(|| gzip(bytes).ok()).flatten();
    response.headers_mut().append(VARY, HeaderValue::from_static("accept-encoding"));
    if let Some(bytes) = compressed {
        response.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        response.body_mut().source = Source::Bytes(Some(bytes.into()));
    }
}

fn gzip(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes)?;
    encoder.finish()
}

/// Whether `Accept-Encoding` names gzip, and not with the weight 0.
fn takes_gzip(headers: &HeaderMap) -> bool {
    let values = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|coding| {
        let (name, weight) = coding.split_once(";q=").unwrap_or((coding, "1"));
        name.trim().eq_ignore_ascii_case("gzip")
            && weight.trim().parse().is_ok_and(|weight: f32| weight > 0.0)
    })
}
