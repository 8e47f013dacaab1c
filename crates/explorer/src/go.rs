//! `/go?n=8&q=57`: redirects from the search field to what its text can mean; `/go.json` lists all meanings.

use crate::failure::Failure;
use crate::page::{grouped, joined};
use crate::request::{Format, Url, number};
use crate::response::{Keep, Response, json};
use crate::task::Step;
use nqdb::{BoardSize, Condition, Invalid, OrbitId, Rank, known_counts};
use serde::Serialize;
use std::ops::RangeInclusive;

/// The board sizes on which queens can be placed.
const PLACED: RangeInclusive<u64> = 4..=BoardSize::MAX as u64;

/// What a text can mean: a page.
#[derive(Debug, Serialize, PartialEq, Eq)]
struct Meaning {
    /// The path below the base.
    path: String,
    /// Such as `Solution 57 of 92, N = 8`.
    text: String,
    /// Whether there is such a rank or orbit.
    #[serde(skip)]
    exists: bool,
}

pub(crate) fn go(url: Url) -> Result<Step, Failure> {
    let n = url.query().required("n")?;
    let q = url.query().text("q")?.unwrap_or_default();
    let n = number(&n).and_then(|n| BoardSize::new(n).ok());
    let n = n.ok_or_else(|| Failure::invalid("expected a board size, such as n=8"))?;
    let meanings = meanings(n, q.trim(), &url.request.base);
    match (url.format, meanings.first()) {
        (Format::Json, _) => {
            let existing: Vec<&Meaning> = meanings.iter().filter(|one| one.exists).collect();
            let body = json(&existing)?;
            Ok(Step::Ready(Response::new(Format::Json.mime(), Keep::Fact, body)))
        }
        (Format::Html, Some(first)) => {
            Ok(Step::Ready(Response::redirect(&url, 302, &first.path, Keep::No)))
        }
        (Format::Html, None) => Err(match numbered(n, q.trim()) {
            Ok(_) | Err(Invalid::Unreadable { .. }) => Failure::invalid(format!(
                "expected a rank such as 57, an orbit such as orbit 3, queens such as 15863724, conditions such \
                 as 3=5 or c5, or a URL; got {q:?}"
            )),
            Err(error) => error.on_board(n).into(),
        }),
        _ => Err(Failure::no_such_page()),
    }
}

/// The meanings of a text on the page of a board, the most likely one first.
fn meanings(n: BoardSize, text: &str, base: &str) -> Vec<Meaning> {
    let meaning = |path: String, text: String| Meaning { path, text, exists: true };
    if text.is_empty() {
        return vec![meaning(format!("/{n}"), format!("Place {n} queens"))];
    }
    if let Some(path) = path_in(text, base) {
        let text = format!("The page {path}");
        return vec![meaning(path, text)];
    }
    match numbered(n, text) {
        _ if number(text).is_some() => of_number(n, text),
        Ok(one) => vec![one],
        _ if text.contains(['=', '≠', '!']) => conditions(n, text).into_iter().collect(),
        _ => board(n, text).into_iter().collect(),
    }
}

/// The meaning of a number, or of one after a word such as `orbit`.
fn numbered(n: BoardSize, text: &str) -> Result<Meaning, Invalid> {
    let (word, rest) = text.split_once(' ').unwrap_or_default();
    let rank = match &*word.to_ascii_lowercase() {
        "orbit" => return Ok(orbit(n, rest.parse::<OrbitId>()?.get())),
        "rank" | "solution" => rest,
        _ => text.strip_prefix('#').unwrap_or(text),
    };
    Ok(ranked(n, rank.parse::<Rank>()?.get()))
}

/// The path in a pasted URL, or in `8/57`.
fn path_in(text: &str, base: &str) -> Option<String> {
    let after_host =
        text.split_once("://").map(|(_, rest)| rest.find('/').map_or("/", |at| &rest[at..]));
    let is_short = text.split_once('/').is_some_and(|(n, _)| number(n).is_some() && !n.is_empty());
    let path = match after_host {
        Some(path) => path.strip_prefix(base).unwrap_or(path).to_owned(),
        None if is_short => format!("/{text}"),
        None if text.starts_with('/') => text.strip_prefix(base).unwrap_or(text).to_owned(),
        None => return None,
    };
    // Anything else, such as `//host`, could lead to another host.
    let rest = path.strip_prefix('/')?;
    let begins = rest.is_empty() || rest.starts_with(|first: char| first.is_ascii_alphanumeric());
    let is_written = |byte: u8| byte.is_ascii_graphic() && !br#""<>\^`{|}"#.contains(&byte);
    (begins && path.bytes().all(is_written)).then_some(path)
}

fn ranked(n: BoardSize, rank: u64) -> Meaning {
    let of = known_counts(n).map(|known| format!(" of {}", grouped(known.solutions)));
    let text = format!("Solution {}{}, N = {n}", grouped(rank), of.unwrap_or_default());
    let exists = known_counts(n).is_none_or(|known| rank <= known.solutions) && rank > 0;
    Meaning { path: format!("/{n}/{rank}"), text, exists }
}

fn orbit(n: BoardSize, id: u64) -> Meaning {
    let exists = known_counts(n).is_none_or(|known| id <= known.orbits()) && id > 0;
    let text = format!("Orbit {}, N = {n}", grouped(id));
    Meaning { path: format!("/{n}/orbit/{id}"), text, exists }
}

fn queens(rows: impl IntoIterator<Item = u64>) -> Meaning {
    let rows: Vec<u64> = rows.into_iter().collect();
    Meaning {
        path: format!("/{}/of/{}", rows.len(), joined(&rows, ",")),
        text: format!("The board {}", joined(&rows, " ")),
        exists: true,
    }
}

/// The meanings of a number: a rank, digits that are queens, an orbit, a board size.
fn of_number(n: BoardSize, digits: &str) -> Vec<Meaning> {
    let mut found = Vec::new();
    let value = number(digits).unwrap_or_default();
    let known = known_counts(n);
    let rows: Vec<u64> = digits.bytes().map(|digit| u64::from(digit - b'0')).collect();
    let mut sorted = rows.clone();
    sorted.sort_unstable();
    let is_board = rows.len() > 3 && sorted.iter().copied().eq(1..=rows.len() as u64);
    let is_rank = known.is_none_or(|known| (1..=known.solutions).contains(&value));
    if is_rank || !is_board {
        found.push(ranked(n, value));
    }
    if is_board {
        found.push(queens(rows));
    }
    if known.is_some_and(|known| (1..=known.orbits()).contains(&value)) {
        found.push(orbit(n, value));
    }
    if PLACED.contains(&value) {
        found.push(Meaning {
            path: format!("/{value}"),
            text: format!("Place queens on {value} × {value}"),
            exists: true,
        });
    }
    found
}

/// Conditions such as `3=5 7!=4` or `c5`, also with spaces around the sign; `None` if one is not on the board.
fn conditions(n: BoardSize, text: &str) -> Option<Meaning> {
    let text = text.replace('≠', "!=");
    let parts: Vec<&str> = text.split('=').map(str::trim).collect();
    let text = parts.join("=").replace(" !", "!");
    let conditions = Condition::parse_all([text]).ok()?;
    conditions.iter().try_for_each(|condition| condition.check(n.get())).ok()?;
    let words = joined(&conditions, ",");
    let text = format!("Solutions with {words}, N = {n}");
    Some(Meaning { path: format!("/{n}/find/{words}"), text, exists: true })
}

/// A board as a list of rows or of chess squares, or some chess squares.
fn board(n: BoardSize, text: &str) -> Option<Meaning> {
    let chess = conditions(n, text);
    // One to three chess squares are given queens of a larger board.
    let is_whole = |size: usize| chess.is_none() || PLACED.contains(&(size as u64));
    match nqdb::parse_queens(text) {
        Ok(permutation) if is_whole(permutation.n().get()) => {
            return Some(queens(permutation.queens().map(u64::from)));
        }
        _ if chess.is_some() => return chess,
        _ => {}
    }
    // Queens in the same row, which a page draws.
    let words = text.split([',', ' ']).filter(|word| !word.is_empty());
    let rows = words.map(number).collect::<Option<Vec<u64>>>()?;
    let size = rows.len() as u64;
    let is_inside = rows.iter().all(|row| (1..=size).contains(row));
    (is_inside && PLACED.contains(&size)).then(|| queens(rows))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Any text leads to a path of this host, or nowhere.
        #[test]
        fn every_text_stays_on_this_host(
            n in 1u64..=64,
            text in "(http://x|/a|//|8/|#|orbit )?([a-zA-Z]{0,40}[0-9]{0,30}|[0-9=!≠, cr+-]{0,40}|\\PC{0,40})",
        ) {
            for meaning in meanings(BoardSize::new(n).unwrap(), text.trim(), "/a") {
                let rest = meaning.path.strip_prefix('/').unwrap();
                prop_assert!(rest.is_empty() || rest.as_bytes()[0].is_ascii_alphanumeric());
                prop_assert!(meaning.path.bytes().all(|byte| byte.is_ascii_graphic()), "{:?}", meaning.path);
            }
        }
    }

    #[test]
    fn texts_mean_what_people_mean() {
        for (n, text, expected) in [
            (8, "57", &["/8/57", "/57"][..]),
            (8, "12", &["/8/12", "/8/orbit/12", "/12"]),
            (8, "15863724", &["/8/of/1,5,8,6,3,7,2,4"]),
            (20, "15863724", &["/20/15863724", "/8/of/1,5,8,6,3,7,2,4", "/20/orbit/15863724"]),
            (8, "2413", &["/4/of/2,4,1,3"]),
            (8, "93", &["/8/93"]),
            (8, "#12", &["/8/12"]),
            (8, "rank 57", &["/8/57"]),
            (8, "orbit 5", &["/8/orbit/5"]),
            (20, "17,000,000,000", &["/20/17000000000"]),
            (20, "rank 17 000 000", &["/20/17000000"]),
            (20, "orbit 17_000_000", &["/20/orbit/17000000"]),
            (20, "#1,234", &["/20/1234"]),
            (20, "17,00", &[]),
            (20, "-5", &[]),
            (8, "10/724", &["/10/724"]),
            (8, "8/find/3=5", &["/8/find/3=5"]),
            (8, "http://localhost:8321/8/57.json", &["/8/57.json"]),
            (8, "https://example.org/a/8/57", &["/8/57"]),
            (8, "/daily", &["/daily"]),
            (8, "c5", &["/8/find/3=5"]),
            (8, "!c5 3!=6, c+r!=8", &["/8/find/3!=5,3!=6,c+r!=8"]),
            (8, "a1 b5 c8", &["/8/find/1=1,2=5,3=8"]),
            (8, "B4 A2 C1 D3", &["/4/of/2,4,1,3"]),
            (8, "3 = 5, 7 != 4", &["/8/find/3=5,7!=4"]),
            (8, "3=5 7≠4", &["/8/find/3=5,7!=4"]),
            (8, "1 5 8 6 3 7 2 4", &["/8/of/1,5,8,6,3,7,2,4"]),
            (8, "1 1 1 1", &["/4/of/1,1,1,1"]),
            (8, "", &["/8"]),
            (8, "hello", &[]),
            (8, "//example.org/", &[]),
            (8, "x://y//example.org", &[]),
            (8, "http://x/8/57\r\nSet-Cookie: a=b", &[]),
            (8, "\"><img src=x>", &[]),
            (8, "c9", &[]),
            (8, "http://x/a", &[]),
            (8, "http://x/aé", &[]),
            (8, "abcdefghijklmnopqrstuvwxyz1", &[]),
            (8, "3=99", &[]),
        ] {
            let n = BoardSize::new(n).unwrap();
            let found: Vec<String> =
                meanings(n, text, "/a").into_iter().map(|meaning| meaning.path).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
