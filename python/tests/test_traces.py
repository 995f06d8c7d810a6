"""Traces: right ones raise no alarm, and a planted error is found where it stands."""

from __future__ import annotations

import os

import pytest

import quandary
from quandary.traces import check_trace, claims, plant, trace

COUNT = 500 if os.environ.get("QUANDARY_LONG") else 12


def test_planted_errors_are_found() -> None:
    found = alarms = 0
    for i, p in enumerate(quandary.generate("sudoku:9x9", seed=11, count=COUNT, difficulty_class=None, settings={"empties": 45})):
        text = trace(p, ("sentences", "moves", "grid")[i % 3])
        fault = check_trace(p, text)
        alarms += fault is not None
        wrong, line = plant(p, text, i)
        fault = check_trace(p, wrong)
        found += fault is not None and fault.kind == "false" and fault.line == line
    print(f"{found} of {COUNT} planted errors found, {alarms} alarms on {COUNT} right traces")
    assert alarms == 0 and found >= 0.95 * COUNT


@pytest.mark.parametrize(("sentence", "move"), [
    ("r1c2 = 3", "r1c2=3"), ("R1C2 must be 3.", "r1c2=3"), ("So row 1, column 2 is 3.", "r1c2=3"), ("The 3 can only go in r1c2.", "r1c2=3"),
    ("I place a 3 at (1, 2).", "r1c2=3"), ("r1c2 cannot be 3", "r1c2-3"), ("Eliminate 3 from r1c2.", "r1c2-3"),
    ("r1c2 is the only open cell of row 1, and only 3 is missing there.", "r1c2=3"), ("If r1c2 = 3 then", None), ("Could r1c2 be 3?", None),
    ("whichever it is, r1c5 or r4c4 is 9", None), ("r1c2 is 3 or 4", None), ("r1c2 can be anything", None),
])
def test_forms(sentence: str, move: str | None) -> None:
    assert [m for *_, m in claims(sentence)] == ([move] if move else [])


def test_unproved_and_unread() -> None:
    p = next(quandary.generate("sudoku:4x4", seed=1))
    fault = check_trace(p, "Nothing to say.\nr9c9 = 1")
    assert fault and fault.kind == "unread" and fault.line == 2 and "r9c9" in str(fault)
    assert check_trace(p, "I have no idea.") is None
