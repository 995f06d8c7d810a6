"""Puzzles in the workers of torch's DataLoader: each has a process and a stream of its own, and together they deal out one run."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

import quandary

try:
    from torch.utils.data import DataLoader, IterableDataset, get_worker_info
except (ImportError, OSError, ValueError) as err:  # torch for graphics cards fails in several ways where their libraries are missing
    pytest.skip(f"torch cannot be imported: {err}", allow_module_level=True)

SOURCE = "sudoku:4x4"


class Dealt(IterableDataset):  # type: ignore[type-arg]
    """One run, whose puzzles are dealt out to the workers."""

    def __init__(self, count: int) -> None:
        self.count = count

    def __iter__(self) -> Iterator[str]:
        info = get_worker_info()
        worker, workers = (info.id, info.num_workers) if info else (0, 1)
        mine = (self.count - worker + workers - 1) // workers
        for p in quandary.generate(SOURCE, seed=1, start=worker, step=workers, count=mine):
            yield p.line


class Own(IterableDataset):  # type: ignore[type-arg]
    """A stream for each worker."""

    def __iter__(self) -> Iterator[str]:
        info = get_worker_info()
        assert info
        for p in quandary.generate(SOURCE, seed=quandary.worker_seed(1, info.id), count=10):
            yield p.line


contexts = pytest.mark.parametrize("context", ["spawn"] if sys.platform == "win32" else ["fork", "spawn"])
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning")


@contexts
def test_a_run_is_dealt_out(context: str) -> None:
    want = [p.line for p in quandary.generate(SOURCE, seed=1, count=41)]  # a process is up before the workers are forked
    loader = DataLoader(Dealt(41), batch_size=4, num_workers=2, multiprocessing_context=context)
    got = [line for batch in loader for line in batch]
    assert sorted(got) == sorted(want)
    assert list(DataLoader(Dealt(41), batch_size=None)) == want


@contexts
def test_streams_of_workers(context: str) -> None:
    loader = DataLoader(Own(), batch_size=5, num_workers=2, multiprocessing_context=context)
    got = [line for batch in loader for line in batch]
    assert len(got) == len(set(got)) == 20
    again = [line for batch in DataLoader(Own(), batch_size=5, num_workers=2, multiprocessing_context=context) for line in batch]
    assert again == got


def test_batches_of_answers_are_marked_in_workers() -> None:
    puzzles = list(quandary.generate(SOURCE, seed=1, count=20))

    def marks(batch: list[quandary.Puzzle]) -> list[bool]:
        return [m.correct for m in quandary.score_all(batch, [p.answer if p is not puzzles[0] else "" for p in batch])]

    context = None if sys.platform == "win32" else "fork"
    loader = DataLoader(puzzles, batch_size=5, num_workers=0 if context is None else 2, collate_fn=marks, multiprocessing_context=context)  # type: ignore[arg-type]
    assert [c for batch in loader for c in batch] == [False] + [True] * 19
