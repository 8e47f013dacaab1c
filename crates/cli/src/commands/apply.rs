//! `nqdb apply`: the operations on permutations of Zhang & Zhang 2011.

use crate::context::Context;
use crate::error::Result;
use crate::input::{BoardArgs, for_each_permutation};
use crate::output::format::{Columns, Format, Value};
use crate::output::printer::{FormatArgs, Printable};
use nqdb::picture::Picture;
use nqdb::{Invalid, Permutation};
use nqdb_papers::Operation;

/// Add, remove or move a queen of a permutation: Inc, Del, Mov
#[derive(clap::Args)]
#[command(mut_arg("format", Format::only(Format::BOARDS)))]
pub(crate) struct Args {
    /// "Inc(ROW, COL)", "Del(ROW, COL)" or "Mov(ROW, COL, NEW ROW, NEW COL)"
    ///
    /// A new position is a half number from 0.5 to N + 0.5, between two rows and two columns.
    operation: Operation,
    /// Permutations such as "3 1 2", solutions or not; - reads stdin
    #[arg(required = true, value_name = "PERMUTATION")]
    permutations: Vec<String>,
    #[command(flatten)]
    boards: BoardArgs,
    #[command(flatten)]
    format: FormatArgs,
}

/// The result of an operation.
struct Applied {
    operation: Operation,
    from: Permutation,
    permutation: Permutation,
}

impl Printable for Applied {
    fn picture(&self) -> Result<Picture, Invalid> {
        Ok(Picture::of(&self.permutation))
    }

    fn caption(&self) -> String {
        self.operation.to_string()
    }

    fn value(&self, column: &str) -> Value<'_> {
        match column {
            "n" => Value::Number(self.permutation.n().into()),
            "queens" => Value::Permutation(&self.permutation),
            "operation" => Value::Text(self.operation.to_string()),
            "from" => Value::Permutation(&self.from),
            "is_solution" => Value::Flag(self.permutation.attack().is_none()),
            _ => Value::Missing,
        }
    }
}

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    let Args { operation, permutations, boards, format } = args;
    let columns = Columns::new("queens,is_solution", "n,queens,operation,from,is_solution");
    let columns = Columns { sizes: true, ..columns };
    let mut printer = format.printer(columns, &mut context.out)?;
    for_each_permutation(&permutations, &boards, context, |from, context| {
        let Some(from) = from else { return printer.print_missing(&mut context.out) };
        let permutation = operation.apply(&from)?;
        printer.print(&Applied { operation, from, permutation }, &mut context.out)
    })?;
    printer.finish(&mut context.out)
}
