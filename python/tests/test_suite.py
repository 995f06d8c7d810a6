"""The suite of answers: how it is read, and this program's marks on a part of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from quandary.suite import answers, graders, ours, table


def test_suite() -> None:
    everything = list(answers())
    assert len(everything) > 1000 and 0.4 < sum(a.right for a in everything) / len(everything) < 0.6
    assert all(a.rule and a.reference for a in everything)
    some = everything[::50] + [a for a in everything if a.puzzle][::20]
    assert not [a for a in some if ours(a) and not a.right]
    refused = [a for a in some if a.right and not ours(a)]
    assert len(refused) <= 0.1 * len(some)


def test_table() -> None:
    text = table({"everything is right": lambda a: True, "broken": lambda a: 1 // 0 > 0})
    assert "| broken | 0 of " in text and "| everything is right |" in text


def test_graders_that_are_installed() -> None:
    known = graders()
    assert list(known)[0] == "ours" and len(known) >= 3
    some = [a for a in answers() if not a.puzzle][::60]
    for name, grade in known.items():
        assert {bool(grade(a)) for a in some} <= {True, False}, name


def test_the_table_of_the_documentation() -> None:
    """The table says how many answers of each sort the suite has, and what this program makes of them."""
    page = Path(__file__).parents[2] / "docs" / "python.md"
    if not page.exists():
        pytest.skip("the documentation is not beside the package")
    row = r"^\| ours \| (\d+) of (\d+) \| (\d+) of (\d+) \|$"
    said, found = ([list(map(int, r)) for r in re.findall(row, text, re.M)] for text in (page.read_text(encoding="utf-8"), table({"ours": ours})))
    (wrong, all_wrong, refused, all_right), (wrong_now, all_wrong_now, refused_now, all_right_now) = said[0], found[0]
    assert all_wrong <= all_wrong_now and all_right <= all_right_now, "the suite has lost answers"
    assert wrong_now <= wrong and refused_now / all_right_now <= refused / all_right + 0.005, (said, found)
