//! Answers to many questions, worked out by several threads and printed in the order of the questions.

use super::error::Result;
use super::output::writer::Output;
use super::progress::ProgressWatch;
use nqdb::workers::{Event, InOrder};
use std::num::NonZeroUsize;

/// The most questions that a thread takes at a time.
const PIECE: usize = 64;

/// Prints the answers to these questions, in their order.
///
/// Each thread gets a function of its own from `start`, which answers one question after the other. Output is flushed
/// while the next answer is awaited. An error of `print` ends the work: `watch` stops searches that still run.
pub(super) fn answer_in_order<Q: Sync, A: Send, F: FnMut(&Q) -> A>(
    questions: &[Q],
    jobs: NonZeroUsize,
    watch: &ProgressWatch,
    out: &mut Output,
    start: impl Fn() -> F + Sync,
    mut print: impl FnMut(A, &mut Output) -> Result,
) -> Result {
    let threads = InOrder {
        at_once: (questions.len() / (8 * jobs.get())).clamp(1, PIECE),
        ahead: questions.len(),
        jobs,
    };
    let start = || {
        let mut answer = start();
        move |question, _: &dyn Fn() -> bool| Some(answer(question))
    };
    threads.run(questions.iter(), start, |event| {
        let printed = match event {
            Event::Result(answer) => print(answer, out),
            Event::Tick => out.flush_lines(),
        };
        printed.inspect_err(|_| watch.stop())
    })
}
