//! Levels agree with the three rules, applied one at a time, in any order, to squares in a list.

use nqdb::{Condition, Symmetry, random::Dice, watch::NoWatch};
use nqdb_completion::{
    CompletionError, Deduction, Level, Line, PartialBoard, Puzzle, PuzzleTask, Puzzles,
    completions, make_puzzle,
};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

type Square = (usize, usize);

/// Squares are 1-based, lines are the squares of a column or row.
#[derive(Clone)]
struct Board {
    n: usize,
    queens: Vec<Square>,
    crosses: BTreeSet<Square>,
}

/// A queen (`true`) or a cross.
type Found = (Square, bool);

impl Board {
    fn of(partial: &PartialBoard) -> Self {
        let queens = partial.queens().map(|(column, row)| (column + 1, row + 1)).collect();
        Board { n: partial.n(), queens, crosses: BTreeSet::new() }
    }

    fn attack(one: Square, other: Square) -> bool {
        let [columns, rows] = [one.0.abs_diff(other.0), one.1.abs_diff(other.1)];
        columns == 0 || rows == 0 || columns == rows
    }

    fn is_free(&self, square: Square) -> bool {
        let attacks = |&queen: &Square| Self::attack(queen, square);
        !self.queens.iter().any(attacks) && !self.crosses.contains(&square)
    }

    /// The free squares of each line without a queen.
    fn lines(&self) -> Vec<Vec<Square>> {
        let numbers = || 1..=self.n;
        let columns = numbers().filter(|&column| self.queens.iter().all(|queen| queen.0 != column));
        let rows = numbers().filter(|&row| self.queens.iter().all(|queen| queen.1 != row));
        let columns = columns.map(|column| numbers().map(|row| (column, row)).collect());
        let rows = rows.map(|row| numbers().map(|column| (column, row)).collect());
        let free = |line: Vec<Square>| line.into_iter().filter(|&s| self.is_free(s)).collect();
        columns.chain(rows).map(free).collect()
    }

    fn with_queen(&self, square: Square) -> Self {
        let queens = [&self.queens[..], &[square]].concat();
        Board { queens, ..self.clone() }
    }

    fn singles(&self) -> Vec<Square> {
        self.lines().into_iter().filter(|line| line.len() == 1).map(|line| line[0]).collect()
    }

    fn has_empty_line(&self) -> bool {
        self.lines().iter().any(Vec::is_empty)
    }

    /// Whether a queen on a square leads to a line without a free square, placing only singles after it.
    fn is_refuted_ahead(&self, square: Square) -> bool {
        let mut after = self.with_queen(square);
        while !after.has_empty_line() {
            match after.singles()[..] {
                [] => return false,
                [single, ..] => after = after.with_queen(single),
            }
        }
        true
    }

    /// Everything that follows by the rules up to a level.
    fn found(&self, level: Level) -> Vec<Found> {
        let mut found: Vec<Found> = self.singles().into_iter().map(|s| (s, true)).collect();
        let free: BTreeSet<Square> = self.lines().concat().into_iter().collect();
        let crosses = free.into_iter().filter(|&square| match level {
            Level::Easy => false,
            Level::Medium => self.lines().iter().any(|line| {
                !line.contains(&square) && line.iter().all(|&s| Self::attack(square, s))
            }),
            Level::Hard => self.is_refuted_ahead(square),
        });
        found.extend(crosses.map(|square| (square, false)));
        found
    }

    /// Applies the rules up to a level, one at a time, in random order. Returns whether they fill the board.
    fn fills(mut self, level: Level, dice: &mut Dice) -> bool {
        loop {
            let found = self.found(level);
            match found.get(dice.index(found.len().max(1))) {
                None => return self.queens.len() == self.n,
                Some(&(square, true)) => self.queens.push(square),
                Some(&(square, false)) => assert!(self.crosses.insert(square)),
            }
        }
    }

    fn level(&self, dice: &mut Dice) -> Option<Level> {
        Level::ALL.into_iter().find(|&level| self.clone().fills(level, dice))
    }
}

fn made(n: usize, level: Option<Level>, seed: u64) -> Puzzle {
    make_puzzle(&PuzzleTask { level, ..PuzzleTask::new(n, seed) }, &NoWatch).unwrap()
}

/// The levels that random puzzles of a size have.
fn levels(n: usize) -> &'static [Level] {
    &Level::ALL[match n {
        1..=4 => 0..=0,
        5 => 0..=1,
        _ => 0..=2,
    }]
}

/// Puzzles with each level and without one, for N and a seed.
fn puzzles(
    sizes: RangeInclusive<usize>,
    seeds: u64,
) -> impl Iterator<Item = (Puzzle, Option<Level>)> {
    let sizes = sizes.filter(|n| ![2, 3].contains(n));
    sizes.flat_map(move |n| {
        (0..seeds).flat_map(move |seed| {
            let wanted = levels(n).iter().map(|&level| Some(level)).chain([None]);
            wanted.map(move |level| (made(n, level, seed), level))
        })
    })
}

#[test]
fn levels_are_those_of_the_rules_in_any_order() {
    let mut dice = Dice::new(1);
    let mut seen = BTreeSet::new();
    for (puzzle, wanted) in puzzles(1..=11, 12) {
        let level = Board::of(&puzzle.partial).level(&mut dice);
        assert_eq!(puzzle.level(), level, "N = {}: {puzzle}", puzzle.n());
        assert!(wanted.is_none() || wanted == level, "N = {}: {puzzle}", puzzle.n());
        seen.insert(level);
        let symmetry = Symmetry::ALL[dice.index(8)];
        assert_eq!(Level::of(&puzzle.partial.image(symmetry)), level, "{puzzle}");
    }
    assert_eq!(seen.len(), 4);
}

/// Every queen that is given is needed for the level.
#[test]
fn puzzles_with_a_level_have_one_completion_and_no_queen_too_many() {
    for (puzzle, wanted) in puzzles(5..=16, 5).chain(puzzles(30..=30, 1)) {
        let Some(wanted) = wanted else { continue };
        let partial = &puzzle.partial;
        assert_eq!(puzzle.level(), Some(wanted));
        assert_eq!(
            completions(partial, 2, 7, &NoWatch).unwrap(),
            std::slice::from_ref(&puzzle.solution)
        );
        assert_eq!(puzzle.completions, 1);
        for gone in puzzle.givens() {
            let mut others = PartialBoard::new(puzzle.n()).unwrap();
            let kept = puzzle.givens().filter(|given| *given != gone);
            kept.for_each(|given| others.add(given).unwrap());
            let level = Level::of(&others);
            assert!(level.is_none_or(|level| level > wanted), "{puzzle} without {gone}");
        }
        assert_eq!(made(puzzle.n(), Some(wanted), 0), made(puzzle.n(), Some(wanted), 0));
    }
}

/// Deductions are true, give the reason that the rules have, and need no rule above the level.
#[test]
fn deductions_lead_to_the_solution() {
    for (puzzle, _) in puzzles(1..=10, 6) {
        let solution: Vec<u32> = puzzle.solution.queens().collect();
        let mut board = Board::of(&puzzle.partial);
        let mut partial = puzzle.partial.clone();
        let mut level = Level::Easy;
        while let Some(next) = Deduction::next(&partial) {
            let (column, row) = next.square;
            assert_eq!(solution[column - 1] as usize == row, next.level == Level::Easy, "{puzzle}");
            let rule = [Level::Easy, Level::Medium, Level::Hard]
                .into_iter()
                .find(|&rule| board.found(rule).iter().any(|(square, _)| *square == next.square));
            assert_eq!(rule, Some(next.level), "{puzzle}: {next:?}");
            let is_in_line = |square: &Square| match next.line {
                Line::Column(column) => square.0 == column,
                Line::Row(row) => square.1 == row,
            };
            if next.level == Level::Easy {
                assert!(is_in_line(&next.square));
                board.queens.push(next.square);
            } else {
                // The queens follow from the square, each as the only free square of a line, and empty the line.
                let mut after = board.with_queen(next.square);
                for queen in &next.queens {
                    assert!(!after.has_empty_line() && after.singles().contains(queen));
                    after = after.with_queen(*queen);
                }
                assert!(after.has_empty_line() && !after.lines().concat().iter().any(is_in_line));
                assert!(!after.queens.iter().any(is_in_line), "{puzzle}: {next:?}");
                board.crosses.insert(next.square);
            }
            level = level.max(next.level);
            let (column, row) = (column as u64, row as u64);
            let condition = match next.level {
                Level::Easy => Condition::Queen { column, row },
                _ => Condition::NoQueen { column, row },
            };
            partial.add(condition).unwrap();
        }
        let is_full = board.queens.len() == puzzle.n();
        assert_eq!(is_full.then_some(level), puzzle.level(), "N = {}: {puzzle}", puzzle.n());
    }
}

#[test]
fn boards_without_a_level() {
    let of = |n, conditions: &str| {
        Level::of(&PartialBoard::parse(n, conditions.split_whitespace()).unwrap())
    };
    // Several completions, none, queens that attack each other, a queen on an excluded square, a large board.
    assert_eq!(of(8, ""), None);
    assert_eq!(of(4, "1=1"), None);
    assert_eq!(of(8, "1=1 2=2"), None);
    assert_eq!(of(4, "1=2 1!=2"), None);
    assert_eq!(of(65, ""), None);
    // Crosses count as in a deduction; a full board needs no rule.
    assert_eq!(of(4, "1!=1 1!=3 1!=4"), Some(Level::Easy));
    assert_eq!(of(4, "1=2 2=4 3=1 4=3"), Some(Level::Easy));
    // N = 4 needs no more than rule 1, whatever is given.
    let task = PuzzleTask { level: Some(Level::Hard), attempts: 9, ..PuzzleTask::new(4, 1) };
    let message = make_puzzle(&task, &NoWatch).unwrap_err().to_string();
    let expected = "no hard puzzle of N = 4 was found: the 9 puzzles made had 1 queen given";
    assert_eq!(message, expected);
    for task in [PuzzleTask { n: 65, ..task.clone() }, PuzzleTask { completions: 2..=2, ..task }] {
        let error = make_puzzle(&task, &NoWatch).unwrap_err();
        assert!(matches!(error, CompletionError::NoLevels { .. }), "{error}");
    }
}

/// A level can be combined with a number of given queens, and puzzles of it differ.
#[test]
fn levels_and_numbers_of_given_queens() {
    for (level, givens) in [(Level::Easy, 4), (Level::Medium, 3), (Level::Hard, 2)] {
        let task = PuzzleTask {
            level: Some(level),
            givens: Some(givens..=givens),
            ..PuzzleTask::new(8, 3)
        };
        let mut series = Puzzles::new(task, true);
        let mut made = BTreeSet::new();
        for _ in 0..5 {
            let (_, puzzle) = series.next(&NoWatch).unwrap();
            assert_eq!((puzzle.level(), puzzle.givens().count() as u64), (Some(level), givens));
            assert!(made.insert(puzzle.partial.canonical()));
        }
    }
}
