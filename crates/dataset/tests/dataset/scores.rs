//! Scores.

use super::{board, tasks};
use nqdb::watch::NoWatch;
use nqdb_dataset::{Error, Layout, Score, Scorer, Spec, Split, Summary};
use proptest::{prop_assert_eq, proptest};
use serde_json::{Value, json};
use std::sync::Arc;

fn score(tasks: &[Value], answers: &[Value]) -> (Vec<Score>, Summary) {
    let (scorer, _) = scorer(false, tasks, answers);
    (scorer.scores().collect(), scorer.summary(|_| ()))
}

/// The scorer after these lines, and the reasons why some of them are bad.
fn scorer(zero_based: bool, tasks: &[Value], answers: &[Value]) -> (Scorer, Vec<String>) {
    let mut scorer = Scorer::new(zero_based, Arc::new(NoWatch));
    let mut reasons = Vec::new();
    for (number, task) in (1..).zip(tasks) {
        reasons.extend(scorer.add_task(number, task.to_string().as_bytes()).err());
    }
    for (number, answer) in (1..).zip(answers) {
        reasons.extend(scorer.add_answers(number, answer.to_string().as_bytes()).err());
    }
    reasons.extend(scorer.end_answers().err());
    assert!(reasons.iter().all(|reason| matches!(reason, Error::Line(_))), "{reasons:?}");
    (scorer, reasons.iter().map(ToString::to_string).collect())
}

/// What an answer to the board of N = 4 without queens counts as.
fn verdict(zero_based: bool, answer: &Value) -> &'static str {
    let (task, answer) =
        (json!({"id": "a", "n": 4, "conditions": []}), json!({"id": "a", "answer": answer}));
    let (scorer, _) = scorer(zero_based, &[task], &[answer]);
    let other = scorer.correct_in_other_base();
    let Score { answers, unreadable, solutions, correct, .. } = scorer.scores().next().unwrap();
    assert_eq!(scorer.first_unreadable().is_some(), unreadable == 1);
    match (answers, unreadable, solutions, correct, other) {
        (1, 1, 0, 0, 0) => "unreadable",
        (1, 0, 0, 0, 0) => "wrong",
        (1, 0, 0, 0, 1) => "other base",
        (1, 0, 1, 1, 0) => "right",
        counts => panic!("{counts:?}"),
    }
}

#[track_caller]
fn all_are(expected: &str, answers: impl IntoIterator<Item = Value>) {
    let others = answers.into_iter().map(|answer| (verdict(false, &answer), answer));
    let others: Vec<_> = others.filter(|(verdict, _)| *verdict != expected).collect();
    assert!(others.is_empty(), "not {expected}: {others:#?}");
}

/// All answers of a data set, in both layouts and as lists or drawings, find everything.
#[test]
fn the_answers_of_a_data_set_are_complete() {
    let spec = Spec { count: 20, completions: 1..=6, ..Spec::default() };
    for layout in [Layout::Tasks, Layout::ReasoningGym] {
        let (mut lines, mut answers) = (Vec::new(), Vec::new());
        for task in tasks(&board(8), &spec, Split::Train) {
            let mut line = Vec::new();
            layout.write(&task, &mut line).unwrap();
            let line: Value = serde_json::from_slice(&line).unwrap();
            let all = match layout {
                Layout::Tasks => line["answers"].clone(),
                _ => line["metadata"]["valid_answers"].clone(),
            };
            answers.push(json!({"id": task.id(), "answers": all}));
            lines.push(line);
        }
        let (scores, summary) = score(&lines, &answers);
        assert_eq!((summary.tasks, summary.answered, summary.solved), (16, 16, 16));
        let means = [summary.accuracy, summary.coverage, summary.orbit_coverage];
        assert_eq!(means, [Some(1.0); 3]);
        let completions = scores.iter().filter_map(|score| score.completions);
        assert_eq!(summary.answers, completions.sum::<u64>());
        assert_eq!((summary.bad_tasks, summary.bad_lines), (0, 0));
    }
}

#[test]
fn answers_are_counted_by_what_is_wrong() {
    // N = 8 with a queen in column 1, row 1 has four solutions, in two orbits.
    let task = json!({"id": "a", "n": 8, "conditions": ["1=1"]});
    let found = "1 5 8 6 3 7 2 4";
    let answers = [
        json!({"id": "a", "answer": found}),
        json!({"id": "a", "answers": [found, [1, 7, 5, 8, 2, 4, 6, 3]]}),
        // A solution without the given queen; attacking queens; another board size; no board.
        json!({"id": "a", "answers": ["2 4 6 8 3 1 7 5", "1 2 3 4 5 6 7 8", "2 4 1 3", "?", 5, null]}),
        // No answer is a wrong one.
        json!({"id": "a", "answer": null}),
        json!({"id": "b", "answer": found}),
        json!({"id": "a"}),
        json!({"answer": found}),
        json!([]),
    ];
    let (scores, summary) = score(&[task.clone(), task, json!({"id": "c"}), json!(1)], &answers);
    let [score] = &scores[..] else { panic!("{scores:?}") };
    let expected = Score {
        id: "a".to_owned(),
        n: 8,
        answers: 10,
        unreadable: 4,
        solutions: 4,
        correct: 3,
        distinct: 2,
        orbits: 1,
        completions: Some(4),
        completion_orbits: Some(2),
        coverage: Some(0.5),
        orbit_coverage: Some(0.5),
    };
    assert_eq!(*score, expected);
    // The other boards are the one with attacking queens and the one of another size.
    assert_eq!(summary.answers, summary.unreadable + summary.solutions + 2);
    assert_eq!((summary.bad_tasks, summary.bad_lines), (3, 4));
    assert_eq!((summary.tasks, summary.solved, summary.accuracy), (1, 1, Some(1.0)));
}

/// Tasks may have rows by column, or a numeric id, or none.
#[test]
fn tasks_of_other_makers() {
    let tasks = [
        json!({"n": 4, "givens": [2, 0, 0, 0]}),
        json!({"id": 7, "n": 4, "conditions": []}),
        json!({"question": "?", "metadata": {"puzzle": [["_", "_", "Q", "_"], ["_", "_", "_", "_"],
            ["_", "_", "_", "_"], ["_", "_", "_", "_"]]}}),
        json!({"n": 4, "givens": [5, 0, 0, 0]}),
        json!({"n": 65, "givens": []}),
    ];
    let answers = [
        json!({"id": 1, "answer": [2, 4, 1, 3]}),
        json!({"id": "7", "answers": ["2 4 1 3", "3142"]}),
        json!({"id": "3", "answer": "_ _ Q _\nQ _ _ _\n_ _ _ Q\n_ Q _ _"}),
    ];
    let (scores, summary) = score(&tasks, &answers);
    assert_eq!(scores.iter().map(|score| score.coverage).collect::<Vec<_>>(), [Some(1.0); 3]);
    assert_eq!((summary.bad_tasks, summary.bad_lines), (2, 0));
}

#[test]
fn no_tasks_and_no_answers() {
    let (scores, summary) = score(&[], &[]);
    assert!(scores.is_empty());
    let means = [summary.accuracy, summary.coverage, summary.orbit_coverage];
    assert_eq!(means, [None; 3]);
    let (scores, _) = score(&[json!({"id": "x", "n": 3, "conditions": []})], &[]);
    assert_eq!((scores[0].completions, scores[0].coverage), (Some(0), Some(0.0)));
    // Too many completions to count, also where their number is unknown.
    for n in [18, 30] {
        let (scores, summary) = score(&[json!({"id": "x", "n": n, "conditions": []})], &[]);
        assert_eq!((scores[0].completions, scores[0].coverage), (None, None));
        assert_eq!((summary.accuracy, summary.coverage), (Some(0.0), None));
    }
}

/// Answers in the forms in which programs and models have them: each is the board 2 4 1 3.
#[test]
fn answers_have_many_forms() {
    let drawing = "_ _ Q _\nQ _ _ _\n_ _ _ Q\n_ Q _ _";
    let squares = ["_", "_", "Q", "_", "Q", "_", "_", "_", "_", "_", "_", "Q", "_", "Q", "_", "_"];
    let bits = [0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0];
    let lines = |all: Vec<Value>| json!(all.chunks(4).map(<[Value]>::to_vec).collect::<Vec<_>>());
    let both = |all: Vec<Value>| [json!(all), lines(all)];
    let mut right = vec![
        json!("2 4 1 3"),
        json!("2413"),
        json!(2413),
        json!([2, 4, 1, 3]),
        json!([[2, 4, 1, 3]]),
        json!(["2", "4", "1", "3"]),
        json!([2.0, 4.0, 1.0, 3.0]),
        json!({"queens": [2, 4, 1, 3]}),
        json!("..Q.\nQ...\n...Q\n.Q.."),
        json!(["..Q.", "Q...", "...Q", ".Q.."]),
        // Lists printed as text.
        json!("[2, 4, 1, 3]"),
        json!("(2, 4, 1, 3)"),
        json!("[2. 4. 1. 3.]"),
        json!("[2.0000e+00 4.0000e+00 1.0000e+00 3.0000e+00]"),
        json!(
            "[['.', '.', 'Q', '.'], ['Q', '.', '.', '.'], ['.', '.', '.', 'Q'], ['.', 'Q', '.', '.']]"
        ),
        json!(
            "[[' ', ' ', 'Q', ' '], ['Q', ' ', ' ', ' '], [' ', ' ', ' ', 'Q'], [' ', 'Q', ' ', ' ']]"
        ),
        json!("[[0. 0. 1. 0.]\n [1. 0. 0. 0.]\n [0. 0. 0. 1.]\n [0. 1. 0. 0.]]"),
        json!(
            "[[False False  True False]\n [ True False False False]\n [False False False  True]\n [False  True False False]]"
        ),
        json!("[1 1 2 1 2 1 1 1 1 1 1 2 1 2 1 1]"),
        // Fences and labels.
        json!(format!("```\n{drawing}\n```")),
        json!(format!(
            "I found this:\n\n```text\n{drawing}\n```\nNo two queens attack each other."
        )),
        json!("```json\n[2, 4, 1, 3]\n```"),
        json!("```2413```"),
        json!("Answer: 2 4 1 3"),
        json!("Answer: [2, 4, 1, 3]\n"),
        json!("The final answer is: `2 4 1 3`"),
        json!("**Answer:** 2 4 1 3"),
        json!("### Answer: **2 4 1 3**"),
        json!("Solution 1: 2 4 1 3"),
        json!("Solution 1: 2 4 1 3\nNo two queens attack each other."),
        json!("**Answer:** The queens are in rows 2, 4, 1, 3 (columns 1 to 4)."),
        json!(
            "Queen 1: Row 2, Column 1\nQueen 2: Row 4, Column 2\nQueen 3: Row 1, Column 3\nQueen 4: Row 3, Column 4"
        ),
        json!("- Row 1: Column 3\n- Row 2: Column 1\n- Row 3: Column 4\n- Row 4: Column 2"),
        json!(format!("Solution:\n\n{drawing}\n\nEach row has one queen.")),
        json!(format!("Answer:\n```\n{drawing}\n```")),
        json!(format!("Answer: {drawing}\nEach row has one queen.")),
        json!("Column 1 has row 2.\nAnswer: 2 4 1 3\nEach row has one queen."),
        json!(
            "Answer: [['.', '.', 'Q', '.'], ['Q', '.', '.', '.'], ['.', '.', '.', 'Q'], ['.', 'Q', '.', '.']]"
        ),
        json!(format!("<think>One of two.</think>\n<answer>\n{drawing}\n</answer>")),
        json!("It is <answer>2 4 1 3</answer>"),
        // One board, twice.
        json!(format!("Answer: 2 4 1 3\n\n```\n{drawing}\n```")),
        // The board of the question is not one.
        json!("Board:\n\n_ _ Q _\n_ _ _ _\n_ _ _ _\n_ _ _ _\n\nAnswer: 2 4 1 3"),
    ];
    right.extend(both(squares.map(Value::from).into()));
    right.extend(both(squares.map(|square| json!(square.replace('Q', "\u{265b}"))).into()));
    right.extend(both(bits.map(Value::from).into()));
    right.extend(both(bits.map(|bit| json!(f64::from(bit))).into()));
    right.extend(both(bits.map(|bit| json!(bit == 1)).into()));
    right.extend(both(bits.map(|bit| json!(bit + 1)).into()));
    all_are("right", right);
}

/// One right answer in the spellings of models, and of the graders that they were trained for.
#[test]
fn answers_of_models_are_read() {
    let drawing = ". . Q .\nQ . . .\n. . . Q\n. Q . .";
    let spellings = [
        "2 4 1 3",
        "2413",
        "2,4,1,3",
        "[2, 4, 1, 3]",
        "(2, 4, 1, 3)",
        drawing,
        r#"{"queens": [2, 4, 1, 3]}"#,
        &format!("Here is one:\n\n```\n{drawing}\n```\n\nNo two queens attack each other."),
        "The rows are:\n```json\n[2, 4, 1, 3]\n```",
        "```json\n{\"queens\": \"2 4 1 3\"}\n```",
        "```python\nqueens = [2, 4, 1, 3]\nprint(queens)\n```",
        &format!("Here is a board without attacks:\n\n{drawing}\n\nEach row has one queen."),
        "Answer: 2 4 1 3",
        "**Final Answer:** [2, 4, 1, 3]",
        "The final answer is: $2, 4, 1, 3$",
        "**Solution:** I try [1, 3, 2, 4], which fails.\n\n**Answer:** `2 4 1 3`",
        "The answer is [2, 4, 1, 3].",
        "The answer is 2 4 1 3.",
        "I think it's 2 4 1 3 for this board",
        "OK. 2 4 1 3",
        "Sure! 2, 4, 1, 3",
        "[2, 4, 1, 3]\n\nThe queen in column 1 is in row 2.",
        "Row 1 fails, so column 1 has row 2.\n#### 2 4 1 3",
        r"\boxed{2 4 1 3}",
        r"So the queens are in rows $\boxed{2, 4, 1, 3}$.",
        r"$$\boxed{\text{[2, 4, 1, 3]}}$$",
        r"\[\boxed{\left(2,\ 4,\ 1,\ 3\right)}\]",
        r"There are \boxed{2} boards. The first is \boxed{[2,4,1,3]}",
        "It is <answer>2 4 1 3</answer>",
        "<think>Not [1, 3, 2, 4].</think>\n<answer>\n[2, 4, 1, 3]\n</answer>",
        "<think>\n1 3 2 4 fails.\n</think>\n\n2 4 1 3",
        "[1, 3, 2, 4] fails.\n</think>\n\nThe queens are in rows [2, 4, 1, 3].",
        "2 4 1 3<|im_end|>",
        "[2, 4, 1, 3]</s>",
        "Answer: 2 4 1 3<end_of_turn>\n<eos>",
        "Queen 1: row 2\nQueen 2: row 4\nQueen 3: row 1\nQueen 4: row 3",
        "The queens:\n- **Column 1:** Row 2\n- **Column 2:** Row 4\n- **Column 3:** Row 1\n- **Column 4:** Row 3\n\nNone attack.",
    ];
    all_are("right", spellings.map(Value::from));
}

/// No board, several, or two ways to read one.
#[test]
fn other_answers_are_unreadable() {
    let unreadable = [
        json!([2.5, 4, 1, 3]),
        json!([]),
        json!([[]]),
        json!({}),
        json!(null),
        json!([1, "Q"]),
        json!([2, 4, 1, [3]]),
        json!([0, 0, 1, 0, [1, 0, 0, 0], [0, 0, 0, 1], [0, 1, 0, 0]]),
        json!([[2, 4, 1, 3], [3, 1, 4, 2]]),
        json!([[2, 4, 1, 3], [3, 1, 4, 2], [2, 4, 1, 3], [3, 1, 4, 2]]),
        json!(["2 4 1 3", "3 1 4 2"]),
        json!([[1, 2], [2, 4], [3, 1], [4, 3]]),
        json!("(1,2),(2,4),(3,1),(4,3)"),
        json!("2 4 1 3\n3 1 4 2"),
        json!("2 4 1 3 or 3 1 4 2"),
        json!("[2, 4, 1, 3] is right, or [3, 1, 4, 2]"),
        json!("[3, 1, 4, 2] -> [2, 4, 1, 3]"),
        json!("Queen 1: row 2\nQueen 2: row 4\nQueen 3: row 1"),
        json!("Queen 1: row 2 or 3\nQueen 2: row 4\nQueen 3: row 1\nQueen 4: row 3"),
        json!("The queens are on (1, 2), (2, 4), (3, 1) and (4, 3)."),
        // The place that decides has none, or several.
        json!("Answer: 2 4 1 3 or 3 1 4 2"),
        json!("Answer: 2 4 1 3\nAnswer: 3 1 4 2"),
        json!("Solution 1: 2 4 1 3\nSolution 2: 3 1 4 2"),
        json!("Answer: 2 4 1 3\n\n3 1 4 2"),
        json!("2 4 1 3\n\nAnswer: none"),
        json!("2 4 1 3 <answer>I give up</answer>"),
        json!("<answer>2 4 1 x</answer> 2 4 1 3"),
        json!("2 4 1 3, so \\boxed{4}"),
        json!("\\boxed{2 4 1 3} or \\boxed{}"),
        json!("<think>2 4 1 3"),
        json!("2 4 1 3</think>"),
        json!("<|im_end|>2 4 1 3"),
        json!("```\n2 4 1 3\n```\n```\n3 1 4 2\n```"),
        json!("```\n2 4 1 3\n3 1 4 2\n```"),
        json!("```\n2 4 1 3\n3 1 4 x\n```"),
        json!("Answer:"),
        json!("```"),
        json!("[".repeat(100_000)),
        json!("2 4 1 3".repeat(1 << 18)),
    ];
    all_are("unreadable", unreadable);
    // serde_json does not build values as deep as these.
    let (mut scorer, _) = scorer(false, &[json!({"id": "a", "n": 4, "conditions": []})], &[]);
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    for line in [
        format!("{{\"id\":\"a\",\"answer\":{deep}}}"),
        format!("{{\"id\":\"a\",\"answers\":[{deep}, \"2413\"]}}"),
    ] {
        scorer.add_answers(1, line.as_bytes()).unwrap();
    }
    let score = scorer.scores().next().unwrap();
    assert_eq!((score.answers, score.unreadable, score.correct), (3, 2, 1));
}

/// A wrong board in the place that decides is wrong, whatever board is elsewhere.
#[test]
fn wrong_boards_stay_wrong() {
    let wrong = [
        json!([2, 4, 1, 1]),
        json!([2, 4, 1]),
        json!([[false, true], [true, false]]),
        json!("..Q.\nQ...\n..Q.\n.Q.."),
        json!("The answer is [2, 4, 1, 1]. No two queens attack each other."),
        json!("Queen 1: row 2\nQueen 2: row 4\nQueen 3: row 1\nQueen 4: row 1"),
        json!("[2, 4, 1, 3] fails.\nAnswer: 2 4 1 1"),
        json!("<think>2 4 1 3</think> 2 4 1 1"),
        json!("<answer>2 4 1 3</answer> <answer>1 2 3 4</answer>"),
        json!("<answer>2 4 1</answer> I mean 2 4 1 3"),
        json!("\\boxed{2 4 1 3} fails, so \\boxed{[2, 4, 1, 3, 5]}"),
        json!("\\boxed{1 2 3 4}\n```\n2 4 1 3\n```"),
    ];
    all_are("wrong", wrong);
}

proptest! {
    /// Prose around a marked answer does not change what it counts as.
    #[test]
    fn prose_around_a_mark_changes_nothing(
        before in PROSE, after in PROSE, answer in "([1-4] ){3}[1-4]|[a-z ]{0,9}|\\[2, 4, 1, 3\\]",
    ) {
        let alone = verdict(false, &json!(answer));
        for marked in [format!("\\boxed{{{answer}}}"), format!("<answer>{answer}</answer>")] {
            let text = json!(format!("{before}{marked}{after}"));
            prop_assert_eq!(verdict(false, &text), alone, "{}", text);
        }
    }
}

/// Words, numbers, boards, brackets and markup.
const PROSE: &str =
    "([A-Za-z]{1,9}|[0-9]|[ \n.,:(){}\\[\\]*`$#\\\\]|answer: |2 4 1 3|\\[3, 1, 4, 2\\]|```){0,20}";

/// Numbers count from 0 if named so; the wrong answers that would be right are counted.
#[test]
fn numbers_count_from_0_or_1() {
    let (one, zero) = (json!([2, 4, 1, 3]), json!("Answer: 1 3 0 2"));
    let lines = json!("Queen 0: row 1\nQueen 1: row 3\nQueen 2: row 0\nQueen 3: row 2");
    for (answer, from_one, from_zero) in [
        (one, "right", "other base"),
        (zero, "other base", "right"),
        (lines, "other base", "right"),
        // Drawings have no numbers, and other wrong answers stay wrong.
        (json!("..Q.\nQ...\n...Q\n.Q.."), "right", "right"),
        (json!([1, 0, 2, 3]), "wrong", "wrong"),
    ] {
        assert_eq!(verdict(false, &answer), from_one, "{answer}");
        assert_eq!(verdict(true, &answer), from_zero, "{answer}");
    }
}

/// Tasks that contradict themselves, with the reason.
#[test]
fn bad_tasks_have_reasons() {
    let puzzle = json!([
        ["_", "Q", "_", "_"],
        ["_", "_", "_", "_"],
        ["_", "_", "_", "_"],
        ["_", "_", "_", "_"]
    ]);
    let good = [
        json!({"n": 4, "givens": [0, 1, 0, 0], "conditions": ["2=1"], "completions": 1}),
        json!({"givens": [0, 1, 0, 0]}),
        json!({"n": 4, "conditions": ["2=1", "1!=1"], "givens": [0, 1, 0, 0], "metadata": {"puzzle": puzzle}}),
        json!({"metadata": {"puzzle": puzzle, "completions": 1, "difficulty": {"n": 4}}}),
        json!({"n": 4, "conditions": ["2=1"], "metadata": "of another kind"}),
        // More than 100,000 completions are not counted.
        json!({"n": 18, "conditions": [], "completions": 666_090_624}),
    ];
    let (scorer_of_good, reasons) = scorer(false, &good, &[]);
    assert_eq!((scorer_of_good.tasks(), reasons), (good.len(), vec![]));
    let bad = [
        (
            json!({"n": 4, "conditions": ["2=1"], "givens": [2, 0, 0, 0]}),
            "conditions and givens have different queens",
        ),
        (
            json!({"n": 4, "conditions": ["1=1"], "metadata": {"puzzle": puzzle}}),
            "conditions and puzzle have different queens",
        ),
        (json!({"n": 4, "givens": [0, 1, 0]}), "n is 4, but the length of givens is 3"),
        (
            json!({"n": 8, "metadata": {"puzzle": puzzle}}),
            "n is 8, but the size of the puzzle is 4",
        ),
        (
            json!({"n": 4, "conditions": ["2=1"], "completions": 2}),
            "completions is 2, but the task has 1",
        ),
        (
            json!({"n": 18, "conditions": [], "completions": 100_000}),
            "the task has more than 100000",
        ),
        (json!({"n": 4, "conditions": ["5=1"]}), "conditions: "),
        (json!({"n": 4, "conditions": ["Q"]}), "conditions: "),
        (json!({"n": 4, "givens": [5, 0, 0, 0]}), "givens: "),
        (json!({"n": 4, "givens": [-1, 0, 0, 0]}), "givens: "),
        (json!({"n": 65, "conditions": []}), "from 1 to 64, got 65"),
        (json!({"n": 4}), "expected n with conditions or givens"),
        (json!({"conditions": []}), "expected n with conditions or givens"),
        (json!({"metadata": {"puzzle": [["Q", "_"], ["_"]]}}), "N lists of N squares"),
        (json!({"metadata": {"puzzle": [["Q", "x"], ["_", "_"]]}}), "N lists of N squares"),
        (json!({"id": {}, "n": 4, "conditions": []}), "id: expected text or a number"),
        (
            json!({"id": "a", "n": 4, "conditions": vec!["1=1"; 20_000]}),
            "conditions is longer than 65536 bytes",
        ),
        (json!({"n": "x".repeat(60_000), "conditions": []}), "n: invalid type"),
        (json!([]), "expected a JSON object"),
    ];
    for (task, words) in bad {
        let (scorer, reasons) = scorer(false, std::slice::from_ref(&task), &[]);
        let [reason] = &reasons[..] else { panic!("{task}: {reasons:?}") };
        assert!(reason.contains(words) && reason.len() < 300, "{task}: {reason}");
        assert_eq!((scorer.tasks(), scorer.summary(|_| ()).bad_tasks), (0, 1));
    }
    let same = [
        json!({"id": "a", "n": 4, "conditions": []}),
        json!({"id": "a", "n": 5, "conditions": []}),
    ];
    assert_eq!(scorer(false, &same, &[]).1, ["line 1 has the same id, a"]);
}

/// Tasks, the names on the lines of answers, the number of correct answers of each task, and the reasons of bad lines.
type Case<'a> = (&'a [Value], &'a [Value], &'a [u64], &'a [&'a str]);

/// The names of tasks: what each line of answers is of, or why it is bad.
#[test]
fn answers_name_their_task() {
    let task = |names: Value| {
        let mut task = json!({"n": 4, "conditions": []});
        task.as_object_mut().unwrap().extend(names.as_object().unwrap().clone());
        task
    };
    let by_id = [
        task(json!({"id": "a"})),
        task(json!({"id": "b", "source_index": 7})),
        task(json!({"metadata": {"id": 3}})),
    ];
    let by_index = [0, 1, 2].map(|index| task(json!({"metadata": {"source_index": index}})));
    let by_line = [task(json!({})), task(json!({})), task(json!({}))];
    let twice =
        [task(json!({"id": "a", "source_index": 0})), task(json!({"id": "b", "source_index": 0}))];
    let bad_first = [json!({}), task(json!({})), task(json!({}))];
    let cases: [Case<'_>; 14] = [
        (
            &by_id,
            &[json!({"id": "b"}), json!({"metadata": {"id": "a"}}), json!({"id": 3.0})],
            &[1, 1, 1],
            &[],
        ),
        (
            &by_id,
            &[json!({"source_index": 7}), json!({"id": "chat-1", "metadata": {"id": "a"}})],
            &[1, 1, 0],
            &[],
        ),
        (&by_id, &[json!({"id": "a", "source_index": 1})], &[1, 0, 0], &[]),
        (
            &by_id,
            &[json!({"id": "a", "source_index": 7})],
            &[0, 0, 0],
            &["its id and source_index are of different tasks"],
        ),
        (
            &by_id,
            &[json!({"id": "a"}), json!({"id": "a"}), json!({"id": "d"})],
            &[2, 0, 0],
            &["no task is called d"],
        ),
        (
            &by_index,
            &[json!({"metadata": {"source_index": 0}}), json!({"source_index": "2"})],
            &[1, 0, 1],
            &[],
        ),
        (
            &by_index,
            &[json!({"id": 1}), json!({"source_index": 3})],
            &[0, 1, 0],
            &["no task is called 3"],
        ),
        (
            &by_line,
            &[json!({"id": 1}), json!({"id": "3"}), json!({"source_index": 1})],
            &[1, 0, 1],
            &["no task is called 1"],
        ),
        (
            &twice,
            &[json!({"source_index": 0}), json!({"id": "b"})],
            &[0, 1],
            &["no task is called 0"],
        ),
        (&by_id, &[json!({}), json!({"metadata": {}}), json!({})], &[1, 1, 1], &[]),
        (
            &by_id,
            &[json!({}), json!({})],
            &[0, 0, 0],
            &[
                "2 lines without id and source_index: expected one line for each task, got 2 lines for 3 tasks",
            ],
        ),
        (
            &by_id,
            &[json!({}), json!({"id": "a"}), json!({})],
            &[1, 0, 0],
            &[
                "which other lines have",
                "1 line without id and source_index, which other lines have",
            ],
        ),
        (&by_id, &[json!({}), json!([]), json!({})], &[1, 0, 1], &["expected a JSON object"]),
        (
            &bad_first,
            &[json!({}), json!({}), json!({})],
            &[1, 1],
            &["expected n with", "line 1 of the tasks is not a task"],
        ),
    ];
    for (tasks, names, expected, reasons) in cases {
        let answers: Vec<Value> = names
            .iter()
            .map(|name| {
                let mut line = name.clone();
                line.as_object_mut().map(|line| line.insert("answer".to_owned(), json!("2413")));
                line
            })
            .collect();
        let (scorer, got) = scorer(false, tasks, &answers);
        let counts: Vec<u64> = scorer.scores().map(|score| score.correct).collect();
        assert_eq!(counts, expected, "{names:?}: {got:?}");
        assert_eq!(got.len(), reasons.len(), "{names:?}: {got:?}");
        assert!(
            got.iter().zip(reasons).all(|(got, words)| got.contains(words)),
            "{names:?}: {got:?}"
        );
        let summary = scorer.summary(|_| ());
        let named: u64 = expected.iter().sum();
        assert_eq!(named + summary.bad_lines, answers.len() as u64, "{names:?}: {got:?}");
    }
}
