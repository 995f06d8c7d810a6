"""What callers hand over, read: what is not as it should be is a QuandaryError that says what was expected."""

from __future__ import annotations

import operator
import os
from typing import Any, Iterable, Mapping

from .errors import QuandaryError


def refused(name: str, expected: str, found: object) -> QuandaryError:
    """The error of an argument."""
    return QuandaryError(f"{name}: expected {expected}, found {found!r:.80}")


def whole(name: str, value: Any, low: int, high: int | None = None) -> int:
    """A whole number of any type that is one, such as numpy's."""
    most = (1 << 64) - 1 if high is None else high
    try:
        number = operator.index(value)
    except TypeError:
        number = low - 1
    if not low <= number <= most:
        raise refused(name, f"a whole number from {low} to {'2^64-1' if high is None else high}", value)
    return number


def number(name: str, value: Any, low: float, high: float, what: str = "") -> float:
    """A number of any type that is one, within bounds."""
    try:
        out = float("nan") if isinstance(value, (str, bytes)) else float(value)
    except (TypeError, ValueError, OverflowError):
        out = float("nan")
    if not low <= out <= high:
        raise refused(name, what or f"a number from {low:g} to {high:g}", value)
    return out


def text(name: str, value: Any) -> str:
    """A text."""
    if not isinstance(value, str):
        raise refused(name, "a text", value)
    return value


def texts(name: str, value: Any) -> list[str]:
    """A list of texts."""
    if isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
        raise refused(name, "a list of texts", value)
    return [text(f"{name}, item {i}", v) for i, v in enumerate(value, 1)]


def mapping(name: str, value: Any, what: str = "an object") -> Mapping[str, Any]:
    """An object with members."""
    if not isinstance(value, Mapping):
        raise refused(name, what, value)
    return value


def member(of: Mapping[str, Any], name: str, what: str) -> Any:
    """A member of an object that must be there."""
    if name not in of:
        raise QuandaryError(f'{what}: expected a member "{name}", found {", ".join(map(str, of)) or "none"}')
    return of[name]


def path(name: str, value: Any) -> str:
    """The name of a file or a folder."""
    try:
        return os.fsdecode(value)
    except TypeError:
        raise refused(name, "the name of a file", value) from None
