#!/usr/bin/env python3
"""Makes the wheels for all platforms, with the program inside, and the source distribution; checks by content what cannot be run here.

    python3 wheels.py [--only linux/amd64] [dist]
"""

from __future__ import annotations

import argparse
import os
import struct
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from importlib.util import find_spec
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

ELF_MACHINES = {"amd64": 62, "arm64": 183}
MACHO_CPUS = {"amd64": 0x01000007, "arm64": 0x0100000C}
PE_MACHINES = {"amd64": 0x8664}


def check_program(target: str, data: bytes) -> None:
    """Fails unless a program is one for the target, which needs no library of the system that may be missing."""
    goos, arch = target.split("/")
    if goos == "linux":
        assert data[:4] == b"\x7fELF" and struct.unpack_from("<H", data, 18)[0] == ELF_MACHINES[arch], f"{target}: not an ELF file for it"
        offset, size, count = struct.unpack_from("<Q", data, 32)[0], *struct.unpack_from("<HH", data, 54)
        kinds = [struct.unpack_from("<I", data, offset + i * size)[0] for i in range(count)]
        assert 3 not in kinds, f"{target}: it needs an interpreter: it is not linked statically"
    elif goos == "darwin":
        magic, cpu = struct.unpack_from("<II", data)
        assert magic == 0xFEEDFACF and cpu == MACHO_CPUS[arch], f"{target}: not a Mach-O file for it"
    else:
        pe = struct.unpack_from("<I", data, 0x3C)[0]
        assert data[:2] == b"MZ" and data[pe:pe + 4] == b"PE\0\0" and struct.unpack_from("<H", data, pe + 4)[0] == PE_MACHINES[arch], f"{target}: not a PE file for it"
    assert b"github.com/quandary-puzzles/quandary" in data, f"{target}: not the program"


def check_wheel(target: str, tag: str, wheel: Path) -> None:
    """Fails unless a wheel holds the package and the program for its platform."""
    with zipfile.ZipFile(wheel) as z:
        names = z.namelist()
        program = f"quandary/bin/quandary{'.exe' if target.startswith('windows') else ''}"
        assert program in names and "quandary/py.typed" in names and "quandary/__init__.py" in names, f"{wheel.name}: {names}"
        check_program(target, z.read(program))
        mode = z.getinfo(program).external_attr >> 16
        assert mode & 0o111, f"{wheel.name}: the program is not executable"
        meta = next(n for n in names if n.endswith(".dist-info/WHEEL"))
        tags = [line for line in z.read(meta).decode().splitlines() if line.startswith("Tag: ")]
        assert {t.removeprefix("Tag: py3-none-") for t in tags} == set(tag.split(".")), f"{wheel.name}: {tags}"
        assert "Root-Is-Purelib: false" in z.read(meta).decode()


def check_sdist(sdist: Path) -> None:
    """Fails unless a source distribution carries what the program is built from."""
    with tarfile.open(sdist) as t:
        names = {n.split("/", 1)[-1] for n in t.getnames()}
    for want in ("pyproject.toml", "hatch_build.py", "src/quandary/__init__.py", "go/go.mod", "go/go.sum", "go/cmd/quandary/main.go", "go/internal/gallery/specs/wine.yaml"):
        assert want in names, f"{sdist.name} lacks {want}"


def build(kind: str, out: Path, **env: str) -> Path:
    """Runs hatchling, and gives the file that it made."""
    with tempfile.TemporaryDirectory(dir=out) as folder:
        subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", folder], cwd=Path(__file__).parent, env={**os.environ, **env}, check=True)
        (made,) = Path(folder).iterdir()
        return made.replace(out / made.name)


def main() -> None:
    if not find_spec("hatchling"):
        sys.exit(f"wheels.py: hatchling, which makes wheels, is not here: {sys.executable} -m pip install hatchling")
    from hatch_build import TAGS

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", nargs="?", default="dist", type=Path)
    parser.add_argument("--only", action="append", choices=[*TAGS, "sdist"], help="make this one alone; may be repeated")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    out = args.out.resolve()
    for target, tag in TAGS.items():
        if args.only and target not in args.only:
            continue
        wheel = build("wheel", out, QUANDARY_TARGET=target)
        check_wheel(target, tag, wheel)
        print(f"{wheel.stat().st_size / 1e6:6.1f} MB  {wheel.name}", flush=True)
    if not args.only or "sdist" in args.only:
        sdist = build("sdist", out)
        check_sdist(sdist)
        print(f"{sdist.stat().st_size / 1e6:6.1f} MB  {sdist.name}")


if __name__ == "__main__":
    main()
