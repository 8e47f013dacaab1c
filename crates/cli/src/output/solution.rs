//! Prints boards: the options for it, the printer that all commands share, and solutions and orbits with their numbers.

use crate::error::{CliError, Result};
use crate::output::columns::{Columns, Value};
use crate::output::drawing::{Drawer, DrawingArgs};
use crate::output::format::{Format, FormatArg};
use crate::output::table::csv_line;
use crate::output::write::Output;
use nqdb::picture::Picture;
use nqdb::{
    Board, Conditions, Error, Invalid, Lookups, OrbitId, Origin, Permutation, PermutationIndex,
    Rank, Solution, Subgroup, Symmetry, Tier,
};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::fmt::Display;
use std::io::Write;

/// The options for printing solutions.
#[derive(clap::Args)]
pub(crate) struct FormatArgs {
    #[command(flatten)]
    format: FormatArg,
    #[command(flatten)]
    drawing: DrawingArgs,
}

/// A board to print. Only what is printed is computed.
pub(crate) trait Printable {
    /// The row of the queen in each column, 0-based.
    fn rows(&self) -> impl Iterator<Item = u32>;
    /// The board as a picture.
    fn picture(&self) -> Result<Picture, Invalid> {
        Picture::new(self.rows())
    }
    /// The column `queens` of text, and the text above a picture.
    fn queens(&self) -> impl Display;
    /// The caption of a picture, if no columns are chosen.
    fn caption(&self) -> String;
    /// The value in a column of the command.
    fn value(&self, column: &str) -> Value<'_>;
}

impl FormatArgs {
    /// Fails unless the format is text or JSON, the only ones that the output of `option` has.
    pub(crate) fn check_plain(&self, option: &str, out: &mut Output) -> Result {
        if matches!(out.format(self.format), Format::Text | Format::Json) {
            return Ok(());
        }
        Err(CliError::Usage(format!("{option} requires --format text or json")))
    }

    /// The printer of these columns for these options. Fails if they contradict each other.
    pub(crate) fn printer(
        &self,
        columns: Columns<'_>,
        out: &mut Output,
    ) -> Result<SolutionPrinter> {
        let is_terminal = out.is_terminal();
        self.printer_to(columns, out, is_terminal)
    }

    /// The printer for the format of an output, to a terminal or not.
    pub(crate) fn printer_to(
        &self,
        columns: Columns<'_>,
        out: &mut Output,
        is_terminal: bool,
    ) -> Result<SolutionPrinter> {
        let format = out.format(self.format);
        let drawer = self.drawing.drawer(format, is_terminal)?;
        if format == Format::Binary && is_terminal {
            let message =
                "refusing to write binary output to a terminal: use --output FILE, or a pipe";
            return Err(CliError::Usage(message.to_owned()));
        }
        let has_captions = columns.are_chosen();
        let columns = columns.names(format);
        let other = columns.iter().find(|column| !ROW.contains(&column.as_str()));
        if let Some(other) = other.filter(|_| format == Format::Binary) {
            let names = ROW.join(", ");
            return Err(CliError::Usage(format!(
                "--format binary has the columns {names}, got --columns {other}"
            )));
        }
        let header = format == Format::Csv;
        Ok(SolutionPrinter { format, header, columns, has_captions, drawer })
    }
}

/// The columns of `binary`.
const ROW: [&str; 3] = ["rank", "orbit_id", "queens"];

/// Prints boards one by one.
pub(crate) struct SolutionPrinter {
    format: Format,
    /// Whether the header of CSV still has to be printed, together with the first line, so that a failure prints none.
    header: bool,
    columns: Vec<String>,
    /// Whether captions consist of the columns.
    has_captions: bool,
    pub(crate) drawer: Drawer,
}

impl SolutionPrinter {
    pub(crate) fn format(&self) -> Format {
        self.format
    }

    /// The corner of column 1 and row 1 on drawings.
    pub(crate) fn origin(&self) -> Origin {
        self.drawer.coordinates.origin()
    }

    /// Whether a column is printed, or is a part of captions.
    pub(crate) fn needs(&self, column: &str) -> bool {
        self.columns.iter().any(|name| name == column)
    }

    /// The rank of a solution, if it is printed and can be computed.
    pub(crate) fn rank(&self, lookups: &mut Lookups, solution: &Solution) -> Result<Option<Rank>> {
        if self.needs("rank") { reachable(lookups.rank(solution)) } else { Ok(None) }
    }

    /// The orbit id of a solution, if it is printed and can be computed.
    pub(crate) fn orbit_id(&self, board: &Board, solution: &Solution) -> Result<Option<OrbitId>> {
        if self.needs("orbit_id") { reachable(board.orbit_id(solution)) } else { Ok(None) }
    }

    /// Prints a board.
    pub(crate) fn print(&mut self, board: &impl Printable, out: &mut Output) -> Result {
        match self.format {
            Format::Json => out.json(&Object { board, columns: &self.columns }),
            Format::Csv => {
                self.print_header(out)?;
                let cells = self.columns.iter().map(|column| board.value(column).to_string());
                Ok(csv_line(out, cells)?)
            }
            Format::Board | Format::Svg | Format::Png => {
                let caption = self.caption(board);
                self.drawer.draw(caption, board.queens(), board.picture(), out)
            }
            Format::Binary => {
                let queens: Vec<u8> = board.rows().map(|row| row as u8 + 1).collect();
                let number = |column: &str| match board.value(column) {
                    Value::Number(number) => number,
                    _ => 0,
                };
                self.print_row(number, &queens, out)
            }
            _ => {
                for (place, column) in self.columns.iter().enumerate() {
                    let tab = if place == 0 { "" } else { "\t" };
                    match column.as_str() {
                        "queens" => write!(out, "{tab}{}", board.queens())?,
                        column => write!(out, "{tab}{}", board.value(column))?,
                    }
                }
                out.line("")
            }
        }
    }

    /// Prints a row of `binary`: numbers of eight bytes, 0 if they are unknown, and the queens.
    pub(crate) fn print_row(
        &self,
        number: impl Fn(&str) -> u64,
        queens: &[u8],
        out: &mut Output,
    ) -> Result {
        for column in &self.columns {
            match column.as_str() {
                "queens" => out.write_all(queens)?,
                column => out.write_all(&number(column).to_le_bytes())?,
            }
        }
        Ok(())
    }

    /// Prints a placeholder for a wrong board: an empty line, `null`, or empty cells; nothing in SVG, PNG and `binary`.
    pub(crate) fn print_missing(&mut self, out: &mut Output) -> Result {
        match self.format {
            Format::Json => out.json(&()),
            Format::Csv => {
                self.print_header(out)?;
                Ok(csv_line(out, self.columns.iter().map(|_| ""))?)
            }
            Format::Svg | Format::Png | Format::Binary => Ok(()),
            _ => out.line(""),
        }
    }

    fn print_header(&mut self, out: &mut Output) -> Result {
        if std::mem::take(&mut self.header) { out.line(self.columns.join(",")) } else { Ok(()) }
    }

    /// The caption of a picture: the chosen columns other than the queens, if there are any, else the usual one.
    fn caption(&self, board: &impl Printable) -> String {
        if !self.has_captions {
            return board.caption();
        }
        let part = |column: &String| match (column.as_str(), board.value(column)) {
            ("queens", _) | (_, Value::Missing) => None,
            ("n", n) => Some(format!("N = {n}")),
            ("orbit_id", id) => Some(format!("orbit {id}")),
            ("symmetry" | "tier", name) => Some(name.to_string()),
            (column, value) => Some(format!("{} {value}", column.replace('_', " "))),
        };
        self.columns.iter().filter_map(part).collect::<Vec<_>>().join(", ")
    }

    /// Prints the sheet, or the header of empty CSV, after the last solution.
    pub(crate) fn finish(mut self, out: &mut Output) -> Result {
        if self.format == Format::Csv {
            self.print_header(out)?;
        }
        self.drawer.finish(out)
    }
}

/// A board as a JSON object of its columns.
struct Object<'a, P> {
    board: &'a P,
    columns: &'a [String],
}

impl<P: Printable> Serialize for Object<'_, P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        for column in self.columns {
            match self.board.value(column) {
                Value::Absent => {}
                value => object.serialize_entry(column, &value)?,
            }
        }
        object.end()
    }
}

/// `None` for a number that is infeasible to compute.
fn reachable<T>(number: nqdb::Result<T>) -> Result<Option<T>> {
    match number {
        Err(Error::RankOutOfReach { .. } | Error::OutOfReach { .. }) => Ok(None),
        number => Ok(Some(number?)),
    }
}

/// The row of the queen in each column, 0-based, as pictures take them.
pub(crate) fn rows(permutation: &Permutation) -> impl Iterator<Item = u32> {
    permutation.rows().iter().map(|&row| row.into())
}

/// A solution, or the canonical representative of an orbit, with the numbers that are printed.
pub(crate) struct NumberedSolution<'a> {
    pub(crate) rank: Option<Rank>,
    pub(crate) orbit_id: Option<OrbitId>,
    pub(crate) solution: Solution,
    pub(crate) tier: Tier,
    /// The conditions whose given queens a picture marks.
    pub(crate) conditions: Option<&'a Conditions>,
}

impl Printable for NumberedSolution<'_> {
    fn rows(&self) -> impl Iterator<Item = u32> {
        rows(&self.solution)
    }

    fn picture(&self) -> Result<Picture, Invalid> {
        let picture = Picture::new(self.rows())?;
        Ok(match self.conditions.filter(|conditions| conditions.has_givens()) {
            Some(conditions) => picture.with_givens(|column, row| conditions.gives(column, row)),
            None => picture,
        })
    }

    fn queens(&self) -> impl Display {
        &self.solution
    }

    fn caption(&self) -> String {
        match (self.rank, self.orbit_id) {
            (Some(rank), _) => format!("rank {rank}"),
            (None, Some(id)) => format!("orbit {id}"),
            (None, None) => format!("N = {}", self.solution.n()),
        }
    }

    fn value(&self, column: &str) -> Value<'_> {
        let stabilizer = || Subgroup::fixing(&self.solution);
        match column {
            "n" => Value::Number(self.solution.n().into()),
            "rank" => Value::number(self.rank),
            "orbit_id" => Value::number(self.orbit_id),
            "queens" => Value::Permutation(&self.solution),
            "permutation_index" => Value::Text(self.solution.index().to_string()),
            "tier" => Value::Text(self.tier.to_string()),
            "size" => Value::Number(8 / stabilizer().order() as u64),
            "stabilizer" => {
                Value::Names(stabilizer().iter().map(Symmetry::name).map(str::to_owned).collect())
            }
            _ => Value::Missing,
        }
    }
}

/// A permutation and its index among all N!.
pub(crate) struct IndexedPermutation<'a> {
    pub(crate) permutation: &'a Permutation,
    pub(crate) index: &'a PermutationIndex,
}

impl IndexedPermutation<'_> {
    /// Its columns, those of the option `--columns` too.
    pub(crate) const COLUMNS: Columns<'static> = Columns {
        caption: "permutation_index",
        ..Columns::new("permutation_index,queens", "n,permutation_index,queens,is_solution")
    };
}

impl Printable for IndexedPermutation<'_> {
    fn rows(&self) -> impl Iterator<Item = u32> {
        rows(self.permutation)
    }

    fn queens(&self) -> impl Display {
        self.permutation
    }

    fn caption(&self) -> String {
        format!("permutation {}", self.index)
    }

    fn value(&self, column: &str) -> Value<'_> {
        match column {
            "n" => Value::Number(self.permutation.n().into()),
            "permutation_index" => Value::Text(self.index.to_string()),
            "queens" => Value::Permutation(self.permutation),
            "is_solution" => Value::Flag(self.permutation.attack().is_none()),
            _ => Value::Missing,
        }
    }
}
