//! The options of all commands: each has one meaning, and docs/commands.md has a table of them.

use clap::{Arg, Command};
use std::collections::BTreeMap;

/// An option as in the help, such as `-n, --limit COUNT`, and its meaning, without the default.
fn described(option: &Arg) -> (String, String) {
    let short = option.get_short().map(|short| format!("-{short}, ")).unwrap_or_default();
    let names = option.get_value_names().filter(|_| option.get_action().takes_values());
    let value = names.map(|names| format!(" {}", names.join(" "))).unwrap_or_default();
    let help = option.get_help().map(ToString::to_string).unwrap_or_default();
    let meaning = help.split(" [default").next().unwrap_or_default().to_owned();
    (format!("{short}--{}{value}", option.get_long().unwrap_or_default()), meaning)
}

/// The commands of each option with a meaning, in the order of the long names.
fn options(program: &Command) -> Vec<((String, String), Vec<String>)> {
    let mut commands: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    let global = program.get_arguments().filter(|option| option.is_global_set());
    global.for_each(|option| commands.entry(described(option)).or_default().push("all".into()));
    for command in program.get_subcommands() {
        let own = command.get_arguments().filter(|option| !option.is_positional());
        let name = format!("`{}`", command.get_name());
        own.for_each(|option| commands.entry(described(option)).or_default().push(name.clone()));
    }
    let mut options: Vec<_> = commands.into_iter().collect();
    options.sort_by_key(|((name, _), _)| name.split("--").nth(1).unwrap_or(name).to_owned());
    options
}

/// Fails if two different items have the same key.
fn check_distinct<'a>(items: impl Iterator<Item = (String, &'a (String, String))>) {
    let mut known: BTreeMap<String, &(String, String)> = BTreeMap::new();
    for (key, item) in items {
        let other = known.insert(key, item);
        assert!(other.is_none_or(|other| other == item), "{other:?} and {item:?}");
    }
}

#[test]
fn an_option_has_one_meaning_and_a_meaning_one_option() {
    let options = options(&nqdb_cli::command_line());
    assert!(options.len() > 50);
    let items = || options.iter().map(|(item, _)| item);
    let word = |name: &str| name.split(' ').find(|word| word.starts_with("--")).map(str::to_owned);
    check_distinct(items().filter_map(|item| Some((word(&item.0)?, item))));
    let short =
        |name: &str| name.split(',').next().filter(|_| name.contains(", --")).map(str::to_owned);
    check_distinct(items().filter_map(|item| Some((short(&item.0)?, item))));
    check_distinct(items().map(|item| (item.1.clone(), item)));
}

#[test]
fn the_documents_have_a_table_of_all_options() {
    let row = |((name, meaning), commands): &((String, String), Vec<String>)| {
        format!("| `{name}` | {meaning} | {} |\n", commands.join(", "))
    };
    let rows: String = options(&nqdb_cli::command_line()).iter().map(row).collect();
    let table = format!("| option | meaning | commands |\n| --- | --- | --- |\n{rows}\n");
    let document = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/commands.md");
    let document = std::fs::read_to_string(document).unwrap();
    assert!(document.contains(&table), "expected in docs/commands.md:\n\n{table}");
}
