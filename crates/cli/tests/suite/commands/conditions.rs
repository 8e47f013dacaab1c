//! `nqdb list` and `nqdb count` with conditions: results, notes on stderr, and wrong arguments.

use crate::support::mistakes::{Mistake, check, failure, usage};
use crate::support::program::{Home, has, progress};
use serde_json::{Value, json};

#[test]
fn the_method_is_explained() {
    let bare = Home::new();
    for home in [&bare, &Home::with("8")] {
        let board = if std::ptr::eq(home, &bare) { "N = 8 is searched" } else { "N = 8 is stored" };
        let searched = "N = 8: the solutions are searched";
        home.run("list 8 1=1 --explain").says(&[searched]);
        home.run("list 8 1=1 --json --explain").says(&[board, searched]);
        let known = "N = 8: the solutions are counted by the heat map";
        home.run("count 8 1=1 --explain").says(&[board, known]);
        let counted = "N = 8: the solutions are counted by a search";
        home.run("count 8 1=1 2=7 --explain").says(&[board, counted]);
        let difference = "N = 8: the solutions are counted by Q(N) less the heat map";
        home.run("count 8 1!=1 --explain").says(&[board, difference]);
        home.run("count 8 --explain").says(&[board]);
        let tier = home.run("list 8 1!=1 --json --columns tier --limit 1 --explain");
        let read = if board.ends_with("stored") { "stored" } else { "searched" };
        tier.says(&[&format!("N = 8: the solutions are {read}")]);
        assert_eq!(tier.json()[0]["tier"], read);
    }
}

/// Command lines and their output, with and without a database.
const TEXT: &[(&str, &str)] = &[
    ("list 8 1=1", "1 5 8 6 3 7 2 4\n1 6 8 3 7 4 2 5\n1 7 4 6 8 2 5 3\n1 7 5 8 2 4 6 3\n"),
    ("list 8 1=1 2=7", "1 7 4 6 8 2 5 3\n1 7 5 8 2 4 6 3\n"),
    ("list 8 1=1 2=7 2=7,1=1", "1 7 4 6 8 2 5 3\n1 7 5 8 2 4 6 3\n"),
    ("list 8 1=1 2!=7", "1 5 8 6 3 7 2 4\n1 6 8 3 7 4 2 5\n"),
    ("list 8 '1=1 2=7, 3!=4'", "1 7 5 8 2 4 6 3\n"),
    ("list 8 1=1 --limit 2", "1 5 8 6 3 7 2 4\n1 6 8 3 7 4 2 5\n"),
    ("list 8 1=1 --limit 0", ""),
    ("list 4", "2 4 1 3\n3 1 4 2\n"),
    ("list 1 1=1", "1\n"),
    ("list 8 1=1 --format csv --limit 1", "rank,queens\n1,1 5 8 6 3 7 2 4\n"),
    ("list 8 8=3 7=6 3=5 --format csv", "rank,queens\n4,1 7 5 8 2 4 6 3\n11,2 7 5 8 1 4 6 3\n"),
    ("list 8 8=3 7=6 --format csv --columns queens --limit 1", "queens\n1 7 5 8 2 4 6 3\n"),
    ("count 8 1=1", "4\n"),
    ("count 8", "92\n"),
    ("count 27", "234907967154122528\n"),
    ("count 8 3!=5", "80\n"),
    ("count 8 3!=5 3!=6", "76\n"),
    ("count 1 1!=1", "0\n"),
    ("count 2 2!=1", "0\n"),
    ("count 8 1=1 2=2", "0\n"),
    ("count 3 1=1", "0\n"),
    ("count 20 1=1 2=3 3=5 4=2 5=4", "28\n"),
];

#[test]
fn answers_on_the_command_line() {
    for home in [Home::new(), Home::with("1 3-4 8")] {
        for (question, expected) in TEXT {
            assert_eq!(home.run(question).text(), *expected, "{question}");
        }
        let answer = home.run("list 8 1=1 2=7 --json --limit 1").json();
        let expected = json!([{"n": 8, "rank": 3, "queens": [1, 7, 4, 6, 8, 2, 5, 3]}]);
        assert!(has(&answer.into(), &expected));
        let unranked = home.run("list 8 1=1 --json --columns tier --limit 1").json();
        assert_eq!(unranked, [json!({"tier": "searched"})]);
        let count =
            json!([{"n": 8, "conditions": ["1=1", "8!=4"], "solutions": 3, "source": "computed"}]);
        assert_eq!(Value::from(home.run("count 8 1=1 8!=4 --json").json()), count);
        let boards = home.run("list 8 1=1 2=7 --format drawing");
        assert!(boards.text().starts_with("rank 3: 1 7 4 6 8 2 5 3\n┌"), "{boards:#?}");
        let boards = home.run("list 8 1=1 2=7 --format drawing --columns n --ascii");
        assert!(boards.text().starts_with("N = 8: 1 7 4 6 8 2 5 3\n+"), "{boards:#?}");
    }
}

/// The first solution matches, so the search starts with its first queens in place and has no fraction.
#[test]
fn a_search_that_has_found_nothing_shows_no_share() {
    let question = "list 62 1=1 2=3 3=5 --limit 1 --format csv";
    let (_, said) = progress(&Home::new(), question);
    assert!(said.contains("nqdb: searching N = 62: 0 solutions found after"), "{said}");
    assert!(!said.contains("of the way"), "{said}");
    let stopped = Home::new().run(&format!("{question} --time-limit 0.2"));
    stopped.failed(1, &["nqdb: stopped while"]);
}

#[test]
fn no_match_is_not_a_failure() {
    for home in [Home::new(), Home::with("3 8")] {
        // Two queens in a column or row, attacking queens, a column without a queen.
        let without_any = (1..=8).map(|row| format!("4!={row}")).collect::<Vec<_>>().join(" ");
        let squares =
            ["3=5 3=6", "3=5 4=5", "1=1 2=2", "1=1 1!=1", "1=1 2=3 3=5 4=2", &without_any];
        for squares in squares {
            for option in ["", "--format svg", "--format drawing", "--json"] {
                let answer = home.run(&format!("list 8 {squares} {option}"));
                answer.says(&["nqdb: no solution of N = 8 meets the conditions"]);
                assert_eq!(answer.succeeded().is_empty(), option != "--format svg", "{answer:#?}");
            }
            assert_eq!(home.run(&format!("count 8 {squares}")).text(), "0\n");
        }
        for (question, reason) in [
            ("list 3 --format csv", "nqdb: N = 3 has no solutions"),
            ("list 3 1!=1 --format csv", "nqdb: N = 3 has no solutions"),
        ] {
            let answer = home.run(question);
            answer.says(&[reason]);
            assert_eq!(answer.succeeded(), "rank,queens\n");
        }
    }
}

const MISTAKES: &[Mistake] = &[
    usage("list 8 9=1", &["column 9, row 1 is outside the board N = 8", "from 1 to 8"]),
    usage("list 8 1=9", &["column 1, row 9 is outside the board N = 8"]),
    usage("list 8 0=1", &["column 0, row 1 is outside"]),
    usage("list 8 1!=0", &["column 1, row 0 is outside"]),
    usage("list 8 1=1 300=1", &["column 300"]),
    usage("list 8 1=99999999999999999999", &["a condition such as 3=5", "99999999999999999999"]),
    usage("list 8 3==5", &["a condition such as 3=5", "3!=5", "got \"3==5\""]),
    usage("list 8 3<>5", &["a condition such as 3=5", "got \"3<>5\""]),
    usage("list 8 3!5", &["got \"3!5\""]),
    usage("list 8 a=1", &["got \"a=1\""]),
    usage("list 8 i1", &["column 9, row 1 is outside the board N = 8"]),
    usage("list 8 !i1", &["column 9, row 1 is outside the board N = 8"]),
    usage("list 8 !a", &["got \"!a\""]),
    usage("list 8 !3=5", &["got \"!3=5\""]),
    usage("list 8 3", &["got \"3\""]),
    usage("list 8 3=", &["got \"3=\""]),
    usage("list 8 =3", &["got \"=3\""]),
    usage("list 8 +3=1", &["got \"+3=1\""]),
    usage("list 8 1=1=1", &["got \"1=1=1\""]),
    usage("list 8 3≠5", &["got \"3≠5\""]),
    usage("list 8 '3 = 5'", &["got \"3\""]),
    usage("list 8 1=1 ' , '", &["a condition such as 3=5", "got \"\""]),
    usage("list 0 1=1", &["from 1 to 64, got \"0\""]),
    usage("list 65 1=1", &["from 1 to 64, got \"65\"", "`nqdb solve 65` finds one solution"]),
    usage("list 8 --seed 1", &["--shuffle"]),
    usage("list 8 -", &["`-`", "`nqdb count -`"]),
    usage("list 1=1", &["from 1 to 64, got \"1=1\""]),
    usage("list", &["<N>"]),
    usage("list 8 1=1 --limit -1", &["-1"]),
    usage("count 8 1=1 --limit 3", &["--limit"]),
    usage("count 8 1=1 --format png", &["--format"]),
    usage("count 8 1=1 --orbits", &["--orbits takes no conditions"]),
    usage("list 8 1=1 --orbits", &["--orbits takes no conditions"]),
    usage("count 8 - --orbits", &["can't be combined"]),
    usage("list 8 1=1 --ascii", &["--ascii"]),
    failure("count 28", &["N = 28 is not known"]),
    failure("count 22 11=11 --time-limit 0.05", &["stopped while searching N ="]),
    failure("list 64 --time-limit 0.05", &["stopped while searching N ="]),
];

#[test]
fn mistakes_have_their_reasons() {
    let home = Home::new();
    check(&home, MISTAKES);
    // An empty argument, as from an unset shell variable.
    for question in [&["list", "8", ""][..], &["count", "8", "1=1", ""]] {
        home.ask(question, b"").failed(2, &["a condition such as 3=5", "got \"\""]);
    }
}

/// Boards beyond enumeration: the first solutions have ranks, the others do not.
#[test]
fn large_boards_are_searched() {
    let home = Home::new();
    let first = "1 3 5 2 4 9 11 13 15 6 8 19 21 23 30 32 34 36 38 40 31 33 35 37 39 20 22 14 18 10 12 24 17 7 28 26 \
                 16 29 27 25";
    for question in ["unrank 40 1", "list 40 --limit 1", "list 40 1=1 2=3 --limit 1"] {
        assert_eq!(home.run(question).text(), format!("{first}\n"), "{question}");
    }
    assert_eq!(home.run(&format!("rank '{first}'")).text(), "1\n");
    let answer = home.run("list 40 --limit 2 --json").json();
    assert_eq!((&answer[0]["rank"], &answer[1]["rank"]), (&json!(1), &json!(2)));
    let explained = home.run("unrank 40 1 --explain");
    explained.says(&[
        "N = 40: the first solution is built in",
        "`nqdb unrank 40 1 --recompute` repeats it",
    ]);
    let proved = home.run("unrank 43 1 --recompute --explain");
    proved.says(&["the first solution is searched, not looked up"]);
    assert_eq!(proved.succeeded(), home.run("unrank 43 1").text());
    let other = home.run("random 40 --seed 1");
    let refused = home.run(&format!("rank '{}'", other.succeeded().trim()));
    refused
        .failed(1, &["solutions of N = 40 come before this one", "--estimate", "--columns queens"]);
    let endless = "list 64 1=1 --limit 1";
    let (_, said) = progress(&home, endless);
    assert!(
        said.contains("a search of it can take minutes to years; `nqdb solve 64` finds one"),
        "{said}"
    );
    home.run(&format!("{endless} --time-limit 0.3")).failed(1, &["stopped while"]);
    let given = "1=2 3=7 5=12 8=40 10=99 30=30 50=63 70=1 90=15 100=55";
    assert_eq!(home.run(&format!("solve 100 {given} --seed 1")).text().split(' ').count(), 100);
}
