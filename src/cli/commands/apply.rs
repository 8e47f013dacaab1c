use crate::cli::context::Context;
use crate::cli::error::Failure;
use crate::cli::input::for_each_permutation;
use crate::cli::output::answers::{queens, rows};
use crate::cli::output::format::{Form, Found};
use nqdb::{Operation, Permutation};
use serde::Serialize;
use std::fmt::Display;

/// What an operation makes of permutations: Inc adds a queen, Del removes one, Mov moves one
#[derive(clap::Args)]
pub(crate) struct Args {
    /// "Inc(ROW, COL)", "Del(ROW, COL)" or "Mov(ROW, COL, NEW ROW, NEW COL)"; places for a queen are
    /// half positions from 0.5 to N + 0.5
    operation: Operation,
    /// Permutations such as "3 1 2", solutions or not, or - for standard input
    #[arg(required = true, value_name = "PERMUTATION")]
    permutations: Vec<String>,
    #[command(flatten)]
    form: Form,
}

/// What an operation made.
struct Made {
    operation: Operation,
    from: Permutation,
    permutation: Permutation,
}

#[derive(Serialize)]
struct MadeAnswer {
    n: usize,
    operation: String,
    from: Vec<u8>,
    queens: Vec<u8>,
    is_solution: bool,
}

impl Made {
    fn is_solution(&self) -> bool {
        self.permutation.attack().is_none()
    }
}

impl Found for Made {
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
        MadeAnswer {
            n: self.permutation.n().get(),
            operation: self.operation.to_string(),
            from: queens(&self.from),
            queens: queens(&self.permutation),
            is_solution: self.is_solution(),
        }
    }
}

pub(super) fn run(args: Args, context: &mut Context) -> Result<(), Failure> {
    if args.permutations == ["-"] {
        context.out.line_by_line();
    }
    let Args { operation, permutations, form } = args;
    let mut printed = form.begin("queens,is_solution", &context.out)?;
    for_each_permutation(&permutations, |from| {
        let permutation = operation.apply(&from)?;
        printed.add(&Made { operation, from, permutation }, &mut context.out)
    })?;
    printed.finish(&mut context.out)
}
