"""Completion: CaDiCaL and OR-Tools CP-SAT on the instances that nqdb has solved.

    cargo bench --bench completion -- --lines "queens: N = 64" | python benches/peers/completion.py

reads instances with nqdb's answers and times, solves them with both programs on one thread, compares the answers, and
prints a table of medians. Times are processor times, without process start. Those of CaDiCaL and CP-SAT include
building the clauses or the model, which also has a column of its own. The time limit is 10 seconds, or the seconds in
the argument, and counts as the time of an instance that exceeds it. See benches/peers/README.md for the installation.
"""

import json
import multiprocessing
import statistics
import sys
import time

from ortools.sat.python import cp_model
from pysat.card import CardEnc, EncType
from pysat.solvers import Solver

# Processor seconds for one instance.
LIMIT = int(sys.argv[1]) if len(sys.argv) > 1 else 10

# From this board size on, CaDiCaL gets ladder encodings, which have fewer clauses than pairwise ones.
LADDER = 100


def parse(conditions):
    """Given queens, and a test for excluded squares, all 1-based."""
    queens, squares, sums, differences = [], set(), set(), set()
    for word in conditions.split():
        if word.startswith("c+r!="):
            sums.add(int(word[5:]))
        elif word.startswith("c-r!="):
            differences.add(int(word[5:]))
        elif "!=" in word:
            squares.add(tuple(map(int, word.split("!="))))
        else:
            queens.append(tuple(map(int, word.split("="))))

    def is_excluded(column, row):
        return (column, row) in squares or column + row in sums or column - row in differences

    return queens, is_excluded


def lines(n):
    """The lines of a board as lists of squares, and whether each must have a queen."""
    for i in range(1, n + 1):
        yield [(i, row) for row in range(1, n + 1)], True
        yield [(column, i) for column in range(1, n + 1)], True
    for total in range(3, 2 * n):
        columns = range(max(1, total - n), min(n, total - 1) + 1)
        yield [(column, total - column) for column in columns], False
    for difference in range(-n + 2, n - 1):
        columns = range(max(1, 1 + difference), min(n, n + difference) + 1)
        yield [(column, column - difference) for column in columns], False


def cadical(n, queens, is_excluded, unique):
    """The answer of CaDiCaL 1.9.5, the seconds to build the clauses, and the total seconds."""
    began = time.process_time()
    variable = lambda column, row: (column - 1) * n + row
    solver = Solver(name="cadical195")
    top = n * n
    encoding = EncType.pairwise if n < LADDER else EncType.ladder
    for squares, needs_queen in lines(n):
        literals = [variable(*square) for square in squares]
        if needs_queen:
            solver.add_clause(literals)
        clauses = CardEnc.atmost(literals, bound=1, top_id=top, encoding=encoding)
        top = max(top, clauses.nv)
        solver.append_formula(clauses.clauses)
    for column, row in queens:
        solver.add_clause([variable(column, row)])
    for column in range(1, n + 1):
        for row in range(1, n + 1):
            if is_excluded(column, row):
                solver.add_clause([-variable(column, row)])
    made = time.process_time() - began
    found = 0
    while found < (2 if unique else 1) and solver.solve():
        found += 1
        model = solver.get_model()
        solver.add_clause([-literal for literal in model[: n * n] if literal > 0])
    solver.delete()
    return answer(found, unique), made, time.process_time() - began


def cp_sat(n, queens, is_excluded, unique):
    """The answer of CP-SAT, the seconds to build the model, and the total seconds."""
    began = time.process_time()
    model = cp_model.CpModel()
    rows = []
    given = dict(queens)
    for column in range(1, n + 1):
        allowed = [row for row in range(1, n + 1) if not is_excluded(column, row)]
        if column in given:
            allowed = [row for row in allowed if row == given[column]]
        if not allowed:
            return answer(0, unique), 0.0, time.process_time() - began
        domain = cp_model.Domain.from_values(allowed)
        rows.append(model.new_int_var_from_domain(domain, ""))
    model.add_all_different(rows)
    model.add_all_different([row + column for column, row in enumerate(rows)])
    model.add_all_different([row - column for column, row in enumerate(rows)])
    made = time.process_time() - began
    found = 0
    while found < (2 if unique else 1):
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        if solver.solve(model) == cp_model.INFEASIBLE:
            break
        found += 1
        # Another solution: some row differs.
        model.add_forbidden_assignments(rows, [[solver.value(row) for row in rows]])
    return answer(found, unique), made, time.process_time() - began


def limited(program, instance):
    """The answer of a program in a separate process, which is killed at the time limit."""
    receiver, sender = multiprocessing.Pipe(duplex=False)

    def run():
        queens, is_excluded = parse(instance["conditions"])
        sender.send(program(instance["n"], queens, is_excluded, instance["unique"]))

    process = multiprocessing.get_context("fork").Process(target=run)
    process.start()
    # Linux's id of the processor-time clock of the process. RLIMIT_CPU would make that clock coarse.
    clock = (~process.pid << 3) | 2
    outcome = None
    while outcome is None:
        if receiver.poll(0.1):
            outcome = receiver.recv()
        elif time.clock_gettime(clock) > LIMIT:
            outcome = ("open", None, LIMIT)
    process.kill()
    process.join()
    return outcome


def answer(found, unique):
    return "none" if found == 0 else "unique" if unique and found == 1 else "some"


def shown(milliseconds):
    if milliseconds >= LIMIT * 1e3:
        return f"over {LIMIT} s"
    return f"{milliseconds:.2g}" if milliseconds < 10 else f"{milliseconds:.0f}"


def main():
    families = {}
    for line in sys.stdin:
        if line.startswith("{"):
            instance = json.loads(line)
            families.setdefault(instance["family"], []).append(instance)
    head = ["family", "nqdb ms", "CaDiCaL ms", "clauses ms", "CP-SAT ms", "model ms"]
    print("| " + " | ".join(head) + " |")
    print("| --- |" + " ---: |" * (len(head) - 1), flush=True)
    for family, instances in families.items():
        columns = [[instance["ms"] for instance in instances], [], [], [], []]
        for instance in instances:
            for place, program in enumerate([cadical, cp_sat]):
                got, made, seconds = limited(program, instance)
                if "open" not in (got, instance["answer"]) and got != instance["answer"]:
                    sys.exit(f"{family}: {program.__name__} answers {got}, nqdb {instance['answer']}")
                columns[1 + 2 * place].append(seconds * 1e3)
                if made is not None:
                    columns[2 + 2 * place].append(made * 1e3)
        cells = [shown(statistics.median(column)) if column else "" for column in columns]
        print("| " + " | ".join([family, *cells]) + " |", flush=True)


if __name__ == "__main__":
    main()
