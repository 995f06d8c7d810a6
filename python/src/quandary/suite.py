"""Answers that a grader can be tried on: right and wrong, each with the rule by which it is.

    for a in answers():
        ...
    print(table({"ours": ours, "exact": lambda a: a.answer.strip() == a.reference}))

A wrong answer that is marked right is what a model learns to exploit; a right one that is refused is noise in its reward.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Callable, Iterator, Mapping

from ._client import Client
from .api import run, score_all
from .puzzle import Puzzle

__all__ = ["SuiteAnswer", "answers", "ours", "table"]


@dataclass(frozen=True, slots=True)
class SuiteAnswer:
    """An answer of the suite."""

    id: str
    problem: str
    eval_type: str
    reference: str
    answer: str
    right: bool
    rule: str
    puzzle: str = ""


def answers(*, client: Client | None = None) -> Iterator[SuiteAnswer]:
    """All answers of the suite."""
    for line in run("grade", "--suite", client=client).check().output.splitlines():
        yield SuiteAnswer(**json.loads(line))


def ours(a: SuiteAnswer, *, client: Client | None = None) -> bool:
    """This program's own mark."""
    record: dict[str, object] = {"id": a.id, "problem": a.problem, "answer": a.reference, "eval_type": a.eval_type or "nominal"}
    if a.puzzle:
        record["quandary"] = {"seed": 0, "index": 0, "puzzle": a.puzzle, "solutions": 1}
    return score_all([Puzzle(json.dumps(record))], [a.answer], client=client)[0].correct


def table(graders: Mapping[str, Callable[[SuiteAnswer], bool]], *, client: Client | None = None) -> str:
    """A table in Markdown of how many wrong answers each grader marks right, and how many right ones it refuses.

    A grader that raises an exception has refused.
    """
    everything = list(answers(client=client))
    right = sum(a.right for a in everything)
    lines = ["| grader | wrong ones marked right | right ones refused |", "|---|--:|--:|"]
    for name, grade in graders.items():
        wrong = refused = 0
        for a in everything:
            try:
                correct = bool(grade(a))
            except Exception:  # noqa: BLE001
                correct = False
            wrong += correct and not a.right
            refused += a.right and not correct
        lines.append(f"| {name} | {wrong} of {len(everything) - right} | {refused} of {right} |")
    return "\n".join(lines)
