"""The process behind the functions: that it is started anew, and may be used from threads, forks and asyncio."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

import quandary
from quandary._client import shared

needs_fork = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no fork")
WANT = [p.line for p in quandary.generate("sudoku:4x4", seed=1, count=300)]


def test_killed_process_is_replaced_and_the_call_repeated() -> None:
    with quandary.Client() as client:
        run = quandary.generate("sudoku:4x4", seed=1, count=300, client=client)
        got = [next(run).line for _ in range(5)]
        first = client.pid
        assert first
        os.kill(first, signal.SIGKILL if sys.platform != "win32" else signal.SIGTERM)
        got += [p.line for p in run]
        assert got == WANT and client.pid != first


def test_killed_while_it_works() -> None:
    with quandary.Client() as client:
        future = client.submit({"op": "generate", "source": "sudoku:9x9", "seed": 1, "count": 400, "class": "hard"})
        while client.pid is None:
            time.sleep(0.01)
        os.kill(client.pid, signal.SIGTERM)
        assert len(future.result(120).payload.splitlines()) == 400


def test_a_program_that_always_dies() -> None:
    with quandary.Client(command=[sys.executable, "-c", "pass"]) as client, pytest.raises(quandary.WorkerDied, match="3 times"):
        quandary.score("sudoku:4x4#1", "", client=client)
    with quandary.Client(command=["/no/such/program"]) as client, pytest.raises(quandary.QuandaryError, match="cannot be started"):
        quandary.score("sudoku:4x4#1", "", client=client)


def test_time_out_ends_the_work() -> None:
    with quandary.Client() as client:
        quandary.run("version", client=client)
        with pytest.raises(TimeoutError):
            quandary.run("generate", "sudoku:16x16", "-n", "100000", "--class", "evil", timeout=0.2, client=client)
        assert quandary.run("version", client=client).code == 0


def test_threads() -> None:
    puzzles = list(quandary.generate("sudoku:4x4", seed=1, count=200))

    def one(i: int) -> bool:
        p = puzzles[i % 200]
        return quandary.score(p, p.answer if i % 2 else "").correct

    with ThreadPoolExecutor(16) as pool:
        assert list(pool.map(one, range(1000))) == [bool(i % 2) for i in range(1000)]


def test_asyncio() -> None:
    async def main() -> None:
        puzzles = [p async for p in quandary.agenerate("sudoku:4x4", seed=1, count=20)]
        assert [p.line for p in puzzles] == WANT[:20]
        marks = await asyncio.gather(*(quandary.ascore(p, p.answer) for p in puzzles))
        assert all(m.correct for m in marks)
        assert all(await quandary.ascore_all(puzzles, [p.answer for p in puzzles]))
        assert (await quandary.asolve(puzzles[0])).status == "unique"
        assert (await quandary.aexplain(puzzles[0])).solved and await quandary.acheck(puzzles[0])

    asyncio.run(main())


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="Windows has no such timer")
def test_interrupts_lose_nothing() -> None:
    """An exception may come between any two lines of the main thread, also while it reads for itself, and while other threads wait."""
    class Late(Exception):
        pass

    def late(*_: object) -> None:
        raise Late

    p = next(quandary.generate("sudoku:4x4", seed=1))
    stop, wrong = threading.Event(), list[str]()
    with quandary.Client() as client:
        def other() -> None:
            while not stop.wait(0.002):
                try:
                    if not quandary.score(p, p.answer, client=client):
                        wrong.append("marked wrong")
                except quandary.QuandaryError as err:
                    wrong.append(str(err))

        thread = threading.Thread(target=other)
        thread.start()
        before = signal.signal(signal.SIGALRM, late)
        interrupted = 0
        try:
            for i in range(400):
                try:
                    signal.setitimer(signal.ITIMER_REAL, 0.00002 * (1 + i % 40))
                    while True:
                        assert quandary.score(p, p.answer, client=client)
                except Late:
                    interrupted += 1
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
        stop.set()
        thread.join(60)
        assert not thread.is_alive() and wrong == [] and interrupted == 400
        assert quandary.score(p, p.answer, client=client) and not quandary.score(p, "1", client=client)
        for _ in range(100):
            if client._process and not client._process.pending:
                break
            time.sleep(0.05)
        else:
            pytest.fail("something is still waited for")


def test_nothing_is_written_behind_a_torn_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is killed lives for a moment: it must not read the next request as the rest of the one that an interrupt tore."""
    p = next(quandary.generate("sudoku:4x4", seed=1))
    with quandary.Client() as client:
        assert quandary.score(p, p.answer, client=client)
        process = client._process
        assert process
        kill, stdin = process.popen.kill, process.stdin

        class Torn:
            close = stdin.close

            def write(self, data: bytes) -> int:
                stdin.write(data[:20])
                raise KeyboardInterrupt

        monkeypatch.setattr(process.popen, "kill", lambda: threading.Timer(0.3, kill).start())
        monkeypatch.setattr(process, "stdin", Torn())
        with pytest.raises(KeyboardInterrupt):
            quandary.score(p, p.answer, client=client)
        monkeypatch.setattr(process, "stdin", stdin)
        assert quandary.score(p, p.answer, client=client) and client._process is not process


def _in_child(queue) -> None:
    queue.put((os.getpid(), shared().pid, [p.line for p in quandary.generate("sudoku:4x4", seed=1, count=20)], shared().pid))


def test_threads_share_a_run() -> None:
    run = quandary.generate("sudoku:4x4", seed=1, count=200)
    with ThreadPoolExecutor(8) as pool:
        parts = list(pool.map(lambda _: [p.line for p in run], range(8)))
    assert sorted(line for part in parts for line in part) == sorted(WANT[:200])


def _go_on(queue, run) -> None:
    queue.put([p.line for p in run])


@needs_fork
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_fork_in_a_run() -> None:
    """A child goes on where its parent was, and so does the parent."""
    run = quandary.generate("sudoku:4x4", seed=1, count=20)
    head = [next(run).line for _ in range(3)]
    queue = (context := multiprocessing.get_context("fork")).Queue()
    child = context.Process(target=_go_on, args=(queue, run))
    child.start()
    assert queue.get(timeout=60) == WANT[3:20]
    child.join()
    assert head + [p.line for p in run] == WANT[:20]


@needs_fork
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_fork() -> None:
    quandary.run("version")
    parent = shared().pid
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    children = [context.Process(target=_in_child, args=(queue,)) for _ in range(2)]
    for c in children:
        c.start()
    seen = [queue.get(timeout=60) for _ in children]
    for c in children:
        c.join()
    assert all(before is None and lines == WANT[:20] for _, before, lines, _ in seen)
    assert len({parent, *(pid for *_, pid in seen)}) == 3
    assert shared().pid == parent and quandary.run("version").code == 0


@needs_fork
def test_nothing_is_left_behind_by_a_killed_parent() -> None:
    code = "import quandary, time; quandary.run('version'); print(quandary._client.shared().pid, flush=True); time.sleep(60)"
    parent = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
    assert parent.stdout
    child = int(parent.stdout.readline())
    parent.kill()
    parent.wait()
    for _ in range(100):
        try:
            os.kill(child, 0)
        except ProcessLookupError:
            break
        with open(f"/proc/{child}/stat") if os.path.exists(f"/proc/{child}/stat") else open(os.devnull) as stat:
            if " Z " in stat.read():
                break
        time.sleep(0.1)
    else:
        pytest.fail("the process outlives its parent")


def test_clients_end_their_processes() -> None:
    client = quandary.Client()
    quandary.run("version", client=client)
    threads = threading.active_count()
    client.close()
    with pytest.raises(quandary.QuandaryError, match="closed"):
        quandary.run("version", client=client)
    for _ in range(100):
        if threading.active_count() < threads:
            break
        time.sleep(0.05)
    assert threading.active_count() < threads


def test_a_cancelled_wait_disturbs_nobody() -> None:
    async def main() -> None:
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(quandary.asolve("sudoku:16x16#3"), 0.001)
        p = next(quandary.generate("sudoku:4x4", seed=1))
        with quandary.Client() as client:
            waiting = [asyncio.ensure_future(quandary.ascore(p, p.answer, client=client)) for _ in range(40)]
            await asyncio.sleep(0)
            for w in waiting[::2]:
                w.cancel()
            marks = await asyncio.wait_for(asyncio.gather(*waiting[1::2]), 60)
            assert all(m.correct for m in marks)
            assert (await asyncio.wait_for(quandary.ascore(p, p.answer, client=client), 60)).correct
        assert (await asyncio.wait_for(quandary.ascore(p, p.answer), 60)).correct

    asyncio.run(main())


def test_an_answer_that_the_clients_thread_read_first() -> None:
    with quandary.Client() as client:
        send = client._send

        def late(request):
            process, number, _ = send(request)
            process.wake()  # as who read before may have done
            deadline = time.monotonic() + 60
            while request._result is None and time.monotonic() < deadline:
                time.sleep(0.001)
            return process, number, True

        client._send = late  # type: ignore[method-assign]
        replies: list[object] = []
        caller = threading.Thread(target=lambda: replies.append(client.call({"op": "hello"})), daemon=True)
        caller.start()
        caller.join(60)
        assert replies, "a call waits for an answer that it has"
