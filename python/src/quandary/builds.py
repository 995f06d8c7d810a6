"""Data sets on disk: built from a plan, verified, and compared with others."""

from __future__ import annotations

import json
import os
import subprocess
import warnings
from pathlib import Path
from typing import Any, Mapping, Sequence

from ._arguments import path
from ._program import program
from .errors import QuandaryError

__all__ = ["build", "verify", "leaks"]


def _command(*args: str, show: bool = False, text: str = "") -> subprocess.CompletedProcess[bytes]:
    """Runs the program by itself, so that it can be interrupted, shows its progress, and goes on where it stopped."""
    done = subprocess.run([program(), *args], input=text.encode(), stdout=subprocess.PIPE, stderr=None if show else subprocess.PIPE, check=False)
    if done.returncode:
        said = (done.stderr or b"").decode("utf-8", "replace").strip().removeprefix("quandary: ")
        raise QuandaryError(said or done.stdout.decode("utf-8", "replace").strip() or f"exit code {done.returncode}")
    return done


def build(plan: Mapping[str, Any] | str | os.PathLike[str], out: str | os.PathLike[str], *, progress: bool = False) -> dict[str, Any]:
    """Builds a data set, as `quandary dataset build` does, and gives its manifest.

    What was interrupted goes on when it is called again with the same plan and folder. Where duplicates were removed, so that fewer
    puzzles of a source are kept than the plan asks for, it warns of it; the manifest has them under "repeats".

    Args:
        plan: the plan as an object, or the name of its file; the program's documentation of data sets has its keys. Files that it
            names are looked for beside that file, and those of an object in the working directory.
        out: the folder to make: the parts, a data card, a description, and the manifest with the hash of every file.
        progress: show the progress on standard error.
    """
    flags = [] if progress else ["-q"]
    if isinstance(plan, Mapping):
        _command("dataset", "build", "-", "-o", path("out", out), *flags, show=progress, text=json.dumps(plan))  # JSON is YAML
    else:
        _command("dataset", "build", path("plan", plan), "-o", path("out", out), *flags, show=progress)
    manifest: dict[str, Any] = json.loads((Path(out) / "manifest.json").read_text(encoding="utf-8"))
    if repeats := manifest.get("repeats"):
        said = ", ".join(f"{r['kept']} of {r['made']} of {r['name']}" for r in repeats)
        warnings.warn(f"{os.fspath(out)}: without duplicates there are fewer puzzles than were made: {said}", stacklevel=2)
    return manifest


def verify(folder: str | os.PathLike[str], *, rebuild: bool = False) -> None:
    """Compares a data set with its manifest, and with `rebuild` makes it again and compares byte for byte.

    Raises:
        QuandaryError: where anything differs.
    """
    _command("dataset", "verify", path("folder", folder), *(["--rebuild"] if rebuild else []))


def leaks(train: str | os.PathLike[str], test: str | os.PathLike[str], *, by: str = "canonical", kinds: Sequence[str] = ()) -> list[dict[str, Any]]:
    """Looks for the puzzles of one file in another: equal up to names, order and symmetries, or by "text" or "config".

    Args:
        train: JSON lines: records, or lines of other programs.
        test: JSON lines, which are reported where the first file has their puzzle.
        by: what makes two puzzles the same.
        kinds: families whose puzzles are looked for in the texts of lines that say of no puzzle which it is, such as "sudoku".

    Returns:
        An object for each line of the second file that is in the first, as the program reports it.
    """
    flags = [f for kind in kinds for f in ("--kind", kind)]
    done = subprocess.run([program(), "dataset", "leaks", path("train", train), path("test", test), "--by", by, *flags], capture_output=True, check=False)
    if done.returncode > 1 or done.returncode == 1 and not done.stdout:
        raise QuandaryError(done.stderr.decode("utf-8", "replace").strip().removeprefix("quandary: "))
    return [json.loads(line) for line in done.stdout.splitlines()]
