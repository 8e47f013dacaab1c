//! [`Scorer`]: compares answers with the truth.

use crate::answer::board;
use crate::error::{Error, Result};
use crate::line::Line;
use crate::score::{Score, Summary};
use nqdb::internal::{Watched, counted, shortened};
use nqdb::{
    Canonical, Invalid, Permutation, Solution,
    placement::Placement,
    watch::{Activity, Watch},
};
use nqdb_completion::{CompletionError, PartialBoard, for_each_completion};
use serde::de::{Deserializer, SeqAccess, Visitor};
use serde_json::value::RawValue;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The maximum number of completions of a task that are counted: up to a second.
const MOST_COUNTED: usize = 100_000;

/// The seed of the searches for completions, which does not change their number.
const SEED: u64 = 1;

/// Reads tasks and answers as lines of JSON, and scores them.
///
/// A task is named by its `id`, else by its `source_index`, else by its line, and may have several lines of answers.
/// Memory: about 700 bytes for each task, 100 for each different correct answer, and less than 64 MB for a line, in
/// addition to the line itself.
pub struct Scorer {
    zero_based: bool,
    watch: Arc<dyn Watch>,
    tasks: Vec<Task>,
    by_id: HashMap<Arc<str>, u32>,
    /// `None` for a `source_index` of several tasks.
    by_index: HashMap<Box<str>, Option<u32>>,
    lines: Lines,
    bad_tasks: u64,
    bad_lines: u64,
    first_unreadable: Option<String>,
}

/// How many lines there are.
#[derive(Debug, Default)]
struct Lines {
    tasks: u64,
    answers: u64,
    /// Lines of answers that name a task.
    named: u64,
    /// Lines of answers that name none, and have been counted as of the task on the same line.
    unnamed: u64,
    /// Such lines that are of no task.
    refused: u64,
}

/// A task and the answers so far.
struct Task {
    id: Arc<str>,
    /// Its line.
    number: u64,
    board: PartialBoard,
    /// The numbers of completions and of their orbits, if they are counted.
    counted: Option<(u64, u64)>,
    answered: Answered,
}

#[derive(Default)]
struct Answered {
    answers: u64,
    unreadable: u64,
    solutions: u64,
    correct: u64,
    /// Wrong answers that would be correct if their numbers counted from the other of 0 and 1.
    other_base: u64,
    /// The rows of the correct answers.
    found: HashSet<Box<[u8]>>,
}

impl Scorer {
    /// The longest line, in bytes: a task of a million answers takes about 20 MB.
    pub const LONGEST_LINE: usize = (64 << 20) - 1;

    /// A scorer without tasks. Rows and columns of answers count from 0 if `zero_based`, else from 1. The watch can stop
    /// the counting of completions.
    pub fn new(zero_based: bool, watch: Arc<dyn Watch>) -> Self {
        Scorer {
            zero_based,
            watch,
            tasks: Vec::new(),
            by_id: HashMap::new(),
            by_index: HashMap::new(),
            lines: Lines::default(),
            bad_tasks: 0,
            bad_lines: 0,
            first_unreadable: None,
        }
    }

    /// Reads a task and counts its completions: a line of a data set in the layout `tasks` or `reasoning-gym`, or an
    /// object with `n` and `conditions` or `givens`. `number` is the number of the line, which grows.
    ///
    /// # Errors
    /// [`Error::Line`] for a line that can't be read or contradicts itself, which is counted as bad; [`Error::Nqdb`] if
    /// the watch stops it.
    pub fn add_task(&mut self, number: u64, line: &[u8]) -> Result<()> {
        self.lines.tasks += 1;
        let added = self.try_task(number, line);
        self.bad_tasks += u64::from(matches!(added, Err(Error::Line(_))));
        added
    }

    fn try_task(&mut self, number: u64, line: &[u8]) -> Result<()> {
        let line = read(line)?;
        let names = line.names().map_err(Error::line)?;
        let (board, completions) = line.task().map_err(Error::line)?;
        let id = names.ids.first().or(names.indexes.first()).cloned();
        let id: Arc<str> = id.unwrap_or_else(|| number.to_string()).into();
        if let Some(&other) = self.by_id.get(&id) {
            let other = self.tasks[other as usize].number;
            return Err(Error::line(format!("line {other} has the same id, {id}")));
        }
        let counted = count(&board, &*self.watch)?;
        let real = counted.map(|(completions, _)| completions);
        let is_right =
            |&stated: &u64| real.map_or(stated > MOST_COUNTED as u64, |real| stated == real);
        if let Some(stated) = completions.filter(|stated| !is_right(stated)) {
            let real = real.map_or("more than 100000".to_owned(), |real| real.to_string());
            return Err(Error::line(format!("completions is {stated}, but the task has {real}")));
        }
        let place = self.tasks.len() as u32;
        if let Some(index) = names.indexes.first() {
            let several = self.by_index.contains_key(&**index);
            self.by_index.insert((&**index).into(), (!several).then_some(place));
        }
        self.by_id.insert(Arc::clone(&id), place);
        self.tasks.push(Task { id, number, board, counted, answered: Answered::default() });
        Ok(())
    }

    /// Reads a line of answers: an object with `answer`, or `answers` with a list of them, and the `id` or
    /// `source_index` of a task, also in `metadata`. If no line has these, and there is exactly one line for each task,
    /// a line is of the task on the line of the same number. An answer is the list of the rows of the queens by column,
    /// or of squares or tokens row by row, or text with one board in any notation; otherwise it is unreadable.
    ///
    /// # Errors
    /// [`Error::Line`] for a line that can't be read or is of no task, which is counted as bad; [`Error::Nqdb`] if the
    /// watch stops it.
    pub fn add_answers(&mut self, number: u64, line: &[u8]) -> Result<()> {
        self.lines.answers += 1;
        let added = self.try_answers(number, line);
        self.bad_lines += u64::from(added.is_err());
        added
    }

    fn try_answers(&mut self, number: u64, line: &[u8]) -> Result<()> {
        let line = read(line)?;
        let (one, several) = match (line.answer, line.answers) {
            (None, Some(answers)) if !answers.get().starts_with('[') => {
                return Err(Error::line("answers is not a list"));
            }
            (None, None) => return Err(Error::line("expected answer, or answers with a list")),
            (Some(_), Some(_)) => return Err(Error::line("expected answer or answers, got both")),
            one_or_several => one_or_several,
        };
        let place = self.task_of(number, &line)?;
        let task = &mut self.tasks[place as usize];
        let watched = Watched::without_board(&*self.watch, Activity::Scoring, "answers read");
        let mut stopped = Ok(());
        let mut add = |answer| {
            if task.answered.answers.is_multiple_of(TICK) {
                stopped = watched.tick(task.answered.answers, None);
            }
            if let Err(error) = task.answered.add(answer, &task.board, self.zero_based) {
                let begins = shortened(answer.get());
                let example =
                    || format!("line {number}, task {}: {error}; it begins with {begins}", task.id);
                self.first_unreadable.get_or_insert_with(example);
            }
            stopped.is_ok()
        };
        one.into_iter().for_each(|answer| _ = add(answer));
        let list = several.map_or("[]", RawValue::get);
        let read = serde_json::Deserializer::from_str(list).deserialize_seq(Each(add));
        stopped.map_err(|progress| CompletionError::PuzzleStopped { progress })?;
        read.map_err(|error| Error::line(error.to_string()))
    }

    fn task_of(&mut self, number: u64, line: &Line<'_>) -> Result<u32> {
        let names = line.names().map_err(Error::line)?;
        let Some(first) = names.ids.first().or(names.indexes.first()) else {
            return self.task_on(number);
        };
        let by_id = names.ids.iter().filter_map(|id| self.by_id.get(&**id).copied());
        let by_index = names.indexes.iter().filter_map(|index| *self.by_index.get(&**index)?);
        let mut tasks = by_id.chain(by_index);
        let task = tasks.next().ok_or_else(|| Error::line(format!("no task is called {first}")))?;
        if tasks.any(|other| other != task) {
            return Err(Error::line("its id and source_index are of different tasks"));
        }
        self.refuse_unnamed();
        self.lines.named += 1;
        Ok(task)
    }

    /// The task on a line, for answers without a name.
    fn task_on(&mut self, number: u64) -> Result<u32> {
        if self.lines.named > 0 {
            return Err(Error::line("expected id or source_index, which other lines have"));
        }
        let place = self.tasks.binary_search_by_key(&number, |task| task.number);
        let place =
            place.map_err(|_| Error::line(format!("line {number} of the tasks is not a task")))?;
        self.lines.unnamed += 1;
        Ok(place as u32)
    }

    /// Takes back the answers without a name.
    fn refuse_unnamed(&mut self) {
        let unnamed = std::mem::take(&mut self.lines.unnamed);
        if unnamed > 0 {
            self.tasks.iter_mut().for_each(|task| task.answered = Answered::default());
            self.first_unreadable = None;
            self.lines.refused += unnamed;
            self.bad_lines += unnamed;
        }
    }

    /// Ends the answers.
    ///
    /// # Errors
    /// [`Error::Line`] if there are lines that name no task, and not exactly one line for each task; these are bad.
    pub fn end_answers(&mut self) -> Result<()> {
        let Lines { tasks, answers, .. } = self.lines;
        if answers != tasks {
            self.refuse_unnamed();
        }
        let Lines { named, refused, .. } = self.lines;
        let unnamed = counted(refused, "lines without id and source_index");
        match (refused, named) {
            (0, _) => Ok(()),
            (_, 0) => Err(Error::line(format!(
                "{unnamed}: expected one line for each task, got {} for {}",
                counted(answers, "lines"),
                counted(tasks, "tasks")
            ))),
            _ => Err(Error::line(format!("{unnamed}, which other lines have"))),
        }
    }

    /// The number of tasks.
    pub fn tasks(&self) -> usize {
        self.tasks.len()
    }

    /// Whether some lines of answers are bad, and all others too.
    pub fn has_only_bad_lines(&self) -> bool {
        self.bad_lines > 0 && self.bad_lines == self.lines.answers
    }

    /// The line, the task and the beginning of the first unreadable answer, and why it is unreadable.
    pub fn first_unreadable(&self) -> Option<&str> {
        self.first_unreadable.as_deref()
    }

    /// The number of wrong answers that would be correct if rows and columns counted from the other of 0 and 1.
    pub fn correct_in_other_base(&self) -> u64 {
        self.tasks.iter().map(|task| task.answered.other_base).sum()
    }

    /// The score of each task, in their order.
    pub fn scores(&self) -> impl Iterator<Item = Score> + '_ {
        self.tasks.iter().map(Task::score)
    }

    /// The summary of all scores, which are passed to `visit`.
    pub fn summary(&self, visit: impl FnMut(&Score)) -> Summary {
        let (bad_tasks, bad_lines) = (self.bad_tasks, self.bad_lines);
        Summary { bad_tasks, bad_lines, ..Summary::of(self.scores().inspect(visit)) }
    }
}

impl fmt::Debug for Scorer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scorer").field("lines", &self.lines).finish_non_exhaustive()
    }
}

fn read(line: &[u8]) -> Result<Line<'_>> {
    if line.len() > Scorer::LONGEST_LINE {
        return Err(Error::line("longer than 64 MiB"));
    }
    Line::read(line).map_err(Error::line)
}

/// The number of answers between two ticks of the watch.
const TICK: u64 = 1 << 10;

/// Calls a function with each element of a list until it returns false, without keeping any.
struct Each<F>(F);

impl<'de, F: FnMut(&'de RawValue) -> bool> Visitor<'de> for Each<F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of answers")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<(), A::Error> {
        while let Some(element) = list.next_element()? {
            if !(self.0)(element) {
                return Err(serde::de::Error::custom("stopped"));
            }
        }
        Ok(())
    }
}

/// The numbers of completions and of their orbits; `None` if there are more than 100,000.
fn count(board: &PartialBoard, watch: &dyn Watch) -> Result<Option<(u64, u64)>> {
    let mut all = Vec::new();
    let visit = |found: Placement| {
        if all.len() == MOST_COUNTED {
            return ControlFlow::Break(());
        }
        all.extend(found.solution());
        ControlFlow::Continue(())
    };
    let is_whole = for_each_completion(board, SEED, watch, visit)?.is_continue();
    Ok(is_whole.then(|| (all.len() as u64, orbits(&all))))
}

fn orbits(solutions: &[Solution]) -> u64 {
    let orbits: HashSet<_> = solutions.iter().map(|one| *Canonical::of(one)).collect();
    orbits.len() as u64
}

impl Answered {
    /// Counts an answer. Fails if it is unreadable.
    fn add(
        &mut self,
        answer: &RawValue,
        task: &PartialBoard,
        zero_based: bool,
    ) -> Result<(), Invalid> {
        // Whether a solution has all given queens.
        let is_correct = |board: &Permutation| {
            let placement =
                Placement::new(board.zero_based().iter().map(|&row| row.into()).collect());
            Some(task.is_met_by(&placement.ok()?))
        };
        self.answers += 1;
        match board(answer, task.n(), zero_based).inspect_err(|_| self.unreadable += 1)? {
            Some(board) => {
                let is_correct = is_correct(&board);
                self.solutions += u64::from(is_correct.is_some());
                if is_correct == Some(true) {
                    self.correct += 1;
                    self.found.insert(board.zero_based().into());
                }
            }
            None => {
                let other = board(answer, task.n(), !zero_based).ok().flatten();
                self.other_base +=
                    u64::from(other.and_then(|board| is_correct(&board)) == Some(true));
            }
        }
        Ok(())
    }
}

impl Task {
    fn score(&self) -> Score {
        let Answered { answers, unreadable, solutions, correct, found, .. } = &self.answered;
        let solution = |rows: &[u8]| Solution::new(Permutation::new(rows).ok()?).ok();
        let distinct = found.len() as u64;
        let found = found.iter().filter_map(|rows| solution(rows));
        let orbits = orbits(&found.collect::<Vec<_>>());
        let share = |found: u64, all: u64| found as f64 / all.max(1) as f64;
        Score {
            id: self.id.to_string(),
            n: self.board.n(),
            answers: *answers,
            unreadable: *unreadable,
            solutions: *solutions,
            correct: *correct,
            distinct,
            orbits,
            completions: self.counted.map(|(all, _)| all),
            completion_orbits: self.counted.map(|(_, orbits)| orbits),
            coverage: self.counted.map(|(all, _)| share(distinct, all)),
            orbit_coverage: self.counted.map(|(_, all)| share(orbits, all)),
        }
    }
}
