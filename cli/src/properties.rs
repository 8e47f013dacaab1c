//! The options that select solutions by their properties, for `list` and `count`.

use clap::ValueHint;
use nqdb::{Properties, Subgroup};

/// The properties that solutions must have.
#[derive(clap::Args)]
#[command(next_help_heading = "Selection")]
pub(crate) struct PropertiesArgs {
    /// Only solutions with exactly this stabilizer, given by generators such as rotate-90
    ///
    /// The stabilizers are po1 (no symmetry), po1,po7 (half turns) and po1,po6,po7,po8 (quarter turns). Both kinds of
    /// names are accepted.
    #[arg(long, value_name = "SYMMETRIES", value_hint = ValueHint::Other)]
    stabilizer: Option<Subgroup>,
    /// Only solutions fixed by these symmetries, such as rotate-180 or po7
    #[arg(long, value_name = "SYMMETRIES", value_hint = ValueHint::Other)]
    fixed_by: Option<Subgroup>,
    /// Only solutions on the torus, where each diagonal continues on the opposite side
    #[arg(long)]
    toroidal: bool,
    /// Only solutions with no three queens on a straight line of any slope
    #[arg(long)]
    no_three_in_line: bool,
    /// Only solutions with no two queens a knight's move apart
    #[arg(long)]
    superqueen: bool,
}

impl PropertiesArgs {
    /// The properties, if there are any.
    pub(crate) fn properties(&self) -> Option<Properties> {
        let properties = Properties {
            toroidal: self.toroidal,
            no_three_in_line: self.no_three_in_line,
            superqueens: self.superqueen,
            fixed_by: self.fixed_by.unwrap_or_default(),
            stabilizer: self.stabilizer,
        };
        Some(properties).filter(|properties| !properties.are_none())
    }

    /// The options, as in `--stabilizer po1,po7`, without the dashes.
    pub(crate) fn names(&self) -> Vec<String> {
        let groups = [("stabilizer", self.stabilizer), ("fixed-by", self.fixed_by)];
        let groups =
            groups.into_iter().filter_map(|(name, group)| Some(format!("{name} {}", group?)));
        let flags = [
            ("toroidal", self.toroidal),
            ("no-three-in-line", self.no_three_in_line),
            ("superqueen", self.superqueen),
        ];
        let flags = flags.into_iter().filter(|(_, is_set)| *is_set);
        groups.chain(flags.map(|(name, _)| name.to_owned())).collect()
    }
}
