//! `nqdb apply`: the operations on permutations of Zhang & Zhang 2011.

use crate::context::Context;
use crate::error::Result;
use crate::input::{BoardArgs, for_each_permutation};
use crate::output::{Column, Columns, Format, FormatArgs, Printable, Value, only};
use nqdb::picture::Picture;
use nqdb::{Invalid, Permutation};
use nqdb_papers::Operation;

/// Add, remove or move a queen of a permutation: Inc, Del, Mov
#[derive(clap::Args)]
#[command(mut_arg("format", only(Format::BOARDS)))]
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

    fn value(&self, column: Column) -> Value<'_> {
        match column {
            Column::N => Value::Number(self.permutation.n().into()),
            Column::Queens => Value::Permutation(&self.permutation),
            Column::Operation => Value::Text(self.operation.to_string()),
            Column::From => Value::Permutation(&self.from),
            Column::IsSolution => Value::Flag(self.permutation.attack().is_none()),
            _ => Value::Missing,
        }
    }
}

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    let Args { operation, permutations, boards, format } = args;
    let mut printer = format.printer(Columns::APPLIED, &mut context.out)?;
    for_each_permutation(&permutations, &boards, context, |from, context| {
        let Some(from) = from else { return printer.print_missing(&mut context.out) };
        let permutation = operation.apply(&from)?;
        printer.print(&Applied { operation, from, permutation }, &mut context.out)
    })?;
    printer.finish(&mut context.out)
}
