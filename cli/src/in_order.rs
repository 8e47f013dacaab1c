//! Processes many items on several threads, and prints the results in the order of the items.

use super::error::Result;
use super::output::writer::Output;
use super::progress::ProgressWatch;
use nqdb::internal::{Event, InOrder};
use std::num::NonZeroUsize;

/// The most items that a thread takes at a time.
const PIECE: usize = 64;

/// Prints the results of these items, in their order.
///
/// `start` gives each thread a function of its own, which processes items one by one. Output is flushed while the next
/// result is awaited. An error of `print` ends the work: `watch` stops the searches that are still running.
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
