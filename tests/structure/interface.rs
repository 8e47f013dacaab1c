//! The public items of the published libraries, as in interface.txt: a change of the interface is a change of that file.
//!
//! Items are all that is `pub`, which the lint `unreachable_pub` restricts to what users reach, and what `nqdb::internal`
//! re-exports. Enums have their variants, traits their methods; values and bodies are left out.

use super::imports::{root, sources};
use super::tokens::tokens;
use std::env;
use std::fmt::Write;
use std::fs;

/// The sources of the libraries.
const LIBRARIES: [&str; 6] = ["src", "completion", "dataset", "explorer", "papers", "sql"];

/// The number of tokens of the declaration at the beginning: up to its body, its value or its end.
fn declaration(tokens: &[String]) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate() {
        match &**token {
            ">" if tokens[at - 1] == "-" => {}
            "(" | "[" | "<" => depth += 1,
            "{" if tokens[1] == "use" => depth += 1,
            "}" if tokens[1] == "use" => depth -= 1,
            "," | ";" | "{" | "}" | "=" | ")" | "]" | ">" if depth == 0 => return at,
            ")" | "]" | ">" => depth -= 1,
            _ => {}
        }
    }
    tokens.len()
}

/// The number of tokens of the braces at the beginning, with their content.
fn braces(tokens: &[String]) -> usize {
    let mut depth = 0;
    let end = tokens.iter().position(|token| {
        depth += i32::from(token == "{") - i32::from(token == "}");
        depth == 0
    });
    end.map_or(tokens.len(), |end| end + 1)
}

/// The public items of a file, one per line.
fn items(text: &str) -> String {
    let tokens = tokens(text);
    let mut items = String::new();
    let mut add = |from: usize, to: usize| {
        let text = tokens[from..to].join(" ").replace("- >", "->");
        let text = text.replace(" (", "(").replace("( ", "(").replace(" )", ")").replace(" ,", ",");
        let text = text.replace("& ", "&").replace(" :", ":").replace(":: ", "::");
        writeln!(items, "{text}").unwrap();
    };
    for at in 0..tokens.len().saturating_sub(1) {
        if tokens[at] != "pub" || tokens[at + 1] == "(" {
            continue;
        }
        let body = at + declaration(&tokens[at..]);
        match &*tokens[at + 1] {
            "enum" => add(at, body + braces(&tokens[body..])),
            "trait" => {
                add(at, body);
                let inside = body..body + braces(&tokens[body..]);
                let methods = inside.filter(|&method| tokens[method] == "fn");
                methods.for_each(|method| add(method, method + declaration(&tokens[method..])));
            }
            _ => add(at, body),
        }
    }
    items
}

#[test]
fn the_public_items_are_those_of_the_list() {
    let mut found = String::new();
    for library in LIBRARIES {
        let folder =
            if library == "src" { library.into() } else { format!("crates/{library}/src") };
        for source in sources(&folder) {
            let items = items(&source.text);
            if !items.is_empty() {
                write!(found, "\n# {folder}/{}\n{items}", source.path).unwrap();
            }
        }
    }
    let path = root().join("tests/structure/interface.txt");
    if env::var_os("NQDB_UPDATE").is_some() {
        fs::write(&path, &found).unwrap();
    }
    let listed = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    let change = found.lines().zip(listed.lines()).find(|(found, listed)| found != listed);
    assert!(found == listed, "{change:?}: NQDB_UPDATE=1 cargo test --test structure");
}
