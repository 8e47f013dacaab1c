//! Answers requests without a server or a database file: every board is searched.
//!
//! `cargo run -p nqdb-explorer --example answers -- /8/57.txt /8/orbit/5` prints the responses. The program runs in
//! WebAssembly too (contrib/release/wasm.sh).

use nqdb::{BoardSize, Database, watch::NoWatch};
use nqdb_explorer::{Boards, Failure, Request, Response, Step, TaggedBoard, ask};
use std::io::{self, Write};
use std::sync::Arc;

/// The requests if the command line has none.
const PATHS: &str = "/8/57.txt /8/57.json?only=queens /8/57.svg /8/orbit/5 /8/orbit/5.json /8/list?start=91 \
    /9/tree/1.json /10/list.csv?limit=3 /8/puzzles?seed=7&limit=1 /8/of/1,5,8,6,3,7,2,4 /about /go?n=8&q=3%3D5 \
    /8/count/3=5.svg /8/93 /40/1.txt /openapi.json /nothing";

struct Searched(Database);

impl Boards for Searched {
    fn board(&self, n: BoardSize) -> Result<TaggedBoard, Failure> {
        Ok(TaggedBoard::new(self.0.board(n)?))
    }
}

fn main() -> io::Result<()> {
    let boards = Searched(Database::without_file());
    let asked: Vec<String> = std::env::args().skip(1).collect();
    let asked =
        if asked.is_empty() { PATHS.split_whitespace().map(String::from).collect() } else { asked };
    asked.iter().try_for_each(|path| print(path, &answer(&boards, path)))
}

/// The response to GET of a path.
fn answer(boards: &Searched, path: &str) -> Response {
    match ask(Request::new(path)) {
        Step::Ready(response) => response,
        Step::Work(task) => task.run(boards, Arc::new(NoWatch), &mut |_| {}),
        Step::Stream(head, task) => {
            let mut lines = Vec::new();
            let last = task.run(boards, Arc::new(NoWatch), &mut |line| lines.extend(line));
            lines.extend_from_slice(&last.body);
            Response { body: lines.into(), ..head }
        }
    }
}

fn print(path: &str, response: &Response) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "GET {path}\n{}", response.status)?;
    for (name, value) in &response.headers {
        writeln!(out, "{name}: {value}")?;
    }
    writeln!(out)?;
    out.write_all(&response.body)?;
    writeln!(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_step_is_answered() {
        let boards = Searched(Database::without_file());
        for (path, status, end) in [
            ("/8/57.txt", 200, "5 7 1 3 8 6 4 2\n"),
            ("/8/count/3=5,7!=4.ndjson", 200, "}\n"),
            ("/go?n=8&q=57", 302, "/8/57\n"),
            ("/8/93.json", 404, "}\n"),
        ] {
            let response = answer(&boards, path);
            let body = String::from_utf8_lossy(&response.body);
            assert_eq!(response.status, status, "{path}: {body}");
            assert!(body.ends_with(end), "{path}: {body}");
        }
    }
}
