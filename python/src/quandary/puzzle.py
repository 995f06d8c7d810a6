"""Puzzles, marks, solutions and explanations, as values."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Literal, Mapping, Union

from .errors import QuandaryError

__all__ = ["Puzzle", "PuzzleLike", "Mark", "Solution", "Step", "Explanation", "Verdict", "Family", "INSTRUCTION"]

INSTRUCTION = "\n\nEnd with your final answer in \\boxed{}."
"""What a prompt adds to the problem, so that the answer can be told from the working."""

Record = dict[str, Any]


class Puzzle:
    """One puzzle with its answer: a record, as the program writes it.

    Two puzzles are equal when their records are. Puzzles can be pickled, and read back from `line`.
    """

    __slots__ = ("line", "_record", "_asked")

    def __init__(self, line: bytes | str | Mapping[str, Any]) -> None:
        """Takes a record as a line of JSON, or as the object that it holds."""
        self._record: Record | None = None
        self._asked: bytes | None = None  # what a request for a mark says of the puzzle
        if isinstance(line, Mapping):
            self._record = dict(line)
            line = json.dumps(self._record, ensure_ascii=False)
        if not isinstance(line, (str, bytes)):
            raise QuandaryError(f"expected a Puzzle, a record or an id, found {type(line).__name__}")
        self.line: bytes = line.encode() if isinstance(line, str) else line
        """The record as one line of JSON without line end: the bytes that `quandary generate` prints."""

    @property
    def record(self) -> Record:
        """The record as an object, not to be changed. See the program's documentation of its members."""
        if self._record is None:
            try:
                record = json.loads(self.line)
            except (ValueError, RecursionError) as err:
                raise QuandaryError(f"a record is a line of JSON, found {self.line[:80]!r}: {err}") from None
            if not isinstance(record, dict):
                raise QuandaryError(f"a record is an object, found {self.line[:80]!r}")
            self._record = record
        return self._record

    @property
    def _origin(self) -> Record:
        return self.record.get("quandary") or {}

    @property
    def id(self) -> str:
        """The record's name within its run, such as sudoku-7-0."""
        return str(self.record.get("id", ""))

    @property
    def family(self) -> str:
        """The family, or the name of the specification, that the puzzle is from.

        A data set may call its source otherwise, such as sudoku-4x4: see `source`.
        """
        return (self.puzzle_id or "").partition(":")[0] or self.source

    @property
    def source(self) -> str:
        """The name that the record gives its source."""
        return str(self.record.get("source", ""))

    @property
    def problem(self) -> str:
        """The text of the puzzle."""
        return str(self.record["problem"])

    @property
    def prompt(self) -> str:
        """The text of the puzzle, with the request to mark the final answer."""
        return self.problem + INSTRUCTION

    @property
    def messages(self) -> list[dict[str, str]]:
        """The prompt as messages of a chat."""
        return [{"role": "user", "content": self.prompt}]

    @property
    def answer(self) -> str:
        """The reference answer. Others may be right too: `score` judges by the rules where there are some."""
        return str(self.record["answer"])

    @property
    def eval_type(self) -> str:
        """How answers are compared."""
        return str(self.record.get("eval_type", ""))

    @property
    def level(self) -> int | None:
        """The level from 1 to 10 that was asked for, or None."""
        return self._origin.get("level")

    @property
    def difficulty_class(self) -> str | None:
        """The family's class of difficulty, such as hard, or None."""
        return self._origin.get("class")

    @property
    def canonical(self) -> str | None:
        """The name of the puzzle's canonical form, equal for puzzles that are the same up to names, order and symmetries."""
        return self._origin.get("canonical")

    @property
    def puzzle_id(self) -> str | None:
        """The id that holds the puzzle itself, such as sudoku:9x9:…, or None for word puzzles."""
        return self._origin.get("puzzle")

    def __eq__(self, other: object) -> bool:
        return self.record == other.record if isinstance(other, Puzzle) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.id, self.answer))

    def __reduce__(self) -> tuple[type[Puzzle], tuple[bytes], dict[str, Any] | None]:
        return type(self), (self.line,), getattr(self, "__dict__", None)  # a subclass keeps its type and what it added

    def __repr__(self) -> str:
        level = f" level {self.level}" if self.level else ""
        return f"<Puzzle {self.id}{level}>"


PuzzleLike = Union[Puzzle, Mapping[str, Any], str]
"""What stands for a puzzle: a Puzzle, a record as an object, or an id such as "sudoku:9x9#17"."""

Reason = Literal["right", "partial", "wrong", "unparsed", "empty", "too-long", "ambiguous", "unclaimed", "breaks-rule", "bad-reference", "unknown-id"]


@dataclass(frozen=True, slots=True)
class Mark:
    """What an answer is worth, and why."""

    correct: bool
    """The hard mark: right or not."""
    score: float
    """The soft mark, from 0 to 1."""
    reason: Reason
    """Why, in one word of the program's documentation of marks."""
    detail: str = ""
    """What exactly is wrong, when there is more to say."""
    extracted: str = ""
    """What was taken as the final answer."""
    offered: int = 1
    """How many different final answers there were."""
    parts: tuple[Mapping[str, Any], ...] = ()
    """For a puzzle with several questions, the mark of each."""

    def __bool__(self) -> bool:
        return self.correct

    def __float__(self) -> float:
        return float(self.score)


@dataclass(frozen=True, slots=True)
class Solution:
    """What a solver found."""

    status: Literal["unique", "several", "none", "unknown"]
    count: int
    """How many solutions were found, up to the limit."""
    solution: Any = None
    """The first solution in the family's own form, or None."""
    reason: str = ""
    """Why there is none, or why the search ended early, where that is known."""


@dataclass(frozen=True, slots=True)
class Step:
    """One deduction of an explanation."""

    technique: str
    name: str
    cost: float
    text: str
    moves: tuple[str, ...]
    because: tuple[Mapping[str, str], ...] = ()
    effects: tuple[Mapping[str, str], ...] = ()
    sub: tuple[Step, ...] = ()

    @staticmethod
    def of(obj: Mapping[str, Any]) -> Step:
        """Reads a step from an object of the program."""
        return Step(obj["technique"], obj["name"], float(obj["cost"]), obj["text"], tuple(obj["moves"]), tuple(obj["because"]),
                    tuple(obj["effects"]), tuple(map(Step.of, obj.get("sub", ()))))


@dataclass(frozen=True, slots=True)
class Explanation:
    """How to solve a puzzle as a person does."""

    solved: bool
    steps: tuple[Step, ...]
    state: str
    """The state of play after the last step."""

    def __str__(self) -> str:
        return "\n".join(f"{i}. {s.text}" for i, s in enumerate(self.steps, 1))


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a puzzle, or an answer to it, is as it should be."""

    ok: bool
    reason: str = ""
    """What is wrong."""
    rules: tuple[Mapping[str, Any], ...] = ()
    """The rules that are broken, each with "rule", "places" and "sentence"; of families that rules files state."""
    data: Mapping[str, Any] = field(default_factory=dict)
    """All that the program says."""

    def __bool__(self) -> bool:
        return self.ok


@dataclass(frozen=True, slots=True)
class Family:
    """A family of puzzles that the program knows."""

    name: str
    summary: str
    params: str
    """The default parameters."""
    generates: bool
    """Whether `generate` makes puzzles of it."""
    declared: bool
    """Whether a rules file states it."""
    levels: int
    """How many levels of difficulty it has: 10, or 0 where its generator finds too few puzzles for levels, or there is none."""
    data: Mapping[str, Any] = field(default_factory=dict)
    """All that the program says: title, aliases, options, shelf, formats, what each level is made with."""
