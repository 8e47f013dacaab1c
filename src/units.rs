//! Numbers with their units, in messages.

use std::fmt::Display;

/// A number with a comma before every three digits, if it has more than four: `1234`, `12,345`.
pub fn grouped(number: impl Display) -> String {
    grouped_from(5, number)
}

/// A number with a comma before every three digits, if it has at least `least` digits.
pub fn grouped_from(least: usize, number: impl Display) -> String {
    let digits = number.to_string();
    let is_long = digits.len() >= least;
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (place, digit) in digits.chars().enumerate() {
        if is_long && place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number with its unit, given in the plural: `1 queen moved`, `20,000 generations`.
pub fn counted(count: u64, unit: &str) -> String {
    let (noun, rest) = unit.split_at(unit.find("s ").map_or(unit.len(), |place| place + 1));
    let noun = noun.strip_suffix('s').filter(|_| count == 1).unwrap_or(noun);
    format!("{} {noun}{rest}", grouped(count))
}

/// A number of bytes, rounded: `512 bytes`, `3.5 MB`, `22 MB`.
pub fn bytes(count: u64) -> String {
    let units = [(1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB")];
    let Some((size, unit)) = units.into_iter().find(|(size, _)| count as f64 >= *size) else {
        return counted(count, "bytes");
    };
    let number = count as f64 / size;
    let digits = usize::from(number < 10.0);
    format!("{number:.digits$} {unit}")
}
