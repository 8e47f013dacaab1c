//! `[CONDITION]…` and the options for properties, which select solutions, for all commands that take them.

use crate::error::{CliError, Result};
use crate::partial_boards::meant_as_conditions;
use clap::ValueHint;
use nqdb::internal::shortened;
use nqdb::{BoardSize, Conditions, Properties, Selection, Subgroup};

/// Which solutions are meant.
#[derive(clap::Args)]
pub(crate) struct SelectionArgs {
    /// Conditions such as 3=5 or c5 (a queen in column 3, row 5) and 3!=5 or !c5 (no queen there), or a drawing in one
    /// argument [default: any solution]
    ///
    /// c+r!=8 and c-r!=-2 exclude the diagonal with this column + row, or column - row.
    #[arg(value_name = "CONDITION")]
    pub(crate) conditions: Vec<String>,
    #[command(flatten)]
    pub(crate) properties: PropertiesArgs,
}

impl SelectionArgs {
    /// The selected solutions of a board.
    pub(crate) fn of(&self, n: BoardSize) -> Result<Selection> {
        self.properties.with(n, &self.conditions)
    }

    /// Fails for a number among the conditions.
    pub(crate) fn check_no_limit(&self) -> Result {
        let is_number = |word: &&String| word.parse::<u64>().is_ok();
        self.conditions.iter().find(is_number).map_or(Ok(()), |number| {
            let message = format!(
                "expected a condition such as 3=5, got {number:?}; did you mean --limit {number}?"
            );
            Err(CliError::Usage(message))
        })
    }

    /// What is wanted, in words.
    pub(crate) fn names(&self) -> String {
        let conditions = shortened(&self.conditions.join(" ").replace('\n', " / "));
        let conditions = Some(conditions).filter(|conditions| !conditions.is_empty());
        conditions.into_iter().chain(self.properties.names()).collect::<Vec<_>>().join(", ")
    }
}

/// The properties that solutions must have.
#[derive(clap::Args)]
#[command(next_help_heading = "Selection")]
pub(crate) struct PropertiesArgs {
    /// Only solutions with exactly this stabilizer: identity, rotate-180 or rotate-90
    ///
    /// These generate the stabilizers that solutions have from N = 2 on: no symmetry, rotations by 180°, rotations by
    /// 90°. The codes po1 to po8 are accepted too.
    #[arg(long, value_name = "SYMMETRIES", value_hint = ValueHint::Other)]
    stabilizer: Option<Subgroup>,
    /// Only solutions fixed by these symmetries, such as rotate-180 (centrosymmetric)
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
    /// The solutions of a board that have the properties and meet conditions.
    pub(crate) fn with(&self, n: BoardSize, conditions: &[String]) -> Result<Selection> {
        if conditions.iter().any(|word| word == "-") {
            let message = "`-` (boards from stdin) is read by `nqdb count -` and `nqdb solve -`, not by this command";
            return Err(CliError::Usage(message.to_owned()));
        }
        let parsed = Conditions::parse(n, conditions).map_err(|error| {
            meant_as_conditions(&conditions.join(" "), error.into()).of_words(conditions)
        })?;
        Ok(Selection { conditions: parsed, properties: self.properties() })
    }

    pub(crate) fn properties(&self) -> Properties {
        Properties {
            toroidal: self.toroidal,
            no_three_in_line: self.no_three_in_line,
            superqueens: self.superqueen,
            fixed_by: self.fixed_by.unwrap_or_default(),
            stabilizer: self.stabilizer,
        }
    }

    /// The options, as in `--stabilizer rotate-180`, without the dashes.
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
