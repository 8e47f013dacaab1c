//! `nqdb orbit`: the orbits of solutions, with all members.

use crate::args::{JobsArg, RangeArg, is_stdin, limit_or_all};
use crate::boards::ThreadLookups;
use crate::context::Context;
use crate::error::{CliError, Result};
use crate::input::{BoardArgs, answer_permutations};
use crate::output::solution::{FormatArgs, Printable, SolutionFormat, SolutionPrinter, rows};
use crate::output::table::Table;
use crate::output::write::Output;
use nqdb::answers::{MemberJson, OrbitJson};
use nqdb::{Board, BoardSize, Error, Invalid, Orbit, OrbitId, Solution};
use serde::Serialize;
use std::fmt::Display;

/// Print the orbits of solutions: id, size, representative, stabilizer, members
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Solutions such as "2 4 1 3", or orbits by board size and id, such as 8:5 or 8:1-12; - reads solutions from
    /// stdin
    #[arg(required = true, value_name = "SOLUTION|N:ID")]
    solutions: Vec<String>,
    #[command(flatten)]
    boards: BoardArgs,
    /// Omit the id and the ranks, which need tables from N = 22 on
    #[arg(long)]
    no_ranks: bool,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    jobs: JobsArg,
}

/// The two parts of a word that is meant as `N:ID` or `N:FIRST-LAST`. No notation of boards has a colon.
fn size_and_ids(word: &str) -> Option<(&str, &str)> {
    let begins = |text: &str| text.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    let (n, ids) = word.trim().split_once(':')?;
    (begins(n) && !ids.contains(char::is_whitespace)).then_some((n, ids))
}

/// The error of words that are not a solution, but may be meant as a board size and an orbit id.
fn meant_as_id(words: &[String], error: CliError) -> CliError {
    let CliError::Library { error: library, place: None } = &error else { return error };
    match (words, &**library) {
        ([n], Error::Invalid(Invalid::SingleNumber { .. })) => CliError::Usage(format!(
            "expected a solution such as \"2 4 1 3\", or an orbit such as 8:5, got {n:?}"
        )),
        ([n, id], Error::Invalid(Invalid::RowOutside { .. })) => {
            CliError::Usage(format!("{library}; write {n}:{id} for orbit {id} of N = {n}"))
        }
        _ => error,
    }
}

/// A member of an orbit, for CSV and pictures.
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
    let printer = args.format.printer(columns, &context.out)?;
    let mut orbits = OrbitPrinter { printer, is_first: true };
    is_stdin(&args.solutions)?;
    // Adjacent words that are not ids may be the queens of one solution.
    let by_kind =
        |one: &String, next: &String| size_and_ids(one).or_else(|| size_and_ids(next)).is_none();
    for words in args.solutions.chunk_by(by_kind) {
        match size_and_ids(&words[0]) {
            Some((n, ids)) => print_numbered(n.parse()?, ids, &args, &mut orbits, context)?,
            None => print_orbits_of(words, &args, &mut orbits, context)
                .map_err(|error| meant_as_id(words, error))?,
        }
    }
    orbits.printer.finish(&mut context.out)
}

/// Prints the orbits of solutions.
fn print_orbits_of(
    words: &[String],
    args: &Args,
    orbits: &mut OrbitPrinter,
    context: &mut Context,
) -> Result {
    let boards = context.boards()?;
    let start = || {
        let mut lookups = ThreadLookups::new(&boards);
        move |permutation| {
            let orbit = Orbit::of(&Solution::new(permutation)?);
            let json = if args.no_ranks {
                without_ranks(&orbit)
            } else {
                let board = lookups.of(orbit.canonical().n())?.board();
                with_ranks(board, &orbit, board.orbit_id(orbit.canonical())?)?
            };
            Ok((json, orbit))
        }
    };
    let print = |answer: Option<(OrbitJson, Orbit)>, out: &mut Output| match answer {
        None => orbits.printer.print_missing(out),
        Some((json, orbit)) => orbits.print(&json, &orbit, out),
    };
    answer_permutations(words, &args.boards, args.jobs.jobs(), context, start, print)
}

/// Prints orbits by their ids.
fn print_numbered(
    n: BoardSize,
    ids: &str,
    args: &Args,
    orbits: &mut OrbitPrinter,
    context: &mut Context,
) -> Result {
    let board = context.board(&context.database()?, n)?;
    if !ids.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
        let message = format!("expected N:ID such as 8:5 or 8:1-12, got \"{n}:{ids}\"");
        return Err(CliError::Usage(message));
    }
    let read = |id: &str| id.parse::<OrbitId>().map_err(|error| error.on_board(n).into());
    let RangeArg { first, last } = RangeArg::in_list(ids, read)?;
    board.check_orbit_id(last)?;
    let count = limit_or_all(Some(last.get() - first.get() + 1));
    for found in board.representatives(first).take(count) {
        let (id, canonical) = found?;
        context.watch.check_time()?;
        let orbit = Orbit::of(&canonical);
        let json =
            if args.no_ranks { without_ranks(&orbit) } else { with_ranks(&board, &orbit, id)? };
        orbits.print(&json, &orbit, &mut context.out)?;
    }
    Ok(())
}

fn with_ranks(board: &Board, orbit: &Orbit, id: OrbitId) -> Result<OrbitJson> {
    let ranks = board.member_ranks(orbit)?.into_iter().map(Some).collect();
    Ok(OrbitJson::new(orbit, Some(id), ranks))
}

fn without_ranks(orbit: &Orbit) -> OrbitJson {
    OrbitJson::new(orbit, None, vec![None; orbit.size()])
}

/// Prints orbits one after the other.
struct OrbitPrinter {
    printer: SolutionPrinter,
    /// Whether the next orbit is the first one.
    is_first: bool,
}

impl OrbitPrinter {
    fn print(&mut self, json: &OrbitJson, orbit: &Orbit, out: &mut Output) -> Result {
        match self.printer.format() {
            SolutionFormat::Json => out.json(json),
            SolutionFormat::Text => {
                if !std::mem::take(&mut self.is_first) {
                    out.line("")?;
                }
                print_text(json, orbit, out)
            }
            _ => json.members.iter().zip(orbit.members()).try_for_each(|(member, image)| {
                let member = OrbitMember { orbit: json, member, solution: &image.1 };
                self.printer.print(&member, out)
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
