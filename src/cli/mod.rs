//! The command line: one file for each command, with its `Args` and `run`.

mod answers;
mod apply;
mod build;
mod context;
mod count;
mod failure;
mod find;
mod form;
mod heatmap;
mod import;
mod info;
mod input;
mod list;
mod listing;
mod merge;
mod orbit;
mod orbit_graph;
mod output;
mod path;
mod permutation;
mod printer;
mod prompt;
mod random;
mod rank;
mod signature;
mod solve;
mod sql;
mod table;
mod unrank;
mod verify;
mod watch;

use clap::{Parser, Subcommand};
use context::{Context, Options};
use failure::Failure;
use std::process::ExitCode;

/// Every solution of the N-queens problem: by rank, by orbit, by itself, and by SQL.
///
/// Ranks, orbit ids, rows and columns are 1-based. Solutions are written as `2 4 1 3`: the row of the
/// queen in each column; commas and brackets are fine, and `-` reads them from standard input, one a
/// line. Answers go to standard output, everything else to standard error.
#[derive(Parser)]
#[command(name = "nqdb", version, max_term_width = 100)]
struct Cli {
    #[command(flatten)]
    options: Options,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Build(build::Args),
    Unrank(unrank::Args),
    Rank(rank::Args),
    Orbit(orbit::Args),
    Count(count::Args),
    List(list::Args),
    Find(find::Args),
    Heatmap(heatmap::Args),
    Random(random::Args),
    Solve(solve::Args),
    PermIndex(permutation::IndexArgs),
    PermAt(permutation::AtArgs),
    Signature(signature::Args),
    Apply(apply::Args),
    OrbitGraph(orbit_graph::Args),
    Merge(merge::Args),
    Import(import::Args),
    Info(info::Args),
    Path(path::Args),
    Verify(verify::Args),
    Sql(sql::Args),
}

/// Runs the command that the process was started with.
pub(crate) fn run() -> ExitCode {
    let cli = Cli::parse();
    let mut context = Context::new(cli.options);
    let outcome = match cli.command {
        Command::Build(args) => build::run(args, &mut context),
        Command::Unrank(args) => unrank::run(args, &mut context),
        Command::Rank(args) => rank::run(args, &mut context),
        Command::Orbit(args) => orbit::run(args, &mut context),
        Command::Count(args) => count::run(args, &mut context),
        Command::List(args) => list::run(args, &mut context),
        Command::Find(args) => find::run(args, &mut context),
        Command::Heatmap(args) => heatmap::run(args, &mut context),
        Command::Random(args) => random::run(args, &mut context),
        Command::Solve(args) => solve::run(args, &mut context),
        Command::PermIndex(args) => permutation::run_index(args, &mut context),
        Command::PermAt(args) => permutation::run_at(args, &mut context),
        Command::Signature(args) => signature::run(args, &mut context),
        Command::Apply(args) => apply::run(args, &mut context),
        Command::OrbitGraph(args) => orbit_graph::run(args, &mut context),
        Command::Merge(args) => merge::run(args, &mut context),
        Command::Import(args) => import::run(args, &mut context),
        Command::Info(args) => info::run(args, &mut context),
        Command::Path(args) => path::run(args, &mut context),
        Command::Verify(args) => verify::run(args, &mut context),
        Command::Sql(args) => sql::run(args, &mut context),
    };
    outcome.and_then(|()| context.out.finish()).map_or_else(Failure::report, |()| ExitCode::SUCCESS)
}
