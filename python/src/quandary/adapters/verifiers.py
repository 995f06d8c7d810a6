"""verifiers 0.4: a taskset, which it finds by the module's name.

    vf-eval quandary-puzzles ...
"""

from __future__ import annotations

from typing import Any, Iterable

import verifiers.v1 as vf

from ..api import ascore, generate
from ..puzzle import Puzzle

__all__ = ["QuandaryTaskset"]


class QuandaryData(vf.TaskData):  # type: ignore[misc]
    """One puzzle."""

    record: str = ""
    family: str = ""
    level: int = 0


class QuandaryTask(vf.Task[QuandaryData]):  # type: ignore[misc]
    """A puzzle, answered in one turn."""

    @vf.reward(weight=1.0)
    async def right(self, trace: Any) -> float:
        """The soft mark of the last reply."""
        return (await ascore(Puzzle(self.data.record), trace.last_reply or "")).score

    async def validate(self, runtime: Any) -> bool | None:
        """Whether the reference answer is marked right."""
        p = Puzzle(self.data.record)
        return (await ascore(p, p.answer)).correct


class QuandaryConfig(vf.TasksetConfig):  # type: ignore[misc]
    """What the taskset is made of: as for `quandary.generate`."""

    source: str = "zebra:4x4"
    count: int = 100
    seed: int = 1
    level: int = 0
    lang: str = ""


class QuandaryTaskset(vf.Taskset[QuandaryTask, QuandaryConfig]):  # type: ignore[misc]
    """Puzzles of a source."""

    def load(self) -> Iterable[QuandaryTask]:
        """The tasks."""
        c = self.config
        return [QuandaryTask(QuandaryData(id=p.id, prompt=p.prompt, record=p.line.decode(), family=p.family, level=p.level or 0), c.task)
                for p in generate(c.source, seed=c.seed, count=c.count, level=c.level or None, lang=c.lang or None)]
