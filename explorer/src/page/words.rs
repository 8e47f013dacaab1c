//! Numbers as the pages write them.

use maud::{Markup, html};
use std::fmt::Display;

/// A number with a comma before every three digits.
pub(crate) fn grouped(number: impl Display) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Numbers, joined by a separator.
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
