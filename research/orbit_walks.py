"""Walks over the orbit graph: the "optimal path to generate all orbits" of Zhang & Zhang 2011 (docs/orbit-walks.md).

For each N, reads the graph from `nqdb orbit-graph N --json` and prints: the classes that Inc reaches; the fewest
operations to an orbit, by breadth-first search; and for every reached class a walk by Mov through all of its orbits that begins where Inc leads,
with a lower bound for its number of moves. Classes of up to 16 orbits are searched completely. Needs only Python 3.

    python3 research/orbit_walks.py 4-12 [--nqdb PATH] [--seed 1] [--seconds 60] [--walks]

The lower bound. A walk that visits the n orbits of a class makes n - 1 moves to new orbits. Let removing the orbit v
leave c(v) parts. The walk passes from part to part only through v, so it visits v at least c(v) - 1 times, and at least
c(v) times unless v separates the ends of the walk, that is, unless they are in different parts. All visits of v but the
first are moves to an orbit that is not new. So a walk has at least n - 1 + sum over v of (c(v) - 1) moves, less the
largest number of orbits that separate two ends. A walk with n - 1 moves is unbroken: it visits every orbit once.
"""

import argparse
import collections
import json
import random
import subprocess
import time


SMALL = 16  # The largest class whose shortest walk is found by trying all.


def read(nqdb, n):
    """The neighbours of each orbit, and the orbits to which Inc leads."""
    lines = subprocess.run([nqdb, "orbit-graph", str(n), "--json"], capture_output=True, text=True, check=True).stdout
    *orbits, _ = map(json.loads, lines.splitlines())
    graph = {orbit["orbit_id"]: sorted(step["orbit_id"] for step in orbit["by_mov"]) for orbit in orbits}
    return graph, [orbit["orbit_id"] for orbit in orbits if orbit["by_inc"]], orbits


def distances(graph, starts, without=None):
    """The fewest moves from any start to each orbit that can be reached, perhaps without passing one orbit."""
    found = dict.fromkeys(starts, 0)
    queue = collections.deque(starts)
    while queue:
        orbit = queue.popleft()
        for other in graph[orbit]:
            if other not in found and other != without:
                found[other] = found[orbit] + 1
                queue.append(other)
    return found


def classes(graph):
    left, found = set(graph), []
    while left:
        found.append(sorted(distances(graph, [min(left)])))
        left -= set(found[-1])
    return found


def lower_bound(graph, members):
    """The fewest moves of a walk through all members, as proved above."""
    parts = {}  # For each orbit that separates others, the number of the part of each.
    for v in members:
        part, count = {}, 0
        for w in members:
            if w != v and w not in part:
                part.update(dict.fromkeys(distances(graph, [w], without=v), count))
                count += 1
        if count > 1:
            parts[v] = part, count
    def separating(w):
        """The member that most orbits separate from w, and their number."""
        def count(x):
            return sum(v not in (w, x) and part[w] != part[x] for v, (part, _) in parts.items())
        return max(((count(x), x) for x in members), default=(0, w))
    # The ends of a longest path of a tree: what is farthest from anywhere, and what is farthest from there.
    most, _ = separating(separating(members[0])[1])
    return len(members) - 1 + sum(count - 1 for _, count in parts.values()) - most


def walk_of(graph, order, steps):
    """The walk that visits orbits in this order, by shortest paths, and begins with an orbit to which Inc leads."""
    from_first = distances(graph, order[:1])
    walk = [min((w for w in from_first if steps[w] == 0), key=from_first.get)]
    for goal in order:
        from_goal = distances(graph, [goal])
        while walk[-1] != goal:
            walk.append(min(graph[walk[-1]], key=from_goal.get))
    return walk


def shortest_walk(graph, members, by_inc):
    """A shortest walk through all members of a small class, by breadth-first search of the pairs of an orbit and the set
    of orbits visited so far."""
    bit = {w: 1 << i for i, w in enumerate(members)}
    starts = [(w, bit[w]) for w in members if w in by_inc]
    before, queue = dict.fromkeys(starts), collections.deque(starts)
    while queue:
        state = queue.popleft()
        if state[1] == (1 << len(members)) - 1:
            walk = []
            while state:
                walk.append(state[0])
                state = before[state]
            return walk[::-1]
        for other in graph[state[0]]:
            after = other, state[1] | bit[other]
            if after not in before:
                before[after] = state
                queue.append(after)


def short_walk(graph, members, steps, bound, seconds, dice):
    """A short walk through all members: an order of them with short ways between neighbours, improved by moving a
    random stretch elsewhere, turned or not, at random; longer orders are accepted less and less (simulated annealing)."""
    apart = {w: distances(graph, [w]) for w in members}
    near = {w: sorted(members, key=lambda x: (apart[w][x], x))[1:12] for w in members}
    best = None
    deadline = time.monotonic() + seconds
    while best is None or len(best) - 1 > bound and time.monotonic() < deadline:
        # Nearest orbit that is new, with the fewest new neighbours.
        order, left = [dice.choice(members)], set(members)
        left.remove(order[0])
        while left:
            last = order[-1]
            def cost(x):
                return apart[last][x], sum(y in left for y in graph[x]), dice.random()
            order.append(min([x for x in near[last] if x in left] or left, key=cost))
            left.remove(order[-1])
        place = {w: i for i, w in enumerate(order)}
        def gap(a, b):
            return 0 if b is None else steps[b] if a is None else apart[a][b]
        def at(i):
            return order[i] if 0 <= i < len(order) else None
        length = steps[order[0]] + sum(apart[a][b] for a, b in zip(order, order[1:]))
        shortest, tries = (length, order[:]), 400 * len(members) + 20000
        for tried in range(tries):
            if length <= bound or tried % 512 == 0 and time.monotonic() > deadline:
                break
            heat = 0.6 * (1 - tried / tries) + 0.02
            a = dice.choice(members)
            b = dice.choice(near[a])
            i, j = sorted((place[a], place[b]))
            # Turn the stretch between two orbits that are near each other, so that they become neighbours.
            low, high = (i + 1, j) if dice.random() < 0.5 else (i, j - 1)
            if low >= high:
                continue
            change = (gap(at(low - 1), order[high]) + gap(order[low], at(high + 1))
                      - gap(at(low - 1), order[low]) - gap(order[high], at(high + 1)))
            if change <= 0 or dice.random() < 2.718281828 ** (-change / heat):
                order[low:high + 1] = order[low:high + 1][::-1]
                for k in range(low, high + 1):
                    place[order[k]] = k
                length += change
                if length < shortest[0]:
                    shortest = length, order[:]
        walk = walk_of(graph, shortest[1], steps)
        if best is None or len(walk) < len(best):
            best = walk
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("boards", help="such as 8 or 4-12")
    parser.add_argument("--nqdb", default="nqdb")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=60, help="the most for the walks of one board")
    parser.add_argument("--walks", action="store_true", help="print the walks")
    args = parser.parse_args()
    first, _, last = args.boards.partition("-")
    for n in range(int(first), int(last or first) + 1):
        graph, by_inc, orbits = read(args.nqdb, n)
        steps = distances(graph, by_inc)
        reached = [members for members in classes(graph) if members[0] in steps]
        farthest = collections.Counter(steps.values())
        print(f"N = {n}: {len(graph)} orbits, {len(steps)} reached, in {len(reached)} classes of "
              f"{' '.join(str(len(members)) for members in sorted(reached, key=len, reverse=True))}")
        print(f"  orbits by the fewest Movs after an Inc: {dict(sorted(farthest.items()))}")
        single = {}
        for orbit in orbits:
            for step in orbit["by_inc"]:
                single.setdefault(step["orbit_id"], set()).add(orbit["orbit_id"])
        from_one = [(len(found), -max(found.values()), -source)
                    for source, starts in single.items() for found in [distances(graph, sorted(starts))]]
        if from_one:
            count, moves, source = max(from_one)
            print(f"  from one orbit of N - 1: at most {count} orbits, from orbit {-source} with at most {-moves} Movs")
        dice, total, bounds = random.Random(args.seed), 0, 0
        for members in sorted(reached, key=len, reverse=True):
            if len(members) <= SMALL:
                walk = shortest_walk(graph, members, by_inc)
                bound = len(walk) - 1
            else:
                bound = lower_bound(graph, members)
                share = args.seconds * len(members) / len(steps)
                walk = short_walk(graph, members, steps, bound, share, dice)
            assert set(walk) == set(members) and walk[0] in by_inc and all(b in graph[a] for a, b in zip(walk, walk[1:]))
            total, bounds = total + len(walk) - 1, bounds + bound
            if len(members) > 1:
                kind = "unbroken" if len(walk) == len(members) else "shortest" if len(walk) - 1 == bound else "short"
                leaves = sum(len(graph[w]) == 1 for w in members)
                print(f"  class of {len(members)}: {kind} walk of {len(walk) - 1} moves, at least {bound} needed; "
                      f"{leaves} orbits have one neighbour")
                if args.walks:
                    print("   ", *walk)
        print(f"  all classes: {total} moves, at least {bounds} needed", flush=True)


if __name__ == "__main__":
    main()
