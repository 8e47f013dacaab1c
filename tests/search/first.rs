//! The first solutions of large boards, compared with a plain search and with the file of proved ones.

use nqdb::{
    BoardSize, Conditions, Database, Rank, Solution,
    search::{Solutions, known_first_solution, prove_first_solution},
    watch::NoWatch,
};
use nqdb_test_support::fixtures::rows;

fn board(n: usize) -> nqdb::Board {
    Database::without_file().board(BoardSize::new(n).unwrap()).unwrap()
}

/// The iterator [`Solutions`] has no oracle.
#[test]
fn the_oracle_skips_no_solution() {
    for n in [19, 20, 21, 23] {
        let plain = Solutions::new(BoardSize::new(n).unwrap()).take(300);
        let first = board(n).solutions(Rank::FIRST).take(300);
        let first: Vec<Solution> = first.map(|found| found.unwrap().1).collect();
        assert_eq!(first, plain.collect::<Vec<_>>(), "N = {n}");
    }
}

#[test]
fn the_oracle_skips_no_match() {
    for (n, squares) in
        [(20, "20=7"), (20, "10!=15 11!=16 19!=3"), (21, "21=12 12!=16"), (23, "c+r!=30")]
    {
        let n = BoardSize::new(n).unwrap();
        let conditions = Conditions::parse(n, [squares]).unwrap();
        let all = Solutions::new(n).take(4000);
        let expected: Vec<Solution> = all.filter(|found| conditions.are_met_by(found)).collect();
        assert!(expected.len() > 10, "{squares}: {} matches", expected.len());
        let found = board(n.get()).select(&conditions, Rank::FIRST).unwrap().take(expected.len());
        let found = found.map(|found| Ok(found?.1));
        assert_eq!(found.collect::<nqdb::Result<Vec<_>>>().unwrap(), expected, "{squares}");
    }
}

/// Descending from the last solution, on a board with a known number of solutions.
#[test]
fn the_last_solutions_are_the_complements_of_the_first() {
    let board = board(27);
    let count = board.solution_count().unwrap();
    for rank in [1, 2, 10] {
        let solution = board.unrank(Rank::new(rank).unwrap()).unwrap();
        let last = board.unrank(Rank::new(count + 1 - rank).unwrap()).unwrap();
        assert_eq!(last, solution.complement(), "rank {rank} from the end");
        assert_eq!(board.rank(&last).unwrap().get(), count + 1 - rank);
    }
}

/// Proofs of fewer queens are repeated; `cargo bench --bench first` repeats all.
const QUICK: u64 = 4_000_000;

#[test]
fn the_first_solutions_in_the_file_are_proved() {
    let rows = rows("first_solutions.csv");
    assert!(rows.iter().any(|row| row.get::<u64>("nodes") < QUICK), "nothing to prove");
    for row in &rows {
        let n = BoardSize::new(row.get::<u8>("n")).unwrap();
        let queens: Solution = row.get("queens");
        assert_eq!(queens.n(), n);
        let known = known_first_solution(n).expect("each line is parsed");
        assert_eq!((known.solution, known.nodes), (queens, row.get("nodes")));
        let board = board(n.get());
        assert_eq!(board.unrank(Rank::FIRST).unwrap(), queens);
        assert_eq!(board.rank(&queens).unwrap(), Rank::FIRST);
        if known.nodes < QUICK {
            let (proved, nodes) = prove_first_solution(n, &NoWatch).unwrap();
            assert_eq!((proved, nodes), (queens, known.nodes), "N = {n}");
        }
    }
}

/// Boards that are not in the file because their first solutions are found quickly. Each first solution begins with the
/// greedy queens (OEIS A065188) as far as these can be completed.
#[test]
fn the_first_solutions_are_found_without_the_file() {
    for n in [28, 30, 33, 35, 37] {
        let n = BoardSize::new(n).unwrap();
        assert_eq!(known_first_solution(n), None);
        let (proved, _) = prove_first_solution(n, &NoWatch).unwrap();
        assert!(proved.to_string().starts_with("1 3 5 2 4 9 11 13 15 "), "N = {n}: {proved}");
        assert_eq!(board(n.get()).proving().unrank(Rank::FIRST).unwrap(), proved);
    }
}

/// On a board whose first solution is known, ranges agree with single lookups, in both orders. Its next solutions are
/// found quickly.
#[test]
fn ranges_agree_with_single_ranks() {
    let board = board(40);
    assert!(known_first_solution(board.n()).is_some());
    let expected = [1, 2, 3, 4].map(|rank| board.unrank(Rank::new(rank).unwrap()).unwrap());
    let from = |rank| board.solutions(Rank::new(rank).unwrap()).map(|found| found.unwrap());
    for first in 1..=4u64 {
        let range: Vec<_> = from(first).take(5 - first as usize).collect();
        let named = (first..).zip(&expected[first as usize - 1..]);
        let named: Vec<_> = named.map(|(rank, &one)| (Rank::new(rank).unwrap(), one)).collect();
        assert_eq!(range, named, "from {first}");
    }
    let orbits = board.representatives(nqdb::OrbitId::FIRST).take(3);
    let orbits: Vec<_> = orbits.map(|found| found.unwrap().1).collect();
    assert!(orbits.windows(2).all(|pair| pair[0] < pair[1]));
    let second = board.representatives(nqdb::OrbitId::new(2).unwrap()).next().unwrap().unwrap();
    assert_eq!(second.1, orbits[1]);
}

/// If Q(N) is unknown, a rank is counted, or rejected immediately with an estimate.
#[test]
fn a_rank_is_counted_or_refused() {
    let board = board(40);
    for rank in [1, 2, 3] {
        let rank = Rank::new(rank).unwrap();
        assert_eq!(board.rank(&board.unrank(rank).unwrap()).unwrap(), rank);
    }
    let far = board.draw(&mut nqdb::random::Dice::new(1)).unwrap().solution;
    let error = board.rank(&far).unwrap_err().to_string();
    assert!(error.starts_with("about ") && error.contains("e3"), "{error}");
    assert!(
        error.ends_with(
            "solutions of N = 40 come before this one or after it, so its rank cannot be computed"
        ),
        "{error}"
    );
}

#[test]
fn boards_without_solutions_have_no_first() {
    for n in [2, 3] {
        let n = BoardSize::new(n).unwrap();
        assert_eq!(
            prove_first_solution(n, &NoWatch).unwrap_err().to_string(),
            format!("N = {n} has no solutions")
        );
    }
    let (one, _) = prove_first_solution(BoardSize::new(1).unwrap(), &NoWatch).unwrap();
    assert_eq!(one.to_string(), "1");
}
