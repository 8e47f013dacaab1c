//! `nqdb signature`: the signatures of orbits.

use crate::context::Context;
use crate::error::Result;
use crate::input::{BoardArgs, for_each_permutation};
use crate::output::{Format, FormatArg, csv_line, object, only};
use nqdb::Solution;
use nqdb::signature::{Signature, Triple};

/// Print orbit signatures: equal within an orbit, different between orbits
#[derive(clap::Args)]
#[command(mut_arg("format", only(Format::ROWS)))]
pub(crate) struct Args {
    /// Solutions such as "2 4 1 3"; - reads stdin
    #[arg(required = true, value_name = "SOLUTION")]
    solutions: Vec<String>,
    /// Print the triangles along columns and rows as they come, which differ within an orbit
    #[arg(long)]
    raw: bool,
    #[command(flatten)]
    boards: BoardArgs,
    #[command(flatten)]
    format: FormatArg,
}

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    let is_csv = context.out.format(args.format) == Format::Csv;
    if is_csv {
        csv_line(&mut context.out, ["n", "queens", "signature"])?;
    }
    for_each_permutation(&args.solutions, &args.boards, context, &mut |permutation, context| {
        let Some(permutation) = permutation else {
            return context.out.answer(if is_csv { ",," } else { "" }, ());
        };
        let solution = Solution::new(permutation)?;
        let (signature, along) = (Signature::of(&solution), Triple::along_both(&solution));
        let raw = along.each_ref().map(Vec::as_slice);
        let lists = if args.raw { raw } else { signature.lists() };
        let text = Triple::text_of(lists);
        if is_csv {
            let n = solution.n().to_string();
            let cells = [n, solution.to_string(), text];
            return Ok(csv_line(&mut context.out, cells)?);
        }
        let answer = object! {
            n: solution.n().get(),
            queens: solution.queens().collect::<Vec<_>>(),
            signature: lists,
        };
        context.out.answer(text, answer)
    })
}
