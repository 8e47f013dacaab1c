//! The commands, one file each, or one for a few: `Args` are the arguments with their help, `run` executes the command.
//!
//! A new command is a file here, a variant of [`Command`] and a line in [`Command::run`].

mod apply;
mod build;
mod check;
mod convert;
mod count;
mod dataset;
mod heatmap;
mod import;
mod info;
mod list;
mod orbit;
mod orbit_graph;
mod parts;
mod program;
mod puzzle;
mod random;
mod rank;
mod remove;
mod score;
mod serve;
mod signature;
mod solve;
mod sql;
mod unrank;
mod verify;

use crate::context::Context;
use crate::error::Result;
use clap::Subcommand;

/// The commands, in the order and the groups of the help.
#[derive(Subcommand)]
pub(crate) enum Command {
    Unrank(unrank::Args),
    Rank(rank::Args),
    Orbit(orbit::Args),
    Count(count::Args),
    List(list::Args),
    Solve(solve::Args),
    Check(check::Args),
    Random(random::Args),
    Puzzle(puzzle::Args),
    Heatmap(heatmap::Args),
    Convert(convert::Args),
    Dataset(dataset::Args),
    Score(score::Args),
    Build(build::Args),
    Import(import::Args),
    Remove(remove::Args),
    Info(info::Args),
    Verify(verify::Args),
    Sql(sql::Args),
    Serve(serve::Args),
    Apply(apply::Args),
    Signature(signature::Args),
    OrbitGraph(orbit_graph::Args),
    Parts(parts::Args),
    Merge(parts::MergeArgs),
    Completions(program::CompletionsArgs),
    Man(program::ManArgs),
    Help(program::HelpArgs),
}

impl Command {
    pub(crate) fn run(self, context: &mut Context) -> Result {
        match self {
            Command::Unrank(args) => unrank::run(args, context),
            Command::Rank(args) => rank::run(args, context),
            Command::Orbit(args) => orbit::run(args, context),
            Command::Count(args) => count::run(args, context),
            Command::List(args) => list::run(args, context),
            Command::Check(args) => check::run(args, context),
            Command::Random(args) => random::run(args, context),
            Command::Solve(args) => solve::run(args, context),
            Command::Puzzle(args) => puzzle::run(args, context),
            Command::Dataset(args) => dataset::run(args, context),
            Command::Score(args) => score::run(args, context),
            Command::Heatmap(args) => heatmap::run(args, context),
            Command::Convert(args) => convert::run(args, context),
            Command::Serve(args) => serve::run(args, context),
            Command::Apply(args) => apply::run(args, context),
            Command::Signature(args) => signature::run(args, context),
            Command::OrbitGraph(args) => orbit_graph::run(args, context),
            Command::Build(args) => build::run(args, context),
            Command::Info(args) => info::run(args, context),
            Command::Verify(args) => verify::run(args, context),
            Command::Parts(args) => parts::run(args, context),
            Command::Merge(args) => parts::run_merge(args, context),
            Command::Import(args) => import::run(args, context),
            Command::Remove(args) => remove::run(args, context),
            Command::Sql(args) => sql::run(args, context),
            Command::Completions(args) => program::run_completions(args, context),
            Command::Man(args) => program::run_man(args, context),
            Command::Help(args) => program::run_help(args, context),
        }
    }
}
