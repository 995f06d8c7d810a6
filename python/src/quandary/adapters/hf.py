"""Hugging Face datasets: puzzles as a Dataset, or as an endless IterableDataset whose shards go to workers."""

from __future__ import annotations

from typing import Any, Callable, Iterator, Sequence

from datasets import Dataset, IterableDataset

from ..api import generate, worker_seed
from ..puzzle import Puzzle
from .trl import row as chat_row

__all__ = ["dataset", "stream"]

Row = Callable[[Puzzle], dict[str, Any]]


def dataset(source: str, count: int, *, row: Row = chat_row, **options: Any) -> Dataset:
    """A data set of so many puzzles. The columns are those of the row: by default prompt (messages), record, id and level.

    Args:
        source: as for `quandary.generate`.
        count: how many puzzles.
        row: what makes a row of a puzzle.
        options: further arguments of `quandary.generate`.
    """
    return Dataset.from_list([row(p) for p in generate(source, count=count, **options)])


def _rows(shards: Sequence[int], source: str, seed: int, row: Row, options: dict[str, Any]) -> Iterator[dict[str, Any]]:
    runs = [generate(source, seed=worker_seed(seed, s), **options) for s in shards]
    while True:
        for run in runs:
            yield row(next(run))


def stream(source: str, *, seed: int = 1, shards: int = 64, row: Row = chat_row, **options: Any) -> IterableDataset:
    """An endless data set. Each of its shards is a run of a seed of its own, so workers of a data loader never see the same puzzle."""
    return IterableDataset.from_generator(_rows, gen_kwargs={"shards": list(range(shards)), "source": source, "seed": seed, "row": row, "options": options})
