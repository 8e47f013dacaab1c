//! Solutions with queens on given squares.

use super::board::{Board, Keeper};
use super::ranges::RankedSolutions;
use crate::combinatorics::{Pattern, Rank, Solution, Symmetry};
use crate::error::{Error, Result};
use crate::search::{Walk, Watch, count_matching};

impl<'d> Board<'d> {
    /// The solutions that match a pattern, in order, with their ranks; constant memory. An error comes as
    /// the last item.
    ///
    /// Two queens or more that are known, on a stored or indexed board: a search of what matches, and
    /// [`Board::rank`] of each. Else all solutions from the first match to the last are passed, which on a
    /// searched board takes a search up to the last of them.
    ///
    /// ```
    /// use nqdb::{BoardSize, Database, Pattern};
    ///
    /// let eight = BoardSize::new(8)?;
    /// let database = Database::without_file();
    /// let board = database.board(eight)?;
    /// let pattern = Pattern::parse(eight, ["1=1", "2=7"])?;
    /// let ranks = board.find(&pattern)?.map(|found| Ok(found?.0.get()));
    /// assert_eq!(ranks.collect::<nqdb::Result<Vec<_>>>()?, [3, 4]);
    /// assert_eq!(board.count_matching(&pattern)?, 2);
    /// # Ok::<(), nqdb::Error>(())
    /// ```
    pub fn find(&self, pattern: &Pattern) -> Result<RankedMatches<'d>> {
        let nothing = RankedMatches { board: *self, source: Source::Nothing };
        let Some(pattern) = self.reduced(pattern)? else { return Ok(nothing) };
        let is_kept = !matches!(self.keeper, Keeper::Searched(_));
        if is_kept && pattern.queens() >= 2 {
            let source = Source::LookUps(Box::new(Walk::matching(&pattern, self.watch)));
            return Ok(RankedMatches { source, ..nothing });
        }
        let Some(first) = first_match(&pattern, self.watch)? else { return Ok(nothing) };
        // Complement reverses the order.
        let mirrored = first_match(&pattern.image(Symmetry::Po4), self.watch)?;
        let last = mirrored.ok_or(Error::SearchEnded { n: self.n() })?.complement();
        let solutions = RankedSolutions::starting_at(*self, self.rank(&first)?, &first);
        let source = Source::Passing(Box::new(Passing { solutions, pattern, last }));
        Ok(RankedMatches { source, ..nothing })
    }

    /// The same without ranks, which spares the way to them: a search of what matches alone, or where no
    /// queen is known and the board is stored, all solutions are read.
    pub fn find_unranked(&self, pattern: &Pattern) -> Result<Matches<'d>> {
        let Some(reduced) = self.reduced(pattern)? else { return Ok(Matches(Unranked::Nothing)) };
        match self.keeper {
            Keeper::Stored(_) if reduced.queens() == 0 => {
                Ok(Matches(Unranked::Ranked(self.find(pattern)?)))
            }
            _ => Ok(Matches(Unranked::Walk(Box::new(Walk::matching(&reduced, self.watch))))),
        }
    }

    /// How many solutions match a pattern: counted now ([`count_matching`]), or Q(N) where nothing is
    /// known of the squares.
    pub fn count_matching(&self, pattern: &Pattern) -> Result<u64> {
        self.check_pattern(pattern)?;
        if pattern.is_any() {
            return self.solution_count();
        }
        count_matching(pattern, self.watch)
    }

    /// What has to be searched; none where the pattern contradicts itself.
    fn reduced(&self, pattern: &Pattern) -> Result<Option<Pattern>> {
        self.check_pattern(pattern)?;
        Ok(pattern.reduced())
    }

    fn check_pattern(&self, pattern: &Pattern) -> Result<()> {
        if pattern.n() == self.n() {
            return Ok(());
        }
        Err(Error::OtherPattern { board: self.n(), pattern: pattern.n() })
    }
}

fn first_match(pattern: &Pattern, watch: &dyn Watch) -> Result<Option<Solution>> {
    Walk::matching(pattern, watch).next_solution()
}

/// Solutions that match a pattern, in order, with their ranks; made by [`Board::find`].
pub struct RankedMatches<'d> {
    board: Board<'d>,
    source: Source<'d>,
}

enum Source<'d> {
    Nothing,
    /// Matches are found, and their ranks looked up.
    LookUps(Box<Walk<'d>>),
    Passing(Box<Passing<'d>>),
}

/// All solutions from the first match on.
struct Passing<'d> {
    solutions: RankedSolutions<'d>,
    pattern: Pattern,
    /// The last match.
    last: Solution,
}

impl Passing<'_> {
    /// The next match, and whether it is the last.
    fn next(&mut self) -> Result<((Rank, Solution), bool)> {
        for found in self.solutions.by_ref() {
            let (rank, solution) = found?;
            if self.pattern.matches(&solution) {
                return Ok(((rank, solution), solution == self.last));
            }
        }
        Err(Error::SearchEnded { n: self.pattern.n() })
    }
}

impl RankedMatches<'_> {
    fn find(&mut self) -> Result<Option<(Rank, Solution)>> {
        match &mut self.source {
            Source::Nothing => Ok(None),
            Source::LookUps(walk) => {
                let Some(solution) = walk.next_solution()? else { return Ok(None) };
                Ok(Some((self.board.rank(&solution)?, solution)))
            }
            Source::Passing(passing) => {
                let (found, is_last) = passing.next()?;
                if is_last {
                    self.source = Source::Nothing;
                }
                Ok(Some(found))
            }
        }
    }
}

impl Iterator for RankedMatches<'_> {
    type Item = Result<(Rank, Solution)>;

    fn next(&mut self) -> Option<Self::Item> {
        let found = self.find().transpose();
        if !matches!(found, Some(Ok(_))) {
            self.source = Source::Nothing;
        }
        found
    }
}

/// Solutions that match a pattern, in order; made by [`Board::find_unranked`].
pub struct Matches<'d>(Unranked<'d>);

enum Unranked<'d> {
    Nothing,
    Ranked(RankedMatches<'d>),
    Walk(Box<Walk<'d>>),
}

impl Iterator for Matches<'_> {
    type Item = Result<Solution>;

    fn next(&mut self) -> Option<Self::Item> {
        let found = match &mut self.0 {
            Unranked::Nothing => None,
            Unranked::Ranked(matches) => matches.next().map(|found| Ok(found?.1)),
            Unranked::Walk(walk) => walk.next_solution().transpose(),
        };
        if !matches!(found, Some(Ok(_))) {
            self.0 = Unranked::Nothing;
        }
        found
    }
}
