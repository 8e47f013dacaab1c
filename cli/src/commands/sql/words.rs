//! Tab completion at the prompt: SQL keywords, tables, functions, dot commands, file names.

use super::dot;
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::validate::Validator;
use rustyline::{Context, Helper};

/// The words for completion.
pub(super) struct Words {
    /// Tables, and functions with an opening parenthesis.
    pub(super) names: Vec<String>,
    files: FilenameCompleter,
}

/// Keywords of SELECT, of statements about temporary tables, and of EXPLAIN.
const KEYWORDS: &[&str] = &[
    "ALL",
    "AND",
    "AS",
    "ASC",
    "ATTACH",
    "BETWEEN",
    "BY",
    "CASE",
    "CAST",
    "COUNT(",
    "CREATE",
    "CROSS",
    "DELETE",
    "DESC",
    "DISTINCT",
    "DROP",
    "ELSE",
    "END",
    "EXCEPT",
    "EXISTS",
    "EXPLAIN",
    "FROM",
    "GLOB",
    "GROUP",
    "GROUP_CONCAT(",
    "HAVING",
    "IN",
    "INDEX",
    "INSERT",
    "INTERSECT",
    "INTO",
    "IS",
    "JOIN",
    "LEFT",
    "LIKE",
    "LIMIT",
    "MAX(",
    "MIN(",
    "NOT",
    "NULL",
    "OFFSET",
    "ON",
    "OR",
    "ORDER",
    "PLAN",
    "PRAGMA",
    "QUERY",
    "RECURSIVE",
    "SELECT",
    "SET",
    "SUM(",
    "TABLE",
    "TEMP",
    "THEN",
    "UNION",
    "UPDATE",
    "USING",
    "VALUES",
    "VIEW",
    "WHEN",
    "WHERE",
    "WITH",
];

impl Words {
    pub(super) fn new() -> Self {
        Words { names: Vec::new(), files: FilenameCompleter::new() }
    }

    /// The words that begin with a text; keywords have its case.
    fn beginning_with(&self, text: &str, is_first: bool) -> Vec<String> {
        let begins = |word: &str| {
            word.get(..text.len()).is_some_and(|start| start.eq_ignore_ascii_case(text))
        };
        if text.starts_with('.') {
            let names = dot::NAMES.iter().filter(|name| is_first && begins(name));
            return names.map(|&name| name.to_owned()).collect();
        }
        let is_lower = !text.contains(|c: char| c.is_ascii_uppercase());
        let in_case = |word: &str| if is_lower { word.to_lowercase() } else { word.to_owned() };
        let keywords = KEYWORDS.iter().filter(|word| begins(word)).map(|word| in_case(word));
        let names = self.names.iter().filter(|name| begins(name)).cloned();
        names.chain(keywords).filter(|_| !text.is_empty()).collect()
    }
}

impl Completer for Words {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        position: usize,
        context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let before = &line[..position];
        if [".read ", ".output "].iter().any(|command| before.starts_with(command)) {
            return self.files.complete(line, position, context);
        }
        let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
        let word = before.rsplit(|c| !is_word(c)).next().unwrap_or("");
        let start = position - word.len();
        let found = self.beginning_with(word, before[..start].trim().is_empty());
        let pair = |word: String| Pair { display: word.clone(), replacement: word };
        Ok((start, found.into_iter().map(pair).collect()))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}

impl Validator for Words {}

impl Helper for Words {}

#[cfg(test)]
mod tests {
    use super::*;
    use rustyline::history::MemHistory;

    /// The completions of the last word of a line.
    fn completed(line: &str) -> Vec<String> {
        let mut words = Words::new();
        words.names = ["count", "nq_rank(", "nq_random("].map(str::to_owned).to_vec();
        let history = MemHistory::new();
        let (_, found) = words.complete(line, line.len(), &Context::new(&history)).unwrap();
        found.into_iter().map(|pair| pair.replacement).collect()
    }

    #[test]
    fn tab_completes_keywords_names_and_commands() {
        assert_eq!(completed("sel"), ["select"]);
        assert_eq!(completed("SELECT nq_ra"), ["nq_rank(", "nq_random("]);
        assert_eq!(completed("SELECT count(*) FR"), ["FROM"]);
        assert_eq!(completed("SELECT * FROM cou"), ["count", "count("]);
        assert_eq!(completed("max(NQ_RANK"), ["nq_rank("]);
        assert_eq!(completed(".ou"), [".output"]);
        assert_eq!(completed("SELECT .ou"), [""; 0]);
        assert_eq!(completed("SELECT "), [""; 0]);
        assert_eq!(completed("é"), [""; 0]);
        assert!(completed(".read Cargo.to").contains(&"Cargo.toml".to_owned()));
    }
}
