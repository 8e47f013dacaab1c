//! `compare`: random lists against a reference that looks each board up in a map, selections, orbits, labels and edges.

use crate::support::mistakes::{check, usage};
use crate::support::program::{Home, words};
use nqdb::random::Dice;
use nqdb::search::Solutions;
use nqdb_test_support::twin::size;
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

type Queens = Vec<u64>;

fn written(queens: &Queens) -> String {
    queens.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
}

/// All solutions, in order.
fn solutions(n: u64) -> Vec<Queens> {
    Solutions::new(size(n)).map(|found| found.queens().map(u64::from).collect()).collect()
}

/// The eight images; those with odd numbers are reflections.
fn images(queens: &Queens) -> Vec<Queens> {
    let n = queens.len() as u64;
    let mut images = vec![queens.clone()];
    for turn in 0..7 {
        let last = &images[turn];
        images.push(if turn % 2 == 0 {
            last.iter().rev().copied().collect()
        } else {
            // The inverse.
            (1..=n).map(|row| 1 + last.iter().position(|&q| q == row).unwrap() as u64).collect()
        });
    }
    images
}

/// What is compared with: options, and whether a solution is selected.
type Case = (&'static str, fn(&Queens) -> bool);

const CASES: [Case; 6] = [
    ("", |_| true),
    ("", |_| true),
    ("2=4", |queens| queens[1] == 4),
    ("--fixed-by rotate-180", is_half_turn),
    ("--orbits", |_| true),
    ("--orbits --fixed-by rotate-180", is_half_turn),
];

fn is_half_turn(queens: &Queens) -> bool {
    let n = queens.len() as u64;
    queens.iter().rev().map(|row| n + 1 - row).eq(queens.iter().copied())
}

fn attacks(queens: &Queens) -> bool {
    let pairs = |i: usize| (0..i).map(move |j| (j, i));
    (0..queens.len()).flat_map(pairs).any(|(j, i)| queens[i].abs_diff(queens[j]) == (i - j) as u64)
}

/// The verdict on a board that is not a solution of N = `n`.
fn fault(queens: &Queens, n: usize) -> &'static str {
    let mut sorted = queens.clone();
    sorted.sort_unstable();
    match () {
        _ if !sorted.iter().copied().eq(1..=queens.len() as u64) && queens.len() == n => {
            "not a permutation"
        }
        _ if queens.len() != n => "wrong size",
        _ => {
            assert!(attacks(queens));
            "attack"
        }
    }
}

/// A random list: solutions that are missing, repeated, turned or damaged, those of other sizes, and other text.
fn list(dice: &mut Dice, all: &[Queens], n: u64) -> Vec<Result<Queens, &'static str>> {
    let (shown, damaged) = (dice.below(8), dice.below(3));
    let mut list: Vec<Result<Queens, &'static str>> = Vec::new();
    for solution in all {
        if dice.below(8) <= shown {
            list.push(Ok(solution.clone()));
        }
        if dice.below(30) < damaged {
            let mut queens = solution.clone();
            let (i, j) = (dice.index(queens.len()), dice.index(queens.len()));
            match dice.below(4) {
                0 => {}
                1 => queens.swap(i, j),
                2 => queens[i] = queens[j],
                _ => queens = images(solution)[dice.index(8)].clone(),
            }
            list.push(Ok(queens));
        }
    }
    for _ in 0..2 * damaged {
        let other = solutions(4 + dice.below(4));
        list.push(match dice.below(3) {
            0 => Ok(other[dice.index(other.len())].clone()),
            1 => Ok((1..=n.max(5)).collect()),
            _ => Err("1 2 x 4 5 y"),
        });
    }
    dice.shuffle(&mut list);
    list
}

#[test]
fn random_lists_are_as_a_map_has_them() {
    let home = Home::new();
    for seed in 0..60 {
        let mut dice = Dice::of_draw(31, seed);
        let n = 2 + dice.below(9);
        let (options, selects) = CASES[dice.index(CASES.len())];
        let by_orbit = options.contains("--orbits");
        let all = solutions(n);
        let list = list(&mut dice, &all, n);
        let ranks: BTreeMap<&Queens, u64> = all.iter().zip(1..).collect();
        let least = |queens: &Queens| images(queens).into_iter().min().unwrap();
        let is_least = |queens: &&Queens| least(queens) == **queens;
        let orbits: BTreeMap<&Queens, u64> = all.iter().filter(is_least).zip(1..).collect();
        let number = if by_orbit { &orbits } else { &ranks };
        let mut missing: BTreeMap<u64, &Queens> =
            number.iter().filter(|(queens, _)| selects(queens)).map(|(q, k)| (*k, *q)).collect();
        let expected = missing.len();
        // The first line and rank of each number.
        let mut first: BTreeMap<u64, (u64, u64)> = BTreeMap::new();
        let (mut text, mut csv) = (String::new(), String::new());
        let mut groups: [Vec<Json>; 3] = Default::default();
        for (line, board) in (1..).zip(&list) {
            let label = (dice.below(2) == 0).then(|| format!("Group {line}"));
            if let Some(label) = &label {
                text += &format!("{label}: ");
            }
            let written = board.as_ref().map_or_else(ToString::to_string, written);
            text += &format!("{written}\n");
            let rank = board.as_ref().ok().and_then(|queens| ranks.get(queens).copied());
            let id = board.as_ref().ok().filter(|_| rank.is_some()).map(|q| orbits[&least(q)]);
            let key = if by_orbit { id } else { rank };
            let before = key.and_then(|key| first.get(&key));
            let (verdict, group) = match (board, key) {
                (Err(_), _) => ("unreadable", Some(2)),
                (Ok(queens), None) => (fault(queens, n as usize), Some(2)),
                (Ok(queens), _) if !selects(queens) => ("outside", Some(1)),
                _ if before.is_some() => ("repeated", Some(0)),
                _ => ("solution", None),
            };
            let repeats = before.map(|(line, _)| *line);
            if let (None, Some(key), Some(rank)) = (group, key, rank) {
                first.insert(key, (line, rank));
                missing.remove(&key);
            }
            if let Some(group) = group {
                let mut row = json!({"line": line, "verdict": verdict});
                let id = id.filter(|_| by_orbit);
                let numbers = [("rank", rank), ("orbit_id", id), ("repeats", repeats)];
                for (name, number) in numbers {
                    number.into_iter().for_each(|number| row[name] = number.into());
                }
                label.iter().for_each(|label| row["label"] = label.as_str().into());
                groups[group].push(row);
            }
            let cell = |number: Option<u64>| number.map(|n| n.to_string()).unwrap_or_default();
            let label = label.unwrap_or_default();
            let [rank, id, repeats] = [rank, id, repeats].map(cell);
            csv += &format!("{line},{label},{verdict},{rank},{id},{repeats},\n");
        }
        let ask = |more: &str| {
            home.ask(&words(&format!("compare {n} {options} {more}")), text.as_bytes())
        };
        let is_right = missing.is_empty() && groups.iter().all(Vec::is_empty);
        let code = Some(i32::from(!is_right));
        let answer = ask("--json --limit 100000");
        assert_eq!(answer.code, code, "{answer:#?}");
        let mut got: Json = serde_json::from_str(&answer.stdout).unwrap();
        for name in ["repeated", "outside", "wrong"] {
            for row in got[name].as_array_mut().unwrap() {
                let reason = row.as_object_mut().unwrap().remove("reason").unwrap();
                assert!(!reason.as_str().unwrap().is_empty());
            }
        }
        let name = if by_orbit { "orbit_id" } else { "rank" };
        let absent: Vec<Json> = missing
            .iter()
            .map(|(number, queens)| json!({name: number, "queens": queens}))
            .collect();
        let [repeated, outside, wrong] = groups;
        let report = json!({
            "n": n, "expected": expected, "found": expected - missing.len(),
            "missing_count": missing.len(), "repeated_count": repeated.len(),
            "outside_count": outside.len(), "wrong_count": wrong.len(),
            "missing": absent, "repeated": repeated, "outside": outside, "wrong": wrong,
        });
        assert_eq!(got, report, "seed {seed}: compare {n} {options}\n{text}");

        let answer = ask("--format csv --jobs 3");
        assert_eq!(answer.code, code, "{answer:#?}");
        // Reasons are last.
        let is_before_reason = |line: &str| {
            let ends: Vec<_> = line.match_indices(',').take(6).map(|(place, _)| place).collect();
            format!("{},\n", &line[..ends[5]])
        };
        let (header, rest) = answer.stdout.split_once('\n').unwrap();
        assert_eq!(header, "line,label,verdict,rank,orbit_id,repeats,reason");
        assert_eq!(rest.lines().map(is_before_reason).collect::<String>(), csv, "seed {seed}");

        let answer = ask("--missing");
        assert_eq!(answer.code, code, "{answer:#?}");
        let lines: String = missing.values().map(|queens| written(queens) + "\n").collect();
        assert_eq!(answer.stdout, lines, "seed {seed}");
        let summary = ask("--limit 0");
        assert_eq!(answer.stderr, format!("nqdb: {}", summary.stdout), "seed {seed}");
    }
}

#[test]
fn a_complete_list_is_complete() {
    let home = Home::new();
    for (n, options, of) in [
        (1, "", "1 of 1 solution"),
        (2, "", "0 of 0 solutions"),
        (3, "--orbits", "0 of 0 orbits"),
        (8, "", "92 of 92 solutions"),
        (8, "--orbits", "12 of 12 orbits"),
        (11, "--toroidal", "88 of 88 selected solutions"),
        (9, "1=1 c5", "3 of 3 selected solutions"),
        (8, "--orbits --stabilizer rotate-180", "1 of 1 selected orbit"),
        (17, "--orbits --fixed-by rotate-90", "64 of 64 selected orbits"),
    ] {
        let list = home.run(&format!("list {n} {options}")).stdout;
        let complete = format!("{of}, each once\n");
        let ask = |more: &str, list: &str| {
            home.ask(&words(&format!("compare {n} {options} {more}")), list.as_bytes())
        };
        assert_eq!(ask("", &list).text(), complete, "{n} {options}");
        // As elsewhere, - reads standard input.
        assert_eq!(ask("-", &list).text(), complete, "{n} {options}");
        for more in ["--missing", "--format csv"] {
            let answer = ask(more, &list);
            answer.succeeded();
            assert_eq!(answer.stderr, format!("nqdb: {complete}"), "{n} {options} {more}");
        }
        assert_eq!(ask("--missing", &list).stdout, "");
        if !list.is_empty() {
            // What is missing makes it complete.
            let half: String = list.split_inclusive('\n').step_by(2).collect();
            let missing = ask("--missing", &half).stdout;
            assert_eq!(ask("", &(half + &missing)).text(), complete, "{n} {options}");
            assert_eq!(ask("--missing", "").stdout, list, "{n} {options}");
        }
    }
}

#[test]
fn boards_are_named_by_lines_and_labels() {
    let home = Home::new();
    let class = "# Anna: 1 5 8 6 3 7 2 4\n\nBen: 1 6 8 3 7 4 5 2\n\nCarla:\na4,b2,c7,d3,e6,f8,g5,h1\n\
                 Dan: 1 5 8 6 3 7 2 4\nEve: 2 4 1 3\n6. queens\n[1,5,8,6,3,7,2,4] [1,5,8,6,3,7,2,4]\n";
    let answer = home.ask(&["compare", "8", "-n", "2"], class.as_bytes());
    let expected = "2 of 92 solutions: 90 missing, 3 repeated, 3 wrong

missing:
  solution 2: 1 6 8 3 7 4 2 5
  solution 3: 1 7 4 6 8 2 5 3
  … and 88 more

repeated:
  line 7 (Dan): solution 1 is already there, line 1
  line 10: solution 1 is already there, line 1
  … and 1 more

wrong:
  line 3 (Ben): attack: columns 5 and 7, same diagonal
  line 8 (Eve): wrong size: expected a board of N = 8, got one of N = 4
  … and 1 more
";
    assert_eq!(answer.stdout, expected, "{answer:#?}");
    assert_eq!(answer.code, Some(1));
    answer.says(&["nqdb: the list differs from the expected one"]);
    let table = "name,queens\nÅsa,2 4 1 3\n\"B, b\",2 4 1 3\n";
    let answer = home.ask(&words("compare 4 --format csv"), table.as_bytes());
    let lines = "line,label,verdict,rank,orbit_id,repeats,reason\n2,Åsa,solution,1,1,,\n\
                 3,\"B, b\",repeated,1,1,2,\"solution 1 is already there, line 2\"\n";
    assert_eq!(answer.stdout, lines);
    answer.says(&["nqdb: 1 of 2 solutions: 1 missing, 1 repeated\n"]);
}

#[test]
fn other_members_of_an_orbit_are_named() {
    let home = Home::new();
    let orbit = home.run("orbit 8:10 --columns queens").text().to_owned() + "1 5 8 6 3 7 2 4\n";
    let answer = home.ask(&words("compare 8 --orbits --limit 3"), orbit.as_bytes());
    let repeated = "repeated:
  line 2: solution 55 is a reflection of solution 14, line 1
  line 3: solution 79 is a reflection of solution 14, line 1
  line 4: solution 38 is a rotation of solution 14, line 1
";
    assert!(answer.stdout.starts_with("2 of 12 orbits: 10 missing, "), "{answer:#?}");
    assert!(answer.stdout.contains("  orbit 2: "), "{answer:#?}");
    assert!(answer.stdout.contains(repeated), "{answer:#?}");
    // Without lines.
    let first = home.run("list 17 -n 1").stdout;
    let answer = home.ask(&words("compare 17 --orbits --json"), first.repeat(2).as_bytes());
    let got: Json = serde_json::from_str(&answer.stdout).unwrap();
    let row = json!([{"line": 2, "verdict": "repeated", "rank": 1, "orbit_id": 1,
                      "reason": "solution 1 of orbit 1, which is already there"}]);
    assert_eq!(got["repeated"], row);
    assert_eq!(got["missing_count"], 11_977_938);
}

#[test]
fn wrong_usage_is_refused() {
    let home = Home::new();
    check(
        &home,
        &[
            usage("compare", &["N"]),
            usage("compare 0", &["from 1 to 18, got \"0\""]),
            usage("compare 4", &["input is UTF-16", "Get-Content"]).reading(b"\xff\xfe2\0\r\0\n\0"),
            usage("compare 4", &["input is compressed with gzip", "gzip -dc"])
                .reading(b"\x1f\x8b\x08\0\n\n\xff"),
            usage("compare 19", &["up to 18", "nqdb check - --n 19"]),
            usage("compare 8 5", &["did you mean --limit 5?"]),
            usage("compare 8 1=1 --orbits", &["--orbits takes no conditions"]),
            usage("compare 8 --missing --json", &["--missing"]),
            usage("compare 8 --missing --format csv", &["--missing"]),
            usage("compare 8 --format svg", &["svg"]),
        ],
    );
    // One line in another encoding is a wrong board.
    let answer = home.ask(&words("compare 4"), b"2 4 1 3\n\x1f\x8bx\xff\n3 1 4 2\n");
    assert!(answer.stdout.starts_with("2 of 2 solutions: 1 wrong\n"), "{answer:#?}");
    // No list is an empty one.
    let answer = home.ask(&words("compare 8 --limit 0"), b"\n");
    assert_eq!((answer.stdout.as_str(), answer.code), ("0 of 92 solutions: 92 missing\n", Some(1)));
}

#[test]
fn check_knows_labels_and_the_size() {
    let home = Home::new();
    let boards = "Anna: 2 4 1 3\n2. 2 4 1 3 5\n";
    let answer = home.ask(&words("check - --n 4 --format csv"), boards.as_bytes());
    let lines = "n,line,label,verdict,columns,reason\n4,1,Anna,solution,,\n\
                 5,2,2,wrong size,,\"wrong size: expected a board of N = 4, got one of N = 5\"\n";
    assert_eq!((answer.stdout.as_str(), answer.code), (lines, Some(1)));
    // A queen is forgotten, or attacks another one, and both commands say so in the same words.
    for (board, verdict, reason) in [
        ("1 5 8 6 3 7 2", "wrong size", "expected a board of N = 8, got one of N = 7"),
        ("1 6 8 3 7 4 5 2", "attack", "columns 5 and 7, same diagonal"),
    ] {
        for command in ["check - --n 8 --json", "compare 8 --json"] {
            let answer = home.ask(&words(command), board.as_bytes());
            let got: Json = serde_json::from_str(&answer.stdout).unwrap();
            let row = got.get("wrong").map_or(&got, |wrong| &wrong[0]);
            let expected = json!([verdict, format!("{verdict}: {reason}")]);
            assert_eq!(json!([row["verdict"], row["reason"]]), expected, "{command}");
        }
    }
    // A board has its own label, or that of the heading above.
    let headings = "Group B:\nAnna: 2 4 1 3\n3 1 4 2\nGroup C:\n3 1 4 2\n#7\n3 1 4 2\n";
    let answer = home.ask(&words("check - --format csv"), headings.as_bytes());
    let lines: Vec<&str> = answer.stdout.lines().skip(1).collect();
    assert_eq!(
        lines,
        ["4,2,Anna,solution,,", "4,3,,solution,,", "4,5,Group C,solution,,", "4,7,7,solution,,"]
    );
    // Quotes are doubled in CSV.
    let quoted = home.ask(&words("check - --format csv"), b"name,queens\n\"A \"\"x\"\"\",2413\n");
    assert!(quoted.text().ends_with("\n4,2,\"A \"\"x\"\"\",solution,,\n"), "{quoted:#?}");
    // Headings without a board have their own lines and labels.
    let headings = b"Solution 1:\nSolution 2:\n\n3:\n2 4 1 3\n3 1 4 2\nSolution 4:\n";
    let answer = home.ask(&words("check - --format csv"), headings);
    let lines = answer.stdout.lines().skip(1).map(|line| line.split(",\"").next().unwrap());
    let expected = [
        ",1,Solution 1,unreadable,",
        ",2,Solution 2,unreadable,",
        "4,5,3,solution,,",
        "4,6,,solution,,",
        ",7,Solution 4,unreadable,",
    ];
    assert_eq!(lines.collect::<Vec<_>>(), expected);
    let json =
        home.ask(&words("check - --json"), b"Solution 1:\n. . Q .\nQ . . .\n. . . Q\n. Q . .\n");
    assert_eq!(
        json.json(),
        [json!({"n": 4, "line": 2, "label": "Solution 1", "verdict": "solution"})]
    );
}
