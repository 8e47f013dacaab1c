//! The words of the project: fixtures/words.csv lists phrases to avoid, with replacements.
//!
//! Phrases are matched in code, comments, messages and documents, also across lines. In a phrase, `#` matches any
//! number and `_` any word. An exception is a longer phrase that is correct, or the path of a file that is exempt.

use super::files::{File, written};
use std::collections::HashMap;

const TABLE: &str = "fixtures/words.csv";

/// Files that quote the phrases.
const SHOW: &[&str] = &[TABLE, "tests/structure/words.rs"];

struct Phrase {
    words: Vec<String>,
    instead: String,
    exceptions: Vec<String>,
}

/// A word or number in lower case, including a percent sign after a space, and its 1-based line.
struct Word {
    text: String,
    line: usize,
}

impl Word {
    /// Whether it is a number with a percent sign after a space.
    fn is_percentage(&self) -> bool {
        self.text.ends_with(" %")
    }

    fn is_number(&self) -> bool {
        self.text.starts_with(|c: char| c.is_ascii_digit()) && !self.is_percentage()
    }
}

#[test]
fn phrases_are_not_written() {
    let files = written();
    let table = files.iter().find(|file| file.path == TABLE).unwrap();
    let phrases: Vec<Phrase> = table.text.lines().skip(1).map(phrase).collect();
    assert!(phrases.len() > 30);
    let found: Vec<String> = files
        .iter()
        .filter(|file| !SHOW.contains(&&*file.path))
        .flat_map(|file| occurrences(file, &phrases))
        .collect();
    let count = found.len();
    assert!(found.is_empty(), "{count} phrases to write otherwise:\n{}", found.join("\n"));
}

fn phrase(line: &str) -> Phrase {
    let mut fields = line.split(',');
    let mut field = || fields.next().unwrap_or_default();
    let (words, instead) = (words(field()), field().to_owned());
    let words = words.into_iter().map(|word| word.text).collect();
    let exceptions = field().split(';').map(str::trim).filter(|text| !text.is_empty());
    Phrase { words, instead, exceptions: exceptions.map(str::to_owned).collect() }
}

fn words(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let mut rest = line;
        while let Some(start) = rest.find(|c| is_part(c) || c == '#') {
            rest = &rest[start..];
            let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len()).max(1);
            let is_number = rest.starts_with(|c: char| c.is_ascii_digit() || c == '#');
            // In code, `%` is the remainder operator or the end of an SQL pattern.
            let sign = rest[length..].strip_prefix(" %");
            let is_code = |after: &str| {
                after.trim_start().starts_with(|c: char| c == '\'' || c.is_ascii_digit())
            };
            let is_percentage = is_number && sign.is_some_and(|after| !is_code(after));
            let length = if is_percentage { length + 2 } else { length };
            words.push(Word { text: rest[..length].to_lowercase(), line: index + 1 });
            rest = &rest[length..];
        }
    }
    words
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || "_-'’“”".contains(c)
}

fn occurrences(file: &File, phrases: &[Phrase]) -> Vec<String> {
    let mut by_first_word: HashMap<&str, Vec<&Phrase>> = HashMap::new();
    for phrase in phrases.iter().filter(|phrase| !phrase.exceptions.contains(&file.path)) {
        by_first_word.entry(&phrase.words[0]).or_default().push(phrase);
    }
    let words = words(&file.text);
    let mut found = Vec::new();
    for (at, first) in words.iter().enumerate() {
        let first = match first {
            first if first.is_number() => "#",
            first if first.is_percentage() => "# %",
            first => &first.text,
        };
        for phrase in by_first_word.get(first).into_iter().flatten() {
            if begins_with(&words[at..], &phrase.words) && !phrase.is_excepted(&words, at) {
                let written = words[at..at + phrase.words.len()].iter();
                let written: Vec<&str> = written.map(|word| &*word.text).collect();
                let (path, line) = (&file.path, words[at].line);
                found.push(format!("{path}:{line}: {} -> {}", written.join(" "), phrase.instead));
            }
        }
    }
    found
}

impl Phrase {
    /// Whether the phrase at this position is part of a longer, correct one.
    fn is_excepted(&self, all: &[Word], at: usize) -> bool {
        self.exceptions.iter().any(|exception| {
            let exception: Vec<String> = words(exception).into_iter().map(|w| w.text).collect();
            (0..exception.len()).any(|before| {
                at.checked_sub(before).is_some_and(|start| begins_with(&all[start..], &exception))
            })
        })
    }
}

fn begins_with(words: &[Word], phrase: &[String]) -> bool {
    let fits = |(word, expected): (&Word, &String)| match &**expected {
        "#" => word.is_number(),
        "# %" => word.is_percentage(),
        "_" => true,
        expected => word.text == expected,
    };
    words.len() >= phrase.len() && words.iter().zip(phrase).all(fits)
}

#[test]
fn phrases_are_found_wherever_they_are() {
    let phrases = [
        phrase("is no,is not a,there is no;is no longer"),
        phrase("# %,#%,"),
        phrase("nobody _ it,unknown,other.md"),
    ];
    let found = |path: &str, text: &str| {
        let file = File { path: path.to_owned(), text: text.to_owned() };
        occurrences(&file, &phrases).len()
    };
    assert_eq!(found("a.md", "It is no\nsquare. There is no queen; it is no longer there."), 1);
    assert_eq!(found("a.md", "95 % and 5% of 3 queens LIKE '1 %'"), 1);
    assert_eq!(found("a.md", "// Nobody\n// knows it."), 1);
    assert_eq!(found("other.md", "Nobody knows it."), 0);
}
