//! The columns of results, their values, and the option `--columns`, of which each command has some values.

use crate::error::{Result, usage};
use crate::output::Format;
use Column::*;
use clap::ValueEnum;
use nqdb::{Permutation, placement::Placement};
use serde::{Serialize, Serializer};
use std::fmt;

/// A column.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "snake_case")]
#[value(rename_all = "snake_case")]
pub(crate) enum Column {
    N,
    Rank,
    OrbitId,
    Queens,
    Symmetry,
    Size,
    Stabilizer,
    PermutationIndex,
    Tier,
    Uniform,
    Seed,
    Method,
    Steps,
    Number,
    Conditions,
    Completions,
    Operation,
    From,
    IsSolution,
    Description,
    Line,
    Verdict,
    Columns,
    Reason,
}

impl Column {
    /// The columns of a solution, or of the canonical representative of an orbit.
    pub(crate) const OF_SOLUTIONS: &'static [Column] =
        &[N, Rank, OrbitId, Queens, Size, Stabilizer, PermutationIndex, Tier];
    /// Those of a member of an orbit.
    pub(crate) const OF_MEMBERS: &'static [Column] =
        &[N, Rank, OrbitId, Queens, Symmetry, Size, Stabilizer, PermutationIndex, Tier];
    /// Those of a random solution.
    pub(crate) const OF_DRAWS: &'static [Column] =
        &[N, Rank, OrbitId, Queens, Size, Stabilizer, PermutationIndex, Tier, Uniform, Seed];
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_possible_value().map_or(Ok(()), |value| f.write_str(value.get_name()))
    }
}

/// The option of commands with several columns. Each command narrows it with [`only`](super::format::only).
#[derive(clap::Args)]
pub(crate) struct ColumnsArg {
    /// Columns to print, in this order [default: by format, see nqdb help formats]
    #[arg(long, value_enum, value_name = "NAME,...", value_delimiter = ',')]
    columns: Vec<Column>,
}

impl ColumnsArg {
    /// The chosen columns, or those that the command prints by default. Fails for a column that is chosen twice.
    pub(crate) fn or(&self, default: Columns<'static>) -> Result<Columns<'_>> {
        let chosen = &self.columns[..];
        for (place, column) in chosen.iter().enumerate() {
            if chosen[..place].contains(column) {
                return Err(usage!("--columns: {column} is there twice"));
            }
        }
        Ok(Columns { chosen, ..default })
    }

    /// Whether columns are chosen.
    pub(crate) fn is_given(&self) -> bool {
        !self.columns.is_empty()
    }
}

/// The columns that a command prints by default, and those that are chosen.
#[derive(Clone, Copy)]
pub(crate) struct Columns<'a> {
    text: &'static [Column],
    csv: &'static [Column],
    json: &'static [Column],
    /// Those of which captions of drawings are made.
    caption: &'static [Column],
    /// Whether boards of several sizes can be printed: CSV begins with the column `n`.
    sizes: bool,
    pub(crate) chosen: &'a [Column],
}

impl Columns<'static> {
    /// Solutions by rank.
    pub(crate) const SOLUTIONS: Self = Columns {
        caption: &[Rank],
        ..Columns::new(&[Rank, Queens], &[N, Rank, Queens, PermutationIndex, Tier])
    };
    /// Orbits by id, with their canonical representatives.
    pub(crate) const ORBITS: Self = Columns {
        caption: &[OrbitId],
        ..Columns::new(
            &[OrbitId, Queens, Size, Stabilizer],
            &[N, OrbitId, Queens, Size, Stabilizer, Tier],
        )
    };
    /// Members of orbits. Text and JSON have whole orbits.
    pub(crate) const MEMBERS: Self = Columns {
        text: &[Rank, OrbitId],
        caption: &[Rank],
        sizes: true,
        ..Columns::new(&[Rank, OrbitId, Queens, Symmetry], &[Rank, OrbitId])
    };
    /// Random solutions.
    pub(crate) const DRAWS: Self = Columns {
        caption: &[N, Rank],
        sizes: true,
        ..Columns::new(&[Rank, Queens], &[N, Rank, Queens, PermutationIndex, Tier, Uniform, Seed])
    };
    /// The canonical representatives of random orbits.
    pub(crate) const DRAWN_ORBITS: Self = Columns {
        json: &[N, OrbitId, Queens, Size, Stabilizer, Tier, Uniform, Seed],
        caption: &[N, OrbitId],
        sizes: true,
        ..Columns::ORBITS
    };
    /// Permutations by index.
    pub(crate) const PERMUTATIONS: Self = Columns {
        caption: &[PermutationIndex],
        ..Columns::new(&[PermutationIndex, Queens], &[N, PermutationIndex, Queens, IsSolution])
    };
    /// Permutations made by operations.
    pub(crate) const APPLIED: Self = Columns {
        caption: &[Operation],
        sizes: true,
        ..Columns::new(&[Queens, IsSolution], &[N, Queens, Operation, From, IsSolution])
    };
    pub(crate) const PUZZLES: Self = Columns {
        caption: &[Number],
        ..Columns::new(
            &[Conditions, Queens, Completions],
            &[N, Seed, Number, Conditions, Completions, Queens],
        )
    };
    /// Solved boards.
    pub(crate) const SOLVED: Self =
        Columns::new(&[Queens, Method, Seed, Steps], &[N, Queens, Method, Seed, Steps]);
    /// Boards with verdicts.
    pub(crate) const CHECKED: Self = {
        let columns = &[N, Line, Verdict, Column::Columns, Reason];
        let description = &[Description];
        Columns { text: description, caption: description, ..Columns::new(columns, columns) }
    };

    /// The same for boards of several sizes, whose numbers are the text, not the queens.
    pub(crate) const fn of_numbers(self) -> Self {
        Columns { text: self.caption, sizes: true, ..self }
    }

    /// The columns of CSV and JSON; text has the queens.
    const fn new(csv: &'static [Column], json: &'static [Column]) -> Self {
        Columns { text: &[Queens], csv, json, caption: &[], sizes: false, chosen: &[] }
    }
}

impl Columns<'_> {
    /// The columns in a format.
    pub(crate) fn of(&self, format: Format) -> Vec<Column> {
        let columns = match format {
            _ if !self.chosen.is_empty() => return self.chosen.to_vec(),
            Format::Csv => self.csv,
            Format::Json => self.json,
            format if format.is_picture() => self.caption,
            _ => self.text,
        };
        let size = (self.sizes && format == Format::Csv).then_some(N);
        size.into_iter().chain(columns.iter().copied()).collect()
    }
}

/// The value of a result in a column.
pub(crate) enum Value<'a> {
    /// Unknown, or infeasible to compute: empty in text and CSV, `null` in JSON.
    Missing,
    /// Empty in text and CSV, left out in JSON.
    Absent,
    Number(u64),
    /// 1 or 0 in text and CSV.
    Flag(bool),
    Text(String),
    /// Separated by spaces in text and CSV.
    List(Vec<Value<'a>>),
    Permutation(&'a Permutation),
    Placement(&'a Placement),
}

impl Value<'_> {
    /// Texts, such as names.
    pub(crate) fn texts(texts: impl Iterator<Item = impl ToString>) -> Self {
        Value::List(texts.map(|text| Value::Text(text.to_string())).collect())
    }

    /// A number, if it is known.
    pub(crate) fn number(number: Option<impl Into<u64>>) -> Self {
        number.map_or(Value::Missing, |number| Value::Number(number.into()))
    }
}

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Missing | Value::Absent => Ok(()),
            Value::Number(number) => number.fmt(f),
            Value::Flag(flag) => u8::from(*flag).fmt(f),
            Value::Text(text) => f.write_str(text),
            Value::List(list) => {
                f.write_str(&list.iter().map(Value::to_string).collect::<Vec<_>>().join(" "))
            }
            Value::Permutation(permutation) => permutation.fmt(f),
            Value::Placement(placement) => placement.fmt(f),
        }
    }
}

impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Missing | Value::Absent => serializer.serialize_none(),
            Value::Number(number) => serializer.serialize_u64(*number),
            Value::Flag(flag) => serializer.serialize_bool(*flag),
            Value::Text(text) => serializer.serialize_str(text),
            Value::List(list) => list.serialize(serializer),
            Value::Permutation(permutation) => serializer.collect_seq(permutation.queens()),
            Value::Placement(placement) => serializer.collect_seq(placement.queens()),
        }
    }
}
