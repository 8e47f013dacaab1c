//! Completion of random instances by family, easy and hard ones, with each kernel.
//!
//! ```sh
//! cargo bench --bench completion                 # every family, a few minutes
//! cargo bench --bench completion -- blocked      # the families with this word in their name
//! cargo bench --bench completion -- --lines      # one JSON object per instance, for benches/peers
//! ```
//!
//! Times are processor time if the system reports it, so that other processes do not count: the best of three calls,
//! or a single call if it is long. They include setting up the board and checking the answer.

use nqdb::internal::kernel::Kernel;
use nqdb::{
    Condition,
    placement::Placement,
    random::Dice,
    watch::{NoWatch, Progress, Watch},
};
use nqdb_completion::{
    CompletionError, Engine, PartialBoard, PuzzleTask, complete, completions_with, make_puzzle,
};
use std::ops::ControlFlow;
use std::time::Duration;

/// After this time an instance counts as open.
const LIMIT: Duration = Duration::from_secs(10);

/// Stops a call at the limit.
struct Limit {
    began: Duration,
}

impl Watch for Limit {
    fn tick(&self, _: &Progress) -> ControlFlow<()> {
        if now() - self.began < LIMIT { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

/// The processor time of this thread.
#[cfg(all(target_os = "linux", target_env = "gnu", target_pointer_width = "64"))]
fn now() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// The time since the first call.
#[cfg(not(all(target_os = "linux", target_env = "gnu", target_pointer_width = "64")))]
fn now() -> Duration {
    static BEGAN: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    BEGAN.get_or_init(std::time::Instant::now).elapsed()
}

fn main() {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let lines = arguments.iter().any(|word| word == "--lines");
    let words: Vec<&String> = arguments.iter().filter(|word| *word != "--lines").collect();
    let families = families().into_iter();
    let chosen = families.filter(|family| words.iter().all(|word| family.name.contains(*word)));
    if lines {
        chosen.for_each(|family| family.print_lines());
        return;
    }
    println!(
        "{:<44} {:<7} {:>5} {:>5} {:>6} {:>5} {:>5}  {:>10} {:>10}",
        "family", "kernel", "of", "some", "unique", "none", "open", "median ms", "max ms"
    );
    for family in chosen {
        if family.is_hard {
            family.measure(Kernel::best())
        } else {
            Kernel::available().into_iter().for_each(|kernel| family.measure(kernel))
        }
    }
}

/// Milliseconds below which a call is repeated, since the first one may have run with cold caches.
const SHORT: f64 = 50.0;

/// The query on an instance.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Question {
    /// Find a completion.
    Any,
    /// Decide whether there is exactly one completion.
    Unique,
}

/// Random instances of one kind.
struct Family {
    name: String,
    question: Question,
    instances: u64,
    /// Whether an instance takes seconds, so that only one kernel is measured.
    is_hard: bool,
    /// Makes the instance with a number.
    make: Box<dyn Fn(u64) -> PartialBoard>,
}

/// An answer and its time.
struct Measured {
    /// `some`, `unique`, `none` or `open`.
    answer: &'static str,
    milliseconds: f64,
}

impl Family {
    fn new(
        name: String,
        question: Question,
        instances: u64,
        make: impl Fn(u64) -> PartialBoard + 'static,
    ) -> Self {
        Family { name, question, instances, is_hard: false, make: Box::new(make) }
    }

    fn hard(self) -> Self {
        Family { is_hard: true, ..self }
    }

    fn ask(&self, kernel: Kernel, number: u64) -> (PartialBoard, Measured) {
        let instance = (self.make)(number);
        let mut least = self.call(kernel, &instance, number);
        if least.milliseconds < SHORT {
            for _ in 0..2 {
                let again = self.call(kernel, &instance, number).milliseconds;
                least.milliseconds = least.milliseconds.min(again);
            }
        }
        (instance, least)
    }

    fn call(&self, kernel: Kernel, instance: &PartialBoard, seed: u64) -> Measured {
        let limit = if self.question == Question::Unique { 2 } else { 1 };
        let began = now();
        let engine = Engine::of(instance);
        let found = completions_with(kernel, engine, instance, limit, seed, &Limit { began });
        let milliseconds = (now() - began).as_secs_f64() * 1e3;
        let answer = match found.map(|found| (found.len(), self.question)) {
            Ok((0, _)) => "none",
            Ok((1, Question::Unique)) => "unique",
            Ok(_) => "some",
            Err(CompletionError::Stopped { .. }) => "open",
            Err(error) => panic!("{}: {error}", self.name),
        };
        Measured { answer, milliseconds }
    }

    fn measure(&self, kernel: Kernel) {
        let asked = (0..self.instances).map(|number| self.ask(kernel, number).1);
        let mut answers: Vec<Measured> = asked.collect();
        answers.sort_by(|a, b| a.milliseconds.total_cmp(&b.milliseconds));
        let count = |answer| answers.iter().filter(|measured| measured.answer == answer).count();
        println!(
            "{:<44} {:<7} {:>5} {:>5} {:>6} {:>5} {:>5}  {:>10.4} {:>10.4}",
            self.name,
            format!("{kernel:?}"),
            self.instances,
            count("some"),
            count("unique"),
            count("none"),
            count("open"),
            answers[answers.len() / 2].milliseconds,
            answers[answers.len() - 1].milliseconds,
        );
    }

    /// Prints the first instances with the answers of the fastest kernel.
    fn print_lines(&self) {
        let instances = if self.is_hard { HARD_INSTANCES_OF_PEERS } else { INSTANCES_OF_PEERS };
        for number in 0..instances.min(self.instances) {
            let (instance, Measured { answer, milliseconds }) = self.ask(Kernel::best(), number);
            if instance.n() > LARGEST_OF_PEERS {
                return;
            }
            let conditions: Vec<String> = instance.conditions().map(|c| c.to_string()).collect();
            println!(
                r#"{{"family":"{}","n":{},"conditions":"{}","unique":{},"answer":"{answer}","ms":{milliseconds}}}"#,
                self.name,
                instance.n(),
                conditions.join(" "),
                self.question == Question::Unique,
            );
        }
    }
}

/// The number of instances of a family that other programs solve.
const INSTANCES_OF_PEERS: u64 = 5;
const HARD_INSTANCES_OF_PEERS: u64 = 3;

/// The largest N for other programs, whose models of larger boards take minutes.
const LARGEST_OF_PEERS: usize = 256;

fn families() -> Vec<Family> {
    let mut families = Vec::new();
    for (n, given, instances) in [
        (64, 0, 500),
        (64, 8, 500),
        (64, 16, 500),
        (64, 24, 500),
        (64, 32, 500),
        (64, 40, 500),
        (64, 44, 500),
        (64, 48, 500),
        (256, 0, 50),
        (1000, 0, 20),
        (1000, 910, 20),
        (1000, 940, 20),
        (10_000, 0, 3),
    ] {
        families.push(Family::new(
            format!("queens: N = {n}, {given} given at random"),
            Question::Any,
            instances,
            move |number| random_queens(n, given, number),
        ));
    }
    for n in [8, 16, 32, 64] {
        for share in [25, 40, 50, 70] {
            let given = n * share / 100;
            families.push(Family::new(
                format!("unique: N = {n}, {given} given of a solution"),
                Question::Unique,
                200,
                move |number| part_of_solution(n, given, number),
            ));
        }
        families.push(Family::new(
            format!("puzzle: N = {n}, none can be left out"),
            Question::Unique,
            50,
            move |seed| {
                let task = PuzzleTask::new(n as usize, seed);
                make_puzzle(&task, &NoWatch).expect("N > 3").partial.clone()
            },
        ));
    }
    for percent in [70, 80, 85, 88, 90, 92] {
        let make = move |number| blocked_squares(64, percent, number);
        let name = format!("blocked: N = 64, {percent}% of the squares");
        families.push(Family::new(name, Question::Any, 10, make).hard());
    }
    for diagonals in [10, 20, 25, 30] {
        let make = move |number| excluded_diagonals(32, diagonals, number);
        let name = format!("diagonals: N = 32, {diagonals} excluded");
        families.push(Family::new(name, Question::Any, 10, make).hard());
    }
    families
}

fn empty(n: u64) -> PartialBoard {
    PartialBoard::new(n as usize).expect("a board size")
}

fn add(instance: &mut PartialBoard, condition: Condition) {
    instance.add(condition).expect("a square of the board");
}

/// Random queens, each drawn uniformly from the safe squares; fewer if no square is safe.
fn random_queens(n: u64, queens: usize, number: u64) -> PartialBoard {
    let mut dice = Dice::of_draw(1, number);
    let mut instance = empty(n);
    let size = n as usize;
    let mut lines =
        [vec![false; size], vec![false; size], vec![false; 2 * size], vec![false; 2 * size]];
    let (mut placed, mut misses) = (0, 0);
    while placed < queens && misses < 100_000 {
        let (column, row) = (dice.below(n), dice.below(n));
        let places = [column, row, column + row, column + n - 1 - row].map(|place| place as usize);
        if lines.iter().zip(places).any(|(line, place)| line[place]) {
            misses += 1;
            continue;
        }
        lines.iter_mut().zip(places).for_each(|(line, place)| line[place] = true);
        add(&mut instance, Condition::Queen { column: column + 1, row: row + 1 });
        (placed, misses) = (placed + 1, 0);
    }
    instance
}

/// Random queens of a random solution.
fn part_of_solution(n: u64, queens: u64, number: u64) -> PartialBoard {
    let mut dice = Dice::of_draw(2, number);
    let solution: Placement =
        complete(&empty(n), dice.bits(), &NoWatch).ok().flatten().expect("N > 3");
    let mut squares: Vec<(u64, u64)> = (1..).zip(solution.queens().map(u64::from)).collect();
    let mut instance = empty(n);
    for _ in 0..queens {
        let drawn = dice.below(squares.len() as u64) as usize;
        let (column, row) = squares.swap_remove(drawn);
        add(&mut instance, Condition::Queen { column, row });
    }
    instance
}

/// Excludes each square with this probability.
fn blocked_squares(n: u64, percent: u64, number: u64) -> PartialBoard {
    let mut dice = Dice::of_draw(3, number);
    let mut instance = empty(n);
    for (column, row) in (1..=n).flat_map(|column| (1..=n).map(move |row| (column, row))) {
        if dice.below(100) < percent {
            add(&mut instance, Condition::NoQueen { column, row });
        }
    }
    instance
}

/// The minimum number of squares that are left in each row and column.
const LEAST: usize = 3;

/// Excludes random diagonals that leave at least [`LEAST`] squares in each row and column; fewer if no others are
/// left.
fn excluded_diagonals(n: u64, diagonals: usize, number: u64) -> PartialBoard {
    let mut dice = Dice::of_draw(4, number);
    let last = n as i64 - 1;
    let sums = (2..=2 * n).map(Condition::NoQueenOnSum);
    let differences = (-last..=last).map(Condition::NoQueenOnDifference);
    let mut rest: Vec<Condition> = sums.chain(differences).collect();
    let mut instance = empty(n);
    let size = n as usize;
    let mut is_free = vec![vec![true; size]; size];
    let (mut in_columns, mut in_rows) = (vec![size; size], vec![size; size]);
    let mut excluded = 0;
    while excluded < diagonals && !rest.is_empty() {
        let condition = rest.swap_remove(dice.below(rest.len() as u64) as usize);
        let row = |column: i64| match condition {
            Condition::NoQueenOnSum(sum) => sum as i64 - 2 - column,
            Condition::NoQueenOnDifference(difference) => column - difference,
            _ => unreachable!("a diagonal"),
        };
        let squares = (0..=last).map(|column| (column, row(column)));
        let squares = squares.filter(|(_, row)| (0..=last).contains(row));
        let squares: Vec<(usize, usize)> = squares
            .map(|(column, row)| (column as usize, row as usize))
            .filter(|&(column, row)| is_free[column][row])
            .collect();
        if squares.iter().any(|&(column, row)| in_columns[column].min(in_rows[row]) <= LEAST) {
            continue;
        }
        for (column, row) in squares {
            is_free[column][row] = false;
            in_columns[column] -= 1;
            in_rows[row] -= 1;
        }
        add(&mut instance, condition);
        excluded += 1;
    }
    instance
}
