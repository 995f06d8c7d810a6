"""Gymnasium: an environment of any family that can be played.

    env = gymnasium.make("quandary.gym:Quandary/Sudoku-v0", level=2)
    env = gymnasium.make("quandary.gym:Quandary/Puzzle-v0", source="sudoku:6x6")
    obs, info = env.reset(seed=1)
    obs, reward, terminated, truncated, info = env.step("r1c2=3")

An action is a move in the family's notation, as `quandary explain` writes it: text. The observation is the board as text, as an
array of character codes, or as a picture. The reward of a move is 1 where it is right and follows by a deduction, the share `guess`
where it is right and does not, and -1 where it is wrong, breaks a rule or does not fit; solving the puzzle adds `bonus`.
"""

from __future__ import annotations

import io
import string
from typing import Any, Callable, SupportsFloat

import gymnasium
import numpy as np
from gymnasium import spaces

from .api import draw, families, generate
from .play import Game
from .puzzle import Puzzle

__all__ = ["PuzzleEnv"]

_CHARACTERS = "".join(chr(c) for c in range(32, 127)) + "\n" + "─│┌┐└┘├┤┬┴┼━┃┏┓┗┛┣┫┳┻╋═║╔╗╚╝╠╣╦╩╬·•○●□■△▲×✓←→↑↓°"


class PuzzleEnv(gymnasium.Env[Any, str]):
    """A puzzle that is played move by move.

    Args:
        source: as for `quandary.generate`; a family that can be played.
        level: the level.
        observe: "text", "array" (the characters of the text, padded to `size`), or "picture" (pixels of a PNG on a canvas of `pixels`).
        most_moves: after so many moves the episode is truncated.
        size: rows and columns of the array.
        pixels: height and width of the canvas.
        guess: the reward of a right move that is no deduction yet.
        bonus: the reward of solving.
        options: further arguments of `quandary.generate`.
    """

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 4}

    def __init__(self, source: str = "sudoku:4x4", *, level: int | None = None, observe: str = "text", most_moves: int = 500,
                 size: tuple[int, int] = (64, 96), pixels: tuple[int, int] = (256, 256), guess: float = 0.2, bonus: float = 10.0,
                 render_mode: str | None = None, **options: Any) -> None:
        if observe not in ("text", "array", "picture"):
            raise ValueError(f'observe: expected "text", "array" or "picture", found {observe!r}')
        self.source, self.level, self.observe, self.most_moves = source, level, observe, most_moves
        self.size, self.pixels, self.guess, self.bonus = size, pixels, guess, bonus
        self.render_mode = render_mode
        self._options = options
        self.action_space = spaces.Text(min_length=1, max_length=200, charset=string.ascii_letters + string.digits + "=-+!.,:;/ <>()'\"_")
        kinds: dict[str, Callable[[], spaces.Space[Any]]] = {
            "text": lambda: spaces.Text(min_length=0, max_length=100_000, charset=_CHARACTERS),
            "array": lambda: spaces.Box(0, 0x10FFFF, size, np.int32),
            "picture": lambda: spaces.Box(0, 255, (*pixels, 3), np.uint8),
        }
        self.observation_space = kinds[observe]()
        self.puzzle: Puzzle | None = None
        self.game: Game | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begins with a new puzzle: that of the seed, or the next one at random."""
        super().reset(seed=seed)
        number = int(self.np_random.integers(1 << 62))
        self.puzzle = next(generate(self.source, seed=number, count=1, level=self.level, **self._options))
        self.game = Game(self.puzzle)
        self._made = 0
        return self._observation(), {"prompt": self.puzzle.problem, "puzzle": self.puzzle.puzzle_id}

    def step(self, action: str) -> tuple[Any, SupportsFloat, bool, bool, dict[str, Any]]:
        """Makes a move."""
        if self.game is None:
            raise gymnasium.error.ResetNeeded("reset the environment before the first move")
        (move,) = self.game.play(str(action))
        self._made += 1
        reward = -1.0 if move.verdict != "ok" else 1.0 if move.after is not None else self.guess
        if self.game.solved:
            reward += self.bonus
        info = {"verdict": move.verdict, "why": move.why, "after": move.after, "rules": list(move.rules), "conflicts": list(move.conflicts), "text": str(move)}
        return self._observation(), reward, self.game.solved, not self.game.solved and self._made >= self.most_moves, info

    def hint(self) -> str | None:
        """The easiest next move, or None."""
        step = self.game.hint() if self.game else None
        return step.moves[0] if step and step.moves else None

    def render(self) -> Any:
        """The board as text ("ansi"), or as pixels ("rgb_array")."""
        if self.game is None or self.render_mode is None:
            return None
        return self.game.view if self.render_mode == "ansi" else self._picture()

    def _observation(self) -> Any:
        assert self.game
        if self.observe == "picture":
            return self._picture()
        if self.observe == "array":
            out: Any = np.full(self.size, 32, np.int32)
            for i, line in enumerate(self.game.view.splitlines()[:self.size[0]]):
                codes = [ord(c) for c in line[:self.size[1]]]
                out[i, :len(codes)] = codes
            return out
        return self.game.view

    def _picture(self) -> Any:
        from PIL import Image

        assert self.game
        picture = Image.open(io.BytesIO(draw(self.game.puzzle, state=self.game.state, unit=32))).convert("RGB")
        picture.thumbnail((self.pixels[1], self.pixels[0]))
        canvas: Any = np.full((*self.pixels, 3), 255, np.uint8)
        canvas[:picture.height, :picture.width] = np.asarray(picture)
        return canvas


def _register() -> None:
    """Registers the environment, and under the name of each family that makes puzzles, such as Quandary/StarBattle-v0, that of its puzzles."""
    gymnasium.register("Quandary/Puzzle-v0", entry_point="quandary.gym:PuzzleEnv")
    for f in families():
        if f.generates and f.name not in ("null", "own"):  # an example for programmers, and rules that come with the puzzle
            name = "".join(w.capitalize() for w in f.name.split("-"))
            gymnasium.register(f"Quandary/{name}-v0", entry_point="quandary.gym:PuzzleEnv", kwargs={"source": f.name})


_register()
