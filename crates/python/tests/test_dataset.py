"""Data sets and scores. The tests of the crate nqdb-dataset have the laws of the splits."""

import hashlib
import itertools
import json

import nqdb
import pytest
import twin


def matching(n, givens):
    return [
        queens
        for queens in twin.solutions(n)
        if all(given in (0, queen) for given, queen in zip(givens, queens))
    ]


def test_tasks_have_all_answers():
    tasks = nqdb.dataset([6, 8], limit=60, seed=3)
    assert list(tasks) == ["train", "validation", "test"]
    for name, rows in tasks.items():
        for task in rows:
            assert task["split"] == name
            assert task["answers"] == matching(task["n"], task["givens"])
            assert len(task["answers"]) == task["completions"] == len(task["ranks"])
    assert len(tasks["train"]) > 60 and tasks["test"]


def test_large_boards_have_no_ranks():
    [task] = nqdb.dataset(30, limit=1, givens=(16, 20), completions=(1, 3), split=(1,), seed=1)["train"]
    assert (task["ranks"], task["orbit_ids"]) == (None, None)
    assert len(task["answers"]) == task["completions"]


def test_files_have_the_same_rows(tmp_path):
    counts = nqdb.write_dataset(tmp_path / "set", 9, limit=50, seed=3)
    tasks = nqdb.dataset(9, limit=50, seed=3)
    assert counts == {name: len(rows) for name, rows in tasks.items()} == {"train": 40, "validation": 5, "test": 5}
    for name, rows in tasks.items():
        lines = (tmp_path / "set" / f"{name}.jsonl").read_text().splitlines()
        assert [json.loads(line) for line in lines] == rows
    with pytest.raises(nqdb.Error, match="already exists"):
        nqdb.write_dataset(tmp_path / "set", 9)


def test_parquet(tmp_path, module):
    parquet = module("pyarrow.parquet")
    for layout in ("tasks", "reasoning-gym", "tokens"):
        path = tmp_path / layout
        nqdb.write_dataset(path, 9, limit=50, seed=3, format="parquet", layout=layout)
        tasks = nqdb.dataset(9, limit=50, seed=3, layout=layout)
        for name, rows in tasks.items():
            assert parquet.read_table(path / f"{name}.parquet").to_pylist() == rows
        assert "path: train.parquet" in (path / "README.md").read_text()
        for line in (path / "SHA256SUMS").read_text().splitlines():
            digest, file = line.split("  ")
            assert hashlib.sha256((path / file).read_bytes()).hexdigest() == digest
        assert {file.suffix for file in path.iterdir()} == {".parquet", ".md", ""}


def test_a_failing_conversion_leaves_nothing(tmp_path, monkeypatch):
    def fail(path):
        raise KeyError("a full disk")

    monkeypatch.setattr(nqdb._dataset, "_to_parquet", lambda: fail)
    with pytest.raises(KeyError, match="a full disk"):
        nqdb.write_dataset(tmp_path / "set", 9, format="parquet")
    assert not list(tmp_path.iterdir())


def test_scores():
    tasks = nqdb.dataset(8, limit=30, split=(1,), seed=2)["train"]
    everything = [{"id": task["id"], "answers": task["answers"]} for task in tasks]
    each, summary = nqdb.score_tasks(tasks, everything)
    assert [score["id"] for score in each] == [task["id"] for task in tasks]
    assert summary["coverage"] == summary["accuracy"] == 1 and summary["bad_lines"] == 0
    _, summary = nqdb.score_tasks(tasks, [{"id": "nothing", "answer": "2 4 1 3"}, {}])
    assert (summary["solved"], summary["bad_lines"]) == (0, 2)
    drawn = nqdb.dataset(8, limit=5, split=(1,), seed=2, layout="reasoning-gym")["train"]
    for task in drawn:
        assert nqdb.score_task(task, task["metadata"]["valid_answers"])["coverage"] == 1


def test_answers_name_their_task_or_have_its_place():
    tasks = [{"n": 4, "conditions": []}, {"n": 4, "conditions": ["1=2"]}]
    gym = [{**task, "metadata": {"source_index": index}} for index, task in enumerate(tasks)]
    zero = [{"answer": [1, 3, 0, 2]}, {"answer": "[[0. 0. 1. 0.] [1. 0. 0. 0.] [0. 0. 0. 1.] [0. 1. 0. 0.]]"}]
    for tasks, names in [(tasks, [{}, {}]), (gym, [{"source_index": 0}, {"metadata": {"source_index": 1.0}}])]:
        answers = [{**name, **answer} for name, answer in zip(names, zero)]
        _, summary = nqdb.score_tasks(tasks, answers, zero_based=True)
        assert (summary["solved"], summary["bad_lines"]) == (2, 0)
        _, summary = nqdb.score_tasks(tasks, answers)
        assert (summary["solved"], summary["answers"], summary["bad_lines"]) == (1, 2, 0)
    _, summary = nqdb.score_tasks(tasks, zero[:1])
    assert (summary["answers"], summary["bad_lines"]) == (0, 1)


def test_answers_without_end_are_wrong():
    endless = []
    endless.append(endless)
    deep = []
    for _ in range(100_000):
        deep = [deep]
    task = {"id": "a", "n": 4, "conditions": []}
    answers = [endless, "2 4 1 3", deep, float("nan"), [2, 4, 1, 3]]
    each, _ = nqdb.score_tasks([task], [{"id": "a", "answer": endless}, {"id": "a", "answers": answers}])
    assert (each[0]["answers"], each[0]["correct"]) == (6, 2)
    score = nqdb.score_task(task, answers)
    assert (score["answers"], score["unreadable"], score["correct"], score["distinct"]) == (5, 3, 2, 1)
    while deep:  # Not by recursion.
        deep = deep[0]


@pytest.mark.parametrize(
    "call, error, words",
    [
        (lambda: nqdb.dataset(65), nqdb.InvalidError, "65"),
        (lambda: nqdb.dataset(8, completions=0), nqdb.InvalidError, "at least one"),
        (lambda: nqdb.dataset(8, split=(0, 0)), nqdb.InvalidError, "80,10,10"),
        (lambda: nqdb.dataset(8, split=itertools.repeat(1)), nqdb.InvalidError, "one to three"),
        (lambda: nqdb.dataset(itertools.repeat(8)), nqdb.InvalidError, "at most 64"),
        (lambda: nqdb.dataset(8, layout="x"), nqdb.InvalidError, "reasoning-gym"),
        (lambda: nqdb.dataset("8"), (TypeError, nqdb.Error), None),
        (lambda: nqdb.write_dataset("x", 8, format="csv"), nqdb.InvalidError, "parquet"),
        (lambda: nqdb.score_task({}, []), nqdb.InvalidError, "conditions"),
        (lambda: nqdb.score_task({"n": 8, "givens": [1]}, []), nqdb.InvalidError, "n is 8, but the length of givens is 1"),
        (lambda: nqdb.score_task({"n": 8, "conditions": []}, [object()]), TypeError, "object"),
    ],
)
def test_wrong_arguments(call, error, words):
    with pytest.raises(error, match=words):
        call()
