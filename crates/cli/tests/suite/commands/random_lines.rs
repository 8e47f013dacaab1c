//! Random command lines: all commands and options, with values of every kind, and bytes that are not UTF-8 in arguments,
//! environment variables and names of files. Whatever they are, the exit code is 0 to 3, and nothing panics.

use crate::support::program::{Home, answer};
use crate::support::running;
use clap::{Arg, Command};
use nqdb::random::Dice;
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::Path;

/// Words of the kinds that commands expect, and of none of them, separated by bars.
const WORDS: &[u8] = b"|-|--|---|=|,|?|'|0|1|2|4|5|6|8|-1|65|1e3|1.5|0.01|99999999999999999999|1-3|3-1|5-|1..3|4:1|\
    8:1-3|4,6|1/2|2/1|2413|2 4 1 3|1 5 8 6 3 7 2 4|3=5|c5|!c5|1=1,2=3|c+r!=8|a1b5|[2,4,1,3]|. Q . .|rotate-90|\
    identity,reverse|n,rank|rank,rank|queens|text|json|csv|png|svg|all|list|find|notations|SELECT 1|SELECT x'ff'|\
    .mode csv|bash|x|file|none/file|a.png|part.db|queens.db|.|\xc3\xa9|\xf0\x9f\x91\x91|\x1b[31m|\n|\t|\xff|\xff.db|\
    8\xff|2413\xfe|--\xff|--db=\xff.db|-o\xff|-\xff|--json=\xff|1\xed\xa0\x80|SELECT '\xff'|data/\xff/file";

/// Variables that the program or its libraries read.
const VARIABLES: &[&str] = &[
    "NQDB_DB", "NQDB_PROGRESS", "NQDB_TIME_LIMIT", "HOME", "XDG_DATA_HOME", "SOURCE_DATE_EPOCH",
    "TMPDIR", "TERM", "NO_COLOR", "CLICOLOR", "COLUMNS", "LANG", "RUST_BACKTRACE",
];

/// A random element.
fn one_of<'a, T>(dice: &mut Dice, all: &'a [T]) -> &'a T {
    &all[dice.index(all.len())]
}

fn word(dice: &mut Dice) -> OsString {
    let words: Vec<&[u8]> = WORDS.split(|&byte| byte == b'|').collect();
    let mut word = one_of(dice, &words).to_vec();
    match dice.below(12) {
        // A part of a word, or two together.
        0 => word.truncate(dice.index(word.len() + 1)),
        1 => word.extend(one_of(dice, &words).iter()),
        _ => {}
    }
    OsString::from_vec(word)
}

fn small_number(dice: &mut Dice) -> OsString {
    (4 + dice.below(5)).to_string().into()
}

/// Appends one of these options, mostly with a value if it takes one, which is often one of its possible values.
fn push_option(dice: &mut Dice, options: &[Arg], line: &mut Vec<OsString>) {
    let option = one_of(dice, options);
    let long = option.get_long().map(|name| format!("--{name}"));
    let name = long.or_else(|| option.get_short().map(|name| format!("-{name}")));
    let mut name = name.unwrap_or_default();
    if dice.below(20) == 0 {
        // Misspelt.
        name.truncate(dice.index(name.len() + 1));
    }
    line.push(name.into());
    if option.get_action().takes_values() != (dice.below(20) == 0) {
        let possible = option.get_possible_values();
        line.push(match dice.below(6) {
            0 | 1 => word(dice),
            _ if possible.is_empty() => small_number(dice),
            _ => one_of(dice, &possible).get_name().into(),
        });
    }
}

/// The words after the name of the program.
fn line(dice: &mut Dice, program: &Command) -> Vec<OsString> {
    // So that nothing takes long. The program is described with this option.
    let mut line: Vec<OsString> = vec!["--time-limit".into(), "0.2".into()];
    let commands: Vec<&Command> = program.get_subcommands().collect();
    let command = *one_of(dice, &commands);
    let options = |command: &Command| -> Vec<Arg> {
        command.get_arguments().filter(|argument| !argument.is_positional()).cloned().collect()
    };
    let (global, own) = (options(program), options(command));
    if dice.below(4) == 0 {
        push_option(dice, &global, &mut line);
    }
    match dice.below(30) {
        0 => line.push(word(dice)),
        _ => line.push(command.get_name().into()),
    }
    for _ in 0..dice.below(8).saturating_sub(5).max(1) {
        line.push(small_number(dice));
    }
    for _ in 0..dice.below(4) {
        match dice.below(8) {
            0 => line.push(word(dice)),
            1 | 2 => push_option(dice, &global, &mut line),
            _ if own.is_empty() => line.push(word(dice)),
            _ => push_option(dice, &own, &mut line),
        }
    }
    if command.get_name() == "serve" {
        // Otherwise it serves. No option takes the first of these.
        line.extend(["--".into(), "word".into()]);
    }
    line
}

/// Runs lines with these numbers.
fn run(seed: u64, numbers: std::ops::Range<u64>) {
    let program = nqdb_cli::command_line();
    // Another program, such as an optimised one.
    let path = std::env::var_os("NQDB").unwrap_or_else(|| env!("CARGO_BIN_EXE_nqdb").into());
    let mut codes = [0; 4];
    let mut home = Home::new();
    for number in numbers {
        if number % 64 == 0 {
            home = Home::new();
        }
        let mut dice = Dice::of_draw(seed, number);
        let line = line(&mut dice, &program);
        let mut command = home.command_of(Path::new(&path));
        command.args(&line);
        if dice.below(4) == 0 {
            command.env(VARIABLES[dice.index(VARIABLES.len())], word(&mut dice));
        }
        let described = format!("line {number} of seed {seed}: {command:?}");
        let output = running::output(command, word(&mut dice).as_encoded_bytes());
        let stderr = String::from_utf8_lossy(&output.stderr);
        let code = output.status.code().filter(|code| (0..4).contains(code));
        let code = code.unwrap_or_else(|| panic!("{described}: {}: {stderr}", output.status));
        assert!(!stderr.contains("panicked"), "{described}: {stderr}");
        codes[code as usize] += 1;
    }
    println!("exit codes 0 to 3: {codes:?}");
    assert!(codes[..3].iter().all(|&lines| lines > 0), "{codes:?}");
}

#[test]
fn odd_bytes_do_not_hide_another_mistake() {
    let home = Home::new();
    for (words, reason) in [
        ("--db|\u{1}.db|count|x", "the board size N must be"),
        ("--db|\u{1}.db|unrank|x|1", "the board size N must be"),
        ("--db|\u{1}.db|heatmap|65", "the board size N must be"),
        (
            "count|\u{1}",
            "expected words in UTF-8, apart from names of files; see `nqdb help count`",
        ),
        ("\u{1}|8", "unknown command"),
    ] {
        let bytes = words.bytes().map(|byte| if byte == 1 { 0xff } else { byte });
        let bytes: Vec<u8> = bytes.collect();
        let words = bytes.split(|&byte| byte == b'|').map(|word| OsString::from_vec(word.to_vec()));
        let mut command = home.command();
        command.args(words);
        answer(command, b"").failed(2, &[reason]);
    }
}

#[test]
fn no_line_panics() {
    run(1, 0..150);
}

/// `NQDB_FAULTS_SEED` is the seed, `NQDB` another program than that of `cargo test`.
#[test]
#[ignore = "100,000 lines"]
fn no_line_of_many_panics() {
    let seed = std::env::var("NQDB_FAULTS_SEED").map_or(1, |seed| seed.parse().expect("a number"));
    let next = std::sync::atomic::AtomicU64::new(0);
    let cores = std::thread::available_parallelism().unwrap().get();
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                loop {
                    let part = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    if part >= 100 {
                        break;
                    }
                    run(seed, part * 1000..(part + 1) * 1000);
                }
            });
        }
    });
}
