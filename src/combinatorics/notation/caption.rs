//! What may stand before a board on its line: words and a colon, a name and an equals sign, or a number in one of
//! five forms. A text is read with and without it.

use super::object::is_size;
use super::role::Role;
use super::text::{Span, is_whole_number, lines, may_turn, split, trimmed, words};
use crate::combinatorics::condition::parse_square;
use crate::combinatorics::numbers::parse_digits;

/// A beginning of a line that is not part of its board.
#[derive(Debug)]
pub(super) struct Caption {
    pub(super) roles: Vec<(Span, Role)>,
    /// The size that the boards have.
    pub(super) size: Option<usize>,
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

/// The label in the caption that a text begins with, such as `Anna` or `Solution 1`. `None` for a size, and for a word
/// that any board may have, such as `queens`.
pub(super) fn label(text: &str) -> Option<String> {
    // Longer ones are not labels.
    let text: String = text.chars().take(200).collect();
    let part = 0..text.len();
    // The numbers in a drawing are those of its rows.
    let is_drawn = text.trim_end().contains('\n');
    let of_words = || words_and_sign(&text, part.clone());
    let any = || captions(&text, part.clone()).into_iter().next();
    let caption = if is_drawn { of_words() } else { any() };
    let Caption { roles, size: None, .. } = caption? else { return None };
    let is_label = |role| matches!(role, Role::Caption | Role::BoardLabel);
    let spans = || roles.iter().filter(|(_, role)| is_label(*role)).map(|(span, _)| span);
    let part = spans().map(|span| span.start).min()?..spans().map(|span| span.end).max()?;
    let label = text[part].trim_matches(|c: char| !c.is_alphanumeric());
    let says_more = !label.is_empty() && !BOARDS.contains(&&*label.to_lowercase());
    says_more.then(|| label.to_owned())
}

/// `Solution 1: …`, `Anna: …`, `N = 4: …`, `N = 4` on a line of its own, `queens = …`, `# Solution 1: …`.
fn words_and_sign(text: &str, part: Span) -> Option<Caption> {
    let line = lines(text, part.clone()).next()?;
    let first = words(text, line.clone()).first()?.clone();
    let is_comment = &text[first.clone()] == "#";
    let start = if is_comment { first.end } else { line.start };
    let inside = text[start..line.end].split(['[', '(', '{', '"', '\'']).next()?;
    // The first colon ends the caption; without one, the first equals sign after a name.
    let is_colon = |&(place, c): &(usize, char)| {
        let next = text[start + place + c.len_utf8()..].chars().next();
        c == '：' || c == ':' && next.is_none_or(char::is_whitespace)
    };
    let equals = || Some((inside.find('=').filter(|_| !is_comment)?, '='));
    let (place, sign) = inside.char_indices().find(is_colon).or_else(equals)?;
    let (end, label) = (start + place, &inside[..place]);
    let rest = end + sign.len_utf8()..part.end;
    let names: Vec<&str> = label.split_whitespace().collect();
    if sign == '=' && names.len() == 1 && is_size(names[0]) {
        let value = trimmed(text, rest.start..line.end);
        let size = size_of(text[value.clone()].trim_end_matches(';'))?;
        let mut roles = vec![(end..rest.start, Role::Separator), (value, Role::Caption)];
        roles.extend(words(text, start..end).into_iter().map(|name| (name, Role::Caption)));
        return Some(Caption { roles, size: Some(size), rest: line.end..part.end });
    }
    let is_inside = |c: char| c.is_alphanumeric() || "_-.,#'’&/=".contains(c);
    if !names.first()?.starts_with(char::is_alphabetic)
        || !label.split_whitespace().all(|name| name.chars().all(is_inside))
        || names.len() == 1 && is_size(names[0])
        || may_turn(label)
    {
        return None;
    }
    // `N = 4`, `order 4`, `4 queens`, `4x4`.
    let parts: Vec<&str> = label.split([' ', '=', ',']).filter(|part| !part.is_empty()).collect();
    let pair = |pair: &[&str]| match size_of(pair[1]) {
        Some(size) if pair[0].len() > 1 || label.contains('=') => is_size(pair[0]).then_some(size),
        Some(_) => None,
        None => size_of(pair[0]).filter(|_| pair[1].eq_ignore_ascii_case("queens")),
    };
    let square =
        |part: &&str| part.split_once('x').filter(|(n, m)| n == m).and_then(|(n, _)| size_of(n));
    let size = parts.windows(2).find_map(pair).or_else(|| parts.iter().find_map(square));
    if label.contains('=') && size.is_none() || label.matches('=').count() > 1 {
        return None;
    }
    let is_known = names.iter().map(|name| name.trim_start_matches('#')).any(|name| {
        BOARDS.contains(&&*name.to_lowercase())
            || is_whole_number(name.trim_end_matches([',', '.']))
    });
    // Single letters may be squares or the names of columns.
    let is_name = |name: &&str| {
        let letters = name.chars().filter(|c| c.is_alphabetic()).count();
        let name = name.trim_end_matches(',');
        letters > 1 && !matches!(name, "null" | "None") && parse_square(name).is_none()
    };
    // Any name may be assigned a list in brackets, or what is below it.
    let value = text[rest.clone()].trim_start();
    let is_list = value.is_empty() || value.starts_with(['[', '(', '{']);
    // Digits after any other name may be a count.
    if !is_known && size.is_none() && is_whole_number(value.trim_end()) {
        return None;
    }
    let is_named = match sign {
        '=' => {
            names.len() == 1
                && !label.trim().ends_with(|c: char| c.is_ascii_digit())
                && (is_known || is_list && names.iter().any(is_name))
        }
        _ => size.is_some() || names.iter().any(is_name) || names.len() == 1 && is_known,
    };
    is_named.then(|| {
        let mut roles: Vec<(Span, Role)> =
            words(text, start..end).into_iter().map(|name| (name, Role::Caption)).collect();
        roles.push((end..rest.start, Role::Separator));
        roles.extend(is_comment.then_some((first, Role::Comment)));
        Caption { size, roles, rest }
    })
}

fn size_of(word: &str) -> Option<usize> {
    parse_digits(word).filter(|_| !word.starts_with('0'))
}

/// `1. …`, `1) …`, `#1 …`, `Soln #1 …`, `[1] …`, `000001 : …`.
fn board_number(text: &str, part: Span) -> Option<Caption> {
    let mut all = words(text, part.clone());
    let is_soln = matches!(&all[..], [a, b, ..] if text[a.clone()].eq_ignore_ascii_case("soln") && text[b.clone()].starts_with('#'));
    let soln = is_soln.then(|| (all.remove(0), Role::Caption));
    let word = &text[all.first()?.clone()];
    let is_colon = all.get(1).is_some_and(|colon| &text[colon.clone()] == ":");
    // So R begins a vector.
    let in_brackets = || (word == "[1]").then_some("1");
    let plain =
        word.strip_suffix(['.', ')', ':']).or_else(|| word.strip_prefix('#')).or_else(in_brackets);
    let (label, sign) = if is_colon { (word, all.get(1)) } else { (plain?, None) };
    let end = all[usize::from(is_colon)].end;
    let has_rest = text[end..part.end].lines().next().is_some_and(|rest| !rest.trim().is_empty());
    (is_whole_number(label) && has_rest).then(|| {
        let mut roles = vec![(all[0].clone(), Role::BoardLabel)];
        roles.extend(sign.map(|sign| (sign.clone(), Role::Separator)));
        roles.extend(soln);
        Caption { roles, size: None, rest: end..part.end }
    })
}

/// `1,2 4 1 3`: numbers, each before a sign, and numbers between blanks.
fn number_and_sign(text: &str, part: Span) -> Option<Caption> {
    let sign = text[part.clone()].chars().find(|c| matches!(c, ',' | ';' | '\t'))?;
    let fields = split(text, part, |c| c == sign);
    let (rest, labels) = fields.split_last()?;
    let are_labels = labels.iter().all(|label| is_whole_number(text[label.clone()].trim()));
    let is_plain = text[rest.clone()].trim().chars().all(|c| c.is_ascii_digit() || c == ' ');
    (are_labels && is_plain && words(text, rest.clone()).len() > 2).then(|| {
        let number = |label: &Span| (trimmed(text, label.clone()), Role::BoardLabel);
        let mut roles: Vec<_> = labels.iter().map(number).collect();
        roles.extend(labels.iter().map(|label| (label.end..label.end + 1, Role::Separator)));
        Caption { roles, size: None, rest: rest.clone() }
    })
}

/// The rest of `1     2 4 1 3`: a number before the widest gap of a line of numbers can be that of a board, or a queen.
pub(super) fn after_gap(text: &str, part: Span) -> Option<Span> {
    let words = words(text, part.clone());
    let (first, others) = words.split_first()?;
    let gap = others.first()?.start - first.end;
    let is_widest = others.windows(2).all(|pair| pair[1].start - pair[0].end < gap);
    let are_numbers = words.iter().all(|word| is_whole_number(&text[word.clone()]));
    (are_numbers && is_widest && gap > 1 && others.len() > 1).then_some(first.end..part.end)
}
