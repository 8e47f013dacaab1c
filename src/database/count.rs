//! Counting the solutions that match conditions: by Q(N), a heat map, cells, a search, or sums and differences of
//! these; square by square; or by estimates, which use no tables.

use super::board::Board;
use super::tables::{Tables, Tier};
use crate::combinatorics::{
    Conditions, Rank, Selection, Solution, Symmetry, known_symmetric_counts,
};
use crate::error::{Error, Result};
use crate::sampling::{self, Effort, Estimate, Pace, Sampling, Snapshot};
use crate::search::{Goal, Heatmap, Items, SearchError, cell_depth, count_matching, next_rows};
use std::fmt;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

/// The maximum number of columns whose conditions are counted by their complements.
const PARTED: usize = 3;

/// Number of solutions that a search counts in the time of reading a cell.
const READING: f64 = 3.0;

/// The maximum number of prefixes whose next queens are counted one by one.
const PREFIXES: usize = 64;

/// How many times too large a rank is by a quick estimate before it is refused without a search.
const FAR: f64 = 4.0;

/// A plan for counting the solutions that match conditions; made by [`Board::count_plan`].
#[derive(Debug, Clone)]
pub struct CountPlan {
    board: Board,
    terms: Vec<Term>,
    /// Approximate number of solutions to visit.
    cost: f64,
}

/// A number that is added or subtracted.
#[derive(Debug, Clone)]
struct Term {
    is_added: bool,
    way: Way,
}

/// Where a number comes from.
#[derive(Debug, Clone)]
enum Way {
    /// Q(N).
    Total,
    /// The count of a square in the built-in heat map.
    Square(u64),
    /// The cells of the index or the built-in ones, for this image of the conditions.
    Index(Box<Conditions>),
    /// The ranks, in these cells, of the solutions that begin with these prefixes and a next queen in these rows.
    Ranks(Vec<Vec<u8>>, u64),
    /// A search.
    Search(Box<Conditions>),
    /// A published number of symmetric solutions.
    Published(u64),
    /// The solutions that meet the conditions and have the properties, one by one.
    Each(Box<Selection>),
}

impl Board {
    /// The number of selected solutions.
    ///
    /// Without properties, the number is taken from the heat map ([`Heatmap::known`], up to N = 20) for a single square; from ranks or
    /// cells for conditions on the first columns, or an image of them; and is otherwise counted
    /// by a search on all cores. If a column excludes only a few rows, the solutions in those rows
    /// are counted and subtracted. Symmetric solutions without conditions are known ([`known_symmetric_counts`]); those with
    /// other properties are found one by one. [`CountPlan`] shows which of these is used.
    ///
    /// # Errors
    /// Those of [`Board::count_plan`].
    pub fn count_selected(&self, selection: impl Into<Selection>) -> Result<u64> {
        self.count_plan(selection)?.run()
    }

    /// The plan that is probably the fastest for counting the selected solutions.
    ///
    /// # Errors
    /// [`Error::OtherConditions`]; [`Error::UnknownCount`] for conditions without squares and N > 27.
    pub fn count_plan(&self, selection: impl Into<Selection>) -> Result<CountPlan> {
        let selection = selection.into();
        let conditions = &selection.conditions;
        self.check_conditions(conditions)?;
        if !selection.properties.are_none() {
            let known = known_symmetric_counts(self.n(), &selection.properties);
            let way = match known.filter(|_| conditions.is_any()) {
                Some((solutions, _)) => Way::Published(solutions),
                None => Way::Each(Box::new(selection)),
            };
            let terms = vec![Term { is_added: true, way }];
            return Ok(CountPlan { board: self.clone(), terms, cost: 0.0 });
        }
        if conditions.is_any() {
            // Do not search for an unknown Q(N).
            self.solution_count()?;
        }
        let columns: Vec<usize> = conditions.mostly_free_columns().take(PARTED + 1).collect();
        let parted = if columns.len() > PARTED { &[] } else { &columns[..] };
        let plan = self.cheapest(conditions, parted);
        if plan.cost == 0.0 || self.tier() == Tier::Searched {
            return Ok(plan);
        }
        // The built-in cells end at prefixes of a few queens, below which counts are sums.
        let mut built_in = self.clone();
        built_in.tables = Tables::built_in(self.n(), &self.watch);
        let other = built_in.cheapest(conditions, parted);
        Ok(if other.cost < plan.cost { other } else { plan })
    }

    /// The cheapest plan in which each of these columns is counted directly or by its complement.
    fn cheapest(&self, conditions: &Conditions, columns: &[usize]) -> CountPlan {
        let Some((&column, others)) = columns.split_first() else { return self.direct(conditions) };
        let together = self.cheapest(conditions, others);
        if together.cost == 0.0 {
            return together;
        }
        let [without, opposite] = conditions.parted(column);
        let parted = self.cheapest(&without, others).less(self.cheapest(&opposite, others));
        if parted.cost < together.cost { parted } else { together }
    }

    /// The plan of one term.
    fn direct(&self, conditions: &Conditions) -> CountPlan {
        let plan = |terms, cost| CountPlan { board: self.clone(), terms, cost };
        let Some(reduced) = conditions.reduced() else { return plan(Vec::new(), 0.0) };
        let total = self.solution_count().ok();
        if total.is_some() && reduced.deciding_columns(0).is_some() {
            return plan(vec![Term { is_added: true, way: Way::Total }], 0.0);
        }
        if let Some(count) = count_of_square(&reduced) {
            return plan(vec![Term { is_added: true, way: Way::Square(count) }], 0.0);
        }
        let all = total.unwrap_or(1) as f64;
        let (cost, way) = (all * reduced.share(), Way::Search(Box::new(reduced.clone())));
        let ways = self.index(&reduced).into_iter().chain([(cost, way)]);
        match ways.min_by(|(cost, _), (other, _)| cost.total_cmp(other)) {
            Some((cost, way)) => plan(vec![Term { is_added: true, way }], cost),
            None => plan(Vec::new(), 0.0),
        }
    }

    /// The ways to count the images of reduced conditions by the index, each with its work. Cells are given by their limit,
    /// and the number of first queens that their solutions share.
    fn index(&self, reduced: &Conditions) -> Vec<(f64, Way)> {
        let Some(limit) = self.cell_limit() else { return Vec::new() };
        let cells = (limit as f64, self.cells().map_or(0, Tables::shared_queens));
        let ways = |symmetry| {
            let image = reduced.image(symmetry);
            let ranks = prefixes(&image).map(|(prefixes, rows)| {
                (self.cost_of_ranks(cells, &prefixes), Way::Ranks(prefixes, rows))
            });
            let cells =
                self.cost_of_index(cells, &image).map(|cost| (cost, Way::Index(Box::new(image))));
            ranks.into_iter().chain(cells)
        };
        Symmetry::ALL.into_iter().flat_map(ways).collect()
    }

    /// The work of counting the next queens after prefixes: half a cell for each row, unless cells end there.
    fn cost_of_ranks(&self, (limit, shared): (f64, usize), prefixes: &[Vec<u8>]) -> f64 {
        let is_sum = prefixes.iter().all(|prefix| prefix.len() < shared);
        let each = if is_sum { READING } else { limit / 2.0 };
        prefixes.len() as f64 * self.n().get() as f64 * each
    }

    /// The work of counting an image in the cells: reading them, and searching those that match in part. `None` if
    /// prefixes do not decide the conditions.
    fn cost_of_index(&self, (limit, shared): (f64, usize), image: &Conditions) -> Option<f64> {
        let (n, depth) = (self.n(), cell_depth(self.n()));
        let deciding = image.deciding_columns(depth)?;
        let half = self.solution_count().unwrap_or(0) as f64 / 2.0;
        // In later columns, each queen attacks three rows, fewer near the border.
        let prefixes = |queens| {
            (0..queens)
                .map(|queen| (n.get() as f64 - 2.6 * f64::from(queen)).max(1.0))
                .product::<f64>()
                / 2.0
        };
        let in_cell = (limit * prefixes(depth as u32) / half).max(1.0);
        let borders = prefixes(deciding as u32) / prefixes(depth as u32);
        let is_sum = deciding <= shared;
        let in_part = if is_sum { 0.0 } else { ((in_cell - 1.0) * borders).min(1.0) };
        let share = image.share_in(deciding);
        Some(READING * half / limit + half * in_part * share.min(1.0 - share))
    }
}

impl CountPlan {
    /// Whether the number is published, so that nothing is computed.
    pub fn is_published(&self) -> bool {
        matches!(self.terms[..], [Term { way: Way::Published(_), .. }])
    }

    /// Runs the plan and returns the number of solutions.
    ///
    /// # Errors
    /// Only those of any query ([`Board`]).
    pub fn run(&self) -> Result<u64> {
        let (mut added, mut subtracted) = (0u64, 0u64);
        for Term { is_added, way } in &self.terms {
            let count = self.board.count_by(way)?;
            let sum = if *is_added { &mut added } else { &mut subtracted };
            *sum = sum.saturating_add(count);
        }
        // With wrong counts in the index, the difference could be negative.
        added.checked_sub(subtracted).ok_or(SearchError::NoAnswer { n: self.board.n() }.into())
    }

    /// The plan for the difference of two plans.
    fn less(self, other: CountPlan) -> CountPlan {
        let cost = self.cost + other.cost;
        let others =
            other.terms.into_iter().map(|Term { is_added, way }| Term { is_added: !is_added, way });
        CountPlan { terms: self.terms.into_iter().chain(others).collect(), cost, ..self }
    }
}

/// The terms, such as `the index less a search`; a deduction if no solution can match.
impl fmt::Display for CountPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.terms.is_empty() {
            return f.write_str("a deduction: none can match");
        }
        let is_indexed = self.board.tier() == Tier::Indexed;
        // A difference starts with an added term.
        for (place, Term { is_added, way }) in self.terms.iter().enumerate() {
            match (place, is_added) {
                (0, _) => {}
                (_, true) => f.write_str(" plus ")?,
                (_, false) => f.write_str(" less ")?,
            }
            f.write_str(match way {
                Way::Total => "Q(N)",
                Way::Square(_) => "the heat map",
                Way::Index(_) if is_indexed => "the index",
                Way::Index(_) => "the built-in cells",
                Way::Ranks(..) if is_indexed => "ranks in the index",
                Way::Ranks(..) => "ranks in the built-in cells",
                Way::Search(_) => "a search",
                Way::Published(_) => "published numbers",
                Way::Each(_) => "listing them",
            })?;
        }
        Ok(())
    }
}

impl Board {
    fn count_by(&self, way: &Way) -> Result<u64> {
        match way {
            Way::Total => self.solution_count(),
            Way::Square(count) => Ok(*count),
            Way::Ranks(prefixes, rows) => self.count_next(prefixes, *rows),
            Way::Index(conditions) => match self.count_in_cells(conditions)? {
                Some(count) => Ok(count),
                None => Ok(count_matching(conditions, &*self.watch)?),
            },
            Way::Search(conditions) => Ok(count_matching(conditions, &*self.watch)?),
            Way::Published(number) => Ok(*number),
            Way::Each(selection) => {
                let mut selected = self.select(&**selection, Rank::FIRST)?;
                selected.try_fold(0, |number, solution| solution.map(|_| number + 1))
            }
        }
    }

    /// The number of solutions that match reduced conditions, counted in the cells, whose prefixes must decide it;
    /// `None` without cells.
    #[doc(hidden)] // For tests.
    pub fn count_in_cells(&self, conditions: &Conditions) -> Result<Option<u64>> {
        self.cells().map(|cells| cells.count_matching(conditions)).transpose()
    }

    /// The number of solutions that begin with one of these prefixes and a queen in one of these rows, a bit each.
    fn count_next(&self, prefixes: &[Vec<u8>], rows: u64) -> Result<u64> {
        let mut count: u64 = 0;
        for prefix in prefixes {
            let children = self.children(prefix)?.children.into_iter();
            let matching = children.filter(|child| rows >> child.row & 1 == 1);
            count = count.saturating_add(matching.map(|child| child.solutions).sum());
        }
        Ok(count)
    }
}

/// If a few prefixes and the rows of the next queen decide the conditions, these prefixes and rows.
fn prefixes(image: &Conditions) -> Option<(Vec<Vec<u8>>, u64)> {
    let last = image.deciding_columns(image.n().get())?.checked_sub(1)?;
    let mut prefixes = vec![Vec::new()];
    for &rows in &image.rows()[..last] {
        let next = |prefix: &Vec<u8>| {
            let safe = next_rows(image.n(), prefix).into_iter().filter(|row| rows >> row & 1 == 1);
            safe.map(|row| [&prefix[..], &[row]].concat()).collect::<Vec<_>>()
        };
        prefixes = prefixes.iter().flat_map(next).collect();
        if prefixes.len() > PREFIXES {
            return None;
        }
    }
    Some((prefixes, image.rows()[last]))
}

/// The count of the only queen of reduced conditions, if the heat map is known.
fn count_of_square(reduced: &Conditions) -> Option<u64> {
    let heatmap = Heatmap::known(reduced.n())?;
    let column = reduced.rows().iter().position(|rows| rows.is_power_of_two())?;
    let row = reduced.rows()[column].trailing_zeros() as usize;
    let alone = Conditions::any(reduced.n()).with_queen(column, row).ok()?.reduced()?;
    let counts = heatmap.rows().nth(row)?;
    (alone == *reduced).then(|| counts[column])
}

impl Board {
    /// The numbers of items, counted by one search. Fails if too many others come before one of them.
    pub(super) fn search_numbers(&self, items: Items, all: &[Solution]) -> Result<Vec<u64>> {
        let Some(last) = all.iter().max() else { return Ok(Vec::new()) };
        let (most, goal) = self.reach(last)?;
        let found = self.searched().numbers(items, all, most, goal)?;
        found.ok_or(Error::RankOutOfReach { n: self.n(), about: self.reach as f64 })
    }

    /// The number of solutions or orbits among which a search looks for this solution, and the goal of the search. Fails
    /// if a quick estimate puts it far beyond them, in a few milliseconds, or some tenths of a second for solutions near
    /// the beginning.
    fn reach(&self, solution: &Solution) -> Result<(u64, Goal)> {
        if self.reaches_all() {
            return Ok((u64::MAX, Goal::Unknown));
        }
        // A larger population finds some of the solutions before it even if they are rarer.
        for population in [200, 4000, 32_000] {
            let effort = Effort::Runs(10);
            let quick = Sampling { effort, population, seed: 1, jobs: NonZeroUsize::MIN };
            match self.estimate_rank(solution, &quick) {
                Ok(about) if about.mean > FAR * self.reach as f64 => {
                    return Err(Error::RankOutOfReach { n: self.n(), about: about.mean });
                }
                Ok(about) => return Ok((self.reach, Goal::Found(about.mean as u64 + 1))),
                Err(Error::Search(SearchError::NothingBefore { .. })) => {}
                Err(error) => return Err(error),
            }
        }
        Ok((self.reach, Goal::Unknown))
    }

    /// Estimates the number of solutions that match conditions ([`sampling::estimate_count`]), under the watch of the
    /// board. For `Conditions::any` it estimates Q(N).
    ///
    /// # Errors
    /// [`Error::OtherConditions`]; those of [`sampling::estimate_count`].
    pub fn estimate_count(&self, conditions: &Conditions, sampling: &Sampling) -> Result<Estimate> {
        self.check_conditions(conditions)?;
        Ok(sampling::estimate_count(conditions, sampling, &*self.watch)?)
    }

    /// Estimates the rank of a solution ([`sampling::estimate_rank`]), under the watch of the board.
    ///
    /// # Errors
    /// [`Error::OtherBoard`]; those of [`sampling::estimate_rank`].
    pub fn estimate_rank(&self, solution: &Solution, sampling: &Sampling) -> Result<Estimate> {
        self.check_size(solution)?;
        Ok(sampling::estimate_rank(solution, sampling, &*self.watch)?)
    }

    /// The number of selected solutions with a queen on each square, under the watch of the board: built in
    /// ([`Heatmap::known`]) for all solutions, else counted ([`Heatmap::matching`]), one by one if they have properties.
    ///
    /// # Errors
    /// [`Error::OtherConditions`]; [`SearchError::HeatmapTooLarge`] for all solutions and N > 20.
    pub fn heatmap(&self, selection: impl Into<Selection>) -> Result<Heatmap> {
        let selection = selection.into();
        let Selection { conditions, properties } = &selection;
        self.check_conditions(conditions)?;
        if !properties.are_none() {
            let selected = self.select(&selection, Rank::FIRST)?;
            return Heatmap::of(self.n(), selected.map(|found| Ok(found?.1)));
        }
        match Heatmap::known(conditions.n()).filter(|_| conditions.is_any()) {
            Some(known) => Ok(known),
            None => Ok(Heatmap::matching(conditions, &*self.watch)?),
        }
    }

    /// Like [`Board::heatmap`], with snapshots during the count ([`sampling::count_progressively`]).
    ///
    /// # Errors
    /// [`Error::OtherConditions`]; those of [`sampling::count_progressively`].
    pub fn count_progressively(
        &self,
        conditions: &Conditions,
        pace: &Pace,
        report: &mut dyn FnMut(&Snapshot) -> ControlFlow<()>,
    ) -> Result<Heatmap> {
        self.check_conditions(conditions)?;
        Ok(sampling::count_progressively(conditions, pace, &*self.watch, report)?)
    }
}
