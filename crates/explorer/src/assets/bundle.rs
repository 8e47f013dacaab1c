//! The scripts of a view as one, so that a page loads them in one round trip: each module becomes a function that is
//! called once and returns its exports. It needs what `tests` checks: imports are single lines, and exports are
//! declarations.

use super::ASSETS;
use std::fmt::Write;
use std::sync::LazyLock;

/// The script that starts a page, the last module.
const ENTRY: &str = "app.js";

/// The views with a module of this name, and the pages without one.
const VIEWS: [&str; 5] = ["solutions", "place", "play", "daily", "other"];

/// The name of the script of a view in URLs.
pub(crate) fn script_of(view: &str) -> String {
    let view = if VIEWS.contains(&view) { view } else { "other" };
    format!("page-{view}.js")
}

/// The script with a name, if there is one.
pub(crate) fn script(name: &str) -> Option<&'static [u8]> {
    static SCRIPTS: LazyLock<[String; 5]> = LazyLock::new(|| VIEWS.map(bundle));
    let place = VIEWS.iter().position(|view| script_of(view) == name)?;
    Some(SCRIPTS[place].as_bytes())
}

/// The modules of a view. The entry loads modules of views as they are needed; those of other views are left out.
fn bundle(view: &str) -> String {
    let entry = source(ENTRY).lines();
    let module = format!("import('./{view}.js')");
    let entry = entry.filter(|line| !line.contains("import(") || line.contains(&module));
    let entry: String = entry.map(|line| format!("{line}\n")).collect();
    let (mut text, mut done) = (String::new(), Vec::new());
    add(ENTRY, &entry, &mut text, &mut done);
    text
}

/// Appends a module after those that it imports.
fn add(name: &str, source: &str, out: &mut String, done: &mut Vec<String>) {
    if done.iter().any(|other| other == name) {
        return;
    }
    done.push(name.to_owned());
    for imported in source.split("'./").skip(1).filter_map(|rest| rest.split('\'').next()) {
        add(imported, self::source(imported), out, done);
    }
    let (mut body, mut exports) = (String::new(), Vec::new());
    for line in source.lines().filter(|line| !is_comment(line)) {
        let line = match line.strip_prefix("export ") {
            Some(declaration) => {
                exports.extend(declared(declaration));
                declaration.to_owned()
            }
            None => without_imports(line),
        };
        body.push_str(&line);
        body.push('\n');
    }
    _ = match name {
        ENTRY => out.write_str(&body),
        _ => write!(
            out,
            "const {} = (() => {{\n{body}return {{ {} }};\n}})();\n",
            variable(name),
            exports.join(", ")
        ),
    };
}

fn source(name: &str) -> &'static str {
    let asset = ASSETS.iter().find(|asset| asset.name == name);
    asset.and_then(|asset| std::str::from_utf8(asset.bytes).ok()).unwrap_or_default()
}

/// Whether a line is part of a comment only.
fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    ["// ", "/** ", "* ", "*/"].iter().any(|mark| line.starts_with(mark)) || line == "/**"
}

/// The variable with the exports of a module.
fn variable(name: &str) -> String {
    format!("${}", name.trim_end_matches(".js"))
}

/// The name in a declaration such as `async function* lines(path) {`.
fn declared(declaration: &str) -> Option<&str> {
    let words = declaration.split(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '_' | '$'));
    words
        .filter(|word| !word.is_empty())
        .find(|word| !matches!(*word, "async" | "function" | "const" | "class"))
}

/// A line with the variable of a module in place of its import.
fn without_imports(line: &str) -> String {
    let Some((before, rest)) = line.split_once("'./") else { return line.to_owned() };
    let Some((name, after)) = rest.split_once('\'') else { return line.to_owned() };
    let module = variable(name);
    match (line.strip_prefix("import "), before.strip_suffix("import(")) {
        (Some(names), _) => {
            let names = names.split(" from ").next().unwrap_or_default().replace(" as ", ": ");
            format!("const {names} = {module};")
        }
        (_, Some(before)) => format!("{before}{module}{}", after.trim_start_matches(')')),
        _ => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each module is in a script once, after those that it imports, without imports and exports.
    #[test]
    fn the_scripts_have_all_modules() {
        let texts = VIEWS.map(bundle);
        let modules = || ASSETS.iter().map(|asset| asset.name).filter(|name| name.ends_with(".js"));
        for name in modules().filter(|name| *name != ENTRY) {
            let variable = variable(name);
            let made = format!("const {variable} = (() => {{\n");
            let with: Vec<&String> = texts.iter().filter(|text| text.contains(&made)).collect();
            assert!(!with.is_empty(), "{name}");
            for text in with {
                assert_eq!(text.matches(&made).count(), 1, "{name}");
                let used = [format!("}} = {variable};"), format!("=> {variable},")];
                let used = used.iter().find_map(|used| text.find(used));
                assert!(used > text.find(&made), "{name} is used before");
            }
        }
        for line in texts.iter().flat_map(|text| text.lines()) {
            let is_left = line.starts_with("import ")
                || line.starts_with("export ")
                || line.contains("import(");
            assert!(!is_left, "{line}");
        }
        // A script has what its page needs only.
        assert!(texts[0].contains("$strip") && !texts[0].contains("$lesson"));
        assert!(texts[1].contains("$lesson") && !texts[1].contains("$strip"));
    }

    #[test]
    fn names_of_declarations() {
        for (declaration, name) in [
            ("const base = new URL('../..');", "base"),
            ("async function* lines(path, signal) {", "lines"),
            ("class Failure extends Error {", "Failure"),
            ("function start() {", "start"),
        ] {
            assert_eq!(declared(declaration), Some(name));
        }
    }
}
