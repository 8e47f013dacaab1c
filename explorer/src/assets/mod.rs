//! The scripts, styles and pictures of the pages, in the binary. One hash of all of them is in their addresses, so
//! that browsers may cache them as immutable, and a script finds the others beside it.

use crate::asked::Asked;
use crate::failure::Failure;
use crate::response::{Keep, Response};
use crate::task::Step;
use std::sync::LazyLock;
use xxhash_rust::xxh3::Xxh3;

/// A file of the page.
pub(crate) struct Asset {
    name: &'static str,
    mime: &'static str,
    bytes: &'static [u8],
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
    "count.js": "text/javascript; charset=utf-8",
    "dom.js": "text/javascript; charset=utf-8",
    "grid.js": "text/javascript; charset=utf-8",
    "keys.js": "text/javascript; charset=utf-8",
    "net.js": "text/javascript; charset=utf-8",
    "place.js": "text/javascript; charset=utf-8",
    "solutions.js": "text/javascript; charset=utf-8",
    "squares.js": "text/javascript; charset=utf-8",
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

/// `/assets/HASH/NAME`.
pub(crate) fn asset(asked: Asked) -> Result<Step, Failure> {
    let found = ASSETS.iter().find(|asset| asset.name == asked.file_name());
    let asset = found.filter(|_| asked.word(0) == hash()).ok_or_else(Failure::no_such_page)?;
    Ok(Step::Ready(Response::new(asset.mime, Keep::Immutable, asset.bytes)))
}

/// `/favicon.ico`.
pub(crate) fn favicon(asked: Asked) -> Result<Step, Failure> {
    let to = format!("/assets/{}/favicon.svg", hash());
    Ok(Step::Ready(asked.redirect(302, &to, Keep::No)))
}
