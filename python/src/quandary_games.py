"""The taskset and environment `quandary-games` of verifiers: puzzles played in turns, with verdicts and hints at a price."""

from quandary.adapters.verifiers_turns import GameEnv, GameTaskset

__all__ = ["GameEnv", "GameTaskset"]
