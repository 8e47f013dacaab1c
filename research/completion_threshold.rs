//! Decides whether any K non-attacking queens on the N × N board can be completed to a solution (OEIS A374013 has the
//! largest such K): `cargo run --release -p nqdb-research --bin completion_threshold N K [FILE]`
//!
//! Prints either the number of placements, all of which can be completed, or one that can't. FILE keeps what is
//! finished, so that an interrupted run can be continued. Completions are kept in memory, 32 bytes each, and reused:
//! POOL=COUNT in the environment limits their number, 30,000,000 by default. CENTRE=M looks only at placements of which
//! all queens but one are on the M × M squares in the middle, where those without a completion are likely.
//!
//! All queens but two are placed in all ways up to symmetry. For each one, the program takes the completions that it
//! knows and that contain these queens, and marks the pairs of last queens in them; only the other pairs need a search.

use nqdb::{Condition, watch::NoWatch};
use nqdb_completion::{PartialBoard, complete};
use std::collections::HashMap;
use std::fs::OpenOptions;
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, RwLock};

/// The largest N.
const LARGEST: usize = 32;

/// The rows of a solution by column, 0-based.
type Rows = [u8; LARGEST];

/// A set of squares: the rows of each column.
type Squares = [u32; LARGEST];

/// A column and a row, 0-based.
type Square = (usize, usize);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [n, k, file @ ..] = &words[..] else {
        return Err("expected N, K and perhaps a file".into());
    };
    let (n, k): (usize, usize) = (n.parse()?, k.parse()?);
    if !(1..=LARGEST).contains(&n) || !(1..=n.min(8)).contains(&k) {
        return Err(format!("expected N up to {LARGEST} and K up to 8, at most N").into());
    }
    let number = |name, default| std::env::var(name).map_or(Ok(default), |text| text.parse());
    let task = Task { n, k, centre: number("CENTRE", n)?, limit: number("POOL", 30_000_000)? };
    let mut done = Done::open(file.first())?;
    if let Some(witness) = task.run(&mut done)? {
        let squares: Vec<_> = witness.iter().map(|(c, r)| format!("{}={}", c + 1, r + 1)).collect();
        println!("N = {n}: {} can't be completed", squares.join(" "));
        return Ok(());
    }
    // The sum of the shares counts placements in the middle more than once.
    let which = if task.centre == n {
        format!("all {} placements of {k} queens", done.placements())
    } else {
        format!("all placements of {k} queens, all but one in the middle,")
    };
    let searches: u64 = done.sum(|part| part.searches);
    println!("N = {n}: {which} can be completed; {searches} searches");
    Ok(())
}

/// A placement with m queens that could be its first counts 1/m for each: in parts of this number.
const SHARE: u128 = 840;

/// What a first queen gave.
#[derive(Clone, Copy, Default)]
struct Part {
    searches: u64,
    /// The number of placements, times [`SHARE`].
    weight: u128,
}

/// The parts that are finished, by first queen.
struct Done {
    parts: HashMap<Square, Part>,
    file: Option<std::fs::File>,
}

impl Done {
    fn open(path: Option<&String>) -> Result<Self, Box<dyn std::error::Error>> {
        let Some(path) = path else { return Ok(Done { parts: HashMap::new(), file: None }) };
        let file = OpenOptions::new().append(true).read(true).create(true).open(path)?;
        let mut parts = HashMap::new();
        for line in std::fs::read_to_string(path)?.lines() {
            let numbers = line.split(' ').map(str::parse).collect::<Result<Vec<u128>, _>>()?;
            let [column, row, searches, weight] = numbers[..] else {
                return Err(format!("{path}: expected four numbers, got {line}").into());
            };
            let part = Part { searches: searches as u64, weight };
            parts.insert((column as usize, row as usize), part);
        }
        Ok(Done { parts, file: Some(file) })
    }

    fn sum<T: std::iter::Sum>(&self, number: impl Fn(&Part) -> T) -> T {
        self.parts.values().map(number).sum()
    }

    /// The number of placements.
    fn placements(&self) -> u128 {
        let weight: u128 = self.sum(|part| part.weight);
        assert_eq!(weight % SHARE, 0, "each placement counts as often as it has first queens");
        weight / SHARE
    }

    fn add(&mut self, (column, row): Square, part: Part) -> std::io::Result<()> {
        self.parts.insert((column, row), part);
        let Some(file) = &mut self.file else { return Ok(()) };
        let Part { searches, weight } = part;
        file.write_all(format!("{column} {row} {searches} {weight}\n").as_bytes())
    }
}

struct Task {
    n: usize,
    k: usize,
    /// All queens but one are on the squares in the middle of this width.
    centre: usize,
    /// The number of completions to keep.
    limit: usize,
}

impl Task {
    /// A placement without completion, if there is one; adds the parts to `done`.
    fn run(&self, done: &mut Done) -> std::io::Result<Option<Vec<Square>>> {
        let edge = (self.n - self.centre) / 2;
        let middle = edge..self.n - edge;
        let squares = middle.clone().flat_map(|c| middle.clone().map(move |r| (c, r)));
        let anchors: Vec<_> = squares.filter(|&square| self.orbit(square)[0] == square).collect();
        let left: Vec<_> =
            anchors.into_iter().filter(|anchor| !done.parts.contains_key(anchor)).collect();
        let (pool, next) = (RwLock::new(Vec::new()), AtomicUsize::new(0));
        let (stop, witness, done) = (AtomicBool::new(false), Mutex::new(None), Mutex::new(done));
        let work = || -> std::io::Result<()> {
            while let Some(&anchor) = left.get(next.fetch_add(1, Ordering::Relaxed)) {
                let mut search = Search::new(self, anchor, &pool, &stop);
                match search.run() {
                    Outcome::Completed => done.lock().unwrap().add(anchor, search.part)?,
                    Outcome::Witness => {
                        stop.store(true, Ordering::Relaxed);
                        *witness.lock().unwrap() = Some(search.path);
                        break;
                    }
                    Outcome::Stopped => break,
                }
            }
            Ok(())
        };
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            workers.into_iter().try_for_each(|worker| worker.join().unwrap())
        })?;
        Ok(witness.into_inner().unwrap())
    }

    /// The images of a square under the eight symmetries, in ascending order without repetitions.
    fn orbit(&self, (c, r): Square) -> Vec<Square> {
        let mut images = SYMMETRIES.map(|symmetry| self.image(symmetry, (c, r))).to_vec();
        images.sort_unstable();
        images.dedup();
        images
    }

    fn image(&self, symmetry: u8, (mut c, mut r): Square) -> Square {
        if symmetry & 1 != 0 {
            c = self.n - 1 - c;
        }
        if symmetry & 2 != 0 {
            r = self.n - 1 - r;
        }
        if symmetry & 4 != 0 { (r, c) } else { (c, r) }
    }
}

/// Bit 0 flips the columns, bit 1 the rows, and bit 2 then swaps columns and rows.
const SYMMETRIES: [u8; 8] = [0, 1, 2, 3, 4, 5, 6, 7];

#[derive(PartialEq)]
enum Outcome {
    Completed,
    /// The path of the search has no completion.
    Witness,
    Stopped,
}

/// The number of completions in a [`Block`].
const BLOCK: usize = 512;

/// The squares of some completions: for each square, the set of completions with a queen there.
struct Block(Box<[[u64; BLOCK / 64]; LARGEST * LARGEST]>);

impl Block {
    fn fill(&mut self, n: usize, completions: &[Rows]) {
        self.0.fill([0; BLOCK / 64]);
        for (i, rows) in completions.iter().enumerate() {
            for (c, &r) in rows[..n].iter().enumerate() {
                self.0[LARGEST * c + usize::from(r)][i / 64] |= 1 << (i % 64);
            }
        }
    }

    /// Whether one of the completions has both queens.
    fn has(&self, [a, b]: Pair) -> bool {
        let [a, b] = [a, b].map(|square| &self.0[usize::from(square)]);
        a.iter().zip(b).fold(0, |both, (a, b)| both | (a & b)) != 0
    }
}

/// Two squares, as `LARGEST` times the column plus the row.
type Pair = [u16; 2];

/// The search of all placements whose first queen is `anchor`: the queen on the smallest orbit of squares.
struct Search<'a> {
    task: &'a Task,
    pool: &'a RwLock<Vec<Rows>>,
    stop: &'a AtomicBool,
    /// The completions of the pool before this index are in `lists[0]`, with all images that have the first queen.
    seen: usize,
    /// Completions that are not yet in the pool.
    found: Vec<Rows>,
    /// The orbit of the first queen.
    orbit: Vec<Square>,
    /// For each symmetry, the square that it maps to the first queen.
    preimages: [Square; 8],
    /// Where the other queens but the last can be.
    middle: Squares,
    path: Vec<Square>,
    /// `lists[d]`: known completions that contain the first d + 1 queens of the path.
    lists: Vec<Vec<Rows>>,
    block: Block,
    seed: u64,
    part: Part,
}

impl<'a> Search<'a> {
    fn new(
        task: &'a Task,
        anchor: Square,
        pool: &'a RwLock<Vec<Rows>>,
        stop: &'a AtomicBool,
    ) -> Self {
        let edge = (task.n - task.centre) / 2;
        let mut middle = [0; LARGEST];
        for (c, rows) in middle.iter_mut().enumerate().take(task.n - edge).skip(edge) {
            for r in edge..task.n - edge {
                *rows |= u32::from(task.orbit((c, r))[0] >= anchor) << r;
            }
        }
        let orbit = task.orbit(anchor);
        let preimages = SYMMETRIES.map(|symmetry| {
            *orbit.iter().find(|&&square| task.image(symmetry, square) == anchor).unwrap()
        });
        Search {
            task,
            pool,
            stop,
            seen: 0,
            found: Vec::new(),
            orbit,
            preimages,
            middle,
            path: vec![anchor],
            lists: vec![Vec::new(); task.k],
            block: Block(Box::new([[0; BLOCK / 64]; LARGEST * LARGEST])),
            seed: 0,
            part: Part::default(),
        }
    }

    fn run(&mut self) -> Outcome {
        let outcome = if self.task.k == 1 {
            self.part.weight = SHARE * self.orbit.len() as u128;
            if self.complete().is_some() { Outcome::Completed } else { Outcome::Witness }
        } else {
            self.extend(self.unattacked(self.path[0], [u32::MAX; LARGEST]))
        };
        self.exchange();
        outcome
    }

    /// Adds what was found to the pool, and takes the images with the first queen of what others found.
    fn exchange(&mut self) {
        let mut pool = self.pool.write().unwrap();
        let space = self.task.limit.saturating_sub(pool.len());
        pool.extend(self.found.drain(..).take(space));
        drop(pool);
        let pool = self.pool.read().unwrap();
        for rows in &pool[self.seen..] {
            for (symmetry, (c, r)) in SYMMETRIES.into_iter().zip(self.preimages) {
                if usize::from(rows[c]) == r {
                    let mut image = [0; LARGEST];
                    for (c, &r) in rows[..self.task.n].iter().enumerate() {
                        let (c, r) = self.task.image(symmetry, (c, r.into()));
                        image[c] = r as u8;
                    }
                    self.lists[0].push(image);
                }
            }
        }
        self.seen = pool.len();
    }

    /// Completes all placements that begin with the path. `free` are the squares that it does not attack.
    fn extend(&mut self, free: Squares) -> Outcome {
        let depth = self.path.len();
        if depth == 1 {
            self.exchange();
        }
        match self.task.k - depth {
            1 => return self.last(free),
            2 => return self.last_two(free),
            _ => {}
        }
        // The completions by their rows in a column.
        let mut by_row: Vec<Vec<u32>> = vec![Vec::new(); self.task.n];
        for c in 0..self.task.n {
            let rows = free[c] & self.middle[c] & self.later(c);
            if rows == 0 {
                continue;
            }
            by_row.iter_mut().for_each(Vec::clear);
            for (i, completion) in self.lists[depth - 1].iter().enumerate() {
                by_row[usize::from(completion[c])].push(i as u32);
            }
            for r in ones(rows) {
                if depth == 1 {
                    if self.stop.load(Ordering::Relaxed) {
                        return Outcome::Stopped;
                    }
                    let before = self.lists[0].len();
                    self.exchange();
                    for (i, completion) in self.lists[0].iter().enumerate().skip(before) {
                        by_row[usize::from(completion[c])].push(i as u32);
                    }
                }
                let (lists, next) = self.lists.split_at_mut(depth);
                next[0].clear();
                next[0].extend(by_row[r].iter().map(|&i| lists[depth - 1][i as usize]));
                self.path.push((c, r));
                let outcome = self.extend(self.unattacked((c, r), free));
                if outcome != Outcome::Completed {
                    return outcome;
                }
                self.path.pop();
            }
        }
        Outcome::Completed
    }

    /// Completes the path, all queens but one, with each last queen.
    fn last(&mut self, free: Squares) -> Outcome {
        let last = self.last_squares(&free);
        self.count(&last);
        for (c, r) in squares(&last) {
            self.path.push((c, r));
            if self.complete().is_none() {
                return Outcome::Witness;
            }
            self.path.pop();
        }
        Outcome::Completed
    }

    /// Completes the path, all queens but two, with each pair of last queens.
    fn last_two(&mut self, free: Squares) -> Outcome {
        let depth = self.path.len();
        let index = |(c, r): Square| (LARGEST * c + r) as u16;
        let mut open: Vec<Pair> = Vec::new();
        for c in 0..self.task.n {
            for r in ones(free[c] & self.middle[c] & self.later(c)) {
                self.path.push((c, r));
                let last = self.last_squares(&self.unattacked((c, r), free));
                self.count(&last);
                open.extend(squares(&last).map(|square| [index((c, r)), index(square)]));
                self.path.pop();
            }
        }
        // The completions found last first: they have the most queens in common with this path.
        for completions in self.lists[depth - 1].rchunks(BLOCK) {
            let before = open.len();
            self.block.fill(self.task.n, completions);
            open.retain(|&pair| !self.block.has(pair));
            // A search takes about as long as a block, and completes at least one pair.
            if open.len() == before || open.is_empty() {
                break;
            }
        }
        while let Some(pair) = open.pop() {
            let square =
                |square: u16| (usize::from(square) / LARGEST, usize::from(square) % LARGEST);
            self.path.extend(pair.map(square));
            let Some(rows) = self.complete() else { return Outcome::Witness };
            self.path.truncate(depth);
            let has = |(c, r): Square| usize::from(rows[c]) == r;
            open.retain(|pair| !pair.iter().all(|&queen| has(square(queen))));
            self.found.push(rows);
            for list in &mut self.lists[1..depth] {
                list.push(rows);
            }
        }
        Outcome::Completed
    }

    /// Where the last queen can be, of the squares that the others do not attack.
    fn last_squares(&self, free: &Squares) -> Squares {
        let mut last = *free;
        if self.task.centre == self.task.n {
            for (c, rows) in last.iter_mut().enumerate().take(self.task.n) {
                *rows &= self.middle[c] & self.later(c);
            }
        }
        last
    }

    /// Counts the placements with one of `last` as the last queen.
    fn count(&mut self, last: &Squares) {
        let firsts = self.path.iter().filter(|square| self.orbit.contains(square)).count() as u128;
        let all: u32 = last.iter().map(|rows| rows.count_ones()).sum();
        let more = self.orbit.iter().filter(|&&(c, r)| last[c] >> r & 1 == 1).count() as u128;
        let shares = (u128::from(all) - more) * SHARE / firsts + more * SHARE / (firsts + 1);
        self.part.weight += self.orbit.len() as u128 * shares;
    }

    /// The rows of column `c` after the last queen of the path: all after the first one.
    fn later(&self, c: usize) -> u32 {
        match self.path[..] {
            [_] => u32::MAX,
            [.., (last, _)] if c < last => 0,
            [.., (last, r)] if c == last => u32::MAX.checked_shl(r as u32 + 1).unwrap_or(0),
            _ => u32::MAX,
        }
    }

    fn unattacked(&self, (column, row): Square, mut free: Squares) -> Squares {
        for (c, rows) in free.iter_mut().enumerate() {
            let away = c.abs_diff(column);
            let attacked =
                if away == 0 { u64::MAX } else { 1 << row | 1 << (row + away) | 1 << row >> away };
            *rows &= !(attacked as u32);
            if c >= self.task.n {
                *rows = 0;
            }
            *rows &= (u64::MAX >> (64 - self.task.n)) as u32;
        }
        free
    }

    /// A completion of the path.
    fn complete(&mut self) -> Option<Rows> {
        self.part.searches += 1;
        self.seed += 1;
        let mut instance = PartialBoard::new(self.task.n).expect("N is at most 32");
        for &(c, r) in &self.path {
            let queen = Condition::Queen { column: c as u64 + 1, row: r as u64 + 1 };
            instance.add(queen).expect("the square is on the board");
        }
        let completion = complete(&instance, self.seed, &NoWatch).expect("it is not stopped")?;
        let mut rows = [0; LARGEST];
        for (to, queen) in rows.iter_mut().zip(completion.queens()) {
            *to = queen as u8 - 1;
        }
        Some(rows)
    }
}

/// The squares of a set, in ascending order.
fn squares(set: &Squares) -> impl Iterator<Item = Square> {
    set.iter().enumerate().flat_map(|(c, &rows)| ones(rows).map(move |r| (c, r)))
}

/// The positions of the bits that are 1, in ascending order.
fn ones(mut bits: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (bits != 0).then(|| bits.trailing_zeros() as usize);
        bits &= bits.wrapping_sub(1);
        first
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use nqdb_test_support::fixtures::rows;
    use nqdb_test_support::sample::up_to;

    /// Appends all placements with queens added to `queens` that come after them, as squares in ascending order.
    fn placements(n: usize, k: usize, queens: &mut Vec<Square>, all: &mut Vec<Vec<Square>>) {
        if queens.len() == k {
            return all.push(queens.clone());
        }
        for (c, r) in (0..n).flat_map(|c| (0..n).map(move |r| (c, r))) {
            let attacks =
                |&(c2, r2): &Square| c == c2 || r == r2 || c.abs_diff(c2) == r.abs_diff(r2);
            if queens.last().is_none_or(|&last| last < (c, r)) && !queens.iter().any(attacks) {
                queens.push((c, r));
                placements(n, k, queens, all);
                queens.pop();
            }
        }
    }

    fn is_completable(n: usize, queens: &[Square]) -> bool {
        let given = queens.iter().map(|(c, r)| format!("{}={}", c + 1, r + 1));
        complete(&PartialBoard::parse(n, given).unwrap(), 1, &NoWatch).unwrap().is_some()
    }

    #[test]
    fn the_table_is_right() {
        for row in rows("completion_threshold.csv") {
            let (n, k, queens): (usize, usize, String) =
                (row.get("n"), row.get("threshold"), row.get("queens"));
            let witness = PartialBoard::parse(n, queens.split(' ')).unwrap();
            assert_eq!(queens.split(' ').count(), k + 1, "N = {n}");
            assert_eq!(witness.contradiction(), None, "N = {n}");
            if n <= up_to(25, LARGEST) {
                assert_eq!(complete(&witness, 1, &NoWatch).unwrap(), None, "N = {n}");
            }
            if k > 0 && n <= 18 {
                let mut done = Done::open(None).unwrap();
                let task = Task { n, k, centre: n, limit: 10_000 };
                assert_eq!(task.run(&mut done).unwrap(), None, "N = {n}");
                assert_eq!(done.placements(), row.get("placements"), "N = {n}");
            }
        }
    }

    #[test]
    fn every_placement_is_looked_at() {
        for (n, k) in (4..=9).flat_map(|n| (1..=4).map(move |k| (n, k))) {
            let mut all = Vec::new();
            placements(n, k, &mut Vec::new(), &mut all);
            let task = Task { n, k, centre: n, limit: 50 };
            let mut done = Done::open(None).unwrap();
            let witness = task.run(&mut done).unwrap();
            assert_eq!(
                witness.is_none(),
                all.iter().all(|queens| is_completable(n, queens)),
                "N = {n}, K = {k}"
            );
            let Some(mut witness) = witness else {
                assert_eq!(done.placements(), all.len() as u128, "N = {n}, K = {k}");
                // A run that was interrupted has some parts, and is continued.
                let some = done.parts.iter().filter(|((c, r), _)| (c + r) % 2 == 0);
                let mut again = Done {
                    parts: some.map(|(&square, &part)| (square, part)).collect(),
                    file: None,
                };
                assert!(again.parts.len() < done.parts.len());
                assert_eq!(task.run(&mut again).unwrap(), None);
                assert_eq!(again.placements(), done.placements());
                continue;
            };
            witness.sort_unstable();
            assert!(all.contains(&witness) && !is_completable(n, &witness), "N = {n}: {witness:?}");
        }
    }
}
