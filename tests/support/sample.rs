//! Samples of large sets of test cases. With `NQDB_TEST_ALL=1`, as in `.ci/full`, the tests run every case.

fn takes_all() -> bool {
    std::env::var_os("NQDB_TEST_ALL").is_some_and(|value| value == "1")
}

/// The step through the cases: `cases` for a sample, 1 for all.
pub fn one_in(cases: usize) -> usize {
    if takes_all() { 1 } else { cases }
}

/// An upper bound on the cases: that of the sample, or that of all.
pub fn up_to<T>(sample: T, all: T) -> T {
    if takes_all() { all } else { sample }
}
