"""Answers that a grader can be tried on: right and wrong, each with the rule by which it is.

    for a in answers():
        ...
    print(table({"ours": ours, "exact": lambda a: a.answer.strip() == a.reference}))

    python -m quandary.suite        # the table of this program, of two simple ways, and of the graders that are installed

A wrong answer that is marked right is what a model learns to exploit; a right one that is refused is noise in its reward.
"""

from __future__ import annotations

import contextlib
import json
import re
from dataclasses import dataclass
from importlib.metadata import version
from typing import Callable, Iterator, Mapping

from ._client import Client
from .api import run, score_all
from .puzzle import Puzzle

__all__ = ["SuiteAnswer", "answers", "graders", "ours", "table"]


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


def _boxed(a: SuiteAnswer) -> bool:
    found = re.findall(r"\\boxed\{([^{}]*)\}", a.answer)
    return bool(found) and found[-1].strip() == a.reference.strip()


def graders() -> dict[str, Callable[[SuiteAnswer], bool]]:
    """This program, two simple ways to mark, and the graders of other libraries that are installed, each with its version."""
    out: dict[str, Callable[[SuiteAnswer], bool]] = {
        "ours": ours,
        "what stands in \\\\boxed{}, compared as text": _boxed,
        "the reference stands somewhere in the answer": lambda a: a.reference.strip() in a.answer,
    }
    with contextlib.suppress(ImportError):
        from reasoning_gym.factory import ProceduralDataset

        def gym(a: SuiteAnswer) -> bool:
            return bool(ProceduralDataset.score_answer(None, a.answer, {"answer": a.reference}) == 1)

        out[f"reasoning-gym {version('reasoning-gym')}, `score_answer` of its base class, 1 only"] = gym
    with contextlib.suppress(ImportError):
        from math_verify import parse, verify

        out[f"math-verify {version('math-verify')}"] = lambda a: bool(verify(parse(a.reference), parse(a.answer)))
    return out


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


if __name__ == "__main__":
    print(table(graders()))
