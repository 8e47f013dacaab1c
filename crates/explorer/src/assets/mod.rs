//! The scripts, styles and pictures of the pages, compiled in. Their URLs contain one hash of all of them, so that
//! browsers may cache them as immutable. A page loads its scripts as one, so that they arrive in one round trip.

use std::borrow::Cow;
use std::sync::LazyLock;
use xxhash_rust::xxh3::Xxh3;

macro_rules! assets {
    ($($name:literal)*) => { &[$(($name, include_bytes!($name))),*] };
}

/// The static files, each with its name.
pub(crate) const ASSETS: &[(&str, &[u8])] = assets! {
    "address.js" "app.js" "board.js" "coordinates.js" "count.js" "daily.js" "dom.js" "grid.js" "hints.js" "keys.js"
    "lesson.js" "loupe.js" "net.js" "other.js" "place.js" "play.js" "search.js" "searches.js" "share.js" "solutions.js"
    "squares.js" "store.js" "streak.js" "strip.js" "turn.js" "words.js" "style.css" "favicon.svg"
};

/// The scripts that pages load; each is served with those that it imports in it.
const ENTRIES: [&str; 5] = ["solutions.js", "place.js", "play.js", "daily.js", "other.js"];

/// The hash of all assets, 16 hexadecimal digits.
pub(crate) fn hash() -> &'static str {
    static HASH: LazyLock<String> = LazyLock::new(|| {
        let mut hash = Xxh3::new();
        for (name, bytes) in ASSETS {
            hash.update(name.as_bytes());
            hash.update(bytes);
        }
        format!("{:016x}", hash.digest())
    });
    &HASH
}

pub(crate) fn script_of(view: &str) -> String {
    let name = format!("{view}.js");
    if ENTRIES.contains(&&*name) { name } else { "other.js".to_owned() }
}

/// The MIME type and the content of a file.
pub(crate) fn content(name: &str) -> Option<(&'static str, Cow<'static, [u8]>)> {
    static SCRIPTS: LazyLock<[String; 5]> =
        LazyLock::new(|| ENTRIES.map(|name| joined(name, &mut Vec::new())));
    let (_, bytes) = ASSETS.iter().find(|(other, _)| *other == name)?;
    let entry = ENTRIES.iter().position(|entry| *entry == name);
    let bytes = entry.map_or(*bytes, |entry| SCRIPTS[entry].as_bytes());
    let mime = match name.rsplit_once('.')?.1 {
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        _ => "image/svg+xml",
    };
    Some((mime, bytes.into()))
}

/// A script after those that it imports, without comments, imports and exports: no two scripts have a name at their top
/// level in common. `done` are the scripts so far.
fn joined(name: &'static str, done: &mut Vec<&'static str>) -> String {
    done.push(name);
    let bytes =
        ASSETS.iter().find(|(other, _)| *other == name).map_or(&b""[..], |(_, bytes)| bytes);
    let mut text = String::new();
    for line in std::str::from_utf8(bytes).unwrap_or_default().lines() {
        let is_comment =
            ["// ", "/**", "* ", "*/"].iter().any(|mark| line.trim_start().starts_with(mark));
        match line.strip_prefix("import ").and_then(|line| line.split('\'').nth(1)) {
            Some(path) if !done.contains(&&path[2..]) => text += &joined(&path[2..], done),
            None if !is_comment => {
                text += &format!("{}\n", line.strip_prefix("export ").unwrap_or(line))
            }
            _ => {}
        }
    }
    text
}
