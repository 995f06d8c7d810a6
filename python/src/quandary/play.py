"""Games: moves in a puzzle, each with its verdict, in one turn or many."""

from __future__ import annotations

import functools
import json
import re
from dataclasses import dataclass
from typing import Any, Iterable, Literal, Mapping

from ._arguments import mapping, member, number, refused, text, texts, whole
from ._client import Client
from .api import generate, run
from .errors import QuandaryError
from .puzzle import Puzzle, PuzzleLike, Step

__all__ = ["Game", "Move", "Referee", "replay"]


@dataclass(frozen=True, slots=True)
class Move:
    """A move and what it is worth."""

    move: str
    verdict: Literal["ok", "breaks", "wrong", "refused"]
    """ok; breaks a rule as the board stands; wrong: no solution has it, though no rule is broken yet; refused: it does not fit."""
    after: int | None
    """Of an ok move, how many deductions the explanation takes to reach it, the easiest first; None when it was a guess."""
    why: str
    """The reason of the deduction, or why the move is refused."""
    conflicts: tuple[Mapping[str, str], ...]
    """The parts of the puzzle that break rules, when the move breaks one: each has a kind, an id, the rule, and mostly a text."""

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that the move breaks."""
        return tuple(dict.fromkeys(c["rule"] for c in self.conflicts if c.get("rule")))

    def __str__(self) -> str:
        if self.verdict == "breaks":
            said = []
            for rule in dict.fromkeys(c.get("rule", "") for c in self.conflicts):
                parts = [c for c in self.conflicts if c.get("rule", "") == rule]
                places = ", ".join(dict.fromkeys(c["id"] for c in parts if c["id"] != rule))
                texts = " ".join(dict.fromkeys(c.get("text", "") for c in parts if c.get("text", c["id"]) != c["id"]))
                said.append((rule or "a rule") + (f" at {places}" if places else "") + (f": {texts}" if texts else ""))
            return f"{self.move}: breaks " + "; ".join(said)
        if self.verdict == "ok":
            return f"{self.move}: ok" + ("" if self.after else ", not implied yet")
        return f"{self.move}: {self.verdict}" + (f": {self.why}" if self.why else "")


def _ask(turns: Iterable[Mapping[str, Any]], client: Client | None) -> list[dict[str, Any]]:
    out = run("play", "-", stdin="\n".join(json.dumps(t) for t in turns) + "\n", client=client)
    lines = [json.loads(line) for line in out.output.splitlines()]
    if not lines:
        out.check()
    return lines


def _moves(obj: Mapping[str, Any]) -> list[Move]:
    return [Move(m["move"], m["verdict"], m.get("after"), m.get("why", ""), tuple(m.get("conflicts", ()))) for m in obj["moves"]]


def playable(puzzle: PuzzleLike) -> str:
    """The id of a puzzle of a family."""
    id_ = puzzle if isinstance(puzzle, str) else (puzzle if isinstance(puzzle, Puzzle) else Puzzle(puzzle)).puzzle_id
    if not id_:
        raise QuandaryError("this puzzle is of no family that can be played")
    return id_


def example(source: str, client: Client | None = None) -> str:
    """A move as puzzles of a source write it, of a puzzle that nobody is asked; "" where the source makes none or explains them in no moves."""
    try:
        return _example(source, client)
    except QuandaryError:
        return ""


@functools.lru_cache(maxsize=256)
def _example(source: str, client: Client | None) -> str:
    step = Game(next(generate(source, seed=_NOBODYS, count=1, client=client)), client=client).hint()
    return step.moves[0] if step and step.moves else ""


_NOBODYS = 1 << 61
"""The seed of puzzles that are only shown."""


class Game:
    """A game of one puzzle, which remembers its moves and replays from its record.

    Args:
        puzzle: a Puzzle or an id.
        hint_price: what a hint takes off the score.
    """

    def __init__(self, puzzle: PuzzleLike, *, hint_price: float = 0.1, client: Client | None = None) -> None:
        self.puzzle = playable(puzzle)
        self.hint_price = number("hint_price", hint_price, 0, 1)
        self.moves: list[Move] = []
        self.hints = 0
        self._client = client
        self._take(self._turn([], False))

    def _turn(self, moves: list[str], hint: bool) -> dict[str, Any]:
        (obj,) = _ask([{"puzzle": self.puzzle, "state": getattr(self, "state", ""), "moves": moves, "hint": hint}], self._client)
        if "error" in obj:
            raise QuandaryError(obj["error"])
        return obj

    def _take(self, obj: dict[str, Any]) -> None:
        self.state: str = obj["state"]
        self.solved: bool = obj["solved"]
        self.complete: bool = obj["complete"]
        self.view: str = obj.get("view", "")
        """The board as text."""

    def play(self, *moves: str) -> list[Move]:
        """Makes moves, and gives their verdicts."""
        obj = self._turn(texts("moves", moves), False)
        self._take(obj)
        made = _moves(obj)
        self.moves += made
        return made

    def hint(self) -> Step | None:
        """The easiest deduction from here, at the price of a hint; None where there is none."""
        obj = self._turn([], True)
        self.hints += 1
        return Step.of(obj["hint"]) if "hint" in obj else None

    @property
    def score(self) -> float:
        """1 for a solved puzzle less the hints, 0 for one that is not solved; never below 0."""
        return max(0.0, 1 - self.hint_price * self.hints) if self.solved else 0.0

    def record(self) -> dict[str, Any]:
        """The game as a record, which `replay` and `quandary play` take."""
        return {"puzzle": self.puzzle, "moves": [m.move for m in self.moves], "verdicts": [m.verdict for m in self.moves], "hints": self.hints, "hint_price": self.hint_price,
                "state": self.state, "solved": self.solved, "score": self.score}


def _same(game: Game, record: Mapping[str, Any]) -> None:
    """Fails where a game is not that of a record."""
    for i, (m, want) in enumerate(zip(game.moves, record.get("verdicts", []))):
        if m.verdict != want:
            raise QuandaryError(f"move {i + 1}, {m.move}: the record says {want}, and it is {m.verdict}")
    for name, is_ in (("moves", [m.move for m in game.moves]), ("hints", game.hints), ("state", game.state), ("solved", game.solved)):
        if record.get(name, is_) != is_:
            raise QuandaryError(f"the game ends with {name} {is_!r:.80}, and its record with {record[name]!r:.80}")


def replay(record: Mapping[str, Any], *, client: Client | None = None) -> Game:
    """Plays a recorded game again, or a recorded conversation, message by message; raises QuandaryError where a verdict, the end or the
    score differs from the record."""
    def said(name: str) -> Any:
        return member(mapping("record", record), name, "the record of a game")

    puzzle = said("puzzle")
    if "messages" in record:
        referee = Referee(puzzle, hint_price=said("hint_price"), mistake_price=said("mistake_price"), turns=said("turns"), client=client)
        for message in texts("messages", record["messages"]):
            referee.answer(message)
        _same(referee.game, record)
        if said("score") != referee.score:
            raise QuandaryError(f"the record says that the score is {record['score']}, and it is {referee.score}")
        return referee.game
    game = Game(puzzle, hint_price=record.get("hint_price", 0.1), client=client)
    game.play(*texts("moves", said("moves")))
    game.hints = whole("hints", record.get("hints", 0), 0)
    _same(game, record)
    if record.get("score", game.score) != game.score:
        raise QuandaryError(f"the record says that the score is {record['score']}, and it is {game.score}")
    return game


_LINE = re.compile(r"^[\s>*+-]*(?:\d+[.)]\s+)?`?([^\s`]+)`?[.,;]?\s*$")


class Referee:
    """Plays a game with somebody who writes messages: reads moves out of them, and answers with verdicts.

    A message has its moves on lines of their own, one a line; what stands on other lines is passed over. A line HINT buys the easiest
    deduction from there. Messages decide everything: the same messages give the same answers and the same score.

    Args:
        puzzle: a Puzzle or an id.
        hint_price: what a hint takes off the score.
        mistake_price: what a move that breaks a rule, is wrong, or does not fit takes off.
        turns: how many messages are read.
    """

    def __init__(self, puzzle: PuzzleLike, *, hint_price: float = 0.1, mistake_price: float = 0.02, turns: int = 30, client: Client | None = None) -> None:
        self.game = Game(puzzle, hint_price=hint_price, client=client)
        self.mistake_price = number("mistake_price", mistake_price, 0, 1)
        self.turns = whole("turns", turns, 1)
        self.messages: list[str] = []
        """The messages that were read."""
        self.mistakes = 0

    def rules(self, example: str = "") -> str:
        """How to play, for the first message; example is a move as this puzzle's family writes them."""
        shown = f", such as `{example}`" if example else ""
        return (f"Play it move by move: write each move on a line of its own{shown}. After each message you are told what became of the moves, "
                f"and shown the board. A line HINT asks for the next step and costs {self.game.hint_price:g}; a move that is no good costs "
                f"{self.mistake_price:g}. You have {self.turns} messages; a solved puzzle is worth 1.")

    @property
    def taken(self) -> int:
        """How many messages were read."""
        return len(self.messages)

    @property
    def over(self) -> bool:
        """Whether the puzzle is solved, or no message is left."""
        return self.game.solved or self.taken >= self.turns

    @property
    def score(self) -> float:
        """1 for a solved puzzle, less hints and mistakes; never below 0."""
        return max(0.0, self.game.score - self.mistake_price * self.mistakes) if self.game.solved else 0.0

    def answer(self, message: str) -> str:
        """Makes the moves of a message, and says what became of them."""
        if self.over:
            raise QuandaryError("the game is over")
        self.messages.append(text("message", message))
        out: list[str] = []
        moves: list[str] = []

        def make() -> None:
            for m in self.game.play(*moves) if moves else []:
                self.mistakes += m.verdict != "ok"
                out.append(str(m))
            moves.clear()

        for line in message.splitlines()[:1000]:
            m = _LINE.match(line)
            if not m:
                continue
            if m[1].upper() != "HINT":
                moves.append(m[1])
                continue
            make()
            step = self.game.hint()
            out.append(f"Hint: {step.text} ({' '.join(step.moves)})" if step else "There is no hint from here.")
        make()
        if not out:
            out.append("No move was found: write each on a line of its own.")
        if self.game.solved:
            return "\n".join([*out, "Solved."])
        if self.game.complete:
            out.append("The board is full, and not right.")
        if self.over:
            return "\n".join([*out, "That was the last message."])
        return "\n".join([*out, "", self.game.view.rstrip(), f"Messages left: {self.turns - self.taken}."])

    def record(self) -> dict[str, Any]:
        """The conversation as a record, which `replay` takes: the messages, the prices, and the game that they make."""
        return {**self.game.record(), "messages": list(self.messages), "turns": self.turns, "hint_price": self.game.hint_price,
                "mistake_price": self.mistake_price, "mistakes": self.mistakes, "score": self.score}
