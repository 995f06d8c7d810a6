"""The verbs, against what the program prints by itself."""

from __future__ import annotations

import copy
import itertools
import json
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import quandary
from quandary._client import shared
from quandary._program import program
from quandary.traces import check_trace, read_trace


def printed(*args: str, stdin: bytes = b"") -> bytes:
    return subprocess.run([program(), *args], input=stdin, check=True, capture_output=True).stdout


@pytest.mark.parametrize("source", ["sudoku:6x6", "zebra:3x3", "gallery:knaves"])
def test_same_bytes_as_the_program(source: str) -> None:
    want = printed("generate", source, "-n", "20", "--seed", "7", "--format", "jsonl", "-q").splitlines()
    got = list(quandary.generate(source, seed=7, count=20))
    assert [p.line for p in got] == want
    assert [p.line for p in itertools.islice(quandary.generate(source, seed=7), 20)] == want
    assert [p.line for p in quandary.generate(source, seed=7, start=1, step=3, count=5)] == want[1:16:3]


def test_puzzle() -> None:
    p = next(quandary.generate("sudoku:4x4", seed=3, difficulty_class="easy"))
    assert p.family == "sudoku" and p.id == "sudoku-3-0" and p.difficulty_class == "easy" and p.eval_type
    assert p.problem in p.prompt and p.messages[0]["role"] == "user" and p.puzzle_id and p.canonical
    assert pickle.loads(pickle.dumps(p)) == p == quandary.Puzzle(p.record) and "sudoku-3-0" in repr(p)


def test_score() -> None:
    p = next(quandary.generate("zebra:3x3", seed=1))
    for puzzle in (p, p.record):
        mark = quandary.score(puzzle, p.answer)
        assert mark and mark.correct and float(mark) == 1 and mark.reason == "right"
    wrong = quandary.score(p, "no idea")
    assert not wrong and wrong.score == 0 and wrong.reason == "unparsed" and wrong.detail
    other = next(quandary.generate("sudoku:4x4", seed=1))
    assert quandary.score(other.puzzle_id or "", "so it is\n" + other.answer).correct
    word = next(quandary.generate("gallery:ages", seed=2))
    assert quandary.score(word, f"I get \\boxed{{{word.answer}}}").correct


@pytest.mark.parametrize("puzzle", ["nofamily:3x3#1", "sudokku:9x9#1", "sudoku:9x9:xx", "", {"id": "x"}, {"quandary": {"puzzle": "nofamily:3x3#1"}}])
def test_score_of_what_is_no_puzzle(puzzle: quandary.PuzzleLike) -> None:
    with pytest.raises(quandary.QuandaryError):
        quandary.score(puzzle, "1")
    with pytest.raises(quandary.QuandaryError):
        quandary.score_all(puzzle, ["1", "2"])


def test_score_all_keeps_the_order() -> None:
    puzzles = list(quandary.generate("sudoku:4x4", seed=5, count=700))
    answers = [p.answer if i % 3 else "none" for i, p in enumerate(puzzles)]
    assert [m.correct for m in quandary.score_all(puzzles, answers)] == [bool(i % 3) for i in range(700)]
    assert [m.correct for m in quandary.score_all(puzzles[1], [puzzles[1].answer, ""])] == [True, False]
    with pytest.raises(quandary.QuandaryError, match="as many answers as puzzles"):
        quandary.score_all(puzzles, answers[1:])


def test_marks_are_those_of_the_command(tmp_path) -> None:
    puzzles = list(quandary.generate("zebra:3x3", seed=9, count=10))
    (tmp_path / "data.jsonl").write_bytes(b"\n".join(p.line for p in puzzles))
    answers = [puzzles[i - i % 2].answer for i in range(10)]
    lines = "\n".join(json.dumps({"id": p.id, "answer": a}) for p, a in zip(puzzles, answers)).encode()
    want = [json.loads(line) for line in printed("grade", "-q", "--data", str(tmp_path / "data.jsonl"), "--answers", "-", stdin=lines).splitlines()]
    for mark, w in zip(quandary.score_all(puzzles, answers), want):
        assert (mark.correct, mark.score, mark.reason, mark.detail) == (w["correct"], w["score"], w["reason"], w.get("detail", ""))


def test_solve_explain_check_draw() -> None:
    p = next(quandary.generate("sudoku:4x4", seed=1))
    s = quandary.solve(p)
    assert s.status == "unique" and s.solution == "".join(c for c in p.answer if c.isdigit())
    assert quandary.solve("12343412....4321", family="sudoku").status == "unique"
    assert [type(x) for x in quandary.solve_all([p, "sudoku:4x4#2", "sudoku:4x4:12"])] == [quandary.Solution, quandary.Solution, quandary.QuandaryError]
    how = quandary.explain(p)
    assert how.solved and how.steps[0].moves and how.steps[0].text in str(how)
    assert quandary.check(p) and quandary.check(p, p.answer)
    with pytest.raises(quandary.QuandaryError, match="nope"):
        quandary.check("nope:1")
    bad = quandary.check(p, p.answer[1:4] + p.answer[0] + p.answer[4:])
    assert not bad and bad.reason
    assert quandary.draw(p).startswith(b"\x89PNG") and b"<svg" in quandary.draw(p, to="svg")
    assert quandary.draw(p, to="pdf").startswith(b"%PDF") and quandary.draw(p, to="text")


def test_families() -> None:
    all_ = quandary.families()
    names = {f.name for f in all_}
    assert {"sudoku", "zebra", "cards", "slitherlink"} <= names and len(all_) > 100
    assert quandary.families("zebra")[0].generates and quandary.families("zebra")[0].data["shelf"]
    with pytest.raises(quandary.QuandaryError, match="did you mean zebra"):
        quandary.families("zebro")
    by_name = {f.name: f for f in all_}
    assert by_name["slitherlink"].levels == 10 and by_name["sudoku"].data["made_with"][6] == {"params": "9x9", "class": "easy"}
    assert by_name["archipelago"].levels == 0
    with pytest.raises(quandary.QuandaryError, match="archipelago has no levels"):
        next(quandary.generate("archipelago", level=3))


def test_errors_have_places(tmp_path) -> None:
    with pytest.raises(quandary.QuandaryError, match="did you mean sudoku"):
        next(quandary.generate("sudoko:9x9"))
    with pytest.raises(quandary.QuandaryError, match="did you mean hard"):
        next(quandary.generate("sudoku:9x9", difficulty_class="harf"))
    file = tmp_path / "broken.yaml"
    file.write_text("variables:\n  a: {type: int, domain: '[1, 2'}\n")
    with pytest.raises(quandary.QuandaryError) as e:
        next(quandary.generate(str(file)))
    assert e.value.file == str(file) and e.value.line and e.value.column
    with pytest.raises(quandary.QuandaryError, match="seed"):
        quandary.generate("sudoku:4x4", seed=-1)
    with pytest.raises(quandary.QuandaryError, match="unknown command|unknown flag|unknown"):
        quandary.run("no-such-command").check()


def test_errors_of_names() -> None:
    for name, why in {"nope:1": 'kind of puzzle "nope"$', "sudok#1": "did you mean sudoku", "slitherlnk:8x8#3": "did you mean slitherlink",
                      "nope": "expected a Puzzle, a record, an id", "1234\n3412": 'with family="..."', "https://example.org/p?sudoku/9/9/": "expected a Puzzle"}.items():
        for verb in quandary.explain, quandary.solve, quandary.draw:
            with pytest.raises(quandary.QuandaryError, match=f"^(?:puzzle: |unknown).*{why}"):
                verb(name)
    for verb in quandary.explain, quandary.draw:
        with pytest.raises(quandary.QuandaryError, match="^line 1: character 7: r2c3"):
            verb("1 2 3 4\n3 4 x 2\n2 1 4 3\n4 3 2 1", family="sudoku")


def test_worker_seeds_differ() -> None:
    seeds = {quandary.worker_seed(s, w) for s in range(50) for w in range(50)}
    assert len(seeds) == 2500 and all(0 <= s < 1 << 64 for s in seeds)


def test_answers_that_are_no_text() -> None:
    p = next(quandary.generate("sudoku:4x4", seed=3))
    nan = float("nan")
    hostile = [None, nan, b"", 5.87e80, 7, True, ["1"], {"a": nan}, "\ud800", "[" * 100_000]
    marks = quandary.score_all([p] * (len(hostile) + 2), [p.answer, *hostile, p.answer.encode()])
    assert [m.correct for m in marks] == [True] + [False] * len(hostile) + [True]
    assert [m.reason for m in marks[1:4]] == ["empty"] * 3
    assert not quandary.score(p, nan).correct
    with pytest.raises(quandary.QuandaryError, match="expected a Puzzle"):
        quandary.score(None, "1")


def test_long_answers_cost_no_process() -> None:
    p = next(quandary.generate("sudoku:4x4", seed=3))
    pid = shared().pid
    assert quandary.score(p, "1 " * 40_000_000).reason == "too-long"
    marks = quandary.score_all([p] * 90, ["x " * 500_000] * 89 + [p.answer])
    assert marks[-1].correct and not any(m.correct for m in marks[:-1])
    with pytest.raises(quandary.QuandaryError, match="too long"):
        quandary.run("grade", "-", stdin=b" " * (65 << 20))
    assert shared().pid == pid


class _Kept(quandary.Puzzle):
    note = ""


def test_arguments_of_other_types() -> None:
    class Whole:  # as numpy's numbers are
        def __index__(self) -> int:
            return 3

    assert next(quandary.generate("sudoku:4x4", seed=Whole())).id == "sudoku-3-0"  # type: ignore[arg-type]
    for wrong in ({"seed": "1"}, {"seed": None}, {"seed": 1.5}, {"level": 0}, {"level": "3"}, {"count": 2.5}, {"step": 0}):
        with pytest.raises(quandary.QuandaryError, match=f"{next(iter(wrong))}: expected a whole number"):
            next(quandary.generate("sudoku:4x4", **wrong))  # type: ignore[arg-type]
    for source in (None, "", 5, b"sudoku:4x4"):
        with pytest.raises(quandary.QuandaryError, match="source: expected a name"):
            next(quandary.generate(source))  # type: ignore[arg-type]
    assert next(iter(quandary.Mixture("sudoku:4x4"))).family == "sudoku"


def test_puzzles_that_are_none() -> None:
    for line in (b"", b"nope", b"\xff", b"[]", b"[" * 100_000):
        with pytest.raises(quandary.QuandaryError, match="a record is"):
            quandary.score(quandary.Puzzle(line), "5")
    with pytest.raises(quandary.QuandaryError, match="expected an object"):
        quandary.score({"quandary": 5, "answer": "5"}, "5")
    with pytest.raises(quandary.QuandaryError, match="reference"):
        quandary.score({"answer": None}, "None")


def test_lists_of_answers() -> None:
    p = next(quandary.generate("sudoku:4x4", seed=1))
    assert [m.correct for m in quandary.score_all((q for q in [p, p]), iter([p.answer, ""]))] == [True, False]
    with pytest.raises(quandary.QuandaryError, match="list of answers"):
        quandary.score_all(p, p.answer)


def test_a_subclass_survives_pickling() -> None:
    kept = _Kept(next(quandary.generate("sudoku:4x4", seed=1)).line)
    kept.note = "mine"
    again = pickle.loads(pickle.dumps(kept))
    assert type(again) is _Kept and again == kept and again.note == "mine"
    assert type(copy.copy(kept)) is _Kept


def test_modules_come_when_they_are_named() -> None:
    code = "import quandary, sys; assert 'quandary.traces' not in sys.modules; print(quandary.traces.plant, quandary.suite.answers, quandary.pictures.row, quandary.tables)"
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)
    assert not hasattr(quandary, "no_such_name")


def test_rules_file_of_ones_own(tmp_path: Path) -> None:
    rules = tmp_path / "my.yaml"
    rules.write_text("family: twos\nsize: {rows: 2..6, cols: 2..6}\nfind: {digit: {values: 1..2, given: true}}\n"
                     "rules: {differ: \"digit[a] != digit[b] for a, b in links\"}\ntext: {en: {differ: \"{a} and {b} are equal.\"}}\n")
    p = next(quandary.generate(f"{rules}:3x3", seed=1))
    assert p.family == "twos" and quandary.score(p, p.answer).correct and not quandary.score(p, "1 1 1\n1 1 1\n1 1 1").correct
    assert quandary.solve(p, family=str(rules)).status == "unique"
    assert quandary.explain(p, family=str(rules)).solved and quandary.check(p, family=str(rules)).ok
    assert quandary.draw(p, family=str(rules)).startswith(b"\x89PNG")
    said = quandary.explain(p, family=str(rules)).steps[0].text
    read = read_trace(p, said, family=str(rules))
    assert read.steps and read.fault is None
    fault = check_trace("12343412....4321", "r1c1 = 3", family="sudoku")
    assert fault and fault.kind == "false"
    manifest = quandary.build({"items": [{"source": f"{rules}:3x3", "count": 1, "levels": [2]}]}, tmp_path / "set")
    made = quandary.Puzzle((tmp_path / "set" / "all.jsonl").read_text().splitlines()[0])
    assert manifest["runs"][0]["records"] == 1 and made.family == "own"
    rules.write_text(rules.read_text().replace("links", "linkz"))
    assert quandary.score(made, made.answer).correct and quandary.explain(made).solved
    with pytest.raises(quandary.QuandaryError, match="<stdin>:1:24: .*my.yaml:4:51: error: unknown name linkz"):
        quandary.build({"items": [{"source": f"{rules}:3x3", "count": 1}]}, tmp_path / "other")
    with pytest.raises(quandary.QuandaryError, match="linkz"):
        next(quandary.generate(str(rules), seed=1))


def test_family_that_a_folder_is_called_by(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sudoku").mkdir()
    monkeypatch.chdir(tmp_path)
    assert quandary.solve("1234\n....\n....\n....", family="sudoku").status == "several"
