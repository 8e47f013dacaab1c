//! [`Score`] and [`Summary`]: the numbers of one task and of all.

use serde::Serialize;
use std::fmt;

/// The answers to one task.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Score {
    /// The task.
    pub id: String,
    /// Board size.
    pub n: usize,
    /// The number of answers.
    pub answers: u64,
    /// Answers in which not exactly one board was found; each other answer is one board.
    pub unreadable: u64,
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
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Summary {
    /// The number of tasks.
    pub tasks: u64,
    /// Tasks with an answer.
    pub answered: u64,
    /// Tasks with a correct answer.
    pub solved: u64,
    /// All answers.
    pub answers: u64,
    /// Answers in which not exactly one board was found; each other answer is one board.
    pub unreadable: u64,
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
    /// Lines of tasks that can't be read, contradict themselves, or have the id of an earlier task.
    pub bad_tasks: u64,
    /// Lines of answers that can't be read or are of no task.
    pub bad_lines: u64,
}

impl Summary {
    /// The summary of the scores of all tasks, without `bad_tasks` and `bad_lines`.
    pub fn of(scores: impl Iterator<Item = Score>) -> Self {
        let mut sum = Summary::default();
        // Of both coverages: the sum, and the number of tasks that have one.
        let mut coverages = [(0.0, 0); 2];
        for score in scores {
            sum.tasks += 1;
            sum.answered += u64::from(score.answers > 0);
            sum.solved += u64::from(score.correct > 0);
            sum.answers += score.answers;
            sum.unreadable += score.unreadable;
            sum.solutions += score.solutions;
            sum.correct += score.correct;
            sum.distinct += score.distinct;
            for (all, one) in coverages.iter_mut().zip([score.coverage, score.orbit_coverage]) {
                all.0 += one.unwrap_or(0.0);
                all.1 += u64::from(one.is_some());
            }
        }
        let mean = |(sum, count): (f64, u64)| (count > 0).then(|| sum / count as f64);
        let [coverage, orbit_coverage] = coverages.map(mean);
        Summary { accuracy: mean((sum.solved as f64, sum.tasks)), coverage, orbit_coverage, ..sum }
    }
}

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
