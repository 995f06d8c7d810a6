"""The verbs: generate, score, solve, explain, check, draw, families, and run for every other command of the program."""

from __future__ import annotations

import asyncio
import json
import os
import re
import threading
import warnings
from collections import deque
from concurrent.futures import Future
from dataclasses import dataclass
from itertools import chain
from typing import Any, AsyncIterator, Iterable, Iterator, Mapping

from ._arguments import mapping, refused, text, texts, whole
from ._client import Client, Reply, Request, shared
from .errors import BiasWarning, QuandaryError
from .puzzle import Explanation, Family, Mark, Puzzle, PuzzleLike, Solution, Step, Verdict

__all__ = [
    "generate", "agenerate", "score", "ascore", "score_all", "ascore_all", "solve", "asolve", "solve_all", "explain", "aexplain",
    "check", "acheck", "draw", "families", "run", "Completed", "worker_seed",
]

# A request asks for so many records at most, and ends after about so long whatever it has: small ones come at once.
_FIRST, _MOST, _BUDGET_MS = 4, 512, 100
_AHEAD = 2  # requests for records that are under way while the caller works
_BATCH, _BATCHES = 128, 8  # answers in a request, and requests under way
_BATCH_BYTES = 4 << 20  # a request with more is sent at once
_GRADE = b'{"op": "grade"}'  # the header of a request for marks
_LONGEST = 1 << 20  # bytes of an answer that are read; what is longer is marked as too long whatever it holds


def _source(source: str, level: int | None, lang: str | None, difficulty_class: str | None, settings: Mapping[str, object] | None,
            max_tries: int | None) -> dict[str, Any]:
    if not isinstance(source, str) or not source:
        raise QuandaryError(f"source: expected a name such as sudoku:9x9, found {source!r}")
    header: dict[str, Any] = {"op": "generate", "source": source, "base": os.getcwd()}
    if level is not None:
        header["level"] = whole("level", level, 1, 10)
    if lang:
        header["lang"] = text("lang", lang)
    if difficulty_class:
        header["class"] = text("difficulty_class", difficulty_class)
    if settings:
        header["settings"] = {k: str(v) for k, v in mapping("settings", settings).items()}
    if max_tries:
        header["max_tries"] = whole("max_tries", max_tries, 1)
    return header


class _Records:
    """The bookkeeping of a run of records: what to ask for next, and what came."""

    def __init__(self, header: dict[str, Any], start: int, count: int | None, step: int) -> None:
        self.header, self.at, self.step = header, start, step
        self.left = count
        self.size = _FIRST
        self.tries = self.overspent = 0
        self.warned = False

    def ask(self) -> dict[str, Any] | None:
        """The next request, or None at the end."""
        n = self.size if self.step == 1 else 1
        if self.left is not None:
            n = min(n, self.left)
        if n <= 0:
            return None
        header = {**self.header, "start": self.at, "count": n, "budget_ms": _BUDGET_MS}
        self.at += n * self.step
        if self.left is not None:
            self.left -= n
        self.size = min(2 * self.size, _MOST)
        return header

    def rest(self, asked: dict[str, Any], reply: Reply) -> dict[str, Any] | None:
        """The request for what an answer lacks, or None. The sizes of further requests follow what was made in the time."""
        end, at = asked["start"] + asked["count"], reply.header["next"]
        if at >= end or self.step != 1:
            return None
        self.size = max(1, at - asked["start"])
        return {**asked, "start": at, "count": end - at}

    def read(self, reply: Reply) -> list[Puzzle]:
        self.tries += reply.header.get("tries", 0)
        self.overspent += reply.header.get("overspent", 0)
        if not self.warned and self.tries >= 50 and self.overspent > 0.02 * self.tries:
            self.warned = True
            warnings.warn(f"{self.overspent} of {self.tries} draws used up a budget and were thrown away: hard puzzles are missing "
                          f"from what {self.header['source']} makes", BiasWarning, stacklevel=4)
        return [Puzzle(line) for line in reply.payload.splitlines()]


def _range(seed: int, start: int, count: int | None, step: int) -> tuple[int, int, int | None, int]:
    return whole("seed", seed, 0), whole("start", start, 0), None if count is None else whole("count", count, 0), whole("step", step, 1)


def generate(source: str, *, seed: int = 1, level: int | None = None, count: int | None = None, start: int = 0, step: int = 1,
             lang: str | None = None, difficulty_class: str | None = None, settings: Mapping[str, object] | None = None,
             max_tries: int | None = None, client: Client | None = None) -> Iterator[Puzzle]:
    """Makes puzzles, without end unless a count is given; the records are those that `quandary generate` writes.

    Record i of a run depends on the source, the options, the seed and i alone, so it is the same on every machine and whatever
    else is made. Some records are made ahead of the one that is asked for.

    Args:
        source: a family with its parameters such as "sudoku:9x9", "gallery:NAME", or the name of a specification file.
        seed: the seed of the run.
        level: the difficulty, from 1 to 10. Without parameters in the source the level chooses the size too.
        count: how many record numbers to go through; None: no end.
        start: the number of the first record.
        step: the distance to the next record number; with `start` it deals one run out to several processes.
        lang: the language of a family's texts, such as "en", "zh", "de", "es" or "ja".
        difficulty_class: a class of the family, such as "hard".
        settings: options of the family's generator by name; `families` lists them.
        max_tries: how many draws a specification may make for a record.
        client: the client to ask; default: the one that all functions share.

    Raises:
        QuandaryError: where the program refuses the source or its options, or a record cannot be made.
    """
    seed, start, count, step = _range(seed, start, count, step)
    run = _Records({**_source(source, level, lang, difficulty_class, settings, max_tries), "seed": seed}, start, count, step)
    c = client or shared()
    return _Run(c, run)


class _Run(Iterator[Puzzle]):
    """The puzzles of a run, for any number of threads: each gets the next one.

    What has been asked of the program stays noted until it is answered, so an interrupt loses nothing. After a fork the child asks a
    process of its own again for what was under way: the answers to the parent go to the parent.
    """

    def __init__(self, client: Client, records: _Records) -> None:
        self._client, self._records = client, records
        self._under_way: deque[tuple[dict[str, Any], Request]] = deque()
        self._ready: deque[Puzzle] = deque()
        self._closed = False
        self._lock, self._pid = threading.Lock(), os.getpid()

    def __next__(self) -> Puzzle:
        if self._pid != os.getpid():
            self._lock, self._pid = threading.Lock(), os.getpid()
            self._under_way = deque((asked, self._client.ask(asked)) for asked, _ in self._under_way)
        with self._lock:
            while not self._ready:
                if self._closed:
                    raise StopIteration
                try:
                    self._fetch()
                except Exception:
                    self._end()
                    raise
            return self._ready.popleft()

    def __reduce__(self) -> Any:
        raise QuandaryError("a run of puzzles stays in its process: hand over the arguments of generate, with a start or a seed for each process")

    def _fetch(self) -> None:
        run, under_way = self._records, self._under_way
        while len(under_way) < (_AHEAD if run.step == 1 else 4 * _AHEAD) and (header := run.ask()):
            under_way.append((header, self._client.ask(header)))
        if not under_way:
            self._closed = True
            return
        asked, request = under_way[0]
        reply = request.result()
        if rest := run.rest(asked, reply):
            under_way[0] = rest, self._client.ask(rest)
        else:
            under_way.popleft()
        self._ready.extend(run.read(reply))

    def _end(self) -> None:
        self._closed = True
        if self._pid == os.getpid():
            for _, request in self._under_way:
                self._client.drop(request)
        self._under_way.clear()

    def close(self) -> None:
        """Ends the run, and what is being made for it."""
        with self._lock:
            self._end()
            self._ready.clear()

    def __del__(self) -> None:
        if not self._closed:
            self._end()


async def agenerate(source: str, *, seed: int = 1, level: int | None = None, count: int | None = None, start: int = 0, step: int = 1,
                    lang: str | None = None, difficulty_class: str | None = None, settings: Mapping[str, object] | None = None,
                    max_tries: int | None = None, client: Client | None = None) -> AsyncIterator[Puzzle]:
    """Is `generate` for asyncio."""
    seed, start, count, step = _range(seed, start, count, step)
    run = _Records({**_source(source, level, lang, difficulty_class, settings, max_tries), "seed": seed}, start, count, step)
    c = client or shared()
    under_way: deque[tuple[dict[str, Any], Future[Reply]]] = deque()
    try:
        while True:
            while len(under_way) < _AHEAD and (header := run.ask()):
                under_way.append((header, c.submit(header)))
            if not under_way:
                return
            asked, future = under_way.popleft()
            reply = await asyncio.wrap_future(future)
            if rest := run.rest(asked, reply):
                under_way.appendleft((rest, c.submit(rest)))
            for p in run.read(reply):
                yield p
    finally:
        for _, future in under_way:
            c.cancel(future)


def worker_seed(seed: int, worker: int) -> int:
    """A seed of its own for each worker of a data loader: the streams of two workers, or of two seeds, have nothing in common.

    The bits are mixed as in SplitMix64 (Steele, Lea, Flood 2014, "Fast splittable pseudorandom number generators", section 5).
    """
    mask = (1 << 64) - 1
    seed, worker = whole("seed", seed, 0), whole("worker", worker, 0)
    z = (seed * 0x9E3779B97F4A7C15 + (worker + 1) * 0xD1B54A32D192ED03) & mask
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
    return z ^ (z >> 31)


# Marks.

def _text(answer: Any) -> str:
    """An answer as it is sent. Tables and frameworks hand over more than text: None and NaN stand for no answer, all else for its text."""
    if isinstance(answer, (bytes, bytearray)):
        answer = answer.decode("utf-8", "replace")
    if isinstance(answer, str):
        return answer if len(answer) <= _LONGEST else answer[:_LONGEST + 1]
    if answer is None:
        return ""
    if isinstance(answer, (list, dict, bool)):
        return _text(json.dumps(answer, ensure_ascii=False, default=str))
    text = str(answer)
    return "" if text in ("nan", "NaN", "<NA>", "NaT") else text


def _asked(puzzle: PuzzleLike) -> bytes:
    """What a request for a mark says of the puzzle: the members behind the answer, and the end of the object."""
    if isinstance(puzzle, str):
        out: dict[str, Any] = {"puzzle": puzzle}
    else:
        record = puzzle.record if isinstance(puzzle, Puzzle) else puzzle
        if not isinstance(record, Mapping):
            raise QuandaryError(f"expected a Puzzle, a record or an id, found {type(puzzle).__name__}")
        out = {}
        if origin := record.get("quandary"):
            if not isinstance(origin, Mapping):
                raise QuandaryError(f'"quandary": expected an object, found {origin!r:.80}')
            if origin.get("puzzle"):
                out["puzzle"] = origin["puzzle"]
        if record.get("answer") is not None:  # else "None" would be right
            out["reference"] = str(record["answer"])
            out["eval_type"] = kind = str(record.get("eval_type", ""))
            if "puzzle" not in out or "option" in kind:  # else the puzzle's rules judge
                out["problem"] = str(record.get("problem", ""))
        elif "puzzle" in record:
            out["puzzle"] = record["puzzle"]
    return (", " + _json(out)[1:] if out else "}").encode("utf-8", "replace")


_json, _values = json.JSONEncoder(ensure_ascii=False).encode, json.JSONDecoder().raw_decode


def _sent(puzzle: PuzzleLike, answer: Any) -> bytes:
    asked = puzzle._asked if isinstance(puzzle, Puzzle) else None
    if asked is None:
        asked = _asked(puzzle)
        if isinstance(puzzle, Puzzle):
            puzzle._asked = asked
    return b'{"answer": ' + _json(_text(answer)).encode("utf-8", "replace") + asked


def _mark(obj: dict[str, Any]) -> Mark:
    if "error" in obj:
        raise QuandaryError(obj["error"])
    get = obj.get
    return Mark(obj["correct"], obj["score"], obj["reason"], get("detail", ""), get("extracted", ""), get("offered", 1), tuple(get("parts", ())))


def _marks(reply: Reply) -> list[Mark]:
    text = reply.payload.decode()
    return [_mark(obj) for obj in _values("[" + text.rstrip("\n").replace("\n", ",") + "]")[0]]


def score(puzzle: PuzzleLike, answer: str, *, client: Client | None = None) -> Mark:
    """Marks an answer: by the rules of the puzzle's family where it has some, so that any right solution counts, else against
    the reference. The answer is all that a model said; what counts of it as the final answer is the program's to find. An answer
    that is missing (None, or NaN in a table) is marked as empty, a number as what it prints as.

    Raises:
        QuandaryError: where the puzzle is none.
    """
    return _marks((client or shared()).call(_GRADE, _sent(puzzle, answer)))[0]


async def ascore(puzzle: PuzzleLike, answer: str, *, client: Client | None = None) -> Mark:
    """Is `score` for asyncio."""
    return _marks(await asyncio.wrap_future((client or shared()).submit(_GRADE, _sent(puzzle, answer))))[0]


def _batches(puzzles: Iterable[PuzzleLike] | PuzzleLike, answers: Iterable[str]) -> Iterator[bytes]:
    if isinstance(answers, (str, bytes)):
        raise QuandaryError("expected a list of answers, found one text: score marks one answer")
    try:
        answers = list(answers)
        puzzles = [puzzles] * len(answers) if isinstance(puzzles, (str, Puzzle, Mapping)) else list(puzzles)
    except TypeError as err:
        raise QuandaryError(f"expected a list of puzzles, or one, and a list of answers: {err}") from None
    if len(puzzles) != len(answers):
        raise QuandaryError(f"expected as many answers as puzzles, found {len(answers)} and {len(puzzles)}")
    lines: list[bytes] = []
    size = 0
    for p, a in zip(puzzles, answers):
        lines.append(_sent(p, a))
        size += len(lines[-1])
        if len(lines) == _BATCH or size >= _BATCH_BYTES:
            yield b"\n".join(lines)
            lines, size = [], 0
    if lines:
        yield b"\n".join(lines)


def score_all(puzzles: Iterable[PuzzleLike] | PuzzleLike, answers: Iterable[str], *, client: Client | None = None) -> list[Mark]:
    """Marks many answers, each to its puzzle or all to one, in one go; the marks are in the order of the answers."""
    c = client or shared()
    batches = _batches(puzzles, answers)
    first, second = next(batches, None), next(batches, None)
    if first is None:
        return []
    if second is None:
        return _marks(c.call(_GRADE, first))
    under_way: deque[Request] = deque()
    marks: list[Mark] = []
    try:
        for payload in chain((first, second), batches):
            if len(under_way) >= _BATCHES:
                marks += _marks(under_way[0].result())
                under_way.popleft()
            under_way.append(c.ask(_GRADE, payload))
        while under_way:
            marks += _marks(under_way[0].result())
            under_way.popleft()
    finally:  # of an interrupt, or an error
        for request in under_way:
            c.drop(request)
    return marks


async def ascore_all(puzzles: Iterable[PuzzleLike] | PuzzleLike, answers: Iterable[str], *, client: Client | None = None) -> list[Mark]:
    """Is `score_all` for asyncio."""
    c = client or shared()
    under_way: deque[Future[Reply]] = deque()
    marks: list[Mark] = []
    for payload in _batches(puzzles, answers):
        if len(under_way) >= _BATCHES:
            marks += _marks(await asyncio.wrap_future(under_way.popleft()))
        under_way.append(c.submit(_GRADE, payload))
    for future in under_way:
        marks += _marks(await asyncio.wrap_future(future))
    return marks


# Commands.

@dataclass(frozen=True, slots=True)
class Completed:
    """What a command printed, and its exit code."""

    code: int
    output: bytes
    errors: str

    @property
    def text(self) -> str:
        """The output as text."""
        return self.output.decode()

    def check(self) -> Completed:
        """Itself, or QuandaryError where the exit code is not 0."""
        if self.code:
            raise QuandaryError(self.errors.strip().removeprefix("quandary: ") or f"exit code {self.code}")
        return self


def run(*args: str, stdin: bytes | str = b"", timeout: float | None = None, client: Client | None = None) -> Completed:
    """Runs any command of the program in the process that is up, such as run("rate", "sudoku:9x9#17").

    Files are relative to the folder in which the process was started. After so many seconds as the time-out says the command is
    ended, and TimeoutError raised.
    """
    payload = stdin.encode("utf-8", "replace") if isinstance(stdin, str) else stdin
    if not isinstance(payload, (bytes, bytearray)):
        raise refused("stdin", "a text or bytes", stdin)
    texts("args", args)
    return _completed((client or shared()).call({"op": "run", "args": list(args)}, payload, timeout))


def _completed(reply: Reply) -> Completed:
    return Completed(reply.header["code"], reply.payload, reply.header["errors"])


def _line(puzzle: PuzzleLike, family: str | None) -> bytes:
    """A puzzle as a line of input: a record, or an id, or the text of a puzzle in a format of the family."""
    if isinstance(puzzle, Puzzle):
        return puzzle.line
    if isinstance(puzzle, str):
        if not family and not re.match(r"[A-Za-z][\w-]*(?::(?!//)|#)", puzzle):  # nor an address
            raise refused("puzzle", 'a Puzzle, a record, an id such as "sudoku:9x9#17", or with family="..." the text of one', puzzle)
        return json.dumps({"problem": puzzle} if "\n" in puzzle else {"puzzle": puzzle, "problem": puzzle}).encode()
    return Puzzle(puzzle).line


def _ask(command: str, puzzles: Iterable[PuzzleLike], family: str | None, *flags: str) -> tuple[dict[str, Any], bytes]:
    args = [command, "--format", "jsonl", *flags, "-"]
    if family:
        args[1:1] = _family(family)
    return {"op": "run", "args": args}, b"\n".join(_line(p, family) for p in puzzles) + b"\n"


def _family(family: str) -> list[str]:
    """The flag for a family, or for a rules file that states one."""
    if text("family", family).endswith((".yaml", ".yml", ".json")):
        return ["--rules", os.path.abspath(family)]  # the process that is up may be in another folder
    return ["--kind", family]


def _lines(reply: Reply) -> list[dict[str, Any]]:
    out = [json.loads(line) for line in reply.payload.splitlines()]
    if not out:
        _done(_completed(reply))
    for obj in out:
        if "error" in obj:
            obj["error"] = _placed(obj["error"])
    return out


def _done(out: Completed) -> Completed:
    """What a command printed, or the error of one that read a puzzle of ours."""
    if out.code:
        raise QuandaryError(_placed(out.errors.strip()) or f"exit code {out.code}")
    return out


def _placed(message: str) -> str:
    """A message about a puzzle that we handed over, with its place in the puzzle's text, without that in our request."""
    message = re.sub(r"\A(?:quandary: )?(?:--(?=[a-z]+: ))?", "", message)  # arguments are flags there
    m = re.match(r"standard input(?::\d+)?(?::(\d+)(?::(\d+))?)?: ", message)
    if not m:
        return message
    return (f"line {m[1]}" + (f", column {m[2]}" if m[2] else "") + ": " if m[1] else "") + message[m.end():]


def _one(reply: Reply) -> dict[str, Any]:
    obj = _lines(reply)[0]
    if "error" in obj:
        raise QuandaryError(obj["error"])
    return obj


def _solution(obj: dict[str, Any]) -> Solution:
    return Solution(obj["status"], obj["solutions"], obj.get("solution"), obj.get("reason", ""))


def solve(puzzle: PuzzleLike, *, family: str | None = None, limit: int = 2, timeout: float | None = None, client: Client | None = None) -> Solution:
    """Solves a puzzle, and proves how many solutions it has.

    Args:
        puzzle: a Puzzle, a record, an id such as "sudoku:9x9#17", or, with a family, the text of a puzzle in any of its formats.
        family: the family of a text, or the rules file of a family of your own.
        limit: how many solutions to look for; uniqueness is always decided.
        timeout: seconds after which the search is ended with TimeoutError.

    Raises:
        QuandaryError: where the puzzle cannot be read or its family has no solver.
    """
    return _solution(_one((client or shared()).call(*_ask("solve", [puzzle], family, "--limit", str(limit)), timeout)))


async def asolve(puzzle: PuzzleLike, *, family: str | None = None, limit: int = 2, client: Client | None = None) -> Solution:
    """Is `solve` for asyncio."""
    return _solution(_one(await asyncio.wrap_future((client or shared()).submit(*_ask("solve", [puzzle], family, "--limit", str(limit))))))


def solve_all(puzzles: Iterable[PuzzleLike], *, family: str | None = None, limit: int = 2, client: Client | None = None) -> list[Solution | QuandaryError]:
    """Solves many puzzles on all processors; for one that cannot be solved its place has the error."""
    reply = (client or shared()).call(*_ask("solve", puzzles, family, "--limit", str(limit)))
    return [QuandaryError(o["error"]) if "error" in o else _solution(o) for o in _lines(reply)]


def _explanation(obj: dict[str, Any]) -> Explanation:
    return Explanation(obj["solved"], tuple(map(Step.of, obj["steps"])), obj["state"])


def _how(max: str | None, method: str | None, state: str | None, lang: str | None) -> list[str]:
    flags = []
    for flag, value in (("--max", max), ("--method", method), ("--state", state), ("--lang", lang)):
        if value:
            flags += [flag, value]
    return flags


def explain(puzzle: PuzzleLike, *, family: str | None = None, max: str | None = None, method: str | None = None, state: str | None = None,
            lang: str | None = None, timeout: float | None = None, client: Client | None = None) -> Explanation:
    """Solves a puzzle step by step as a person does, and says why.

    Args:
        puzzle: as for `solve`.
        max: the hardest technique that may be used.
        method: how to reason, where a family has several ways.
        state: the state of play to start from.
        lang: the language of the sentences, where a family has several.
    """
    return _explanation(_one((client or shared()).call(*_ask("explain", [puzzle], family, *_how(max, method, state, lang)), timeout)))


async def aexplain(puzzle: PuzzleLike, *, family: str | None = None, max: str | None = None, method: str | None = None,
                   state: str | None = None, lang: str | None = None, client: Client | None = None) -> Explanation:
    """Is `explain` for asyncio."""
    return _explanation(_one(await asyncio.wrap_future((client or shared()).submit(*_ask("explain", [puzzle], family, *_how(max, method, state, lang))))))


def _verdict(reply: Reply) -> Verdict:
    obj = _lines(reply)[0]
    if obj.get("unread"):
        raise QuandaryError(obj["error"])
    if "error" in obj:
        return Verdict(False, obj["error"], (), obj)
    if "status" in obj and "rules" in obj:
        rules = tuple(obj["rules"])
        return Verdict(obj["status"] == "solved", "; ".join(r["sentence"] for r in rules) or obj["status"], rules, obj)
    return Verdict(True, "", (), obj)


def check(puzzle: PuzzleLike, answer: str | None = None, *, family: str | None = None, timeout: float | None = None, client: Client | None = None) -> Verdict:
    """Checks that a puzzle has the solutions that it should have; with an answer, that the answer is right.

    Raises:
        QuandaryError: where the puzzle cannot be read.
    """
    flags = ["--answer", text("answer", answer)] if answer is not None else []
    return _verdict((client or shared()).call(*_ask("check", [puzzle], family, *flags), timeout))


async def acheck(puzzle: PuzzleLike, answer: str | None = None, *, family: str | None = None, client: Client | None = None) -> Verdict:
    """Is `check` for asyncio."""
    flags = ["--answer", text("answer", answer)] if answer is not None else []
    return _verdict(await asyncio.wrap_future((client or shared()).submit(*_ask("check", [puzzle], family, *flags))))


def draw(puzzle: PuzzleLike, *, to: str = "png", unit: float = 48, solved: bool = False, state: str | None = None, family: str | None = None,
         client: Client | None = None) -> bytes:
    """Draws a puzzle: a PNG, or "svg", "pdf" or "text".

    Args:
        unit: the width of a cell in pixels, of a PNG or SVG.
        solved: draw the solution.
        state: draw the puzzle at this state of play.
        family: the family of a text, or the rules file of a family of your own.
    """
    args = ["render", "--to", to]
    if to in ("png", "svg"):
        args += ["--unit", str(unit)]
    if solved:
        args.append("--solved")
    if state:
        args += ["--state", state]
    if family:
        args += _family(family)
    return _done(run(*args, "-", stdin=_line(puzzle, family) + b"\n", client=client)).output


def families(name: str | None = None, *, client: Client | None = None) -> list[Family]:
    """Lists the families of puzzles that the program knows, or the one of a name."""
    args = ["families", "--format", "jsonl"] + ([name] if name else [])
    out = run(*args, client=client).check().output
    found = [json.loads(line) for line in out.splitlines()]
    return [Family(o["name"], o["summary"], o.get("params", ""), o["generate"], o["declared"], o.get("levels", 0), o) for o in found]
