//! `nqdb apply`: the operations on permutations of Zhang & Zhang 2011.

use crate::context::Context;
use crate::error::Result;
use crate::input::{BoardArgs, for_each_permutation};
use crate::output::solution::{FormatArgs, Printable, rows};
use nqdb::Permutation;
use nqdb_papers::Operation;
use serde::Serialize;
use std::fmt::Display;

/// Add, remove or move a queen of a permutation: Inc, Del, Mov
#[derive(clap::Args)]
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

#[derive(Serialize)]
struct AppliedJson {
    n: usize,
    operation: String,
    from: Vec<u8>,
    queens: Vec<u8>,
    is_solution: bool,
}

impl Applied {
    fn is_solution(&self) -> bool {
        self.permutation.attack().is_none()
    }
}

impl Printable for Applied {
    fn rows(&self) -> impl Iterator<Item = u32> {
        rows(&self.permutation)
    }

    fn queens(&self) -> impl Display {
        self.permutation
    }

    fn caption(&self) -> impl Display {
        self.operation
    }

    fn csv(&self) -> impl Display {
        format!("{},{}", self.permutation, u8::from(self.is_solution()))
    }

    fn json(&self) -> impl Serialize {
        AppliedJson {
            n: self.permutation.n().get(),
            operation: self.operation.to_string(),
            from: self.from.queens().collect(),
            queens: self.permutation.queens().collect(),
            is_solution: self.is_solution(),
        }
    }
}

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    let Args { operation, permutations, boards, format } = args;
    let mut printer = format.printer("queens,is_solution", &context.out)?;
    for_each_permutation(&permutations, &boards, context, |from, context| {
        let Some(from) = from else { return printer.print_missing(&mut context.out) };
        let permutation = operation.apply(&from)?;
        printer.print(&Applied { operation, from, permutation }, &mut context.out)
    })?;
    printer.finish(&mut context.out)
}
