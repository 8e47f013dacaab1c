//! How to cite a page. In a file of its own, as it needs the frame of the page, which needs the other parts.

use super::{Frame, copied};
use maud::{Markup, html};
use std::net::IpAddr;

/// The year of this version.
const YEAR: u16 = 2026;

/// How to cite a page: a text and a BibTeX entry. `key` is the end of the key of the entry, such as `-8-57`, and `what`
/// is what the page is about; the URL is left out if only this machine or network has it.
pub(crate) fn cite(frame: &Frame, key: &str, what: Option<&str>) -> Markup {
    let version = env!("CARGO_PKG_VERSION");
    let name = "nqdb, the N-queens solution database";
    let url =
        is_public(&frame.origin).then(|| format!("{}{}{}", frame.origin, frame.base, frame.path));
    let about = what.map(|what| format!(" {what}.")).unwrap_or_default();
    let at = url.as_ref().map(|url| format!(" {url}")).unwrap_or_default();
    let text = format!("The nqdb authors. {name}, version {version}, {YEAR}.{about}{at}");
    let title = what.map(|what| format!(": {what}")).unwrap_or_default();
    let url = url.map(|url| format!(", url = {{{url}}}")).unwrap_or_default();
    let bibtex = format!(
        "@misc{{nqdb{key}, author = {{{{The nqdb authors}}}}, title = {{{name}{title}}}, year = {{{YEAR}}}, note = {{Version {version}}}{url}}}"
    );
    html! { (copied(&text, "citation")) (copied(&bibtex, "BibTeX entry")) }
}

/// Whether an origin, such as `https://example.org`, has a name or address of the Internet, not of a local network.
pub(crate) fn is_public(origin: &str) -> bool {
    let host = origin.split_once("://").map_or(origin, |(_, host)| host);
    let host = host
        .rsplit_once(':')
        .filter(|(_, port)| !port.contains(']'))
        .map_or(host, |(host, _)| host);
    let is_local = match host.trim_matches(['[', ']']).parse() {
        Ok(IpAddr::V4(v4)) => {
            v4.is_loopback() || v4.is_private() || v4.is_link_local() || v4.is_unspecified()
        }
        Ok(IpAddr::V6(v6)) => {
            v6.is_loopback()
                || v6.is_unique_local()
                || v6.is_unicast_link_local()
                || v6.is_unspecified()
        }
        Err(_) => !host.contains('.') || host.ends_with(".local") || host.ends_with(".localhost"),
    };
    !is_local
}
