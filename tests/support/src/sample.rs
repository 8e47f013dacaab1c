//! Samples of the sets of cases that take long. With `NQDB_TEST_ALL=1`, as in `.ci/full`, the tests take every case.

fn takes_all() -> bool {
    std::env::var_os("NQDB_TEST_ALL").is_some_and(|value| value == "1")
}

/// One in so many cases is taken: in this many, or in one.
pub fn one_in(cases: usize) -> usize {
    if takes_all() { 1 } else { cases }
}

/// A bound on the cases: that of a sample, or that of all.
pub fn up_to<T>(sample: T, all: T) -> T {
    if takes_all() { all } else { sample }
}
