use crate::cli::context::Context;
use crate::cli::error::Failure;
use crate::cli::input::for_each_permutation;
use crate::cli::output::answers::{queens, rows};
use crate::cli::output::format::{Form, Format, Found};
use crate::cli::output::table::Table;
use nqdb::{Board, Orbit, Rank, Solution};
use serde::Serialize;
use std::fmt::Display;

/// The orbits of solutions: id, size, canonical representative, stabilizer, members
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Solutions such as "2 4 1 3", or - for standard input
    #[arg(required = true, value_name = "SOLUTION")]
    solutions: Vec<String>,
    /// Leave out the id and the ranks: what remains needs no search, on any board
    #[arg(long)]
    no_ranks: bool,
    #[command(flatten)]
    form: Form,
}

#[derive(Serialize)]
struct OrbitAnswer {
    n: usize,
    orbit_id: Option<u64>,
    size: usize,
    canonical: Vec<u8>,
    stabilizer: Vec<&'static str>,
    members: Vec<Member>,
}

#[derive(Serialize)]
struct Member {
    image: &'static str,
    name: &'static str,
    rank: Option<u64>,
    queens: Vec<u8>,
}

/// A member of an orbit, printed by itself.
struct Image<'a> {
    of: &'a OrbitAnswer,
    member: &'a Member,
    solution: &'a Solution,
}

impl Image<'_> {
    /// The columns of CSV; orbit id and rank are empty where they are left out.
    const COLUMNS: &'static str = "orbit_id,image,name,rank,queens";
}

impl Found for Image<'_> {
    fn rows(&self) -> impl Iterator<Item = u32> {
        rows(self.solution)
    }

    fn queens(&self) -> impl Display {
        self.solution
    }

    fn caption(&self) -> impl Display {
        let Member { image, name, rank, .. } = self.member;
        let rank = rank.map(|rank| format!(", rank {rank}")).unwrap_or_default();
        format!("{image} {name}{rank}")
    }

    fn csv(&self) -> impl Display {
        let Member { image, name, rank, .. } = self.member;
        let cell = |number: Option<u64>| number.map(|n| n.to_string()).unwrap_or_default();
        format!("{},{image},{name},{},{}", cell(self.of.orbit_id), cell(*rank), self.solution)
    }

    fn json(&self) -> impl Serialize {
        self.member
    }
}

pub(super) fn run(args: Args, context: &mut Context) -> Result<(), Failure> {
    let database = context.database()?;
    if args.solutions == ["-"] {
        context.out.line_by_line();
    }
    let mut printed = args.form.begin(Image::COLUMNS, &context.out)?;
    let mut first = true;
    for_each_permutation(&args.solutions, |permutation| {
        let solution = Solution::new(permutation)?;
        let orbit = Orbit::of(&solution);
        let answer = if args.no_ranks {
            answer(&orbit, None, vec![None; orbit.size()])
        } else {
            let board = context.board(&database, solution.n())?;
            let ranks = ranks(&board, &orbit)?;
            answer(&orbit, Some(board.orbit_id(&solution)?.get()), ranks)
        };
        match printed.format() {
            Format::Json => context.out.json(&answer),
            Format::Text => {
                if !std::mem::take(&mut first) {
                    context.out.line("")?;
                }
                print(&answer, &orbit, context)
            }
            Format::Csv | Format::Board | Format::Svg => {
                let members = answer.members.iter().zip(orbit.members());
                members
                    .map(|(member, (_, solution))| Image { of: &answer, member, solution })
                    .try_for_each(|image| printed.add(&image, &mut context.out))
            }
        }
    })?;
    printed.finish(&mut context.out)
}

/// The ranks of the members. Complements share one look-up: rank(Cmpl p) = Q + 1 − rank(p).
fn ranks(board: &Board, orbit: &Orbit) -> Result<Vec<Option<u64>>, Failure> {
    let mut known: Vec<(Solution, Rank)> = Vec::new();
    for (_, member) in orbit.members() {
        let complement = member.complement();
        let partner = known.iter().find(|(other, _)| *other == complement);
        let rank = match (partner, board.solution_count()) {
            (Some((_, rank)), Ok(count)) => Rank::new(count + 1 - rank.get())?,
            _ => board.rank(member)?,
        };
        known.push((*member, rank));
    }
    Ok(known.into_iter().map(|(_, rank)| Some(rank.get())).collect())
}

fn answer(orbit: &Orbit, orbit_id: Option<u64>, ranks: Vec<Option<u64>>) -> OrbitAnswer {
    let members = orbit.members().iter().zip(ranks);
    OrbitAnswer {
        n: orbit.canonical().n().get(),
        orbit_id,
        size: orbit.size(),
        canonical: queens(orbit.canonical()),
        stabilizer: orbit.stabilizer().iter().map(|symmetry| symmetry.name()).collect(),
        members: members
            .map(|((symmetry, member), rank)| Member {
                image: symmetry.name(),
                name: symmetry.usual_name(),
                rank,
                queens: queens(member),
            })
            .collect(),
    }
}

fn print(answer: &OrbitAnswer, orbit: &Orbit, context: &mut Context) -> Result<(), Failure> {
    if let Some(id) = answer.orbit_id {
        context.out.line(format_args!("orbit       {id}"))?;
    }
    context.out.line(format_args!("size        {}", answer.size))?;
    context.out.line(format_args!("canonical   {}", orbit.canonical()))?;
    context.out.line(format_args!("stabilizer  {}", answer.stabilizer.join(" ")))?;
    let mut table = Table::new(&["image", "name", "rank", "queens"]);
    for (member, (_, solution)) in answer.members.iter().zip(orbit.members()) {
        let rank = member.rank.map_or_else(|| "-".to_owned(), |rank| rank.to_string());
        table.row([member.image.into(), member.name.into(), rank, solution.to_string()]);
    }
    context.out.line(table)
}
