"""verifiers 0.4, in turns: a taskset and its environment, which it finds by the name of the module quandary_games.

    vf-eval quandary-games --env.agent.harness.id null --env.agent.runtime.type subprocess ...

A model writes moves, gets the verdict of each and the board, and may ask for hints at a price; see `quandary.Referee`. The reward is
found by replaying the model's messages, so that it is the same whoever scores the trace.
"""

from __future__ import annotations

import asyncio
from typing import Any, Iterable

import verifiers.v1 as vf

from ..api import explain, generate
from ..play import Referee, example
from ..puzzle import Puzzle

__all__ = ["GameEnv", "GameTaskset"]


class GameData(vf.TaskData):  # type: ignore[misc]
    """One puzzle, and the prices of its game."""

    record: str = ""
    family: str = ""
    level: int = 0
    hint_price: float = 0.1
    mistake_price: float = 0.02
    turns: int = 30


def referee(data: GameData) -> Referee:
    """A new game of a task."""
    return Referee(Puzzle(data.record), hint_price=data.hint_price, mistake_price=data.mistake_price, turns=data.turns)


def _replayed(data: GameData, messages: list[str]) -> Referee:
    game = referee(data)
    for m in messages:
        if game.over:
            break
        game.answer(m)
    return game


class GameTask(vf.Task[GameData]):  # type: ignore[misc]
    """A puzzle, played in turns."""

    @vf.reward(weight=1.0)
    async def solved(self, trace: Any) -> float:
        """1 for a solved puzzle, less hints and mistakes."""
        messages = [str(m.content or "") for m in trace.assistant_messages]
        game = await asyncio.to_thread(_replayed, self.data, messages)
        trace.record_metrics({"hints": float(game.game.hints), "mistakes": float(game.mistakes), "moves": float(len(game.game.moves))})
        return game.score

    async def validate(self, runtime: Any) -> bool | None:
        """Whether the moves of the explanation solve the puzzle."""

        def play() -> bool:
            game = referee(self.data)
            game.answer("\n".join(m for step in explain(Puzzle(self.data.record)).steps for m in step.moves))
            return game.score == 1

        return await asyncio.to_thread(play)


class GameConfig(vf.TasksetConfig):  # type: ignore[misc]
    """What the taskset is made of: as for `quandary.generate`, with the prices of hints and mistakes and the number of messages."""

    source: str = "sudoku:4x4"
    count: int = 100
    seed: int = 1
    level: int = 0
    lang: str = ""
    hint_price: float = 0.1
    mistake_price: float = 0.02
    turns: int = 30


class GameTaskset(vf.Taskset[GameTask, GameConfig]):  # type: ignore[misc]
    """Puzzles of a source, to be played."""

    def load(self) -> Iterable[GameTask]:
        """The tasks."""
        c = self.config
        move = example(c.source)
        tasks = []
        for p in generate(c.source, seed=c.seed, count=c.count, level=c.level or None, lang=c.lang or None):
            data = GameData(id=p.id, record=p.line.decode(), family=p.family, level=p.level or 0, hint_price=c.hint_price,
                            mistake_price=c.mistake_price, turns=c.turns)
            prompt = p.prompt + "\n\n" + referee(data).rules(move)
            tasks.append(GameTask(data.model_copy(update={"prompt": prompt}), c.task))
        return tasks


class GameEnvConfig(vf.EnvConfig):  # type: ignore[misc]
    """The one role is the player."""

    agent: vf.AgentConfig = vf.AgentConfig()


class GameEnv(vf.Env[GameEnvConfig]):  # type: ignore[misc]
    """The referee of the game: answers each message until the puzzle is solved or no message is left."""

    async def run(self, task: Any, agents: Any) -> None:
        """One game."""
        game = await asyncio.to_thread(referee, task.data)
        async with agents.agent.interaction(task) as player:
            said = await player.turn()  # the task's prompt opens the game
            while not said.terminated:
                answer = await asyncio.to_thread(game.answer, said.last_reply)
                if game.over:
                    break
                said = await player.turn(answer)
