"""TRL: a reward function for GRPOTrainer and its kin, rows for its data sets, and games in turns, which a model plays by calling tools.

    trainer = GRPOTrainer(model=..., reward_funcs=reward, train_dataset=hf.dataset("zebra:4x4", 1000))
    trainer = GRPOTrainer(model=..., environment_factory=GameEnvironment, train_dataset=hf.dataset("sudoku:4x4", 1000))
"""

from __future__ import annotations

from typing import Any, Sequence

from ..api import score_all
from ..play import Referee, example
from ..puzzle import Puzzle

__all__ = ["GameEnvironment", "accuracy", "reward", "row", "text"]


def text(completion: Any) -> str:
    """The text of a completion: a string, or the messages of a chat, of which the last is the answer."""
    if isinstance(completion, str):
        return completion
    content = completion[-1].get("content") if completion else ""
    if isinstance(content, list):
        return "".join(part.get("text", "") for part in content if isinstance(part, dict))
    return content or ""


def _marks(completions: Sequence[Any], record: Sequence[str] | None) -> list[Any]:
    if record is None:
        raise ValueError("the data set has no column record: make its rows with quandary.adapters.trl.row")
    return score_all([Puzzle(r) for r in record], [text(c) for c in completions])


def reward(prompts: Sequence[Any], completions: Sequence[Any], record: Sequence[str] | None = None, **columns: Any) -> list[float]:
    """The soft marks, from 0 to 1. The column record has the puzzles; TRL hands it over with the other columns."""
    return [m.score for m in _marks(completions, record)]


def accuracy(prompts: Sequence[Any], completions: Sequence[Any], record: Sequence[str] | None = None, **columns: Any) -> list[float]:
    """The hard marks: 1 for a right answer, 0 for any other."""
    return [float(m.correct) for m in _marks(completions, record)]


def row(puzzle: Puzzle, chat: bool = True) -> dict[str, Any]:
    """A row of a data set: the prompt, as messages or as text, and the puzzle as one line of JSON, which every reader of tables keeps."""
    return {"prompt": puzzle.messages if chat else puzzle.prompt, "record": puzzle.line.decode(), "id": puzzle.id, "level": puzzle.level or 0}


class GameEnvironment:
    """A puzzle that a model plays by calling tools: it makes moves, gets the verdict of each and the board, and may buy hints; see
    `quandary.Referee`. The data set is that of `hf.dataset`, or rows of `row`. For other prices hand over
    `functools.partial(GameEnvironment, turns=20)`.

    Args:
        hint_price: what a hint takes off the reward.
        mistake_price: what a move that breaks a rule, is wrong, or does not fit takes off.
        turns: how many calls are answered.
    """

    def __init__(self, *, hint_price: float = 0.1, mistake_price: float = 0.02, turns: int = 30) -> None:
        self._hint_price, self._mistake_price, self._turns = hint_price, mistake_price, turns
        self._referee: Referee | None = None

    def reset(self, record: str | None = None, **columns: Any) -> str:
        """Begins the game of a row, and says how it is played."""
        if record is None:
            raise ValueError("the data set has no column record: make its rows with quandary.adapters.trl.row")
        puzzle = Puzzle(record)
        self._referee = Referee(puzzle, hint_price=self._hint_price, mistake_price=self._mistake_price, turns=self._turns)
        move = example(puzzle.family)
        shown = f" A move is written like `{move}`." if move else ""
        return (f"\n\nPlay it with the tools, of which each call is a message, and {self._turns} are answered: `play` makes moves and shows the board, `hint` tells the next step and costs "
                f"{self._hint_price:g}. A move that is no good costs {self._mistake_price:g}; a solved puzzle is worth 1.{shown}")

    def play(self, moves: str) -> str:
        """Makes moves on the board, and tells what became of each.

        Args:
            moves: The moves, one a line. A line HINT among them is a call of hint.

        Returns:
            The verdict of each move, and the board after them.
        """
        return self._answer(moves)

    def hint(self) -> str:
        """Tells the easiest next step, at a price.

        Returns:
            The step, with its moves.
        """
        return self._answer("HINT")

    def get_reward(self) -> float:
        """1 for a solved puzzle, less hints and mistakes; 0 for one that is not solved."""
        return self._referee.score if self._referee else 0.0

    def _answer(self, message: str) -> str:
        if self._referee is None:
            raise RuntimeError("reset the environment before the first move")
        return "The game is over." if self._referee.over else self._referee.answer(message)
