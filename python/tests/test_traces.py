"""Traces: right ones raise no alarm, and a planted error is found where it stands."""

from __future__ import annotations

import os

import pytest

import quandary
from quandary.traces import check_trace, plant, read_trace, trace

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


FAMILIES = ["sudoku:6x6", "fillomino:5x5", "binairo:6x6", "skyscraper:4x4", "hitori:5x5", "star-battle:5x5", "akari:5x5", "nonogram:5x5", "heyawake:5x5", "zebra:3x3", "zebra:4x4", "nurikabe:4x4", "star-battle:6x6", "hitori:6x6", "binairo:8x8", "skyscraper:5x5", "fillomino:6x6"]


@pytest.mark.parametrize("source", FAMILIES)
def test_planted_errors_of_families(source: str) -> None:
    found = alarms = 0
    count = 30 if os.environ.get("QUANDARY_LONG") else 6
    for i, p in enumerate(quandary.generate(source, seed=11, count=count)):
        text = trace(p, ("sentences", "moves", "grid")[i % 3])
        alarms += check_trace(p, text) is not None
        wrong, line = plant(p, text, i)
        fault = check_trace(p, wrong)
        found += fault is not None and fault.kind == "false" and fault.line == line
    print(f"{source}: {found} of {count} planted errors found, {alarms} alarms on {count} right traces")
    assert alarms == 0 and found >= (0.9 if count > 6 else 0.8) * count


def test_values_that_the_board_has_not() -> None:
    p = next(quandary.generate("sudoku:4x4", seed=1))
    fault = check_trace(p, "r1c1 cannot be 7.\nSo r1c2 must be 7.")
    assert fault and fault.kind == "false" and fault.line == 2


def test_unproved_and_unread() -> None:
    p = next(quandary.generate("sudoku:4x4", seed=1))
    fault = check_trace(p, "Nothing to say.\nr9c9 = 1")
    assert fault and fault.kind == "false" and fault.line == 2 and "r9c9" in str(fault)
    assert check_trace(p, "I have no idea.") is None
    last = trace(p, "grid").splitlines()[-1]
    assert check_trace(p, last) is None
    fault = check_trace(p, last, leap=1)
    assert fault and fault.kind == "unproved" and "deductions" in fault.why


def test_nothing_to_plant() -> None:
    p = next(quandary.generate("sudoku:4x4", seed=1))
    with pytest.raises(quandary.QuandaryError, match="no claim"):
        plant(p, "I have no idea.", 1)


def test_names() -> None:
    p = next(quandary.generate("zebra:3x3", seed=1))
    read = read_trace(p, trace(p))
    assert len(read.steps) > 3 and read.fault is None
