"""The script that makes wheels."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parent.parent / "wheels.py"


@pytest.mark.skipif(not SCRIPT.exists(), reason="the script is part of the repository")
def test_says_what_it_needs(tmp_path: Path) -> None:
    ran = subprocess.run([sys.executable, "-I", "-S", str(SCRIPT), str(tmp_path)], capture_output=True, text=True)  # without installed packages
    assert ran.returncode == 1 and "pip install hatchling" in ran.stderr and "Traceback" not in ran.stderr
