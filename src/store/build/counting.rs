//! Counting units with several threads, saved now and then while the threads go on.
//!
//! What is saved are whole units, so the counts of a unit in progress must not be among those that are saved. The
//! units that begin before a checkpoint add to one table of counts, those that begin after it to another one. The
//! first table is saved as soon as its last unit is finished, and no thread waits for that.

use super::division::Division;
use crate::search::cell_depth;
use crate::search::kernel::{Kernel, NumberedPrefixes, PrefixCounts, WorkUnit, count_units};
use crate::store::error::StoreError;
use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};

/// Checkpoints take at most one part in this of the time.
const CHECKPOINT_SHARE: u32 = 30;

/// A thread reports its progress after this many orbits, some milliseconds of work.
const REPORT_ORBITS: u64 = 1 << 16;

/// Takes finished units and their counts.
type Save<'h> = &'h mut dyn FnMut(&[u32], &PrefixCounts) -> Result<(), StoreError>;

/// What a count reports and where its results go.
pub(in crate::store) struct Hooks<'h> {
    /// Takes the orbits that were found since the last call, many times a second; an error stops the count, after the
    /// units in progress.
    pub(in crate::store) tick: &'h mut dyn FnMut(u64) -> Result<(), StoreError>,
    /// Takes finished units and their counts.
    pub(in crate::store) save: Save<'h>,
}

/// Counts these units. They are saved after `pause`, or when checkpoints would take too much of the time, and at the
/// end, also after an error of `tick`; without a pause at the end alone.
pub(in crate::store) fn count(
    division: &Division,
    units: &[u32],
    jobs: NonZeroUsize,
    pause: Option<Duration>,
    Hooks { tick, save }: Hooks<'_>,
) -> Result<(), StoreError> {
    let chunks = division.chunks(units);
    let threads = jobs.get().min(chunks.len());
    if threads == 0 {
        return Ok(());
    }
    let prefixes = NumberedPrefixes::new(division.n.get(), cell_depth(division.n));
    let work =
        Work { division, state: Mutex::new(State::new(chunks, &prefixes)), prefixes: &prefixes };
    let mut desk = Desk::new(&work, pause, Hooks { tick, save });
    std::thread::scope(|scope| {
        let (sender, receiver) = channel();
        // The first error means that the system has no more threads.
        let crew = (0..threads)
            .map(|_| sender.clone())
            .map_while(|sender| Builder::new().spawn_scoped(scope, || work.run(sender)).ok());
        if crew.count() == 0 {
            while work.count_chunk(&sender) {
                receiver.try_iter().for_each(|message| desk.take(message));
                desk.save_if_due();
            }
        }
        drop(sender);
        desk.serve(&receiver);
    });
    desk.finish()
}

/// Units that began between two checkpoints.
struct Generation {
    counts: PrefixCounts,
    finished: Mutex<Vec<u32>>,
}

impl Generation {
    fn new(prefixes: &NumberedPrefixes) -> Arc<Self> {
        Arc::new(Generation { counts: PrefixCounts::new(prefixes), finished: Mutex::default() })
    }
}

/// What the threads share.
struct Work<'w> {
    division: &'w Division,
    prefixes: &'w NumberedPrefixes,
    state: Mutex<State>,
}

struct State {
    chunks: VecDeque<Vec<u32>>,
    generation: Arc<Generation>,
}

impl State {
    fn new(chunks: Vec<Vec<u32>>, prefixes: &NumberedPrefixes) -> Self {
        State { chunks: chunks.into(), generation: Generation::new(prefixes) }
    }
}

/// A message of a thread.
enum Message {
    /// Orbits that it found.
    Found(u64),
    /// It is done with a chunk and lets go of the generation.
    Finished,
}

impl Work<'_> {
    fn run(&self, sender: Sender<Message>) {
        while self.count_chunk(&sender) {}
    }

    /// Counts the next chunk; false when there is none.
    fn count_chunk(&self, sender: &Sender<Message>) -> bool {
        let (chunk, generation) = {
            let mut state = locked(&self.state);
            let Some(chunk) = state.chunks.pop_front() else { return false };
            (chunk, Arc::clone(&state.generation))
        };
        let units: Vec<WorkUnit> =
            chunk.iter().map(|&unit| self.division.units[unit as usize]).collect();
        let mut unreported = 0;
        let mut report = |orbits| {
            unreported += orbits;
            if unreported >= REPORT_ORBITS {
                // The receiver lives as long as the threads do.
                let _ = sender.send(Message::Found(std::mem::take(&mut unreported)));
            }
            true
        };
        count_units(Kernel::best(), self.prefixes, &units, &generation.counts, &mut report);
        locked(&generation.finished).extend(chunk);
        drop(generation);
        let _ = sender.send(Message::Found(unreported));
        let _ = sender.send(Message::Finished);
        true
    }

    /// Gives units that begin from now on a table of their own; returns that of the others.
    fn next_generation(&self) -> Arc<Generation> {
        let next = Generation::new(self.prefixes);
        std::mem::replace(&mut locked(&self.state).generation, next)
    }

    fn stop(&self) {
        locked(&self.state).chunks.clear();
    }
}

/// The thread that reports and saves.
struct Desk<'d> {
    work: &'d Work<'d>,
    hooks: Hooks<'d>,
    pause: Option<Duration>,
    due: Option<Instant>,
    /// The generation before a checkpoint, until its last unit is finished.
    closed: Option<Arc<Generation>>,
    outcome: Result<(), StoreError>,
}

impl<'d> Desk<'d> {
    fn new(work: &'d Work<'d>, pause: Option<Duration>, hooks: Hooks<'d>) -> Self {
        let due = pause.map(|pause| Instant::now() + pause);
        Desk { work, hooks, pause, due, closed: None, outcome: Ok(()) }
    }

    /// Serves the threads until all of them have ended.
    fn serve(&mut self, receiver: &Receiver<Message>) {
        loop {
            let wait = match (&self.closed, self.due) {
                (None, Some(due)) => due.saturating_duration_since(Instant::now()),
                _ => Duration::MAX,
            };
            match receiver.recv_timeout(wait) {
                Ok(message) => self.take(message),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            self.save_if_due();
        }
    }

    fn take(&mut self, message: Message) {
        if let (Message::Found(orbits), Ok(())) = (message, &self.outcome) {
            let ticked = (self.hooks.tick)(orbits);
            self.note(ticked);
        }
    }

    /// Keeps the first error, which stops the count.
    fn note(&mut self, outcome: Result<(), StoreError>) {
        if let (Err(error), Ok(())) = (outcome, &self.outcome) {
            self.outcome = Err(error);
            self.work.stop();
        }
    }

    /// Closes the generation when a checkpoint is due, and saves it once its last unit is finished.
    fn save_if_due(&mut self) {
        if self.closed.is_none() && self.due.is_some_and(|due| due <= Instant::now()) {
            self.closed = Some(self.work.next_generation());
        }
        let Some(generation) = self.closed.take_if(|closed| Arc::strong_count(closed) == 1) else {
            return;
        };
        let began = Instant::now();
        self.save(&generation);
        let pause = self.pause.map(|pause| pause.max(began.elapsed() * CHECKPOINT_SHARE));
        self.due = pause.map(|pause| Instant::now() + pause);
    }

    fn save(&mut self, generation: &Generation) {
        let units = locked(&generation.finished);
        if !units.is_empty() {
            let saved = (self.hooks.save)(&units, &generation.counts);
            self.note(saved);
        }
    }

    /// Saves the rest, once all threads have ended.
    fn finish(mut self) -> Result<(), StoreError> {
        let last = self.work.next_generation();
        for generation in self.closed.take().into_iter().chain([last]) {
            self.save(&generation);
        }
        self.outcome
    }
}

/// Locks a mutex. What it guards is valid even after a panic of another thread.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
