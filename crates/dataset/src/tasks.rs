//! [`Tasks`]: draws tasks.

use crate::error::{Error, Rejected, Result};
use crate::spec::{Spec, Split, Splits};
use nqdb::internal::lock;
use nqdb::{
    Board, BoardSize, Condition, Conditions, OrbitId, Rank, Solution, Symmetry,
    placement::Placement,
    random::{Dice, Shuffle},
    watch::{Activity, Progress, Watch},
};
use nqdb_completion::{CompletionError, PartialBoard, completions};
use std::collections::HashSet;
use std::fmt;
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The maximum number of rejected boards that are remembered, so that they are not counted again: about 100 MB.
const MOST_REJECTED: usize = 1 << 20;

/// Number of draws in a row without a new task after which a split counts as exhausted.
const PATIENCE: u32 = 10_000;

/// A board with some given queens, and its completions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Task {
    /// The board with the given queens.
    pub board: PartialBoard,
    /// The split.
    pub split: Split,
    /// Its number among the tasks of this board size and split, from 1.
    pub number: u64,
    /// The number of completions.
    pub completions: u64,
    /// The completions in order of ranks, or a random sample of them ([`Spec::answers`]).
    pub answers: Vec<Answer>,
}

/// A completion, with its place among all solutions of the board size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// The solution.
    pub solution: Solution,
    /// Its rank; `None` if the board does not reach it ([`Board::reaches_all`]).
    pub rank: Option<Rank>,
    /// The id of its orbit, likewise.
    pub orbit_id: Option<OrbitId>,
}

impl Task {
    /// An identifier, unique in a data set: board size, split and number.
    pub fn id(&self) -> String {
        format!("{}-{}-{}", self.board.n(), self.split.name(), self.number)
    }

    /// The row of the given queen in each column, 1 to N; 0 in a column without one.
    pub fn givens(&self) -> Vec<u32> {
        key(&self.board).iter().map(|&row| row.into()).collect()
    }
}

/// The given queens of a board in little memory: the row of each column, 1 to N, or 0.
fn key(board: &PartialBoard) -> Box<[u8]> {
    let mut rows = vec![0; board.n()];
    for (column, row) in board.queens() {
        rows[column] = row as u8 + 1;
    }
    rows.into()
}

/// Reports the work on a task in place of the searches inside it.
struct TaskWatch {
    watch: Arc<dyn Watch>,
    progress: Mutex<Progress>,
}

impl TaskWatch {
    /// Reports the progress; `Break` stops the work.
    fn report(&self) -> ControlFlow<()> {
        let mut progress = lock(&self.progress);
        progress.elapsed = progress.elapsed.max(self.watch.began().elapsed());
        let progress = *progress;
        self.watch.tick(&progress)
    }
}

impl Watch for TaskWatch {
    fn tick(&self, _: &Progress) -> ControlFlow<()> {
        self.report()
    }

    fn began(&self) -> Instant {
        self.watch.began()
    }

    fn begin(&self) {
        self.watch.begin();
    }

    fn done(&self) {
        self.watch.done();
    }
}

/// Draws the tasks of one board size and split, one after another.
///
/// Each starts from a uniform orbit of the split (on boards whose ids are out of reach, one of a random solution, as
/// [`complete`](nqdb_completion::complete) finds it), a uniform image of its representative, a uniform number of given
/// queens, and uniform columns of these. It is drawn again if the number of its completions is out of range, if an
/// answer is in an orbit of another split, or if it is an image of an earlier task. So a task with many completions is
/// less likely in a small split.
///
/// Memory: about 80 bytes for each task and for each of up to a million rejected boards.
pub struct Tasks {
    board: Board,
    watch: Arc<TaskWatch>,
    split: Split,
    splits: Splits,
    givens: RangeInclusive<u64>,
    completions: RangeInclusive<u64>,
    answers: Option<u64>,
    dice: Dice,
    /// The canonical forms of the tasks so far.
    made: HashSet<Box<[u8]>>,
    /// The canonical forms of boards that are not tasks of this split.
    rejected: HashSet<Box<[u8]>>,
    reasons: Rejected,
    /// The number of boards that can be drawn, up to symmetry, if it is known.
    boards: Option<u64>,
    /// The number of tasks of the split, unless there are fewer.
    pub wanted: u64,
}

impl Tasks {
    /// The tasks of a split, in its share of the number of tasks. The answers have ranks and orbit ids if these can be
    /// looked up, which they can't on boards without tables from N = 22 on. The watch can stop the draws; their progress is reported against the number
    /// of tasks.
    ///
    /// # Errors
    /// [`Error::Spec`] for a parameter out of range. The iterator has [`Error::Nqdb`] if a lookup fails or the watch
    /// stops it.
    pub fn new(board: &Board, spec: &Spec, split: Split, watch: Arc<dyn Watch>) -> Result<Self> {
        spec.check()?;
        let n = board.n();
        let size = n.get() as u64;
        let all = 1.min(size - 1)..=size - 1;
        let givens = spec.givens.clone().unwrap_or(all);
        let (least, most) = (*givens.start(), (*givens.end()).min(size - 1));
        if least >= size {
            return Err(Error::Spec(format!(
                "a task of N = {n} has at most {} given queens, got {least}",
                size - 1
            )));
        }
        // Splits share the partition of the orbits, not the draws.
        let seed = Dice::of_draw(spec.seed, size).bits();
        let part = spec.shares.part(split, spec.count);
        let progress = Progress {
            activity: Activity::MakingTasks,
            n: Some(n.get()),
            done: 0,
            unit: "tasks drawn",
            fraction: Some(0.0),
            elapsed: Duration::ZERO,
        };
        let watch = Arc::new(TaskWatch { watch, progress: Mutex::new(progress) });
        let board = board.watched_by(Arc::clone(&watch));
        Ok(Tasks {
            splits: Splits::new(&board, spec.shares, seed)?,
            board,
            watch,
            split,
            givens: least..=most,
            completions: spec.completions.clone(),
            answers: spec.answers,
            dice: Dice::of_draw(seed, split as u64 + 1),
            made: HashSet::new(),
            rejected: HashSet::new(),
            reasons: Rejected::default(),
            boards: boards(size, least, most),
            wanted: part.end - part.start,
        })
    }

    /// The boards that were drawn and are not tasks.
    pub fn rejected(&self) -> Rejected {
        self.reasons
    }

    fn search(&mut self) -> Result<Option<Task>> {
        for _ in 0..PATIENCE {
            if self.boards == Some((self.made.len() + self.rejected.len()) as u64) {
                break;
            }
            let task = self.draw();
            // Searches that it stops fail as well.
            if self.watch.report().is_break() {
                let progress = *lock(&self.watch.progress);
                return Err(CompletionError::PuzzleStopped { progress }.into());
            }
            if let Some(task) = task? {
                return Ok(Some(task));
            }
        }
        Ok(None)
    }

    /// Draws a task; `None` if it is rejected.
    fn draw(&mut self) -> Result<Option<Task>> {
        let n = self.board.n();
        let solution = self.draw_solution()?;
        let mut board = PartialBoard::new(n.get())?;
        for column in self.draw_columns(n) {
            let row = u64::from(solution.zero_based()[usize::from(column)]) + 1;
            board.add(Condition::Queen { column: u64::from(column) + 1, row })?;
        }
        let canonical = key(&board.canonical());
        if self.made.contains(&canonical) || self.rejected.contains(&canonical) {
            return Ok(None);
        }
        let found = match self.completions(&board)? {
            Ok(found) => found,
            // All images of a board are rejected for the same reason.
            Err(reason) => {
                if self.rejected.len() < MOST_REJECTED {
                    self.rejected.insert(canonical);
                }
                self.reasons += reason;
                return Ok(None);
            }
        };
        let completions = found.len() as u64;
        let answers = self.answers(&found)?;
        self.made.insert(canonical);
        let number = self.made.len() as u64;
        Ok(Some(Task { board, split: self.split, number, completions, answers }))
    }

    /// A uniform image of the representative of an orbit of the split.
    fn draw_solution(&mut self) -> Result<Solution> {
        let Tasks { splits, split, board, dice, watch, .. } = self;
        let canonical = splits.draw(*split, board, dice, &**watch)?;
        let symmetry = Symmetry::ALL[dice.below(8) as usize];
        Ok(symmetry.apply_to_solution(&canonical))
    }

    /// A uniform number of columns, in random order.
    fn draw_columns(&mut self, n: BoardSize) -> Vec<u8> {
        let (least, most) = (*self.givens.start(), *self.givens.end());
        let queens = (least + self.dice.below(most - least + 1)) as usize;
        let mut columns: Vec<u8> = (0..n.get() as u8).collect();
        for place in 0..queens {
            let other = place + self.dice.below((columns.len() - place) as u64) as usize;
            columns.swap(place, other);
        }
        columns.truncate(queens);
        columns
    }

    /// The completions in order of ranks, or why the board is not a task.
    fn completions(&mut self, board: &PartialBoard) -> Result<Result<Vec<Solution>, Rejected>> {
        let all = self.up_to(*self.completions.end() as usize + 1, board)?;
        let rejected = Rejected::default();
        if all.len() as u64 > *self.completions.end() {
            return Ok(Err(Rejected { too_many: 1, ..rejected }));
        }
        if !self.completions.contains(&(all.len() as u64)) {
            return Ok(Err(Rejected { too_few: 1, ..rejected }));
        }
        if !self.splits.are_one() {
            for solution in &all {
                if !self.splits.contains(self.split, solution, &self.board)? {
                    return Ok(Err(Rejected { in_several_splits: 1, ..rejected }));
                }
            }
        }
        Ok(Ok(all))
    }

    /// Up to `limit` completions, in order of ranks.
    fn up_to(&mut self, limit: usize, board: &PartialBoard) -> Result<Vec<Solution>> {
        if self.board.reaches_all() {
            let any = Conditions::any(self.board.n());
            let conditions = board.conditions().try_fold(any, Conditions::with)?;
            let found = self.board.select(conditions, Rank::FIRST)?.take(limit);
            return Ok(found.map(|found| Ok(found?.1)).collect::<nqdb::Result<_>>()?);
        }
        // A search in order might never find the first one.
        let found = completions(board, limit, self.dice.bits(), &*self.watch)?;
        let mut all: Vec<Solution> = found.iter().filter_map(Placement::solution).collect();
        all.sort_unstable_by(|one, other| one.zero_based().cmp(other.zero_based()));
        Ok(all)
    }

    /// The answers to list, with their ranks and orbit ids.
    fn answers(&mut self, found: &[Solution]) -> Result<Vec<Answer>> {
        let count = found.len() as u64;
        let most = self.answers.map_or(count, |most| most.min(count));
        let mut chosen: Vec<u64> = if most < count {
            Shuffle::new(count, self.dice.bits()).take(most as usize).collect()
        } else {
            (0..count).collect()
        };
        chosen.sort_unstable();
        let mut lookups = self.board.lookups();
        let reaches_all = self.board.reaches_all();
        let answer = |place: u64| {
            let solution = found[place as usize];
            let orbit_id = reaches_all.then(|| self.board.orbit_id(&solution)).transpose()?;
            let rank = reaches_all.then(|| lookups.rank(&solution)).transpose()?;
            Ok(Answer { solution, rank, orbit_id })
        };
        chosen.into_iter().map(answer).collect()
    }
}

/// The number of boards of size `n` with `least` to `most` given queens, up to symmetry, if `most` is at most 1.
fn boards(n: u64, least: u64, most: u64) -> Option<u64> {
    let half = n.div_ceil(2);
    let of = |queens| if queens == 0 { 1 } else { half * (half + 1) / 2 };
    (most <= 1).then(|| (least..=most).map(of).sum())
}

/// The tasks; ends after the last, or if all boards were drawn, or if 10,000 draws in a row give no new task. Fails if the watch stops it.
impl Iterator for Tasks {
    type Item = Result<Task>;

    fn next(&mut self) -> Option<Result<Task>> {
        let done = self.made.len() as u64;
        if done >= self.wanted || self.splits.is_empty(self.split) {
            return None;
        }
        {
            let mut progress = lock(&self.watch.progress);
            (progress.done, progress.fraction) = (done, Some(done as f64 / self.wanted as f64));
        }
        self.watch.begin();
        let task = self.search();
        self.watch.done();
        task.transpose()
    }
}

impl fmt::Debug for Tasks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tasks").field("board", &self.board).finish_non_exhaustive()
    }
}
