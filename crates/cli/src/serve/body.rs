//! Response bodies: bytes, or lines as they arrive, compressed if the client accepts gzip.

use super::pool::Leave;
use super::slots::InProgress;
use flate2::Compression;
use flate2::write::GzEncoder;
use hyper::Response;
use hyper::body::{Body as HttpBody, Bytes, Frame, SizeHint};
use hyper::header::{
    ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, HeaderMap, HeaderValue, VARY,
};
use std::io::{self, Write};
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::sync::mpsc::Receiver;

/// A shorter body is not compressed.
const SHORTEST: u64 = 32;

pub(crate) struct Body {
    source: Source,
    gzip: Option<Gzip>,
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

/// A compressor, and whether it has input that it has not output yet.
struct Gzip {
    encoder: GzEncoder<Vec<u8>>,
    is_behind: bool,
}

impl Body {
    pub(crate) fn bytes(bytes: Bytes) -> Self {
        let bytes = Some(bytes).filter(|bytes| !bytes.is_empty());
        Body { source: Source::Bytes(bytes), gzip: None, in_progress: None }
    }

    /// Lines until the sender is dropped. Dropping this stops the work that sends them.
    pub(crate) fn lines(lines: Receiver<Bytes>, leave: Leave) -> Self {
        Body { source: Source::Lines { lines, _leave: leave }, gzip: None, in_progress: None }
    }

    /// Keeps a request in progress until the body is sent.
    pub(crate) fn hold(&mut self, request: InProgress) {
        self.in_progress = Some(request);
    }

    fn len(&self) -> Option<u64> {
        match (&self.source, &self.gzip) {
            (Source::Bytes(bytes), None) => Some(bytes.as_ref().map_or(0, Bytes::len) as u64),
            _ => None,
        }
    }
}

impl HttpBody for Body {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        let Body { source, gzip, .. } = self.get_mut();
        loop {
            let polled = match source {
                Source::Bytes(bytes) => Poll::Ready(bytes.take()),
                Source::Lines { lines, .. } => lines.poll_recv(context),
            };
            let Some(compressor) = gzip else {
                return polled.map(|bytes| bytes.map(|bytes| Ok(Frame::data(bytes))));
            };
            let compressed = match polled {
                Poll::Ready(Some(bytes)) => compressor.take(&bytes),
                Poll::Ready(None) => match gzip.take() {
                    Some(Gzip { encoder, .. }) => encoder.finish(),
                    None => return Poll::Ready(None),
                },
                Poll::Pending if compressor.is_behind => compressor.catch_up(),
                Poll::Pending => return Poll::Pending,
            };
            match compressed {
                Ok(bytes) if bytes.is_empty() => {}
                compressed => {
                    return Poll::Ready(Some(compressed.map(|bytes| Frame::data(bytes.into()))));
                }
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.len() == Some(0)
    }

    fn size_hint(&self) -> SizeHint {
        self.len().map_or_else(SizeHint::default, SizeHint::with_exact)
    }
}

impl Gzip {
    fn new() -> Self {
        Gzip { encoder: GzEncoder::new(Vec::new(), Compression::default()), is_behind: false }
    }

    /// Compresses bytes, and returns the output so far.
    fn take(&mut self, bytes: &[u8]) -> io::Result<Vec<u8>> {
        self.encoder.write_all(bytes)?;
        self.is_behind = true;
        Ok(std::mem::take(self.encoder.get_mut()))
    }

    /// The rest of the output.
    fn catch_up(&mut self) -> io::Result<Vec<u8>> {
        self.encoder.flush()?;
        self.is_behind = false;
        Ok(std::mem::take(self.encoder.get_mut()))
    }
}

/// Compresses a response if that is worthwhile and the headers of the request accept it.
pub(crate) fn compress(request: &HeaderMap, response: &mut Response<Body>) {
    if !is_compressible(response) {
        return;
    }
    response.headers_mut().append(VARY, HeaderValue::from_static("accept-encoding"));
    if takes_gzip(request) {
        response.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        response.body_mut().gzip = Some(Gzip::new());
    }
}

/// Removes the body of the response to HEAD, and keeps its length in the headers.
pub(crate) fn without_body(response: &mut Response<Body>) {
    if let Some(len) = response.body().len() {
        response.headers_mut().insert(CONTENT_LENGTH, len.into());
    }
    *response.body_mut() = Body::bytes(Bytes::new());
}

/// Whether a body is neither short nor a PNG, which is compressed already.
fn is_compressible(response: &Response<Body>) -> bool {
    let mime = response.headers().get(CONTENT_TYPE).and_then(|mime| mime.to_str().ok());
    let is_pixels =
        mime.is_some_and(|mime| mime.starts_with("image/") && !mime.starts_with("image/svg+xml"));
    response.body().len().is_none_or(|len| len >= SHORTEST) && !is_pixels
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
