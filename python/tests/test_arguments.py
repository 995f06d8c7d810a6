"""What is handed over wrongly is refused by the package's own error, which says what was expected; what should travel to other processes does."""

from __future__ import annotations

import pickle
from typing import Any, Callable

import pytest

import quandary
from quandary import Client, Curriculum, Game, Mixture, Puzzle, QuandaryError, Referee
from quandary.traces import check_trace, trace


@pytest.fixture(scope="module")
def puzzle() -> Puzzle:
    return next(quandary.generate("sudoku:4x4", count=1))


WRONG: list[tuple[str, Callable[[Any], Any]]] = [
    ("expected a Puzzle, a record or an id, found NoneType", lambda p: Game(None)),  # type: ignore[arg-type]
    ("moves, item 1: expected a text, found None", lambda p: Game(p).play(None)),  # type: ignore[arg-type]
    ("hint_price: expected a number from 0 to 1, found 'x'", lambda p: Game(p, hint_price="x")),  # type: ignore[arg-type]
    ("message: expected a text, found None", lambda p: Referee(p).answer(None)),  # type: ignore[arg-type]
    ("turns: expected a whole number from 1", lambda p: Referee(p, turns=0)),
    ('expected a member "puzzle", found none', lambda p: quandary.replay({})),
    ('expected a member "moves", found puzzle', lambda p: quandary.replay({"puzzle": p.puzzle_id})),
    ("record: expected an object, found None", lambda p: quandary.replay(None)),  # type: ignore[arg-type]
    ("text: expected a text, found None", lambda p: check_trace(p, None)),  # type: ignore[arg-type]
    ("density: expected sentences or moves or grid, found 'foo'", lambda p: trace(p, "foo")),  # type: ignore[arg-type]
    ("workers: expected a whole number from 1 to 65536, found -1", lambda p: Client(workers=-1)),
    ("command: expected a list of texts", lambda p: Client(command="quandary")),  # type: ignore[arg-type]
    ("a Puzzle, a record or an id", lambda p: quandary.explain(None)),  # type: ignore[arg-type]
    ("a Puzzle, a record or an id", lambda p: quandary.check(None)),  # type: ignore[arg-type]
    ("lang: expected a text, found 3", lambda p: quandary.generate("sudoku", lang=3)),  # type: ignore[arg-type]
    ("settings: expected an object, found 3", lambda p: quandary.generate("sudoku", settings=3)),  # type: ignore[arg-type]
    ("expected a list of puzzles, or one, and a list of answers", lambda p: quandary.score_all([p], None)),  # type: ignore[arg-type]
    ("seed: expected a whole number", lambda p: quandary.worker_seed("x", 1)),  # type: ignore[arg-type]
    ("args, item 1: expected a text", lambda p: quandary.run(3)),  # type: ignore[arg-type]
    ("weights: expected sources", lambda p: Mixture(3)),  # type: ignore[arg-type]
    ("weight of sudoku: expected a number above 0, found 'x'", lambda p: Mixture({"sudoku": "x"})),  # type: ignore[dict-item]
    ("worker: expected a whole number from 0 to 1, found 2", lambda p: Mixture(["sudoku"], worker=2, workers=2)),
    ("level: expected a whole number from 1 to 10, found 11", lambda p: Curriculum(["sudoku"], level=11)),
    ("window: expected a whole number", lambda p: Curriculum(["sudoku"], window="x")),  # type: ignore[arg-type]
    ("puzzle: expected a Puzzle, found None", lambda p: Curriculum(["sudoku"]).record(None, True)),  # type: ignore[arg-type]
    ('expected a member "weights"', lambda p: Curriculum.of({"quandary_curriculum": 1})),
    ("plan: expected the name of a file, found None", lambda p: quandary.build(None, "out")),  # type: ignore[arg-type]
    ("a run of puzzles stays in its process", lambda p: pickle.dumps(quandary.generate("sudoku:4x4"))),
]


@pytest.mark.parametrize(("said", "call"), WRONG, ids=[w[0][:40] for w in WRONG])
def test_refused(said: str, call: Callable[[Any], Any], puzzle: Puzzle) -> None:
    with pytest.raises(QuandaryError) as err:
        call(puzzle)
    assert said in str(err.value)


def test_pickled_curriculum_goes_on() -> None:
    with Client(workers=1) as client:
        course = Curriculum({"sudoku:4x4": 2, "zebra:3x3": 1}, seed=5, window=2, client=client)
        first = next(course)
        other: Curriculum = pickle.loads(pickle.dumps(course))
        assert [next(other).id for _ in range(4)] == [next(course).id for _ in range(4)]
        source = next(s for s in course.weights if s.startswith(first.family))
        for c in (course, other):
            c.record(first, True)
            assert c.record(first, True) == 2 == c.levels[source]
        assert other.state() == course.state()
        with pickle.loads(pickle.dumps(client)) as elsewhere:
            assert elsewhere.pid is None
            assert next(quandary.generate("sudoku:4x4", count=1, client=elsewhere)).id == "sudoku-1-0"
