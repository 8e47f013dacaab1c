//! What may stand before a board on its line: words and a colon, a name and an equals sign, or a number in one of five
//! forms. A text is read with and without it.

use super::drawing::Ruler;
use super::object::is_size;
use super::role::Role;
use super::text::{Span, chars, is_whole_number, may_turn, number, split, trimmed, words};
use crate::combinatorics::condition::parse_square;
use crate::combinatorics::numbers::parse_digits;

/// A beginning of a line that is not part of its board.
#[derive(Debug)]
pub(super) struct Caption {
    pub(super) roles: Vec<(Span, Role)>,
    /// The size that the boards have.
    pub(super) size: Option<usize>,
    /// Whether it names or numbers a board, rather than anything, such as a person or a count.
    pub(super) is_known: bool,
    /// What follows: nothing in a heading.
    pub(super) rest: Span,
}

/// Names of one board.
const BOARDS: [&str; 9] =
    ["queens", "q", "qs", "solution", "board", "answer", "result", "puzzle", "position"];

/// All captions that a part of a text may begin with, one of each form.
pub(super) fn captions(text: &str, part: Span) -> Vec<Caption> {
    let forms = [words_and_sign, board_number, number_and_sign];
    forms.into_iter().filter_map(|form| form(text, part.clone())).collect()
}

/// `Solution 1: …`, `Anna: …`, `N = 4: …`, `queens = …`, `# Solution 1: …`.
fn words_and_sign(text: &str, part: Span) -> Option<Caption> {
    let line = text[part.clone()].lines().next()?;
    let first = words(text, part.start..part.start + line.len()).first()?.clone();
    let is_comment = matches!(&text[first.clone()], "#" | "%" | "//");
    let start = if is_comment { first.end } else { part.start };
    let end = part.start + line.find(['[', '(', '{', '"', '\'']).unwrap_or(line.len());
    let inside = text.get(start..end)?;
    // The first colon ends the caption; without one, the first equals sign after a name.
    let equals = || inside.find('=').filter(|_| !is_comment);
    let is_end = |&(place, c): &(usize, char)| {
        let next = text[start + place + c.len_utf8()..].chars().next();
        c == '：' || c == ':' && next.is_none_or(char::is_whitespace)
    };
    let colon = inside.char_indices().find(is_end).map(|(place, _)| place);
    let place = colon.or_else(equals)?;
    let sign = start + place;
    let rest = sign + text[sign..].chars().next()?.len_utf8();
    let names = words(text, start..sign);
    let word = |span: &Span| &text[span.clone()];
    let is_named = word(names.first()?).starts_with(char::is_alphabetic);
    let is_inside = |c: char| c.is_alphanumeric() || "_-.,#'’&/=".contains(c);
    let are_squares =
        names.iter().all(|name| parse_square(word(name).trim_end_matches(',')).is_some());
    if !is_named || are_squares || !names.iter().all(|name| word(name).chars().all(is_inside)) {
        return None;
    }
    // Names of columns belong to a drawing, and the name of a size to a number.
    if Ruler::read(text, start..sign).is_some() || names.len() == 1 && is_size(word(&names[0])) {
        return None;
    }
    let is_key = names.len() == 1 && !word(&names[0]).ends_with(|c: char| c.is_ascii_digit());
    if text[sign..].starts_with('=') && !is_key {
        return None;
    }
    // `N = 4` and `N=4, rank 1`.
    let label = text[start..sign].trim();
    let size = label.rsplit_once('=').map(|(name, size)| {
        let name = name.trim_end().rsplit(char::is_whitespace).next().filter(|name| is_size(name));
        name.and_then(|_| parse_digits(size.trim().split([' ', ',']).next()?))
    });
    if matches!(size, Some(None)) || label.matches('=').count() > 1 {
        return None;
    }
    // Columns without a queen, and names of columns that are damaged.
    let is_gap = |name: &Span| matches!(word(name).trim_end_matches(','), "null" | "None");
    let is_letter = |name: &Span| word(name).chars().nth(1).is_none() && !is_size(word(name));
    if may_turn(&text[start..sign])
        || names.iter().any(is_gap)
        || names.len() > 1 && names.iter().all(is_letter)
    {
        return None;
    }
    let is_known = names.iter().map(|name| word(name).trim_start_matches('#')).any(|name| {
        BOARDS.contains(&&*name.to_lowercase())
            || is_whole_number(name.trim_end_matches([',', '.']))
    });
    // Any other name may be assigned a list in brackets, or what is below it.
    let inside = text[rest..part.end].trim_start();
    let is_list = inside.is_empty() || inside.starts_with(['[', '(', '{']);
    if text[sign..].starts_with('=') && !is_known && !is_list {
        return None;
    }
    let mut roles: Vec<(Span, Role)> =
        names.into_iter().map(|name| (name, Role::Caption)).collect();
    roles.push((sign..rest, Role::Separator));
    roles.extend(is_comment.then_some((first, Role::Comment)));
    Some(Caption { size: size.flatten(), is_known, roles, rest: rest..part.end })
}

/// `1. …`, `1) …`, `#1 …`, `[1] …`, `000001 : …`.
fn board_number(text: &str, part: Span) -> Option<Caption> {
    let all = words(text, part.clone());
    let first = all.first()?.clone();
    let word = &text[first.clone()];
    // So R begins a vector.
    let in_brackets = || (word == "[1]").then_some("1");
    let plain =
        word.strip_suffix(['.', ')', ':']).or_else(|| word.strip_prefix('#')).or_else(in_brackets);
    // Not numbers with decimal points.
    if all.len() > 1 && all.iter().all(|word| text[word.clone()].contains('.')) {
        return None;
    }
    let colon = all.get(1).filter(|colon| &text[(*colon).clone()] == ":" && is_whole_number(word));
    let end = if plain.is_some_and(is_whole_number) { first.end } else { colon?.end };
    text[end..part.end].lines().next().filter(|rest| !rest.trim().is_empty())?;
    Some(Caption {
        roles: vec![(first.start..first.end, Role::BoardLabel)]
            .into_iter()
            .chain((end > first.end).then_some((end - 1..end, Role::Separator)))
            .collect(),
        size: None,
        is_known: true,
        rest: end..part.end,
    })
}

/// `1,2 4 1 3`: numbers, each before a sign, and numbers between blanks.
fn number_and_sign(text: &str, part: Span) -> Option<Caption> {
    let is_sign = |c: char| matches!(c, ',' | ';' | '\t');
    let fields = split(text, part.clone(), is_sign);
    let (rest, labels) = fields.split_last()?;
    let mut signs = chars(text, part.clone()).filter(|(_, c)| is_sign(*c));
    let first = signs.next()?;
    let are_labels = labels.iter().all(|label| is_whole_number(text[label.clone()].trim()));
    let is_plain = text[rest.clone()].trim().chars().all(|c| c.is_ascii_digit() || c == ' ');
    if !are_labels
        || !is_plain
        || words(text, rest.clone()).len() < 3
        || signs.any(|sign| sign.1 != first.1)
    {
        return None;
    }
    let mut roles: Vec<_> =
        labels.iter().map(|label| (trimmed(text, label.clone()), Role::BoardLabel)).collect();
    roles.extend(labels.iter().map(|label| (label.end..label.end + 1, Role::Separator)));
    Some(Caption { roles, size: None, is_known: true, rest: rest.clone() })
}

/// The rest of `1     2 4 1 3`. The number before the widest gap of a line of numbers can be that of a board, or a queen.
pub(super) fn after_gap(text: &str, part: Span) -> Option<Span> {
    let words = words(text, part.clone());
    let (first, others) = words.split_first()?;
    let gap = others.first()?.start - first.end;
    let is_widest = others.windows(2).all(|pair| pair[1].start - pair[0].end < gap);
    let are_numbers = words.iter().all(|word| number(&text[word.clone()]).is_some());
    (are_numbers && is_widest && gap > 1 && others.len() > 1).then_some(first.end..part.end)
}
