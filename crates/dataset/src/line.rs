//! Lines of tasks and of answers: their fields, and the board of a task.

use nqdb::notation::ConditionList;
use nqdb::{BoardSize, Condition};
use nqdb_completion::PartialBoard;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use serde_json::value::RawValue;

/// The longest field that is read as a whole, in bytes of JSON; the squares of N = 64 take half of it.
const LONGEST_FIELD: usize = 1 << 16;

/// The fields of a line, or of its `metadata`, as JSON that is not read yet.
#[derive(Deserialize, Default)]
#[serde(default, bound(deserialize = "'de: 'a"))]
pub(crate) struct Line<'a> {
    id: Option<&'a RawValue>,
    source_index: Option<&'a RawValue>,
    n: Option<&'a RawValue>,
    conditions: Option<&'a RawValue>,
    givens: Option<&'a RawValue>,
    puzzle: Option<&'a RawValue>,
    completions: Option<&'a RawValue>,
    metadata: Option<&'a RawValue>,
    /// No answer, `null`, is an answer.
    #[serde(deserialize_with = "any")]
    pub(crate) answer: Option<&'a RawValue>,
    pub(crate) answers: Option<&'a RawValue>,
}

fn any<'de, D: Deserializer<'de>>(from: D) -> Result<Option<&'de RawValue>, D::Error> {
    <&RawValue>::deserialize(from).map(Some)
}

/// What a line calls a task.
#[derive(Default)]
pub(crate) struct Names {
    /// `id`, on the line and in its metadata.
    pub(crate) ids: Vec<String>,
    /// `source_index`, in the same places.
    pub(crate) indexes: Vec<String>,
}

impl<'a> Line<'a> {
    pub(crate) fn read(line: &'a [u8]) -> Result<Self, String> {
        // An array could be read as the fields in their order.
        if line.trim_ascii_start().first() != Some(&b'{') {
            return Err("expected a JSON object".to_owned());
        }
        serde_json::from_slice(line).map_err(|error| format!("not a JSON object: {error}"))
    }

    /// The metadata; empty if it is not an object.
    fn metadata(&self) -> Result<Line<'a>, String> {
        match self.metadata {
            Some(metadata) if metadata.get().starts_with('{') => {
                Line::read(metadata.get().as_bytes()).map_err(|error| format!("metadata: {error}"))
            }
            _ => Ok(Line::default()),
        }
    }

    pub(crate) fn names(&self) -> Result<Names, String> {
        let mut names = Names::default();
        for line in [self, &self.metadata()?] {
            names.ids.extend(name("id", line.id)?);
            names.indexes.extend(name("source_index", line.source_index)?);
        }
        Ok(names)
    }

    /// The board of a task, and the number of its completions if the line has it. Fails if the fields contradict each
    /// other.
    pub(crate) fn task(&self) -> Result<(PartialBoard, Option<u64>), String> {
        let metadata = self.metadata()?;
        let either =
            |field: fn(&Line<'a>) -> Option<&'a RawValue>| field(self).or(field(&metadata));
        let conditions: Option<Vec<String>> = read("conditions", either(|line| line.conditions))?;
        let givens: Option<Vec<u64>> = read("givens", either(|line| line.givens))?;
        let puzzle = either(|line| line.puzzle).map(puzzle).transpose()?;
        let mut sizes = vec![];
        for n in [self.n, metadata.n] {
            sizes.extend(read("n", n)?.map(|n: usize| ("n", n)));
        }
        sizes.extend(givens.as_ref().map(|givens| ("the length of givens", givens.len())));
        sizes.extend(puzzle.as_ref().map(|(n, _)| ("the size of the puzzle", *n)));
        let Some(&(first, n)) = sizes.first() else { return Err(EXPECTED.to_owned()) };
        if let Some((other, m)) = sizes.iter().find(|(_, m)| *m != n) {
            return Err(format!("{first} is {n}, but {other} is {m}"));
        }
        let conditions = conditions.map(Condition::parse_all).transpose();
        let conditions = conditions.map_err(|error| format!("conditions: {error}"))?;
        let givens = givens.map(|givens| {
            let given = (1..).zip(givens).filter(|&(_, row)| row > 0);
            given.map(|(column, row)| Condition::Queen { column, row }).collect()
        });
        let puzzle = puzzle.map(|(_, queens)| queens);
        let mut boards = vec![];
        for (field, read) in [("conditions", conditions), ("givens", givens), ("puzzle", puzzle)] {
            if let Some(read) = read {
                let board = board(n, read).map_err(|error| format!("{field}: {error}"))?;
                boards.push((field, board));
            }
        }
        if let [(first, board), others @ ..] = &boards[..]
            && let Some((other, _)) =
                others.iter().find(|(_, other)| !other.queens().eq(board.queens()))
        {
            return Err(format!("{first} and {other} have different queens"));
        }
        let completions = read("completions", either(|line| line.completions))?;
        let board = boards.into_iter().next().ok_or(EXPECTED)?.1;
        Ok((board, completions))
    }
}

const EXPECTED: &str = "expected n with conditions or givens, or metadata with a puzzle";

fn board(n: usize, conditions: Vec<Condition>) -> Result<PartialBoard, nqdb::Error> {
    // Scores need the symmetries, which boards up to N = 64 have.
    BoardSize::new(n)?;
    let mut board = PartialBoard::new(n)?;
    conditions.into_iter().try_for_each(|condition| board.add(condition))?;
    Ok(board)
}

/// The size and the queens of a puzzle: lines of squares.
fn puzzle(json: &RawValue) -> Result<(usize, Vec<Condition>), String> {
    let text = Some(json.get()).filter(|json| json.len() <= LONGEST_FIELD);
    let board = text.and_then(|text| ConditionList::parse(text).ok());
    let is_queen = |condition: &Condition| matches!(condition, Condition::Queen { .. });
    let puzzle = board.filter(|board| board.conditions.iter().all(is_queen));
    puzzle
        .and_then(|board| Some((board.n?, board.conditions)))
        .ok_or_else(|| "puzzle: expected N lists of N squares, Q or _".to_owned())
}

/// A field that is short enough.
fn read<'a, T: Deserialize<'a>>(
    field: &str,
    json: Option<&'a RawValue>,
) -> Result<Option<T>, String> {
    let Some(json) = json else { return Ok(None) };
    if json.get().len() > LONGEST_FIELD {
        return Err(format!("{field} is longer than {LONGEST_FIELD} bytes"));
    }
    serde_json::from_str(json.get()).map(Some).map_err(|error| format!("{field}: {error}"))
}

/// A name, which may be a number, whole as a float too.
fn name(field: &str, json: Option<&RawValue>) -> Result<Option<String>, String> {
    match read(field, json)? {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(Value::Number(number)) => {
            let whole =
                number.as_f64().filter(|number| number.fract() == 0.0 && number.abs() < 1e15);
            Ok(Some(whole.map_or_else(|| number.to_string(), |whole| (whole as i64).to_string())))
        }
        Some(other) => Err(format!("{field}: expected text or a number, got {other}")),
    }
}
