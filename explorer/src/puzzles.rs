//! Printable sheets of puzzles, with the solutions on a second page: `/8/puzzles?seed=7&count=6`.

use crate::answers::{MadePuzzleJson, one_line};
use crate::asked::{Asked, number};
use crate::failure::Failure;
use crate::format::Format;
use crate::page::{Frame, View, board};
use crate::response::{Keep, Response, json};
use crate::task::{Cost, Step, Task};
use maud::{Markup, html};
use nqdb::completion::{PuzzleTask, make_puzzle};
use nqdb::{Condition, Error, Watch};
use serde::Serialize;
use std::ops::RangeInclusive;

const FORMS: &[&str] = &["json"];

/// The most puzzles on a sheet.
const LONGEST: u64 = 24;

/// The largest board of a puzzle.
const LARGEST: usize = 32;

/// The sizes that the page offers, each with the numbers of given queens to choose from.
const OFFERED: [(usize, RangeInclusive<u64>); 9] = [
    (5, 2..=2),
    (6, 1..=1),
    (7, 2..=3),
    (8, 2..=4),
    (9, 2..=4),
    (10, 2..=5),
    (12, 3..=6),
    (14, 4..=7),
    (16, 5..=8),
];

/// The numbers of puzzles to choose from.
const COUNTS: [u64; 5] = [1, 2, 4, 6, 12];

/// The parameters of a sheet; the same parameters give the same sheet.
#[derive(Serialize, Clone)]
struct SheetQuestion {
    n: usize,
    seed: u64,
    /// Number of puzzles, 1 to [`LONGEST`].
    count: u64,
    /// Number of given queens of each puzzle; `None` for any.
    givens: Option<u64>,
}

/// `/8/puzzles.json`.
#[derive(Serialize)]
struct PuzzleSheet {
    #[serde(flatten)]
    question: SheetQuestion,
    /// The fields of `nqdb puzzle --solution --json`.
    puzzles: Vec<MadePuzzleJson>,
}

pub(crate) fn puzzles(asked: Asked) -> Result<Step, Failure> {
    let n = asked.n()?;
    if !matches!(asked.format, Format::Html | Format::Json) {
        return Err(Failure::no_such_page());
    }
    let seed = asked.query().number("seed", 1)?;
    let count = asked.query().number("count", 6)?;
    let givens = asked.query().text("givens")?;
    if !(1..=LONGEST).contains(&count) {
        return Err(Failure::invalid(format!("count must be from 1 to {LONGEST}, got {count}")));
    }
    if n.get() > LARGEST {
        return Err(Failure::invalid(format!(
            "puzzles are available up to N = {LARGEST}, got {n}"
        )));
    }
    // The form sends an empty field for any number.
    let givens = givens.filter(|givens| !givens.is_empty()).map(|givens| {
        let number = number(&givens).filter(|&givens| givens < n.get() as u64);
        number.ok_or_else(|| {
            Failure::invalid(format!("givens must be from 0 to {}, got {givens:?}", n.get() - 1))
        })
    });
    let question = SheetQuestion { n: n.get(), seed, count, givens: givens.transpose()? };
    let task = Task::new(asked, Cost::Search, move |asked, desk| {
        let sheet = PuzzleSheet::of(question.clone(), &desk.watch)?;
        if asked.format == Format::Json {
            return Ok(Response::new(Format::Json.mime(), Keep::Fact, json(&sheet)?));
        }
        let query = asked.request.parameters();
        let title = format!("{n} queens, puzzles {seed}");
        let frame = Frame { query, ..asked.frame(Some(n), title, FORMS) };
        Ok(Response::page(&frame, Keep::Fact, page(&frame, &sheet)))
    });
    Ok(Step::Work(task))
}

impl PuzzleSheet {
    fn of(question: SheetQuestion, watch: &dyn Watch) -> Result<Self, Error> {
        let SheetQuestion { n, seed, count, givens } = question;
        let task = PuzzleTask { givens, ..PuzzleTask::new(n as u64, seed) };
        let make = |number| {
            let puzzle = make_puzzle(&task.nth(number), watch)?;
            Ok(MadePuzzleJson::new(&puzzle, Some(seed), number, true))
        };
        let puzzles = (1..=count).map(make).collect::<Result<_, Error>>()?;
        Ok(PuzzleSheet { question, puzzles })
    }
}

fn page(frame: &Frame, sheet: &PuzzleSheet) -> Markup {
    let question = &sheet.question;
    let (base, n) = (&*frame.base, question.n);
    let body = html! {
        main #main .one {
            h1 { (n) " queens: " (counted(sheet.puzzles.len())) }
            p.lead {
                "Add queens until there are " (n) ", no two of them in the same row, column or diagonal. "
                @if sheet.puzzles.len() > 1 { "Each puzzle has" } @else { "The puzzle has" }
                " exactly one solution, and needs every given queen."
            }
            (choices(base, question))
            div.sheet { @for puzzle in &sheet.puzzles { (figure(base, n, puzzle, false)) } }
            p.unprinted {
                input #show type="checkbox";
                label for="show" { "Show the solutions" }
            }
            section.solutions aria-labelledby="solutions" {
                h2 #solutions { "Solutions to sheet " (question.seed) }
                div.sheet.small { @for puzzle in &sheet.puzzles { (figure(base, n, puzzle, true)) } }
            }
        }
    };
    frame.around(View::Puzzles, body)
}

fn counted(count: usize) -> String {
    if count == 1 { "a puzzle".to_owned() } else { format!("{count} puzzles") }
}

/// The choices for another sheet: size, given queens, number of puzzles.
fn choices(base: &str, question: &SheetQuestion) -> Markup {
    let SheetQuestion { n, seed, count, givens } = question;
    let next = seed.checked_add(1).unwrap_or(1);
    html! {
        nav.tools.unprinted aria-label="Board size" {
            span { "Size" }
            @for (size, _) in OFFERED {
                a.button href={ (base) "/" (size) "/puzzles" } aria-current=[(size == *n).then_some("page")] { (size) }
            }
        }
        form.tools.unprinted action={ (base) "/" (n) "/puzzles" } {
            input type="hidden" name="seed" value=(next);
            label {
                "Given queens "
                select name="givens" {
                    option value="" selected[givens.is_none()] { "any number" }
                    @for number in offered(*n, *givens) {
                        option value=(number) selected[*givens == Some(number)] { (number) }
                    }
                }
            }
            label {
                "Puzzles "
                select name="count" {
                    @if !COUNTS.contains(count) { option value=(count) selected { (count) } }
                    @for number in COUNTS { option value=(number) selected[number == *count] { (number) } }
                }
            }
            button { "New sheet" }
            button #print .scripted type="button" { "Print" }
        }
    }
}

/// The numbers of given queens to choose from for this size, and the current one.
fn offered(n: usize, givens: Option<u64>) -> impl Iterator<Item = u64> {
    let found = OFFERED.into_iter().find(|(size, _)| *size == n).map(|(_, numbers)| numbers);
    let usual = found.unwrap_or(n as u64 / 3..=n as u64 / 2);
    let other = givens.filter(|number| !usual.contains(number));
    usual.chain(other)
}

/// A puzzle with its number; in a solution, the queens that are not given are outlined.
fn figure(base: &str, n: usize, puzzle: &MadePuzzleJson, is_solved: bool) -> Markup {
    let squares = Condition::parse_all(&puzzle.squares).unwrap_or_default();
    let given: Vec<(u64, u64)> = squares
        .iter()
        .filter_map(|square| match *square {
            Condition::Queen { column, row } => Some((column, row)),
            _ => None,
        })
        .collect();
    let solution = puzzle.queens.as_deref().filter(|_| is_solved).unwrap_or_default();
    let added = (1..).zip(solution.iter().map(|&row| u64::from(row)));
    let added: Vec<(u64, u64)> = added.filter(|queen| !given.contains(queen)).collect();
    let name = if is_solved {
        format!("Solution {}: {}", puzzle.number, one_line(solution))
    } else {
        format!("Puzzle {}: queens on {}", puzzle.number, puzzle.squares.join(", "))
    };
    html! {
        figure {
            svg.board viewBox={ "-.05 -.05 " (n) ".1 " (n) ".1" } role="img" aria-label=(name) {
                (board::squares(n))
                @for (column, row) in given { (board::queen(column as usize, row as usize)) }
                g.added { @for (column, row) in added { (board::queen(column as usize, row as usize)) } }
            }
            figcaption {
                (puzzle.number)
                @if !is_solved {
                    span.unprinted {
                        " · " a href={ (base) "/" (n) "/find/" (puzzle.squares.join(",")) } { "solve it here" span.unseen { ", puzzle " (puzzle.number) } }
                    }
                }
            }
        }
    }
}
