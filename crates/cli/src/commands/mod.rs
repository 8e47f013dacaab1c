//! The commands, one file each, or one for a few: `Args` are the arguments with their help, `run` executes the command.
//!
//! A new command is a file here and a row of [`GROUPS`].

mod apply;
mod build;
mod check;
mod compare;
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
use clap::{ArgMatches, Args, FromArgMatches};

/// A command. Only its name is known until it is named: describing the arguments of all takes longer than most lookups.
pub(crate) struct Command {
    pub(crate) name: &'static str,
    arguments: fn(clap::Command) -> clap::Command,
    run: fn(&ArgMatches, &mut Context) -> Result,
}

macro_rules! groups {
    ($($heading:literal: [$($name:literal $module:ident::$arguments:ident $run:ident,)*])*) => {
        /// The commands, in the order and the groups of the help.
        pub(crate) const GROUPS: &[(&str, &[Command])] = &[$(($heading, &[$(Command {
            name: $name,
            arguments: $module::$arguments::augment_args,
            run: |found, context| $module::$run(FromArgMatches::from_arg_matches(found)?, context),
        }),*])),*];
    };
}

groups! {
    "Find solutions and orbits": [
        "unrank" unrank::Args run,
        "rank" rank::Args run,
        "orbit" orbit::Args run,
        "count" count::Args run,
        "list" list::Args run,
        "solve" solve::Args run,
    ]
    "Boards, puzzles and data sets": [
        "check" check::Args run,
        "compare" compare::Args run,
        "random" random::Args run,
        "puzzle" puzzle::Args run,
        "heatmap" heatmap::Args run,
        "convert" convert::Args run,
        "dataset" dataset::Args run,
        "score" score::Args run,
    ]
    "Tables": [
        "build" build::Args run,
        "import" import::Args run,
        "remove" remove::Args run,
        "info" info::Args run,
        "verify" verify::Args run,
    ]
    "SQL and the explorer": [
        "sql" sql::Args run,
        "serve" serve::Args run,
    ]
    "The literature": [
        "apply" apply::Args run,
        "signature" signature::Args run,
        "orbit-graph" orbit_graph::Args run,
    ]
    "Clusters": [
        "parts" parts::Args run,
        "merge" parts::MergeArgs run_merge,
    ]
    "The shell": [
        "completions" program::CompletionsArgs run_completions,
        "man" program::ManArgs run_man,
        "help" program::HelpArgs run_help,
    ]
}

impl Command {
    pub(crate) fn all() -> impl Iterator<Item = &'static Command> {
        GROUPS.iter().flat_map(|(_, commands)| *commands)
    }

    pub(crate) fn named(name: &str) -> Option<&'static Command> {
        Command::all().find(|command| command.name == name)
    }

    /// Its arguments with their help. They take negative numbers, for messages that say what was expected.
    pub(crate) fn described(&self) -> clap::Command {
        (self.arguments)(clap::Command::new(self.name)).mut_args(|argument| {
            let takes_values = argument.get_action().takes_values();
            argument.allow_negative_numbers(takes_values)
        })
    }

    /// Executes it with arguments that clap has parsed by its description.
    pub(crate) fn run(&self, arguments: &ArgMatches, context: &mut Context) -> Result {
        (self.run)(arguments, context)
    }
}
