//! Counts in cells: the solutions before sibling prefixes, which may be longer or shorter than the prefixes of the
//! cells, a cache of such counts, and the solutions whose first queens match conditions.

use super::boards::{Cell, CellBoards, End};
use super::search::{CellSearch, below, interval_of};
use crate::combinatorics::{BoardSize, Conditions};
use crate::search::bitboard::{Bitboard, PrefixSteps, each_row};
use crate::search::kernel::Kernel;
use crate::search::kernel::engine::{Engine, Mode};
use crate::workers::lock;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard};

/// Boards collected before each search for cuts, to bound memory for the cells of a damaged file.
const CUTS_AT_ONCE: usize = 4096;

/// A position in a cell, given by the prefix that follows it.
#[derive(Debug, Clone, Copy)]
pub struct Cut<'c> {
    /// The cell.
    pub cell: Cell<'c>,
    /// The last row of the prefix, 0-based; N for the position after its parent.
    pub row: u8,
}

impl CellSearch {
    /// For each cut, the number of solutions of its cell before the prefix `parent`, row; `None` once `more(new)`
    /// returns false. The rows must ascend, and the column after the parent must have a safe row.
    ///
    /// The cuts divide a cell into parts, of which all but the largest are counted, for all cells in one search: much
    /// faster than one search per cell. If the size of a cell is wrong, the result is wrong or `None`.
    pub fn before_prefixes(
        &mut self,
        parent: &[u8],
        cuts: &[Cut<'_>],
        more: &mut dyn FnMut(u64) -> bool,
    ) -> Option<Vec<u64>> {
        let cell_depth = cuts.first()?.cell.first.len();
        let depth = (parent.len() + 1).clamp(cell_depth, self.counter.depth);
        let cells: Vec<&[Cut<'_>]> =
            cuts.chunk_by(|cut, next| cut.cell.first == next.cell.first).collect();
        let mut divided: Vec<DividedCell<'_>> =
            cells.into_iter().map(|cuts| DividedCell::new(self.n, parent, cuts, depth)).collect();
        let mut parts: Vec<&mut CellPart> =
            divided.iter_mut().flat_map(DividedCell::parts_to_count).collect();
        let mut counts = vec![0; parts.len()];
        let engine = &mut self.counter.engine;
        engine.depth = depth;
        for (tag, part) in parts.iter().enumerate() {
            let bounds = [Some(&part.from[..]), Some(&part.to[..])];
            boards_between(Bitboard::empty(self.n.get()), depth, bounds, &mut |board| {
                engine.add_root(board, tag);
                if engine.roots() < CUTS_AT_ONCE {
                    Some(())
                } else {
                    engine.count(&mut counts, more)
                }
            })?;
        }
        engine.count(&mut counts, more)?;
        parts.iter_mut().zip(counts).for_each(|(part, count)| part.count = Some(count));
        divided.into_iter().flat_map(|cell| cell.sums()).collect()
    }
}

/// A cell divided into parts by cuts.
struct DividedCell<'c> {
    cell: Cell<'c>,
    /// The parts in order: one more than there are cuts; or three if all cuts are below one board, the second part.
    parts: Vec<CellPart>,
    /// For each cut, the solutions of the second part before it, if all cuts are below one board.
    below: Option<Vec<u64>>,
}

/// The boards from one prefix on and before another.
struct CellPart {
    from: Vec<u8>,
    to: Vec<u8>,
    /// Its approximate share of all boards.
    share: f64,
    count: Option<u64>,
}

impl<'c> DividedCell<'c> {
    /// A cell with its cuts, searched from boards of `depth` queens.
    fn new(n: BoardSize, parent: &[u8], cuts: &[Cut<'c>], depth: usize) -> Self {
        let cell = cuts[0].cell;
        let [start, end] = [interval_of(n, cell.first).start, interval_of(n, cell.last).end];
        let below = (parent.len() >= depth).then(|| solutions_below(n, parent, cuts, depth));
        // The bounds of the parts: prefixes, with the share before each, and the solutions since the one before.
        let mut bounds = vec![(cell.first.to_vec(), start, None)];
        match &below {
            Some((_, all)) => {
                let here = &parent[..depth];
                let share = interval_of(n, here);
                bounds.push((here.to_vec(), share.start, None));
                bounds.push((after(here), share.end, Some(*all)));
            }
            None => bounds.extend(cuts.iter().map(|cut| {
                let row = [parent, &[cut.row]].concat();
                let share = interval_of(n, &row).start;
                (row, share, None)
            })),
        }
        bounds.push((after(cell.last), end, None));
        let parts = bounds.windows(2).map(|bounds| {
            let [(from, before, _), (to, share, count)] = bounds else {
                unreachable!("two bounds")
            };
            CellPart { from: from.clone(), to: to.clone(), share: share - before, count: *count }
        });
        DividedCell { cell, parts: parts.collect(), below: below.map(|(before, _)| before) }
    }

    /// The parts to count: all unknown ones except the largest.
    fn parts_to_count(&mut self) -> impl Iterator<Item = &mut CellPart> {
        let unknown = self.parts.iter().enumerate().filter(|(_, part)| part.count.is_none());
        let largest = unknown.max_by(|(_, one), (_, other)| one.share.total_cmp(&other.share));
        let largest = largest.map(|(place, _)| place);
        let parts = self.parts.iter_mut().enumerate();
        let counted =
            parts.filter(move |(place, part)| part.count.is_none() && Some(*place) != largest);
        counted.map(|(_, part)| part)
    }

    /// The solutions before each cut, once all parts but one are counted; `None` if the parts exceed the size of the
    /// cell.
    fn sums(self) -> Vec<Option<u64>> {
        let counted = self.parts.iter().filter_map(|part| part.count).sum();
        let rest = self.cell.size.solutions.checked_sub(counted);
        let mut sum = Some(0u64);
        let sums = self.parts.iter().map(|part| {
            sum = sum.zip(part.count.or(rest)).map(|(sum, count)| sum + count);
            sum
        });
        let sums: Vec<Option<u64>> = sums.collect();
        match self.below {
            Some(below) => below.into_iter().map(|below| Some(sums[0]? + below)).collect(),
            None => sums[..sums.len() - 1].to_vec(),
        }
    }
}

/// Visits the boards with `left` more queens from the first bound (inclusive) to the second (exclusive) that leave a safe
/// row in the next column, in order, until `visit` returns `None`. A bound holds the rows of the next columns, or `None`
/// once the board has left it.
fn boards_between(
    board: Bitboard<u32>,
    left: usize,
    [from, to]: [Option<&[u8]>; 2],
    visit: &mut dyn FnMut(Bitboard<u32>) -> Option<()>,
) -> Option<()> {
    if to.is_some_and(<[u8]>::is_empty) || board.safe() == 0 {
        return Some(());
    }
    if left == 0 {
        let is_before = from.is_some_and(|rows| !rows.is_empty());
        return if is_before { Some(()) } else { visit(board) };
    }
    let next = |bound: Option<&[u8]>| bound.and_then(|rows| rows.first().copied());
    let lowest = next(from).map_or(u32::MAX, |row| u32::MAX.checked_shl(row.into()).unwrap_or(0));
    let highest =
        next(to).map_or(u32::MAX, |row| !(u32::MAX - 1).checked_shl(row.into()).unwrap_or(0));
    each_row(board.safe() & lowest & highest).try_for_each(|bit| {
        let row = bit.trailing_zeros() as u8;
        let on = |bound: Option<&'_ [u8]>| next(bound) == Some(row);
        let bounds = [from.filter(|_| on(from)), to.filter(|_| on(to))];
        boards_between(
            board.with(bit),
            left - 1,
            bounds.map(|bound| bound.map(|rows| &rows[1..])),
            visit,
        )
    })
}

/// The first prefix after all boards that begin with these rows.
fn after(rows: &[u8]) -> Vec<u8> {
    [rows, &[u8::MAX]].concat()
}

/// The numbers of solutions below the first `depth` queens of the parent: before each cut, and in total.
fn solutions_below(n: BoardSize, parent: &[u8], cuts: &[Cut<'_>], depth: usize) -> (Vec<u64>, u64) {
    let (mut before, mut all) = (vec![0; cuts.len()], 0);
    for solution in below(n, &parent[..depth]) {
        all += 1;
        let (head, row) =
            (&solution.zero_based()[..parent.len()], solution.zero_based()[parent.len()]);
        for (before, cut) in before.iter_mut().zip(cuts) {
            *before += u64::from((head, row) < (parent, cut.row));
        }
    }
    (before, all)
}

// ---- cached counts

/// Maximum number of cached places: about 5 MB, enough for all prefixes of three queens at N = 20.
const MOST_PLACES: usize = 1 << 16;

/// For each place, the number of solutions before it.
#[derive(Debug, Default)]
pub(crate) struct PrefixPlaces(Mutex<HashMap<Place, u64>>);

/// A place among the prefixes of a board, named by the first attack-free prefix at or after it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Place {
    n: BoardSize,
    pub(crate) prefix: Box<[u8]>,
}

impl Place {
    /// The place before the prefix `parent`, `row` among the prefixes of `depth` queens; `depth` is at least the number
    /// of queens in that prefix. A row of N means the end of `parent`. `None` at the end of the board.
    pub(crate) fn before(n: BoardSize, parent: &[u8], row: u8, depth: usize) -> Option<Self> {
        let steps = PrefixSteps::from(n, parent, row, depth)?;
        Some(Place { n, prefix: steps.prefix().into() })
    }
}

impl PrefixPlaces {
    /// The number of solutions before a place, if it is cached.
    pub(crate) fn get(&self, place: &Place) -> Option<u64> {
        self.places().get(place).copied()
    }

    /// Caches the number of solutions before a place.
    pub(crate) fn keep(&self, place: Place, before: u64) {
        let mut places = self.places();
        if places.len() == MOST_PLACES {
            places.clear();
        }
        places.insert(place, before);
    }

    fn places(&self) -> MutexGuard<'_, HashMap<Place, u64>> {
        lock(&self.0)
    }
}

// ---- matches of conditions

/// Boards collected before each search for matches.
const MATCHES_AT_ONCE: usize = 1024;

/// The tags of prefixes whose solutions are added to the sizes of the cells, and subtracted from them.
const ADDED: usize = 0;
const SUBTRACTED: usize = 1;

/// Counts the solutions of cells that match conditions decided by the prefixes.
///
/// If all prefixes of a cell match, its size is the count. If only some do, the search counts the solutions below
/// these, or below the others and subtracts them, whichever are fewer prefixes. Retains 1 MiB.
#[allow(missing_debug_implementations)] // Public only in `internal`.
pub struct CellMatches {
    n: BoardSize,
    depth: usize,
    /// The allowed rows of each column of a prefix.
    allowed: Vec<u32>,
    /// The number of first columns that decide whether a prefix matches.
    deciding: usize,
    engine: Engine,
    /// Solutions to add and to subtract.
    sums: [u64; 2],
}

impl CellMatches {
    /// A count over cells with prefixes of `depth` queens, which must decide whether a solution matches the conditions
    /// (`Conditions::deciding_columns`).
    pub fn new(kernel: Kernel, conditions: &Conditions, depth: usize) -> Self {
        let (n, deciding) = (conditions.n(), conditions.deciding_columns(depth));
        let deciding = deciding.expect("the prefixes decide");
        let allowed = conditions.rows()[..depth].iter().map(|&rows| rows as u32).collect();
        let engine = Engine::new(kernel, n.get(), Mode::Count, depth);
        CellMatches { n, depth, allowed, deciding, engine, sums: [0; 2] }
    }

    /// Whether a prefix between `first` and `last` may match, judged by their common queens and the first that differ.
    pub fn may_match(&self, first: &[u8], last: &[u8]) -> bool {
        let columns = self.allowed[..self.deciding].iter().zip(first.iter().zip(last));
        for (allowed, (&first, &last)) in columns {
            let between = (u32::MAX << first) & (u32::MAX >> (31 - u32::from(last)));
            if allowed & between == 0 {
                return false;
            }
            if first != last {
                break;
            }
        }
        true
    }

    /// Adds the matches in a cell. `None` once `more(new)` returns false; it is called often, with the number of new
    /// matches.
    pub fn add(&mut self, cell: Cell<'_>, more: &mut dyn FnMut(u64) -> bool) -> Option<()> {
        if !self.may_match(cell.first, cell.last) {
            return Some(());
        }
        let shared = cell.first.iter().zip(cell.last).take_while(|(first, last)| first == last);
        if shared.count() >= self.deciding {
            // All prefixes match: they share the deciding rows.
            self.sums[ADDED] += cell.size.solutions;
            return more(cell.size.solutions).then_some(());
        }
        self.add_divided(cell, more)
    }

    /// Adds the matches in a cell that may have both matching and other prefixes.
    fn add_divided(&mut self, cell: Cell<'_>, more: &mut dyn FnMut(u64) -> bool) -> Option<()> {
        let mut prefixes = CellBoards::new(self.n.get(), cell, self.depth, End::First);
        let (mut matching, mut others) = (Vec::new(), Vec::new());
        while let Some((board, queens)) = prefixes.next() {
            let mut columns = queens.iter().zip(&self.allowed);
            let matches = columns.all(|(row, allowed)| allowed >> row & 1 == 1);
            if matches { &mut matching } else { &mut others }.push(board);
        }
        let (boards, tag) =
            if matching.len() <= others.len() { (matching, ADDED) } else { (others, SUBTRACTED) };
        if tag == SUBTRACTED {
            self.sums[ADDED] += cell.size.solutions;
            more(cell.size.solutions).then_some(())?;
        }
        for board in boards {
            self.engine.add_root(board, tag);
        }
        if self.engine.roots() < MATCHES_AT_ONCE {
            return Some(());
        }
        self.engine.count(&mut self.sums, more)
    }

    /// The numbers of solutions to add and to subtract, over all cells since the last call; `None` once `more` returns
    /// false.
    pub fn take(&mut self, more: &mut dyn FnMut(u64) -> bool) -> Option<[u64; 2]> {
        self.engine.count(&mut self.sums, more)?;
        Some(std::mem::take(&mut self.sums))
    }
}
