//! Lists of the solutions of small boards.

use nqdb::internal::{LazyList, SolutionList};
use nqdb::{Solution, search::Solutions};
use nqdb_test_support::twin::size;

#[test]
fn places_are_those_of_the_order() {
    for n in [1, 2, 4, 5, 8, 11].map(size) {
        let all: Vec<Solution> = Solutions::new(n).collect();
        let word = |solution: &Solution| {
            solution.zero_based().iter().fold(0, |word, &row| word << 4 | u64::from(row))
        };
        let words = all.iter().step_by(2).map(word).collect();
        let list = SolutionList::new(n, words);
        for (place, solution) in all.iter().enumerate() {
            let expected = (place % 2 == 0).then_some(place / 2);
            assert_eq!(list.place(solution), expected, "N = {n}, {solution}");
            let listed = expected.and_then(|place| list.get(place));
            assert_eq!(listed, expected.map(|_| *solution), "N = {n}, {solution}");
        }
        assert_eq!(list.get(all.len().div_ceil(2)), None, "N = {n}");
    }
}

fn list() -> Option<SolutionList> {
    Some(SolutionList::new(size(4), vec![0x1302]))
}

/// A search that is stopped while it makes the list does not make later ones fail.
#[test]
fn after_an_error_it_waits_again() {
    let lazy = LazyList::default();
    let fail = || Err("stopped");
    assert_eq!(lazy.after(1, || 0, fail).unwrap_err(), "stopped");
    assert!(lazy.after(1, || 1, fail).unwrap().is_none());
    assert_eq!(lazy.after(1, || 1, fail).unwrap_err(), "stopped");
    assert!(lazy.after(1, || 0, || Ok::<_, &str>(list())).unwrap().is_some());
}

#[test]
fn no_thread_waits_for_the_one_that_builds_it() {
    let lazy = LazyList::default();
    let made = lazy.after(
        1,
        || 0,
        || {
            assert!(
                lazy.after(
                    1,
                    || 0,
                    || -> Result<Option<SolutionList>, ()> { panic!("made twice") }
                )
                .unwrap()
                .is_none()
            );
            Ok::<_, ()>(list())
        },
    );
    assert!(made.unwrap().is_some());
}
