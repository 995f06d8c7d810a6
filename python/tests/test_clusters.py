"""Ray and Spark in local mode: the same records as one process, exactly as many, also when a worker is killed."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

import quandary

WANT = [p.line.decode() for p in quandary.generate("sudoku:4x4", seed=5, count=90)]


def up(ray: Any) -> None:
    """Starts Ray with little. It gives its node 30 seconds, which a busy machine may not have: then it is started again."""
    for left in (3, 2, 1, 0):
        try:
            ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, object_store_memory=100 << 20)
            return
        except Exception as err:
            ray.shutdown()
            if "timed out during startup" not in str(err) or not left:
                raise


def test_ray(tmp_path: Path) -> None:
    ray = pytest.importorskip("ray")
    pytest.importorskip("ray.data")
    import quandary.ray

    up(ray)
    try:
        flag = tmp_path / "killed"

        def kill_once(r: dict) -> dict:
            if r["index"] == 40 and not flag.exists():
                flag.touch()
                os.kill(os.getpid(), signal.SIGKILL)
            return r

        rows = sorted(quandary.ray.generate("sudoku:4x4", 90, seed=5, block=20).map(kill_once).take_all(), key=lambda r: r["index"])
        assert flag.exists() and [r["record"] for r in rows] == WANT and [r["index"] for r in rows] == list(range(90))
    finally:
        ray.shutdown()


def test_spark(tmp_path: Path) -> None:
    pytest.importorskip("pyspark")
    pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    import shutil

    if shutil.which("java") is None:
        pytest.skip("Spark needs Java")
    os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
    from pyspark.sql import SparkSession

    import quandary.spark

    spark = SparkSession.builder.master("local[2,3]").config("spark.ui.enabled", "false").config("spark.task.maxFailures", "3").getOrCreate()
    try:
        flag = str(tmp_path / "killed")

        def kill_once(frames):  # type: ignore[no-untyped-def]
            for f in frames:
                if 40 in set(f["index"]) and not os.path.exists(flag):
                    open(flag, "w").close()
                    os.kill(os.getpid(), signal.SIGKILL)
                yield f

        frame = quandary.spark.generate(spark, "sudoku:4x4", 90, seed=5, block=20)
        rows = sorted(frame.mapInPandas(kill_once, frame.schema).collect(), key=lambda r: r["index"])
        assert os.path.exists(flag) and [r["record"] for r in rows] == WANT
    finally:
        spark.stop()
