//! A sheet of puzzles to print, their solutions on a second page.

use super::board;
use super::frame::{Frame, View};
use crate::answers::MadePuzzleJson;
use crate::answers::one_line;
use crate::serve::model::{PuzzleSheet, SheetQuestion};
use maud::{Markup, html};
use nqdb::Condition;
use std::ops::RangeInclusive;

/// The sizes that the page offers, with the numbers of given queens of their puzzles.
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

/// The numbers of puzzles that the page offers.
const COUNTS: [u64; 5] = [1, 2, 4, 6, 12];

pub(crate) fn puzzles(frame: &Frame, sheet: &PuzzleSheet) -> Markup {
    let question = &sheet.question;
    let n = question.n;
    let body = html! {
        main #main .one {
            h1 { (n) " queens: " (counted(sheet.puzzles.len())) }
            p.lead {
                "Add queens until there are " (n) ", no two of them in one row, one column or one diagonal. "
                @if sheet.puzzles.len() > 1 { "Each puzzle has" } @else { "The puzzle has" }
                " exactly one solution, and needs every queen that is given."
            }
            (choices(question))
            div.sheet { @for puzzle in &sheet.puzzles { (figure(n, puzzle, false)) } }
            p.unprinted {
                input #show type="checkbox";
                label for="show" { "Show the solutions" }
            }
            section.solutions aria-labelledby="solutions" {
                h2 #solutions { "Solutions of sheet " (question.seed) }
                div.sheet.small { @for puzzle in &sheet.puzzles { (figure(n, puzzle, true)) } }
            }
        }
    };
    frame.around(View::Puzzles, body)
}

fn counted(count: usize) -> String {
    if count == 1 { "a puzzle".to_owned() } else { format!("{count} puzzles") }
}

/// Another sheet: size, difficulty, number, seed.
fn choices(question: &SheetQuestion) -> Markup {
    let SheetQuestion { n, seed, count, givens } = question;
    let next = seed.checked_add(1).unwrap_or(1);
    html! {
        nav.tools.unprinted aria-label="Board size" {
            span { "Size" }
            @for (size, _) in OFFERED {
                a.button href={ "/" (size) "/puzzles" } aria-current=[(size == *n).then_some("page")] { (size) }
            }
        }
        form.tools.unprinted action={ "/" (n) "/puzzles" } {
            input type="hidden" name="seed" value=(next);
            label {
                "Given queens "
                select name="givens" {
                    option value="" selected[givens.is_none()] { "as they come" }
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

/// The numbers of given queens that puzzles of this size have, and the one asked for.
fn offered(n: usize, givens: Option<u64>) -> impl Iterator<Item = u64> {
    let found = OFFERED.into_iter().find(|(size, _)| *size == n).map(|(_, numbers)| numbers);
    let usual = found.unwrap_or(n as u64 / 3..=n as u64 / 2);
    let other = givens.filter(|number| !usual.contains(number));
    usual.chain(other)
}

/// A puzzle under its number; with its solution, the queens that are not given are outlined.
fn figure(n: usize, puzzle: &MadePuzzleJson, is_solved: bool) -> Markup {
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
    let name = match is_solved {
        true => format!("Solution {}: {}", puzzle.number, one_line(solution)),
        false => format!("Puzzle {}: queens on {}", puzzle.number, puzzle.squares.join(", ")),
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
                        " · " a href={ "/" (n) "/find/" (puzzle.squares.join(",")) } { "solve it here" span.unseen { ", puzzle " (puzzle.number) } }
                    }
                }
            }
        }
    }
}
