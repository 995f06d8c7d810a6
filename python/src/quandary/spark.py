"""Spark: puzzles as a data frame, made by its executors.

    frame = quandary.spark.generate(spark, "zebra:4x4", count=1_000_000, seed=7)
    frame.write.parquet("out")

Row i is record i of `quandary.generate`, whatever executor makes it and however often a task is repeated after a failure.
"""

from __future__ import annotations

from typing import Any, Iterator

from pyspark.sql import DataFrame, SparkSession

from .api import generate as make
from .tables import FIELDS, row

__all__ = ["generate", "SCHEMA"]

SCHEMA = "index long, id string, family string, level int, prompt string, answer string, eval_type string, record string"
"""The columns of a row."""


def generate(spark: SparkSession, source: str, count: int, *, seed: int = 1, start: int = 0, block: int = 1000, **options: Any) -> DataFrame:
    """A data frame of so many puzzles; the arguments are those of `quandary.ray.generate`."""
    import pandas as pd

    def blocks(frames: Iterator[Any]) -> Iterator[Any]:
        for frame in frames:
            for part in frame["id"]:
                first = start + int(part) * block
                n = min(block, start + count - first)
                rows = [{"index": first + i, **row(p)} for i, p in enumerate(make(source, seed=seed, start=first, count=n, **options))]
                yield pd.DataFrame(rows, columns=["index", *FIELDS])

    parts = -(-count // block)
    return spark.range(0, parts, 1, max(1, parts)).mapInPandas(blocks, SCHEMA)
