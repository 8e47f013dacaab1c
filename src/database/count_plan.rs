//! How the solutions that match a pattern are counted: by Q(N), by a heat map, by the cells of an index, by a
//! search, or by sums and differences of these.

use super::board::{Backend, Board};
use crate::combinatorics::{Pattern, Symmetry};
use crate::error::Result;
use crate::search::{Heatmap, SearchError, cell_depth, cell_limit, count_matching};
use std::fmt;

/// The most columns whose conditions are counted by their opposites.
const PARTED: usize = 3;

/// First columns that decide about nearly all cells as a whole.
const QUICK: usize = 3;

/// Solutions that a search counts while a cell is read.
const READING: f64 = 3.0;

/// A way to count the solutions that match a pattern; made by [`Board::count_plan`].
#[derive(Debug, Clone)]
pub struct CountPlan {
    board: Board,
    terms: Vec<Term>,
    /// Solutions to visit, about.
    cost: f64,
}

/// A number that is added or subtracted.
#[derive(Debug, Clone)]
struct Term {
    is_added: bool,
    way: Way,
}

/// What gives a number.
#[derive(Debug, Clone)]
enum Way {
    /// Q(N).
    Total,
    /// The count of a square in the heat map that comes with nqdb.
    Square(u64),
    /// The cells of the index count the matches of this pattern, an image of the one that is asked.
    Index(Box<Pattern>),
    /// A search.
    Search(Box<Pattern>),
}

impl Board {
    /// How many solutions match a pattern.
    ///
    /// Up to N = 20 the heat map ([`Heatmap::known`]) has the count of one square. On an indexed board the counts of its cells answer a pattern of the first columns (up to the depth of a
    /// cell), or an image of one; a search of all cores counts others. Where a column excludes a few rows, the
    /// solutions in these rows are counted and subtracted. [`CountPlan`] says which way is taken.
    pub fn count_matching(&self, pattern: &Pattern) -> Result<u64> {
        self.count_plan(pattern)?.run()
    }

    /// The way that is probably the fastest to count the solutions that match a pattern. An error for a pattern
    /// without squares where nobody knows Q(N).
    pub fn count_plan(&self, pattern: &Pattern) -> Result<CountPlan> {
        self.check_pattern(pattern)?;
        if pattern.is_any() {
            // No search for what nobody knows.
            self.solution_count()?;
        }
        let direct = self.direct(pattern);
        if !direct.terms.iter().any(|term| matches!(term.way, Way::Search(_))) {
            return Ok(direct);
        }
        let columns: Vec<usize> = pattern.mostly_free_columns().take(PARTED + 1).collect();
        let parted = if columns.len() > PARTED { &[] } else { &columns[..] };
        Ok(self.cheapest(pattern, parted))
    }

    /// The cheapest plan in which each of these columns is counted as it is or by its opposite.
    fn cheapest(&self, pattern: &Pattern, columns: &[usize]) -> CountPlan {
        let Some((&column, others)) = columns.split_first() else { return self.direct(pattern) };
        let together = self.cheapest(pattern, others);
        let [without, opposite] = pattern.parted(column);
        let parted = self.cheapest(&without, others).less(self.cheapest(&opposite, others));
        if parted.cost < together.cost { parted } else { together }
    }

    /// The plan of one term.
    fn direct(&self, pattern: &Pattern) -> CountPlan {
        let plan = |terms, cost| CountPlan { board: self.clone(), terms, cost };
        let Some(reduced) = pattern.reduced() else { return plan(Vec::new(), 0.0) };
        let total = self.solution_count().ok();
        if total.is_some() && reduced.deciding_columns(0).is_some() {
            return plan(vec![Term { is_added: true, way: Way::Total }], 0.0);
        }
        if let Some(count) = count_of_square(&reduced) {
            return plan(vec![Term { is_added: true, way: Way::Square(count) }], 0.0);
        }
        let all = total.unwrap_or(1) as f64;
        let (cost, way) = (all * reduced.share(), Way::Search(Box::new(reduced.clone())));
        let (cost, way) = match self.index(&reduced) {
            Some((index, image)) if index < cost => (index, Way::Index(Box::new(image))),
            _ => (cost, way),
        };
        plan(vec![Term { is_added: true, way }], cost)
    }

    /// The image of a reduced pattern that the index answers with the least work, and that work.
    fn index(&self, reduced: &Pattern) -> Option<(f64, Pattern)> {
        let Backend::Indexed(..) = self.backend else { return None };
        let images = Symmetry::ALL.map(|symmetry| reduced.image(symmetry));
        let costs =
            images.into_iter().filter_map(|image| Some((self.cost_of_index(&image)?, image)));
        costs.min_by(|(cost, _), (other, _)| cost.total_cmp(other))
    }

    /// The work of counting an image in the cells: reading, and the search of the cells that match in part. `None`
    /// if the prefixes do not decide.
    fn cost_of_index(&self, image: &Pattern) -> Option<f64> {
        let (n, depth) = (self.n(), cell_depth(self.n()));
        let deciding = image.deciding_columns(depth)?;
        let half = self.solution_count().unwrap_or(0) as f64 / 2.0;
        // Three rows of each later column are attacked by a queen, fewer near the border.
        let prefixes = |queens| {
            (0..queens)
                .map(|queen| (n.get() as f64 - 2.6 * f64::from(queen)).max(1.0))
                .product::<f64>()
                / 2.0
        };
        let in_cell = (cell_limit(n) as f64 * prefixes(depth as u32) / half).max(1.0);
        let borders = prefixes(deciding as u32) / prefixes(depth as u32);
        let in_part = ((in_cell - 1.0) * borders).min(1.0);
        let rows = image.rows()[..deciding].iter();
        let share: f64 = rows.map(|rows| f64::from(rows.count_ones()) / n.get() as f64).product();
        Some(READING * half / cell_limit(n) as f64 + half * in_part * share.min(1.0 - share))
    }
}

impl CountPlan {
    /// Counts.
    pub fn run(&self) -> Result<u64> {
        let (mut added, mut subtracted) = (0u64, 0u64);
        for Term { is_added, way } in &self.terms {
            let count = self.board.count_by(way)?;
            let sum = if *is_added { &mut added } else { &mut subtracted };
            *sum = sum.saturating_add(count);
        }
        // An index with wrong counts may have too few.
        added.checked_sub(subtracted).ok_or(SearchError::NoAnswer { n: self.board.n() }.into())
    }

    /// The plan for the difference of two numbers.
    fn less(self, other: CountPlan) -> CountPlan {
        let cost = self.cost + other.cost;
        let others =
            other.terms.into_iter().map(|Term { is_added, way }| Term { is_added: !is_added, way });
        CountPlan { terms: self.terms.into_iter().chain(others).collect(), cost, ..self }
    }
}

/// The terms, such as `the index less a search`; `nothing` where no solution can match.
impl fmt::Display for CountPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.terms.is_empty() {
            return f.pad("nothing");
        }
        // A difference begins with a sum.
        for (place, Term { is_added, way }) in self.terms.iter().enumerate() {
            match (place, is_added) {
                (0, _) => {}
                (_, true) => f.write_str(" plus ")?,
                (_, false) => f.write_str(" less ")?,
            }
            f.write_str(match way {
                Way::Total => "Q(N)",
                Way::Square(_) => "the heat map",
                Way::Index(_) => "the index",
                Way::Search(_) => "a search",
            })?;
        }
        Ok(())
    }
}

impl Board {
    fn count_by(&self, way: &Way) -> Result<u64> {
        match (way, &self.backend) {
            (Way::Total, _) => self.solution_count(),
            (Way::Square(count), _) => Ok(*count),
            (Way::Index(image), Backend::Indexed(stored, _)) => Ok(stored.count_matching(image)?),
            (Way::Index(pattern) | Way::Search(pattern), _) => {
                let counted = count_matching(pattern, &*self.watch);
                Ok(counted.map_err(|error| match error {
                    SearchError::Stopped { progress, .. } => {
                        let without_tables = self.lacks_an_index_for(pattern);
                        SearchError::Stopped { progress, without_tables }
                    }
                    other => other,
                })?)
            }
        }
    }

    /// Whether an index would count the matches of a reduced pattern at once.
    fn lacks_an_index_for(&self, reduced: &Pattern) -> bool {
        let is_quick = |symmetry| reduced.image(symmetry).deciding_columns(QUICK).is_some();
        matches!(self.backend, Backend::Searched(_)) && Symmetry::ALL.into_iter().any(is_quick)
    }
}

/// The count of the square whose queen is all that a reduced pattern says, where its heat map is known.
fn count_of_square(reduced: &Pattern) -> Option<u64> {
    let heatmap = Heatmap::known(reduced.n())?;
    let column = reduced.rows().iter().position(|rows| rows.is_power_of_two())?;
    let row = reduced.rows()[column].trailing_zeros();
    let alone = Pattern::any(reduced.n()).with_queen(column as u8, row as u8).ok()?.reduced()?;
    let counts = heatmap.rows().nth(row as usize)?;
    (alone == *reduced).then(|| counts[column])
}

#[cfg(all(test, feature = "sqlite"))]
mod tests {
    use super::*;
    use crate::combinatorics::{BoardSize, Solution};
    use crate::database::Database;
    use crate::search::Solutions;
    use crate::store::{BuildOptions, BuildTier, build};
    use crate::watch::NoWatch;
    use proptest::prelude::*;
    use std::sync::LazyLock;
    use tempfile::TempDir;

    /// A board with an index of small cells, and all its solutions.
    struct Indexed {
        board: Board,
        solutions: Vec<Solution>,
        _directory: TempDir,
    }

    impl Indexed {
        fn new(n: u64, cell_limit: u64) -> Self {
            let (directory, n) = (TempDir::new().unwrap(), BoardSize::new(n).unwrap());
            let path = directory.path().join("test.db");
            let (tier, cell_limit) = (Some(BuildTier::Indexed), Some(cell_limit));
            let options = BuildOptions { tier, cell_limit, ..BuildOptions::default() };
            build(&path, n, options, NoWatch).unwrap();
            let board = Database::open(&path).unwrap().board(n).unwrap();
            Indexed { board, solutions: Solutions::new(n).collect(), _directory: directory }
        }

        fn count(&self, pattern: &Pattern) -> u64 {
            self.solutions.iter().filter(|solution| pattern.matches(solution)).count() as u64
        }
    }

    /// Cells of many prefixes, of a few, and of one; one block and several.
    static BOARDS: LazyLock<Vec<Indexed>> = LazyLock::new(|| {
        let sizes = [(5, 1), (6, 3), (7, 4), (8, 10), (9, 40), (10, 7), (11, 1), (12, 100)];
        sizes.into_iter().map(|(n, cell_limit)| Indexed::new(n, cell_limit)).collect()
    });

    /// Squares of the first columns, or of the images of these, each with whether it has a queen.
    fn squares() -> impl Strategy<Value = (usize, Vec<(u8, u8, bool)>, Symmetry)> {
        (0..BOARDS.len()).prop_flat_map(|place| {
            let n = BOARDS[place].board.n();
            let (columns, rows) = (cell_depth(n) as u8, n.get() as u8);
            let square = (0..columns, 0..rows, prop::bool::weighted(0.25));
            let symmetry = prop::sample::select(Symmetry::ALL.to_vec());
            (Just(place), prop::collection::vec(square, 1..6), symmetry)
        })
    }

    fn pattern(n: BoardSize, squares: &[(u8, u8, bool)]) -> Pattern {
        squares.iter().fold(Pattern::any(n), |pattern, &(column, row, queen)| {
            let pattern = match queen {
                true => pattern.with_queen(column, row),
                false => pattern.without_queen(column, row),
            };
            pattern.unwrap()
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        /// Whatever the plan, and from every image that the index answers.
        #[test]
        fn the_index_counts_as_a_filter((place, squares, symmetry) in squares()) {
            let Indexed { board, .. } = &BOARDS[place];
            let pattern = pattern(board.n(), &squares).image(symmetry);
            let expected = BOARDS[place].count(&pattern);
            prop_assert_eq!(board.count_matching(&pattern).unwrap(), expected);
            let Backend::Indexed(stored, _) = &board.backend else { panic!("an indexed board") };
            let images = pattern.reduced().into_iter();
            let images = images.flat_map(|reduced| Symmetry::ALL.map(|symmetry| reduced.image(symmetry)));
            let fits = |image: &Pattern| image.deciding_columns(cell_depth(board.n())).is_some();
            let images: Vec<Pattern> = images.filter(fits).collect();
            prop_assert!(expected == 0 || !images.is_empty());
            for image in images {
                prop_assert_eq!(stored.count_matching(&image).unwrap(), expected, "{:?}", image);
            }
        }

        /// The opposite of each column, and of any three of them.
        #[test]
        fn differences_count_as_a_filter((place, squares, symmetry) in squares()) {
            let Indexed { board, .. } = &BOARDS[place];
            let pattern = pattern(board.n(), &squares).image(symmetry);
            let expected = BOARDS[place].count(&pattern);
            for column in 0..board.n().get() {
                let [without, opposite] = pattern.parted(column);
                let plan = board.direct(&without).less(board.direct(&opposite));
                prop_assert_eq!(plan.run().unwrap(), expected, "column {}", column);
            }
            let columns: Vec<usize> = pattern.mostly_free_columns().take(PARTED).collect();
            prop_assert_eq!(board.cheapest(&pattern, &columns).run().unwrap(), expected);
        }
    }

    #[test]
    fn plans_take_what_is_known() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/indexes/18.db");
        let indexed = Database::open(path).unwrap();
        let searched = Database::without_file();
        let cases = [
            (&searched, 18, "1!=1", "Q(N) less the heat map"),
            (&searched, 18, "9=9", "the heat map"),
            (&searched, 18, "9=9 9!=8 10!=10", "the heat map"),
            (&searched, 18, "9=9 1!=1", "the heat map"),
            (&searched, 18, "9=9 1!=2", "the heat map less a search"),
            (&searched, 18, "1=1 2=7", "a search"),
            (&searched, 21, "9=9", "a search"),
            (&searched, 21, "1!=1", "Q(N) less a search"),
            (&searched, 21, "1!=1 9!=9", "Q(N) less a search less a search"),
            (&searched, 18, "1=1 18=18 9=1", "nothing"),
            (&indexed, 18, "1=1", "the heat map"),
            (&indexed, 18, "1!=1 3!=7", "the index"),
            (&indexed, 18, "9!=9", "Q(N) less the heat map"),
            (&indexed, 18, "1!=1 2!=1", "the index"),
            (&indexed, 18, "1=1 18!=18", "the heat map"),
            (&indexed, 18, "2=4 9!=9", "the heat map less a search"),
            (&indexed, 18, "9=9 10=5", "a search"),
        ];
        for (database, n, squares, expected) in cases {
            let board = database.board(BoardSize::new(n).unwrap()).unwrap();
            let pattern = Pattern::parse(board.n(), [squares]).unwrap();
            assert_eq!(board.count_plan(&pattern).unwrap().to_string(), expected, "{squares}");
        }
    }
}
