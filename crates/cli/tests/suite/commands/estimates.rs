//! `--estimate` in all commands: no estimate looks exact.

use crate::support::mistakes::{Mistake, check, failure, usage};
use crate::support::program::{Home, progress};

#[test]
fn an_estimate_never_looks_exact() {
    let home = Home::new();
    let options = "--estimate --seed 5 --runs 20";
    for question in [
        "count 20 28",
        "count 20 28 --orbits",
        "count 30 1=1",
        "rank 21 18 8 22 1 19 17 2 10 3 6 23 5 20 24 15 4 25 27 9 12 26 7 14 28 11 13 16",
    ] {
        let question = format!("{question} {options}");
        let answer = home.run(&question);
        let texts: Vec<_> = answer.succeeded().lines().map(str::to_owned).collect();
        for (text, json) in texts.iter().zip(home.run(&format!("{question} --json")).json()) {
            assert!(text.contains("≈ ") && text.ends_with('%'), "{question}: {text}");
            let number = |name: &str| json[name].as_f64().unwrap();
            assert!(number("low") < number("estimate") && number("estimate") < number("high"));
            assert!(number("standard_error") > 0.0);
            let expected = serde_json::json!({
                "confidence": 0.95, "exact": false, "runs": 20, "population": 4000, "seed": 5
            });
            assert!(crate::support::program::has(&json, &expected), "{json}");
            assert!(json["solutions"].is_null() && json["rank"].is_null(), "{json}");
        }
        assert_eq!(home.run(&format!("{question} --jobs 1")).stdout, answer.stdout);
    }
    home.run("count 20 --estimate --runs 2").says(&["`nqdb count 20`", "repeats this estimate"]);
    let exact = home.run("count 6 --estimate --orbits");
    assert_eq!(exact.stderr, "nqdb: the number is exact: no sampling took place\n");
    assert_eq!(home.run("count 2 6 --estimate").stdout, "2 0\n6 4\n");
    let orbits = |n: u8| {
        let answer = home.run(&format!("count {n} --orbits --estimate --runs 2 --json"));
        let json = answer.json().remove(0);
        (answer, [json["half_turn"].clone(), json["quarter_turn"].clone()])
    };
    assert_eq!(orbits(20).1, [144_620, 480].map(serde_json::Value::from));
    let (answer, symmetric) = orbits(28);
    assert_eq!(symmetric, [serde_json::Value::Null, serde_json::Value::Null]);
    answer.says(&["orbits of 4 and 2 members", "left out"]);
    assert_eq!(home.run("count 40 3=5 4=6 --estimate").stdout, "0\n");
    // At least ten runs are done, however short the time.
    let short = home.run("count 40 --estimate --sample-time 0.000001 --json").json();
    assert!(short[0]["runs"].as_u64().unwrap() >= 10, "{short:?}");
}

#[test]
fn heat_maps_are_marked_as_estimates() {
    let home = Home::new();
    let ask = |n: u8, format: &str| {
        let question = format!("heatmap {n} --estimate --seed 1 --runs 4 --format {format}");
        home.run(&question).succeeded().to_owned()
    };
    let text = ask(21, "text");
    assert_eq!(text.lines().count(), 1 + 21 + 1);
    let row = text.lines().nth(1).unwrap();
    assert_eq!(row.matches('≈').count(), 21, "{row}");
    assert!(text.lines().last().unwrap().starts_with("≈ estimates, within ± "), "{text}");
    let csv = ask(21, "csv");
    assert!(csv.starts_with("row,column,estimate,standard_error,low,high\n1,1,"), "{csv}");
    assert_eq!(csv.lines().count(), 1 + 21 * 21);
    let json: serde_json::Value = serde_json::from_str(&ask(21, "json")).unwrap();
    for name in ["estimates", "standard_errors", "low", "high"] {
        let rows = json[name].as_array().unwrap();
        assert!(rows.len() == 21 && rows.iter().all(|row| row.as_array().unwrap().len() == 21));
    }
    assert_eq!((&json["n"], &json["runs"], &json["exact"]), (&21.into(), &4.into(), &false.into()));
    assert!(json["total"]["low"].as_f64() < json["total"]["estimate"].as_f64());
    let svg = ask(64, "svg");
    assert!(svg.contains("<title>N = 64: estimates of how many of the ≈ "), "{}", &svg[..400]);
    assert_eq!(svg.matches("column 64, row").count(), 64);
    assert!(svg.contains("row 3: ≈ "));
    // A small board is exact, and its picture is the same.
    assert_eq!(ask(8, "text"), home.run("heatmap 8").text());
    assert_eq!(ask(8, "svg"), home.run("heatmap 8 --format svg").text());
}

#[test]
fn long_estimates_show_their_progress() {
    let (_, said) = progress(&Home::new(), "count 64 --estimate --sample-time 600");
    assert!(said.contains("nqdb: sampling N = 64: ") && said.contains(" runs after "), "{said}");
}

/// Ctrl-C prints the estimate of the runs so far.
#[cfg(unix)]
#[test]
fn ctrl_c_ends_an_estimate() {
    use crate::support::program::words;
    use crate::support::running::Running;
    use std::io::{BufRead, BufReader, Read};
    use std::process::Stdio;
    let home = Home::new();
    let mut command = home.command();
    command.args(words("count 40 41 --estimate --sample-time 600 --json"));
    command.env_remove("NQDB_PROGRESS");
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut running = Running::start(command);
    let mut stderr = BufReader::new(running.stderr.take().unwrap());
    let mut line = String::new();
    while !line.contains(" runs after ") {
        line.clear();
        assert!(stderr.read_line(&mut line).unwrap() > 0);
    }
    running.interrupt();
    let mut said = String::new();
    stderr.read_to_string(&mut said).unwrap();
    let answer = crate::support::program::end(running);
    assert_eq!(answer.code, Some(130), "{said}");
    assert!(said.contains("nqdb: stopped by Ctrl-C; the estimate is of the runs so far"), "{said}");
    let lines = answer.stdout.lines().map(|line| serde_json::from_str(line).unwrap());
    let lines: Vec<serde_json::Value> = lines.collect();
    let [json] = &lines[..] else { panic!("{lines:?}") };
    assert!(json["n"] == 40 && json["runs"].as_u64().unwrap() >= 10, "{json}");
    // The same runs can be made again.
    let (seed, runs) = (&json["seed"], &json["runs"]);
    assert!(said.contains(&format!("--seed {seed} --runs {runs} repeats this estimate")), "{said}");
}

const MISTAKES: &[Mistake] = &[
    usage("count 0 --estimate", &["--estimate: ", "to 64, got 0"]),
    usage("count 65 --estimate", &["to 64, got \"65\""]),
    failure("count 28", &["not known", "`nqdb count 28 --estimate` estimates it"]),
    failure("count 28 --orbits", &["not known", "--estimate"]),
    usage("count 28 --estimate --sample-time 0", &["above 0", "got \"0\""]),
    usage("count 28 --estimate --sample-time -1", &["-1"]),
    usage("count 28 --estimate --sample-time nan", &["above 0", "got \"nan\""]),
    usage("count 28 --estimate --sample-time 1e300", &["above 0", "got \"1e300\""]),
    usage("count 28 --estimate --sample-time soon", &["above 0", "got \"soon\""]),
    usage("count 28 --estimate --runs 1", &["from 2 to 2^64 - 1, got \"1\""]),
    usage("count 28 --estimate --runs 5 --sample-time 1", &["--runs", "--sample-time"]),
    usage("count 28 --estimate --jobs 0", &["from 1 to 1024, got \"0\""]),
    usage("count 28 --estimate --jobs 1025", &["from 1 to 1024, got \"1025\""]),
    usage("count 28 --estimate --seed x", &["--seed"]),
    usage("count 28 --sample-time 1", &["--estimate"]),
    usage("count 28 --runs 5", &["--estimate"]),
    usage("count 28 --recompute --estimate", &["--recompute", "--estimate"]),
    usage("list 28 1=1 --estimate", &["--estimate"]),
    usage("count 28 1=29 --estimate", &["29"]),
    usage("rank '2 4 1 3' --orbits --estimate", &["--orbits", "--estimate"]),
    failure("rank '1 2 3 4' --estimate", &["attack"]),
    failure(
        "rank '21 18 8 22 1 19 17 2 10 3 6 23 5 20 24 15 4 25 27 9 12 26 7 14 28 11 13 16'",
        &["solutions of N = 28 come before this one", "`nqdb rank --estimate` estimates it"],
    ),
    usage("heatmap 65 --estimate", &["to 64, got \"65\""]),
    usage("heatmap 21", &["too large for a heat map", "--estimate"]),
    failure(
        "count 64 --estimate --sample-time 100 --time-limit 0.1",
        &["stopped while sampling N = 64"],
    ),
    failure(
        "count 40 1=1 2=3 3=5 4=2 5=4 6=9 7=11 8=13 9=15 10=6 --estimate --runs 2 --seed 1",
        &[
            "no solution of N = 40 was found in 2 runs",
            "too few to be sampled",
            "without --estimate",
        ],
    ),
];

#[test]
fn every_mistake_has_its_reason() {
    check(&Home::new(), MISTAKES);
}
