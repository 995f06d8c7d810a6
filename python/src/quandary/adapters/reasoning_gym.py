"""reasoning-gym: the families as data sets of its registry, with curricula.

    import quandary.adapters.reasoning_gym
    data = reasoning_gym.create_dataset("quandary", source="zebra:4x4", level=3, seed=1, size=100)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from reasoning_gym.coaching import BaseCurriculum, ScalarAttributeDefinition
from reasoning_gym.factory import ProceduralDataset, register_dataset

from ..api import generate, score
from ..puzzle import Puzzle

__all__ = ["QuandaryConfig", "QuandaryDataset", "QuandaryCurriculum"]


@dataclass
class QuandaryConfig:
    """What a data set is made of.

    Attributes:
        source: as for `quandary.generate`.
        level: the level, from 1 to 10; 0 for none.
        lang: the language of the texts, or "".
    """

    source: str = "zebra"
    level: int = 0
    lang: str = ""
    seed: int | None = None
    size: int = 500

    def validate(self) -> None:
        """Refuses what cannot be made."""
        assert self.source, "source must name what puzzles are made from"
        assert 0 <= self.level <= 10, "level must be from 0 (none) to 10"


class QuandaryDataset(ProceduralDataset):  # type: ignore[misc]
    """Puzzles of one source. Entry i is record i of the seed, so entries can be asked for in any order."""

    def __init__(self, config: QuandaryConfig) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)

    def __getitem__(self, idx: int) -> dict[str, Any]:
        if not 0 <= idx < self.size:
            raise IndexError(idx)
        c = self.config
        p = next(generate(c.source, seed=self.seed & (1 << 64) - 1, start=idx, count=1, level=c.level or None, lang=c.lang or None))
        return {"question": p.prompt, "answer": p.answer, "metadata": {
            "source_dataset": "quandary", "source_index": idx, "difficulty": {"level": c.level}, "record": p.record,
        }}

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        """The soft mark of an answer, which may be all that a model said."""
        if not isinstance(answer, str):
            return 0.0
        return score(Puzzle(entry["metadata"]["record"]), answer).score


class QuandaryCurriculum(BaseCurriculum):  # type: ignore[misc]
    """The ten levels, as an attribute of a curriculum of reasoning-gym."""

    def __init__(self) -> None:
        super().__init__(QuandaryCurriculum.__name__, QuandaryConfig)
        self._define_attributes(ScalarAttributeDefinition(
            name="level", field_name="level", levels=list(range(1, 11)), description="how hard the puzzles are, from 1 to 10"))


register_dataset("quandary", QuandaryDataset, QuandaryConfig, QuandaryCurriculum)
