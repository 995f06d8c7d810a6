"""The conversation with the program: one long-lived process, requests and answers in frames over its pipes.

Any number of threads may call a client. After a fork the child gets a process of its own at its first call. When the process
dies, a new one is started and what was not yet answered is asked again: every request gives the same answer whenever it is
asked. An answer is a `concurrent.futures.Future`, which asyncio can wait for.

Who calls while nobody else does reads the answer himself, because waking a thread takes as long as ten marks; else a thread of the
client's reads all answers. One of them reads at a time. An interrupt such as Ctrl-C may come between any two lines of a thread that
calls, so what has been read is kept by single steps that are done or not: see `_Process.hear`.
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
from concurrent.futures import Future, InvalidStateError
from dataclasses import dataclass
from typing import IO, Any, Callable

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


_text = json.JSONEncoder(ensure_ascii=False).encode
_object = json.JSONDecoder().raw_decode


def _head(header: Header | bytes) -> bytes:
    return header if isinstance(header, bytes) else _text(header).encode("utf-8", "replace")


@dataclass
class Reply:
    """An answer: its header, and the payload."""

    header: Header
    payload: bytes


class Request:
    """What has been asked, and its answer.

    A call waits for a lock, and not for a future, which an interrupt may leave locked: then who hands over answers would wait for ever.
    """

    __slots__ = ("head", "payload", "tries", "future", "_result", "_open")

    def __init__(self, head: bytes, payload: bytes, future: Future[Reply] | None = None) -> None:
        self.head = head  # the header, without the number that it gets when it is sent
        self.payload = payload
        self.tries = 0
        self.future = future  # where somebody waits for one
        self._result: Reply | QuandaryError | None = None
        self._open = threading.Lock()  # held until there is a result
        self._open.acquire()

    def settle(self, result: Reply | QuandaryError) -> None:
        """Hands over the answer, which nobody waits for any more where the future was cancelled."""
        if isinstance(result, Reply) and "error" in result.header:
            result = QuandaryError(result.header["error"])
        self._result = result
        with contextlib.suppress(RuntimeError):
            self._open.release()
        if self.future:
            with contextlib.suppress(InvalidStateError):
                if isinstance(result, QuandaryError):
                    self.future.set_exception(result)
                else:
                    self.future.set_result(result)

    def result(self, timeout: float | None = None) -> Reply:
        """Waits for the answer, which one thread at a time may do; an answer with an error is the exception QuandaryError."""
        if self._result is None and not self._open.acquire(timeout=-1 if timeout is None else max(0, timeout)):
            raise TimeoutError(f"no answer within {timeout} s")
        if isinstance(self._result, QuandaryError):
            raise self._result
        assert self._result
        return self._result


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
        self.torn = False  # a frame was written in part
        self.pending: dict[int, Request] = {}
        self.over = False
        self.fd = self.stdout.fileno()
        self.came: list[bytes] = []  # what has been read and not been used
        self.reader: dict[str, object] = {}  # who reads: a lock that knows its owner, taken and let go in one step each
        self.wanted = threading.Lock()  # free when the client's thread shall read
        self.wanted.acquire()

    def write(self, head: bytes, payload: bytes) -> None:
        data = b"".join((_lengths.pack(len(head), len(payload)), head, payload))
        with self.writing:
            if self.torn:
                return  # it may live for a moment yet, and would read this as the rest of that frame: it stays pending
            try:
                done = self.stdin.write(data) or 0
                while done < len(data):
                    done += self.stdin.write(memoryview(data)[done:]) or 0
            except (OSError, ValueError):
                pass  # it has died, which is the reader's to find: what was to be written stays pending and is written to the next one
            except BaseException:  # an interrupt: nobody knows how much of the frame is written
                self.torn = True
                self.popen.kill()
                raise

    def read_by(self, who: object) -> bool:
        """Lets somebody read unless somebody reads."""
        return self.reader.setdefault("", who) is who

    def leave(self, who: object) -> None:
        """Ends reading, of who may not have begun. What else has been asked is for the client's thread."""
        if self.reader.get("") is who:
            self.reader.clear()
            if self.pending or self.over:
                self.wake()

    def wake(self) -> None:
        """Has the client's thread look whether there is something to read."""
        with contextlib.suppress(RuntimeError):  # it is awake
            self.wanted.release()

    def hear(self) -> tuple[Header, bytes, list[bytes]]:
        """The header and the payload of the next answer, and what has been read behind it, which is for `came` when the answer has been used.

        An interrupt finds `came` as it was, or with what has been read: extending a list by what a function of C gives is one step.
        """
        while (lack := self._lack()) > 0:
            self.came.extend(map(os.read, (self.fd,), (max(1 << 16, min(lack, _PIPE)),)))  # a short answer takes one turn
            if not self.came[-1]:
                raise EOFError
        data = b"".join(self.came)
        head, payload = _lengths.unpack_from(data)
        head += _lengths.size
        payload += head
        return _object(data[_lengths.size:head].decode())[0], data[head:payload], [data[payload:]] if len(data) > payload else []

    def _lack(self) -> int:
        """How many bytes of the next answer are still to be read; 0 or less when it is there."""
        size = sum(map(len, self.came))
        if size < _lengths.size:
            return _lengths.size - size
        head, payload = _lengths.unpack_from(self.came[0] if len(self.came[0]) >= _lengths.size else b"".join(self.came))
        return _lengths.size + int(head) + int(payload) - size

    def abandon(self) -> None:
        """Lets go of the pipes of a process that belongs to the parent of a fork."""
        for pipe in (self.stdin, self.stdout):
            with contextlib.suppress(OSError):
                pipe.close()
        self.popen.returncode = 0  # so that nobody waits for a process that is not ours

    def end(self) -> None:
        self.over = True
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

    def submit(self, header: Header | bytes, payload: bytes = b"") -> Future[Reply]:
        """Asks, and gives a future of the answer; an answer with an error is the exception QuandaryError. The header is an object, or its text."""
        future: Future[Reply] = Future()
        # Who waits in asyncio may cancel the future, for example when time is up: then the work ends too.
        future.add_done_callback(lambda future: self.cancel(future) if future.cancelled() else None)
        self._ask(Request(_head(header), payload, future))
        return future

    def ask(self, header: Header | bytes, payload: bytes = b"") -> Request:
        """Asks, for who waits for the answer in a thread."""
        request = Request(_head(header), payload)
        self._ask(request)
        return request

    def _ask(self, request: Request) -> None:
        try:
            self._send(request)[0].wake()
        except QuandaryError as err:
            request.settle(err)

    def call(self, header: Header | bytes, payload: bytes = b"", timeout: float | None = None) -> Reply:
        """Asks, and waits for the answer; after so many seconds the request is ended and TimeoutError raised."""
        request = Request(_head(header), payload)
        try:
            process, number, alone = self._send(request)
            if timeout is not None or not alone or not self._read(process, request, number):
                process.wake()
            return request.result(timeout)
        except QuandaryError:
            raise
        except BaseException:
            self.drop(request)
            raise

    def _read(self, process: _Process, request: Request, number: int) -> bool:
        """Reads the answer to a request unless somebody else reads, or waits: then the client's thread does."""
        try:
            while process.read_by(request) and not process.over:
                if number not in process.pending:
                    return False  # the client's thread, awake for another answer, read this one before this thread began
                header, payload, rest = process.hear()
                found = header["id"]
                if found != number and found in process.pending:
                    return False
                process.came = rest
                process.pending.pop(found, None)
                if found == number:
                    request.settle(Reply(header, payload))
                    return True
        except (EOFError, OSError, ValueError):
            pass  # the client's thread finds it too, and asks another process
        finally:
            process.leave(request)
        return False

    def cancel(self, future: Future[Reply]) -> None:
        """Ends a request in the process; its future gets an error unless it was answered before."""
        self._end(lambda r: r.future is future)

    def drop(self, request: Request) -> None:
        """Ends a request that nobody waits for any more, wherever its call was interrupted."""
        request.tries = _TRIES  # another process is not asked
        if process := self._process:
            process.leave(request)
            process.wake()  # the interrupt may have come before it was woken
        for process, number in self._end(lambda r: r is request):
            process.pending.pop(number, None)

    def _end(self, which: Callable[[Request], bool]) -> list[tuple[_Process, int]]:
        """Ends requests, and gives what they were asked of, with their numbers."""
        with self._lock:
            process = self._process
            found = [(process, i) for i, r in list(process.pending.items()) if which(r)] if process else []
        for process, number in found:
            process.write(_head({"op": "cancel", "of": number}), b"")
        return found

    @property
    def pid(self) -> int | None:
        """The number of the process, or None when there is none."""
        process = self._process
        return process.popen.pid if process and process.popen.poll() is None else None

    def close(self) -> None:
        """Ends the process. What was not answered raises WorkerDied."""
        with self._lock:
            self._closed = True
            process, self._process = self._process, None
        if process:
            process.end()
            process.wake()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _send(self, request: Request) -> tuple[_Process, int, bool]:
        """Asks a process: which, by what number, and whether nothing else is under way there."""
        if len(request.payload) > _MOST_PAYLOAD or len(request.head) > _MOST_HEADER - 32:  # room for its number
            raise QuandaryError(f"the request is too long: {len(request.payload)} bytes, at most {_MOST_PAYLOAD} are read at once")
        try:
            with self._lock:
                process = self._process or self._start()
                alone = not process.pending
                number = next(self._ids)
                process.pending[number] = request
        except OSError as err:
            raise QuandaryError(f"the program cannot be started: {err}") from None
        process.write(request.head[:-1] + b', "id": %d}' % number, request.payload)
        return process, number, alone

    def _start(self) -> _Process:
        if self._closed:
            raise QuandaryError("the client is closed")
        command = [*(self._command or [program()]), "worker"]
        if self._workers:
            command += ["-j", str(self._workers)]
        process = _Process(command)
        try:
            threading.Thread(target=self._listen, args=(process,), name="quandary", daemon=True).start()
            self._process = process
        except BaseException:
            process.end()
            process.wake()
            raise
        return process

    def _listen(self, process: _Process) -> None:
        """Hands answers to those who wait for them, and at the end of the process asks another one for what is missing."""
        while True:
            process.wanted.acquire()
            try:
                if not process.read_by(process):
                    continue  # who reads wakes this thread when that is necessary
                while process.pending and not process.over:
                    header, payload, process.came = process.hear()
                    if request := process.pending.pop(header["id"], None):
                        request.settle(Reply(header, payload))
                if process.over:
                    break
            except (EOFError, OSError, ValueError):
                process.over = True  # nobody begins to read
                break
            finally:
                process.leave(process)
        with self._lock:
            if self._process is process:
                self._process = None
            orphans, process.pending = list(process.pending.values()), {}
            closed = self._closed
        process.end()
        process.stdout.close()
        for request in orphans:
            if not process.torn:  # what an interrupt of another call ended is not the request's fault
                request.tries += 1
            if request.future and request.future.cancelled():
                continue
            if closed or request.tries >= _TRIES:
                why = "the client was closed" if closed else f"the program ended in the middle of this call, {_TRIES} times in a row"
                request.settle(WorkerDied(why))
            else:
                self._ask(request)

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
