//! `nqdb orbit`: the orbits of solutions, with all members.

use crate::answers::{MemberJson, OrbitJson, member_ranks};
use crate::cli::args::{RangeArg, limit_or_all};
use crate::cli::context::Context;
use crate::cli::error::{CliError, Result};
use crate::cli::input::for_each_permutation;
use crate::cli::output::answers::rows;
use crate::cli::output::format::{FormatArgs, Printable, SolutionFormat, SolutionPrinter};
use crate::cli::output::table::Table;
use crate::cli::output::writer::Output;
use nqdb::{Board, BoardSize, Database, Orbit, OrbitId, Solution};
use serde::Serialize;
use std::fmt::Display;
use std::str::FromStr;

/// Print the orbits of solutions: id, size, canonical representative, stabilizer, members
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Solutions such as "2 4 1 3", or orbits by board size and id, such as 8:5 or 8:1-12; - reads solutions from
    /// standard input
    #[arg(required = true, value_name = "SOLUTION|N:ID")]
    solutions: Vec<String>,
    /// Omit the id and the ranks; the rest needs no search on any board
    #[arg(long)]
    no_ranks: bool,
    #[command(flatten)]
    format: FormatArgs,
}

/// Orbits of a board by their ids.
#[derive(Clone, Copy)]
struct NumberedOrbits {
    n: BoardSize,
    ids: RangeArg<OrbitId>,
}

impl NumberedOrbits {
    /// Whether a word is meant as `N:ID` or `N:FIRST-LAST`; no solution is written with a colon.
    fn is_meant(word: &str) -> bool {
        let is_number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
        word.trim().split_once(':').is_some_and(|(n, ids)| is_number(n) && is_number(ids))
    }
}

impl FromStr for NumberedOrbits {
    type Err = CliError;

    fn from_str(word: &str) -> Result<Self> {
        let (n, ids) = word.trim().split_once(':').unwrap_or((word, ""));
        Ok(NumberedOrbits { n: n.parse()?, ids: ids.parse().map_err(CliError::Usage)? })
    }
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
    let columns =
        if args.no_ranks { MemberJson::COLUMNS_WITHOUT_RANKS } else { MemberJson::COLUMNS };
    let mut orbits = OrbitPrinter {
        database: context.database()?,
        printer: args.format.printer(columns, &context.out)?,
        no_ranks: args.no_ranks,
        is_first: true,
    };
    // Neighbouring words that are no ids may be the queens of one solution.
    let by_kind = |one: &String, next: &String| {
        !NumberedOrbits::is_meant(one) && !NumberedOrbits::is_meant(next)
    };
    for words in args.solutions.chunk_by(by_kind) {
        match words {
            [word] if NumberedOrbits::is_meant(word) => {
                orbits.print_numbered(word.parse()?, context)?;
            }
            _ => for_each_permutation(words, context, |permutation, context| {
                orbits.print_orbit_of(&Solution::new(permutation)?, context)
            })?,
        }
    }
    orbits.printer.finish(&mut context.out)
}

/// Prints orbits one after the other.
struct OrbitPrinter {
    database: Database,
    printer: SolutionPrinter,
    no_ranks: bool,
    /// Whether the next orbit is the first one.
    is_first: bool,
}

impl OrbitPrinter {
    fn print_orbit_of(&mut self, solution: &Solution, context: &mut Context) -> Result {
        let orbit = Orbit::of(solution);
        if self.no_ranks {
            return self.print_without_ranks(&orbit, context);
        }
        let board = context.board(&self.database, solution.n())?;
        self.print(&board, &orbit, board.orbit_id(solution)?, context)
    }

    fn print_numbered(&mut self, orbits: NumberedOrbits, context: &mut Context) -> Result {
        let board = context.board(&self.database, orbits.n)?;
        let RangeArg { first, last } = orbits.ids;
        board.check_orbit_id(last)?;
        let count = limit_or_all(Some(last.get() - first.get() + 1));
        for found in board.representatives(first).take(count) {
            let (id, canonical) = found?;
            context.watch.check_time()?;
            let orbit = Orbit::of(&canonical);
            match self.no_ranks {
                true => self.print_without_ranks(&orbit, context)?,
                false => self.print(&board, &orbit, id, context)?,
            }
        }
        Ok(())
    }

    fn print(
        &mut self,
        board: &Board,
        orbit: &Orbit,
        id: OrbitId,
        context: &mut Context,
    ) -> Result {
        let ranks = member_ranks(board, orbit)?.into_iter().map(Some).collect();
        self.print_json(&OrbitJson::new(orbit, Some(id), ranks), orbit, context)
    }

    fn print_without_ranks(&mut self, orbit: &Orbit, context: &mut Context) -> Result {
        self.print_json(&OrbitJson::new(orbit, None, vec![None; orbit.size()]), orbit, context)
    }

    fn print_json(&mut self, json: &OrbitJson, orbit: &Orbit, context: &mut Context) -> Result {
        match self.printer.format() {
            SolutionFormat::Json => context.out.json(json),
            SolutionFormat::Text => {
                if !std::mem::take(&mut self.is_first) {
                    context.out.line("")?;
                }
                print_text(json, orbit, &mut context.out)
            }
            _ => json.members.iter().zip(orbit.members()).try_for_each(|(member, image)| {
                let member = OrbitMember { orbit: json, member, solution: &image.1 };
                self.printer.print(&member, &mut context.out)
            }),
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
    let has_ranks = json.orbit_id.is_some();
    let names = ["image", "name", "rank", "queens"].into_iter();
    let names: Vec<&str> = names.filter(|&name| has_ranks || name != "rank").collect();
    let mut table = Table::new(&names);
    for (member, (_, solution)) in json.members.iter().zip(orbit.members()) {
        let rank = member.rank.map(|rank| rank.to_string());
        let names = [member.image.to_owned(), member.name.to_owned()].into_iter();
        table.row(names.chain(rank).chain([solution.to_string()]));
    }
    out.line(table)
}
