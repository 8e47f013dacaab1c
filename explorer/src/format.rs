//! The formats of a URL.

/// The format of a URL, by the suffix of its path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Html,
    Json,
    Ndjson,
    Csv,
    Svg,
    Png,
    Text,
}

const SUFFIXES: [(&str, Format, &str); 6] = [
    ("json", Format::Json, "application/json"),
    ("ndjson", Format::Ndjson, "application/x-ndjson"),
    ("csv", Format::Csv, "text/csv; charset=utf-8"),
    ("svg", Format::Svg, "image/svg+xml"),
    ("png", Format::Png, "image/png"),
    ("txt", Format::Text, "text/plain; charset=utf-8"),
];

impl Format {
    /// Splits a path into the part before the suffix and the format that the suffix names.
    pub(crate) fn split(path: &str) -> (&str, Format) {
        let split = path.rsplit_once('.').and_then(|(rest, suffix)| {
            let (_, format, _) = SUFFIXES.iter().find(|(name, ..)| *name == suffix)?;
            Some((rest, *format))
        });
        split.unwrap_or((path, Format::Html))
    }

    pub(crate) fn mime(self) -> &'static str {
        let found = SUFFIXES.iter().find(|(_, format, _)| *format == self);
        found.map_or("text/html; charset=utf-8", |(.., mime)| mime)
    }

    /// The MIME type of a suffix.
    pub(crate) fn mime_of(suffix: &str) -> &'static str {
        let found = SUFFIXES.iter().find(|(name, ..)| *name == suffix);
        found.map_or("application/octet-stream", |(.., mime)| mime)
    }
}

/// The side of a PNG file, in pixels.
pub(crate) const SIDE: u32 = 1024;
