"""Inspect: a task with a scorer.

    inspect eval quandary/puzzles -T source=zebra:4x4 -T count=100 -T level=5 --model ...
"""

from __future__ import annotations

from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.scorer import CORRECT, INCORRECT, Score, Scorer, Target, accuracy, mean, scorer, stderr
from inspect_ai.solver import TaskState, generate

from ..api import ascore
from ..api import generate as make
from ..puzzle import Puzzle

__all__ = ["puzzles", "puzzle_scorer", "sample"]


def sample(puzzle: Puzzle) -> Sample:
    """A sample of a puzzle; its metadata have the record, by which the scorer marks."""
    return Sample(input=puzzle.prompt, target=puzzle.answer, id=puzzle.id,
                  metadata={"family": puzzle.family, "level": puzzle.level or 0, "record": puzzle.line.decode()})


@scorer(metrics={"correct": [accuracy(), stderr()], "score": [mean(), stderr()]})
def puzzle_scorer() -> Scorer:
    """Marks by the rules of the puzzle: "correct" is the hard mark, "score" the soft one; the explanation says what is wrong."""

    async def score(state: TaskState, target: Target) -> Score:
        mark = await ascore(Puzzle(state.metadata["record"]), state.output.completion)
        return Score(value={"correct": CORRECT if mark.correct else INCORRECT, "score": mark.score}, answer=mark.extracted,
                     explanation=mark.detail or mark.reason, metadata={"reason": mark.reason})

    return score


@task
def puzzles(source: str = "zebra:4x4", count: int = 100, seed: int = 1, level: int | None = None, lang: str | None = None) -> Task:
    """Puzzles of a source, one turn each."""
    samples = [sample(p) for p in make(source, seed=seed, count=count, level=level, lang=lang)]
    return Task(dataset=MemoryDataset(samples, name=f"quandary-{source}"), solver=generate(), scorer=puzzle_scorer())
