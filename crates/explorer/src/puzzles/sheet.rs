//! Printable sheets of puzzles, with the solutions on a second page: `/8/puzzles?seed=7&limit=6&level=easy`.

use super::daily::month_now;
use super::series::{FIRST_SEED, Series, explained, levels, solved, unsolved, usual_level};
use crate::failure::Failure;
use crate::page::{self, Frame, View, preview_of};
use crate::request::{Format, Url, query_of};
use crate::response::{Keep, Response, json};
use crate::task::{Cost, Step, Task};
use maud::{Markup, html};
use nqdb_completion::{Level, MadePuzzleJson, Puzzle};
use serde::Serialize;

const FORMS: &[&str] = &["json"];

/// The number of puzzles on a sheet: by default, and at most.
const USUAL: u64 = 6;
const LONGEST: u64 = 24;

/// The sizes that the page offers.
const SIZES: [usize; 10] = [4, 5, 6, 7, 8, 9, 10, 12, 14, 16];

/// The numbers of puzzles to choose from.
const COUNTS: [u64; 5] = [1, 2, 4, 6, 12];

#[derive(Clone, Copy)]
struct SheetQuery {
    series: Series,
    /// Number of puzzles, 1 to [`LONGEST`].
    limit: u64,
}

/// `/8/puzzles.json`.
#[derive(Serialize)]
struct PuzzleSheet {
    n: usize,
    seed: u64,
    limit: u64,
    level: Level,
    /// The fields of `nqdb puzzle --solution --json`; repeated puzzles are left out, and their numbers with them.
    puzzles: Vec<MadePuzzleJson>,
}

pub(crate) fn puzzles(url: Url) -> Result<Step, Failure> {
    let n = url.n()?;
    if !matches!(url.format, Format::Html | Format::Json) {
        return Err(Failure::no_such_page());
    }
    let seed = url.number("seed", FIRST_SEED)?;
    let limit = url.number("limit", USUAL)?;
    let level = url.text("level")?;
    if !(1..=LONGEST).contains(&limit) {
        return Err(Failure::invalid(format!("limit must be from 1 to {LONGEST}, got {limit}")));
    }
    let sheet = SheetQuery { series: Series::parse(n, seed, level.as_deref())?, limit };
    let task = Task::new(url, Cost::Search, move |url, host| {
        let puzzles = sheet.series.puzzles(sheet.limit, &host.watch)?;
        if url.format == Format::Json {
            let SheetQuery { series: Series { n, seed, level }, limit } = sheet;
            let made = puzzles
                .iter()
                .map(|(number, puzzle)| MadePuzzleJson::new(puzzle, Some(seed), *number, true));
            let sheet = PuzzleSheet { n, seed, limit, level, puzzles: made.collect() };
            return Ok(Response::new(Format::Json.mime(), Keep::Fact, json(&sheet)?));
        }
        let query = sheet.query();
        let queens = page::queens_of(n);
        let level = sheet.series.level;
        let title = format!("{queens}, {} puzzles {seed}", level.name());
        let image = Some(preview_of(&sheet.series.path(1), ""));
        let description = format!(
            "{} with {queens}, to print or to solve here: some queens are given, and there is exactly one solution, without a guess. {}",
            counted(puzzles.len(), level),
            explained(level)
        );
        let frame = Frame { query, image, description, ..url.frame(Some(n), title, FORMS) };
        Ok(Response::page(Keep::Fact, page(&frame, sheet, &puzzles)))
    });
    Ok(task.at(&format!("/{n}/puzzles"), Some(sheet.query())))
}

impl SheetQuery {
    /// The parameters of the sheet in its URL.
    fn query(&self) -> String {
        let Series { n, seed, level } = self.series;
        let query = query_of(&[
            ("seed", Some(seed), Some(FIRST_SEED)),
            ("limit", Some(self.limit), Some(USUAL)),
        ]);
        match (level == usual_level(n), &*query) {
            (true, _) => query,
            (false, "") => format!("?level={}", level.name()),
            (false, _) => format!("{query}&level={}", level.name()),
        }
    }
}

fn page(frame: &Frame, sheet: SheetQuery, puzzles: &[(u64, Puzzle)]) -> Markup {
    let (base, series) = (&*frame.base, sheet.series);
    let Series { n, seed, level } = series;
    let body = html! {
        main #main .one {
            h1 { (page::counted(n as u64, "queen")) ": " (counted(puzzles.len(), level)) }
            p.sheet-head aria-hidden="true" {
                span { "Name" } span { "Date" } span {
                    "Sheet " (seed)
                    @if page::is_public(&frame.origin) { ", " (frame.origin) (base) (frame.path) (frame.query) }
                }
            }
            p.lead {
                "Add queens until there are " (n) ", no two of them in the same row, column or diagonal. "
                @if puzzles.len() > 1 { "Each puzzle has" } @else { "The puzzle has" }
                " exactly one solution and needs no guess. " (explained(level))
                @if (puzzles.len() as u64) < sheet.limit { " No others were found." }
            }
            p.tools.unprinted {
                a.button.main href={ (base) "/daily" } { "Today’s puzzle" }
                b data-today {}
                a.button href={ (base) "/daily/" (month_now()) } { "All days" }
            }
            (choices(base, sheet))
            div.sheet {
                @for (item, puzzle) in puzzles {
                    figure {
                        a href={ (base) (series.path(*item)) } aria-label={ "Play puzzle " (item) } { (unsolved(puzzle)) }
                        figcaption { (item) span.unprinted aria-hidden="true" { " · play" } }
                    }
                }
            }
            p.unprinted {
                input #show type="checkbox";
                label for="show" { "Show the solutions" }
            }
            section.solutions aria-labelledby="solutions" {
                h2 #solutions { "Solutions to sheet " (seed) }
                div.sheet.small {
                    @for (item, puzzle) in puzzles { figure { (solved(puzzle)) figcaption { (item) } } }
                }
            }
        }
    };
    frame.around(View::Puzzles, body)
}

fn counted(count: usize, level: Level) -> String {
    let level = level.name();
    if count == 1 { format!("one {level} puzzle") } else { format!("{count} {level} puzzles") }
}

/// The choices for another sheet: size, level, number of puzzles.
fn choices(base: &str, sheet: SheetQuery) -> Markup {
    let SheetQuery { series: Series { n, seed, level }, limit } = sheet;
    let next = seed.checked_add(1).unwrap_or(1);
    html! {
        nav.tools.unprinted aria-label="Board size" {
            span { "Size" }
            @for size in SIZES {
                a.button href={ (base) "/" (size) "/puzzles" } aria-current=[(size == n).then_some("page")] { (size) }
            }
        }
        nav.tools.unprinted aria-label="Level" {
            span { "Level" }
            @for &other in levels(n) {
                @let sheet = SheetQuery { series: Series { level: other, ..sheet.series }, ..sheet };
                a.button href={ (base) "/" (n) "/puzzles" (sheet.query()) } title=(explained(other)) aria-current=[(other == level).then_some("page")] { (other.name()) }
            }
        }
        form.tools.unprinted data-auto action={ (base) "/" (n) "/puzzles" } {
            input type="hidden" name="seed" value=(next);
            input type="hidden" name="level" value=(level.name());
            label {
                "Puzzles "
                select name="limit" {
                    @if !COUNTS.contains(&limit) { option value=(limit) selected { (limit) } }
                    @for number in COUNTS { option value=(number) selected[number == limit] { (number) } }
                }
            }
            button { "New sheet" }
            button #print .scripted type="button" { "Print" }
        }
    }
}
