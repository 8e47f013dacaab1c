//! n-Queens Completion: given queens, excluded squares and excluded diagonals, find a completion, prove that
//! there is none, or find out whether there is exactly one. Nothing is counted or ranked, so that boards up
//! to N = 10,000 are in reach.
//!
//! ```
//! use nqdb::NoWatch;
//! use nqdb::completion::{Instance, Uniqueness, complete, uniqueness};
//!
//! let instance = Instance::parse(8, ["1=1", "2=7", "3!=4"])?;
//! let completion = complete(&instance, 1, &NoWatch)?.expect("a solution begins with 1 7 5");
//! assert_eq!(completion.to_string(), "1 7 5 8 2 4 6 3");
//! assert!(matches!(uniqueness(&instance, 1, &NoWatch)?, Uniqueness::Unique(_)));
//! # Ok::<(), nqdb::completion::CompletionError>(())
//! ```
//!
//! The problem is NP-complete, and counting is #P-complete (Gent, Jefferson and Nightingale 2017, sections 4
//! and 5), but random instances are easy. The search branches on a row or a column, the one with the fewest
//! squares left divided by its weight (dom/wdeg: Boussemart et al. 2004). The weight of a line is 1 plus the
//! number of times that it had no square left. Ties and the order of squares are random. While nothing has
//! been found, the search starts anew after a number of nodes that grows, and keeps the weights; it ends with
//! a completion, or with a tree searched to its end, which proves that there is none.
//!
//! | part | what it does |
//! | --- | --- |
//! | `instance` | [`Instance`]: what is given and excluded |
//! | `search` | the search, over any [`Board`] |
//! | `squares`, `words` | boards up to N = 64: rows and columns as words in vectors |
//! | `quadratic` | a bound for proofs that there is no completion, over `words` |
//! | `foresight` | which prefixes of a lexicographic search have solutions, by these proofs |
//! | `counters` | boards of any size: counters of squares, updated along the four lines of a queen |

mod counters;
mod error;
mod foresight;
mod instance;
mod quadratic;
mod search;
mod squares;
mod words;

pub use error::CompletionError;
pub(super) use foresight::Foresight;
pub use instance::Instance;

use crate::combinatorics::{BoardSize, Placement};
use crate::dice::Dice;
use crate::search::kernel::Kernel;
use crate::watch::{Activity, Progress, Watch, Watched};
use counters::Counters;
use error::Result;
use search::{Board, Search, Tick};
use words::Words;

/// How many completions an instance has, as far as uniqueness goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Uniqueness {
    /// None, which is proved.
    None,
    /// Exactly this one, which is proved.
    Unique(Placement),
    /// Several, of which these are two.
    Several([Placement; 2]),
}

/// Some completion of an instance; `None` proves that there is none. The same seed gives the same one on
/// every machine.
///
/// Cost: about N nodes where completions are many, of 0.2 µs each up to N = 64 and 10 N ns beyond; exponential
/// for the hard instances in between. Memory: 100 KB up to N = 64; beyond, 100 N bytes and 2 bytes for each
/// square tried in vain on the way to the current node.
pub fn complete(instance: &Instance, seed: u64, watch: &dyn Watch) -> Result<Option<Placement>> {
    Ok(completions(instance, 1, seed, watch)?.pop())
}

/// Whether an instance has no completion, one, or several. Cost and memory: as [`complete`].
pub fn uniqueness(instance: &Instance, seed: u64, watch: &dyn Watch) -> Result<Uniqueness> {
    let mut found = completions(instance, 2, seed, watch)?.into_iter();
    Ok(match (found.next(), found.next()) {
        (None, _) => Uniqueness::None,
        (Some(only), None) => Uniqueness::Unique(only),
        (Some(first), Some(second)) => Uniqueness::Several([first, second]),
    })
}

/// Different completions of an instance, in no order: `limit` of them, or all if there are fewer. Cost and
/// memory: as [`complete`], and 4 N bytes for each completion.
pub fn completions(
    instance: &Instance,
    limit: usize,
    seed: u64,
    watch: &dyn Watch,
) -> Result<Vec<Placement>> {
    completions_with(Kernel::best(), instance, limit, seed, watch)
}

/// The completions, with the instructions of a kernel. All kernels find the same ones.
#[doc(hidden)] // For benchmarks and tests.
pub fn completions_with(
    kernel: Kernel,
    instance: &Instance,
    limit: usize,
    seed: u64,
    watch: &dyn Watch,
) -> Result<Vec<Placement>> {
    if limit == 0 || instance.contradicts_itself() {
        return Ok(Vec::new());
    }
    let n = instance.n();
    let watched = Watched::new(watch, Activity::Completing, n as u64, "queens placed");
    let mut tick = |nodes| watched.tick(nodes, None);
    let dice = Dice::new(seed);
    let found = match n <= usize::from(BoardSize::MAX) {
        true => find(Words::new(instance), kernel, n, limit, dice, &mut tick),
        false => find(Counters::new(instance), kernel, n, limit, dice, &mut tick),
    };
    let rows = found.map_err(|progress| CompletionError::Stopped { progress })?;
    let checked = rows.into_iter().map(|rows| {
        let placement = Placement::new(rows).ok().filter(|found| instance.is_met_by(found));
        placement.ok_or(CompletionError::Wrong { n })
    });
    checked.collect()
}

/// The rows of `wanted` completions of a board, or of all.
fn find<B: Board>(
    board: B,
    kernel: Kernel,
    n: usize,
    wanted: usize,
    dice: Dice,
    tick: &mut Tick<'_>,
) -> Result<Vec<Vec<u32>>, Progress> {
    let mut search = Search::new(board, dice);
    search.run_with_restarts(kernel, n, wanted, tick)?;
    Ok(search.found)
}
