//! Small parts of pages: numbers as the pages write them, icons of buttons, terms with a note, texts to copy and files
//! to download.

use maud::{Markup, html};
use nqdb::BoardSize;
use std::fmt::Display;

/// A number with a comma before every three digits.
pub(crate) fn grouped(number: impl Display) -> String {
    nqdb::internal::grouped_from(4, number)
}

pub(crate) fn joined<T: ToString>(numbers: impl IntoIterator<Item = T>, between: &str) -> String {
    numbers.into_iter().map(|number| number.to_string()).collect::<Vec<_>>().join(between)
}

/// A message as a sentence, with text between backticks as code.
pub(crate) fn sentence(message: &str) -> Markup {
    let mut letters = message.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    let text = first + letters.as_str();
    html! {
        @for (place, part) in text.split('`').enumerate() {
            @if place % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}

/// "1 solution", "92 solutions".
pub(crate) fn counted(count: u64, one: &str) -> String {
    format!("{} {one}{}", grouped(count), if count == 1 { "" } else { "s" })
}

/// "1 queen", "8 queens".
pub(crate) fn queens_of(n: BoardSize) -> String {
    counted(n.get() as u64, "queen")
}

/// An estimate to three digits, such as `42.8 million`.
pub(crate) fn about(estimate: f64) -> String {
    const NAMES: [(f64, &str); 4] =
        [(1e12, " trillion"), (1e9, " billion"), (1e6, " million"), (1e3, " thousand")];
    if estimate >= 1e15 {
        let text = format!("{estimate:.2e}");
        let (digits, power) = text.split_once('e').unwrap_or((&text, "0"));
        return format!("{digits} × 10{}", raised(power));
    }
    let (unit, name) = NAMES.into_iter().find(|(unit, _)| estimate >= *unit).unwrap_or((1.0, ""));
    let value = estimate / unit;
    let decimals = if value >= 99.95 || (unit == 1.0 && value >= 9.95) {
        0
    } else if value >= 9.995 {
        1
    } else {
        2
    };
    format!("{value:.decimals$}{name}")
}

/// Digits as superscripts.
fn raised(digits: &str) -> String {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    digits
        .chars()
        .filter_map(|digit| digit.to_digit(10))
        .map(|digit| RAISED[digit as usize])
        .collect()
}

/// A share in percent, with more decimals the smaller it is.
pub(crate) fn percent(share: f64) -> String {
    let percent = share * 100.0;
    match percent {
        0.0 => "0%".to_owned(),
        0.0..0.01 => "less than 0.01%".to_owned(),
        0.01..1.0 => format!("{percent:.2}%"),
        1.0..10.0 => format!("{percent:.1}%"),
        _ => format!("{percent:.0}%"),
    }
}

/// Microseconds, as milliseconds or seconds.
pub(crate) fn duration(micros: u64) -> String {
    match micros {
        0..10_000 => format!("{:.2} ms", micros as f64 / 1e3),
        10_000..1_000_000 => format!("{} ms", micros / 1000),
        _ => format!("{:.1} s", micros as f64 / 1e6),
    }
}

pub(crate) fn icon(name: &str) -> Markup {
    let path = match name {
        "first" => "M5 5v14M19 5 9 12l10 7z",
        "previous" => "M17 5 7 12l10 7z",
        "next" => "M7 5l10 7-10 7z",
        "last" => "M19 5v14M5 5l10 7-10 7z",
        "any" => "M4 4h16v16H4zM8.5 8.5h.01M15.5 8.5h.01M12 12h.01M8.5 15.5h.01M15.5 15.5h.01",
        "search" => "M16 16l5 5M4 11a7 7 0 1 0 14 0 7 7 0 1 0-14 0",
        "flip-diagonal" => "M4 4l16 16M15 6h3v3M6 15v3h3",
        "flip-antidiagonal" => "M20 4 4 20M6 9V6h3M18 15v3h-3",
        "flip-vertical" => "M12 3v18M8 7l4-4 4 4M8 17l4 4 4-4",
        "flip-horizontal" => "M3 12h18M7 8l-4 4 4 4M17 8l4 4-4 4",
        "rotate-90" => "M6 9a7 7 0 1 1-1 5M5 4v5h5",
        "rotate-180" => "M5 10a7 7 0 0 1 13-1M18 4v5h-5M19 14a7 7 0 0 1-13 1M6 20v-5h5",
        "rotate-270" => "M18 9a7 7 0 1 0 1 5M19 4v5h-5",
        _ => "",
    };
    html! { svg.icon viewBox="0 0 24 24" aria-hidden="true" { path d=(path) {} } }
}

/// Terms: id, name and note.
const TERMS: [(&str, &str, &str); 4] = [
    (
        "orbit",
        "Orbit",
        "A solution and its images under the eight symmetries of the square: eight solutions, or fewer if it is \
            symmetric. Orbits are numbered by their lexicographically smallest members.",
    ),
    (
        "stabilizer",
        "Stabilizer",
        "The symmetries that do not change the solution. Every other symmetry gives another member of the orbit.",
    ),
    (
        "fundamental",
        "Fundamental solution",
        "The lexicographically smallest member of the orbit, also called its canonical representative.",
    ),
    (
        "index",
        "Permutation index",
        "The position among all N! permutations in lexicographic order, from 1. The digits of the index less 1 in the \
            factorial number system count the smaller rows that are left for each queen.",
    ),
];

/// The term as a button that opens its note.
pub(crate) fn term(id: &str) -> Markup {
    html! {
        @for (_, name, note) in TERMS.iter().filter(|term| term.0 == id) {
            button.term type="button" popovertarget={ "term-" (id) } { (name) }
            span.note popover id={ "term-" (id) } { b { (name) ". " } (note) }
        }
    }
}

/// The rule of the problem, and a sentence after it, for those who have only followed a link.
pub(crate) fn rule(more: &str) -> Markup {
    html! { p.hint.rule { "No two queens may share a row, column or diagonal. " (more) } }
}

/// The button that leaves only what a class watches.
pub(crate) fn projector() -> Markup {
    html! { button #projector .scripted type="button" aria-pressed="false" title="Only the board, for a projector (p)" { "Projector" } }
}

/// What the numbers of solutions are.
pub(crate) const NUMBERED: &str =
    "Solutions are numbered in dictionary order of their rows, column by column.";

/// A line of text with a button that copies it.
pub(crate) fn copied(text: &str, what: &str) -> Markup {
    html! {
        p.line {
            code { (text) }
            button.scripted type="button" data-copy=(text) data-key={ "copy " (what) } aria-label={ "Copy the " (what) } { "Copy" }
        }
    }
}

/// A part of a page with a heading.
pub(crate) fn card(title: &str, content: Markup) -> Markup {
    html! { section.card { h2 { (title) } (content) } }
}

/// The file name of a download; `None` for data, which the browser shows.
pub(crate) fn download(suffix: &str, name: &str) -> Option<String> {
    matches!(suffix, "svg" | "png").then(|| format!("{name}.{suffix}"))
}

/// A table that scrolls sideways if it is wider than the page; `rows` are its `tr`.
pub(crate) fn table(label: &str, heads: &[&str], rows: Markup) -> Markup {
    html! {
        div.wide tabindex="0" role="region" aria-label=(label) {
            table {
                thead { tr { @for head in heads { th scope="col" { (head) } } } }
                tbody { (rows) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        for (number, expected) in
            [(0, "0"), (999, "999"), (1000, "1,000"), (39_029_188_884_u64, "39,029,188,884")]
        {
            assert_eq!(grouped(number), expected);
        }
    }

    #[test]
    fn estimates_have_three_digits() {
        let cases = [
            (0.4, "0.40"),
            (12.3, "12"),
            (999.6, "1000"),
            (42_812_345.0, "42.8 million"),
            (999_900_000.0, "1000 million"),
            (1.864e63, "1.86 × 10⁶³"),
        ];
        for (estimate, expected) in cases {
            assert_eq!(about(estimate), expected);
        }
    }
}
