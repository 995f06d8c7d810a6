"""Rows of tables that every reader keeps as they are.

Readers of data frames guess types: `pandas.read_json(lines=True)`, and Ray's reader with it, take an answer of 81 digits for a
number and give 5.87e+80 back. So the answer of a row is laid out in lines where it is a board in one line, which no reader takes
for a number, and a number keeps its type as a text in a box; the record stands beside it, whole, as one text.
"""

from __future__ import annotations

import json
import os
from math import isqrt
from typing import Any, Iterable

from .puzzle import Puzzle

__all__ = ["FIELDS", "row", "write_jsonl", "safe_answer"]

FIELDS = ("id", "family", "level", "prompt", "answer", "eval_type", "record")
"""The columns of a row."""


def safe_answer(answer: str) -> str:
    """An answer that looks like a number in a form that does not, and that is marked like it."""
    text = answer.strip()
    try:
        float(text)
    except ValueError:
        return answer
    side = isqrt(len(text))
    if text.isdigit() and side >= 4 and side * side == len(text):
        return "\n".join(text[i:i + side] for i in range(0, len(text), side))
    return f"\\boxed{{{text}}}"


def row(puzzle: Puzzle) -> dict[str, Any]:
    """A row of a table."""
    return {"id": puzzle.id, "family": puzzle.family, "level": puzzle.level or 0, "prompt": puzzle.prompt, "answer": safe_answer(puzzle.answer),
            "eval_type": puzzle.eval_type, "record": puzzle.line.decode()}


def write_jsonl(path: str | os.PathLike[str], puzzles: Iterable[Puzzle]) -> int:
    """Writes rows as JSON lines, and gives how many."""
    n = 0
    with open(path, "w", encoding="utf-8") as file:
        for p in puzzles:
            file.write(json.dumps(row(p), ensure_ascii=False) + "\n")
            n += 1
    return n
