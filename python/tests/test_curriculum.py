"""Levels, curricula, mixtures and games."""

from __future__ import annotations

import json
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

import quandary
from quandary import Curriculum, Game, Mixture, Referee, replay


def test_levels() -> None:
    for level in (1, 3):
        p = next(quandary.generate("sudoku", seed=1, level=level))
        assert p.level == level
    assert next(quandary.generate("gallery:ages", seed=1, level=10)).level == 10
    with pytest.raises(quandary.QuandaryError, match="from 1 to 10"):
        next(quandary.generate("sudoku", level=11))


def test_mixture() -> None:
    weights = {"sudoku:4x4": 3.0, "gallery:ages": 1.0}
    puzzles = list(islice(Mixture(weights, seed=2), 40))
    assert Counter(p.family for p in puzzles) == {"sudoku": 30, "ages": 10}
    assert [p.line for p in islice(Mixture(weights, seed=2), 40)] == [p.line for p in puzzles]
    halves = [list(islice(Mixture(weights, seed=2, worker=w, workers=2), 20)) for w in range(2)]
    assert not {p.line for p in halves[0]} & {p.line for p in halves[1]}
    with pytest.raises(quandary.QuandaryError):
        Mixture({})


def test_curriculum_rises_falls_and_resumes(tmp_path: Path) -> None:
    course = Curriculum(["sudoku"], seed=3, window=5)
    for p in islice(course, 10):
        course.record(p, True)
    assert course.levels == {"sudoku": 3}
    for p in islice(course, 5):
        course.record(p, False)
    assert course.levels == {"sudoku": 2}
    for p in islice(course, 3):
        course.record(p, True)
    course.save(tmp_path / "course.json")
    again = Curriculum.load(tmp_path / "course.json")
    assert again.state() == course.state()
    for _ in range(7):
        a, b = next(course), next(again)
        assert a == b
        assert course.record(a, True) == again.record(b, True)
    assert course.state() == again.state() and course.levels == {"sudoku": 4}


def test_game() -> None:
    p = next(quandary.generate("sudoku:4x4", seed=1))
    game = Game(p)
    wrong = next(m for m in ("r1c2=1", "r1c2=2", "r1c2=3", "r1c2=4") if m[-1] != p.answer[1])
    (refused, bad) = game.play("no move", wrong)
    assert refused.verdict == "refused" and bad.verdict in ("breaks", "wrong") and str(bad)
    game = Game(p)
    while not game.solved:
        step = game.hint()
        assert step
        moves = game.play(*step.moves)
        assert all(m.verdict == "ok" and m.after == 1 and m.why for m in moves[:1])
    assert game.score < 1 and replay(game.record()).state == game.state
    with pytest.raises(quandary.QuandaryError, match="the score is 1"):
        replay({**game.record(), "score": 1})
    broken = {**game.record(), "verdicts": ["breaks"] * len(game.moves)}
    with pytest.raises(quandary.QuandaryError, match="the record says breaks"):
        replay(broken)


BROKEN = [("sudoku:4x4#1", "r1c2=4", ("row 1",), "r1c2=4: breaks row 1 at r1c1, r1c2"), ("fillomino:4x4", None, ("size",), ""), ("binairo:6x6", None, None, "equal"),
          ("zebra:3x3", None, ("matching",), "matching at"), ("hitori:5x5", None, None, "")]


@pytest.mark.parametrize("source, move, rules, text", BROKEN)
def test_broken_rules_have_names(source: str, move: str | None, rules: tuple[str, ...] | None, text: str) -> None:
    id_ = source if move else next(quandary.generate(source, seed=1)).puzzle_id
    assert id_
    right = [m for s in quandary.explain(id_).steps for m in s.moves]
    tries = [move] if move else [m[:-len(m.rpartition("=")[2])] + str(v) for m in right if "=" in m for v in range(1, 5)][:40]
    broken = [m for m in Game(id_).play(*tries) if m.verdict == "breaks"]
    assert broken and all(c.get("rule") for m in broken for c in m.conflicts) and all(m.rules for m in broken)
    assert rules is None or broken[0].rules == rules
    assert all(m.rules[0] in str(m) for m in broken) and text in str(broken[0]), str(broken[0])


def test_referee() -> None:
    p = next(quandary.generate("sudoku:4x4", seed=1))
    moves = [m for step in quandary.explain(p).steps for m in step.moves]
    game = Referee(p, turns=4)
    assert "r1c2=3" in game.rules("r1c2=3")
    said = game.answer(f"I begin with the first row.\n\nHINT\n{moves[0][:-1]}0\n")
    assert said.startswith("Hint: ") and "refused" in said and "Messages left: 3." in said
    assert "No move was found" in game.answer("I do not know what to write")
    said = game.answer("1. `" + "`\n2. `".join(moves) + "`")
    assert said.endswith("Solved.") and game.over and game.score == pytest.approx(0.88)
    with pytest.raises(quandary.QuandaryError, match="over"):
        game.answer("again")
    record = json.loads(json.dumps(game.record()))
    assert len(record["messages"]) == 3 and replay(record).solved
    with pytest.raises(quandary.QuandaryError, match="ends with|the record says"):
        replay({**record, "messages": record["messages"][1:]})
    with pytest.raises(quandary.QuandaryError, match="the score is 1"):
        replay({**record, "score": 1})
    short = Referee(p, turns=1)
    assert short.answer(moves[0]).endswith("That was the last message.") and short.score == 0
