"""What can go wrong, as exceptions."""

from __future__ import annotations

import re

__all__ = ["QuandaryError", "WorkerDied", "BiasWarning"]

_place = re.compile(r"\A(?P<file>(?:[A-Za-z]:)?[^:\n]+):(?P<line>\d+)(?::(?P<column>\d+))?: ")


class QuandaryError(ValueError):
    """The program refused something. The message is the program's own; where it names a place in a file, so do the attributes.

    Attributes:
        file: the file that the message is about, or None.
        line: the line in it, from 1, or None.
        column: the column, from 1, or None.
    """

    def __init__(self, message: str) -> None:
        super().__init__(message)
        at = _place.match(message.removeprefix("quandary: "))
        self.file: str | None = at["file"] if at else None
        self.line: int | None = int(at["line"]) if at else None
        self.column: int | None = int(at["column"]) if at and at["column"] else None


class WorkerDied(QuandaryError):
    """The program ended in the middle of a call, several times in a row: the call itself kills it, or there is no memory."""


class BiasWarning(UserWarning):
    """Records were left out because they used up a budget: as a rule the hard ones, so what is left is easier than it looks."""
