"""Levels that follow how well a model does, and mixtures of families.

A curriculum keeps a level for each source, looks at the last marks of it, and goes up where enough were right and down where too
few were. What it makes depends on its seed and on the marks alone, and all of it can be saved and resumed:

    course = Curriculum({"sudoku": 2.0, "zebra": 1.0}, seed=7)
    for p in course:                                    # endless
        course.record(p, quandary.score(p, model(p.prompt)).correct)
        course.save("course.json")
"""

from __future__ import annotations

import json
import os
import random
import threading
from collections import deque
from pathlib import Path
from typing import Any, Callable, Iterable, Iterator, Mapping, Sequence

from ._arguments import mapping, member, number, refused, text, whole
from ._client import Client
from .api import generate, worker_seed
from .errors import QuandaryError
from .puzzle import Puzzle

__all__ = ["Curriculum", "Mixture", "LEVELS"]

LEVELS = 10
"""How many levels there are: from 1 to 10."""


class Mixture:
    """An endless iterator over several sources, each as often as its weight says.

    The sources take turns by largest remainder, so that after any number of puzzles each has come as often as its weight says, to
    within one: no batch has a family too many by chance. Which puzzle comes when depends on the arguments alone.

    Args:
        weights: sources with their weights, or sources with equal ones.
        seed: the seed; each source has a seed of its own that comes from it.
        level: the level of all, or of each source; None: no level.
        worker: the number of this worker of a data loader, from 0.
        workers: how many workers there are: each makes the puzzles of every so many-th turn.
        options: further arguments of `generate` for all sources, such as lang.
    """

    def __init__(self, weights: Mapping[str, float] | Sequence[str], *, seed: int = 1, level: int | Mapping[str, int] | None = None,
                 worker: int = 0, workers: int = 1, client: Client | None = None, **options: Any) -> None:
        if isinstance(weights, str):
            weights = [weights]  # not its letters
        if not isinstance(weights, (Mapping, Iterable)):
            raise refused("weights", "sources with their weights, or a list of sources", weights)
        named = dict(weights) if isinstance(weights, Mapping) else dict.fromkeys(weights, 1.0)
        self.weights = {text("source", s): number(f"weight of {s}", w, 5e-324, 1e300, "a number above 0") for s, w in named.items()}
        if not self.weights:
            raise QuandaryError("a mixture needs sources with weights above 0")
        workers = whole("workers", workers, 1)
        worker = whole("worker", worker, 0, workers - 1)
        self.seed, self.level, self.worker, self.workers = seed, level, worker, workers
        self._client, self._options = client, options

    def turns(self) -> Iterator[str]:
        """The order in which the sources take turns."""
        total = sum(self.weights.values())
        owed = dict.fromkeys(self.weights, 0.0)
        while True:
            for source, weight in self.weights.items():
                owed[source] += weight / total
            chosen = max(owed, key=lambda s: owed[s])
            owed[chosen] -= 1
            yield chosen

    def __iter__(self) -> Iterator[Puzzle]:
        seeds = {s: worker_seed(self.seed, i) for i, s in enumerate(self.weights)}
        runs: dict[str, Iterator[Puzzle]] = {}
        for turn, source in enumerate(self.turns()):
            if turn % self.workers != self.worker:
                continue
            if source not in runs:
                level = self.level.get(source) if isinstance(self.level, Mapping) else self.level
                runs[source] = generate(source, seed=worker_seed(seeds[source], self.worker), level=level, client=self._client, **self._options)
            yield next(runs[source])


class Curriculum:
    """Puzzles of several sources at levels that follow the marks.

    Args:
        weights: sources with their weights, or sources with equal ones.
        seed: the seed of everything.
        level: the level that each source begins with.
        window: how many marks of a source, at its level, are looked at.
        up: the share of right ones in a full window from which the level rises.
        down: the share below which it falls.
        review: the share of puzzles of an earlier level, drawn evenly, so that what was learnt is not lost; their marks do not count.
        options: further arguments of `generate`.

    It is safe for concurrent use: one thread may iterate while others record.
    """

    def __init__(self, weights: Mapping[str, float] | Sequence[str], *, seed: int = 1, level: int = 1, window: int = 20, up: float = 0.8,
                 down: float = 0.3, review: float = 0.0, client: Client | None = None, **options: Any) -> None:
        level, window = whole("level", level, 1, LEVELS), whole("window", window, 1, 1 << 31)
        up, down, review = number("up", up, 0, 1), number("down", down, 0, 1), number("review", review, 0, 1)
        if not (down < up and review < 1):
            raise QuandaryError("a curriculum needs 0 <= down < up <= 1, a window of at least 1, and a share of review from 0 to below 1")
        mixture = Mixture(weights, seed=seed)
        self.weights, self.seed, self.window, self.up, self.down, self.review = mixture.weights, seed, window, up, down, review
        self._client, self._options = client, options
        self._lock = threading.Lock()
        self._levels = dict.fromkeys(self.weights, level)
        self._marks: dict[str, deque[bool]] = {s: deque(maxlen=window) for s in self.weights}
        self._made: dict[str, int] = {}  # by source and level: how many puzzles were given out
        self._turn = 0
        self._turns = mixture.turns()
        self._runs: dict[str, Iterator[Puzzle]] = {}
        self._open: dict[tuple[str, int], str] = {}  # puzzles that were given out, to their source: by id and level

    @property
    def levels(self) -> dict[str, int]:
        """The level of each source now."""
        with self._lock:
            return dict(self._levels)

    def __iter__(self) -> Iterator[Puzzle]:
        return self

    def __next__(self) -> Puzzle:
        with self._lock:
            source = next(self._turns)
            rng = random.Random(worker_seed(self.seed, self._turn))
            level = self._levels[source]
            if level > 1 and rng.random() < self.review:
                level = rng.randrange(1, level)
            self._turn += 1
            key = f"{source}@{level}"
            at = self._made.get(key, 0)
            if key not in self._runs:
                seed = worker_seed(worker_seed(self.seed, list(self.weights).index(source)), level)
                self._runs[key] = generate(source, seed=seed, start=at, level=level, client=self._client, **self._options)
            puzzle = next(self._runs[key])
            self._made[key] = at + 1
            self._open[puzzle.id, level] = source
            while len(self._open) > 100_000:
                self._open.pop(next(iter(self._open)))
            return puzzle

    def record(self, puzzle: Puzzle, correct: bool) -> int:
        """Takes the mark of an answer to a puzzle of this curriculum, and gives the level of its source from now on."""
        if not isinstance(puzzle, Puzzle):
            raise refused("puzzle", "a Puzzle", puzzle)
        with self._lock:
            source = self._open.get((puzzle.id, puzzle.level or 0)) or self._source(puzzle)
            level = self._levels[source]
            if puzzle.level != level:
                return level  # of a level that was left meanwhile, or a review
            marks = self._marks[source]
            marks.append(bool(correct))
            if len(marks) == self.window:
                share = sum(marks) / len(marks)
                step = 1 if share >= self.up and level < LEVELS else -1 if share < self.down and level > 1 else 0
                if step:
                    self._levels[source] = level + step
                    marks.clear()
            return self._levels[source]

    def _source(self, puzzle: Puzzle) -> str:
        for source in self.weights:
            if puzzle.family == source.removeprefix("gallery:").partition(":")[0]:
                return source
        raise QuandaryError(f"puzzle {puzzle.id} is of none of the sources {', '.join(self.weights)}")

    def state(self) -> dict[str, Any]:
        """All that is needed to go on, as JSON."""
        with self._lock:
            return {
                "quandary_curriculum": 1, "weights": self.weights, "seed": self.seed, "window": self.window, "up": self.up, "down": self.down,
                "review": self.review, "options": self._options, "levels": self._levels, "turn": self._turn, "made": self._made,
                "marks": {s: list(m) for s, m in self._marks.items()},
            }

    @classmethod
    def of(cls, state: Mapping[str, Any], client: Client | None = None) -> Curriculum:
        """A curriculum that goes on from a state."""
        if mapping("state", state).get("quandary_curriculum") != 1:
            raise QuandaryError("this is not the state of a curriculum")

        def said(name: str) -> Any:
            return member(state, name, "the state of a curriculum")

        out = cls(said("weights"), seed=said("seed"), window=said("window"), up=said("up"), down=said("down"), review=said("review"),
                  client=client, **mapping("options", said("options")))
        out._go_on(said)
        return out

    def _go_on(self, said: Callable[[str], Any]) -> None:
        """Takes over from a state where it stood."""
        for source, level in mapping("levels", said("levels")).items():
            if source in self._levels:
                self._levels[source] = whole(f"level of {source}", level, 1, LEVELS)
        for self._turn in range(1, whole("turn", said("turn"), 0) + 1):
            next(self._turns)
        self._made.update(mapping("made", said("made")))
        for source, marks in mapping("marks", said("marks")).items():
            if source in self._marks:
                self._marks[source].extend(marks)

    def __getstate__(self) -> dict[str, Any]:
        """What a copy in another process goes on from: it makes what this one would make next, and takes marks of what was given out."""
        state = self.state()
        with self._lock:
            return {**state, "open": dict(self._open), "client": self._client}

    def __setstate__(self, state: dict[str, Any]) -> None:
        Curriculum.__init__(self, state["weights"], seed=state["seed"], window=state["window"], up=state["up"], down=state["down"],
                            review=state["review"], client=state["client"], **state["options"])
        self._go_on(state.__getitem__)
        self._open.update(state["open"])

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the state to a file, which is whole at any time."""
        file = Path(path)
        part = file.with_name(file.name + ".part")
        part.write_text(json.dumps(self.state()), encoding="utf-8")
        part.replace(file)

    @classmethod
    def load(cls, path: str | os.PathLike[str], client: Client | None = None) -> Curriculum:
        """Reads what `save` wrote."""
        return cls.of(json.loads(Path(path).read_text(encoding="utf-8")), client)
