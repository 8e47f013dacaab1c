//! `/go?n=8&q=57`: redirects from the search field to what its text can mean; `/go.json` lists all meanings. A text
//! without a meaning gets a page that says why, with the text still in the field.

use crate::failure::Failure;
use crate::page::{Frame, View, grouped, joined, sentence};
use crate::puzzles::{dated, puzzle_size};
use crate::request::{Format, Url, has_first, number};
use crate::response::{Keep, Response, json};
use crate::task::Step;
use maud::html;
use nqdb::notation::ConditionList;
use nqdb::{BoardSize, Condition, Invalid, OrbitId, Rank, known_counts};
use serde::Serialize;
use std::ops::RangeInclusive;

/// The board sizes on which queens can be placed.
const PLACED: RangeInclusive<u64> = 4..=BoardSize::MAX as u64;

/// Texts that the page about another text offers.
const EXAMPLES: [&str; 3] = ["57", "15863724", "today"];

/// What a text can mean: a page.
#[derive(Debug, Serialize, PartialEq, Eq)]
struct Meaning {
    /// The path below the base.
    path: String,
    /// Such as `Solution 57 of 92, N = 8`.
    text: String,
}

/// Why a text means no page.
#[derive(Debug, Serialize)]
struct Problem {
    /// What it is taken for, if that is clear.
    #[serde(skip)]
    taken: Option<&'static str>,
    #[serde(flatten)]
    failure: Failure,
}

/// `/go.json`: the meanings of a text, the most likely one first, or why it has none.
#[derive(Serialize)]
struct Found {
    meanings: Vec<Meaning>,
    problem: Option<String>,
}

impl Problem {
    fn of(taken: &'static str, failure: impl Into<Failure>) -> Self {
        Problem { taken: Some(taken), failure: failure.into() }
    }

    fn message(&self) -> String {
        let message = &self.failure.message;
        self.taken.map_or(message.clone(), |taken| format!("taken for {taken}: {message}"))
    }
}

pub(crate) fn go(url: Url) -> Result<Step, Failure> {
    let n = url.query().required("n")?;
    let q = match url.query().text("orbit")? {
        Some(id) => format!("orbit {id}"),
        None => url.query().text("q")?.unwrap_or_default(),
    };
    let n = number(&n).and_then(|n| BoardSize::new(n).ok());
    let n = n.ok_or_else(|| Failure::invalid("expected a board size, such as n=8"))?;
    let meanings = meanings(n, &plain(&q), &url.request.base);
    Ok(Step::Ready(match (url.format, meanings) {
        (Format::Json, meanings) => {
            let found = match meanings {
                Ok(meanings) => Found { meanings, problem: None },
                Err(problem) => Found { meanings: Vec::new(), problem: Some(problem.message()) },
            };
            Response::new(Format::Json.mime(), Keep::Minute, json(&found)?)
        }
        (Format::Html, Ok(meanings)) => Response::redirect(&url, 302, &meanings[0].path, Keep::No),
        (Format::Html, Err(problem)) => problem_page(&url, n, q, &problem),
        _ => return Err(Failure::no_such_page()),
    }))
}

/// The page about a text without a meaning.
fn problem_page(url: &Url, n: BoardSize, text: String, problem: &Problem) -> Response {
    let title = if problem.taken.is_some() { "Not found" } else { "Not understood" };
    let frame = Frame { search: text, ..url.frame(Some(n), title, &[]) };
    let base = &frame.base;
    let examples = EXAMPLES.iter().filter_map(|text| {
        let found =
            [n, BoardSize::new(8).ok()?].into_iter().find_map(|n| meanings(n, text, base).ok());
        Some((text, found?.swap_remove(0)))
    });
    let body = html! {
        main #main .one.failure {
            h1 { (title) }
            p.lead { (sentence(&problem.message())) "." }
            p { "For example:" }
            ul.examples {
                @for (text, Meaning { path, text: words }) in examples {
                    li { a href={ (base) (path) } { (text) } ", " (words) }
                }
            }
            p.tools { a.button href={ (base) "/about" } { "All URLs" } }
        }
    };
    let page = frame.around(View::Other, body);
    Response { status: problem.failure.status, ..Response::page(&frame, Keep::No, page) }
}

/// A text with plain digits, signs and spaces.
fn plain(text: &str) -> String {
    let plain = text.trim().chars().map(|c| match c {
        '\u{ff10}'..='\u{ff19}' => char::from_digit(c as u32 - 0xff10, 10).unwrap_or(c),
        '−' | '–' | '—' | '‐' | '‑' => '-',
        '×' => 'x',
        c if c.is_whitespace() => ' ',
        c => c,
    });
    plain.collect()
}

/// The meanings of a plain text on the page of a board, the most likely one first: at least one.
fn meanings(n: BoardSize, text: &str, base: &str) -> Result<Vec<Meaning>, Problem> {
    let lower = text.to_lowercase();
    if text.is_empty() {
        return Ok(vec![board_of(n)]);
    }
    if let Some(path) = path_in(text, base).filter(|_| !is_fen(text)) {
        let text = format!("The page {path}");
        return Ok(vec![Meaning { path, text }]);
    }
    if let Some(one) = named(n, &lower).or_else(|| of_queens_in_a_row(&lower)) {
        return Ok(vec![one]);
    }
    if let Some(one) = sized(&lower).or_else(|| on_day(&lower)).or_else(|| of_all(n, &lower)) {
        return one.map(|one| vec![one]);
    }
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        return of_number(n, text);
    }
    let one = match numbered(n, &lower) {
        Some(Ok(one)) => Ok(one),
        Some(Err(problem)) if problem.taken.is_some() => Err(problem),
        _ if text.contains(['=', '≠', '!']) => conditions(n, text),
        problem => match board(n, text) {
            Some(one) => one,
            None => Err(problem.and_then(Result::err).unwrap_or_else(|| not_understood(text))),
        },
    };
    one.map(|one| vec![one])
}

fn not_understood(text: &str) -> Problem {
    let message = format!(
        "expected a rank such as 57, an orbit such as orbit 3, queens such as 15863724, conditions such as 3=5 or c5, a \
         size such as 12x12, a date, a word such as random or today, or a URL; got {text:?}"
    );
    Problem { taken: None, failure: Failure::invalid(message) }
}

fn board_of(n: BoardSize) -> Meaning {
    Meaning { path: format!("/{n}"), text: format!("Place queens on {n} × {n}") }
}

/// A word for a page.
fn named(n: BoardSize, word: &str) -> Option<Meaning> {
    let meaning = |path: String, text: String| Some(Meaning { path, text });
    match word.trim_end_matches(" solution").trim_start_matches("the ") {
        "random" | "a random" | "any" => {
            meaning(format!("/{n}/random"), format!("A random solution, N = {n}"))
        }
        "first" if has_first(n.get()) => {
            meaning(format!("/{n}/1"), format!("The first solution, N = {n}"))
        }
        "last" => {
            let last = known_counts(n).map(|known| known.solutions).filter(|last| *last > 0)?;
            meaning(format!("/{n}/{last}"), format!("The last solution, N = {n}"))
        }
        "solutions" | "list" => meaning(format!("/{n}/list"), format!("All solutions, N = {n}")),
        "orbits" => meaning(format!("/{n}/orbits"), format!("All orbits, N = {n}")),
        "today" | "daily" | "daily puzzle" | "today's puzzle" | "today’s puzzle"
        | "puzzle of the day" => meaning("/daily".to_owned(), "Today’s puzzle".to_owned()),
        "puzzle" | "puzzles" => {
            let n = puzzle_size(n.get());
            meaning(format!("/{n}/puzzles"), format!("Puzzles, N = {n}"))
        }
        "place" | "place queens" | "queens" => Some(board_of(n)),
        "help" | "?" | "about" => meaning("/about".to_owned(), "About nqdb, all URLs".to_owned()),
        "home" => meaning("/".to_owned(), "Home page".to_owned()),
        _ => None,
    }
}

/// A board size, such as `8 queens`, `N = 12`, `8x8`.
fn sized(text: &str) -> Option<Result<Meaning, Problem>> {
    let word: String = text.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
    let (columns, rows) =
        word.split_once('x').or_else(|| word.split_once("by")).unwrap_or_default();
    let named =
        ["n=", "n", "size", "board", "queens"].iter().find_map(|name| word.strip_prefix(name));
    let size = named
        .or_else(|| word.strip_suffix("queensproblem"))
        .or_else(|| word.strip_suffix("queens"))
        .or(Some(columns).filter(|columns| !columns.is_empty() && number(rows).is_some()))?;
    let size = Some(size).filter(|size| !size.is_empty()).and_then(number)?;
    let problem = |message: String| {
        Err(Problem::of("a board size", Failure::new(404, "no_such_board", message)))
    };
    if !rows.is_empty() && number(rows) != Some(size) {
        return Some(problem(format!("boards are square, got {columns} × {rows}")));
    }
    Some(match BoardSize::new(size) {
        Ok(n) => {
            Ok(Meaning { path: format!("/{n}/about"), text: format!("The {n}-queens problem") })
        }
        Err(error) => problem(error.to_string()),
    })
}

/// A date or a month, such as `2026-11-23` or `November 2026`.
fn on_day(text: &str) -> Option<Result<Meaning, Problem>> {
    Some(match dated(text)? {
        Ok((path, text)) => Ok(Meaning { path, text }),
        Err(failure) => Err(Problem::of("a date", failure)),
    })
}

/// `57 of 92`, also with `orbit` before it: on the board with this number of them.
fn of_all(n: BoardSize, text: &str) -> Option<Result<Meaning, Problem>> {
    let (one, all) = text.split_once(" of ")?;
    let all = all.parse::<Rank>().ok()?.get();
    let is_orbit = one.starts_with("orbit");
    let count = |n: &BoardSize| {
        known_counts(*n).map(|known| if is_orbit { known.orbits() } else { known.solutions })
    };
    let sizes = (1..=BoardSize::MAX.into()).filter_map(|n| BoardSize::new(n).ok());
    let found = [n].into_iter().chain(sizes).find(|n| count(n) == Some(all));
    let what = if is_orbit { "orbits" } else { "solutions" };
    let none = || {
        let message = format!("no board has {} {what}", grouped(all));
        Problem::of("one of all", Failure::new(404, "no_such_board", message))
    };
    match found {
        Some(n) => numbered(n, one),
        None => Some(Err(none())),
    }
}

/// One number, or one after a word such as `orbit`; `None` for other texts. Without a word the problem has no kind.
fn numbered(n: BoardSize, text: &str) -> Option<Result<Meaning, Problem>> {
    let (word, rest) = text.split_once(' ').unwrap_or_default();
    let wrong = |taken: &'static str| move |error: Invalid| Problem::of(taken, error.on_board(n));
    let rank = |text: &str| {
        text.parse::<Rank>().map_err(wrong("a rank")).and_then(|rank| ranked(n, rank.get()))
    };
    Some(match (word, text.strip_prefix('#')) {
        ("orbit", _) => {
            let id = rest.parse::<OrbitId>().map_err(wrong("an orbit id"));
            id.and_then(|id| orbit(n, id.get()))
        }
        ("rank" | "solution", _) => rank(rest),
        (_, Some(text)) => rank(text),
        _ => match text.parse::<Rank>() {
            Ok(_) | Err(Invalid::Rank { .. }) => rank(text),
            Err(error @ (Invalid::Groups { .. } | Invalid::Unreadable { .. })) => {
                let is_number = text.chars().all(|c| !c.is_alphabetic())
                    && text.contains(|c: char| c.is_ascii_digit());
                return is_number.then(|| Err(Problem { taken: None, failure: error.into() }));
            }
            Err(_) => return None,
        },
    })
}

/// Whether a text is a board in Forsyth–Edwards notation, not a path.
fn is_fen(text: &str) -> bool {
    text.matches('/').count() > 2 && ConditionList::parse(text).is_ok()
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

fn ranked(n: BoardSize, rank: u64) -> Result<Meaning, Problem> {
    let known = known_counts(n).map(|known| known.solutions);
    if rank == 0 || known.is_some_and(|last| rank > last) {
        let error = Invalid::Rank { got: rank.to_string() };
        return Err(Problem::of("a rank", error.on_board(n)));
    }
    let of = known.map(|last| format!(" of {}", grouped(last))).unwrap_or_default();
    let text = format!("Solution {}{of}, N = {n}", grouped(rank));
    Ok(Meaning { path: format!("/{n}/{rank}"), text })
}

fn orbit(n: BoardSize, id: u64) -> Result<Meaning, Problem> {
    if id == 0 || known_counts(n).is_some_and(|known| id > known.orbits()) {
        let error = Invalid::OrbitId { got: id.to_string() };
        return Err(Problem::of("an orbit id", error.on_board(n)));
    }
    let text = format!("Orbit {}, N = {n}", grouped(id));
    Ok(Meaning { path: format!("/{n}/orbit/{id}"), text })
}

/// A board with a queen in each of these rows, some of which may be equal.
fn queens(rows: &[u64]) -> Meaning {
    let twice = rows.iter().enumerate().find(|(column, row)| rows[..*column].contains(row));
    let twice = twice.map(|(_, row)| format!(", with row {row} twice")).unwrap_or_default();
    Meaning {
        path: format!("/{}/of/{}", rows.len(), joined(rows, ",")),
        text: format!("The board {}{twice}", joined(rows, " ")),
    }
}

/// Whether these rows are inside a board with as many columns.
fn are_inside(rows: &[u64]) -> bool {
    let size = rows.len() as u64;
    PLACED.contains(&size) && rows.iter().all(|row| (1..=size).contains(row))
}

/// Rows with dashes between them.
fn of_queens_in_a_row(text: &str) -> Option<Meaning> {
    let rows = text.split('-').map(number).collect::<Option<Vec<u64>>>()?;
    are_inside(&rows).then(|| queens(&rows))
}

/// The meanings of a number: a rank, digits that are queens, an orbit, a board size. Digits with a row twice are queens
/// if the number is not a rank.
fn of_number(n: BoardSize, digits: &str) -> Result<Vec<Meaning>, Problem> {
    let rank = match number(digits) {
        Some(rank) => ranked(n, rank),
        None => Err(Problem::of("a rank", Invalid::Rank { got: digits.to_owned() }.on_board(n))),
    };
    let value = number(digits).unwrap_or_default();
    let rows: Vec<u64> = digits.bytes().map(|digit| u64::from(digit - b'0')).collect();
    let are_rows = are_inside(&rows) && rows.len() < 10;
    let is_board = are_rows && (1..=rows.len() as u64).all(|row| rows.contains(&row));
    let is_mistake = are_rows && rank.is_err() && rows.len() == n.get();
    let is_known = known_counts(n).is_some();
    let others = [
        (is_board || is_mistake).then(|| queens(&rows)),
        orbit(n, value).ok().filter(|_| is_known),
        BoardSize::new(value).ok().filter(|_| PLACED.contains(&value)).map(board_of),
    ];
    let others: Vec<Meaning> = others.into_iter().flatten().collect();
    match rank {
        Ok(rank) => Ok([rank].into_iter().chain(others).collect()),
        Err(problem) if others.is_empty() => Err(problem),
        Err(_) => Ok(others),
    }
}

/// Conditions such as `3=5 7!=4` or `c5`, also with spaces around the sign.
fn conditions(n: BoardSize, text: &str) -> Result<Meaning, Problem> {
    let text = text.replace('≠', "!=");
    let parts: Vec<&str> = text.split('=').map(str::trim).collect();
    let text = parts.join("=").replace(" !", "!");
    let problem = |error| Problem::of("conditions", error);
    let conditions = Condition::parse_all([text]).map_err(problem)?;
    conditions.iter().try_for_each(|condition| condition.check(n.get())).map_err(problem)?;
    let words = joined(&conditions, ",");
    let text = format!("Solutions with {words}, N = {n}");
    Ok(Meaning { path: format!("/{n}/find/{words}"), text })
}

/// A board in any notation, a part of one, or some chess squares; `None` for other texts.
fn board(n: BoardSize, text: &str) -> Option<Result<Meaning, Problem>> {
    let words: Vec<&str> = text.split([',', ' ']).filter(|word| !word.is_empty()).collect();
    let chess = Condition::parse_all([text]);
    // One to three chess squares are some squares of a larger board.
    let is_whole = |size: usize| chess.is_err() || PLACED.contains(&(size as u64));
    let whole = nqdb::parse_queens(text);
    match &whole {
        Ok(permutation) if is_whole(permutation.n().get()) => {
            let rows: Vec<u64> = permutation.queens().map(u64::from).collect();
            let fen = if is_fen(text) { ", row 1 at the top" } else { "" };
            let meaning = queens(&rows);
            return Some(Ok(Meaning { text: meaning.text + fen, ..meaning }));
        }
        _ => {}
    }
    if chess.is_ok() {
        return Some(conditions(n, text));
    }
    // Queens in the same row, which a page draws.
    let rows = words.iter().map(|word| number(word)).collect::<Option<Vec<u64>>>();
    if let Some(rows) = rows.as_deref().filter(|rows| are_inside(rows)) {
        return Some(Ok(queens(rows)));
    }
    if let Ok(ConditionList { n: Some(size), conditions: list }) = ConditionList::parse(text)
        && let Ok(n) = BoardSize::new(size as u64)
        && PLACED.contains(&n.into())
    {
        let list = joined(&list, ",");
        return Some(if list.is_empty() { Ok(board_of(n)) } else { conditions(n, &list) });
    }
    let is_list = rows.is_some_and(|rows| rows.len() > 3) || text.contains(['[', '(']);
    Some(Err(Problem::of("queens", whole.err().filter(|_| is_list)?)))
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
            for meaning in meanings(BoardSize::new(n).unwrap(), &plain(&text), "/a").unwrap_or_default() {
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
            (8, "15863721", &["/8/of/1,5,8,6,3,7,2,1"]),
            (20, "15863721", &["/20/15863721", "/20/orbit/15863721"]),
            (8, "2413", &["/4/of/2,4,1,3"]),
            (8, "#12", &["/8/12"]),
            (8, "rank 57", &["/8/57"]),
            (8, "Rank 57", &["/8/57"]),
            (8, "orbit 5", &["/8/orbit/5"]),
            (20, "17,000,000,000", &["/20/17000000000"]),
            (20, "17.000.000.000", &["/20/17000000000"]),
            (20, "17'000'000'000", &["/20/17000000000"]),
            (20, "17_000_000_000", &["/20/17000000000"]),
            (20, "17 000 000 000", &["/20/17000000000"]),
            (20, "17\u{202f}000\u{202f}000", &["/20/17000000"]),
            (20, "rank 17 000 000", &["/20/17000000"]),
            (20, "orbit 17_000_000", &["/20/orbit/17000000"]),
            (20, "#1,234", &["/20/1234"]),
            (8, "５７", &["/8/57", "/57"]),
            (12, "57 of 92", &["/8/57"]),
            (8, "57 of 352", &["/9/57"]),
            (8, "orbit 3 of 12", &["/8/orbit/3"]),
            (8, "solution 7 of 39,029,188,884", &["/20/7"]),
            (8, "8 queens", &["/8/about"]),
            (8, "12 queens", &["/12/about"]),
            (8, "12-queens problem", &["/12/about"]),
            (8, "N = 12", &["/12/about"]),
            (8, "n=12", &["/12/about"]),
            (8, "n 12", &["/12/about"]),
            (8, "8x8", &["/8/about"]),
            (8, "10 × 10", &["/10/about"]),
            (8, "random", &["/8/random"]),
            (8, "today", &["/daily"]),
            (8, "Daily puzzle", &["/daily"]),
            (64, "puzzle", &["/8/puzzles"]),
            (10, "puzzles", &["/10/puzzles"]),
            (8, "help", &["/about"]),
            (8, "first", &["/8/1"]),
            (8, "last solution", &["/8/92"]),
            (8, "2026-01-05", &["/daily/2026-01-05"]),
            (8, "5 January 2026", &["/daily/2026-01-05"]),
            (8, "jan 5, 2026", &["/daily/2026-01-05"]),
            (8, "5.1.2026", &["/daily/2026-01-05"]),
            (8, "2026-01", &["/daily/2026-01"]),
            (8, "January 2026", &["/daily/2026-01"]),
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
            (12, "5-7-1-3-8-6-4-2", &["/8/of/5,7,1,3,8,6,4,2"]),
            (8, "1Q2/3Q/Q3/2Q1", &["/4/of/2,4,1,3"]),
            (8, "8/8/8/2Q5/8/8/8/8", &["/8/find/3=5"]),
            (8, "0 0 5 0 0 0 0 0", &["/8/find/3=5"]),
            (8, "[2, 4, 1, 3]", &["/4/of/2,4,1,3"]),
            (8, "1 1 1 1", &["/4/of/1,1,1,1"]),
            (8, "", &["/8"]),
        ] {
            let n = BoardSize::new(n).unwrap();
            let found = meanings(n, &plain(text), "/a")
                .unwrap_or_else(|problem| panic!("{text}: {problem:?}"));
            let found: Vec<String> = found.into_iter().map(|meaning| meaning.path).collect();
            assert_eq!(found, expected, "{text}");
        }
        let [_, _, twice] = ["57", "15863724", "15863721"].map(|text| {
            meanings(BoardSize::new(8).unwrap(), text, "").unwrap().swap_remove(0).text
        });
        assert_eq!(twice, "The board 1 5 8 6 3 7 2 1, with row 1 twice");
    }

    /// A text without a meaning is refused with what it was taken for.
    #[test]
    fn texts_without_a_meaning_are_refused_with_the_reason() {
        for (n, text, status, message) in [
            (
                8,
                "93",
                404,
                "taken for a rank: N = 8 has 92 solutions, so ranks go from 1 to 92; got 93",
            ),
            (
                8,
                "0",
                404,
                "taken for a rank: N = 8 has 92 solutions, so ranks go from 1 to 92; got 0",
            ),
            (
                8,
                "rank abc",
                400,
                "taken for a rank: expected a rank in digits, such as 1000, got \"abc\"",
            ),
            (8, "12345678901234567890123456", 404, "taken for a rank: N = 8 has 92 solutions"),
            (8, "orbit 13", 404, "taken for an orbit id: N = 8 has 12 orbits"),
            (8, "a9", 400, "taken for conditions: "),
            (8, "3=99", 400, "taken for conditions: "),
            (8, "57 of 93", 404, "taken for one of all: no board has 93 solutions"),
            (8, "8x9", 404, "taken for a board size: boards are square, got 8 × 9"),
            (8, "65 queens", 404, "taken for a board size: "),
            (
                8,
                "2025-12-31",
                404,
                "taken for a date: daily puzzles go from 1 January 2026 to today",
            ),
            (8, "2026-02-30", 404, "taken for a date: "),
            (20, "17,00", 400, "expected groups of three digits"),
            (20, "17.000", 400, "expected a rank in digits"),
            (8, "1 2 3 9", 400, "taken for queens: not a permutation of 1 … 4: column 4 has row 9"),
            (8, "(1,2),(2,4),(3,1),(4,3)", 400, "taken for queens: "),
            (20, "-5", 404, "taken for a rank: "),
            (8, "hello", 400, "expected a rank such as 57"),
            (8, "//example.org/", 400, "expected a rank such as 57"),
            (8, "x://y//example.org", 400, "expected a rank such as 57"),
            (8, "http://x/8/57\r\nSet-Cookie: a=b", 400, ""),
            (8, "\"><img src=x>", 400, ""),
            (8, "http://x/a", 400, ""),
            (8, "http://x/aé", 400, ""),
            (8, "abcdefghijklmnopqrstuvwxyz1", 400, ""),
        ] {
            let found = meanings(BoardSize::new(n).unwrap(), &plain(text), "/a");
            let problem = found.expect_err(text);
            assert_eq!(problem.failure.status, status, "{text}: {problem:?}");
            assert!(problem.message().starts_with(message), "{text}: {}", problem.message());
        }
    }
}
