//! The page of one puzzle, to be solved there: `/8/puzzle/7-3`, puzzle 3 of the sheet with seed 7, or with another level
//! `/8/puzzle/hard-7-3`. Its solution has a page of its own, `/8/puzzle/7-3/solution`.

use super::series::{Series, conditions, explained, givens, levels, solved};
use crate::failure::Failure;
use crate::page::board::SIDE;
use crate::page::{Frame, View, board, counted, data, grouped, preview_of, queens_of, rule};
use crate::request::{Format, Url, number};
use crate::response::{Keep, Response, json};
use crate::task::{Cost, Host, Step, Task};
use maud::{Markup, html};
use nqdb::picture::Sheet;
use nqdb::{Board, BoardSize, Error, OrbitId, Rank};
use nqdb_completion::{Level, MadePuzzleJson, Puzzle};
use serde::Serialize;
use serde_json::json;

const FORMS: &[&str] = &["json", "svg", "png"];

/// A puzzle to play, and where it is.
pub(crate) struct Game {
    pub(crate) puzzle: Puzzle,
    /// Its series, and its number there.
    pub(super) series: Series,
    pub(super) number: u64,
    /// The heading of the page.
    pub(crate) title: String,
    /// The path of its page.
    pub(crate) path: String,
    /// The number of the next puzzle; `None` if there are no others.
    pub(super) next: Option<u64>,
    /// The pages of other puzzles, each with the text of its link.
    pub(super) others: Vec<(String, String)>,
    /// The date of a daily puzzle.
    pub(super) date: Option<String>,
}

/// `/8/puzzle/7-3.json`, `/daily/2026-11-23.json`.
#[derive(Serialize)]
struct GameJson<'g> {
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<&'g str>,
    /// The fields of `nqdb puzzle --json`.
    #[serde(flatten)]
    puzzle: MadePuzzleJson,
}

/// `/8/puzzle/7-3/solution.json`: the solution of a puzzle.
#[derive(Serialize)]
struct PuzzleSolution {
    n: usize,
    /// The given queens, such as `3=5`.
    conditions: Vec<String>,
    /// `None` if it is out of reach.
    rank: Option<u64>,
    /// `None` if it is out of reach.
    orbit_id: Option<u64>,
    queens: Vec<u8>,
    /// Q(N), if it is known.
    solutions: Option<u64>,
}

/// `/8/puzzle/7-3` and `/8/puzzle/7-3/solution`.
pub(crate) fn puzzle(url: Url) -> Result<Step, Failure> {
    let n = url.n()?;
    let (level, seed, item) = id(url.word(1)).ok_or_else(|| {
        let expected = "expected the seed of a sheet and a number, such as 7-3";
        Failure::new(404, "no_such_page", format!("{expected}, got {:?}", url.word(1)))
    })?;
    let series = Series::parse(n, seed, level)?;
    let is_solution = is_solution(&url, 2)?;
    let canonical = format!("{}{}", series.path(item), if is_solution { "/solution" } else { "" });
    let query = if url.has("preview")? { "?preview" } else { "" };
    let task = Task::new(url, Cost::Overview, move |url, host| {
        let puzzle = series.puzzle(item, &host.watch)?;
        let other = |item| (series.path(item), format!("Puzzle {item}"));
        let before = item.checked_sub(1).filter(|item| *item > 0);
        let levels = levels(series.n).iter().filter(|level| **level != series.level);
        let levels = levels.map(|&level| {
            let a = if level == Level::Easy { "An" } else { "A" };
            (Series { level, ..series }.path(item), format!("{a} {} puzzle", level.name()))
        });
        let next = series.next(item, &host.watch)?;
        let others = next.into_iter().chain(before).map(other).chain(levels);
        let game = Game {
            title: format!(
                "{}, {} puzzle {item} of sheet {seed}",
                queens_of(n),
                series.level.name()
            ),
            path: series.path(item),
            next,
            others: others.collect(),
            date: None,
            puzzle,
            series,
            number: item,
        };
        answer(url, host, &game, is_solution, Keep::Fact)
    });
    Ok(task.at(&canonical, Some(query.to_owned())))
}

/// The level, the seed and the number in `easy-7-3`; `7-3` is of the usual level.
fn id(word: &str) -> Option<(Option<&str>, u64, u64)> {
    let (rest, item) = word.rsplit_once('-')?;
    let (level, seed) = rest.split_once('-').map_or((None, rest), |(a, b)| (Some(a), b));
    Some((level, number(seed)?, number(item).filter(|item| *item > 0)?))
}

/// Whether a segment of the URL is `/solution`; it may also be absent.
pub(super) fn is_solution(url: &Url, place: usize) -> Result<bool, Failure> {
    match url.word(place) {
        "" => Ok(false),
        "solution" => Ok(true),
        _ => Err(Failure::no_such_page()),
    }
}

/// The response about a puzzle, or about its solution.
pub(super) fn answer(
    url: &Url,
    host: &Host<'_>,
    game: &Game,
    is_solution: bool,
    keep: Keep,
) -> Result<Response, Failure> {
    let n = BoardSize::new(game.puzzle.n())?;
    let puzzle = &game.puzzle;
    let solution = || PuzzleSolution::of(&host.board(n)?.board, puzzle).map_err(Failure::from);
    let body = match (url.format, is_solution) {
        (Format::Html, _) => {
            let (of, forms) = if is_solution { (", solution", &FORMS[..2]) } else { ("", FORMS) };
            let title = format!("{}{of}", game.title);
            let (level, givens) = (game.series.level, puzzle.givens().count());
            let description = format!(
                "{title}: {givens} of {n} queens are given. There is exactly one solution, without a guess. {}",
                explained(level)
            );
            let image = Some(preview_of(&game.path, ""));
            let frame = Frame { description, image, ..url.frame(Some(n), title, forms) };
            let page = if is_solution {
                solution_page(&frame, game, &solution()?)
            } else {
                page(&frame, game)
            };
            return Ok(Response::page(keep, page));
        }
        (Format::Json, false) => {
            let puzzle = MadePuzzleJson::new(puzzle, Some(game.series.seed), game.number, false);
            json(&GameJson { date: game.date.as_deref(), puzzle })?
        }
        (Format::Json, true) => json(&solution()?)?,
        (Format::Svg, _) => {
            let picture = if is_solution { puzzle.solved_picture() } else { puzzle.picture() };
            let mut sheet = Sheet::default();
            sheet.push(game.title.clone(), picture?)?;
            format!("{sheet}\n").into_bytes()
        }
        (Format::Png, false) => {
            let picture = puzzle.picture().map_err(Error::from)?;
            let given = format!("{}, {} given", queens_of(n), puzzle.givens().count());
            let lines = [game.title.clone(), given, "Exactly one solution".to_owned()];
            if url.has("preview")? { picture.preview_png(&lines)? } else { picture.png(SIDE)? }
        }
        _ => return Err(Failure::no_such_page()),
    };
    Ok(Response::new(url.format.mime(), keep, body))
}

impl PuzzleSolution {
    fn of(board: &Board, puzzle: &Puzzle) -> nqdb::Result<Self> {
        let solution = puzzle.solution.solution();
        let solution = solution.ok_or(Error::NoSolutions { n: board.n() })?;
        let numbers =
            || -> nqdb::Result<_> { Ok((board.rank(&solution)?, board.orbit_id(&solution)?)) };
        let (rank, id) = board.reaches_all().then(numbers).transpose()?.unzip();
        Ok(PuzzleSolution {
            n: puzzle.n(),
            conditions: conditions(puzzle),
            rank: rank.map(Rank::get),
            orbit_id: id.map(OrbitId::get),
            queens: solution.queens().collect(),
            solutions: board.solution_count().ok(),
        })
    }
}

fn page(frame: &Frame, game: &Game) -> Markup {
    let (base, n) = (&*frame.base, game.puzzle.n());
    let conditions = conditions(&game.puzzle);
    let missing = n - conditions.len();
    let solution = format!("{base}{}/solution", game.path);
    let (series, level) = (game.series, game.series.level);
    // Boards smaller than N = 4 have one puzzle or none.
    let larger = Series { n: (n + 1).max(4), ..series };
    let body = html! {
        main #main .two {
            section.stage {
                h1 { (game.title) }
                (rule(""))
                div.tools.scripted role="group" aria-label="Moves" {
                    button #undo type="button" title="Undo (Ctrl+Z)" disabled { "Undo" }
                    button #clear type="button" { "Clear" }
                    button #crosses type="button" aria-pressed="false" title="The first click or tap marks a square as empty" { "✕ first" }
                    button #attacks type="button" aria-pressed="false" title="Marks attacked squares (m)" { "Automatic ✕" }
                }
                (grid(&game.puzzle))
                p #readout .readout aria-hidden="true" {}
                p #ways .hint.scripted {
                    "A click or a tap places a queen, the next one a ✕, the third clears the square; dragging marks several with ✕. "
                    span.keyed { "Arrow keys move, Enter places a queen, x marks a square, Backspace clears it." }
                }
            }
            div.side {
                section #progress .card.count aria-label="Progress" {
                    p.number { (conditions.len()) " / " (counted(n as u64, "queen")) }
                    p.meaning { (missing) " to place. Exactly one solution." }
                    p.hint title=(explained(level)) { "Level: " (level.name()) span.scripted { " · " span #time { "0:00" } } }
                }
                section #end .card hidden tabindex="-1" aria-labelledby="solved" {
                    h2 #solved { "Solved" }
                    p #result {}
                    p.tools {
                        @match game.next {
                            Some(next) => { a.button.main #next href={ (base) (series.path(next)) } { "Next " (level.name()) " puzzle" } },
                            None => { a.button.main #next href={ (base) (larger.path(1)) } { "No others found: on to " (larger.n) " × " (larger.n) } },
                        }
                        button #share type="button" { "Share" }
                    }
                }
                section #help .card.scripted.unprinted {
                    h2 { "Help" }
                    p.tools {
                        button #hint type="button" { "Hint" }
                        button #check type="button" { "Check" }
                        button #solve type="button" { "Show the solution" }
                    }
                    p #advice role="status" {
                        "Queens that attack each other turn red. Nothing else is shown unless you ask."
                    }
                }
                section.card.unprinted {
                    h2 { "More puzzles" }
                    p.tools {
                        @for (path, text) in &game.others { a.button href={ (base) (path) } { (text) } }
                        @if game.date.is_none() { a.button href={ (base) "/daily" } { "Today’s puzzle" } }
                        a.button href={ (base) "/" (n) "/puzzles" } { "Sheets to print" }
                    }
                    p.hint.unscripted { a href=(solution) { "The solution" } }
                }
            }
        }
        (data(&json!({
            "n": n, "conditions": conditions, "title": game.title, "date": game.date,
            "path": format!("{base}{}", game.path), "solution": format!("{solution}.json"),
        })))
    };
    frame.around(View::Play, body)
}

/// The board with the given queens. The script lets the others be placed.
fn grid(puzzle: &Puzzle) -> Markup {
    let n = puzzle.n();
    let given = givens(puzzle);
    let none = board::clashes([]);
    board::grid("board grid chequered", n, board::squares(n), none, |column, row| {
        let is_given = given.contains(&(column, row));
        let name =
            format!("column {column}, row {row}{}", if is_given { ", given queen" } else { "" });
        html! {
            g class={ "square " (if is_given { "given" } else { "free" }) } data-at={ (column) "=" (row) } {
                title { (name) }
                rect x=(column - 1) y=(row - 1) width="1" height="1" fill-opacity="0" {}
                @if is_given { (board::queen(column, row)) }
            }
        }
    })
}

fn solution_page(frame: &Frame, game: &Game, solution: &PuzzleSolution) -> Markup {
    let (base, n) = (&*frame.base, solution.n);
    let body = html! {
        main #main .two {
            section.stage {
                h1 { (game.title) ", solution" }
                (rule(""))
                (solved(&game.puzzle))
            }
            div.side {
                section.card {
                    p {
                        @match (solution.rank, solution.solutions) {
                            (Some(rank), Some(all)) => {
                                "This is " a href={ (base) "/" (n) "/" (rank) } { "solution " (grouped(rank)) } " of " (grouped(all)) "."
                            },
                            _ => "No other solution has the given queens.",
                        }
                    }
                    p.tools { a.button href={ (base) (game.path) } { "Back to the puzzle" } }
                }
            }
        }
    };
    frame.around(View::Puzzles, body)
}
