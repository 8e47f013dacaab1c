//! The scripts, styles and pictures of the pages, compiled in. Their URLs contain one hash of all of them, so that
//! browsers may cache them as immutable. A page loads its scripts as one, a `bundle`; each is also served alone, for tests
//! that replace it.

mod bundle;

pub(crate) use bundle::{script, script_of};
use std::sync::LazyLock;
use xxhash_rust::xxh3::Xxh3;

/// A static file.
pub(crate) struct Asset {
    pub(crate) name: &'static str,
    pub(crate) mime: &'static str,
    pub(crate) bytes: &'static [u8],
}

macro_rules! assets {
    ($($name:literal: $mime:literal,)*) => {
        &[$(Asset { name: $name, mime: $mime, bytes: include_bytes!($name) }),*]
    };
}

pub(crate) const ASSETS: &[Asset] = assets! {
    "address.js": "text/javascript; charset=utf-8",
    "app.js": "text/javascript; charset=utf-8",
    "board.js": "text/javascript; charset=utf-8",
    "coordinates.js": "text/javascript; charset=utf-8",
    "count.js": "text/javascript; charset=utf-8",
    "daily.js": "text/javascript; charset=utf-8",
    "dom.js": "text/javascript; charset=utf-8",
    "grid.js": "text/javascript; charset=utf-8",
    "hints.js": "text/javascript; charset=utf-8",
    "keys.js": "text/javascript; charset=utf-8",
    "lesson.js": "text/javascript; charset=utf-8",
    "loupe.js": "text/javascript; charset=utf-8",
    "net.js": "text/javascript; charset=utf-8",
    "place.js": "text/javascript; charset=utf-8",
    "play.js": "text/javascript; charset=utf-8",
    "search.js": "text/javascript; charset=utf-8",
    "searches.js": "text/javascript; charset=utf-8",
    "share.js": "text/javascript; charset=utf-8",
    "solutions.js": "text/javascript; charset=utf-8",
    "squares.js": "text/javascript; charset=utf-8",
    "store.js": "text/javascript; charset=utf-8",
    "streak.js": "text/javascript; charset=utf-8",
    "strip.js": "text/javascript; charset=utf-8",
    "turn.js": "text/javascript; charset=utf-8",
    "words.js": "text/javascript; charset=utf-8",
    "style.css": "text/css; charset=utf-8",
    "favicon.svg": "image/svg+xml",
};

/// The hash of all assets, 16 hexadecimal digits.
pub(crate) fn hash() -> &'static str {
    static HASH: LazyLock<String> = LazyLock::new(|| {
        let mut hash = Xxh3::new();
        for asset in ASSETS {
            hash.update(asset.name.as_bytes());
            hash.update(asset.bytes);
        }
        format!("{:016x}", hash.digest())
    });
    &HASH
}
