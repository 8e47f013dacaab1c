//! [`Layout`]: tasks as lines of JSON.

use crate::error::Error;
use crate::spec::Split;
use crate::tasks::Task;
use nqdb::internal::named;
use nqdb::{OrbitId, Rank, Solution, Symmetry};
use serde::{Serialize, Serializer};
use std::io::Write;

named! {
    /// The fields of a line of JSON.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub enum Layout {
        /// A task: given queens, answers, ranks, orbit ids.
        #[default]
        Tasks = "tasks",
        /// Question, answer and metadata, as the task `n_queens` of reasoning-gym has them.
        ReasoningGym = "reasoning-gym",
        /// An answer: the squares of the board and of the answer as tokens, 1 for an empty square and 2 for a queen, row by
        /// row.
        Tokens = "tokens",
    } Error: |text| {
        Error::Spec(format!("expected tasks, reasoning-gym or tokens, got {text:?}"))
    }
}

impl Layout {
    /// The fields, and their types in the YAML of data cards.
    pub(crate) fn features(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Layout::Tasks => &[
                ("id", "dtype: string"),
                ("split", "dtype: string"),
                ("n", "dtype: int64"),
                ("givens", "sequence: int64"),
                ("conditions", "sequence: string"),
                ("completions", "dtype: int64"),
                ("answers", "sequence:\n      sequence: int64"),
                ("ranks", "sequence: int64"),
                ("orbit_ids", "sequence: int64"),
            ],
            // The metadata is nested; loaders infer it.
            Layout::ReasoningGym => &[],
            Layout::Tokens => &[
                ("id", "dtype: string"),
                ("split", "dtype: string"),
                ("n", "dtype: int64"),
                ("completions", "dtype: int64"),
                ("input", "sequence: int64"),
                ("target", "sequence: int64"),
            ],
        }
    }

    /// Writes the lines of a task.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(self, task: &Task, out: &mut impl Write) -> std::io::Result<()> {
        match self {
            Layout::Tasks => write_task(task, out),
            Layout::ReasoningGym => write_reasoning_gym(task, out),
            Layout::Tokens => {
                let input = tokens(&task.givens());
                task.answers.iter().try_for_each(|answer| {
                    let target = tokens(&queens(&answer.solution));
                    let (id, split) = (task.id(), task.split);
                    let (n, completions) = (task.board.n(), task.completions);
                    write_line(
                        &TokensLine { id, split, n, completions, input: &input, target },
                        out,
                    )
                })
            }
        }
    }
}

fn write_line(line: &impl Serialize, out: &mut impl Write) -> std::io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    out.write_all(b"\n")
}

/// The row of the queen in each column, 1-based.
fn queens(solution: &Solution) -> Vec<u32> {
    solution.queens().map(u32::from).collect()
}

/// The ranks of the answers; `None` if they are out of reach.
fn ranks(task: &Task) -> Option<Vec<u64>> {
    task.answers.iter().map(|answer| answer.rank.map(Rank::get)).collect()
}

/// The orbit ids of the answers; `None` if they are out of reach.
fn orbit_ids(task: &Task) -> Option<Vec<u64>> {
    task.answers.iter().map(|answer| answer.orbit_id.map(OrbitId::get)).collect()
}

/// A list whose items are made as they are written: there can be a million.
struct Items<F>(F);

impl<F: Fn() -> I, I: Iterator<Item: Serialize>> Serialize for Items<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0())
    }
}

#[derive(Serialize)]
struct TaskLine<A> {
    id: String,
    split: Split,
    n: usize,
    givens: Vec<u32>,
    conditions: Vec<String>,
    completions: u64,
    answers: A,
    ranks: Option<Vec<u64>>,
    orbit_ids: Option<Vec<u64>>,
}

fn write_task(task: &Task, out: &mut impl Write) -> std::io::Result<()> {
    let line = TaskLine {
        id: task.id(),
        split: task.split,
        n: task.board.n(),
        givens: task.givens(),
        conditions: task.board.conditions().map(|queen| queen.to_string()).collect(),
        completions: task.completions,
        answers: Items(|| task.answers.iter().map(|answer| queens(&answer.solution))),
        ranks: ranks(task),
        orbit_ids: orbit_ids(task),
    };
    write_line(&line, out)
}

#[derive(Serialize)]
struct ReasoningGymLine<S, A> {
    question: String,
    answer: String,
    metadata: Metadata<S, A>,
}

#[derive(Serialize)]
struct Metadata<S, A> {
    source_dataset: &'static str,
    id: String,
    split: Split,
    puzzle: Vec<Vec<&'static str>>,
    solutions: S,
    num_removed: usize,
    valid_answers: A,
    completions: u64,
    ranks: Option<Vec<u64>>,
    orbit_ids: Option<Vec<u64>>,
    difficulty: Difficulty,
}

#[derive(Serialize)]
struct Difficulty {
    n: usize,
    num_removed: usize,
}

fn write_reasoning_gym(task: &Task, out: &mut impl Write) -> std::io::Result<()> {
    let givens = task.givens();
    let n = givens.len();
    let num_removed = givens.iter().filter(|&&row| row == 0).count();
    let puzzle = squares(&givens);
    let question = format!(
        "Place {num_removed} more queen(s) (Q) on empty squares (_) of this {n} x {n} board, so that it has {n} \
         queens and no two of them share a row, a column or a diagonal. Answer with the complete board in the same \
         format.\n\n{}\n",
        drawing(&puzzle)
    );
    let boards = || task.answers.iter().map(|answer| squares(&queens(&answer.solution)));
    let answer = boards().next().map(|board| drawing(&board)).unwrap_or_default();
    // In the order of the drawings, where `Q` comes before `_`.
    let transposed = |solution: &Solution| Symmetry::FlipDiagonal.apply_to_solution(solution);
    let mut columns: Vec<_> =
        task.answers.iter().map(|answer| transposed(&answer.solution)).collect();
    columns.sort_unstable();
    let sorted = || columns.iter().map(|columns| squares(&queens(&transposed(columns))));
    let metadata = Metadata {
        source_dataset: "nqdb",
        id: task.id(),
        split: task.split,
        puzzle,
        solutions: Items(boards),
        num_removed,
        valid_answers: Items(|| sorted().map(|board| drawing(&board))),
        completions: task.completions,
        ranks: ranks(task),
        orbit_ids: orbit_ids(task),
        difficulty: Difficulty { n, num_removed },
    };
    write_line(&ReasoningGymLine { question, answer, metadata }, out)
}

/// The squares of a board, row by row, from the row of the queen in each column.
fn squares(queens: &[u32]) -> Vec<Vec<&'static str>> {
    let square = |row, queen: u32| if queen == row { "Q" } else { "_" };
    let line = |row| queens.iter().map(|&queen| square(row, queen)).collect();
    (1..=queens.len() as u32).map(line).collect()
}

fn drawing(board: &[Vec<&str>]) -> String {
    board.iter().map(|line| line.join(" ")).collect::<Vec<_>>().join("\n")
}

#[derive(Serialize)]
struct TokensLine<'a> {
    id: String,
    split: Split,
    n: usize,
    completions: u64,
    input: &'a [u8],
    target: Vec<u8>,
}

/// A token for each square, row by row.
fn tokens(queens: &[u32]) -> Vec<u8> {
    let line = |row| queens.iter().map(move |&queen| if queen == row { 2 } else { 1 });
    (1..=queens.len() as u32).flat_map(line).collect()
}
