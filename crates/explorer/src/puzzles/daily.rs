//! The puzzle of each day, the same everywhere: `/daily`, `/daily/2026-11-23`, and the puzzles of a month,
//! `/daily/2026-11`. Days are those of UTC.
//!
//! It rises from an easy 8 × 8 on Monday to a hard 12 × 12 on Sunday. The puzzle is the first one of the sheet whose seed
//! is the number of days since 1 January 1970; `nqdb puzzle N --level LEVEL --seed DAYS` prints it too.

use super::play::{Game, answer, is_solution};
use super::series::{Series, little_of};
use crate::failure::Failure;
use crate::page::{Frame, View, data, preview_of};
use crate::request::{Format, Url, number};
use crate::response::{Keep, Response};
use crate::task::{Cost, Step, Task};
use maud::{Markup, html};
use nqdb::{Error, watch::Watch};
use nqdb_completion::{Level, Puzzle};
use serde_json::json;
use std::time::{SystemTime, UNIX_EPOCH};
use time::{Date, Month};

/// The board size and level of each weekday, from Monday.
const WEEK: [(usize, Level); 7] = [
    (8, Level::Easy),
    (8, Level::Easy),
    (9, Level::Medium),
    (9, Level::Medium),
    (10, Level::Medium),
    (11, Level::Hard),
    (12, Level::Hard),
];

/// The Julian day of 1 January 1970.
const EPOCH: i32 = 2_440_588;

/// The hours by which the farthest time zone is ahead of UTC.
const FARTHEST: u64 = 14;

/// The first day with a puzzle.
const FIRST: Date = match Date::from_calendar_date(2026, Month::January, 1) {
    Ok(first) => first,
    Err(_) => Date::MIN,
};

pub(crate) fn today_game(watch: &dyn Watch) -> Result<Game, Error> {
    game(today(), watch)
}

/// `/daily` and all URLs below it.
pub(crate) fn daily(url: Url) -> Result<Step, Failure> {
    let word = url.word(0);
    if word == "daily" {
        let to = format!("/daily/{}{}", today(), url.suffix);
        return Ok(Step::Ready(Response::redirect(&url, 302, &to, Keep::No)));
    }
    match opened(parse(word).ok_or_else(|| no_such_day(word))?)? {
        (month, false) => archive(url, month),
        (day, true) => {
            let is_solution = is_solution(&url, 1)?;
            let task = Task::new(url, Cost::Overview, move |url, host| {
                answer(url, host, &game(day, &host.watch)?, is_solution, Keep::No)
            });
            Ok(Step::Work(task))
        }
    }
}

/// A date or a month in a search text, such as `2026-11-23`: the path of its page, and what that is. `None` for other
/// texts; fails without a puzzle on that day.
pub(crate) fn dated(text: &str) -> Option<Result<(String, String), Failure>> {
    Some(opened(parse(text)?).map(|date| match date {
        (day, true) => (format!("/daily/{day}"), format!("The puzzle of {}", in_words(day))),
        (month, false) => {
            let words = format!("The daily puzzles of {} {}", month.month(), month.year());
            (format!("/daily/{}", month_of(month)), words)
        }
    }))
}

/// A day or the first day of a month that has puzzles, and whether it is a day.
fn opened((month, day): (Date, Option<u8>)) -> Result<(Date, bool), Failure> {
    let (date, is_open) = match day {
        Some(day) => {
            let named = format!("{}-{day:02}", month_of(month));
            let date = month.replace_day(day).map_err(|_| no_such_day(&named))?;
            (date, is_open(date))
        }
        None => (month, (FIRST..=today()).contains(&month)),
    };
    if is_open {
        return Ok((date, day.is_some()));
    }
    let message = format!("daily puzzles go from {} to today", in_words(FIRST));
    Err(Failure::new(404, "no_such_page", message))
}

/// The first day of the month in `2026-11-23` or `2026-11`, and the day, if there is one.
fn parse(word: &str) -> Option<(Date, Option<u8>)> {
    let parts: Vec<&str> = word.split('-').collect();
    let has_digits = |(part, digits): (&&str, usize)| part.len() == digits;
    let is_date = parts.len() <= 3 && parts.iter().zip([4, 2, 2]).all(has_digits);
    let numbers = parts.iter().map(|part| number(part)).collect::<Option<Vec<u64>>>();
    let (year, month, day) = match numbers.filter(|_| is_date)?[..] {
        [year, month] => (year, month, None),
        [year, month, day] => (year, month, Some(day as u8)),
        _ => return None,
    };
    let month = Month::try_from(u8::try_from(month).ok()?).ok()?;
    Some((Date::from_calendar_date(year as i32, month, 1).ok()?, day))
}

fn no_such_day(word: &str) -> Failure {
    let expected = "expected a day such as 2026-11-23, or a month";
    Failure::new(404, "no_such_page", format!("{expected}, got {word:?}"))
}

/// Today's date, UTC.
fn today() -> Date {
    today_at(0)
}

/// Today's date where clocks are ahead of UTC by this many hours.
fn today_at(hours: u64) -> Date {
    let elapsed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let days = i32::try_from((elapsed.as_secs() / 3600 + hours) / 24).unwrap_or_default();
    Date::from_julian_day(EPOCH + days).unwrap_or(Date::MIN)
}

/// Whether a day has a puzzle: it opens when the day begins somewhere on Earth.
fn is_open(day: Date) -> bool {
    (FIRST..=today_at(FARTHEST)).contains(&day)
}

/// The series whose first puzzle is that of this day.
fn series(day: Date) -> Series {
    let (n, level) = WEEK[day.weekday().number_days_from_monday() as usize];
    Series { n, seed: (day.to_julian_day() - EPOCH).unsigned_abs().into(), level }
}

/// Such as `23 November 2026`.
fn in_words(day: Date) -> String {
    format!("{} {} {}", day.day(), day.month(), day.year())
}

/// The puzzle of a day.
fn game(day: Date, watch: &dyn Watch) -> Result<Game, Error> {
    let series = series(day);
    let before = day.previous_day().filter(|day| is_open(*day));
    let after = day.next_day().filter(|day| *day <= today());
    let link = |day: Option<Date>, text: &str| Some((format!("/daily/{}", day?), text.to_owned()));
    let archive = (format!("/daily/{}", month_of(day)), "All days".to_owned());
    let others = [link(after, "Next day"), link(before, "Previous day"), Some(archive)];
    Ok(Game {
        puzzle: series.puzzle(1, watch)?,
        series,
        number: 1,
        next: Some(2),
        title: format!("Daily puzzle, {}", in_words(day)),
        path: format!("/daily/{day}"),
        others: others.into_iter().flatten().collect(),
        date: Some(day.to_string()),
    })
}

/// The last seven days as links; the scripts mark those that are solved.
pub(crate) fn week(base: &str) -> Markup {
    let last = std::iter::successors(Some(today()), |day| day.previous_day()).take(7);
    let mut days: Vec<Date> = last.filter(|day| is_open(*day)).collect();
    days.reverse();
    html! {
        ul.week {
            @for day in days {
                @let name = day.weekday().to_string();
                li { a href={ (base) "/daily/" (day) } data-date=(day.to_string()) { (&name[..3]) span.unseen { ", " (in_words(day)) } } }
            }
        }
    }
}

/// This month as URLs write it, such as `2026-11`.
pub(super) fn month_now() -> String {
    month_of(today())
}

/// A month as URLs write it.
fn month_of(day: Date) -> String {
    format!("{:04}-{:02}", day.year(), u8::from(day.month()))
}

/// The page of a month: its puzzles until today.
fn archive(url: Url, month: Date) -> Result<Step, Failure> {
    if url.format != Format::Html || !url.word(1).is_empty() {
        return Err(Failure::no_such_page());
    }
    let days = std::iter::successors(Some(month), |day| day.next_day());
    let days: Vec<Date> =
        days.take_while(|day| day.month() == month.month() && *day <= today()).collect();
    let task = Task::new(url, Cost::Overview, move |url, host| {
        let puzzles = days.iter().map(|day| Ok((*day, series(*day).puzzle(1, &host.watch)?)));
        let puzzles = puzzles.collect::<Result<Vec<_>, Error>>()?;
        let title = format!("Daily puzzles, {} {}", month.month(), month.year());
        let description = format!(
            "{title}: one puzzle a day, from an easy 8 × 8 on Monday to a hard 12 × 12 on Sunday."
        );
        let image = days.last().map(|day| preview_of(&format!("/daily/{day}"), ""));
        let frame = Frame { description, image, ..url.frame(None, title, &[]) };
        Ok(Response::page(Keep::No, archive_page(&frame, month, &puzzles)))
    });
    Ok(Step::Work(task))
}

fn archive_page(frame: &Frame, month: Date, puzzles: &[(Date, Puzzle)]) -> Markup {
    let base = &*frame.base;
    let before = month.previous_day().filter(|day| *day >= FIRST);
    let last = puzzles.last().and_then(|(day, _)| day.next_day());
    let after = last.filter(|day| *day <= today());
    let link = |day: Date| format!("{base}/daily/{}", month_of(day));
    let body = html! {
        main #main .one {
            h1 { "Daily puzzles, " (month.month()) " " (month.year()) }
            p.lead {
                "One puzzle a day from 00:00 UTC, the same everywhere: an easy 8 × 8 on Monday, larger and harder through the week, a hard 12 × 12 on Sunday. None needs a guess. "
                span #streak .scripted {}
            }
            p.tools {
                @if let Some(day) = before { a.button href=(link(day)) rel="prev" { (day.month()) } }
                @if let Some(day) = after { a.button href=(link(day)) rel="next" { (day.month()) } }
                a.button href={ (base) "/daily" } { "Today" }
            }
            (calendar(base, month, puzzles))
        }
        (data(&json!({ "today": today().to_string() })))
    };
    frame.around(View::Daily, body)
}

/// The days of a month in weeks from Monday; days without a puzzle so far have no link.
fn calendar(base: &str, month: Date, puzzles: &[(Date, Puzzle)]) -> Markup {
    let before = month.weekday().number_days_from_monday() as usize;
    let days: Vec<Option<u8>> = std::iter::repeat_n(None, before)
        .chain((1..=month.month().length(month.year())).map(Some))
        .collect();
    let puzzle = |day: u8| puzzles.get(usize::from(day) - 1);
    html! {
        table.calendar {
            thead {
                tr {
                    @for (name, (size, level)) in ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].iter().zip(WEEK) {
                        th scope="col" { (name) span { " " (size) " × " (size) } span { " " (level.name()) } }
                    }
                }
            }
            tbody {
                @for week in days.chunks(7) {
                    tr {
                        @for day in week {
                            td {
                                @match day.map(|day| (day, puzzle(day))) {
                                    Some((day, Some((date, made)))) => {
                                        a href={ (base) "/daily/" (date) } data-date=(date.to_string()) {
                                            (little_of(made)) span { (day) } span.unseen { " " (date.month()) " " (date.year()) }
                                        }
                                    },
                                    Some((day, None)) => { span { (day) } },
                                    None => {},
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
