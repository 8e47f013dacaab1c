//! `nqdb orbit`: the orbits of solutions, with all members.

use crate::args::{JobsArg, RangeArg, is_stdin, limit_or_all};
use crate::context::Context;
use crate::error::{Result, usage};
use crate::input::{BoardArgs, answer_permutations};
use crate::output::{
    Column, Columns, ColumnsArg, Format, FormatArgs, NumberedSolution, Output, Printable,
    SolutionPrinter, Table, Value, only,
};
use nqdb::answers::{MemberJson, OrbitJson};
use nqdb::picture::Picture;
use nqdb::{
    Board, BoardSize, Invalid, Orbit, OrbitId, Rank, Solution, Symmetry, Tier, picture::Origin,
};

/// Print the orbits of solutions: id, size, representative, stabilizer, members
///
/// The symmetries of a member turn the given solution into it, as seen on a drawing with row 1 at the top. With --columns,
/// each member is a row. From N = 22 on, most ranks and orbit ids need tables, other columns do not.
#[derive(clap::Args)]
#[command(mut_arg("format", only(Format::BOARDS)))]
#[command(mut_arg("columns", only(Column::OF_MEMBERS)))]
pub(crate) struct Args {
    /// Solutions such as "2 4 1 3", or orbits by board size and id, such as 8:5 or 8:1-12; - reads solutions from
    /// stdin
    #[arg(required = true, value_name = "SOLUTION|N:ID")]
    solutions: Vec<String>,
    #[command(flatten)]
    boards: BoardArgs,
    #[command(flatten)]
    columns: ColumnsArg,
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

struct OrbitMember<'a> {
    member: &'a MemberJson,
    /// Its board.
    solution: NumberedSolution<'a>,
    /// Of the picture.
    origin: Origin,
}

impl Printable for OrbitMember<'_> {
    fn picture(&self) -> Result<Picture, Invalid> {
        self.solution.picture()
    }

    fn caption(&self) -> Option<String> {
        Some(self.member.caption(self.origin))
    }

    fn value(&self, column: Column) -> Value<'_> {
        match column {
            Column::Symmetry => Value::Text(self.member.symmetry.to_string()),
            _ => self.solution.value(column),
        }
    }
}

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    let columns = args.columns.or(Columns::MEMBERS)?;
    let printer = args.format.printer(columns, &mut context.out)?;
    let whole = !args.columns.is_given();
    let mut orbits = OrbitPrinter { printer, whole, is_first: true };
    is_stdin(&args.solutions)?;
    // Adjacent words that are not ids may be the queens of one solution.
    let by_kind =
        |one: &String, next: &String| size_and_ids(one).or_else(|| size_and_ids(next)).is_none();
    for words in args.solutions.chunk_by(by_kind) {
        match size_and_ids(&words[0]) {
            Some((n, ids)) => print_numbered(n.parse()?, ids, &mut orbits, context)?,
            None => print_orbits_of(words, &args, &mut orbits, context)?,
        }
    }
    orbits.printer.finish(&mut context.out)
}

fn print_orbits_of(
    words: &[String],
    args: &Args,
    orbits: &mut OrbitPrinter,
    context: &mut Context,
) -> Result {
    let boards = &context.boards()?;
    let needs = orbits.needs();
    let start = || {
        move |permutation| {
            let orbit = Orbit::of(&Solution::new(permutation)?);
            let board = boards.get(orbit.canonical().n())?;
            Numbered::new(orbit, None, &board, needs)
        }
    };
    let print = |answer: Option<Numbered>, out: &mut Output| match answer {
        None => orbits.printer.print_missing(out),
        Some(numbered) => orbits.print(&numbered, out),
    };
    answer_permutations(words, &args.boards, &args.jobs, context, start, print)
}

fn print_numbered(
    n: BoardSize,
    ids: &str,
    orbits: &mut OrbitPrinter,
    context: &mut Context,
) -> Result {
    let board = context.board(n)?;
    if !ids.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
        return Err(usage!("expected N:ID such as 8:5 or 8:1-12, got \"{n}:{ids}\""));
    }
    let read = |id: &str| id.parse::<OrbitId>().map_err(|error| error.on_board(n).into());
    let RangeArg { first, last } = RangeArg::in_list(ids, read)?;
    board.check_orbit_id(last)?;
    let count = limit_or_all(Some(last.get() - first.get() + 1));
    let needs = orbits.needs();
    for found in board.representatives(first).take(count) {
        let (id, canonical) = found?;
        context.watch.check_time()?;
        let numbered = Numbered::new(Orbit::of(&canonical), Some(id), &board, needs)?;
        orbits.print(&numbered, &mut context.out)?;
    }
    Ok(())
}

/// An orbit with the numbers that are printed.
struct Numbered {
    orbit: Orbit,
    json: OrbitJson,
    tier: Tier,
}

impl Numbered {
    /// Looks up those of the ranks and the id that are printed. The id may be known.
    fn new(
        orbit: Orbit,
        id: Option<OrbitId>,
        board: &Board,
        [with_ranks, with_id]: [bool; 2],
    ) -> Result<Self> {
        let id = match id {
            None if with_id => Some(board.orbit_id(orbit.canonical())?),
            id => id,
        };
        let ranks = if with_ranks {
            board.member_ranks(&orbit)?.into_iter().map(Some).collect()
        } else {
            vec![None; orbit.size()]
        };
        Ok(Numbered { json: OrbitJson::new(&orbit, id, ranks), orbit, tier: board.tier() })
    }
}

/// Prints orbits one after the other.
struct OrbitPrinter {
    printer: SolutionPrinter,
    /// Whether text and JSON have whole orbits, not rows of members.
    whole: bool,
    is_first: bool,
}

impl OrbitPrinter {
    /// Whether the ranks and the id are printed.
    fn needs(&self) -> [bool; 2] {
        [Column::Rank, Column::OrbitId].map(|column| self.printer.needs(column))
    }

    fn print(&mut self, numbered: &Numbered, out: &mut Output) -> Result {
        let Numbered { orbit, json, tier } = numbered;
        match self.printer.format {
            Format::Json if self.whole => out.json(json),
            Format::Text if self.whole => {
                if !std::mem::take(&mut self.is_first) {
                    out.line("")?;
                }
                print_text(json, orbit, out)
            }
            _ => {
                json.members.iter().zip(orbit.members()).try_for_each(|(member, (_, solution))| {
                    let solution = NumberedSolution {
                        rank: member.rank.map(Rank::new).transpose()?,
                        orbit_id: json.orbit_id.map(OrbitId::new).transpose()?,
                        solution: *solution,
                        tier: *tier,
                        conditions: None,
                    };
                    let origin = self.printer.drawer.coordinates.origin();
                    self.printer.print(&OrbitMember { member, solution, origin }, out)
                })
            }
        }
    }
}

fn print_text(json: &OrbitJson, orbit: &Orbit, out: &mut Output) -> Result {
    out.line(format_args!("orbit_id    {}", Value::number(json.orbit_id)))?;
    out.line(format_args!("queens      {}", orbit.canonical()))?;
    out.line(format_args!("size        {}", json.size))?;
    let stabilizer = json.stabilizer.description(Origin::TopLeft);
    out.line(format_args!("stabilizer  {stabilizer}"))?;
    let mut table = Table::new(&["rank", "queens", "symmetry"]);
    for (member, (_, solution)) in json.members.iter().zip(orbit.members()) {
        let rank = Value::number(member.rank).to_string();
        let given = &orbit.members()[0].1;
        let all = Symmetry::ALL.into_iter();
        let all = all.filter(|symmetry| symmetry.apply_to_solution(given) == *solution);
        let names: Vec<_> = all.map(|symmetry| symmetry.description(Origin::TopLeft)).collect();
        table.row([rank, solution.to_string(), names.join(", ")]);
    }
    out.line(table)
}
