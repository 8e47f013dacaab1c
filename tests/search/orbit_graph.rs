//! The orbit graph of Zhang & Zhang 2011, section V, and its drawing; `nqdb signature`, `apply` and
//! `orbit-graph`.

use super::literal_orbit_graph::{close_by_mov, enlarge, images_by_mov};
use nqdb::{
    Canonical, OrbitId, Solution,
    search::{Representatives, SearchError},
    watch::{NoWatch, Progress, Watch},
};
use nqdb_papers::{Operation, OrbitGraph, OrbitGraphError};
use nqdb_test_support::fixtures::{rows, text};
use nqdb_test_support::twin::{Twin, size};
use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

fn search(n: usize) -> OrbitGraph {
    OrbitGraph::search(size(n), &NoWatch).expect("a board that can be searched")
}

/// Numbers separated by spaces.
fn numbers(text: &str) -> Vec<u64> {
    text.split_whitespace().map(|word| word.parse().unwrap()).collect()
}

#[test]
fn the_search_reaches_the_orbits_of_the_table() {
    let rows = rows("orbit_graph.csv");
    assert_eq!(rows.len(), 10);
    for row in rows {
        let n: usize = row.get("n");
        let graph = search(n);
        let missed: Vec<u64> = graph.missed().map(OrbitId::get).collect();
        assert_eq!(graph.orbit_count(), row.get::<usize>("orbits"), "N = {n}");
        assert_eq!(graph.found_by_inc(), row.get::<usize>("by_inc"), "N = {n}");
        assert_eq!(graph.found(), row.get::<usize>("by_inc_and_mov"), "N = {n}");
        assert_eq!(missed, numbers(&row.get::<String>("missed")), "N = {n}");
    }
}

/// Starting from all solutions instead of the representatives reaches the same orbits.
#[test]
fn the_literal_search_reaches_the_same() {
    for n in 4..=10 {
        let [smaller, twin] = [n - 1, n].map(|n| Twin::of(size(n)));
        let solutions: Vec<_> = smaller.solutions.iter().map(|s| *s.permutation()).collect();
        let by_inc = enlarge(&solutions, 1);
        let reached = close_by_mov(by_inc.clone(), true);
        let graph = search(n);
        let found = |arrived: fn(&Operation) -> bool| -> BTreeSet<Vec<u8>> {
            let orbits =
                graph.orbits().filter(|(_, _, a)| a.is_some_and(|a| arrived(&a.operation)));
            orbits.map(|(_, canonical, _)| canonical.zero_based().to_vec()).collect()
        };
        assert_eq!(found(|operation| matches!(operation, Operation::Inc(_))), by_inc, "N = {n}");
        assert_eq!(found(|_| true), reached, "N = {n}");
        let listed: Vec<_> =
            graph.orbits().map(|(_, canonical, _)| *canonical.solution()).collect();
        assert_eq!(listed, twin.representatives, "N = {n}");
    }
}

#[test]
fn paths_lead_from_the_smaller_board_to_each_orbit() {
    for n in 4..=11 {
        let graph = search(n);
        let ids: HashMap<Canonical, OrbitId> =
            graph.orbits().map(|(id, canonical, _)| (*canonical, id)).collect();
        let smaller: Vec<_> = Representatives::new(size(n - 1)).collect();
        let larger: Vec<_> = graph.orbits().map(|(_, canonical, _)| *canonical).collect();
        for (id, _, arrival) in graph.orbits() {
            let path = graph.path(id);
            assert_eq!(path.last(), arrival);
            for (step, arrival) in path.iter().enumerate() {
                let is_inc = matches!(arrival.operation, Operation::Inc(_));
                assert_eq!((is_inc, arrival.from_n.get()), (step == 0, n - usize::from(step == 0)));
                let sources = if is_inc { &smaller } else { &larger };
                let source = &sources[arrival.from.get() as usize - 1];
                let made = arrival.operation.apply(source).unwrap();
                assert_eq!(Solution::new(made), Ok(arrival.gives));
                let next = path.get(step + 1).map_or(id, |next| next.from);
                assert_eq!(ids[&Canonical::of(&arrival.gives)], next);
            }
        }
        let beyond = OrbitId::new(graph.orbit_count() as u64 + 1).unwrap();
        assert_eq!(graph.path(beyond), []);
    }
}

/// A Mov can be undone by a Mov, so Mov divides the orbits into classes. The search reaches the classes in which Inc
/// arrives. Two Incs from N − 2 arrive in more classes, but not in all.
#[test]
fn mov_divides_the_orbits_into_classes() {
    for row in rows("orbit_graph.csv").iter().filter(|row| row.get::<u64>("n") < 13) {
        let n: usize = row.get("n");
        let of = |n| Representatives::new(size(n)).map(|c| *c.permutation()).collect::<Vec<_>>();
        let mut starts = enlarge(&of(n - 1), 1);
        starts.extend(enlarge(&of(n - 2), 2));
        let reached = close_by_mov(starts, false).len();
        assert_eq!(reached, row.get::<usize>("with_two_below"), "N = {n}");
        let mut left: BTreeSet<Vec<u8>> = of(n).iter().map(|p| p.zero_based().to_vec()).collect();
        let mut classes = 0;
        while let Some(first) = left.first().cloned() {
            let class = close_by_mov(BTreeSet::from([first]), false);
            assert!(class.is_subset(&left), "N = {n}");
            left.retain(|orbit| !class.contains(orbit));
            classes += 1;
        }
        assert_eq!(classes, row.get::<usize>("classes"), "N = {n}");
        let named: BTreeSet<OrbitId> = search(n).classes().into_iter().collect();
        assert_eq!(named.len(), classes, "N = {n}");
    }
}

/// The steps by Mov are those that the literal search finds, with their operations, and join orbits of one class.
#[test]
fn the_graph_has_all_steps() {
    for n in 4..=9 {
        let graph = search(n);
        let classes = graph.classes();
        let class = |id: OrbitId| classes[id.get() as usize - 1];
        let mut steps = 0;
        for (id, canonical, _) in graph.orbits() {
            let mut others = images_by_mov(canonical.zero_based(), true);
            others.remove(canonical.zero_based());
            let found: BTreeSet<Vec<u8>> = graph
                .by_mov(id)
                .iter()
                .map(|edge| {
                    assert_eq!((edge.from, edge.from_n), (id, size(n)));
                    assert_eq!(edge.operation.apply(canonical), Ok(*edge.gives.permutation()));
                    assert!(graph.by_mov(edge.to).iter().any(|back| back.to == id));
                    assert_eq!(class(edge.to), class(id));
                    Canonical::of(&edge.gives).zero_based().to_vec()
                })
                .collect();
            assert_eq!(found, others, "N = {n}, orbit {id}");
            steps += found.len();
        }
        assert_eq!(steps, 2 * graph.pair_count());
    }
    assert_eq!((search(7).pair_count(), search(8).pair_count()), (9, 26));
}

/// The walks of docs/orbit-walks.md: each begins where Inc leads and continues with Movs; those of a board visit all
/// orbits that are reached, with as many moves as in the table.
#[test]
fn walks_visit_all_orbits_that_are_reached() {
    let document = text("docs/orbit-walks.md");
    let (_, table) = document.split_once("| N | classes reached |").expect("a table");
    let walks = text("fixtures/orbit_walks.txt");
    let walks: Vec<(u64, Vec<u64>)> = walks
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let (n, walk) = line.split_once(':').unwrap();
            (n.parse().unwrap(), numbers(walk))
        })
        .collect();
    for n in 5..=12 {
        let graph = search(n as usize);
        let (mut visited, mut moves, mut count) = (BTreeSet::new(), 0, 0);
        for (_, walk) in walks.iter().filter(|walk| walk.0 == n) {
            let ids: Vec<OrbitId> = walk.iter().map(|&id| OrbitId::new(id).unwrap()).collect();
            assert!(!graph.by_inc(ids[0]).is_empty(), "N = {n}");
            for pair in ids.windows(2) {
                assert!(graph.by_mov(pair[0]).iter().any(|edge| edge.to == pair[1]), "N = {n}");
            }
            moves += ids.len() - 1;
            count += 1;
            visited.extend(ids);
        }
        let reached = graph.orbits().filter(|(.., arrival)| arrival.is_some());
        assert_eq!(visited, reached.map(|(id, ..)| id).collect(), "N = {n}");
        let row = table.lines().find(|line| line.starts_with(&format!("| {n} | {count} |")));
        let cells: Vec<&str> = row.expect("a row").split('|').map(str::trim).collect();
        assert_eq!(cells[4], moves.to_string(), "N = {n}");
    }
}

struct Impatient;

impl Watch for Impatient {
    fn tick(&self, progress: &Progress) -> ControlFlow<()> {
        if progress.done > 20 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[test]
fn unsupported_boards_are_errors() {
    for n in [2, 3] {
        let error = OrbitGraph::search(size(n), &NoWatch).unwrap_err();
        let expected = OrbitGraphError::Search(SearchError::NoSolutions { n: size(n) });
        assert_eq!(error, expected);
    }
    for n in (15..=64).step_by(7) {
        let error = OrbitGraph::search(size(n), &NoWatch).unwrap_err();
        assert_eq!(error, OrbitGraphError::TooLarge { n: size(n) });
        assert!(error.to_string().ends_with("the largest N is 14"), "{error}");
    }
    let error = OrbitGraph::search(size(9), &Impatient).unwrap_err();
    assert!(
        error.to_string().contains("stopped while searching N = 9: 21 orbits tried"),
        "{error}"
    );
    assert_eq!(search(1).missed().map(OrbitId::get).collect::<Vec<_>>(), [1]);
}
