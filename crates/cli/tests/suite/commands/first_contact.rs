//! The help, its topics, the first steps, and the version.

use crate::support::program::{Home, words};
use nqdb::internal::kernel::Kernel;
use nqdb::notation::Notation;
use nqdb_test_support::fixtures::text;
use serde_json::json;
use std::collections::BTreeSet;
use std::fs;

/// All commands, and the headings above them.
pub(super) fn commands(home: &Home) -> (Vec<String>, Vec<String>) {
    listed(home.run("help --all").text())
}

/// The commands that a help lists, and the headings above them.
fn listed(help: &str) -> (Vec<String>, Vec<String>) {
    let listing = help.lines().skip_while(|line| !line.starts_with("Usage:")).skip(1);
    let (mut commands, mut headings) = (Vec::new(), Vec::new());
    for line in listing.take_while(|line| *line != "Options:") {
        match line.strip_prefix("  ") {
            Some(command) => {
                let (name, about) = command.split_once(' ').unwrap();
                assert!(!about.trim().is_empty() && line.chars().count() <= 100, "{line}");
                commands.push(name.to_owned());
            }
            None if line.is_empty() => {}
            None => headings.push(line.to_owned()),
        }
    }
    (commands, headings)
}

#[test]
fn the_help_has_every_command_in_a_group() {
    let home = Home::new();
    let (commands, headings) = commands(&home);
    assert_eq!(headings.len(), 7, "each heading is above its first command: {headings:?}");
    let help = home.run("help --all");
    let gap = |heading: &String| help.text().contains(&format!("\n\n{heading}\n  "));
    assert!(headings.iter().all(gap), "{help:#?}");
    // bash completes the words after the name of the program.
    let script = home.run("completions bash");
    let offered =
        script.text().lines().find_map(|line| line.trim().strip_prefix("opts=\"-")).unwrap();
    let offered = offered.trim_end_matches('"').split(' ').filter(|word| !word.starts_with('-'));
    let mut offered: Vec<&str> =
        offered.filter(|word| word.chars().all(|c| c.is_lowercase() || c == '-')).collect();
    let mut listed: Vec<&str> = commands.iter().map(String::as_str).collect();
    offered.sort_unstable();
    listed.sort_unstable();
    assert_eq!(listed, offered);
}

/// The section of a reference page below a heading, or from its beginning.
fn section(page: &str, heading: &str) -> String {
    let text = text(&format!("docs/{page}"));
    let start = text.find(heading).unwrap_or_else(|| panic!("no {heading} in {page}"));
    let section = &text[start + heading.len()..];
    section.split("\n## ").next().unwrap().to_owned()
}

#[test]
fn the_reference_pages_have_every_name() {
    let columns = nqdb_cli::command_line();
    let columns = columns.get_subcommands().flat_map(clap::Command::get_arguments);
    let columns = columns.filter(|option| option.get_long() == Some("columns"));
    let columns: BTreeSet<String> = columns
        .flat_map(|option| option.get_possible_values())
        .map(|value| value.get_name().to_owned())
        .collect();
    assert!(columns.len() > 8, "{columns:?}");
    let (verbs, _) = commands(&Home::new());
    let quoted = |name: String| format!("`{name}`");
    let call = |name: &str| format!("`{name}(");
    let tables = nqdb_sql::tables();
    for (page, heading, names) in [
        ("commands.md", "# Commands", verbs.into_iter().map(quoted).collect::<Vec<_>>()),
        ("commands.md", "### Columns", columns.into_iter().map(quoted).collect()),
        ("notation.md", "## Table", Notation::ALL.map(|one| format!("| `{one}` |")).to_vec()),
        ("sql.md", "## Functions", nqdb_sql::functions().map(call).collect()),
        ("sql.md", "## Tables", tables.into_iter().map(|(name, _)| call(name)).collect()),
    ] {
        let section = section(page, heading);
        let missing: Vec<_> = names.iter().filter(|name| !section.contains(*name)).collect();
        assert!(missing.is_empty(), "{page}, {heading}: {missing:?}");
    }
}

/// The commands of the help; `help --all` adds the others below.
const COMMON: [&str; 21] = [
    "unrank", "rank", "orbit", "count", "list", "solve", "check", "compare", "random", "puzzle",
    "heatmap", "convert", "dataset", "score", "build", "import", "remove", "info", "verify", "sql",
    "serve",
];

#[test]
fn the_help_lists_the_common_commands() {
    let home = Home::new();
    let (all, headings) = commands(&home);
    assert_eq!(all[..21], COMMON);
    let others = ["apply", "signature", "orbit-graph", "parts", "merge", "completions", "man"];
    assert_eq!(all[21..28], others);
    for help in ["--help", "-h", "help"] {
        assert_eq!(
            listed(home.run(help).text()),
            (COMMON.map(str::to_owned).into(), headings[..4].into())
        );
    }
    let nothing = home.run("").stderr;
    assert_eq!(listed(&nothing).0, COMMON);
    home.run("help --all list").failed(2, &["--all can't be used with"]);
}

/// The lines below "To begin:".
fn steps(text: &str) -> Vec<&str> {
    let steps = text.split_once("To begin:\n").unwrap_or_else(|| panic!("no steps in {text}")).1;
    steps.lines().take_while(|line| line.starts_with("  ")).collect()
}

#[test]
fn the_first_steps_work() {
    let home = Home::new();
    let nothing = home.run("");
    nothing.failed(2, &["expected a command"]);
    let first = steps(&nothing.stderr);
    assert_eq!(first.len(), 6, "{nothing:#?}");
    for help in ["--help", "-h", "help"] {
        assert_eq!(steps(home.run(help).text()), first, "{help}");
    }
    assert_eq!(steps(home.run("info").text()), first, "no database");
    // A first build that is killed immediately leaves an empty file.
    fs::create_dir_all(home.database().parent().unwrap()).unwrap();
    fs::write(home.database(), "").unwrap();
    assert_eq!(steps(home.run("info").text()), first, "an empty file");
    // A step is a command, two spaces and what it does.
    let commands = first.iter().filter_map(|step| step.trim().strip_prefix("nqdb "));
    let commands: Vec<&str> = commands.map(|step| step.split("  ").next().unwrap()).collect();
    assert!(commands.len() >= 4, "{commands:?}");
    for command in commands {
        let answer = home.ask(&words(command), b"");
        assert_eq!(answer.code, Some(0), "{answer:#?}");
    }
    assert!(!home.run("info").text().contains("To begin"), "one step was a build");
}

#[test]
fn options_that_commands_share_are_explained_once() {
    let home = Home::new();
    let (commands, _) = commands(&home);
    let program = nqdb_cli::command_line();
    let global = program.get_arguments().filter(|option| option.is_global_set());
    let global: Vec<String> =
        global.map(|option| format!("--{}", option.get_long().unwrap())).collect();
    for command in &commands {
        for help in [format!("{command} -h"), format!("help {command}")] {
            let text = home.run(&help).text().to_owned();
            assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
            assert!(text.contains(&format!("Usage: nqdb {command}")), "{text}");
            let last = text.lines().last().unwrap();
            assert!(last.starts_with("Global options: ") && last.ends_with("; see nqdb --help"));
            assert!(global.iter().all(|option| last.contains(option)), "{text}");
            assert!(!text.contains("--db <PATH>") && !text.contains("row-column"), "{text}");
            assert!(!text.contains("docs/"), "who has the program has no documents: {text}");
        }
    }
    let signature = home.run("help signature").text().lines().count();
    assert!(signature <= 24, "{signature} lines do not fit a screen");
}

#[test]
fn the_help_of_sql_lists_the_functions_and_tables() {
    let help = Home::new().run("help sql");
    let tables = nqdb_sql::tables().into_iter().map(|(name, _)| name);
    for name in nqdb_sql::functions().chain(tables) {
        assert!(help.text().contains(&format!("{name}(")), "{name}: {help:?}");
    }
}

#[test]
fn topics_list_what_commands_share() {
    let home = Home::new();
    for (topic, words) in [
        ("notations", &["one-line", "sat", "csv", "--zero-based", "--on-error", "skip"][..]),
        ("formats", &["text", "png", "binary", "--coordinates", "chess"]),
        ("limits", &["stored tables", "24; beyond 22 best in parts", "10000000"]),
        ("exit-codes", &["0  success", "3  another process"]),
    ] {
        let answer = home.run(&format!("help {topic}"));
        let text = answer.text();
        assert!(words.iter().all(|word| text.contains(word)), "{topic}: {text}");
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{topic}: {text}");
        assert!(!text.contains("docs/"), "{topic}: {text}");
    }
    for notation in Notation::ALL {
        assert!(home.run("help notations").text().contains(notation.summary()), "{notation}");
    }
}

#[test]
fn the_version_has_the_features_of_the_build() {
    let home = Home::with("4");
    let plain = home.run("--version");
    assert_eq!(plain.text(), concat!("nqdb ", env!("CARGO_PKG_VERSION"), "\n"));
    assert_eq!(home.run("-V").text(), plain.text());
    assert_eq!(home.run("--version list 8").text(), plain.text(), "as other programs do");
    let version = home.run("--version --json").json().remove(0);
    let bundled = cfg!(feature = "bundled");
    let sql = "SELECT nq_version() AS version, sqlite_version() AS sqlite,
               (SELECT user_version FROM pragma_user_version) AS schema";
    let in_sql = home.ask(&["sql", "--json", sql], b"").json().remove(0);
    assert_eq!(version["version"], in_sql["version"]);
    assert_eq!(version["sqlite"], json!({"version": in_sql["sqlite"], "bundled": bundled}));
    assert_eq!(version["schema_version"], in_sql["schema"]);
    let features = version["features"].as_array().unwrap();
    for feature in ["png", "sqlite"] {
        assert!(features.contains(&feature.into()), "{features:?}");
    }
    assert_eq!(features.contains(&"bundled".into()), bundled);
    let target = version["target"].as_str().unwrap();
    assert!(target.starts_with(std::env::consts::ARCH), "{target}");
    assert_eq!(version["instruction_set"], Kernel::best().name());
    for (page, text) in [
        ("json.md", include_str!("../../../../../docs/json.md")),
        ("versions.md", include_str!("../../../../../docs/versions.md")),
    ] {
        for kernel in Kernel::ALL {
            assert!(text.contains(&format!("`{}`", kernel.name())), "{page} lacks {kernel:?}");
        }
    }
}
