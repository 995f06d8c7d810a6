#!/usr/bin/env python3
"""Making and marking beside reasoning-gym, in seconds of the processor of this process and of its children: a busy machine does not count.

    python speed.py [SECONDS]

Each cell is measured in rounds, ours and theirs by turns, and the median of the rounds is printed. The tasks are those that both have.
"""

from __future__ import annotations

import os
import statistics
import sys
import warnings
from itertools import islice
from pathlib import Path
from typing import Any, Callable

import quandary

ROUNDS = 3


def processor(pid: int | None) -> float:
    """Seconds that this process, and the program, have worked."""
    t = os.times()
    mine = t.user + t.system
    if pid is None:
        return mine
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(") ")[2].split()
    return mine + (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def rate(work: Callable[[int], int], seconds: float, pid: int | None) -> float:
    """How many things are done in a second of the processor."""
    n, size, start = 0, 1, processor(pid)
    while (took := processor(pid) - start) < seconds:
        n += work(size)
        size = min(2 * size, 20_000)
    return n / took


def ours(source: str) -> tuple[Callable[[int], int], Callable[[int], int]]:
    run = quandary.generate(source, seed=1)
    puzzles = list(quandary.generate(source, seed=2, count=BATCH))
    answers = [p.answer for p in puzzles]

    def make(n: int) -> int:
        return len(list(islice(run, n)))

    def mark(_: int) -> int:
        assert all(quandary.score_all(puzzles, answers))
        return BATCH

    return make, mark


def theirs(configs: list[tuple[str, dict[str, Any]]]) -> Callable[[int], int]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import reasoning_gym

    seed = 0

    def make(n: int) -> int:
        nonlocal seed
        made = 0
        for name, config in configs:
            seed += 1
            made += sum(1 for _ in reasoning_gym.create_dataset(name, size=max(1, n // len(configs)), seed=seed, **config))
        return made

    return make


PEOPLE = [("knights_knaves", {"n_people": n}) for n in range(3, 7)]
TASKS: list[tuple[str, str, list[tuple[str, dict[str, Any]]]]] = [
    ("Sudoku 9x9", "sudoku:9x9", [("sudoku", {})]),
    ("Sudoku 4x4", "sudoku:4x4", [("mini_sudoku", {})]),
    ("zebra 4x4", "zebra:4x4", [("zebra_puzzles", {"num_people": 4, "num_characteristics": 4})]),
    ("knights and knaves, 3 to 6 people", "gallery:knaves", PEOPLE),
]
BATCH = 500


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3
    quandary.run("version")
    pid = quandary._client.shared().pid
    print("| task | made a second | reasoning-gym | times as fast | marks a second, batches of 500 |\n|---|--:|--:|--:|--:|")
    for title, source, configs in TASKS:
        make, mark = ours(source)
        other = theirs(configs)
        other(4), make(4)
        rows = [(rate(make, seconds, pid), rate(other, seconds, None)) for _ in range(ROUNDS)]
        a, b = (statistics.median(r[i] for r in rows) for i in (0, 1))
        ratio = statistics.median(r[0] / r[1] for r in rows)
        print(f"| {title} | {a:,.0f} | {b:,.0f} | {ratio:,.1f} | {rate(mark, seconds, pid):,.0f} |", flush=True)


if __name__ == "__main__":
    main()
