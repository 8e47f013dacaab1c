//! `nqdb find`: results, notes on stderr, and wrong arguments.

use crate::support::mistakes::{Mistake, check, failure, usage};
use crate::support::program::{Home, has, progress};
use serde_json::{Value, json};

#[test]
fn the_method_is_explained() {
    let bare = Home::new();
    for home in [&bare, &Home::with("8")] {
        let board = if std::ptr::eq(home, &bare) { "N = 8 is searched" } else { "N = 8 is stored" };
        let searched = "N = 8: the matches are searched";
        home.run("find 8 1=1 --explain").says(&[searched]);
        home.run("find 8 1=1 --json --explain").says(&[board, searched]);
        let known = "N = 8: the matches are counted by the heat map";
        home.run("find 8 1=1 --count --explain").says(&[board, known]);
        let counted = "N = 8: the matches are counted by a search";
        home.run("find 8 1=1 2=7 --count --explain").says(&[board, counted]);
        let difference = "N = 8: the matches are counted by Q(N) less the heat map";
        home.run("find 8 1!=1 --count --explain").says(&[board, difference]);
        home.run("find 8 --count --explain").says(&[board]);
        let tier = home.run("find 8 1!=1 --json --columns tier --limit 1 --explain");
        let read = if board.ends_with("stored") { "stored" } else { "searched" };
        tier.says(&[&format!("N = 8: the matches are {read}")]);
        assert_eq!(tier.json()[0]["tier"], read);
    }
}

/// Command lines and their output, with and without a database.
const TEXT: &[(&str, &str)] = &[
    ("find 8 1=1", "1 5 8 6 3 7 2 4\n1 6 8 3 7 4 2 5\n1 7 4 6 8 2 5 3\n1 7 5 8 2 4 6 3\n"),
    ("find 8 1=1 2=7", "1 7 4 6 8 2 5 3\n1 7 5 8 2 4 6 3\n"),
    ("find 8 1=1 2=7 2=7,1=1", "1 7 4 6 8 2 5 3\n1 7 5 8 2 4 6 3\n"),
    ("find 8 1=1 2!=7", "1 5 8 6 3 7 2 4\n1 6 8 3 7 4 2 5\n"),
    ("find 8 '1=1 2=7, 3!=4'", "1 7 5 8 2 4 6 3\n"),
    ("find 8 1=1 --limit 2", "1 5 8 6 3 7 2 4\n1 6 8 3 7 4 2 5\n"),
    ("find 8 1=1 --limit 0", ""),
    ("find 4", "2 4 1 3\n3 1 4 2\n"),
    ("find 1 1=1", "1\n"),
    ("find 8 1=1 --format csv --limit 1", "rank,queens\n1,1 5 8 6 3 7 2 4\n"),
    ("find 8 8=3 7=6 3=5 --format csv", "rank,queens\n4,1 7 5 8 2 4 6 3\n11,2 7 5 8 1 4 6 3\n"),
    ("find 8 8=3 7=6 --format csv --columns queens --limit 1", "queens\n1 7 5 8 2 4 6 3\n"),
    ("find 8 1=1 --count", "4\n"),
    ("find 8 --count", "92\n"),
    ("find 27 --count", "234907967154122528\n"),
    ("find 8 3!=5 --count", "80\n"),
    ("find 8 3!=5 3!=6 --count", "76\n"),
    ("find 1 1!=1 --count", "0\n"),
    ("find 2 2!=1 --count", "0\n"),
    ("find 8 1=1 2=2 --count", "0\n"),
    ("find 3 1=1 --count", "0\n"),
    ("find 20 1=1 2=3 3=5 4=2 5=4 --count", "28\n"),
];

#[test]
fn answers_on_the_command_line() {
    for home in [Home::new(), Home::with("1 3-4 8")] {
        for (question, expected) in TEXT {
            assert_eq!(home.run(question).text(), *expected, "{question}");
        }
        let answer = home.run("find 8 1=1 2=7 --json --limit 1").json();
        let expected = json!([{"n": 8, "rank": 3, "queens": [1, 7, 4, 6, 8, 2, 5, 3]}]);
        assert!(has(&answer.into(), &expected));
        let unranked = home.run("find 8 1=1 --json --columns tier --limit 1").json();
        assert_eq!(unranked, [json!({"tier": "searched"})]);
        let count = json!([{"n": 8, "conditions": ["1=1", "8!=4"], "solutions": 3}]);
        assert_eq!(Value::from(home.run("find 8 1=1 8!=4 --count --json").json()), count);
        let boards = home.run("find 8 1=1 2=7 --format board");
        assert!(boards.text().starts_with("rank 3: 1 7 4 6 8 2 5 3\n┌"), "{boards:#?}");
        let boards = home.run("find 8 1=1 2=7 --format board --columns n --ascii");
        assert!(boards.text().starts_with("N = 8: 1 7 4 6 8 2 5 3\n+"), "{boards:#?}");
    }
}

/// The first solution matches, so the search starts with its first queens in place and has no fraction.
#[test]
fn a_search_that_has_found_nothing_shows_no_share() {
    let question = "find 62 1=1 2=3 3=5 --limit 1 --format csv";
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
            for option in ["", "--format svg", "--format board", "--json"] {
                let answer = home.run(&format!("find 8 {squares} {option}"));
                answer.says(&["nqdb: no solution of N = 8 meets the conditions"]);
                assert_eq!(answer.succeeded().is_empty(), option != "--format svg", "{answer:#?}");
            }
            assert_eq!(home.run(&format!("find 8 {squares} --count")).text(), "0\n");
        }
        for (question, reason) in [
            ("find 3 --format csv", "nqdb: N = 3 has no solutions"),
            ("find 3 1!=1 --format csv", "nqdb: no solution of N = 3 meets the conditions"),
        ] {
            let answer = home.run(question);
            answer.says(&[reason]);
            assert_eq!(answer.succeeded(), "rank,queens\n");
        }
    }
}

const MISTAKES: &[Mistake] = &[
    usage("find 8 9=1", &["column 9, row 1 is outside the board N = 8", "from 1 to 8"]),
    usage("find 8 1=9", &["column 1, row 9 is outside the board N = 8"]),
    usage("find 8 0=1", &["column 0, row 1 is outside"]),
    usage("find 8 1!=0", &["column 1, row 0 is outside"]),
    usage("find 8 1=1 300=1", &["column 300"]),
    usage("find 8 1=99999999999999999999", &["a condition such as 3=5", "99999999999999999999"]),
    usage("find 8 3==5", &["a condition such as 3=5", "3!=5", "got \"3==5\""]),
    usage("find 8 3<>5", &["a condition such as 3=5", "got \"3<>5\""]),
    usage("find 8 3!5", &["got \"3!5\""]),
    usage("find 8 a=1", &["got \"a=1\""]),
    usage("find 8 i1", &["column 9, row 1 is outside the board N = 8"]),
    usage("find 8 !i1", &["column 9, row 1 is outside the board N = 8"]),
    usage("find 8 !a", &["got \"!a\""]),
    usage("find 8 !3=5", &["got \"!3=5\""]),
    usage("find 8 3", &["got \"3\""]),
    usage("find 8 3=", &["got \"3=\""]),
    usage("find 8 =3", &["got \"=3\""]),
    usage("find 8 +3=1", &["got \"+3=1\""]),
    usage("find 8 1=1=1", &["got \"1=1=1\""]),
    usage("find 8 3≠5", &["got \"3≠5\""]),
    usage("find 8 '3 = 5'", &["got \"3\""]),
    usage("find 8 1=1 ' , '", &["a condition such as 3=5", "got \"\""]),
    usage("find 0 1=1", &["from 1 to 64, got \"0\""]),
    usage("find 65 1=1", &["from 1 to 64, got \"65\"", "`nqdb solve 65` finds one solution"]),
    usage("find 8 --seed 1", &["--estimate"]),
    usage("find 8 -", &["`-`", "requires --count"]),
    usage("find 1=1", &["from 1 to 64, got \"1=1\""]),
    usage("find", &["<N>"]),
    usage("find 8 1=1 --limit -1", &["-1"]),
    usage("find 8 1=1 --count --limit 3", &["--limit"]),
    usage("find 8 1=1 --count --format csv", &["--format"]),
    usage("find 8 1=1 --ascii", &["--ascii"]),
    failure("find 28 --count", &["N = 28 is not known"]),
    failure("find 22 11=11 --count --time-limit 0.05", &["stopped while searching N ="]),
    failure("find 64 --time-limit 0.05", &["stopped while searching N ="]),
];

#[test]
fn mistakes_have_their_reasons() {
    let home = Home::new();
    assert!(home.run("find --help").text().contains("Usage: nqdb find"));
    check(&home, MISTAKES);
    // An empty argument, as from an unset shell variable.
    for question in [&["find", "8", ""][..], &["find", "8", "1=1", "", "--count"]] {
        home.ask(question, b"").failed(2, &["a condition such as 3=5", "got \"\""]);
    }
}

/// Boards beyond enumeration: the first solutions have ranks, the others do not.
#[test]
fn large_boards_are_searched() {
    let home = Home::new();
    let first = "1 3 5 2 4 9 11 13 15 6 8 19 21 23 30 32 34 36 38 40 31 33 35 37 39 20 22 14 18 10 12 24 17 7 28 26 \
                 16 29 27 25";
    for question in
        ["unrank 40 1", "find 40 --limit 1", "list 40 --limit 1", "find 40 1=1 2=3 --limit 1"]
    {
        assert_eq!(home.run(question).text(), format!("{first}\n"), "{question}");
    }
    assert_eq!(home.run(&format!("rank '{first}'")).text(), "1\n");
    let answer = home.run("find 40 --limit 2 --json").json();
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
    let endless = "find 64 1=1 --limit 1";
    let (_, said) = progress(&home, endless);
    assert!(
        said.contains("a search of it can take minutes to years; `nqdb solve 64` finds one"),
        "{said}"
    );
    home.run(&format!("{endless} --time-limit 0.3")).failed(1, &["stopped while"]);
    let given = "1=2 3=7 5=12 8=40 10=99 30=30 50=63 70=1 90=15 100=55";
    assert_eq!(home.run(&format!("solve 100 {given} --seed 1")).text().split(' ').count(), 100);
}
