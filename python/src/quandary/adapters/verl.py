"""verl: the reward function, and rows of its Parquet files.

    reward.custom_reward_function.path=pkg://quandary.adapters.verl
    reward.custom_reward_function.name=compute_score

verl calls it from many threads; all of them ask one process.
"""

from __future__ import annotations

from typing import Any, Mapping

from ..api import score
from ..puzzle import Puzzle

__all__ = ["compute_score", "row"]


def compute_score(data_source: str, solution_str: str, ground_truth: str, extra_info: Mapping[str, Any] | None = None, **_: Any) -> dict[str, Any]:
    """Marks an answer: "score" is the soft mark, "acc" the hard one, "reason" why. The puzzle is extra_info["record"]; without
    it the answer is compared with ground_truth as extra_info["eval_type"] says, which is exact text by default."""
    info = extra_info or {}
    puzzle = Puzzle(info["record"]) if info.get("record") else {"answer": ground_truth, "eval_type": info.get("eval_type") or "nominal", "problem": ""}
    mark = score(puzzle, solution_str)
    return {"score": mark.score, "acc": float(mark.correct), "reason": mark.reason}


def row(puzzle: Puzzle, index: int = 0, split: str = "train") -> dict[str, Any]:
    """A row of a Parquet file for verl."""
    return {
        "data_source": f"quandary/{puzzle.family}", "prompt": puzzle.messages, "ability": "logic",
        "reward_model": {"style": "rule", "ground_truth": puzzle.answer},
        "extra_info": {"split": split, "index": index, "id": puzzle.id, "level": puzzle.level or 0, "eval_type": puzzle.eval_type, "record": puzzle.line.decode()},
    }
