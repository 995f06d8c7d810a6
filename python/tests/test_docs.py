"""Runs the script of docs/python.md."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
PAGE = REPOSITORY / "docs" / "python.md"


def script() -> str:
    """The blocks of the page, one after the other."""
    if not PAGE.exists():
        pytest.skip("the documentation is not beside the package")
    blocks = re.findall(r"^```python script\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.M | re.S)
    assert len(blocks) >= 4
    return "\n".join(blocks)


def check_made(folder: Path) -> None:
    """Looks at what the script leaves behind."""
    assert "<svg" in (folder / "report.html").read_text(encoding="utf-8") and (folder / "small" / "manifest.json").exists()


def test_the_script_of_the_documentation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = script()
    monkeypatch.chdir(tmp_path)
    import quandary

    quandary._client.shared().close()  # a process of this folder
    exec(compile(code, str(PAGE), "exec"), {"__name__": "script"})  # noqa: S102
    check_made(tmp_path)


@pytest.mark.skipif(os.environ.get("QUANDARY_LONG", "ci") == "ci", reason="builds the program: QUANDARY_LONG=1 runs it")
def test_from_an_empty_environment(tmp_path: Path) -> None:
    """Goes the whole way of the page in an environment that has nothing: the install command as it stands there, then the script."""
    code = script()
    if not shutil.which("go"):
        pytest.skip("Go is not here")
    install = re.search(r"^    pip install (\./\S+)$", PAGE.read_text(encoding="utf-8"), re.M)
    assert install, "the page does not say how to install"
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "venv")], check=True)
    python = tmp_path / "venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    clean = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "QUANDARY_PROGRAM")}
    subprocess.run([str(python), "-m", "pip", "install", "--quiet", install[1]], cwd=REPOSITORY, env=clean, check=True)
    work = tmp_path / "work"
    work.mkdir()
    (work / "script.py").write_text(code, encoding="utf-8")
    subprocess.run([str(python), "script.py"], cwd=work, env=clean, check=True, timeout=300)
    check_made(work)
