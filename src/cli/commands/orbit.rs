//! `nqdb orbit`: the orbits of solutions, with all members.

use crate::answers::{MemberJson, OrbitJson, member_ranks};
use crate::cli::args::JobsArg;
use crate::cli::boards::ThreadLookups;
use crate::cli::context::Context;
use crate::cli::error::Result;
use crate::cli::input::{BoardArgs, answer_permutations, is_stdin};
use crate::cli::output::answers::rows;
use crate::cli::output::format::{FormatArgs, Printable, SolutionFormat, SolutionPrinter};
use crate::cli::output::table::Table;
use crate::cli::output::writer::Output;
use nqdb::{Board, Lookups, Orbit, Solution};
use serde::Serialize;
use std::fmt::Display;

/// Print the orbits of solutions: id, size, canonical representative, stabilizer, members
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Solutions such as "2 4 1 3"; - reads standard input
    #[arg(required = true, value_name = "SOLUTION")]
    solutions: Vec<String>,
    #[command(flatten)]
    boards: BoardArgs,
    /// Omit the id and the ranks; the rest needs no search on any board
    #[arg(long)]
    no_ranks: bool,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    jobs: JobsArg,
}

/// A member of an orbit, as CSV and pictures show it.
struct OrbitMember<'a> {
    orbit: &'a OrbitJson,
    member: &'a MemberJson,
    solution: &'a Solution,
}

impl Printable for OrbitMember<'_> {
    fn rows(&self) -> impl Iterator<Item = u32> {
        rows(self.solution)
    }

    fn queens(&self) -> impl Display {
        self.solution
    }

    fn caption(&self) -> impl Display {
        self.member.caption()
    }

    fn csv(&self) -> impl Display {
        self.member.csv(self.orbit.orbit_id, self.solution)
    }

    fn json(&self) -> impl Serialize {
        self.member
    }
}

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    let boards = context.boards()?;
    let mut printer = args.format.printer(MemberJson::COLUMNS, &context.out)?;
    let from_stdin = is_stdin(&args.solutions)?;
    let on_opening = |board: &Board| {
        if from_stdin {
            boards.explainer.advise_tables(board);
        }
    };
    let start = || {
        let mut lookups = ThreadLookups::new(&boards, &on_opening);
        move |permutation| {
            let orbit = Orbit::of(&Solution::new(permutation)?);
            let json = match args.no_ranks {
                true => OrbitJson::new(&orbit, None, vec![None; orbit.size()]),
                false => with_ranks(&orbit, lookups.of(orbit.canonical().n())?)?,
            };
            Ok((json, orbit))
        }
    };
    let mut first = true;
    let print = |answer: Option<(OrbitJson, Orbit)>, out: &mut Output| match answer {
        None => printer.print_missing(out),
        Some((json, orbit)) => print_orbit(&json, &orbit, &mut first, &mut printer, out),
    };
    answer_permutations(&args.solutions, &args.boards, args.jobs.jobs(), context, start, print)?;
    printer.finish(&mut context.out)
}

fn with_ranks(orbit: &Orbit, lookups: &mut Lookups) -> Result<OrbitJson> {
    let board = lookups.board();
    let ranks = member_ranks(board, orbit)?.into_iter().map(Some).collect();
    Ok(OrbitJson::new(orbit, Some(board.orbit_id(orbit.canonical())?), ranks))
}

fn print_orbit(
    json: &OrbitJson,
    orbit: &Orbit,
    first: &mut bool,
    printer: &mut SolutionPrinter,
    out: &mut Output,
) -> Result {
    match printer.format() {
        SolutionFormat::Json => out.json(json),
        SolutionFormat::Text => {
            if !std::mem::take(first) {
                out.line("")?;
            }
            print_text(json, orbit, out)
        }
        SolutionFormat::Csv | SolutionFormat::Board | SolutionFormat::Svg => {
            json.members.iter().zip(orbit.members()).try_for_each(|(member, image)| {
                printer.print(&OrbitMember { orbit: json, member, solution: &image.1 }, out)
            })
        }
    }
}

fn print_text(json: &OrbitJson, orbit: &Orbit, out: &mut Output) -> Result {
    if let Some(id) = json.orbit_id {
        out.line(format_args!("orbit       {id}"))?;
    }
    out.line(format_args!("size        {}", json.size))?;
    out.line(format_args!("canonical   {}", orbit.canonical()))?;
    out.line(format_args!("stabilizer  {}", json.stabilizer.join(" ")))?;
    let mut table = Table::new(&["image", "name", "rank", "queens"]);
    for (member, (_, solution)) in json.members.iter().zip(orbit.members()) {
        let rank = member.rank.map_or_else(|| "-".to_owned(), |rank| rank.to_string());
        table.row([member.image.into(), member.name.into(), rank, solution.to_string()]);
    }
    out.line(table)
}
