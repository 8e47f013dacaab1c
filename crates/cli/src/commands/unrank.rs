//! `nqdb unrank`: solutions by rank, orbits by id, permutations by index.

use crate::args::{RangeArg, is_stdin, limit_or_all};
use crate::context::Context;
use crate::error::Result;
use crate::input::for_each_word;
use crate::output::{Column, Columns, ColumnsArg, Format, FormatArgs, RangePrinter, only};
use nqdb::{BoardSize, OrbitId, Permutation, PermutationIndex, Properties, Rank, Selection, Tier};

/// Print the solutions with given ranks
#[derive(clap::Args)]
#[command(mut_arg("format", only(Format::BOARDS)))]
#[command(mut_arg("columns", only(Column::OF_SOLUTIONS)))]
pub(crate) struct Args {
    /// Board size, 1 to 64
    n: BoardSize,
    /// Ranks from 1, such as 17,000,000, or ranges such as 100-110; - reads stdin
    #[arg(required = true, value_name = "RANK")]
    ranks: Vec<String>,
    /// Orbits instead of solutions
    ///
    /// Reads orbit ids and prints canonical representatives.
    #[arg(long)]
    orbits: bool,
    /// Permutations instead of solutions
    ///
    /// Reads indices from 1 to N! and prints permutations.
    #[arg(long, conflicts_with_all = ["orbits", "recompute", "columns"])]
    permutations: bool,
    /// Compute the result even if it is known
    ///
    /// First solutions that are built in are searched. Tables are used as without the option.
    #[arg(long)]
    recompute: bool,
    #[command(flatten)]
    columns: ColumnsArg,
    #[command(flatten)]
    format: FormatArgs,
}

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    if args.permutations {
        return print_permutations(&args, context);
    }
    let mut board = context.board(args.n)?;
    if args.recompute {
        context.explain("the first solution is searched, not looked up");
        board = board.proving();
    }
    let columns = if args.orbits { Columns::ORBITS } else { Columns::SOLUTIONS };
    let printer = args.format.printer(args.columns.or(columns)?, &mut context.out)?;
    let print = if args.orbits { print_orbits } else { print_solutions };
    let mut range = RangePrinter::new(board, printer);
    let read = |word: &str| parse_range(word, args.n, args.orbits);
    if !is_stdin(&args.ranks)? {
        // Ranks before a wrong one are not printed.
        args.ranks.iter().try_for_each(|word| read(word).map(drop))?;
    }
    for_each_word(&args.ranks, "ranks", context, |word, context| {
        print(&mut range, read(word)?, context)?;
        // The next lookup may take a search.
        let is_slow = range.board().tier() != Tier::Stored;
        if is_slow { context.out.flush_lines() } else { Ok(()) }
    })?;
    range.printer.finish(&mut context.out)
}

/// The ranks or orbit ids in a word.
fn parse_range(word: &str, n: BoardSize, orbits: bool) -> Result<RangeArg<u64>> {
    RangeArg::in_list(word, |number| {
        let number = if orbits {
            number.parse().map(|id: OrbitId| id.get())
        } else {
            number.parse().map(|rank: Rank| rank.get())
        };
        Ok(number.map_err(|error| error.on_board(n))?)
    })
}

fn print_solutions(
    range: &mut RangePrinter,
    ranks: RangeArg<u64>,
    context: &mut Context,
) -> Result {
    let (first, last) = (Rank::new(ranks.first)?, Rank::new(ranks.last)?);
    if first == last {
        return range.solution(first, context);
    }
    range.board().check_rank(last)?;
    let all = Selection::all(range.board().n());
    range.solutions(&all, first, length(ranks), context).map(drop)
}

fn print_orbits(range: &mut RangePrinter, ids: RangeArg<u64>, context: &mut Context) -> Result {
    range.board().check_orbit_id(OrbitId::new(ids.last)?)?;
    let first = OrbitId::new(ids.first)?;
    range.orbits(&Properties::default(), first, length(ids), context).map(drop)
}

fn print_permutations(args: &Args, context: &mut Context) -> Result {
    let mut printer = args.format.printer(Columns::PERMUTATIONS, &mut context.out)?;
    for_each_word(&args.ranks, "permutation indices", context, |word, context| {
        let range = RangeArg::in_list(word, |index| Ok(PermutationIndex::parse(args.n, index)?));
        let RangeArg { first: mut index, last } = range?;
        while index <= last {
            context.watch.check_time()?;
            context.prints(1);
            printer.print(&Permutation::at(args.n, &index)?, &mut context.out)?;
            index = index.successor();
        }
        Ok(())
    })?;
    printer.finish(&mut context.out)
}

fn length(range: RangeArg<u64>) -> usize {
    limit_or_all(Some(range.last - range.first + 1))
}
