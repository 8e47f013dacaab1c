//! `nqdb serve`: the web explorer.

use crate::args::whole_number;
use crate::context::Context;
use crate::error::{Result, failure, usage};
use crate::output::{note, warn};
use crate::progress::on_ctrl_c;
use crate::serve::{Settings, Site, listen};
use hyper::http::uri::Authority;
use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

/// Start the web explorer: every solution has its own URL
///
/// Prints the URL and serves pages and JSON until Ctrl-C, to this machine only unless --bind is given. It never writes
/// to the database. --time-limit applies to each request, and is at most 120 [default: 20].
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Port [default: 8321, or a free port if it is in use]
    #[arg(long, value_name = "PORT", value_parser = port)]
    port: Option<u16>,
    /// IP address to listen on; 0.0.0.0 listens on all addresses; also set --allow-host
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", value_parser = ip_address)]
    bind: IpAddr,
    /// Host name by which other machines reach the server, such as queens.example.org; * for any
    #[arg(long, value_name = "NAME", value_parser = host)]
    allow_host: Vec<String>,
    /// Allow scripts of this origin only to read data, such as https://example.org [default: pages of all sites, also
    /// to show pictures, with --allow-host, otherwise none; * for all]
    #[arg(long, value_name = "ORIGIN", value_parser = origin)]
    cors: Option<String>,
    /// Path of all URLs, for a proxy that passes it on, such as /queens
    #[arg(long, value_name = "PATH", default_value = "", hide_default_value = true, value_parser = base)]
    base: String,
    /// Open the first page in a browser
    #[arg(long)]
    open: bool,
}

/// The port, if it is free.
const PORT: u16 = 8321;

/// The time limit of a request, and the largest that can be set, which is the lifetime of a connection.
const LIMIT: Duration = Duration::from_secs(20);
const LONGEST_LIMIT: Duration = Duration::from_secs(120);

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    let time_limit = context.time_limit().unwrap_or(LIMIT);
    if time_limit > LONGEST_LIMIT {
        let (limit, longest) = (time_limit.as_secs_f64(), LONGEST_LIMIT.as_secs());
        return Err(usage!(
            "--time-limit of a request can be at most {longest} seconds, got {limit}"
        ));
    }
    let settings = Settings {
        path: context.path_if_any()?,
        is_named: context.is_database_given(),
        time_limit,
        hosts: hosts(&args),
        // Whoever reaches a server with a name can read it anyway.
        cors: args.cors.clone().or((!args.allow_host.is_empty()).then(|| "*".to_owned())),
        base: args.base.clone(),
    };
    let database = settings.open()?;
    let failed = |error: std::io::Error| failure!("the server failed: {error}");
    let site = Site::new(settings, database);
    let listening = listen(site, &addresses(&args)).map_err(|error| {
        let reason = match error.kind() {
            ErrorKind::AddrInUse => "the port is in use".to_owned(),
            _ => error.to_string(),
        };
        failure!("can't listen on {}: {reason}", addresses(&args)[0])
    })?;
    let address = listening.address().map_err(failed)?;
    if args.port.is_none() && address.port() != PORT {
        note(format_args!("port {PORT} is in use"));
    }
    if args.bind.is_unspecified() && args.allow_host.is_empty() {
        warn("other machines get status 421 until --allow-host names this server");
    }
    let stop = Arc::clone(&listening.stop);
    let _stopping = on_ctrl_c(move || stop.notify_one())?;
    let url = format!("{}{}/", url(address), args.base);
    context.out.answer(&url, serde_json::json!({ "url": url }))?;
    context.out.flush_lines()?;
    for name in args.allow_host.iter().filter(|_| !args.bind.is_loopback()) {
        let name = if name == "*" { "NAME" } else { name };
        note(format_args!("from other machines: http://{name}:{}{}/", address.port(), args.base));
    }
    if args.open {
        open(&url);
    }
    listening.serve().map_err(failed)
}

fn port(text: &str) -> Result<u16, String> {
    whole_number(0..=u16::MAX.into())(text).map(|port| port as u16)
}

fn ip_address(text: &str) -> Result<IpAddr, String> {
    text.parse().map_err(|_| format!("expected an IP address such as 127.0.0.1, got {text:?}"))
}

/// Parses a name as in a `Host` header, without the port.
fn host(text: &str) -> Result<String, String> {
    let is_host = |authority: Authority| authority.host() == text;
    if text == "*" || text.parse().is_ok_and(is_host) {
        return Ok(text.to_owned());
    }
    let expected = "expected a name without a scheme or a port, such as queens.example.org, or *";
    Err(format!("{expected}, got {text:?}"))
}

/// Parses an origin as browsers write it.
fn origin(text: &str) -> Result<String, String> {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let is_origin =
        host.is_some_and(|host| !host.contains('@') && host.parse::<Authority>().is_ok());
    // As browsers send it.
    let usual = if text.starts_with("https:") { ":443" } else { ":80" };
    let is_sent = !text.contains(|c: char| c.is_ascii_uppercase()) && !text.ends_with(usual);
    if text == "*" || is_origin && is_sent {
        return Ok(text.to_owned());
    }
    Err(format!(
        "expected a scheme and a host in lower case, such as https://example.org, without the usual port, or *, got {text:?}"
    ))
}

/// Parses the path of all URLs, without the slash at its end.
fn base(text: &str) -> Result<String, String> {
    let path = text.trim_end_matches('/');
    let is_name = |name: &str| {
        let is_written = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
        !["", ".", ".."].contains(&name) && name.bytes().all(is_written)
    };
    if path.is_empty() || path.strip_prefix('/').is_some_and(|path| path.split('/').all(is_name)) {
        return Ok(path.to_owned());
    }
    Err(format!("expected a path such as /queens, got {text:?}"))
}

/// The accepted host names.
fn hosts(args: &Args) -> Vec<String> {
    let own = Some(args.bind).filter(|bind| !bind.is_unspecified()).map(|bind| match bind {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => format!("[{address}]"),
    });
    args.allow_host.iter().cloned().chain(own).collect()
}

/// The socket addresses to try: the given port only, or the default port and then any free one.
fn addresses(args: &Args) -> Vec<SocketAddr> {
    let address = |port| SocketAddr::new(args.bind, port);
    match args.port {
        Some(port) => vec![address(port)],
        None => vec![address(PORT), address(0)],
    }
}

/// The URL of the server, for a browser on this machine.
fn url(address: SocketAddr) -> String {
    let local = SocketAddr::new(Ipv4Addr::LOCALHOST.into(), address.port());
    format!("http://{}", if address.ip().is_unspecified() { local } else { address })
}

/// Opens the URL in a browser; a failure is only reported.
fn open(url: &str) {
    let opener = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    if let Err(error) = std::process::Command::new(opener).arg(url).spawn() {
        warn(format_args!("{opener} can't be run: {error}; open {url} in a browser"));
    }
}
