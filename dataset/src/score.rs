//! [`Scorer`]: compares answers with the truth.

use nqdb::completion::{CompletionError, Instance, for_each_completion};
use nqdb::{BoardSize, Canonical, Condition, Placement, Solution, Watch};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::ops::ControlFlow;

/// The maximum number of completions of a task that are counted: up to a second.
const MOST_COUNTED: usize = 100_000;

/// The answers to one task.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Score {
    /// The task.
    pub id: String,
    /// Board size.
    pub n: usize,
    /// The number of answers.
    pub answers: u64,
    /// Answers that are solutions of the N-queens problem.
    pub solutions: u64,
    /// Answers that are solutions and have all given queens.
    pub correct: u64,
    /// Different correct answers.
    pub distinct: u64,
    /// Orbits of the correct answers.
    pub orbits: u64,
    /// The number of completions of the task; `None` if there are more than 100,000.
    pub completions: Option<u64>,
    /// Orbits of the completions.
    pub completion_orbits: Option<u64>,
    /// The share of the completions that was found, 0 to 1.
    pub coverage: Option<f64>,
    /// The share of the orbits of the completions that was found, 0 to 1.
    pub orbit_coverage: Option<f64>,
}

/// The scores of all tasks together.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Summary {
    /// The number of tasks.
    pub tasks: u64,
    /// Tasks with an answer.
    pub answered: u64,
    /// Tasks with a correct answer.
    pub solved: u64,
    /// All answers.
    pub answers: u64,
    /// Answers that are solutions of the N-queens problem.
    pub solutions: u64,
    /// Answers that are solutions and have all given queens.
    pub correct: u64,
    /// Different correct answers, counted by task.
    pub distinct: u64,
    /// The share of the tasks with a correct answer, 0 to 1; `None` without tasks.
    pub accuracy: Option<f64>,
    /// The mean of the tasks' coverage, 0 to 1, over those whose completions were counted; `None` without such tasks.
    pub coverage: Option<f64>,
    /// The same of the coverage of orbits.
    pub orbit_coverage: Option<f64>,
    /// Lines of tasks that can't be read, or have the id of an earlier task.
    pub bad_tasks: u64,
    /// Lines of answers that can't be read or are of no task.
    pub bad_lines: u64,
}

/// The seed of the searches for completions, which does not change their number.
const SEED: u64 = 1;

macro_rules! displayed {
    ($($type:ty),*) => {$(
        /// As JSON.
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
            }
        }
    )*};
}

displayed!(Score, Summary);

/// A task and the answers so far.
#[derive(Debug)]
struct Answered {
    board: Instance,
    answers: u64,
    solutions: u64,
    correct: u64,
    found: HashSet<Solution>,
}

/// Reads tasks and answers as lines of JSON, and scores them. Memory: the tasks and their different correct answers.
#[derive(Debug, Default)]
pub struct Scorer {
    tasks: BTreeMap<String, Answered>,
    /// The ids in the order of the tasks.
    order: Vec<String>,
    bad_tasks: u64,
    bad_lines: u64,
}

/// The fields of a task that a scorer reads.
#[derive(Deserialize)]
struct TaskFields {
    id: Option<Value>,
    n: Option<u64>,
    squares: Option<Vec<String>>,
    givens: Option<Vec<u64>>,
    metadata: Option<MetadataFields>,
}

#[derive(Deserialize)]
struct MetadataFields {
    id: Option<Value>,
    puzzle: Option<Vec<Vec<String>>>,
}

impl Scorer {
    /// Reads a task: a line of a data set in the layout `tasks` or `reasoning-gym`, or an object with `n` and `squares`
    /// or `givens`. A task without `id` has its number, from 1, as its id. Returns whether it is a task with a new id;
    /// otherwise it is counted as bad.
    pub fn add_task(&mut self, line: &[u8]) -> bool {
        let number = self.order.len() as u64 + self.bad_tasks + 1;
        let task = serde_json::from_slice(line).ok().and_then(|task| read_task(task, number));
        let task = task.filter(|(id, _)| !self.tasks.contains_key(id));
        match task {
            Some((id, task)) => {
                self.order.push(id.clone());
                self.tasks.insert(id, task);
                true
            }
            None => {
                self.bad_tasks += 1;
                false
            }
        }
    }

    /// Reads a line of answers: an object with the `id` of a task and `answer`, or `answers` with a list of them. An
    /// answer is the list of the rows of the queens by column, counted from 1, or of squares or tokens row by row, or
    /// text in any notation. Returns whether
    /// it is one; otherwise it is counted as bad. An answer that can't be read counts as a wrong answer.
    pub fn add_answers(&mut self, line: &[u8]) -> bool {
        let line: Option<Map<String, Value>> = serde_json::from_slice(line).ok();
        let read = line.and_then(|mut line| {
            let task = self.tasks.get_mut(&text(line.get("id")?)?)?;
            match (line.remove("answer"), line.remove("answers")) {
                (Some(answer), None) => Some((task, vec![answer])),
                (None, Some(Value::Array(answers))) => Some((task, answers)),
                _ => None,
            }
        });
        match read {
            Some((task, answers)) => {
                answers.iter().for_each(|answer| task.add(answer));
                true
            }
            None => {
                self.bad_lines += 1;
                false
            }
        }
    }

    /// The score of each task, in their order. The watch can stop the counting.
    pub fn scores<'a>(
        &'a self,
        watch: &'a dyn Watch,
    ) -> impl Iterator<Item = Result<Score, CompletionError>> + 'a {
        self.order.iter().map(move |id| self.tasks[id].score(id, watch))
    }

    /// The summary of scores.
    pub fn summary(&self, scores: &[Score]) -> Summary {
        let sum = |number: fn(&Score) -> u64| scores.iter().map(number).sum();
        let mean = |numbers: Vec<f64>| {
            let count = numbers.len();
            (count > 0).then(|| numbers.iter().sum::<f64>() / count as f64)
        };
        let solved = |score: &Score| f64::from(u8::from(score.correct > 0));
        Summary {
            tasks: scores.len() as u64,
            answered: sum(|score| u64::from(score.answers > 0)),
            solved: sum(|score| u64::from(score.correct > 0)),
            answers: sum(|score| score.answers),
            solutions: sum(|score| score.solutions),
            correct: sum(|score| score.correct),
            distinct: sum(|score| score.distinct),
            accuracy: mean(scores.iter().map(solved).collect()),
            coverage: mean(scores.iter().filter_map(|score| score.coverage).collect()),
            orbit_coverage: mean(scores.iter().filter_map(|score| score.orbit_coverage).collect()),
            bad_tasks: self.bad_tasks,
            bad_lines: self.bad_lines,
        }
    }
}

impl Answered {
    fn add(&mut self, answer: &Value) {
        self.answers += 1;
        let found = solution(answer, self.board.n());
        let Some(found) = found.filter(|found| found.n() == self.board.n()) else { return };
        self.solutions += 1;
        if self.board.is_met_by(&found) {
            self.correct += 1;
            self.found.extend(found.solution());
        }
    }

    fn score(&self, id: &str, watch: &dyn Watch) -> Result<Score, CompletionError> {
        let orbits = |solutions: &[Solution]| {
            let orbits: HashSet<_> = solutions.iter().map(|one| *Canonical::of(one)).collect();
            orbits.len() as u64
        };
        let mut all = Vec::new();
        let visit = |found: Placement| {
            if all.len() == MOST_COUNTED {
                return ControlFlow::Break(());
            }
            all.extend(found.solution());
            ControlFlow::Continue(())
        };
        let is_whole = for_each_completion(&self.board, SEED, watch, visit)?.is_continue();
        let counted = Some(&all[..]).filter(|_| is_whole);
        let found: Vec<Solution> = self.found.iter().copied().collect();
        let (distinct, orbits_found) = (found.len() as u64, orbits(&found));
        let (completions, completion_orbits) =
            (counted.map(|all| all.len() as u64), counted.map(orbits));
        let share = |found: u64, all: u64| found as f64 / all.max(1) as f64;
        Ok(Score {
            id: id.to_owned(),
            n: self.board.n(),
            answers: self.answers,
            solutions: self.solutions,
            correct: self.correct,
            distinct,
            orbits: orbits_found,
            completions,
            completion_orbits,
            coverage: completions.map(|all| share(distinct, all)),
            orbit_coverage: completion_orbits.map(|all| share(orbits_found, all)),
        })
    }
}

/// The solution of size `n` that an answer describes: text, rows by column, or squares row by row.
fn solution(answer: &Value, n: usize) -> Option<Placement> {
    let parse = |text: &str| {
        let solution: Solution = text.parse().ok()?;
        Placement::new(solution.rows().iter().map(|&row| row.into()).collect()).ok()
    };
    let items = match answer {
        Value::String(text) => return parse(text),
        Value::Array(items) => items,
        _ => return None,
    };
    let mark = |item: &Value| match item {
        Value::String(text) => Some(text.clone()),
        // Numbers of other programs may be floating-point.
        Value::Number(number) => {
            let whole = number.as_f64().filter(|number| number.fract() == 0.0)?;
            Some((whole as i64).to_string())
        }
        _ => None,
    };
    let line =
        |items: &[Value]| Some(items.iter().map(mark).collect::<Option<Vec<_>>>()?.join(" "));
    let text = if items.first()?.is_array() {
        let lines = items.iter().map(|items| line(items.as_array()?));
        lines.collect::<Option<Vec<_>>>()?.join("\n")
    } else if items.len() == n * n && n > 1 {
        // Tokens: 1 for an empty square, 2 for a queen.
        let square = |item: &Value| Some(if mark(item)? == "2" { "Q" } else { "_" });
        let squares = items.iter().map(square).collect::<Option<Vec<_>>>()?;
        squares.chunks(n).map(|line| line.join(" ")).collect::<Vec<_>>().join("\n")
    } else {
        line(items)?
    };
    parse(&text)
}

/// An id, which may be a number.
fn text(id: &Value) -> Option<String> {
    match id {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// The id and the board of a task; `number` is the id of a task without one.
fn read_task(fields: TaskFields, number: u64) -> Option<(String, Answered)> {
    let TaskFields { id, n, squares, givens, metadata } = fields;
    let puzzle = metadata.as_ref().and_then(|metadata| metadata.puzzle.as_ref());
    let (n, conditions): (_, Vec<Condition>) = match (squares, givens, puzzle) {
        (Some(squares), ..) => (n?, Condition::parse_all(squares).ok()?),
        (None, Some(givens), _) => {
            let queens = (1..).zip(givens).filter(|&(_, row)| row > 0);
            (n?, queens.map(|(column, row)| Condition::Queen { column, row }).collect())
        }
        (None, None, Some(puzzle)) => {
            if puzzle.iter().any(|line| line.len() != puzzle.len()) {
                return None;
            }
            let is_queen = |(_, square): &(u64, &String)| matches!(square.as_str(), "Q" | "1");
            let queens = (1..).zip(puzzle).flat_map(|(row, line)| {
                let queens = (1..).zip(line).filter(is_queen);
                queens.map(move |(column, _)| Condition::Queen { column, row })
            });
            (puzzle.len() as u64, queens.collect())
        }
        (None, None, None) => return None,
    };
    let id = id.or_else(|| metadata.and_then(|metadata| metadata.id));
    let id = id.map_or_else(|| Some(number.to_string()), |id| text(&id))?;
    // Scores need the symmetries, which boards up to N = 64 have.
    BoardSize::new(n).ok()?;
    let mut board = Instance::new(n).ok()?;
    conditions.into_iter().try_for_each(|condition| board.add(condition)).ok()?;
    Some((id, Answered { board, answers: 0, solutions: 0, correct: 0, found: HashSet::new() }))
}
