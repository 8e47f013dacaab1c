//! `/go?n=8&q=57`: redirects from the search field to what its text can mean; `/go.json` lists all meanings. A text
//! without a meaning gets a page that says why, with the text still in the field.

use crate::failure::Failure;
use crate::page::board::path_of;
use crate::page::{Frame, View, grouped, joined, sentence};
use crate::puzzles::{dated, puzzle_size};
use crate::request::{Format, Url, number, unreadable};
use crate::response::{Keep, Response, json};
use crate::selection::Selected;
use crate::task::Step;
use maud::html;
use nqdb::notation::{ConditionList, Notation, Reading};
use nqdb::{
    BoardSize, Condition, Invalid, OrbitId, Permutation, Rank, Solution, counts::known_counts,
    internal::shortened, notation::parse_queens, search::LAST_BUILT_IN,
};
use serde::Serialize;

/// The smallest board that a text without a size can mean.
const SMALLEST: usize = 4;

/// Words for pages: their paths and texts, where `{n}` is the board size and `{p}` that of puzzles.
const WORDS: [(&[&str], &str, &str); 10] = [
    (&["random", "a random", "any"], "/{n}/random", "A random solution, N = {n}"),
    (&["solutions", "list"], "/{n}/list", "All solutions, N = {n}"),
    (&["orbits"], "/{n}/orbits", "All orbits, N = {n}"),
    (
        &[
            "today", "daily", "daily puzzle", "today's puzzle", "today’s puzzle",
            "puzzle of the day",
        ],
        "/daily",
        "Today’s puzzle",
    ),
    (&["puzzle", "puzzles"], "/{p}/puzzles", "Puzzles, N = {p}"),
    (&["place", "place queens", "queens", ""], "/{n}", "Place queens on {n} × {n}"),
    (&["help", "?", "about"], "/about", "About nqdb, all URLs"),
    (&["home"], "/", "Home page"),
    (&["sizes"], "/sizes", "All board sizes"),
    (&["cite", "citation"], "/cite", "How to cite nqdb"),
];

/// What a text can mean: a page.
#[derive(Serialize)]
struct Meaning {
    /// The path below the base; in JSON with the base.
    path: String,
    /// Such as `Solution 57 of 92, N = 8`.
    text: String,
}

/// `/go.json`: the meanings of a text, the most likely one first; or why it has none, and its meaning on a larger
/// board.
#[derive(Serialize)]
struct Found {
    meanings: Vec<Meaning>,
    problem: Option<String>,
}

/// The code of texts that are not taken for anything.
const NOT_UNDERSTOOD: &str = "not_understood";

/// Why a text that is taken for something means no page.
fn taken_for(what: &str, failure: impl Into<Failure>) -> Failure {
    let mut failure = failure.into();
    failure.message = format!("taken for {what}: {}", failure.message);
    failure
}

pub(crate) fn go(url: Url) -> Result<Step, Failure> {
    let n = url.text("n")?.ok_or_else(|| unreadable("missing parameter `n`"))?;
    let q = match url.text("orbit")? {
        Some(id) => format!("orbit {id}"),
        None => url.text("q")?.unwrap_or_default(),
    };
    let n = number(&n).and_then(|n| BoardSize::new(n).ok());
    let n = n.ok_or_else(|| Failure::invalid("expected a board size, such as n=8"))?;
    let text = plain(&q);
    let meanings = meanings(n, &text, &url.request.base);
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    Ok(Step::Ready(match (url.format, meanings) {
        (Format::Json, meanings) => {
            let problem = meanings.as_ref().err().map(|problem| problem.message.clone());
            let larger = |problem: Failure| on_larger(&text, &problem).into_iter().collect();
            let mut meanings = meanings.unwrap_or_else(larger);
            meanings.iter_mut().for_each(|one| one.path.insert_str(0, &url.request.base));
            let found = Found { meanings, problem };
            Response::new(Format::Json.mime(), Keep::Minute, json(&found)?)
        }
        (Format::Html, Ok(several))
            if several.get(1).is_some_and(|two| !is_number || is_solution(two)) =>
        {
            let lead = "This text can be read in two ways:";
            offers_page(&url, n, q, "Two meanings", lead, several.into_iter().take(2))
        }
        (Format::Html, Ok(meanings)) => Response::redirect(&url, 302, &meanings[0].path, Keep::No),
        (Format::Html, Err(problem)) => problem_page(&url, n, q, &problem),
        _ => return Err(Failure::no_such_page()),
    }))
}

/// Whether a meaning is a solution by its queens. The other meanings of a rank are too unlikely to ask which is meant.
fn is_solution(meaning: &Meaning) -> bool {
    let rows = meaning.path.split_once("/of/").map(|(_, rows)| rows);
    rows.is_some_and(|rows| parse_queens(rows).is_ok_and(|board| Solution::new(board).is_ok()))
}

/// The page about a text without a meaning.
fn problem_page(url: &Url, n: BoardSize, text: String, problem: &Failure) -> Response {
    let title = if problem.code == NOT_UNDERSTOOD { "Not understood" } else { "Not found" };
    let larger = on_larger(&plain(&text), problem).into_iter();
    let page = offers_page(url, n, text, title, &format!("{}.", problem.message), larger);
    Response { status: problem.status, ..page }
}

/// What a rank or an orbit id beyond the last one means on the smallest board that has it, if every board has pages for
/// all its numbers up to there.
fn on_larger(text: &str, problem: &Failure) -> Option<Meaning> {
    let last = if problem.code.ends_with("_beyond_last") { LAST_BUILT_IN } else { 0 };
    BoardSize::up_to(last).find_map(|n| numbered(n, &text.to_lowercase())?.ok())
}

/// A page with a text in the search field and pages to choose from.
fn offers_page(
    url: &Url,
    n: BoardSize,
    search: String,
    title: &str,
    lead: &str,
    offers: impl Iterator<Item = Meaning>,
) -> Response {
    let frame = Frame { search, ..url.frame(Some(n), title, &[]) };
    let base = &frame.base;
    let body = html! {
        main #main .one.failure {
            h1 { (title) }
            p.lead { (sentence(lead)) }
            ul.examples {
                @for Meaning { path, text } in offers { li { a href={ (base) (path) } { (text) } } }
            }
            p.tools { a.button href={ (base) "/about" } { "All URLs" } }
        }
    };
    Response::page(Keep::No, frame.around(View::Other, body))
}

/// A text with plain digits, signs and spaces, and without spaces around signs.
fn plain(text: &str) -> String {
    let plain = text.trim().chars().map(|c| match c {
        '\u{ff10}'..='\u{ff19}' => char::from_digit(c as u32 - 0xff10, 10).unwrap_or(c),
        '−' | '–' | '—' | '‐' | '‑' => '-',
        '×' => 'x',
        c if c.is_whitespace() => ' ',
        c => c,
    });
    let plain = plain.collect::<String>().replace('≠', "!=");
    plain.replace(" !=", "!=").replace(" =", "=").replace("= ", "=")
}

/// The meanings of a plain text on the page of a board, the most likely one first: at least one.
fn meanings(n: BoardSize, text: &str, base: &str) -> Result<Vec<Meaning>, Failure> {
    let lower = text.to_lowercase();
    if let Some(one) = on_day(&lower) {
        return Ok(vec![one?]);
    }
    if let Some(path) = path_in(text, base).filter(|_| !is_fen(text)) {
        return Ok(vec![Meaning { text: format!("The page {path}"), path }]);
    }
    let one = named(n, &lower).or_else(|| of_all(n, &lower)).or_else(|| on_board(&lower));
    if let Some(one) = one.or_else(|| sized(&lower)) {
        return Ok(vec![one?]);
    }
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        return of_number(n, text);
    }
    let boards = boards(n, text);
    if !boards.is_empty() {
        return Ok(boards);
    }
    let one = numbered(n, &lower).or_else(|| with_properties(n, &lower));
    let one = one.or_else(|| written(n, text));
    Ok(vec![one.unwrap_or_else(|| Err(not_understood(text)))?])
}

fn not_understood(text: &str) -> Failure {
    let is_number =
        text.contains(|c: char| c.is_ascii_digit()) && !text.contains(char::is_alphabetic);
    if let Some(error) = text.parse::<Rank>().err().filter(|_| is_number) {
        let Failure { status, message, .. } = error.into();
        return Failure::new(status, NOT_UNDERSTOOD, message);
    }
    let message = format!(
        "expected a rank such as 57, an orbit such as orbit 3, queens such as 15863724, conditions such as 3=5 or c5, a \
         size such as 12x12, a date such as 2026-11-23, a word such as random or today, or a URL; got {:?}",
        shortened(text)
    );
    Failure::new(400, NOT_UNDERSTOOD, message)
}

/// A word for a page.
fn named(n: BoardSize, word: &str) -> Option<Result<Meaning, Failure>> {
    let word = word.trim_end_matches(" solution").trim_start_matches("the ");
    let last = || known_counts(n).map(|known| known.solutions);
    match word {
        "first" => return Some(ordinal(n, "1", false)),
        "last" => return Some(ordinal(n, &last()?.to_string(), false)),
        _ => {}
    }
    let (_, path, text) = WORDS.iter().find(|(words, ..)| words.contains(&word))?;
    let filled = |text: &str| {
        text.replace("{n}", &n.to_string()).replace("{p}", &puzzle_size(n.get()).to_string())
    };
    Some(Ok(Meaning { path: filled(path), text: filled(text) }))
}

/// A board size, such as `8 queens`, `N = 12`, `8x8`.
fn sized(text: &str) -> Option<Result<Meaning, Failure>> {
    let word = text.replace('-', " ");
    let before =
        ["n=", "n", "size", "board", "queens"].iter().find_map(|name| word.strip_prefix(name));
    let after = || ["queens problem", "queens"].iter().find_map(|name| word.strip_suffix(name));
    let (size, rows) = match before.or_else(after) {
        Some(size) => (size, size),
        None => word.split_once('x').or_else(|| word.split_once("by"))?,
    };
    let filled = |text: &str| Some(text.trim()).filter(|text| !text.is_empty()).and_then(number);
    let (size, rows) = (filled(size)?, filled(rows)?);
    let problem = |message| taken_for("a board size", Failure::new(404, "no_such_board", message));
    if rows != size {
        return Some(Err(problem(format!("boards are square, got {size} × {rows}"))));
    }
    let n = BoardSize::new(size).map_err(|error| problem(error.to_string()));
    Some(
        n.map(|n| Meaning { path: format!("/{n}/about"), text: format!("The {n}-queens problem") }),
    )
}

/// A date or a month, such as `2026-11-23`.
fn on_day(text: &str) -> Option<Result<Meaning, Failure>> {
    let found = dated(text)?.map_err(|failure| taken_for("a date", failure));
    Some(found.map(|(path, text)| Meaning { path, text }))
}

/// `57 of 92`, also with `orbit` before it: on the board with this number of them.
fn of_all(n: BoardSize, text: &str) -> Option<Result<Meaning, Failure>> {
    let (one, all) = text.split_once(" of ")?;
    let all = all.parse::<Rank>().ok()?.get();
    let is_orbit = one.starts_with("orbit");
    let has_all = |n: &BoardSize| count(*n, is_orbit) == Some(all);
    if let Some(n) = [n].into_iter().chain(BoardSize::up_to(BoardSize::MAX)).find(has_all) {
        return numbered(n, one);
    }
    let what = if is_orbit { "orbits" } else { "solutions" };
    let message = format!("no board has {} {what}", grouped(all));
    Some(Err(taken_for("one of all", Failure::new(404, "no_such_board", message))))
}

/// A rank or an orbit after a board size: `n=20 17000000000`, the title of a page, the command for a solution.
fn on_board(text: &str) -> Option<Result<Meaning, Failure>> {
    let text = text.trim_end_matches(" - nqdb");
    let after = ["nqdb unrank ", "n="].iter().find_map(|name| text.strip_prefix(name));
    let (size, one) = match after {
        Some(after) => after.split_once([' ', ','])?,
        None => text.split_once(" queens").or_else(|| text.split_once(" queen,"))?,
    };
    let n = BoardSize::new(number(size)?).ok()?;
    let one = one.trim_start_matches([' ', ',']);
    numbered(n, one).filter(|_| !one.is_empty())
}

/// F(N) or Q(N), if it is known.
fn count(n: BoardSize, is_orbit: bool) -> Option<u64> {
    known_counts(n).map(|known| if is_orbit { known.orbits() } else { known.solutions })
}

/// One number, or one after a word such as `orbit`; `None` for other texts.
fn numbered(n: BoardSize, text: &str) -> Option<Result<Meaning, Failure>> {
    let is_rank = || matches!(text.parse::<Rank>(), Ok(_) | Err(Invalid::Rank { .. }));
    match (text.split_once(' '), text.strip_prefix('#')) {
        (Some(("orbit", id)), _) => Some(ordinal(n, id, true)),
        (Some(("rank" | "solution", rank)), _) | (_, Some(rank)) => Some(ordinal(n, rank, false)),
        _ => is_rank().then(|| ordinal(n, text, false)),
    }
}

/// A rank or an orbit id.
fn ordinal(n: BoardSize, text: &str, is_orbit: bool) -> Result<Meaning, Failure> {
    let (taken, noun, path) =
        if is_orbit { ("an orbit id", "Orbit", "orbit/") } else { ("a rank", "Solution", "") };
    let outside =
        |got: String| if is_orbit { Invalid::OrbitId { got } } else { Invalid::Rank { got } };
    let parsed =
        if is_orbit { text.parse().map(OrbitId::get) } else { text.parse().map(Rank::get) };
    let all = count(n, is_orbit);
    let parsed = parsed.and_then(|number| match all {
        Some(all) if number > all => Err(outside(number.to_string())),
        _ => Ok(number),
    });
    let number = parsed.map_err(|error| taken_for(taken, error.on_board(n)))?;
    let of =
        all.map(|all| format!(" of {}", grouped(all))).filter(|_| !is_orbit).unwrap_or_default();
    let text = format!("{noun} {}{of}, N = {n}", grouped(number));
    Ok(Meaning { path: format!("/{n}/{path}{number}"), text })
}

/// Whether a text is a board in Forsyth–Edwards notation, not a path.
fn is_fen(text: &str) -> bool {
    text.matches('/').count() > 2 && ConditionList::parse(text).is_ok()
}

/// The path in a pasted URL, or in `8/57`.
fn path_in(text: &str, base: &str) -> Option<String> {
    // A picture in Markdown leads to its page, and so does the URL of a file.
    let text = text.rsplit_once("](").map_or(text, |(_, url)| url.trim_end_matches(')'));
    let after_host = text
        .split_once("://")
        .map(|(_, rest)| Format::split(rest.find('/').map_or("/", |at| &rest[at..])).0);
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

/// The meanings of a number: a rank, digits that are queens, an orbit, a board size. Digits with a row twice are queens
/// if the number is not a rank.
fn of_number(n: BoardSize, digits: &str) -> Result<Vec<Meaning>, Failure> {
    let rank = ordinal(n, digits, false);
    let queens = written(n, digits).and_then(Result::ok).filter(|queens| {
        let is_mistake = queens.text.contains("twice");
        queens.path.contains("/of/") && (!is_mistake || rank.is_err() && digits.len() == n.get())
    });
    let queens = queens.or_else(|| boards(n, digits).into_iter().next());
    let orbit = ordinal(n, digits, true).ok().filter(|_| known_counts(n).is_some());
    let size = number(digits).and_then(|size| BoardSize::new(size).ok());
    let size =
        size.filter(|size| size.get() >= SMALLEST).and_then(|size| named(size, "place")?.ok());
    let others = [queens, orbit, size].into_iter().flatten();
    match rank {
        Ok(rank) => Ok([rank].into_iter().chain(others).collect()),
        Err(problem) => {
            Some(others.collect::<Vec<_>>()).filter(|others| !others.is_empty()).ok_or(problem)
        }
    }
}

/// A selection with properties, such as `3=5 toroidal`.
fn with_properties(n: BoardSize, text: &str) -> Option<Result<Meaning, Failure>> {
    let selected = Selected::of(n, text).ok().filter(|found| !found.properties.is_empty())?;
    let text = format!("Solutions with {}, N = {n}", selected.text(", "));
    Some(Ok(Meaning { path: selected.path("list"), text }))
}

/// Queens or conditions in any notation; `None` for other texts.
fn written(n: BoardSize, text: &str) -> Option<Result<Meaning, Failure>> {
    let text = arranged(text);
    let has_sign = text.contains(['=', '!']);
    let ConditionList { n: size, conditions } = match ConditionList::parse(&text) {
        Ok(list) => list,
        Err(error) => {
            let is_list = text.contains(['[', '('])
                || text.split([',', ' ']).count() > 3
                    && number(&text.replace([',', ' '], "")).is_some();
            let taken = if has_sign { "conditions" } else { "queens" };
            return (has_sign || is_list).then(|| Err(taken_for(taken, error)));
        }
    };
    // Chess squares are a whole board if there is one in each of its columns.
    let whole = parse_queens(&text).ok().map(|board| board.n().get());
    let is_large = |size: &usize| (SMALLEST..=BoardSize::MAX).contains(size);
    let size = size.or(whole).filter(is_large);
    if size.is_none() && !has_sign && Condition::parse_all([&text]).is_err() {
        return None;
    }
    let n = size.and_then(|size| BoardSize::new(size).ok()).unwrap_or(n);
    if let Some(rows) = size.and_then(|size| rows(&conditions, size)) {
        let twice = (1..).zip(&rows).find(|(column, row)| rows[*column..].contains(row));
        let twice = twice.map(|(_, row)| format!(", with row {row} twice")).unwrap_or_default();
        let fen = if is_fen(&text) { ", the first line is row 1" } else { "" };
        let (path, queens) = (path_of(n.get(), &rows), joined(&rows, " "));
        return Some(Ok(Meaning { path, text: format!("The queens {queens}{twice}{fen}") }));
    }
    let checked = conditions.iter().try_for_each(|condition| condition.check(n.get()));
    let list = joined(&conditions, ",");
    let path = if list.is_empty() { format!("/{n}") } else { format!("/{n}/count/{list}") };
    let what =
        if list.is_empty() { "All solutions".to_owned() } else { format!("Solutions with {list}") };
    let meaning = Meaning { path, text: format!("{what}, N = {n}") };
    Some(checked.map(|()| meaning).map_err(|error| taken_for("conditions", error)))
}

/// A text with blanks in place of dashes or dots between rows, and with the N lines of a drawing of N² squares.
fn arranged(text: &str) -> String {
    if ['-', '.'].iter().any(|sign| text.split(*sign).all(|row| number(row).is_some())) {
        return text.replace(['-', '.'], " ");
    }
    let words: Vec<&str> = text.split(' ').collect();
    let n = words.len().isqrt();
    let lines = words.chunks(n).map(|line| line.join(" ")).collect::<Vec<_>>().join("\n");
    let is_drawing =
        n >= SMALLEST && ConditionList::parse(&lines).is_ok_and(|list| list.n == Some(n));
    if is_drawing { lines } else { text.to_owned() }
}

/// The boards of a list that does not say how it is meant: with rows counted from 0, or with a 0 for an open column;
/// pairs with the column first, or with the row first.
fn boards(n: BoardSize, text: &str) -> Vec<Meaning> {
    let text = arranged(text);
    let read = |notation, zero_based| Reading { notation, zero_based }.board(&text);
    let meaning = |board: Permutation, how: &str| {
        let rows: Vec<u8> = board.zero_based().iter().map(|row| row + 1).collect();
        let path = path_of(rows.len(), &rows);
        (rows.len() >= SMALLEST)
            .then(|| Meaning { path, text: format!("The queens {}, {how}", joined(&rows, " ")) })
    };
    let in_each_order = |zero_based| -> Vec<Meaning> {
        let from = if zero_based { ", counted from 0" } else { "" };
        let orders = [(Notation::ColumnRow, "column"), (Notation::RowColumn, "row")];
        let read = orders.map(|(order, first)| {
            meaning(read(Some(order), zero_based).ok()?, &format!("{first} first{from}"))
        });
        read.into_iter().flatten().collect()
    };
    match [false, true].map(|zero_based| read(None, zero_based)) {
        [Err(Invalid::PairOrder { .. }), _] => in_each_order(false),
        [Err(_), Err(Invalid::PairOrder { .. })] => in_each_order(true),
        [Err(_), Ok(board)] => {
            let row = |row: &u8| if *row == 0 { "?".to_owned() } else { row.to_string() };
            let partial = board.zero_based().iter().map(row).collect::<Vec<_>>().join(" ");
            let partial = || {
                let Meaning { path, text } = written(n, &partial)?.ok()?;
                Some(Meaning { path, text: format!("{text}; 0 is a column without a queen") })
            };
            let is_pairs = read(Some(Notation::ColumnRow), true).is_ok();
            let board = meaning(board, "rows counted from 0");
            let partial = partial().filter(|_| board.is_some() && !is_pairs);
            [board, partial].into_iter().flatten().collect()
        }
        _ => Vec::new(),
    }
}

/// The rows of the queens, if there is one in each column.
fn rows(conditions: &[Condition], columns: usize) -> Option<Vec<u64>> {
    let row = |column: u64| {
        conditions.iter().find_map(|condition| match *condition {
            Condition::Queen { column: other, row } if other == column => Some(row),
            _ => None,
        })
    };
    let rows = (1..=columns as u64).map(row).collect::<Option<Vec<u64>>>();
    rows.filter(|_| conditions.len() == columns)
}
