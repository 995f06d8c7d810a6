"""Traces: right ones raise no alarm, and a planted error is found where it stands."""

from __future__ import annotations

import os

import pytest

import quandary
from quandary.traces import check_trace, plant, read_trace, trace

LONG = os.environ.get("QUANDARY_LONG", "ci") != "ci"
COUNT = 500 if LONG else 12


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


FAMILIES = ["sudoku:6x6", "fillomino:5x5", "binairo:6x6", "skyscraper:4x4", "hitori:5x5", "star-battle:5x5", "akari:5x5", "nonogram:5x5", "heyawake:5x5", "cave:5x5",
            "nurikabe:4x4", "tents:5x5", "slitherlink:4x4", "masyu:4x4", "gokigen:4x4", "yin-yang:4x4", "hashi:5x5", "shikaku:5x5",
            "galaxies:4x4", "zebra:3x3", "zebra:4x4", "cards:3x3x3"]


@pytest.mark.parametrize("lang", ["en", "zh", "de", "es", "ja"])
@pytest.mark.parametrize("source", FAMILIES)
def test_planted_errors_of_families(source: str, lang: str) -> None:
    found = alarms = 0
    count = 30 if LONG else 3
    for i, p in enumerate(quandary.generate(source, seed=11, count=count, lang=lang)):
        text = trace(p, ("sentences", "moves", "grid")[i % 3 if count > 3 else 0], lang=lang)
        alarms += check_trace(p, text) is not None
        wrong, line = plant(p, text, i)
        fault = check_trace(p, wrong)
        found += fault is not None and fault.kind == "false" and fault.line == line
    print(f"{source}, {lang}: {found} of {count} planted errors found, {alarms} alarms on {count} right traces")
    assert alarms == 0 and found >= (0.9 if count > 3 else 0.6) * count


@pytest.mark.skipif(not LONG, reason="takes more than an hour of the processor: QUANDARY_LONG=1 runs it")
def test_planted_errors_of_all_families() -> None:
    """Whatever family has sentences that can be read: one puzzle and one error each, in every language. Those of which nothing is read are named."""
    found, alarms, missed, unread, unmade = 0, [], [], [], []
    for name in [f.name for f in quandary.families() if f.generates]:
        for lang in ("en", "zh", "de", "es", "ja"):
            with quandary.Client() as client:
                try:
                    made = client.call({"op": "generate", "source": name, "base": ".", "seed": 11, "start": 0, "count": 1, "level": 1, "lang": lang, "budget_ms": 100}, timeout=20)
                    p = quandary.Puzzle(made.payload.strip())
                    text = "\n".join(s.text for s in quandary.explain(p, lang=lang, timeout=20, client=client).steps)
                    if fault := check_trace(p, text, client=client):
                        alarms.append(f"{name}, {lang}: {fault}")
                        continue
                except (quandary.QuandaryError, TimeoutError) as err:
                    unmade.append(f"{name}, {lang}: {err!r:.100}")
                    continue
                try:
                    wrong, line = plant(p, text, 1)
                except quandary.QuandaryError:
                    unread.append(f"{name}, {lang}")
                    continue
                fault = check_trace(p, wrong, client=client)
                if fault is not None and fault.kind == "false" and fault.line == line:
                    found += 1
                else:
                    missed.append(f"{name}, {lang}: {wrong.splitlines()[line - 1]} ({fault})")
    for title, those in (("alarms", alarms), ("missed", missed), ("not read", unread), ("not made or explained", unmade)):
        print(f"{len(those)} {title}:", "; ".join(those))
    print(f"{found} of {found + len(missed)} planted errors found")
    assert not alarms and found >= 0.95 * (found + len(missed)) > 250


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


def test_nothing_planted_in_what_is_supposed() -> None:
    """Of "if this, then that" no part is claimed, and of a supposition nothing is: the error stands before them."""
    p = next(quandary.generate("masyu:5x5", seed=1))
    steps = [m for s in quandary.explain(p).steps for m in s.moves]
    (a, is_a), (b, is_b) = [(m.removeprefix("line@").partition("=")[0].replace("-", "–"), m[-1] == "1") for m in steps[:2]]
    en = "{} is {}drawn. Suppose that r1c1–r1c2 is drawn. Then r2c1–r2c2 is not drawn. So if {} is drawn, then r1c1–r1c2 is not drawn.".format(a, "" if is_a else "not ", b)
    zh = "{}{}画线。假设r1c1–r1c2画线。那么r2c1–r2c2不画线。所以若{}画线，则r1c1–r1c2不画线。".format(a, "" if is_a else "不", b)
    for text, end in (en, " Suppose"), (zh, "假设"):
        wrong, line = plant(p, text, 1)
        fault = check_trace(p, wrong)
        assert wrong.partition(end)[2] == text.partition(end)[2] and fault and fault.kind == "false" and fault.line == line


def test_names() -> None:
    p = next(quandary.generate("zebra:3x3", seed=1))
    read = read_trace(p, trace(p))
    assert len(read.steps) > 3 and read.fault is None
