//! Shell completions and man pages.

use super::first_contact::commands;
use crate::support::program::{Home, answer};
use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn every_shell_knows_the_commands_and_options() {
    let home = Home::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = home.run(&format!("completions {shell}"));
        for word in ["unrank", "heatmap", "toroidal", "coordinates", "db"] {
            assert!(script.text().contains(word), "{shell} does not complete {word}");
        }
        // The scripts for the other shells do not complete values.
        if ["bash", "zsh", "fish"].contains(&shell) {
            for value in ["chess", "min-conflicts", "bfile"] {
                assert!(script.text().contains(value), "{shell} does not complete {value}");
            }
        }
    }
    home.run("completions cmd").failed(2, &["bash", "zsh", "fish", "powershell", "elvish"]);
}

/// The completions that bash offers for the last word.
fn offered(home: &Home, words: &[&str]) -> Vec<String> {
    let script = home.run("completions bash").text().to_owned();
    let ask = format!(
        "{script}\nCOMP_WORDS=({})\nCOMP_CWORD={}\n_nqdb nqdb '{}' '{}'\nprintf '%s\\n' \"${{COMPREPLY[@]}}\"",
        words.iter().map(|word| format!("'{word}' ")).collect::<String>(),
        words.len() - 1,
        words[words.len() - 1],
        words[words.len() - 2]
    );
    let mut bash = Command::new("bash");
    bash.args(["--norc", "-c", &ask]).current_dir(home.path());
    answer(bash, b"").succeeded().lines().map(str::to_owned).collect()
}

#[cfg(unix)]
#[test]
fn bash_completes() {
    let home = Home::new();
    assert_eq!(offered(&home, &["nqdb", "unr"]), ["unrank"]);
    assert_eq!(offered(&home, &["nqdb", "list", "8", "--coord"]), ["--coordinates"]);
    let formats = offered(&home, &["nqdb", "list", "8", "--format", ""]);
    assert_eq!(formats, ["text", "json", "csv", "binary", "drawing", "svg", "png"]);
    assert_eq!(offered(&home, &["nqdb", "help", "unr"]), ["unrank"]);
    assert_eq!(offered(&home, &["nqdb", "completions", "z"]), ["zsh"]);
    let groups = offered(&home, &["nqdb", "list", "8", "--stabilizer", ""]);
    assert_eq!(groups, ["identity", "rotate-180", "rotate-90"]);
    assert_eq!(offered(&home, &["nqdb", "count", "8", "--fixed-by", "rotate-9"]), ["rotate-90"]);
    assert_eq!(offered(&home, &["nqdb", "dataset", "8", "--layout", "t"]), ["tasks", "tokens"]);
    let fish = home.run("completions fish");
    for words in
        ["using_subcommand help\" -f -a \"unrank ", "using_subcommand completions\" -f -a \"bash "]
    {
        assert!(fish.text().contains(words), "{words}");
    }
}

#[test]
fn every_command_has_a_man_page() {
    let home = Home::new();
    let written = home.run("man share/man1");
    let paths: Vec<&str> = written.text().lines().collect();
    let names =
        |command: &str| Path::new("share/man1").join(format!("{command}.1")).display().to_string();
    let (commands, _) = commands(&home);
    for command in &commands {
        assert!(paths.contains(&&*names(&format!("nqdb-{command}"))), "{command} has no page");
    }
    let page = fs::read_to_string(home.path().join(names("nqdb-list"))).unwrap();
    for part in [
        ".TH nqdb-list 1", "\\-\\-toroidal", "\\-\\-db", "\nbinary\n", "orbit_id", "chess: Letters",
    ] {
        assert!(page.contains(part), "no {part} in {page}");
    }
    let first = fs::read_to_string(home.path().join(names("nqdb"))).unwrap();
    assert!(first.contains("nqdb\\-unrank(1)"), "{first}");
    assert_eq!(home.run("man share/man1 --json").json().len(), paths.len());
    fs::write(home.path().join("file"), "").unwrap();
    home.run("man file").failed(1, &["file can't be written"]);
}
