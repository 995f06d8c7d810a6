"""The suite of answers: how it is read, and this program's marks on a part of it."""

from __future__ import annotations

from quandary.suite import answers, ours, table


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
