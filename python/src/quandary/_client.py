"""The conversation with the program: one long-lived process, requests and answers in frames over its pipes.

Any number of threads may call a client. After a fork the child gets a process of its own at its first call. When the process
dies, a new one is started and what was not yet answered is asked again: every request gives the same answer whenever it is
asked. Each answer is a `concurrent.futures.Future`, which asyncio can wait for.
"""

from __future__ import annotations

import atexit
import contextlib
import itertools
import json
import os
import struct
import subprocess
import sys
import threading
import weakref
from concurrent import futures
from concurrent.futures import Future, InvalidStateError
from dataclasses import dataclass, field
from typing import IO, Any

from ._arguments import texts, whole
from ._program import program
from .errors import QuandaryError, WorkerDied

if sys.platform == "linux":
    import fcntl

_lengths = struct.Struct(">II")
_TRIES = 3  # how often a request may see the process die
_PIPE = 1 << 20  # bytes that wait in a pipe
_MOST_HEADER, _MOST_PAYLOAD = 1 << 20, 64 << 20  # bytes of a frame; the process ends at the sight of more

Header = dict[str, Any]


def _head(header: Header) -> bytes:
    return json.dumps(header, ensure_ascii=False).encode("utf-8", "replace")


@dataclass
class Reply:
    """An answer: its header, and the payload."""

    header: Header
    payload: bytes


@dataclass(eq=False)
class _Request:
    head: bytes  # the header, without the number that it gets when it is sent
    payload: bytes
    future: Future[Reply] = field(default_factory=Future)
    tries: int = 0


def _settle(future: Future[Reply], result: Reply | Exception) -> None:
    """Hands over an answer, which nobody waits for any more where the future was cancelled."""
    with contextlib.suppress(InvalidStateError):
        if isinstance(result, Exception):
            future.set_exception(result)
        else:
            future.set_result(result)


class _Process:
    """One process of the program, and what it has been asked."""

    def __init__(self, command: list[str]) -> None:
        # A session of its own keeps Ctrl-C, which the caller may handle, from the process; it ends with its standard input.
        self.popen = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True)
        assert self.popen.stdin and self.popen.stdout
        self.stdin: IO[bytes] = self.popen.stdin
        self.stdout: IO[bytes] = self.popen.stdout
        if sys.platform == "linux":  # a batch goes through in few turns of writing and reading; where it may not, in more
            for pipe in (self.stdin, self.stdout):
                with contextlib.suppress(OSError):
                    fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _PIPE)
        self.writing = threading.Lock()
        self.pending: dict[int, _Request] = {}
        self.rest, self.at = b"", 0  # what has been read, and how much of it has been given

    def write(self, head: bytes, payload: bytes) -> None:
        data = memoryview(_lengths.pack(len(head), len(payload)) + head + payload)
        # A process that has died is the reader's to find; what was to be written stays pending and is written to the next one.
        with self.writing, contextlib.suppress(OSError, ValueError):
            while data:
                data = data[self.stdin.write(data) or 0:]

    def read(self, n: int) -> bytes:
        """The next bytes of the answers. What stands behind them in the pipe is read along, so that a short answer takes one turn."""
        here = self.rest[self.at:self.at + n]
        self.at += len(here)
        if len(here) == n:
            return here
        parts, n = [here], n - len(here)
        while n > 0:
            self.rest = self.stdout.read(max(1 << 16, min(n, _PIPE))) or b""
            if not self.rest:
                raise EOFError
            parts.append(self.rest[:n])
            self.at = len(parts[-1])
            n -= self.at
        return b"".join(parts)

    def abandon(self) -> None:
        """Lets go of the pipes of a process that belongs to the parent of a fork."""
        for pipe in (self.stdin, self.stdout):
            with contextlib.suppress(OSError):
                pipe.close()
        self.popen.returncode = 0  # so that nobody waits for a process that is not ours

    def end(self) -> None:
        with contextlib.suppress(OSError):
            self.stdin.close()
        try:
            self.popen.wait(2)
        except subprocess.TimeoutExpired:
            self.popen.kill()
            self.popen.wait()


class Client:
    """Asks a process of the program, which starts with the first request.

    Args:
        workers: how many records or answers the process works on at once; default: as many as there are processors.
        command: the program and what stands before the name of the command; default: the program of the package.
    """

    def __init__(self, workers: int | None = None, command: list[str] | None = None) -> None:
        self._command = None if command is None else texts("command", command)
        self._workers = None if workers is None else whole("workers", workers, 1, 1 << 16)
        self._ids = itertools.count(1)
        self._lock = threading.Lock()
        self._process: _Process | None = None
        self._closed = False
        _clients.add(self)

    def __reduce__(self) -> tuple[type[Client], tuple[int | None, list[str] | None]]:
        return type(self), (self._workers, self._command)  # elsewhere it asks a process of its own

    def submit(self, header: Header, payload: bytes = b"") -> Future[Reply]:
        """Asks, and gives a future of the answer; an answer with an error is the exception QuandaryError."""
        request = _Request(_head(header), payload)
        if len(payload) > _MOST_PAYLOAD or len(request.head) > _MOST_HEADER - 32:  # room for its number
            request.future.set_exception(QuandaryError(f"the request is too long: {len(payload)} bytes, at most {_MOST_PAYLOAD} are read at once"))
            return request.future
        # Who waits in asyncio may cancel the future, for example when time is up: then the work ends too.
        request.future.add_done_callback(lambda future: self.cancel(future) if future.cancelled() else None)
        self._send(request)
        return request.future

    def call(self, header: Header, payload: bytes = b"", timeout: float | None = None) -> Reply:
        """Asks, and waits for the answer; after so many seconds the request is ended and TimeoutError raised."""
        future = self.submit(header, payload)
        try:
            return future.result(timeout)
        except BaseException as err:
            if not future.done():
                self.cancel(future)
            if isinstance(err, futures.TimeoutError):  # before Python 3.11 not the built-in one
                raise TimeoutError(f"no answer within {timeout} s") from None
            raise

    def cancel(self, future: Future[Reply]) -> None:
        """Ends a request in the process; its future gets an error unless it was answered before."""
        with self._lock:
            process = self._process
            ids = [i for i, r in process.pending.items() if r.future is future] if process else []
        for i in ids:
            assert process
            process.write(_head({"op": "cancel", "of": i}), b"")

    @property
    def pid(self) -> int | None:
        """The number of the process, or None when there is none."""
        process = self._process
        return process.popen.pid if process else None

    def close(self) -> None:
        """Ends the process. What was not answered raises WorkerDied."""
        with self._lock:
            self._closed = True
            process, self._process = self._process, None
        if process:
            process.end()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _send(self, request: _Request) -> None:
        try:
            with self._lock:
                process = self._process or self._start()
                number = next(self._ids)
                process.pending[number] = request
        except (OSError, QuandaryError) as err:
            failure = err if isinstance(err, QuandaryError) else QuandaryError(f"the program cannot be started: {err}")
            _settle(request.future, failure)
            return
        process.write(request.head[:-1] + b', "id": %d}' % number, request.payload)

    def _start(self) -> _Process:
        if self._closed:
            raise QuandaryError("the client is closed")
        command = [*(self._command or [program()]), "worker"]
        if self._workers:
            command += ["-j", str(self._workers)]
        process = _Process(command)
        self._process = process
        threading.Thread(target=self._listen, args=(process,), name="quandary", daemon=True).start()
        return process

    def _listen(self, process: _Process) -> None:
        """Hands answers to those who wait for them until the process ends, and asks the next one for what is missing."""
        try:
            while True:
                head, payload = _lengths.unpack(process.read(_lengths.size))
                header = json.loads(process.read(head))
                reply = Reply(header, process.read(payload))
                with self._lock:
                    request = process.pending.pop(header["id"], None)
                if request is None:
                    continue
                _settle(request.future, QuandaryError(header["error"]) if "error" in header else reply)
        except (EOFError, OSError, ValueError):
            pass
        with self._lock:
            if self._process is process:
                self._process = None
            orphans, process.pending = list(process.pending.values()), {}
            closed = self._closed
        process.end()
        process.stdout.close()
        for request in orphans:
            request.tries += 1
            if request.future.cancelled():
                continue
            if closed or request.tries >= _TRIES:
                why = "the client was closed" if closed else f"the program ended in the middle of this call, {_TRIES} times in a row"
                _settle(request.future, WorkerDied(why))
            else:
                self._send(request)

    def _after_fork(self) -> None:
        process, self._process = self._process, None
        self._lock = threading.Lock()
        if process:
            process.abandon()


_clients: weakref.WeakSet[Client] = weakref.WeakSet()


def _after_fork() -> None:
    global _shared_lock
    _shared_lock = threading.Lock()
    for client in _clients:
        client._after_fork()


if sys.platform != "win32":
    os.register_at_fork(after_in_child=_after_fork)


@atexit.register
def _close_all() -> None:
    for client in list(_clients):
        client.close()


_shared: Client | None = None
_shared_lock = threading.Lock()


def shared() -> Client:
    """The client that the functions of the package use."""
    global _shared
    with _shared_lock:
        if _shared is None or _shared._closed:
            _shared = Client()
        return _shared
