"""Everyday tasks: what people use today for N queens, and nqdb, in one run.

    python benches/peers/everyday.py target/release/nqdb

times each program on each task and prints a Markdown table: the processor time of nqdb, and how many times as much the
others take. Each answer is compared with that of nqdb, except that any correct completion will do. nqdb and the C program
are timed as processes, nqdb without tables; the Python packages are timed without the start of Python and the import.
DuckDB, clingo and python-constraint can't stop at the hundredth solution in lexicographic order: they find all and sort.
Each time is the best of three runs, of 51 if they take less than 0.1 seconds, or a single run if that takes over 10. `>`
means no answer within 60 seconds, or the seconds in the second argument, or within 8 GB of memory. benches/peers/README.md has the packages to install.
"""

import importlib.metadata
import multiprocessing
import os
import resource
import sqlite3
import subprocess
import sys
import tempfile
from itertools import combinations
from pathlib import Path

LIMIT = int(sys.argv[2]) if len(sys.argv) > 2 else 60
MEMORY = 8 << 30

# A board of N = 64 with twelve queens, 1-based.
GIVEN = {3: 41, 9: 6, 14: 57, 20: 22, 25: 36, 31: 64, 36: 2, 42: 49, 47: 28, 53: 11, 58: 59, 62: 18}


# Each program is a function of the task and N. It returns one solution, a list of solutions or their number, 1-based.


def recursive_query(masks):
    """The partial solutions column by column; `masks` are the expressions of a row's bit and its two shifts."""
    return f"""WITH RECURSIVE
        row(r) AS (SELECT 1 UNION ALL SELECT r + 1 FROM row WHERE r < $n),
        board(k, used, up, down, queens) AS (
            SELECT 0, 0::BIGINT, 0::BIGINT, 0::BIGINT, ''
            UNION ALL
            SELECT k + 1, used | {masks}, ((up | {masks}) << 1) & 4294967295, (down | {masks}) >> 1,
                   queens || printf('%02d ', r)
            FROM board, row
            WHERE k < $n AND (used | up | down) & {masks} = 0
            $order)"""


def sqlite(task, n):
    # Ordered by depth, a recursive query of SQLite searches depth first and stops at the limit.
    query = recursive_query("(1 << r)").replace("::BIGINT", "")
    query = query.replace("$n", str(n)).replace("$order", "ORDER BY 1 DESC, 5")
    execute = sqlite3.connect(":memory:").execute
    if task == "count":
        return execute(f"{query} SELECT count(*) FROM board WHERE k = {n}").fetchone()[0]
    if task == "hundredth":
        return numbers(execute(f"{query} SELECT queens FROM board WHERE k = {n} LIMIT 1 OFFSET 99").fetchone())
    return [numbers(row) for row in execute(f"{query} SELECT queens FROM board WHERE k = {n}")]


def duckdb(task, n):
    import duckdb

    query = recursive_query("(1::BIGINT << r)").replace("printf('%02d ', r)", "lpad(r::TEXT, 2, '0') || ' '")
    query = query.replace("$n", str(n)).replace("$order", "")
    execute = duckdb.connect(config={"memory_limit": f"{MEMORY // 2}B", "temp_directory": ""}).execute
    if task == "count":
        return execute(f"{query} SELECT count(*) FROM board WHERE k = {n}").fetchone()[0]
    solutions = f"{query} SELECT queens FROM board WHERE k = {n} ORDER BY queens"
    if task == "hundredth":
        return numbers(execute(f"{solutions} LIMIT 1 OFFSET 99").fetchone())
    return [numbers(row) for row in execute(solutions).fetchall()]


def numbers(row):
    return [int(number) for number in row[0].split()]


def python_constraint(task, n):
    from constraint import AllDifferentConstraint, Problem

    problem = Problem()
    columns = range(1, n + 1)
    for column in columns:
        given = GIVEN.get(column) if task == "completion" else None
        problem.addVariable(column, [given] if given else list(columns))
    problem.addConstraint(AllDifferentConstraint())
    for a, b in combinations(columns, 2):
        problem.addConstraint(lambda r, s, distance=b - a: abs(r - s) != distance, (a, b))
    if task == "completion":
        solution = problem.getSolution()
        return [solution[column] for column in columns]
    solutions = ([solution[column] for column in columns] for solution in problem.getSolutionIter())
    if task == "count":
        return sum(1 for _ in solutions)
    # It does not search in lexicographic order.
    solutions = sorted(solutions)
    return solutions[99] if task == "hundredth" else solutions


def cp_sat(task, n):
    from ortools.sat.python import cp_model

    class Found(cp_model.CpSolverSolutionCallback):
        def __init__(self):
            super().__init__()
            self.solutions = []

        def on_solution_callback(self):
            self.solutions.append([self.value(row) for row in rows])
            if task == "hundredth" and len(self.solutions) == 100:
                self.stop_search()

    model = cp_model.CpModel()
    rows = [model.new_int_var(1, n, f"row {column}") for column in range(1, n + 1)]
    model.add_all_different(rows)
    model.add_all_different([row + column for column, row in enumerate(rows)])
    model.add_all_different([row - column for column, row in enumerate(rows)])
    solver = cp_model.CpSolver()
    if task == "completion":
        for column, row in GIVEN.items():
            model.add(rows[column - 1] == row)
        solver.parameters.num_workers = 2
        solver.solve(model)
        return [solver.value(row) for row in rows]
    # One worker with a fixed strategy finds the solutions in lexicographic order.
    model.add_decision_strategy(rows, cp_model.CHOOSE_FIRST, cp_model.SELECT_MIN_VALUE)
    solver.parameters.search_branching = cp_model.FIXED_SEARCH
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    found = Found()
    solver.solve(model, found)
    if task == "count":
        return len(found.solutions)
    return found.solutions[99] if task == "hundredth" else sorted(found.solutions)


def clingo(task, n):
    import clingo

    control = clingo.Control([f"-c n={n}", "1" if task == "completion" else "0", "--warn=none"])
    program = """
        { queen(C, 1..n) } = 1 :- C = 1..n.
        { queen(1..n, R) } = 1 :- R = 1..n.
        :- { queen(C, S - C) } > 1, S = 2..2*n.
        :- { queen(C, C - D) } > 1, D = 1-n..n-1.
    """
    if task == "completion":
        program += "".join(f"queen({column}, {row}).\n" for column, row in GIVEN.items())
    control.add("base", [], program)
    control.ground([("base", [])])
    with control.solve(yield_=True) as models:
        if task == "count":
            return sum(1 for _ in models)
        squares = (sorted(atom.arguments for atom in model.symbols(atoms=True)) for model in models)
        solutions = [[square[1].number for square in queens] for queens in squares]
    if task == "completion":
        return solutions[0]
    # It does not search in lexicographic order.
    solutions.sort()
    return solutions[99] if task == "hundredth" else solutions


def c_program(task, n):
    command = [PROGRAMS["C"], str(n), {"count": "0", "hundredth": "100", "all": "-1"}[task]]
    return printed(task, command)


def nqdb(task, n):
    options = {
        "hundredth": ["unrank", str(n), "100"],
        "all": ["list", str(n)],
        "count": ["count", str(n), "--recompute"],
        "completion": ["solve", str(n), *(f"{column}={row}" for column, row in GIVEN.items())],
    }
    return printed(task, [PROGRAMS["nqdb"], *options[task]])


def printed(task, command):
    lines = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.splitlines()
    if task == "count":
        return int(lines[0])
    solutions = [[int(number) for number in line.split()] for line in lines]
    return solutions if task == "all" else solutions[0]


# The columns of the table.
PEERS = {
    "nqdb": nqdb,
    "bitmask program in C": c_program,
    "recursive query, SQLite": sqlite,
    "recursive query, DuckDB": duckdb,
    "clingo": clingo,
    "OR-Tools CP-SAT": cp_sat,
    "python-constraint": python_constraint,
}

# The rows of the table. A search in a fixed order does not complete a large board.
TASKS = [
    ("100th solution, N = 10", "hundredth", 10, set()),
    ("100th solution, N = 12", "hundredth", 12, set()),
    ("100th solution, N = 15", "hundredth", 15, set()),
    ("all solutions, N = 12", "all", 12, set()),
    ("number of solutions, N = 16", "count", 16, set()),
    ("a completion of 12 queens, N = 64", "completion", 64, {c_program, sqlite, duckdb}),
]

PROGRAMS = {}


def is_solution(queens, n):
    columns = range(n)
    return len(queens) == n and all(
        len({f(column) for column in columns}) == n
        for f in (lambda c: queens[c], lambda c: queens[c] + c, lambda c: queens[c] - c)
    )


def run(peer, task, n, send):
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (LIMIT + 1, LIMIT + 1))
    # What this process does for a program is not the program's.
    who = resource.RUSAGE_CHILDREN if peer in (nqdb, c_program) else resource.RUSAGE_SELF
    begin = resource.getrusage(who)
    answer = peer(task, n)
    end = resource.getrusage(who)
    send.send((end.ru_utime + end.ru_stime - begin.ru_utime - begin.ru_stime, answer))


def timed(peer, task, n):
    """The seconds and the answer; None if it takes too long, too much memory, or ends without an answer."""
    receive, send = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.Process(target=run, args=(peer, task, n, send))
    process.start()
    send.close()
    try:
        seconds, answer = receive.recv()
        return (seconds, answer) if seconds <= LIMIT else None
    except EOFError:
        return None
    finally:
        process.join()


def best(peer, task, n):
    first = timed(peer, task, n)
    if first is None or first[0] > 10:
        return first
    more = 50 if first[0] < 0.1 else 2
    return min([first, *(timed(peer, task, n) for _ in range(more))], key=lambda run: run[0])


def seconds(value):
    return f"{value * 1000:.3g} ms" if value < 1 else f"{value:.3g} s"


def ratio(value):
    return f"{value:,.0f}" if value >= 10 else f"{value:.1f}"


def main():
    # The import is not timed: fork after it.
    for module in ("clingo", "constraint", "duckdb", "ortools.sat.python.cp_model"):
        __import__(module)
    packages = ("duckdb", "clingo", "ortools", "python-constraint2")
    versions = [f"{name} {importlib.metadata.version(name)}" for name in packages]
    print("SQLite", sqlite3.sqlite_version, *versions, sep=", ", file=sys.stderr)
    PROGRAMS["nqdb"] = str(Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as home:
        PROGRAMS["C"] = f"{home}/queens"
        source = Path(__file__).with_name("queens.c")
        subprocess.run(["cc", "-O3", "-march=native", "-o", PROGRAMS["C"], source], check=True)
        os.environ["NQDB_DB"] = f"{home}/none.db"
        print("| task |", " | ".join(PEERS), "|")
        print("| --- |", " | ".join("---:" for _ in PEERS), "|")
        for name, task, n, cannot in TASKS:
            table_row(name, task, n, cannot)


def table_row(name, task, n, cannot):
    ours, expected = best(nqdb, task, n)
    cells = [seconds(ours)]
    for peer in list(PEERS.values())[1:]:
        measured = None if peer in cannot else best(peer, task, n)
        if measured is None:
            cells.append("–" if peer in cannot else f"> {ratio(LIMIT / ours)}")
            continue
        took, answer = measured
        if task == "completion":
            correct = is_solution(answer, n) and all(answer[column - 1] == row for column, row in GIVEN.items())
        else:
            correct = answer == expected
        assert correct, f"{name}: {peer.__name__} differs from nqdb"
        cells.append(ratio(took / ours))
    print("|", name, "|", " | ".join(cells), "|", flush=True)


if __name__ == "__main__":
    main()
