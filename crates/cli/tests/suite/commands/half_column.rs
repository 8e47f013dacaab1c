//! The query about half a column in research/sources.md returns the figures of the fixture.

use crate::support::program::Home;
use nqdb_test_support::fixtures::lines;

/// The query of research/sources.md.
const HALF_COLUMN: &str = "
    SELECT nqdb_board.n, count(*) AS first_half,
           count(*) FILTER (WHERE queens NOT LIKE '1 %') AS restricted,
           count(DISTINCT orbit_id) FILTER (WHERE queens NOT LIKE '1 %') AS orbits_met,
           nq_orbit_count(nqdb_board.n) AS orbits
    FROM nqdb_board JOIN nq_solutions(nqdb_board.n)
    WHERE CAST(queens AS INTEGER) <= (nqdb_board.n + 1) / 2 GROUP BY nqdb_board.n";

#[test]
fn the_figures_come_from_sql() {
    let home = Home::with("4-12");
    let fixture = lines("half_column.csv").into_iter().filter(|line| !line.starts_with("1,"));
    let expected: String = fixture.map(|line| line + "\n").collect();
    assert_eq!(home.ask(&["sql", "--format=csv", HALF_COLUMN], b"").text(), expected);
    let sources = include_str!("../../../../../research/sources.md");
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words(sources).contains(&words(HALF_COLUMN)), "research/sources.md has another query");
}
