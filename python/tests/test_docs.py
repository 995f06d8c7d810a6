"""Runs the script of docs/python.md."""

from __future__ import annotations

import re
from pathlib import Path

import pytest


def test_the_script_of_the_documentation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = Path(__file__).parents[2] / "docs" / "python.md"
    if not page.exists():
        pytest.skip("the documentation is not beside the package")
    blocks = re.findall(r"^```python script\n(.*?)^```$", page.read_text(encoding="utf-8"), re.M | re.S)
    assert len(blocks) >= 4
    monkeypatch.chdir(tmp_path)
    import quandary

    quandary._client.shared().close()  # a process of this folder
    exec(compile("\n".join(blocks), str(page), "exec"), {"__name__": "script"})  # noqa: S102
    assert "<svg" in (tmp_path / "report.html").read_text(encoding="utf-8") and (tmp_path / "small" / "manifest.json").exists()
