"""A report on three solvers that stand in for models: one that guesses, one that is greedy, and one that reasons so far and no further."""

from __future__ import annotations

import json
import random
import re
from itertools import islice
from pathlib import Path

import quandary


def grid(p: quandary.Puzzle) -> list[str]:
    return list(p.puzzle_id.rsplit(":", 1)[1])


def written(cells: list[str]) -> str:
    n = int(len(cells) ** 0.5)
    return "\n".join("".join(cells[i * n:(i + 1) * n]) for i in range(n))


def guesses(p: quandary.Puzzle) -> str:
    rng = random.Random(p.id)
    cells = grid(p)
    n = int(len(cells) ** 0.5)
    return written([c if c != "." else str(rng.randint(1, n)) for c in cells])


def greedy(p: quandary.Puzzle) -> str:
    """Writes into each cell the first value that its row, column and box lack."""
    cells = grid(p)
    n = int(len(cells) ** 0.5)
    rows = 2 if n in (4, 6) else 3
    cols = n // rows
    for i, c in enumerate(cells):
        if c == ".":
            r, k = divmod(i, n)
            seen = {cells[r * n + j] for j in range(n)} | {cells[j * n + k] for j in range(n)}
            seen |= {cells[a * n + b] for a in range(r // rows * rows, r // rows * rows + rows) for b in range(k // cols * cols, k // cols * cols + cols)}
            cells[i] = next((str(v) for v in range(1, n + 1) if str(v) not in seen), "1")
    return written(cells)


def limited(p: quandary.Puzzle) -> str:
    """Follows this program's own explanation for twenty steps."""
    cells = grid(p)
    n = int(len(cells) ** 0.5)
    for step in quandary.explain(p.puzzle_id).steps[:20]:
        for move in step.moves:
            if m := re.fullmatch(r"r(\d+)c(\d+)=(\w)", move):
                cells[(int(m[1]) - 1) * n + int(m[2]) - 1] = m[3]
    return written(cells)


def test_three_solvers(tmp_path: Path) -> None:
    right = {"guesses": 0, "greedy": 0, "limited": 0}
    with open(tmp_path / "marks.jsonl", "w", encoding="utf-8") as file:
        for level in (1, 3):
            puzzles = list(islice(quandary.generate("sudoku", seed=5, level=level), 12))
            for name, solver in {"guesses": guesses, "greedy": greedy, "limited": limited}.items():
                for p, m in zip(puzzles, quandary.score_all(puzzles, [solver(p) for p in puzzles])):
                    right[name] += m.correct
                    print(json.dumps({"id": p.id, "model": name, "family": p.family, "level": level, "correct": m.correct, "score": m.score,
                                      "reason": m.reason}), file=file)
    assert right["guesses"] <= right["greedy"] <= right["limited"] and right["limited"] > right["guesses"], right
    quandary.run("report", str(tmp_path / "marks.jsonl"), "-o", str(tmp_path / "report.html")).check()
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert all(name in page for name in right) and "<svg" in page
