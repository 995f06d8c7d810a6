"""Builds the program with Go into the wheel, and puts its source into the source distribution.

Environment:
  QUANDARY_TARGET   GOOS/GOARCH to build for, such as darwin/arm64; default: this machine
  QUANDARY_BINARY   a program that is built already, to be packed as it is
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# Wheel tags of the targets that wheels.py makes. The program is linked statically, so any Linux will do; Go needs macOS 12.
TAGS = {
    "linux/amd64": "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64",
    "linux/arm64": "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64",
    "darwin/amd64": "macosx_12_0_x86_64",
    "darwin/arm64": "macosx_12_0_arm64",
    "windows/amd64": "win_amd64",
}

# What of the repository a build needs: all Go source and what is embedded in it, but no tests' data.
SOURCE = ["go.mod", "go.sum"]


def go_files(root: Path) -> list[Path]:
    """The files of the program's packages, as the Go tool lists them, relative to the repository."""
    listing = subprocess.run(
        ["go", "list", "-deps", "-f", "{{if not .Standard}}{{if eq .Module.Path \"github.com/quandary-puzzles/quandary\"}}"
         "{{$d := .Dir}}{{range .GoFiles}}{{$d}}/{{.}}\n{{end}}{{range .EmbedFiles}}{{$d}}/{{.}}\n{{end}}{{end}}{{end}}", "./cmd/quandary"],
        cwd=root, check=True, capture_output=True, text=True).stdout
    return sorted({Path(line).resolve().relative_to(root.resolve()) for line in listing.splitlines() if line})


class GoBuild(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the program to wheels and its source to source distributions."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        here = Path(self.root)
        inside = here / "go"  # in a source distribution
        root = inside if inside.is_dir() else here.parent
        if self.target_name == "sdist":
            for name in [*map(Path, SOURCE), *go_files(root)]:
                build_data["force_include"][str(root / name)] = f"go/{name.as_posix()}"
            return
        target = os.environ.get("QUANDARY_TARGET", "")
        goos = target.partition("/")[0] or ("windows" if os.name == "nt" else "")
        name = "quandary.exe" if goos == "windows" else "quandary"
        built = os.environ.get("QUANDARY_BINARY")
        if not built:
            self.folder = tempfile.mkdtemp(prefix="quandary-build-")
            built = str(Path(self.folder) / name)
            self.build(root, target, built)
        build_data["pure_python"] = False
        build_data["tag"] = "py3-none-" + (TAGS[target] if target else sysconfig.get_platform().replace("-", "_").replace(".", "_"))
        # An editable installation finds the program in the source folder: it is put there, and git ignores it.
        if version == "editable":
            place = here / "src" / "quandary" / "bin"
            place.mkdir(exist_ok=True)
            shutil.copy2(built, place / name)
        else:
            build_data["force_include"][built] = f"quandary/bin/{name}"

    def build(self, root: Path, target: str, out: str) -> None:
        if shutil.which("go") is None:
            raise RuntimeError("quandary is built with Go (https://go.dev/dl): install it, or install a wheel, which has the program inside")
        env = dict(os.environ, CGO_ENABLED="0")
        if target:
            if target not in TAGS:
                raise RuntimeError(f"QUANDARY_TARGET: expected one of {', '.join(TAGS)}, found {target}")
            env["GOOS"], env["GOARCH"] = target.split("/")
        # What is passed on holds no paths of this machine; for this machine Go's cache of compiled packages is used.
        flags = ["-trimpath"] if target else []
        subprocess.run(["go", "build", *flags, "-buildvcs=auto", "-ldflags=-s -w", "-o", out, "./cmd/quandary"], cwd=root, env=env, check=True)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if folder := getattr(self, "folder", None):
            shutil.rmtree(folder, ignore_errors=True)
