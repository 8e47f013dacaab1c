//! The orbit search of Zhang & Zhang 2011: finds the orbits of N that their operators reach from those of N − 1.

use crate::operators::{Gap, Operation, QueenAt};
use nqdb::internal::Watched;
use nqdb::{
    BoardSize, Canonical, OrbitId, Permutation, Solution,
    counts::known_counts,
    search::{Representatives, SearchError},
    watch::{Activity, Progress, Watch},
};
use std::collections::VecDeque;

/// Why an orbit graph can't be searched.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum OrbitGraphError {
    /// A board that has too many orbits.
    #[error(
        "N = {n} has too many orbits for the orbit graph: the largest N is {}",
        OrbitGraph::LAST
    )]
    TooLarge { n: BoardSize },
    /// The board has no solutions, or the watch stopped the search.
    #[error(transparent)]
    Search(#[from] SearchError),
}

/// How the orbit search reached an orbit: an operation on the canonical representative of another orbit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arrival {
    /// The board size of the other orbit: N − 1 for Inc, N for Mov.
    pub from_n: BoardSize,
    /// The id of the other orbit.
    pub from: OrbitId,
    /// Inc or Mov.
    pub operation: Operation,
    /// The result: a member of the orbit, not necessarily its representative.
    pub gives: Solution,
}

/// The orbit search of Zhang & Zhang 2011, section V: Inc at every gap of all orbits of N − 1, then Mov of every queen
/// to every gap until no new orbit is found. On some boards it misses orbits ([`OrbitGraph::missed`]).
///
/// An orbit is identified by its canonical representative; its [`Signature`](nqdb::signature::Signature) would also do.
/// Operations are applied to representatives only. This suffices because each symmetry po permutes the squares and the
/// gaps, so that po(f(p)) = po(f)(po(p)), where po(f) is the operation at their images: other members lead to the same
/// orbits.
///
/// The order is fixed: sources by orbit id, then orbits in the order in which they are found (breadth first, so that
/// paths have as few moves as possible), queens by column, gaps row by row. The first path to an orbit is retained.
#[derive(Debug, Clone)]
pub struct OrbitGraph {
    n: BoardSize,
    /// By id.
    representatives: Vec<Canonical>,
    arrivals: Vec<Option<Arrival>>,
}

impl OrbitGraph {
    /// The largest N. Memory and time grow about sevenfold with each N.
    pub const LAST: usize = 14;

    /// Searches the orbits of N. O(F(N) · N⁴): 1 s for N = 13, 7 s and 26 MB for N = 14.
    ///
    /// # Errors
    /// [`OrbitGraphError::TooLarge`] beyond [`OrbitGraph::LAST`]; [`SearchError::NoSolutions`] for N = 2 and 3;
    /// [`SearchError::Stopped`] by the watch.
    pub fn search(n: BoardSize, watch: &dyn Watch) -> Result<Self, OrbitGraphError> {
        if n.get() > Self::LAST {
            return Err(OrbitGraphError::TooLarge { n });
        }
        if known_counts(n).is_some_and(|known| known.solutions == 0) {
            return Err(SearchError::NoSolutions { n }.into());
        }
        let representatives = all_representatives(n, watch)?;
        let sources = match BoardSize::new(n.get() as u64 - 1) {
            Ok(smaller) => all_representatives(smaller, watch)?,
            // N = 1 has no smaller board.
            Err(_) => Vec::new(),
        };
        let arrivals = vec![None; representatives.len()];
        let mut search = OrbitSearch {
            graph: OrbitGraph { n, representatives, arrivals },
            queue: VecDeque::new(),
            found: 0,
            watched: Watched::new(watch, Activity::Searching, n.get(), "orbits reached"),
        };
        search.by_inc(&sources)?;
        search.by_mov()?;
        Ok(search.graph)
    }

    /// The board size N.
    pub fn n(&self) -> BoardSize {
        self.n
    }

    /// Every orbit in the order of ids, with its representative and how it was reached.
    pub fn orbits(&self) -> impl Iterator<Item = (OrbitId, &Canonical, Option<&Arrival>)> {
        let found = self.representatives.iter().zip(&self.arrivals).enumerate();
        found.map(|(index, (canonical, arrival))| (id(index), canonical, arrival.as_ref()))
    }

    /// F(N), the number of all orbits.
    pub fn orbit_count(&self) -> usize {
        self.representatives.len()
    }

    /// The number of orbits reached by Inc alone.
    pub fn found_by_inc(&self) -> usize {
        let arrivals = self.arrivals.iter().flatten();
        arrivals.filter(|arrival| matches!(arrival.operation, Operation::Inc(_))).count()
    }

    /// The number of orbits reached.
    pub fn found(&self) -> usize {
        self.arrivals.iter().flatten().count()
    }

    /// The orbits that were not reached.
    pub fn missed(&self) -> impl Iterator<Item = OrbitId> {
        let missed = self.orbits().filter(|(.., arrival)| arrival.is_none());
        missed.map(|(id, ..)| id)
    }

    /// The path to an orbit: one Inc, then Movs, ending with its own arrival. Empty if the orbit was missed or does not
    /// exist.
    pub fn path(&self, id: OrbitId) -> Vec<Arrival> {
        let mut path = Vec::new();
        let mut next = Some(id);
        while let Some(arrival) =
            next.and_then(|id| self.arrivals.get(index(id)).copied().flatten())
        {
            next = (arrival.from_n == self.n).then_some(arrival.from);
            path.push(arrival);
        }
        path.reverse();
        path
    }
}

/// The orbit id of a 0-based index.
fn id(index: usize) -> OrbitId {
    OrbitId::FIRST.checked_add(index as u64).expect("a vector is shorter than 2^64")
}

/// The 0-based index of an orbit id.
fn index(id: OrbitId) -> usize {
    id.get() as usize - 1
}

/// The canonical representatives of one board, in order.
fn all_representatives(n: BoardSize, watch: &dyn Watch) -> Result<Vec<Canonical>, SearchError> {
    let watched = Watched::new(watch, Activity::Searching, n.get(), "solutions found");
    let found = (1..).zip(Representatives::new(n)).map(|(found, canonical)| {
        if found % TICK_FOUND == 0 {
            watched.tick(found, None).map_err(stopped)?;
        }
        Ok(canonical)
    });
    found.collect()
}

/// Representatives found between two ticks of the watch: a few milliseconds for N = 14.
const TICK_FOUND: u64 = 256;

fn stopped(progress: Progress) -> SearchError {
    SearchError::Stopped { progress }
}

/// A graph under construction.
struct OrbitSearch<'w> {
    graph: OrbitGraph,
    /// Orbits whose moves have not been tried.
    queue: VecDeque<OrbitId>,
    /// The number of orbits found, for progress reports.
    found: u64,
    watched: Watched<&'w dyn Watch>,
}

impl OrbitSearch<'_> {
    fn by_inc(&mut self, sources: &[Canonical]) -> Result<(), SearchError> {
        for (index, source) in sources.iter().enumerate() {
            self.report()?;
            let operations = Gap::all(source.n()).map(Operation::Inc);
            self.try_all(source, id(index), operations);
        }
        Ok(())
    }

    fn by_mov(&mut self) -> Result<(), SearchError> {
        while let Some(from) = self.queue.pop_front() {
            self.report()?;
            let source = self.graph.representatives[index(from)];
            let operations = QueenAt::all(&source)
                .flat_map(|queen| Gap::all(source.n()).map(move |gap| Operation::Mov(queen, gap)));
            self.try_all(&source, from, operations);
        }
        Ok(())
    }

    fn try_all(
        &mut self,
        source: &Permutation,
        from: OrbitId,
        operations: impl Iterator<Item = Operation>,
    ) {
        for operation in operations {
            if let Ok(gives) =
                Solution::new(operation.apply(source).expect("a gap and a queen of the board"))
            {
                self.arrive(Arrival { from_n: source.n(), from, operation, gives });
            }
        }
    }

    /// Records the first arrival at an orbit.
    fn arrive(&mut self, arrival: Arrival) {
        let canonical = Canonical::of(&arrival.gives);
        let listed = self.graph.representatives.binary_search(&canonical);
        let index = listed.expect("every representative of the board is listed, in order");
        let first = &mut self.graph.arrivals[index];
        if first.is_none() {
            *first = Some(arrival);
            self.found += 1;
            self.queue.push_back(id(index));
        }
    }

    fn report(&self) -> Result<(), SearchError> {
        let graph = &self.graph;
        let tried = self.found - self.queue.len() as u64;
        let fraction = Some(tried as f64 / graph.orbit_count() as f64);
        self.watched.tick(self.found, fraction).map_err(stopped)
    }
}
