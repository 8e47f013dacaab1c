//! The options of all commands: each has one meaning, and each meaning one option.

use clap::{Arg, Command};
use std::collections::{BTreeMap, BTreeSet};

/// The names of an option, such as `-n, --limit COUNT`, and its meaning, without the default.
type Described = (String, String);

fn described(option: &Arg) -> Described {
    let short = option.get_short().map(|short| format!("-{short}, ")).unwrap_or_default();
    let names = option.get_value_names().filter(|_| option.get_action().takes_values());
    let value = names.map(|names| format!(" {}", names.join(" "))).unwrap_or_default();
    let help = option.get_help().map(ToString::to_string).unwrap_or_default();
    let meaning = help.split(" [default").next().unwrap_or_default().to_owned();
    (format!("{short}--{}{value}", option.get_long().unwrap_or_default()), meaning)
}

fn options(program: &Command) -> BTreeSet<Described> {
    let commands = std::iter::once(program).chain(program.get_subcommands());
    let options =
        commands.flat_map(Command::get_arguments).filter(|option| !option.is_positional());
    options.map(described).collect()
}

/// Fails if two different options have the same key.
fn check_distinct<'a>(options: impl Iterator<Item = (String, &'a Described)>) {
    let mut known: BTreeMap<String, &Described> = BTreeMap::new();
    for (key, option) in options {
        let other = known.insert(key, option);
        assert!(other.is_none(), "{other:?} and {option:?}");
    }
}

#[test]
fn an_option_has_one_meaning_and_a_meaning_one_option() {
    let options = options(&nqdb_cli::command_line());
    assert!(options.len() > 50);
    let word = |name: &str| name.split(' ').find(|word| word.starts_with("--")).map(str::to_owned);
    check_distinct(options.iter().filter_map(|option| Some((word(&option.0)?, option))));
    let short =
        |name: &str| name.split(',').next().filter(|_| name.contains(", --")).map(str::to_owned);
    check_distinct(options.iter().filter_map(|option| Some((short(&option.0)?, option))));
    check_distinct(options.iter().map(|option| (option.1.clone(), option)));
}
