//! Answers to many questions, worked out by several threads and printed in the order of the questions.

use super::error::Result;
use super::output::writer::Output;
use super::progress::ProgressWatch;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Builder};
use std::time::Duration;

/// The longest time that a finished answer waits to be printed while the next one takes longer.
const LATENCY: Duration = Duration::from_millis(5);

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
    match questions {
        [] => return Ok(()),
        [only] => return print(start()(only), out),
        _ => {}
    }
    let work = Work::new(questions, jobs);
    let printer = thread::current();
    let task = || {
        work.run(start());
        printer.unpark();
    };
    thread::scope(|scope| {
        // The first error means that the system has no more threads.
        let spawn = |_| Builder::new().spawn_scoped(scope, task).ok();
        let threads: Vec<_> = (0..jobs.get().min(questions.len())).map_while(spawn).collect();
        if threads.is_empty() {
            task();
        }
        let is_running = || !threads.iter().all(|thread| thread.is_finished());
        let printed = work.print(is_running, out, &mut print);
        if printed.is_err() {
            work.is_over.store(true, Relaxed);
            watch.stop();
        }
        printed
    })
}

/// Questions and the answers that are not printed yet.
struct Work<'q, Q, A> {
    questions: &'q [Q],
    answers: Vec<Mutex<Option<A>>>,
    /// The first question that no thread has taken.
    next: AtomicUsize,
    /// How many a thread takes.
    piece: usize,
    /// Whether no more answers are wanted.
    is_over: AtomicBool,
}

impl<'q, Q, A> Work<'q, Q, A> {
    fn new(questions: &'q [Q], jobs: NonZeroUsize) -> Self {
        Work {
            questions,
            answers: questions.iter().map(|_| Mutex::new(None)).collect(),
            next: AtomicUsize::new(0),
            piece: (questions.len() / (8 * jobs.get())).clamp(1, PIECE),
            is_over: AtomicBool::new(false),
        }
    }

    /// Answers questions until none is left.
    fn run(&self, mut answer: impl FnMut(&Q) -> A) {
        loop {
            let from = self.next.fetch_add(self.piece, Relaxed);
            let taken = self.questions.iter().zip(&self.answers).skip(from).take(self.piece);
            if taken.len() == 0 {
                return;
            }
            for (question, place) in taken {
                if self.is_over.load(Relaxed) {
                    return;
                }
                let answer = answer(question);
                *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(answer);
            }
        }
    }

    /// Prints all answers as they come.
    fn print(
        &self,
        is_running: impl Fn() -> bool,
        out: &mut Output,
        print: &mut impl FnMut(A, &mut Output) -> Result,
    ) -> Result {
        for place in &self.answers {
            let take = || place.lock().unwrap_or_else(PoisonError::into_inner).take();
            let mut answer = take();
            while answer.is_none() {
                out.flush_lines()?;
                let was_running = is_running();
                thread::park_timeout(LATENCY);
                answer = take();
                if answer.is_none() && !was_running {
                    // A thread panicked, as the caller is about to.
                    return Ok(());
                }
            }
            answer.map_or(Ok(()), |answer| print(answer, out))?;
        }
        Ok(())
    }
}
