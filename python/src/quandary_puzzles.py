"""The taskset `quandary-puzzles` of verifiers: puzzles answered in one turn. verifiers finds tasksets as modules without points in their names."""

from quandary.adapters.verifiers import QuandaryTaskset

__all__ = ["QuandaryTaskset"]
