"""Where the program is."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from .errors import QuandaryError


def program() -> str:
    """The path of the program: of the environment variable QUANDARY_PROGRAM, of the package, or on the path of commands."""
    if named := os.environ.get("QUANDARY_PROGRAM"):
        return named
    inside = Path(__file__).parent / "bin" / ("quandary.exe" if os.name == "nt" else "quandary")
    if inside.is_file():
        return str(inside)
    # The package's own command may stand on the path under the same name: it would call itself.
    if (found := shutil.which("quandary")) and not _is_script(found):
        return found
    raise QuandaryError("the program quandary is missing: install the package from a wheel or with Go at hand, or set QUANDARY_PROGRAM")


def _is_script(path: str) -> bool:
    with open(path, "rb") as file:
        return file.read(2) == b"#!"


def main() -> int:
    """Runs the program as a command: quandary on the path of an environment is this."""
    import subprocess

    command = [program(), *sys.argv[1:]]
    if os.name != "nt":
        os.execv(command[0], command)
    return subprocess.run(command, check=False).returncode
