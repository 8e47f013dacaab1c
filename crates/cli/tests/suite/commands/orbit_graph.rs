//! `nqdb signature`, `apply` and `orbit-graph`.

use crate::support::mistakes::{Mistake, check, failure, usage};
use crate::support::program::Home;
use nqdb::{Canonical, watch::NoWatch};
use nqdb_papers::{Operation, OrbitGraph};
use nqdb_test_support::fixtures::rows;
use nqdb_test_support::fixtures::text;
use nqdb_test_support::twin::size;
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;

fn search(n: usize) -> OrbitGraph {
    OrbitGraph::search(size(n), &NoWatch).expect("a board that can be searched")
}

/// The texts between two delimiters.
fn between<'t>(text: &'t str, open: &str, close: &str) -> Vec<&'t str> {
    text.split(open).skip(1).filter_map(|rest| Some(rest.split_once(close)?.0)).collect()
}

/// The labels of the nodes and edges of a drawing in docs/, by name.
fn drawn(file: &str) -> BTreeSet<(String, String)> {
    let svg = text(&format!("docs/{file}"));
    let svg = svg.replace("&#45;&gt;", "->").replace("&#160;", "");
    // The first title is that of the drawing.
    let parts = svg.split("<title>").skip(2);
    parts
        .map(|part| {
            let label = between(part, "<text ", "</text>")[0].split_once('>').unwrap().1;
            (part.split_once('<').unwrap().0.to_owned(), label.trim().to_owned())
        })
        .collect()
}

#[test]
fn orbit_graphs_are_printed() {
    let home = Home::new();
    let text = home.run("orbit-graph 9 --paths").text().to_owned();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 1 + 46 + 1);
    assert!(lines[35].trim().starts_with("35  2 8 5 3 9 6 4 1 7  missed"), "{}", lines[35]);
    assert_eq!(
        lines[47],
        "N = 9: orbits 46, joined pairs 86, classes 2, by Inc 22, by Inc and Mov 45, missed 1: 35"
    );
    assert_eq!(
        home.run("orbit-graph 6").text().lines().last(),
        Some("N = 6: orbits 1, joined pairs 0, classes 1, by Inc 1, by Inc and Mov 1, missed 0")
    );
    let json = home.run("orbit-graph 9 --paths --json").text().to_owned();
    assert_eq!(home.run("orbit-graph 9 --paths --format json").text(), json);
    let values: Vec<Json> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(values[34]["path"], json!([]));
    assert_eq!(
        values[46],
        json!({"n": 9, "orbits": 46, "pairs": 86, "classes": 2, "by_inc": 22, "by_inc_and_mov": 45, "missed": [35]})
    );
    for value in values.iter().take(46).filter(|value| value["orbit_id"] != 35) {
        let path = value["path"].as_array().unwrap();
        assert_eq!(path[0]["n"], 8, "{value}");
        let last: String = path.last().unwrap()["gives"].to_string();
        assert_eq!(
            *Canonical::of(&last.parse().unwrap()),
            value["queens"].to_string().parse().unwrap()
        );
    }
}

/// The graph has the edges of the library as text, JSON and DOT.
#[test]
fn all_edges_are_printed() {
    let home = Home::new();
    let text = home.run("orbit-graph 9").text().to_owned();
    let json = home.run("orbit-graph 9 --json").text().to_owned();
    let dot = home.run("orbit-graph 9 --format dot").text().to_owned();
    let graph = search(9);
    let classes = graph.classes();
    let by_inc = graph.orbits().map(|(id, ..)| graph.by_inc(id).len()).sum::<usize>();
    assert_eq!(dot.matches(" -- ").count(), graph.pair_count() + by_inc);
    for (((id, canonical, _), class), (line, value)) in
        graph.orbits().zip(&classes).zip(text.lines().skip(1).zip(json.lines()))
    {
        let to: BTreeSet<u64> = graph.by_mov(id).iter().map(|edge| edge.to.get()).collect();
        let ids = to.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        assert!(line.trim().starts_with(&format!("{id}  {canonical}  ")), "{line}");
        assert!(line.ends_with(&ids), "{line}");
        let value: Json = serde_json::from_str(value).unwrap();
        let steps = |field: &str, n: u64| -> BTreeSet<u64> {
            let steps = value[field].as_array().unwrap().iter();
            steps
                .map(|step| {
                    assert_eq!(step["n"], n);
                    step["orbit_id"].as_u64().unwrap()
                })
                .collect()
        };
        assert_eq!(steps("by_mov", 9), to);
        let from: BTreeSet<u64> = graph.by_inc(id).iter().map(|edge| edge.from.get()).collect();
        assert_eq!(steps("by_inc", 8), from);
        assert_eq!(value["class"], class.get());
        for other in to.range(id.get() + 1..) {
            assert!(dot.contains(&format!("  \"9:{id}\" -- \"9:{other}\";")), "{id} {other}");
        }
    }
}

#[test]
fn the_drawings_show_the_graph() {
    let whole = Home::new().run("orbit-graph 8 --format dot").text().to_owned();
    let edges = whole
        .lines()
        .filter_map(|line| line.trim().strip_suffix(';'))
        .filter(|line| line.contains("--"));
    let edges: BTreeSet<String> = edges.map(|edge| edge.replace(['"', ' '], "")).collect();
    assert_eq!(edges.len(), 26 + 3);
    let svg = text("docs/orbit-graph-8.svg").replace("&#45;", "-");
    let drawn_edges =
        between(&svg, "<title>", "</title>").into_iter().filter(|title| title.contains("--"));
    assert_eq!(drawn_edges.map(str::to_owned).collect::<BTreeSet<_>>(), edges);
    let dot = Home::new().run("orbit-graph 8 --paths --format dot").text().to_owned();
    let statements = dot.lines().filter_map(|line| line.strip_prefix("  \"")?.split_once(" ["));
    let stated: BTreeSet<(String, String)> = statements
        .map(|(name, rest)| {
            let label = between(rest, "label=\"", "\"")[0].trim();
            (name.replace(['"', ' '], ""), label.to_owned())
        })
        .collect();
    assert_eq!(stated.len(), 13 + 12);
    assert_eq!(stated, drawn("orbit-paths-8.svg"));
    let graph = search(9);
    assert_eq!(graph.missed().count(), 1);
    let dot = Home::new().run("orbit-graph 9 --paths --format dot").text().to_owned();
    assert!(dot.contains("\"9:35\" [label=\"35\", style=dashed];"), "{dot}");
    assert!(!dot.contains("-> \"9:35\""));
}

/// The drawing of research/figure_2.rs: the case study of the paper.
#[test]
fn figure_2_has_the_moves_of_the_case_study() {
    let examples = rows("orbit_operations.csv");
    let moves: BTreeSet<(String, String)> = examples
        .iter()
        .filter_map(|row| {
            let place: String = row.get("place");
            let reached = place.strip_prefix("orbit ")?;
            let operation: Operation = row.get("operation");
            let start = match operation {
                Operation::Mov(..) => format!("8:{}", row.get::<u64>("start_orbit")),
                _ => "7:3".to_owned(),
            };
            Some((format!("{start}->8:{reached}"), operation.to_string()))
        })
        .collect();
    assert_eq!(moves.len(), 12);
    let edges = drawn("figure-2.svg").into_iter().filter(|(name, _)| name.contains("->"));
    assert_eq!(edges.collect::<BTreeSet<_>>(), moves);
}

#[test]
fn signatures_and_operations_are_printed() {
    let home = Home::new();
    let first = "{{(5, 5, 10), (10, 5, 5)}, {(5, 5, 10), (10, 5, 5)}}\n";
    assert_eq!(home.run("signature 2 4 1 3").text(), first);
    assert_eq!(home.ask(&["signature", "-"], b"2 4 1 3\n[3,1,4,2]\n").text(), first.repeat(2));
    assert_eq!(home.run("signature 1").text(), "{{}, {}}\n");
    let json: Json = serde_json::from_str(home.run("signature 3,1,4,2 --json").text()).unwrap();
    let lists = json!([[[5, 5, 10], [10, 5, 5]], [[5, 5, 10], [10, 5, 5]]]);
    assert_eq!(json, json!({"n": 4, "queens": [3, 1, 4, 2], "signature": lists}));
    // Table 2 of the paper.
    for row in rows("signatures.csv") {
        let list = |name: &str| -> String {
            let triples: String = row.get(name);
            let triples =
                triples.split(';').map(|triple| format!("({})", triple.replace(' ', ", ")));
            triples.collect::<Vec<_>>().join(", ")
        };
        let expected = format!("{{{{{}}}, {{{}}}}}\n", list("x"), list("y"));
        let question = format!("signature --raw {}", row.get::<String>("queens"));
        assert_eq!(home.run(&question).text(), expected);
    }
    assert_eq!(home.run("apply 'Inc(0.5, 4.5)' 2 4 1 3").text(), "3 5 2 4 1\n");
    assert_eq!(home.run("apply inc(0.5,4.5) 2 4 1 3").text(), "3 5 2 4 1\n");
    assert_eq!(home.ask(&["apply", "Inc(0.5\t4.5)", "-"], b"2 4 1 3").text(), "3 5 2 4 1\n");
    home.ask(&["apply", "Inc(0.5,4.5)", "-"], b"\xff\n").failed(2, &["line 1", "UTF-8"]);
    assert_eq!(
        home.run("apply inc(4.5,0.5) 2 4 1 3 --format csv").text(),
        "n,queens,is_solution\n5,5 2 4 1 3,1\n"
    );
    assert_eq!(home.run("apply 'Mov(1, 1, 3.5, 3.5)' 1 3 5 2 4").text(), "2 5 3 1 4\n");
    let made: Json =
        serde_json::from_str(home.run("apply Del(1,3) 2 4 1 3 --json").text()).unwrap();
    assert_eq!(
        made,
        json!({"n": 3, "operation": "Del(1, 3)", "from": [2, 4, 1, 3], "queens": [1, 3, 2], "is_solution": false})
    );
}

/// The names of the sources, products in the order that the sources write them, and squares.
#[test]
fn symmetries_are_applied() {
    let home = Home::new();
    // Zhang & Zhang, section II; Cull & Pandey, section 5; the Eiffel notes, as (row, column) = column=row.
    for (question, expected) in [
        ("apply Inv 1 3 5 2 4", "1 4 2 5 3\n"),
        ("apply Cmpl 1 3 5 2 4", "5 3 1 4 2\n"),
        ("apply Rev 1 3 5 2 4", "4 2 5 3 1\n"),
        ("apply po2 po4 po5 1 3 5 2 4", "3 1 4 2 5\n"),
        ("apply po3 1 3 5 2 4", "3 1 4 2 5\n"),
        ("apply R 1 5 8 6 3 7 2 4", "3 6 4 2 8 5 7 1\n"),
        ("apply MRRR 1 5 8 6 3 7 2 4", "1 7 5 8 2 4 6 3\n"),
        ("apply RRRMRRR 1 5 8 6 3 7 2 4", "8 4 1 3 6 2 7 5\n"),
        ("apply --n 8 R 2=6", "3=2\n"),
        ("apply --n 8 RR 2=6", "7=3\n"),
        ("apply --n 8 RRR 2=6", "6=7\n"),
        ("apply --n 8 M 2=6", "2=3\n"),
        ("apply --n 8 RM 2=6", "6=2\n"),
        ("apply --n 8 RRM 2=6", "7=6\n"),
        ("apply --n 8 RRRM 2=6", "3=7\n"),
        (
            "apply --image '3 1 4 2' 2 4 1 3",
            "flip-diagonal flip-antidiagonal flip-vertical flip-horizontal\n",
        ),
        ("apply --image '8 4 1 3 6 2 7 5' 1 5 8 6 3 7 2 4 --json", "[\"flip-vertical\"]\n"),
        // Both boards are read in the same way.
        (
            "apply --zero-based --image '3 2 1 0' 0 1 2 3",
            "flip-vertical flip-horizontal rotate-90 rotate-270\n",
        ),
    ] {
        assert_eq!(home.run(question).text(), expected, "{question}");
    }
    let other = home.run("apply --image 2413 1 2 3 4");
    assert_eq!((other.code, &*other.stdout), (Some(1), "none\n"));
}

const MISTAKES: &[Mistake] = &[
    failure("signature 1 2 3 4", &["column 1 (row 1) and column 2 (row 2)"]),
    usage("signature 1 2 2", &["row 2 is used in columns 2 and 3"]),
    usage("signature x", &["expected whole numbers"]),
    usage("signature", &["<SOLUTION>"]),
    usage("signature -", &["standard input", "no queens given"]),
    usage("apply Inc(0.5,5.5) 2 4 1 3", &["N = 4", "from 0.5 to 4.5", "(0.5, 5.5)"]),
    usage("apply Inc(1,1) 2 4 1 3", &["half position", "0.5, 1.5", "got \"1\""]),
    usage("apply Inc(65.5,0.5) 2 4 1 3", &["N + 0.5, got \"65.5\""]),
    usage("apply Del(1,1) 2 4 1 3", &["N = 4 has no queen at (row, column) (1, 1)"]),
    usage("apply Del(0,1) 2 4 1 3", &["numbers from 1 to 64, got \"0\""]),
    usage("apply Del(256,1) 2 4 1 3", &["numbers from 1 to 64, got \"256\""]),
    usage("apply Del(+1,3) 2 4 1 3", &["numbers from 1 to 64, got \"+1\""]),
    usage("apply Del(1) 2 4 1 3", &["expected Inc(ROW, COL)"]),
    usage("apply Del(5,1) 2 4 1 3", &["has no queen", "(5, 1)"]),
    usage("apply Del(1,1) 1", &["N = 0 is not a board"]),
    usage("apply Mov(2,1,0.5) 2 4 1 3", &["Mov(3, 1, 2.5, 8.5)"]),
    usage("apply Mov(1,1,0.5,0.5) 2 4 1 3", &["has no queen", "(1, 1)"]),
    usage("apply Turn(1,1) 2 4 1 3", &["Turn(1,1)"]),
    usage("apply 'Inc(0.5, 0.5)'", &["missing <QUEENS>"]),
    usage("apply", &["<OPERATION|QUEENS>"]),
    usage("apply po9 2 4 1 3", &["a symmetry such as po6", "got \"po9\""]),
    usage("apply 2 4 1 3", &["expected Inc(ROW, COL)", "got \"2\""]),
    usage("apply --n 8 Inc(0.5,0.5) 2=6", &["--n requires symmetries, got Inc"]),
    usage("orbit-graph 0", &["from 1 to 64, got \"0\""]),
    usage("orbit-graph 65", &["from 1 to 64, got \"65\""]),
    failure("orbit-graph 2", &["N = 2 has no solutions"]),
    failure("orbit-graph 3", &["N = 3 has no solutions"]),
    usage("orbit-graph 15", &["N = 15 has too many orbits"]),
    usage("orbit-graph 64", &["N = 64 has too many orbits"]),
    failure("orbit-graph 14 --time-limit 0", &["stopped while searching N = 14", "more time"]),
    usage("orbit-graph 8 --format svg", &["svg", "dot"]),
    usage("orbit-graph 8 --format dot --json", &["--json"]),
    usage("orbit-graph", &["<N>"]),
];

#[test]
fn mistakes_have_their_reasons() {
    let home = Home::new();
    check(&home, MISTAKES);
    let queens: Vec<String> = (1..=64).map(|queen| queen.to_string()).collect();
    let question = format!("apply Inc(0.5,0.5) {}", queens.join(" "));
    home.run(&question).failed(2, &["at most 64 queens, got 65"]);
}
