//! The orbit graph of Zhang & Zhang 2011: the orbits of N, and the operators that lead to them.

use crate::operators::{Gap, Operation, QueenAt};
use nqdb::internal::Watched;
use nqdb::{
    BoardSize, Canonical, OrbitId, Permutation, Solution,
    counts::known_counts,
    search::{Representatives, SearchError},
    watch::{Activity, Watch},
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

/// A step of the orbit graph: an operation on the canonical representative of one orbit that leads to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edge {
    /// The board size of the first orbit: N − 1 for Inc, N for Mov.
    pub from_n: BoardSize,
    /// The id of the first orbit.
    pub from: OrbitId,
    /// The id of the other orbit, of N.
    pub to: OrbitId,
    /// Inc or Mov, the first one that leads there: queens by column, gaps row by row.
    pub operation: Operation,
    /// The result: a member of the orbit, not necessarily its representative.
    pub gives: Solution,
}

/// The orbits of N with the operations of Zhang & Zhang 2011, section V, that lead to them: Inc from the orbits of N − 1,
/// and Mov, which joins orbits of N. Their search tries Inc on all orbits of N − 1, then Mov on all orbits found. On some
/// boards it misses orbits ([`OrbitGraph::missed`]).
///
/// An orbit is identified by its canonical representative; its [`Signature`](nqdb::signature::Signature) would also do.
/// Operations are applied to representatives only. This suffices because each symmetry po permutes the squares and the
/// gaps, so that po(f(p)) = po(f)(po(p)), where po(f) is the operation at their images: other members lead to the same
/// orbits. A Mov is undone by a Mov, so it joins orbits in both directions.
#[derive(Debug, Clone)]
pub struct OrbitGraph {
    n: BoardSize,
    /// By id.
    representatives: Vec<Canonical>,
    /// To each orbit.
    by_inc: Vec<Vec<Edge>>,
    /// From each orbit.
    by_mov: Vec<Vec<Edge>>,
    arrivals: Vec<Option<Edge>>,
}

impl OrbitGraph {
    /// The largest N. Memory and time grow about sevenfold with each N.
    pub const LAST: usize = 14;

    /// Searches the orbits of N. O(F(N) · N⁴): 3 s for N = 13, 16 s and 57 MB for N = 14.
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
        let watched = Watched::new(watch, Activity::Searching, n.get(), "orbits tried");
        let count = (sources.len() + representatives.len()) as u64;
        let report =
            |tried: usize| watched.advance(tried as u64, Some(count)).map_err(SearchError::from);
        let (mut by_inc, mut queue) = (vec![Vec::new(); representatives.len()], VecDeque::new());
        for (index, source) in sources.iter().enumerate() {
            report(index)?;
            let operations = Gap::all(source.n()).map(Operation::Inc);
            queue.extend(edges(&representatives, source, id(index), operations));
        }
        let mut by_mov = Vec::with_capacity(representatives.len());
        for (index, source) in representatives.iter().enumerate() {
            report(sources.len() + index)?;
            let operations = QueenAt::all(source)
                .flat_map(|queen| Gap::all(n).map(move |gap| Operation::Mov(queen, gap)));
            by_mov.push(edges(&representatives, source, id(index), operations));
        }
        // Breadth first, so that paths have as few moves as possible.
        let mut arrivals = vec![None; representatives.len()];
        queue.iter().for_each(|edge: &Edge| by_inc[index(edge.to)].push(*edge));
        while let Some(edge) = queue.pop_front() {
            let first = &mut arrivals[index(edge.to)];
            if first.is_none() {
                *first = Some(edge);
                queue.extend(&by_mov[index(edge.to)]);
            }
        }
        Ok(OrbitGraph { n, representatives, by_inc, by_mov, arrivals })
    }

    /// The board size N.
    pub fn n(&self) -> BoardSize {
        self.n
    }

    /// Every orbit in the order of ids, with its representative and the last step of its [path](OrbitGraph::path).
    pub fn orbits(&self) -> impl Iterator<Item = (OrbitId, &Canonical, Option<&Edge>)> {
        let found = self.representatives.iter().zip(&self.arrivals).enumerate();
        found.map(|(index, (canonical, arrival))| (id(index), canonical, arrival.as_ref()))
    }

    /// F(N), the number of all orbits.
    pub fn orbit_count(&self) -> usize {
        self.representatives.len()
    }

    /// The steps by Inc to an orbit, one from each orbit of N − 1.
    pub fn by_inc(&self, id: OrbitId) -> &[Edge] {
        self.by_inc.get(index(id)).map_or(&[], Vec::as_slice)
    }

    /// The steps by Mov from an orbit to others, one to each.
    pub fn by_mov(&self, id: OrbitId) -> &[Edge] {
        self.by_mov.get(index(id)).map_or(&[], Vec::as_slice)
    }

    /// The number of pairs of orbits that Mov joins.
    pub fn pair_count(&self) -> usize {
        self.by_mov.iter().map(Vec::len).sum::<usize>() / 2
    }

    /// For each orbit, the first orbit of its class: of all orbits that Movs lead to.
    pub fn classes(&self) -> Vec<OrbitId> {
        let mut classes = vec![None; self.orbit_count()];
        for first in (0..classes.len()).map(id) {
            let mut open = vec![first];
            while let Some(orbit) = open.pop() {
                if classes[index(orbit)].is_none() {
                    classes[index(orbit)] = Some(first);
                    open.extend(self.by_mov(orbit).iter().map(|edge| edge.to));
                }
            }
        }
        classes.into_iter().flatten().collect()
    }

    /// The number of orbits reached by Inc alone.
    pub fn found_by_inc(&self) -> usize {
        self.arrivals.iter().flatten().filter(|arrival| arrival.from_n != self.n).count()
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

    /// The path to an orbit with the fewest steps: one Inc, then Movs. Empty if the orbit was missed or does not exist.
    pub fn path(&self, id: OrbitId) -> Vec<Edge> {
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
            watched.tick(found, None).map_err(SearchError::from)?;
        }
        Ok(canonical)
    });
    found.collect()
}

/// Representatives found between two ticks of the watch: a few milliseconds for N = 14.
const TICK_FOUND: u64 = 256;

/// The first step from an orbit to each other one.
fn edges(
    representatives: &[Canonical],
    source: &Permutation,
    from: OrbitId,
    operations: impl Iterator<Item = Operation>,
) -> Vec<Edge> {
    let mut edges: Vec<Edge> = Vec::new();
    for operation in operations {
        let image = operation.apply(source).expect("a gap and a queen of the board");
        let Ok(gives) = Solution::new(image) else { continue };
        let canonical = Canonical::of(&gives);
        let listed = representatives.binary_search(&canonical);
        let to = id(listed.expect("every representative of the board is listed, in order"));
        let is_loop = source.n() == gives.n() && to == from;
        if !is_loop && edges.iter().all(|edge| edge.to != to) {
            edges.push(Edge { from_n: source.n(), from, to, operation, gives });
        }
    }
    edges
}
