"""Solutions as text, and the first wrong step of somebody's own reasoning.

    text = trace(puzzle)                          # sentences, each of which follows from the ones before it
    fault = check_trace(puzzle, model(puzzle.prompt))
    print(fault)                                  # None, or the sentence that is false or unproved, and why

`quandary check --trace` says what forms it reads: the values of cells ("r1c2 = 3", "the 3 can only go in row 1, column 2"), cells that are
shaded, names that belong together ("the Norwegian lives in house 1"), and that they do not. What it does not understand says nothing.
"""

from __future__ import annotations

import json
import random
import re
from dataclasses import dataclass
from typing import Any, Callable, Literal, get_args

from ._arguments import refused, text as _text, whole
from ._client import Client
from .api import _family, _line, explain, run
from .errors import QuandaryError
from .play import playable
from .puzzle import PuzzleLike

__all__ = ["trace", "read_trace", "check_trace", "plant", "Checked", "Fault"]

Density = Literal["sentences", "moves", "grid"]


def trace(puzzle: PuzzleLike, density: Density = "sentences", *, lang: str | None = None, client: Client | None = None) -> str:
    """The explanation of a puzzle as text, a line a step.

    Args:
        density: "sentences": each step with its reason; "moves": what each step puts or takes out, without reasons; "grid": what is
            put into cells alone. Moves that are not of cells have sentences only.
        lang: the language of the sentences, where a family has several.
    """
    if density not in get_args(Density):
        raise refused("density", " or ".join(get_args(Density)), density)
    steps = explain(puzzle, lang=lang, client=client).steps
    if density == "sentences" or not any(re.search(r"r\d+c\d+", m) for s in steps for m in s.moves):
        return "\n".join(s.text for s in steps)
    moves = [m for s in steps for m in s.moves]
    if density == "grid":
        moves = [m for m in moves if "=" in m]
    return "\n".join(re.sub(r"^(\w+)-(\w+)$", r"\1 cannot be \2", m).replace("=", " = ") for m in moves)


@dataclass(frozen=True, slots=True)
class Fault:
    """The first step of a text that does not hold."""

    kind: Literal["false", "unproved"]
    """false: no solution has it; unproved: nothing before it leads to it."""
    line: int
    """The line of the text, from 1."""
    sentence: str
    move: str
    why: str = ""

    def __str__(self) -> str:
        return f"line {self.line}: {self.kind}: {self.sentence}" + (f" ({self.why})" if self.why else "")


@dataclass(frozen=True, slots=True)
class Checked:
    """What was read in a text, and what is wrong with it."""

    steps: tuple[tuple[int, str], ...]
    """The lines, from 1, and the moves that were read, up to the fault."""
    solved: bool
    """Whether they solve the puzzle."""
    fault: Fault | None


def read_trace(puzzle: PuzzleLike, text: str, *, family: str | None = None, leap: int = 0, client: Client | None = None) -> Checked:
    """Reads the steps of a text about a puzzle, and finds the first that does not hold.

    Args:
        family: the family of a puzzle that is a text, or the rules file of a family of your own.
        leap: how many deductions a step may be away from what is known; 0: any number.
    """
    obj = _checked(puzzle, text, "--leap", str(whole("leap", leap, 0)), family=family, client=client)
    fault = obj["fault"]
    return Checked(tuple((s["line"], s["move"]) for s in obj["steps"] or ()), obj["solved"], Fault(**fault) if fault else None)


def _checked(puzzle: PuzzleLike, text: str, *flags: str, family: str | None = None, client: Client | None = None) -> dict[str, Any]:
    if family:  # the text is what is read from standard input, so the puzzle becomes an id
        flags += tuple(_family(family))
        puzzle = run("convert", *_family(family), "--to", "id", "-", stdin=_line(puzzle, family), client=client).check().output.decode().strip()
    out = run("check", "--trace", "-", *flags, "--format", "jsonl", playable(puzzle), stdin=_text("text", text), client=client)
    if out.code > 1 or not out.output:
        out.check()
    obj: dict[str, Any] = json.loads(out.output)
    if "error" in obj:
        raise QuandaryError(obj["error"])
    return obj


def check_trace(puzzle: PuzzleLike, text: str, *, family: str | None = None, leap: int = 0, client: Client | None = None) -> Fault | None:
    """The first step of a text that is false, or that nothing before it leads to; None where all hold.

    A step that repeats what is known holds. A text without steps has none that is wrong.
    """
    return read_trace(puzzle, text, family=family, leap=leap, client=client).fault


_Turn = Callable[[re.Match[str]], str]
_FLIPS: tuple[tuple[str, _Turn], ...] = (  # what a sentence says of the state of cells, and the opposite
    (r"(@\S+ = )([01])$", lambda m: m[1] + "10"[int(m[2])]),
    (r"\b(is|are) (not )?(?=shaded|drawn|black|filled|shut|in the)", lambda m: m[1] + (" " if m[2] else " not ")),
    (r"\b(is|are) (no )?(?=sea)", lambda m: m[1] + (" " if m[2] else " no ")),
    (r"\b(has|have) (?:(no)\b|an?\b|(?=water|borders))", lambda m: m[1] + (" a" if m[2] else " no" if m[0][-1] != " " else " no ")),
    (r"(不?)被?(涂黑|填满|画线|关上|属于(?!某)|是黑的|是海)", lambda m: m[2] if m[1] else "不" + m[2]),
    (r"各?在同一\w+?内", lambda m: "处有边界"),
    (r"(没)?有", lambda m: "有" if m[1] else "没有"),
)
_TURNS: tuple[tuple[str, _Turn], ...] = (  # the same of names: whether they belong together
    (r"\b(?:does not go with|goes with)\b", lambda m: "goes with" if "not" in m[0] else "does not go with"),
    (r"\bis (?:not )?(?=(?:at|in|on) )", lambda m: "is " if "not" in m[0] else "is not "),
    (r"不?(?:对应|在)(?=[第\w])", lambda m: m[0][1:] if m[0][0] == "不" else "不" + m[0]),
)
_REASON = r"[:.] [Oo]therwise|[；。]否则|[,:，：] ?(?:so |for |所以)?(?:if |如果|若)"  # behind the claims of a sentence


def _last(patterns: tuple[tuple[str, _Turn], ...], sentence: str, claims: str) -> str:
    """A sentence with the last of what patterns find in its claims turned into its opposite; empty where they find nothing. What it says of
    one thing or another is left."""
    def one(m: re.Match[str]) -> bool:
        parts = r"[,;:.(，；：。（~]|\band\b|\bso\b"
        return not re.search(r"\bor\b|或", re.split(parts, claims[:m.start()])[-1] + re.split(parts, claims[m.end():])[0])

    found = [(m, opposite) for pattern, opposite in patterns for m in re.finditer(pattern, claims) if one(m)]
    if not found:
        return ""
    m, opposite = max(found, key=lambda f: f[0].start())
    return sentence[:m.start()] + opposite(m) + sentence[m.end():]


def _said(sentence: str, cell: str) -> re.Match[str] | None:
    """What a sentence says that a cell is, or that it has nothing, the last time that it says it."""
    found = re.finditer(rf"\b{cell}(?!\d)(?:(?:, (?:and )?| and |[、和])r\d+c\d+)*(?:(?: (?:is|are) |是)(?P<v>(?!not |no )[^,;:.，；：。、()（）]+?)|(?P<n> (?:has|have) no \w+|没有\w+))"
                        r"(?=[,;:.，；：。]| and r\d| so |$)", sentence)
    return max(found, key=lambda m: m.end(), default=None)


def _phrases(lines: list[str], steps: list[tuple[int, str]]) -> dict[str, dict[str, str]]:
    """How the values of each layer are said, by their marks."""
    out: dict[str, dict[str, str]] = {}
    for line, move in steps:
        place, _, right = move.partition("=")
        layer, _, cell = place.rpartition("@")
        if re.fullmatch(r"r\d+c\d+", cell) and (m := _said((_told if layer else _claims)(lines[line - 1]), cell)) and m["v"]:
            out.setdefault(layer, {}).setdefault(right, m["v"])
    return out


def _claims(sentence: str) -> str:
    """The beginning of a sentence up to the reason behind its claims, with what it only supposes blotted out."""
    def blot(m: re.Match[str]) -> str:
        return "~" * len(m[0])

    text = re.sub(r"\([Oo]therwise\b[^()]*\)|（否则[^（）]*）", blot, sentence)
    text = re.sub(r"(?:\bSuppose\b|假设).*(?=[.。] ?(?:So\b|所以))", blot, text, flags=re.S)
    ends = [m.start() for m in (re.search(_REASON, text), re.search(r"[.。] ?(?:So |所以)(?:if |如果|若)|\bSuppose\b|假设", text)) if m]
    return text[:min(ends, default=None)]


def _told(sentence: str) -> str:
    """The same of a sentence in the words of a rules file, behind which a colon stands before what its rules say."""
    text = re.sub(r"\([^()]*\)|（[^（）]*）", lambda m: "~" * len(m[0]), _claims(sentence))
    reason = re.search(r"r\d+c\d+.*?([:：])", text) if "@" not in text else None
    return text[:reason.start(1)] if reason else text


def _spoil(rng: random.Random, sentence: str, move: str, symbols: str, phrases: dict[str, dict[str, str]]) -> str:
    """A sentence whose claim of a cell is no longer so; empty where the claim is not found in it."""
    claims = _told(sentence) if "@" in move else _claims(sentence)
    place, _, right = move.partition("=")
    layer, _, cell = place.rpartition("@")
    said = phrases.get(layer, {})
    if "@" in place and "@" not in sentence and not said.get(right, right).isdigit():  # a word, also for a number, or nothing
        others = [phrase for mark, phrase in sorted(said.items()) if mark != right]
        m = _said(claims, cell)
        if not others or not m or (right == "-") != (m["n"] is not None):
            return ""
        other, at = rng.choice(others), m.span("n" if right == "-" else "v")
        verb = "" if right != "-" else "是" if "没有" in m["n"] else " is " if "has" in m["n"] else " are "
        return sentence[:at[0]] + verb + other + sentence[at[1]:]
    if bridges := list(re.finditer(rf"\b{right}(?= bridges?\b)|(?<=有){right}(?=座桥)", claims)) if not re.fullmatch(r"r\d+c\d+", cell) else []:
        at = bridges[-1].span()
        return sentence[:at[0]] + ("2" if right == "1" else "1") + sentence[at[1]:]
    if re.fullmatch(r"r\d+c\d+", cell) and (lines := re.search(r"\b[Tt]he (?:link|side|\w+ sides?|\w+ and \w+ sides) (?:of|between) |r\d+c\d+(?:–|与r\d+c\d+(?:的连线|之间))", claims)):
        claims = claims[:lines.start()]  # what is said of them is not said of cells
    value = rf"(?<![rcA-Za-z0-9])(?P<v>{re.escape(right)})(?![A-Za-z0-9])"
    for pattern in () if "@" in sentence else (rf"\b{cell}(?!\d)(?:(?:, (?:and )?| and |[、和])r\d+c\d+)*[^,;:，；：。、~]*?{value}", rf"{value}[^,;:，；：。、~]*?\b{cell}(?!\d)"):
        if found := list(re.finditer(pattern, claims, re.ASCII)):
            at = found[-1].span("v")
            return sentence[:at[0]] + rng.choice([s for s in symbols if s != right]) + sentence[at[1]:]
    if "@" in place and right in "01":
        return _last(_FLIPS, sentence, re.split("[:：]", claims)[0])
    return ""


def plant(puzzle: PuzzleLike, text: str, seed: int, symbols: str = "123456789") -> tuple[str, int]:
    """A text about a puzzle with one claim made false, and the number of its line: to test what finds wrong steps. Of a cell one value is
    replaced by another, or by its opposite; of two names it says that they do not belong together where they do, or that they do where they
    do not.

    Raises:
        QuandaryError: where nothing that can be made false is read in the text.
    """
    rng = random.Random(seed)
    lines = text.splitlines()
    read = _checked(puzzle, text, "--contraries")["steps"] or ()
    steps = [(s["line"], s["move"]) for s in read]
    contraries = {(s["line"], s["move"]): (s["said"], s["contrary"]) for s in read if "contrary" in s}
    phrases = _phrases(lines, steps)
    rng.shuffle(steps)
    for line, move in steps:
        said = lines[line - 1]
        claim, contrary = contraries.get((line, move), ("", ""))
        if claim and claim in said:  # the program knows the words
            wrong = said.replace(claim, contrary, 1)
        elif re.search(r"r\d+c\d+|@", move):
            wrong = _spoil(rng, said, move, symbols, phrases) if "=" in move else ""
        else:
            wrong = _last(_TURNS, said, said)  # of names
        if wrong:
            lines[line - 1] = wrong
            return "\n".join(lines), line
    raise QuandaryError("no claim that can be made false is read in the text")
