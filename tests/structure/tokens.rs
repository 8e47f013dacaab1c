//! A tokenizer for Rust source, sufficient to find imports: it skips comments and literals.

/// Identifiers, `::`, and other single characters.
pub(super) fn tokens(text: &str) -> Vec<String> {
    let (mut tokens, mut rest) = (Vec::new(), text);
    while let Some(first) = rest.chars().next() {
        let length = skipped(rest);
        if length == 0 {
            let length = match first {
                ':' if rest.starts_with("::") => 2,
                c if is_word(c) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
                c => c.len_utf8(),
            };
            tokens.push(rest[..length].to_owned());
            rest = &rest[length..];
        } else {
            rest = &rest[length..];
        }
    }
    tokens
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The length in bytes of white space, a comment or a literal at the beginning of the text.
fn skipped(text: &str) -> usize {
    if text.starts_with(char::is_whitespace) {
        text.len() - text.trim_start().len()
    } else if text.starts_with("//") {
        text.find('\n').unwrap_or(text.len())
    } else if text.starts_with("/*") {
        text.find("*/").map_or(text.len(), |end| end + 2)
    } else if text.starts_with('\'') {
        character(text)
    } else {
        string(text)
    }
}

/// The length of a character such as `'a'`; for a lifetime, that of its quote.
fn character(text: &str) -> usize {
    let mut chars = text.char_indices().skip(1);
    match (chars.next(), chars.next()) {
        (Some((_, '\\')), Some((at, escaped))) => {
            let after = at + escaped.len_utf8();
            after + text[after..].find('\'').map_or(0, |end| end + 1)
        }
        (Some(_), Some((at, '\''))) => at + 1,
        _ => 1,
    }
}

/// The length of a string, with or without prefix and hashes; 0 if there is none.
fn string(text: &str) -> usize {
    let prefix = text.find(|c| !matches!(c, 'b' | 'c' | 'r')).unwrap_or(0);
    let hashes = text[prefix..].len() - text[prefix..].trim_start_matches('#').len();
    let raw = text[..prefix].contains('r');
    let opening = prefix + hashes + 1;
    if prefix > 2 || !text[prefix + hashes..].starts_with('"') || (hashes > 0 && !raw) {
        return 0;
    }
    if raw {
        let end = format!("\"{}", "#".repeat(hashes));
        return opening + text[opening..].find(&end).map_or(0, |at| at + end.len());
    }
    let mut escaped = false;
    for (at, c) in text[opening..].char_indices() {
        match c {
            '"' if !escaped => return opening + at + 1,
            _ => escaped = c == '\\' && !escaped,
        }
    }
    text.len()
}

#[test]
fn comments_and_literals_are_left_out() {
    let text = r##"use a::{b, c}; // crate::x
        fn f<'a>(s: &'a str) -> char { /* crate::y */ let _ = "crate::\"z" ; r#"unsafe "x"#; '\''; b'"'; 'ü' }"##;
    let expected = "use a :: { b , c } ; fn f < a > ( s : & a str ) - > char { let _ = ; ; ; b ; }";
    assert_eq!(tokens(text).join(" "), expected);
}
