//! `nqdb apply`: the symmetries, and the operations on permutations of Zhang & Zhang 2011.

use crate::args::large_board;
use crate::context::Context;
use crate::error::{CliError, Result, failure, usage};
use crate::input::{BoardArgs, for_each_partial_board, for_each_permutation};
use crate::output::{Column, Columns, Format, FormatArgs, Printable, Value, object, only};
use nqdb::picture::Picture;
use nqdb::{Invalid, Permutation, Symmetry};
use nqdb_completion::PartialBoard;
use nqdb_papers::Operation;

/// Rotate and reflect permutations; add, remove or move a queen: Inc, Del, Mov
#[derive(clap::Args)]
#[command(mut_arg("format", only(Format::BOARDS)))]
#[command(override_usage = "nqdb apply [OPTIONS] <OPERATION>... <QUEENS>...")]
pub(crate) struct Args {
    /// Operations, of which the first is applied first: po1 to po8, rotate-90, flip-vertical, ..., Inv, Cmpl, Rev, words
    /// of R, M and F such as RM (M first), "Inc(ROW, COL)", "Del(ROW, COL)", "Mov(ROW, COL, NEW ROW, NEW COL)"; then
    /// permutations such as "3 1 2", solutions or not; - reads stdin
    ///
    /// A new position is a half number from 0.5 to N + 0.5, between two rows and two columns.
    #[arg(required = true, value_name = "OPERATION|QUEENS")]
    words: Vec<String>,
    /// Find the symmetries of which this is the image, instead of applying any
    #[arg(long, value_name = "QUEENS", conflicts_with_all = ["n", "format"])]
    image: Option<String>,
    /// Board size
    ///
    /// Applies symmetries to conditions such as 2=6.
    #[arg(long, value_name = "N", value_parser = large_board(PartialBoard::LARGEST))]
    #[arg(conflicts_with_all = ["from", "zero_based", "format"])]
    n: Option<usize>,
    #[command(flatten)]
    boards: BoardArgs,
    #[command(flatten)]
    format: FormatArgs,
}

struct Applied<'o> {
    operations: &'o [Operation],
    from: Permutation,
    permutation: Permutation,
}

impl Printable for Applied<'_> {
    fn picture(&self) -> Result<Picture, Invalid> {
        Ok(Picture::of(&self.permutation))
    }

    fn value(&self, column: Column) -> Value<'_> {
        match column {
            Column::N => Value::Number(self.permutation.n().into()),
            Column::Queens => Value::Permutation(&self.permutation),
            Column::Operation => Value::Text(names(self.operations)),
            Column::From => Value::Permutation(&self.from),
            Column::IsSolution => Value::Flag(self.permutation.attack().is_none()),
            _ => Value::Missing,
        }
    }
}

fn names<T: ToString>(all: &[T]) -> String {
    all.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    let Args { words, image, n, boards, format } = args;
    if let Some(image) = image {
        return find(&words, &image, &boards, context);
    }
    let operations: Vec<Operation> = words.iter().map_while(|word| word.parse().ok()).collect();
    let queens = &words[operations.len()..];
    if operations.is_empty() || queens.is_empty() {
        words[0].parse::<Operation>()?;
        return Err(usage!("missing <QUEENS> after the operations"));
    }
    if n.is_some() {
        let all = operations.iter().map(symmetry).collect::<Result<Vec<_>>>()?;
        return for_each_partial_board(queens, n, &boards, context, &mut |board, context| {
            let image = board.map(|board| all.iter().fold(board, |board, by| board.image(*by)));
            let text = image.map(|image| image.to_string());
            let json = text.as_ref().map(|text| object! { n: n, conditions: text });
            context.out.answer(text.as_deref().unwrap_or_default(), json)
        });
    }
    let mut printer = format.printer(Columns::APPLIED, &mut context.out)?;
    for_each_permutation(queens, &boards, context, &mut |from, context| {
        let Some(from) = from else { return printer.print_missing(&mut context.out) };
        let apply = |permutation, operation: &Operation| operation.apply(&permutation);
        let permutation = operations.iter().try_fold(from, apply)?;
        printer.print(&Applied { operations: &operations, from, permutation }, &mut context.out)
    })?;
    printer.finish(&mut context.out)
}

fn symmetry(operation: &Operation) -> Result<Symmetry> {
    match operation {
        Operation::Symmetry(symmetry) => Ok(*symmetry),
        _ => Err(usage!("--n requires symmetries, got {operation}")),
    }
}

/// Prints the symmetries that turn permutations into another. Fails if there is none for one.
fn find(words: &[String], to: &str, boards: &BoardArgs, context: &mut Context) -> Result {
    let to = boards.reading().board(to).map_err(|error| CliError::from(error).at("--image"))?;
    for_each_permutation(words, boards, context, &mut |from, context| {
        let turns = |from: Permutation| {
            Symmetry::ALL.into_iter().filter(move |turn| turn.apply(&from) == to)
        };
        let names = from.map(|from| turns(from).map(|turn| turn.name()).collect::<Vec<_>>());
        if names.as_ref().is_some_and(Vec::is_empty) {
            context.failure.get_or_insert(failure!("not an image of {to}"));
        }
        let text = names
            .as_ref()
            .map(|names| if names.is_empty() { "none".to_owned() } else { names.join(" ") });
        context.out.answer(text.unwrap_or_default(), names)
    })
}
