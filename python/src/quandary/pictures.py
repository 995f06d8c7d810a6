"""Puzzles as pictures, for models that see.

    row(puzzle)     # {"images": [PNG], "prompt": messages with the picture and the rules, "record": ...}

A record gives the same bytes of PNG whenever it is drawn. The prompt has the rules and how to answer; the board as text, and what a text
lists as given, are left out, so that the picture has to be read.
"""

from __future__ import annotations

import re
from typing import Any

from ._client import Client
from .api import draw
from .puzzle import INSTRUCTION, Puzzle

__all__ = ["row", "words"]

_WORD = re.compile(r"[a-z]{3,}|[^\x00-\u2fff]")


def words(puzzle: Puzzle) -> str:
    """The text of a puzzle without the board: the paragraphs that are words, but not the list of what is given."""
    paragraphs = puzzle.problem.strip("\n").split("\n\n")
    return "\n\n".join(p for p in paragraphs if _WORD.search(p) and not p.startswith("What is given:"))


def row(puzzle: Puzzle, *, unit: float = 48, client: Client | None = None) -> dict[str, Any]:
    """A row for training with pictures, as TRL and `datasets` have them: "images" with one PNG, and "prompt", a message with its place
    and the words. `datasets.Image()` reads the column's items.

    Args:
        unit: the width of a cell in pixels.

    Raises:
        QuandaryError: where the puzzle's family draws nothing.
    """
    content = [{"type": "image", "text": None}, {"type": "text", "text": words(puzzle) + INSTRUCTION}]  # one shape for all items: tables want it
    return {"images": [{"bytes": draw(puzzle, unit=unit, client=client), "path": None}], "prompt": [{"role": "user", "content": content}],
            "record": puzzle.line.decode(), "id": puzzle.id, "level": puzzle.level or 0}
