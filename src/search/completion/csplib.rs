//! The instances of CSPLib's problem 79: given queens or excluded diagonals.

use super::error::CompletionError;
use super::instance::Instance;
use crate::combinatorics::Condition;

/// What a text assigns to its names.
#[derive(Default)]
struct Assigned {
    n: Option<u64>,
    /// The number of diagonals that count.
    numdiags: Option<usize>,
    /// Diagonals: 1 for column + row, and 0 for row − column + N − 1, 0-based.
    diags: Option<Vec<(u64, u8)>>,
    /// Queens: row and column, 0-based.
    init: Option<Vec<(u64, u64)>>,
}

impl Instance {
    /// The longest text of [`Instance::parse_csplib`], in bytes: enough for all queens and diagonals of any board.
    pub const LONGEST_CSPLIB: usize = 1 << 20;

    /// Parses an instance of CSPLib's problem 79 (Gent, Jefferson and Nightingale 2017), as its generators print them.
    ///
    /// | name | value |
    /// | --- | --- |
    /// | `n` | the board size |
    /// | `diags` | excluded diagonals: `[8, 1]` has the squares with column + row = 8, `[8, 0]` those with row − column + n − 1 = 8, 0-based |
    /// | `numdiags` | only the first `numdiags` of `diags` are excluded |
    /// | `init` | given queens: row and column, 0-based |
    ///
    /// ```
    /// use nqdb::completion::Instance;
    ///
    /// let instance = Instance::parse_csplib("n = 8\nnumdiags = 2\ndiags = [[1, 1], [14, 0], [3, 0]]")?;
    /// assert_eq!(instance.to_string(), "c+r!=3 c-r!=-7");
    /// # Ok::<(), nqdb::completion::CompletionError>(())
    /// ```
    ///
    /// Cost and memory: O(length).
    pub fn parse_csplib(text: &str) -> Result<Self, CompletionError> {
        let wrong = |reason: String| CompletionError::Csplib { reason };
        let Assigned { n, numdiags, diags, init } = assigned(text).map_err(wrong)?;
        let n = n.ok_or_else(|| wrong("got no n".to_owned()))?;
        let (diags, init) = (diags.unwrap_or_default(), init.unwrap_or_default());
        let mut instance = Instance::new(n)?;
        let last = numdiags.unwrap_or(diags.len());
        if last > diags.len() {
            return Err(wrong(format!("numdiags is {last}, but diags has {}", diags.len())));
        }
        for &(number, kind) in &diags[..last] {
            instance.add(match kind {
                0 => Condition::NoQueenOnDifference(n as i64 - 1 - number.min(2 * n) as i64),
                1 => Condition::NoQueenOnSum(number.saturating_add(2)),
                _ => {
                    return Err(wrong(format!(
                        "a diagonal has 0 or 1 after its number, got {kind}"
                    )));
                }
            })?;
        }
        for (row, column) in init {
            let (column, row) = (column.saturating_add(1), row.saturating_add(1));
            instance.add(Condition::Queen { column, row })?;
        }
        Ok(instance)
    }
}

fn assigned(text: &str) -> Result<Assigned, String> {
    if text.len() > Instance::LONGEST_CSPLIB {
        return Err(format!("got more than {} bytes", Instance::LONGEST_CSPLIB));
    }
    let mut assigned = Assigned::default();
    let mut rest = text.trim();
    while !rest.is_empty() {
        rest = rest.strip_prefix("letting ").unwrap_or(rest);
        let (name, value) =
            rest.split_once('=').ok_or_else(|| "got a name without a value".to_owned())?;
        rest = match name.trim() {
            "n" => value_of(value, &mut assigned.n),
            "numdiags" => value_of(value, &mut assigned.numdiags),
            "diags" => value_of(value, &mut assigned.diags),
            "init" => value_of(value, &mut assigned.init),
            _ => return Err("got another name".to_owned()),
        }
        .map_err(|error| format!("the value of {} is not valid: {error}", name.trim()))?;
    }
    Ok(assigned)
}

/// Reads a value, and returns the text after it.
fn value_of<'a, T: serde::Deserialize<'a>>(
    text: &'a str,
    to: &mut Option<T>,
) -> Result<&'a str, String> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter();
    let value = values.next().unwrap_or_else(|| serde_json::from_str(""));
    match to.replace(value.map_err(|error| error.to_string())?) {
        None => Ok(text[values.byte_offset()..].trim_start()),
        Some(_) => Err("it is given twice".to_owned()),
    }
}
