//! `nqdb find --any` and `--unique`: some solutions that match, in no particular order, and whether there is exactly
//! one.

use crate::context::Context;
use crate::error::{CliError, Result};
use crate::output::solution::{FormatArgs, Printable, SolutionFormat, SolutionPrinter};
use crate::output::write::{Output, note};
use nqdb::picture::Picture;
use nqdb::{Invalid, Placement};
use nqdb_completion::{Instance, Uniqueness, for_each_completion, uniqueness};
use serde::Serialize;
use std::fmt::Display;
use std::ops::ControlFlow;

/// A query.
pub(super) struct Question<'a> {
    pub(super) instance: &'a Instance,
    pub(super) seed: u64,
    /// The number of solutions to print; `None` for `--unique`.
    pub(super) limit: Option<u64>,
}

pub(super) fn run(question: &Question<'_>, format: &FormatArgs, context: &mut Context) -> Result {
    let Question { instance, seed, limit } = *question;
    let n = instance.n();
    let printer = format.printer(CompletedBoard::COLUMNS, &context.out)?;
    printer.drawer.check_size(n as u64)?;
    context.explain(format_args!(
        "N = {n}: completed by a search with random choices, without tables"
    ));
    match limit {
        Some(limit) => print_some(instance, seed, limit, printer, context),
        None => print_uniqueness(instance, seed, printer, context),
    }
}

/// The message that nothing matches: with the reason if given queens exclude each other, else with `proof`.
pub(super) fn no_solution(instance: &Instance, proof: &str) -> String {
    let reason = match instance.contradiction() {
        Some(contradiction) => format!(": {contradiction}"),
        None => proof.to_owned(),
    };
    format!("no solution of N = {} matches{reason}", instance.n())
}

/// The reason, if the search was exhaustive.
const PROOF: &str = " (proved by exhaustive search)";

/// Prints up to `limit` solutions as they are found.
fn print_some(
    instance: &Instance,
    seed: u64,
    limit: u64,
    mut printer: SolutionPrinter,
    context: &mut Context,
) -> Result {
    if limit == 0 {
        return printer.finish(&mut context.out);
    }
    let (mut number, mut printed) = (0, Ok(()));
    let Context { out, watch, .. } = context;
    let end = for_each_completion(instance, seed, &**watch, |placement| {
        watch.hide();
        number += 1;
        let board =
            CompletedBoard { role: Role::Number(number), seed, placement: &placement, instance };
        printed = watch.check_time().and_then(|()| printer.print(&board, out));
        if printed.is_err() || number == limit {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    printed?;
    let is_complete = end?.is_continue();
    match number {
        0 => note(no_solution(instance, PROOF)),
        1 if is_complete => note("only this solution matches"),
        _ if is_complete => note(format_args!("only these {number} solutions match")),
        _ => {}
    }
    printer.finish(out)
}

/// Prints whether there is exactly one solution, and up to two as witnesses.
fn print_uniqueness(
    instance: &Instance,
    seed: u64,
    mut printer: SolutionPrinter,
    context: &mut Context,
) -> Result {
    let uniqueness = uniqueness(instance, seed, &*context.watch)?;
    let failure = match &uniqueness {
        Uniqueness::None => Some(no_solution(instance, PROOF)),
        Uniqueness::Unique(_) => None,
        Uniqueness::Several(_) => {
            Some(format!("several solutions of N = {} match; these are two", instance.n()))
        }
    };
    let (answer, out) = (UniquenessJson::new(instance, &uniqueness), &mut context.out);
    match printer.format() {
        SolutionFormat::Json => out.json(&answer)?,
        format => {
            if format == SolutionFormat::Text {
                out.line(answer.answer)?;
            }
            print_witnesses(witnesses(&uniqueness), instance, seed, &mut printer, out)?;
            printer.finish(out)?;
        }
    }
    context.failure = failure.map(CliError::Other);
    Ok(())
}

/// The solutions that a verdict names, at most two.
fn witnesses(uniqueness: &Uniqueness) -> &[Placement] {
    match uniqueness {
        Uniqueness::None => &[],
        Uniqueness::Unique(only) => std::slice::from_ref(only),
        Uniqueness::Several(two) => two,
    }
}

pub(super) fn is_unique(uniqueness: &Uniqueness) -> bool {
    matches!(uniqueness, Uniqueness::Unique(_))
}

fn print_witnesses(
    witnesses: &[Placement],
    instance: &Instance,
    seed: u64,
    printer: &mut SolutionPrinter,
    out: &mut Output,
) -> Result {
    for (number, placement) in (1..).zip(witnesses) {
        let role = if witnesses.len() == 1 { Role::Unique } else { Role::Number(number) };
        printer.print(&CompletedBoard { role, seed, placement, instance }, out)?;
    }
    Ok(())
}

/// The verdict on a board without solution.
pub(super) const NONE: &str = "none";

#[derive(Serialize)]
pub(super) struct UniquenessJson {
    n: usize,
    /// `unique`, `several` or `none`.
    pub(super) answer: &'static str,
    witnesses: Vec<Vec<u32>>,
}

impl UniquenessJson {
    pub(super) fn new(instance: &Instance, uniqueness: &Uniqueness) -> Self {
        let answer = match uniqueness {
            Uniqueness::None => NONE,
            Uniqueness::Unique(_) => "unique",
            Uniqueness::Several(_) => "several",
        };
        let queens = |witness: &Placement| witness.queens().collect();
        let witnesses = witnesses(uniqueness).iter().map(queens).collect();
        UniquenessJson { n: instance.n(), answer, witnesses }
    }
}

/// A solution that matches.
struct CompletedBoard<'a> {
    role: Role,
    seed: u64,
    placement: &'a Placement,
    /// The given queens and other conditions.
    instance: &'a Instance,
}

/// The role of a solution among those that match.
enum Role {
    /// The only one.
    Unique,
    /// One of several, numbered from 1.
    Number(u64),
}

impl CompletedBoard<'_> {
    /// The header of CSV.
    const COLUMNS: &'static str = "seed,queens";
}

#[derive(Serialize)]
struct CompletedBoardJson {
    n: usize,
    seed: u64,
    queens: Vec<u32>,
}

impl Printable for CompletedBoard<'_> {
    fn rows(&self) -> impl Iterator<Item = u32> {
        self.placement.rows().iter().copied()
    }

    fn picture(&self) -> Result<Picture, Invalid> {
        let picture = Picture::new(self.rows())?;
        let has_givens = self.instance.queens().next().is_some();
        let gives = |column, row| self.instance.gives(column, row);
        Ok(if has_givens { picture.with_givens(gives) } else { picture })
    }

    fn queens(&self) -> impl Display {
        self.placement
    }

    fn caption(&self) -> impl Display {
        match self.role {
            Role::Unique => "the only solution".to_owned(),
            Role::Number(number) => format!("solution {number}"),
        }
    }

    fn csv(&self) -> impl Display {
        format!("{},{}", self.seed, self.placement)
    }

    fn json(&self) -> impl Serialize {
        CompletedBoardJson {
            n: self.placement.n(),
            seed: self.seed,
            queens: self.placement.queens().collect(),
        }
    }
}
