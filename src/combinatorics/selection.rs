//! [`Selection`]: some of the solutions of a board.

use super::{
    condition::Condition, conditions::Conditions, invalid::Invalid, notation::ConditionList,
    numbers::BoardSize, permutation::Solution, properties::Properties,
};

/// The solutions of a board that meet conditions and have properties.
///
/// ```
/// use nqdb::{BoardSize, Selection};
///
/// let selection = Selection::parse(BoardSize::new(8)?, ["1=3 fixed-by=rotate-180"])?;
/// assert!(selection.has(&"3 5 2 8 1 7 4 6".parse()?));
/// assert!(!selection.has(&"3 6 2 7 1 4 8 5".parse()?));
/// # Ok::<(), nqdb::Invalid>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Selection {
    /// The conditions on squares, which have the board size.
    pub conditions: Conditions,
    /// The properties.
    pub properties: Properties,
}

impl Selection {
    /// All solutions.
    pub fn all(n: BoardSize) -> Self {
        Conditions::any(n).into()
    }

    /// The solutions with these properties.
    pub fn with(n: BoardSize, properties: Properties) -> Self {
        Selection { properties, ..Selection::all(n) }
    }

    /// Parses a selection. Each string holds conditions, as [`Conditions::parse`] reads them, and properties, separated by
    /// spaces or commas: `toroidal`, `superqueen`, `no-three-in-line`, `fixed-by=rotate-180`, `stabilizer=rotate-90`.
    ///
    /// # Errors
    /// As [`Conditions::parse`]; [`Invalid::Symmetry`] for an unknown symmetry, [`Invalid::Unreadable`] for two stabilizers.
    pub fn parse<S: AsRef<str>>(
        n: BoardSize,
        texts: impl IntoIterator<Item = S>,
    ) -> Result<Self, Invalid> {
        let (conditions, properties) = Selection::parse_words(n, texts)?;
        Ok(Selection { conditions: Conditions::new(n, conditions)?, properties })
    }

    /// Parses a selection like [`Selection::parse`]: the conditions one by one, as they are written, and the properties.
    ///
    /// # Errors
    /// As [`Selection::parse`], except that conditions can be outside the board.
    pub fn parse_words<S: AsRef<str>>(
        n: BoardSize,
        texts: impl IntoIterator<Item = S>,
    ) -> Result<(Vec<Condition>, Properties), Invalid> {
        let mut properties = Properties::default();
        let mut conditions = Vec::new();
        for text in texts {
            let text = text.as_ref();
            let (mut has_properties, mut others) = (false, Vec::new());
            for word in text.split([' ', ',']) {
                if properties.add(word)? {
                    has_properties = true;
                } else {
                    others.push(word);
                }
            }
            // A text without properties may be a drawing.
            match (has_properties, others.join(" ").trim()) {
                (false, _) => conditions.push(text.to_owned()),
                (true, "") => {}
                (true, others) => conditions.push(others.to_owned()),
            }
        }
        Ok((ConditionList::all(n.get(), conditions)?, properties))
    }

    /// The board size N.
    pub fn n(&self) -> BoardSize {
        self.conditions.n()
    }

    /// Whether all solutions are selected because nothing is required.
    pub fn is_all(&self) -> bool {
        self.conditions.is_any() && self.properties.are_none()
    }

    /// Whether a solution is selected. False for another board size. O(N), or O(N³) with `no_three_in_line`.
    pub fn has(&self, solution: &Solution) -> bool {
        self.conditions.are_met_by(solution) && self.properties.hold_for(solution)
    }
}

/// The solutions that meet conditions.
impl From<&Conditions> for Selection {
    fn from(conditions: &Conditions) -> Self {
        conditions.clone().into()
    }
}

impl From<&Selection> for Selection {
    fn from(selection: &Selection) -> Self {
        selection.clone()
    }
}

/// The solutions that meet conditions.
impl From<Conditions> for Selection {
    fn from(conditions: Conditions) -> Self {
        Selection { conditions, properties: Properties::default() }
    }
}
