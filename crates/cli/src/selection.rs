//! `[CONDITION]…` and the options for properties, which select solutions, for all commands that take them.

use crate::error::{CliError, Result, usage};
use crate::partial_boards::meant_as_conditions;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use nqdb::internal::shortened;
use nqdb::{BoardSize, Properties, Selection, Subgroup, Symmetry};

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
    pub(crate) fn of(&self, n: BoardSize) -> Result<Selection> {
        self.properties.with(n, &self.conditions)
    }

    /// Fails for a number among the conditions.
    pub(crate) fn check_no_limit(&self) -> Result {
        let is_number = |word: &&String| word.parse::<u64>().is_ok();
        self.conditions.iter().find(is_number).map_or(Ok(()), |number| {
            Err(usage!(
                "expected a condition such as 3=5, got {number:?}; did you mean --limit {number}?"
            ))
        })
    }

    /// Fails if orbits are to meet conditions.
    pub(crate) fn check_no_conditions(&self) -> Result {
        if self.conditions.is_empty() { Ok(()) } else { Err(orbits_meet_no_conditions()) }
    }

    /// What is wanted, in words.
    pub(crate) fn names(&self) -> String {
        let conditions = shortened(&self.conditions.join(" ").replace('\n', " / "));
        let conditions = Some(conditions).filter(|conditions| !conditions.is_empty());
        conditions.into_iter().chain(self.properties.names()).collect::<Vec<_>>().join(", ")
    }
}

pub(crate) fn orbits_meet_no_conditions() -> CliError {
    usage!(
        "--orbits takes no conditions, as an orbit has members that meet them and others that do not; \
                   `nqdb list N CONDITION --columns queens,orbit_id` has the orbit of each solution"
    )
}

/// Reads the group that one of these symmetries generates, by its name or code, or as the column `stabilizer` prints it.
fn groups<const K: usize>(all: [Symmetry; K]) -> impl TypedValueParser<Value = Subgroup> {
    let names = all.map(|symmetry| {
        let group = Subgroup::generated_by([symmetry]).to_string();
        PossibleValue::new(symmetry.name()).aliases([symmetry.code().to_owned(), group])
    });
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Subgroup>())
}

/// The properties that solutions must have.
#[derive(clap::Args)]
#[command(next_help_heading = "Selection")]
pub(crate) struct PropertiesArgs {
    /// Only solutions with exactly this stabilizer: identity, rotate-180 or rotate-90
    ///
    /// These generate the stabilizers that solutions have from N = 2 on: no symmetry, rotations by 180°, rotations by
    /// 90°.
    #[arg(long, value_name = "SYMMETRY", ignore_case = true, hide_possible_values = true)]
    #[arg(value_parser = groups([Symmetry::Identity, Symmetry::Rotate180, Symmetry::Rotate90]))]
    stabilizer: Option<Subgroup>,
    /// Only solutions fixed by these symmetries, such as rotate-180 (centrosymmetric)
    #[arg(long, value_name = "SYMMETRY,...", ignore_case = true, hide_possible_values = true)]
    #[arg(value_delimiter = ',', value_parser = groups(Symmetry::ALL))]
    fixed_by: Vec<Subgroup>,
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
            return Err(usage!(
                "`-` (boards from stdin) is read by `nqdb count -` and `nqdb solve -`, not by this command"
            ));
        }
        let selection = Selection::parse(n, conditions).map_err(|error| {
            meant_as_conditions(&conditions.join(" "), error.into()).of_words(conditions)
        })?;
        if !selection.properties.are_none() {
            let names = selection.properties.to_string().replace(' ', " --");
            return Err(usage!("{names}: not a condition but an option; did you mean --{names}?"));
        }
        Ok(Selection { properties: self.properties(), ..selection })
    }

    fn properties(&self) -> Properties {
        Properties {
            toroidal: self.toroidal,
            no_three_in_line: self.no_three_in_line,
            superqueen: self.superqueen,
            fixed_by: Subgroup::generated_by(self.fixed_by.iter().flat_map(|group| group.iter())),
            stabilizer: self.stabilizer,
        }
    }

    /// The words of the properties, as in `stabilizer=rotate-180`.
    pub(crate) fn names(&self) -> Vec<String> {
        self.properties().to_string().split_whitespace().map(str::to_owned).collect()
    }
}
