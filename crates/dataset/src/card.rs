//! The data card: `README.md` with the YAML header that data hubs read.

use crate::error::Rejected;
use crate::layout::Layout;
use crate::spec::{Spec, Split};
use nqdb::Board;
use serde::Serialize;
use std::fmt::Write;
use std::ops::RangeInclusive;

/// A file of a data set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Written {
    /// The split.
    pub split: Split,
    /// The name of the file.
    pub file: String,
    /// The number of tasks.
    pub tasks: u64,
    /// The number of tasks that the shares of the splits give it; more than `tasks` if there are no more.
    #[serde(skip)]
    pub wanted: u64,
    /// The boards that were drawn for it and are not tasks.
    #[serde(skip)]
    pub rejected: Rejected,
    /// The number of lines: tasks, or their answers in [`Layout::Tokens`].
    pub lines: u64,
    /// The size in bytes.
    pub bytes: u64,
    /// The SHA-256 of the content, in hexadecimal.
    pub sha256: String,
}

/// What a card describes.
pub(crate) struct Card<'a> {
    pub(crate) boards: &'a [Board],
    pub(crate) spec: &'a Spec,
    pub(crate) layout: Layout,
    /// The files that have tasks.
    pub(crate) files: &'a [&'a Written],
}

pub(crate) fn card(card: &Card<'_>) -> String {
    let mut text = String::new();
    // Writing to a string can't fail.
    let _ = header(card, &mut text).and_then(|()| body(card, &mut text));
    text
}

fn sizes(boards: &[Board]) -> String {
    boards.iter().map(|board| board.n().to_string()).collect::<Vec<_>>().join(", ")
}

fn header(card: &Card<'_>, text: &mut String) -> std::fmt::Result {
    let lines: u64 = card.files.iter().map(|file| file.lines).sum();
    let size = match lines {
        0..1_000 => "n<1K",
        1_000..10_000 => "1K<n<10K",
        10_000..100_000 => "10K<n<100K",
        100_000..1_000_000 => "100K<n<1M",
        1_000_000..10_000_000 => "1M<n<10M",
        _ => "n>10M",
    };
    write!(
        text,
        "---\npretty_name: N-queens completion, N = {}\nlicense:\n- mit\n- apache-2.0\nlanguage:\n- en\n\
         size_categories:\n- {size}\ntags:\n- n-queens\n- combinatorics\n- reasoning\n- constraint-satisfaction\n",
        sizes(card.boards)
    )?;
    if card.files.is_empty() {
        return writeln!(text, "---\n");
    }
    writeln!(text, "configs:\n- config_name: default\n  data_files:")?;
    for file in card.files {
        writeln!(text, "  - split: {}\n    path: {}", file.split.name(), file.file)?;
    }
    if !card.layout.features().is_empty() {
        writeln!(text, "dataset_info:\n  features:")?;
        for (name, kind) in card.layout.features() {
            writeln!(text, "  - name: {name}\n    {kind}")?;
        }
        writeln!(text, "  splits:")?;
        for file in card.files {
            let Written { split, bytes, lines, .. } = file;
            let name = split.name();
            writeln!(text, "  - name: {name}\n    num_bytes: {bytes}\n    num_examples: {lines}")?;
        }
    }
    writeln!(text, "---\n")
}

fn body(card: &Card<'_>, text: &mut String) -> std::fmt::Result {
    let Card { boards, spec, layout, files } = card;
    let far: Vec<Board> = boards.iter().filter(|board| !board.reaches_all()).cloned().collect();
    write!(
        text,
        "# N-queens completion, N = {}\n\nEach task is a board with some given queens. Its answers are all placements of \
         N queens that contain the given ones and have no two queens in a row, column or diagonal. Queens are written as \
         the row of the queen in each column, counted from 1; 0 is a column without a given queen. `ranks` are the \
         places of the answers among all solutions of the board size in lexicographic order, `orbit_ids` the numbers of \
         their classes under the eight symmetries of the square; both count from 1{}. `completions` is the exact number \
         of answers{}.\n\n",
        sizes(boards),
        match &far[..] {
            [] => String::new(),
            far => format!(", and are null for N = {}, where they are out of reach", sizes(far)),
        },
        match spec.answers {
            Some(most) => format!(", of which a random sample of at most {most} is listed"),
            None => String::new(),
        }
    )?;
    if *layout == Layout::Tokens {
        writeln!(
            text,
            "Each line is one answer of a task: `input` and `target` are the squares of the board row by row, 1 for an \
             empty square and 2 for a queen.\n"
        )?;
    }
    writeln!(text, "| split | tasks | lines | SHA-256 |\n| --- | --- | --- | --- |")?;
    for file in *files {
        writeln!(
            text,
            "| {} | {} | {} | `{}` |",
            file.split.name(),
            file.tasks,
            file.lines,
            file.sha256
        )?;
    }
    write!(
        text,
        "\n## Splits\n\nEach orbit of solutions belongs to one split, and the answers of a task to orbits of its split. So \
         no rotation or reflection of a test task, nor of any of its answers, is in another split; and within a split no \
         task is a rotation or reflection of another.\n\nA task starts from a uniform orbit of its split{}, a uniform image \
         of it, a uniform number of given queens and uniform columns of these. Boards whose answers are in several splits \
         are left out, so that tasks with many answers are rarer than among all boards, above all in small splits.\n\n",
        match &far[..] {
            [] => "",
            _ => " (without orbit ids, the orbit of a random solution, not all equally likely)",
        }
    )?;
    let converted = files.iter().any(|file| !file.file.ends_with(".jsonl"));
    let mut command = format!(
        "nqdb dataset {} --limit {}{} --completions {} --split {} --seed {} --layout {}",
        sizes(boards).replace(',', ""),
        spec.count,
        spec.givens
            .as_ref()
            .map(|givens| format!(" --givens {}", range(givens)))
            .unwrap_or_default(),
        range(&spec.completions),
        spec.shares,
        spec.seed,
        layout.name()
    );
    if let Some(most) = spec.answers {
        write!(command, " --answers {most}")?;
    }
    write!(
        text,
        "## Source\n\nMade by nqdb {}. The same version makes the same {} again, with the same digests:\n\n```sh\n{command} \
         --dir DIRECTORY\n```\n\n{}## Citation\n\n```bibtex\n@misc{{nqdb,\n  title = {{nqdb: the \
         N-queens solution database}},\n  author = {{{{The nqdb authors}}}},\n  note = {{Version {}, seed {}}}\n}}\n```\n",
        env!("CARGO_PKG_VERSION"),
        if converted { "JSON Lines" } else { "files" },
        if converted {
            "The files were made from them; their bytes depend on the program that converts.\n\n"
        } else {
            ""
        },
        env!("CARGO_PKG_VERSION"),
        spec.seed
    )
}

/// A range as the command line reads it.
fn range(range: &RangeInclusive<u64>) -> String {
    match (range.start(), range.end()) {
        (least, most) if least == most => least.to_string(),
        (least, most) => format!("{least}-{most}"),
    }
}
