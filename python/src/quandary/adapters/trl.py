"""TRL: a reward function for GRPOTrainer and its kin, and rows for its data sets.

    trainer = GRPOTrainer(model=..., reward_funcs=reward, train_dataset=hf.dataset("zebra:4x4", 1000))
"""

from __future__ import annotations

from typing import Any, Sequence

from ..api import score_all
from ..puzzle import Puzzle

__all__ = ["reward", "accuracy", "row", "text"]


def text(completion: Any) -> str:
    """The text of a completion: a string, or the messages of a chat, of which the last is the answer."""
    if isinstance(completion, str):
        return completion
    content = completion[-1].get("content") if completion else ""
    if isinstance(content, list):
        return "".join(part.get("text", "") for part in content if isinstance(part, dict))
    return content or ""


def _marks(completions: Sequence[Any], record: Sequence[str] | None) -> list[Any]:
    if record is None:
        raise ValueError("the data set has no column record: make its rows with quandary.adapters.trl.row")
    return score_all([Puzzle(r) for r in record], [text(c) for c in completions])


def reward(prompts: Sequence[Any], completions: Sequence[Any], record: Sequence[str] | None = None, **columns: Any) -> list[float]:
    """The soft marks, from 0 to 1. The column record has the puzzles; TRL hands it over with the other columns."""
    return [m.score for m in _marks(completions, record)]


def accuracy(prompts: Sequence[Any], completions: Sequence[Any], record: Sequence[str] | None = None, **columns: Any) -> list[float]:
    """The hard marks: 1 for a right answer, 0 for any other."""
    return [float(m.correct) for m in _marks(completions, record)]


def row(puzzle: Puzzle, chat: bool = True) -> dict[str, Any]:
    """A row of a data set: the prompt, as messages or as text, and the puzzle as one line of JSON, which every reader of tables keeps."""
    return {"prompt": puzzle.messages if chat else puzzle.prompt, "record": puzzle.line.decode(), "id": puzzle.id, "level": puzzle.level or 0}
