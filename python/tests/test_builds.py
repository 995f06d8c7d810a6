"""Data sets on disk: built, interrupted, verified, made again, and compared with the files of others."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import quandary

PLAN: dict[str, Any] = {
    "name": "small", "seed": 7, "split": {"train": 0.7, "validation": 0.1, "test": 0.2},
    "items": [{"source": "sudoku:4x4", "count": 60}, {"source": "gallery:ages", "count": 40}, {"source": "zebra:3x3", "count": 20}],
}


def lines(file: Path) -> list[Any]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("set") / "small"
    with pytest.warns(UserWarning, match=r"\d+ of 60 of sudoku-4x4"):  # there are few boards that are not the same turned
        manifest = quandary.build(PLAN, out)
    (told,) = [r for r in manifest["repeats"] if r["name"] == "sudoku-4x4"]
    kept = sum(r["source"] == "sudoku-4x4" for name in PLAN["split"] for r in lines(out / f"{name}.jsonl"))
    assert told == {"name": "sudoku-4x4", "made": 60, "kept": kept}
    assert {f["path"] for f in manifest["files"]} >= {"train.jsonl", "test.jsonl"}
    return out


def test_family_of_a_record(built: Path) -> None:
    puzzles = [quandary.Puzzle(r) for r in lines(built / "train.jsonl")]
    assert {(p.source, p.family) for p in puzzles} == {("sudoku-4x4", "sudoku"), ("ages", "ages"), ("zebra-3x3", "zebra")}


@pytest.mark.filterwarnings("ignore:.*without duplicates")
def test_progress(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    quandary.build({**PLAN, "items": PLAN["items"][:1]}, tmp_path / "a", progress=True)
    assert capfd.readouterr().err.strip()
    quandary.build({**PLAN, "items": PLAN["items"][:1]}, tmp_path / "b")
    assert not capfd.readouterr().err
    assert (tmp_path / "a" / "train.jsonl").read_bytes() == (tmp_path / "b" / "train.jsonl").read_bytes()


def test_card_and_manifest(built: Path) -> None:
    card = next(f for f in built.iterdir() if f.suffix == ".md").read_text(encoding="utf-8")
    assert re.match(r"---\n(.*\n)+?---\n", card) and "sudoku" in card
    manifest = (built / "manifest.json").read_text(encoding="utf-8")
    assert len(re.findall(r"\b[0-9a-f]{64}\b", manifest)) >= 3


def test_verify(built: Path, tmp_path: Path) -> None:
    quandary.verify(built)
    quandary.verify(built, rebuild=True)
    import shutil

    copy = tmp_path / "copy"
    shutil.copytree(built, copy)
    file = copy / "test.jsonl"
    file.write_bytes(file.read_bytes().replace(b"1", b"2", 1))
    with pytest.raises(quandary.QuandaryError, match="test.jsonl"):
        quandary.verify(copy)


def test_parts_have_no_puzzle_together(built: Path) -> None:
    parts = {name: {r["quandary"]["canonical"] for r in lines(built / f"{name}.jsonl")} for name in PLAN["split"]}
    assert all(parts.values()) and not parts["train"] & parts["test"] and not parts["train"] & parts["validation"]
    assert quandary.leaks(built / "train.jsonl", built / "test.jsonl") == []


def turned(grid: str) -> str:
    """A Sudoku of 4x4 with its rows for columns, and other digits."""
    rows = [grid[i:i + 4] for i in range(0, 16, 4)]
    return "".join("".join(c) for c in zip(*rows)).translate(str.maketrans("1234", "3142"))


def test_leaks_of_foreign_lines(built: Path, tmp_path: Path) -> None:
    sudoku = [r for r in lines(built / "test.jsonl") if r["source"] == "sudoku-4x4"]
    own = tmp_path / "own.jsonl"
    own.write_text("".join(json.dumps(r) + "\n" for r in sudoku), encoding="utf-8")
    foreign = tmp_path / "foreign.jsonl"
    grids = [turned(r["quandary"]["puzzle"].rpartition(":")[2]) for r in sudoku[:3]]
    foreign.write_text("".join(json.dumps({"question": f"Solve it:\n\n{g}\n\nThank you.", "n": i}) + "\n" for i, g in enumerate(grids)), encoding="utf-8")
    found = quandary.leaks(own, foreign, kinds=["sudoku"])
    assert len(found) == 3, found
    with pytest.raises(quandary.QuandaryError, match="did you mean sudoku"):
        quandary.leaks(own, foreign, kinds=["sudoko"])


def test_errors(tmp_path: Path) -> None:
    with pytest.raises(quandary.QuandaryError, match="did you mean sudoku"):
        quandary.build({**PLAN, "items": [{"source": "sudoko:4x4", "count": 3}]}, tmp_path / "x")
    with pytest.raises(quandary.QuandaryError, match="no-such"):
        quandary.verify(tmp_path / "no-such")
