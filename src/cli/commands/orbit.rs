//! `nqdb orbit`: the orbits of solutions, with all members.

use crate::answers::{MemberJson, OrbitJson, member_ranks};
use crate::cli::context::Context;
use crate::cli::error::Result;
use crate::cli::input::{BoardArgs, for_each_permutation};
use crate::cli::output::answers::rows;
use crate::cli::output::format::{FormatArgs, Printable, SolutionFormat};
use crate::cli::output::table::Table;
use crate::cli::output::writer::Output;
use nqdb::{Orbit, Solution};
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
    let database = context.database()?;
    let mut printer = args.format.printer(MemberJson::COLUMNS, &context.out)?;
    let mut first = true;
    for_each_permutation(&args.solutions, &args.boards, context, |permutation, context| {
        let Some(permutation) = permutation else { return printer.print_missing(&mut context.out) };
        let solution = Solution::new(permutation)?;
        let orbit = Orbit::of(&solution);
        let orbit_json = if args.no_ranks {
            OrbitJson::new(&orbit, None, vec![None; orbit.size()])
        } else {
            let board = context.board(&database, solution.n())?;
            let ranks = member_ranks(&board, &orbit)?.into_iter().map(Some).collect();
            OrbitJson::new(&orbit, Some(board.orbit_id(&solution)?), ranks)
        };
        match printer.format() {
            SolutionFormat::Json => context.out.json(&orbit_json),
            SolutionFormat::Text => {
                if !std::mem::take(&mut first) {
                    context.out.line("")?;
                }
                print_text(&orbit_json, &orbit, &mut context.out)
            }
            SolutionFormat::Csv | SolutionFormat::Board | SolutionFormat::Svg => {
                orbit_json.members.iter().zip(orbit.members()).try_for_each(|(member, image)| {
                    let member = OrbitMember { orbit: &orbit_json, member, solution: &image.1 };
                    printer.print(&member, &mut context.out)
                })
            }
        }
    })?;
    printer.finish(&mut context.out)
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
