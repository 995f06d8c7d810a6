"""OpenEnv: an environment of any family that can be played, and the application that serves it.

    uvicorn --factory quandary.adapters.openenv:app
"""

from __future__ import annotations

import os
import random
from typing import Any

from openenv.core.env_server import Action, Environment, Observation, State, create_app

from ..api import generate
from ..play import Game

__all__ = ["PuzzleAction", "PuzzleObservation", "PuzzleEnvironment", "app"]


class PuzzleAction(Action):  # type: ignore[misc]
    """A move in the family's notation, such as r1c2=3."""

    move: str


class PuzzleObservation(Observation):  # type: ignore[misc]
    """The board after a move, and what the move was worth."""

    prompt: str = ""
    board: str = ""
    verdict: str = ""
    text: str = ""
    solved: bool = False


class PuzzleEnvironment(Environment):  # type: ignore[misc]
    """A puzzle that is played move by move. A right move that follows by a deduction earns 1, one that was a guess 0.2, any other
    -1, and solving the puzzle 10 more.

    Args:
        source: as for `quandary.generate`; a family that can be played.
        level: the level.
        most_moves: after so many moves the episode is over.
    """

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, source: str = "sudoku:4x4", level: int | None = None, most_moves: int = 500) -> None:
        super().__init__()
        self.source, self.level, self.most_moves = source, level, most_moves
        self._game: Game | None = None
        self._state = State(episode_id=None, step_count=0)

    def reset(self, seed: int | None = None, episode_id: str | None = None, **_: Any) -> PuzzleObservation:
        """Begins with the puzzle of a seed, or with one at random."""
        number = random.getrandbits(62) if seed is None else seed
        puzzle = next(generate(self.source, seed=number, count=1, level=self.level))
        self._game = Game(puzzle)
        self._state = State(episode_id=episode_id, step_count=0)
        return PuzzleObservation(done=False, reward=None, prompt=puzzle.problem, board=self._game.view)

    def step(self, action: PuzzleAction, timeout_s: float | None = None, **_: Any) -> PuzzleObservation:
        """Makes a move."""
        if self._game is None:
            raise RuntimeError("reset the environment before the first move")
        (move,) = self._game.play(action.move)
        self._state.step_count += 1
        reward = -1.0 if move.verdict != "ok" else 1.0 if move.after is not None else 0.2
        solved = self._game.solved
        return PuzzleObservation(done=solved or self._state.step_count >= self.most_moves, reward=reward + (10 if solved else 0),
                                 board=self._game.view, verdict=move.verdict, text=str(move), solved=solved)

    def hint(self) -> str | None:
        """The easiest next move, or None."""
        step = self._game.hint() if self._game else None
        return step.moves[0] if step and step.moves else None

    @property
    def state(self) -> State:
        """The episode and how many moves were made."""
        return self._state


def app(source: str | None = None, level: int | None = None) -> Any:
    """The application; without arguments of the environment variables QUANDARY_SOURCE and QUANDARY_LEVEL."""
    source = source or os.environ.get("QUANDARY_SOURCE", "sudoku:4x4")
    level = level or int(os.environ.get("QUANDARY_LEVEL", "0")) or None
    return create_app(lambda: PuzzleEnvironment(source, level), PuzzleAction, PuzzleObservation, env_name="quandary")
