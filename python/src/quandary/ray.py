"""Ray: puzzles as a Ray data set, made on all machines of a cluster.

    ds = quandary.ray.generate("zebra:4x4", count=1_000_000, seed=7)
    ds.write_parquet("out")

Row i is record i of `quandary.generate`, whatever machine makes it and however often a task is repeated after a failure.
"""

from __future__ import annotations

from typing import Any

import ray.data

from .api import generate as make
from .tables import row

__all__ = ["generate"]


def generate(source: str, count: int, *, seed: int = 1, start: int = 0, block: int = 1000, **options: Any) -> Any:
    """A ray.data.Dataset of so many puzzles.

    Args:
        source: as for `quandary.generate`; a specification file must be on every machine.
        count: how many.
        seed: the seed of the run.
        start: the number of the first record.
        block: how many records a task makes: what is made again when a machine fails.
        options: further arguments of `quandary.generate`.
    """

    def one(part: dict[str, Any]) -> list[dict[str, Any]]:
        first, n = int(part["first"]), int(part["n"])
        return [{"index": first + i, **row(p)} for i, p in enumerate(make(source, seed=seed, start=first, count=n, **options))]

    parts = [{"first": start + i, "n": min(block, count - i)} for i in range(0, count, block)]
    return ray.data.from_items(parts, override_num_blocks=max(1, len(parts))).flat_map(one)
