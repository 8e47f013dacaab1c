//! The board of an answer: what is done around [`Reading`] for answers of models and of other programs.

use nqdb::Permutation;
use nqdb::notation::{Reading, Records};
use serde_json::value::RawValue;
use std::borrow::Cow;

/// The longest text of an answer, as JSON, in bytes.
const LONGEST_TEXT: usize = 1 << 20;

/// The longest JSON of any other answer: 4,096 squares with their commas and blanks.
const LONGEST_LIST: usize = 1 << 16;

/// The text of an answer: that of a string, or the JSON itself. `None` if it is too long.
pub(crate) fn text(answer: &RawValue) -> Option<Cow<'_, str>> {
    let json = answer.get();
    if json.starts_with('"') {
        let text = (json.len() <= LONGEST_TEXT).then(|| serde_json::from_str::<String>(json));
        return text?.ok().map(Cow::Owned);
    }
    match json {
        _ if json.len() > LONGEST_LIST => None,
        _ if json.contains('\\') => {
            let plain = serde_json::from_str::<serde_json::Value>(json).ok()?;
            Some(plain.to_string().into())
        }
        _ => Some(json.into()),
    }
}

/// The only board that a text has: as a whole, or in a code fence or after a label, without another board next to it.
pub(crate) fn only_board(text: &str, n: usize, reading: Reading) -> Option<Permutation> {
    // No notation takes fewer characters than queens.
    if text.len() < n {
        return None;
    }
    let has_size = |board: &Permutation| board.n().get() == n;
    let whole = |text: &str| reading.board(&squares(text, n)).ok();
    if let Some(board) = whole(text) {
        return Some(board).filter(has_size);
    }
    if text.starts_with(['[', '{']) {
        return None;
    }
    let text = text.replace("<answer>", "\nAnswer:").replace("</answer>", "\n\n");
    let parts = parts(&text);
    if parts.iter().all(|&(place, _)| place == Place::Prose) {
        return None;
    }
    let (mut boards, mut is_marked) = (Vec::new(), false);
    for (place, part) in parts {
        let one = whole(part);
        // Prose may follow what is after a label, but not what is in a fence.
        let can_mark = place == Place::Label || place == Place::Fence && one.is_some();
        let mut found = one.map_or_else(|| boards_among(part, reading), |one| vec![one]);
        found.retain(has_size);
        is_marked |= can_mark && !found.is_empty();
        boards.extend(found);
    }
    boards.dedup();
    boards.pop().filter(|_| is_marked && boards.is_empty())
}

/// Where a part of a text is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Fence,
    /// After a label.
    Label,
    Prose,
}

/// The code fences of a text, what follows its labels, and the paragraphs of the rest.
fn parts(text: &str) -> Vec<(Place, &str)> {
    let mut parts = Vec::new();
    for (number, part) in text.split("```").enumerate() {
        if number % 2 == 0 {
            paragraphs(part, &mut parts);
        } else {
            // The first line names a language.
            parts.push((Place::Fence, part.split_once('\n').map_or(part, |(_, lines)| lines)));
        }
    }
    parts.into_iter().map(|(place, part)| (place, bare(part))).collect()
}

/// What follows a label without the marks of Markdown around it.
fn bare(part: &str) -> &str {
    let text = part.trim();
    let inside = |mark: &str| text.strip_prefix(mark)?.strip_suffix(mark);
    inside("**").or_else(|| inside("`")).unwrap_or(part)
}

fn paragraphs<'t>(text: &'t str, parts: &mut Vec<(Place, &'t str)>) {
    let (mut place, mut start, mut end) = (Place::Prose, 0, 0);
    for line in text.split_inclusive('\n') {
        let label = after_label(line);
        let is_end = line.trim().is_empty() && !text[start..end].trim().is_empty();
        if label.is_some() || is_end {
            parts.push((place, &text[start..end]));
            place = if label.is_some() { Place::Label } else { Place::Prose };
            start = end + label.map_or(0, |rest| line.len() - rest.len());
        }
        end += line.len();
    }
    parts.push((place, &text[start..]));
}

/// What follows a label at the start of a line, such as `Answer:`, `**Final answer:**` or `Solution 1:`.
fn after_label(line: &str) -> Option<&str> {
    let (label, rest) = line.split_once(':')?;
    let label = label.trim_start_matches(['#', '*', '>', '-', ' ']);
    let mut words = label.split(|c: char| !c.is_ascii_alphanumeric()).map(str::to_ascii_lowercase);
    let names = |word: &String| matches!(&**word, "answer" | "solution" | "result");
    let is_label = words.clone().any(|word| names(&word))
        && words.all(|word| {
            names(&word)
                || matches!(&*word, "" | "the" | "my" | "final" | "is" | "board")
                || word.bytes().all(|byte| byte.is_ascii_digit())
        });
    is_label.then(|| rest.trim_start_matches("**"))
}

/// The boards of the records that can be read.
fn boards_among(text: &str, reading: Reading) -> Vec<Permutation> {
    let mut records = Records::new(text.as_bytes(), reading, Records::<&[u8]>::LONGEST);
    let mut boards = Vec::new();
    // Reading from memory can't fail.
    while let Ok(Some(record)) = records.next_record() {
        let _ = reading.record(&record, &mut boards);
    }
    boards
}

/// Squares in one list as lines of N, and the tokens 1 and 2 as marks; any other text as it is.
fn squares(text: &str, n: usize) -> Cow<'_, str> {
    let is_mark =
        |c: char| c.is_whitespace() || matches!(c, '[' | ']' | '(' | ')' | ',' | '"' | '\'');
    let words = || text.split(is_mark).filter(|word| !word.is_empty());
    if n == 1 || text.len() > LONGEST_LIST || words().count() != n * n {
        return text.into();
    }
    let are_tokens = words().all(|word| matches!(word, "1" | "2"));
    let marked = |text: &str| text.replace('1', "_").replace('2', "Q");
    let is_one_list = text.starts_with(['[', '(']) && text.matches([']', ')']).count() == 1;
    let mut squares = Cow::from(text);
    if is_one_list {
        let words: Vec<&str> = words().collect();
        squares = words.chunks(n).map(|line| line.join(" ") + "\n").collect();
    }
    if are_tokens { marked(&squares).into() } else { squares }
}
