//! Scores.

use super::{board, tasks};
use nqdb::NoWatch;
use nqdb_dataset::{Layout, Score, Scorer, Spec, Split, Summary};
use serde_json::{Value, json};

fn score(tasks: &[Value], answers: &[Value]) -> (Vec<Score>, Summary) {
    let mut scorer = Scorer::default();
    for task in tasks {
        scorer.add_task(task.to_string().as_bytes());
    }
    for answer in answers {
        scorer.add_answers(answer.to_string().as_bytes());
    }
    let scores: Vec<Score> = scorer.scores(&NoWatch).collect::<Result<_, _>>().unwrap();
    let summary = scorer.summary(&scores);
    (scores, summary)
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
    let task = json!({"id": "a", "n": 8, "squares": ["1=1"]});
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
    assert_eq!((summary.bad_tasks, summary.bad_lines), (3, 4));
    assert_eq!((summary.tasks, summary.solved, summary.accuracy), (1, 1, Some(1.0)));
}

/// Tasks may have rows by column, or a numeric id, or none.
#[test]
fn tasks_of_other_makers() {
    let tasks = [
        json!({"n": 4, "givens": [2, 0, 0, 0]}),
        json!({"id": 7, "n": 4, "squares": []}),
        json!({"question": "?", "metadata": {"puzzle": [["_", "_", "Q", "_"], ["_", "_", "_", "_"],
            ["_", "_", "_", "_"], ["_", "_", "_", "_"]]}}),
        json!({"n": 4, "givens": [5]}),
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
    let (scores, _) = score(&[json!({"id": "x", "n": 3, "squares": []})], &[]);
    assert_eq!((scores[0].completions, scores[0].coverage), (Some(0), Some(0.0)));
    // Too many completions to count, also where their number is unknown.
    for n in [18, 30] {
        let (scores, summary) = score(&[json!({"id": "x", "n": n, "squares": []})], &[]);
        assert_eq!((scores[0].completions, scores[0].coverage), (None, None));
        assert_eq!((summary.accuracy, summary.coverage), (Some(0.0), None));
    }
}

/// Answers in the forms in which programs have them.
#[test]
fn answers_have_many_forms() {
    let task = json!({"id": "a", "n": 4, "squares": [], "metadata": {"source": "elsewhere"}});
    let forms = [
        json!("2 4 1 3"),
        json!([2, 4, 1, 3]),
        json!([2.0, 4.0, 1.0, 3.0]),
        json!([
            ["_", "_", "Q", "_"],
            ["Q", "_", "_", "_"],
            ["_", "_", "_", "Q"],
            ["_", "Q", "_", "_"]
        ]),
        json!([[0, 0, 1, 0], [1, 0, 0, 0], [0, 0, 0, 1], [0, 1, 0, 0]]),
        json!([1, 1, 2, 1, 2, 1, 1, 1, 1, 1, 1, 2, 1, 2, 1, 1]),
        json!("..Q.\nQ...\n...Q\n.Q.."),
    ];
    let (scores, _) = score(std::slice::from_ref(&task), &[json!({"id": "a", "answers": forms})]);
    assert_eq!((scores[0].correct, scores[0].distinct), (forms.len() as u64, 1));
    let wrong =
        [json!([2.5, 4, 1, 3]), json!([]), json!([[]]), json!({}), json!(true), json!([1, "Q"])];
    for wrong in wrong {
        let (scores, _) =
            score(std::slice::from_ref(&task), &[json!({"id": "a", "answer": wrong})]);
        assert_eq!((scores[0].answers, scores[0].solutions), (1, 0));
    }
    let ragged = json!({"metadata": {"id": "b", "puzzle": [["Q", "_"], ["_"]]}});
    assert_eq!(score(&[ragged], &[]).1.bad_tasks, 1);
}
