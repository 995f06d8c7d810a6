"""Solutions as text, and the first wrong step of somebody's own reasoning.

    text = trace(puzzle)                          # sentences, each of which follows from the ones before it
    fault = check_trace(puzzle, model(puzzle.prompt))
    print(fault)                                  # None, or the sentence that is false or unproved, and why

A trace is read for the values that it puts into cells, or takes out of them, in the forms that people and models write: "r1c2 = 3",
"R1C2 must be 3", "row 1, column 2 is 3", "the 3 can only go in r1c2", "place 3 at (1, 2)", "r1c2 cannot be 3". These are the
forms of families whose moves name cells, such as Sudoku. Sentences that name no value, questions and suppositions say nothing.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from typing import Iterator, Literal

from ._client import Client
from .api import explain
from .play import Game
from .puzzle import PuzzleLike

__all__ = ["trace", "check_trace", "plant", "claims", "Fault"]

Density = Literal["sentences", "moves", "grid"]


def trace(puzzle: PuzzleLike, density: Density = "sentences", *, client: Client | None = None) -> str:
    """The explanation of a puzzle as text, a line a step.

    Args:
        density: "sentences": each step with its reason; "moves": what each step puts or takes out, without reasons; "grid": what is
            put into cells alone.
    """
    steps = explain(puzzle, client=client).steps
    if density == "sentences":
        return "\n".join(s.text for s in steps)
    moves = [m for s in steps for m in s.moves]
    if density == "grid":
        moves = [m for m in moves if "=" in m]
    return "\n".join(re.sub(r"^(\w+)-(\w+)$", r"\1 cannot be \2", m).replace("=", " = ") for m in moves)


_cell = r"(?:\(?r(?P<r{n}>\d+)\s*,?\s*c(?P<c{n}>\d+)\)?|row\s+(?P<R{n}>\d+)\s*,?\s*(?:and\s+)?col(?:umn)?\s+(?P<C{n}>\d+)|\((?P<x{n}>\d+)\s*,\s*(?P<y{n}>\d+)\))"
_value = r"(?:an?\s+|the\s+)?(?:value\s+|digit\s+|number\s+)?(?P<v{n}>\d+)\b(?!\s*(?:or|and|,)\s*\d)"


def _form(text: str, n: int) -> str:
    return text.replace("CELL", _cell.replace("{n}", str(n))).replace("VALUE", _value.replace("{n}", str(n)))


# What takes a value out stands before what puts one in: the first form that fits a place is what it says.
_out = [
    r"CELL\s*(?:cannot|can't|can\s+not|must\s+not|is\s+not|isn't|≠|!=|<>)\s*(?:be\s+|hold\s+|contain\s+)?VALUE",
    r"(?:remove|eliminate|rule\s+out|strike|exclude)\s+VALUE\s+(?:from|in|at)\s+CELL",
    r"VALUE\s+(?:cannot|can't)\s+(?:go|be)\s+(?:in|at)\s+CELL",
]
_in = [
    r"CELL\s+is\s+the\s+only\s+(?:open|empty|free)\s+cell\s+of\s+\w+\s+\d+,\s+and\s+only\s+VALUE",
    r"CELL\s*(?::=|=|←|<-|→|->|:|(?:can\s+only|must|has\s+to|should|will)\s+(?:be|hold|contain)|is|gets|holds|contains|becomes)\s*VALUE",
    r"(?:place|put|write|enter|fill(?:\s+in)?|set|insert)\s+VALUE\s+(?:in|into|at|to)\s+CELL",
    r"VALUE\s+(?:can\s+only\s+go|must\s+go|has\s+to\s+go|goes|belongs|is\s+placed|fits\s+only)\s+(?:in|into|at)\s+(?:cell\s+)?CELL",
]
_forms = re.compile("|".join(f"(?:{_form(f, i)})" for i, f in enumerate(_out + _in)), re.I)
_supposed = re.compile(r"^\W*(?:if|suppose|assume|assuming|let'?s\s+(?:try|say)|what\s+if|try|could|maybe|perhaps)\b|\?\s*$", re.I)

_conditional = re.compile(r"\b(?:or|either|whether|if|when|were|unless|suppose|assume)(?:\s+(?:the|that|cell))?\s*$", re.I)  # before a claim: it is none


def claims(text: str) -> Iterator[tuple[int, str, str]]:
    """The steps of a text: the number of the line, from 1, the sentence, and the move that it claims."""
    for number, line in enumerate(text.splitlines(), 1):
        for sentence in re.split(r"(?<=[.!?;])\s+", line):
            if _supposed.search(sentence):
                continue
            for m in _forms.finditer(sentence):
                if _conditional.search(sentence[:m.start()]):
                    continue
                g = m.groupdict()
                i = next(k[1:] for k in g if k[0] == "v" and g[k] is not None)
                row = g["r" + i] or g["R" + i] or g["x" + i]
                column = g["c" + i] or g["C" + i] or g["y" + i]
                yield number, sentence.strip(), f"r{row}c{column}{'-' if int(i) < len(_out) else '='}{g['v' + i]}"


@dataclass(frozen=True, slots=True)
class Fault:
    """The first step of a text that does not hold."""

    kind: Literal["false", "unproved", "unread"]
    """false: no solution has it; unproved: it is right, and nothing before it leads to it; unread: it is no move of the puzzle."""
    line: int
    """The line of the text, from 1."""
    sentence: str
    move: str
    why: str = ""

    def __str__(self) -> str:
        return f"line {self.line}: {self.kind}: {self.sentence}" + (f" ({self.why})" if self.why else "")


def check_trace(puzzle: PuzzleLike, text: str, *, client: Client | None = None) -> Fault | None:
    """The first step of a text that is false, or that nothing before it leads to; None where all hold.

    A step that repeats what is known holds. A text without steps has none that is wrong.
    """
    steps = list(claims(text))
    if not steps:
        return None
    moves = Game(puzzle, client=client).play(*(move for *_, move in steps))
    known: set[str] = set()
    for (line, sentence, move), made in zip(steps, moves):
        if made.verdict in ("breaks", "wrong"):
            return Fault("false", line, sentence, move, str(made))
        if move in known:
            continue
        if made.verdict == "refused":
            return Fault("unread", line, sentence, move, made.why)
        if "=" in move and made.after is None:
            return Fault("unproved", line, sentence, move)
        known.add(move)
    return None


def plant(puzzle: PuzzleLike, text: str, seed: int, symbols: str = "123456789") -> tuple[str, int]:
    """A text with one value replaced by another, and the number of its line: to test what finds wrong steps."""
    rng = random.Random(seed)
    lines = text.splitlines()
    places = [(n, move) for n, _, move in claims(text) if "=" in move]
    line, move = rng.choice(places)
    right = move.partition("=")[2]
    wrong = rng.choice([s for s in symbols if s != right])
    cell = re.match(r"r(\d+)c(\d+)", move)
    assert cell
    for m in _forms.finditer(lines[line - 1]):
        g = m.groupdict()
        key = next(k for k in g if k[0] == "v" and g[k] is not None)
        if g[key] == right:
            lines[line - 1] = lines[line - 1][:m.start(key)] + wrong + lines[line - 1][m.end(key):]
            break
    return "\n".join(lines), line
