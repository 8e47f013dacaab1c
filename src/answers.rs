//! Results as JSON and CSV, as the explorer prints them, with the fields of the command line, and the rules of all JSON.
//!
//! Integers beyond 2⁵³ − 1 are strings, so that no reader loses digits: many readers, jq 1.6 and JavaScript among them,
//! store numbers as 64-bit floating point and would round larger ones. All JSON of the programs is written here, so the
//! rule holds for ranks, counts and seeds alike.

use crate::combinatorics::{Orbit, OrbitId, Origin, Rank, Solution, Subgroup, Symmetry};
use crate::database::Tier;
use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};
use std::fmt::Display;
use std::io::{Error, Result, Write};

/// The largest integer that is written as a number, 2⁵³ − 1.
const LARGEST_NUMBER: u64 = (1 << 53) - 1;

/// Writes a value as one line of JSON, without the newline.
///
/// # Errors
/// The error of `out`, or of a value that has no JSON, such as a map whose keys are lists.
pub fn write_json(out: impl Write, value: &impl Serialize) -> Result<()> {
    Ok(value.serialize(&mut serializer(out))?)
}

/// A value as one line of JSON, without the newline.
///
/// ```
/// use nqdb::answers::to_json;
///
/// let text = to_json(&serde_json::json!([(1u64 << 53) - 1, 1u64 << 53, u64::MAX, i64::MIN, -1, 0.5]))?;
/// let expected = r#"[9007199254740991,"9007199254740992","18446744073709551615","-9223372036854775808",-1,0.5]"#;
/// assert_eq!(text, expected);
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// As [`write_json`], without those of `out`.
pub fn to_json(value: &impl Serialize) -> Result<String> {
    let mut text = Vec::new();
    write_json(&mut text, value)?;
    String::from_utf8(text).map_err(Error::other)
}

/// A serializer for values that are written in parts.
pub fn serializer<W: Write>(out: W) -> Serializer<W, Lossless> {
    Serializer::with_formatter(out, Lossless)
}

/// Compact JSON with large integers as strings.
#[derive(Debug)]
pub struct Lossless;

impl Formatter for Lossless {
    fn write_u64<W: ?Sized + Write>(&mut self, out: &mut W, number: u64) -> Result<()> {
        if number > LARGEST_NUMBER { write!(out, "\"{number}\"") } else { write!(out, "{number}") }
    }

    fn write_i64<W: ?Sized + Write>(&mut self, out: &mut W, number: i64) -> Result<()> {
        if number.unsigned_abs() > LARGEST_NUMBER {
            write!(out, "\"{number}\"")
        } else {
            write!(out, "{number}")
        }
    }
}

/// A solution with its rank.
#[derive(Debug, Serialize, Clone)]
pub struct RankedSolutionJson {
    /// Board size.
    pub n: usize,
    /// `None` if it was not requested, or is unknown.
    pub rank: Option<u64>,
    /// The row of the queen in each column.
    pub queens: Vec<u8>,
    /// A string, because it exceeds 64 bits from N = 21 on.
    pub permutation_index: String,
    /// The tier of its board.
    pub tier: Tier,
}

impl RankedSolutionJson {
    /// The header of CSV.
    pub const COLUMNS: &str = "rank,queens";

    /// A line of CSV; an unknown rank is empty.
    pub fn csv(rank: Option<u64>, queens: impl Display) -> String {
        format!("{},{queens}", rank.map(|rank| rank.to_string()).unwrap_or_default())
    }

    /// A solution on a board of this tier.
    pub fn new(rank: Option<Rank>, solution: &Solution, tier: Tier) -> Self {
        RankedSolutionJson {
            n: solution.n().get(),
            rank: rank.map(Rank::get),
            queens: solution.queens().collect(),
            permutation_index: solution.index().to_string(),
            tier,
        }
    }
}

/// An orbit with all members.
#[derive(Debug, Serialize)]
pub struct OrbitJson {
    /// Board size.
    pub n: usize,
    /// `None` if it was not requested, or takes a long search.
    pub orbit_id: Option<u64>,
    /// The canonical representative.
    pub queens: Vec<u8>,
    /// The number of its boards.
    pub size: usize,
    /// The symmetries that leave it unchanged.
    pub stabilizer: Subgroup,
    /// Its boards.
    pub members: Vec<MemberJson>,
}

/// A member of an orbit, as the image of the canonical representative by a symmetry.
#[derive(Debug, Serialize)]
pub struct MemberJson {
    /// `None` if it was not requested, or takes a long search.
    pub rank: Option<u64>,
    /// The row of the queen in each column.
    pub queens: Vec<u8>,
    /// The symmetry that makes it of the given solution.
    pub symmetry: Symmetry,
    /// Its code, po1 to po8.
    pub code: &'static str,
}

impl OrbitJson {
    /// An orbit whose members have these ranks, in the order of [`Orbit::members`].
    pub fn new(orbit: &Orbit, id: Option<OrbitId>, ranks: Vec<Option<Rank>>) -> Self {
        let members = orbit.members().iter().zip(ranks);
        OrbitJson {
            n: orbit.canonical().n().get(),
            orbit_id: id.map(OrbitId::get),
            queens: orbit.canonical().queens().collect(),
            size: orbit.size(),
            stabilizer: orbit.stabilizer(),
            members: members
                .map(|((symmetry, member), rank)| MemberJson::new(*symmetry, member, rank))
                .collect(),
        }
    }
}

impl MemberJson {
    /// The caption of a picture with this origin.
    pub fn caption(&self, origin: Origin) -> String {
        let rank = self.rank.map(|rank| format!(", rank {rank}")).unwrap_or_default();
        format!("{}{rank}", self.symmetry.description(origin))
    }

    /// The image of a canonical representative by a symmetry.
    pub fn new(symmetry: Symmetry, member: &Solution, rank: Option<Rank>) -> Self {
        MemberJson {
            rank: rank.map(Rank::get),
            queens: member.queens().collect(),
            symmetry,
            code: symmetry.code(),
        }
    }
}
