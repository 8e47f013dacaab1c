//! The board of an answer of a model or another program: the place in its text that decides, and the boards there.

use nqdb::internal::unreadable;
use nqdb::notation::Reading;
use nqdb::{Invalid, Permutation};
use serde_json::Value;
use serde_json::value::RawValue;
use std::borrow::Cow;

/// The longest JSON of an answer, in bytes.
const LONGEST: usize = 1 << 20;

/// Tokens that end the text of a model.
const ENDS: [&str; 8] = [
    "<|im_end|>", "<|endoftext|>", "<|eot_id|>", "<|end_of_text|>", "<|return|>", "<end_of_turn>",
    "<eos>", "</s>",
];

/// What begins and what ends the thinking of a model.
const THINKING: [(&str, &str); 4] = [
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("[THINK]", "[/THINK]"),
    ("<|channel|>analysis", "<|channel|>final<|message|>"),
];

/// Labels in lower case. The first kind that a text has decides.
const LABELS: [&[&str]; 2] =
    [&["answer:", "answer**:", "answer is"], &["solution:", "solution**:", "result:"]];

/// Markup of LaTeX and Markdown, and ends of words, that are passed over.
const MARKUP: [&str; 8] = [r"\left", r"\right", r"\,", r"\", "`", "$", "'s", "’s"];

/// The only board of an answer to a task of size `n`; `None` if it is not a permutation, or of another size.
pub(crate) fn board(
    answer: &RawValue,
    n: usize,
    zero_based: bool,
) -> Result<Option<Permutation>, Invalid> {
    let json = answer.get();
    let is_text = json.starts_with('"');
    let mut found = match json {
        _ if json.len() > LONGEST => return Err(Invalid::TooLong { longest: LONGEST }),
        _ if !is_text && !json.contains('\\') => boards(json, n, zero_based)?,
        _ => match serde_json::from_str(json) {
            Ok(Value::String(text)) => boards_in(decisive(&text)?, n, zero_based)?,
            Ok(other) => boards(&other.to_string(), n, zero_based)?,
            Err(_) => return Err(unreadable("Unicode text", json)),
        },
    };
    found.dedup();
    match found.pop() {
        Some((size, board)) if found.is_empty() => Ok(board.filter(|_| size == n)),
        _ => Err(Invalid::SeveralBoards { got: found.len() + 1 }),
    }
}

/// The place in a text that decides: the last `<answer>` between the thinking and the token that ends the text, or all of
/// that; in it the last `\boxed`, or all of it; and there what follows the first label, or all of it.
fn decisive(text: &str) -> Result<&str, Invalid> {
    let end = ENDS.iter().filter_map(|end| text.find(end)).min();
    let mut text = &text[..end.unwrap_or(text.len())];
    for (begin, end) in THINKING {
        text = text.rsplit(end).next().unwrap_or(text);
        if text.contains(begin) {
            return Err(unreadable("an answer after the thinking", text));
        }
    }
    if let Some((_, inside)) = text.rsplit_once("<answer>") {
        text = inside.split("</answer>").next().unwrap_or(inside);
    }
    if let Some((_, inside)) = text.rsplit_once(r"\boxed{") {
        let mut depth = 1;
        let is_end = |c| {
            depth += i32::from(c == '{') - i32::from(c == '}');
            depth == 0
        };
        text = inside.split(is_end).next().unwrap_or(inside);
    }
    let lower = text.to_ascii_lowercase();
    let end = |label: &&str| Some(lower.find(*label)? + label.len());
    let start = LABELS.iter().find_map(|labels| labels.iter().filter_map(end).min());
    Ok(start.map_or(text, |start| text[start..].trim_start_matches(' ')))
}

/// A board and its size; `None` if it is not a permutation.
type Found = (usize, Option<Permutation>);

/// The boards of the place that decides: of its whole text, or else those of size `n` between words and blank lines.
fn boards_in(text: &str, n: usize, zero_based: bool) -> Result<Vec<Found>, Invalid> {
    let read = |text| boards(text, n, zero_based).or_else(|_| boards(bare(text, n), n, zero_based));
    let whole = read(text);
    if let Ok([(_, Some(_))]) = whole.as_deref() {
        return whole;
    }
    let parts = without_words(text);
    // No notation takes fewer characters than queens.
    let parts = parts.split("\n\n").filter(|part| part.len() >= n);
    let found = parts.filter_map(|part| read(part.trim_matches('\n')).ok()).flatten();
    let found: Vec<Found> = found.filter(|&(size, _)| size == n).collect();
    if found.is_empty() { whole } else { Ok(found) }
}

/// A line without what is around its list in brackets, which is less than a board, or without punctuation.
fn bare(text: &str, n: usize) -> &str {
    let line = text.trim();
    let digits = |text: &str| text.bytes().filter(u8::is_ascii_digit).count();
    let list = line.find('[').zip(line.rfind(']')).and_then(|(start, end)| line.get(start..=end));
    match list.filter(|list| digits(line) < digits(list) + n) {
        _ if line.contains('\n') => text,
        Some(list) => list,
        None => line
            .trim_start_matches([':', '#', '>', '*', '"', ' '])
            .trim_end_matches(['*', '"', '}', '(', '.', ',', ' ']),
    }
}

/// A text with blank lines for its words, its code fences, and around lines with words, without markup. Lines such as
/// `Queen 1: row 2` become assignments.
fn without_words(text: &str) -> String {
    let text = text.replace("```", "\n\n");
    let text = MARKUP.iter().fold(text, |text, mark| text.replace(mark, ""));
    let is_end = |c: char| !c.is_alphanumeric();
    let mut parts = String::new();
    for line in text.lines() {
        let assignment = assignment(line);
        let line = assignment.as_deref().unwrap_or(line);
        let has_words = line.split(is_end).any(is_word);
        let around = if has_words { "\n\n" } else { "" };
        parts += around;
        // Digits in a sentence are a number.
        let is_number =
            |word: &str| word.len() > 3 && word.bytes().all(|byte| byte.is_ascii_digit());
        for token in line.split_inclusive(is_end) {
            let word = token.trim_end_matches(is_end);
            let is_passed = is_word(word) || has_words && is_number(word);
            let end = &token[word.len()..];
            parts += if is_passed { "\n\n" } else { word };
            parts += if is_passed && matches!(end, "." | "!" | "?" | ";") { " " } else { end };
        }
        parts += around;
        parts.push('\n');
    }
    parts
}

/// Whether a word is of a sentence, and not a mark, a number, a square or a value of a program.
fn is_word(word: &str) -> bool {
    let is_mark = |c: char| "QqxX".contains(c);
    word.len() > 1
        && word.chars().all(char::is_alphabetic)
        && !word.chars().all(is_mark)
        && !matches!(word, "True" | "False" | "true" | "false")
}

/// The assignment of a line with one column, or one queen, and one row, such as `Queen 1: row 2`.
fn assignment(line: &str) -> Option<String> {
    let words = line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let words: Vec<String> = words.map(str::to_ascii_lowercase).collect();
    let is_number = |word: &&String| word.bytes().all(|byte| byte.is_ascii_digit());
    let number = |name| words.iter().skip_while(|word| *word != name).nth(1).filter(is_number);
    let [queen, column, row] = ["queen", "column", "row"].map(number);
    let named = [queen, column, row].iter().flatten().count();
    let is_one = words.iter().filter(is_number).count() == named;
    row.zip(column.or(queen)).filter(|_| is_one).map(|(row, column)| format!("Q{column}={row}"))
}

fn boards(text: &str, n: usize, zero_based: bool) -> Result<Vec<Found>, Invalid> {
    use Invalid::{RowOutside, RowTwice, RowZero};
    let reading = Reading { zero_based, ..Reading::default() };
    match reading.boards(&squares(text, n)) {
        Err(RowOutside { n, .. } | RowTwice { n, .. } | RowZero { n, .. }) => Ok(vec![(n, None)]),
        Err(error) if error.is_no_permutation() => Ok(vec![(n, None)]),
        boards => Ok(boards?.into_iter().map(|board| (board.n().get(), Some(board))).collect()),
    }
}

/// Squares in one list as lines of N, and the tokens 1 and 2 as marks; any other text as it is.
fn squares(text: &str, n: usize) -> Cow<'_, str> {
    let is_mark =
        |c: char| c.is_whitespace() || matches!(c, '[' | ']' | '(' | ')' | ',' | '"' | '\'');
    let words = || text.split(is_mark).filter(|word| !word.is_empty());
    if n == 1 || words().count() != n * n {
        return text.into();
    }
    let are_tokens = words().all(|word| matches!(word, "1" | "2"));
    let marked = |text: &str| text.replace('1', "_").replace('2', "Q");
    let is_one_list = text.starts_with(['[', '(']) && text.find([']', ')']) == Some(text.len() - 1);
    let mut squares = Cow::from(text);
    if is_one_list {
        let words: Vec<&str> = words().collect();
        squares = words.chunks(n).map(|line| line.join(" ") + "\n").collect();
    }
    if are_tokens { marked(&squares).into() } else { squares }
}
