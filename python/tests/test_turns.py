"""Games in turns under verifiers: its own runner, harness and server, with a model that a local HTTP server stands in for."""

from __future__ import annotations

import asyncio
import json
import shutil
import sys
import threading
from contextlib import asynccontextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import Any, AsyncIterator, Callable

import pytest

import quandary

vf = pytest.importorskip("verifiers.v1")

Model = Callable[[int, list[Any]], str]


def solution(task: Any) -> str:
    return "\n".join(m for step in quandary.explain(quandary.Puzzle(task.data.record)).steps for m in step.moves)


def opened() -> tuple[Any, Any]:
    from verifiers.v1.utils.loaders import load_environment, resolve_env_config, taskset_class

    assert taskset_class("quandary-puzzles").__name__ == "QuandaryTaskset"
    env = load_environment(resolve_env_config({
        "taskset": {"id": "quandary-games", "source": "sudoku:4x4", "count": 2, "seed": 4, "turns": 3},
        "agent": {"harness": {"id": "null"}, "runtime": {"type": "subprocess"}}}))
    tasks = list(env.taskset.load())
    assert len(tasks) == 2 and "HINT" in tasks[0].data.prompt and asyncio.run(tasks[0].validate(None))
    return env, tasks[0]


def test_the_environment_answers_each_message() -> None:
    env, task = opened()
    for replies, want in (([f"HINT\n{solution(task)}"], 0.9), (["r9c9=9", "no idea", "no idea", "never said"], 0)):
        heard: list[str] = []
        said: list[str] = []

        class Player:
            async def turn(self, message: str | None = None) -> Any:
                heard.append(message or "")
                said.append(replies[len(said)])
                return SimpleNamespace(terminated=False, last_reply=said[-1])

        @asynccontextmanager
        async def interaction(task: Any) -> AsyncIterator[Player]:
            yield Player()

        asyncio.run(env.run(task, SimpleNamespace(agent=SimpleNamespace(interaction=interaction))))
        assert len(said) == min(len(replies), 3) and all("Messages left" in h for h in heard[1:])
        trace = SimpleNamespace(assistant_messages=[SimpleNamespace(content=t) for t in said], record_metrics=lambda m: None)
        assert asyncio.run(task.solved(trace)) == pytest.approx(want)


def serve(model: Model) -> ThreadingHTTPServer:
    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *args: Any) -> None: pass

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            text = model(sum(m["role"] == "assistant" for m in body["messages"]), body["messages"])
            message = {"role": "assistant", "content": text}
            usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
            head = {"id": "x", "created": 1, "model": "m"}
            if body.get("stream"):
                chunks: list[Any] = [{**head, "object": "chat.completion.chunk", "choices": [{"index": 0, "delta": message, "finish_reason": None}]},
                                     {**head, "object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}], "usage": usage}]
                data = b"".join(b"data: " + json.dumps(c).encode() + b"\n\n" for c in chunks) + b"data: [DONE]\n\n"
            else:
                data = json.dumps({**head, "object": "chat.completion", "usage": usage,
                                   "choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}).encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream" if body.get("stream") else "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def test_a_game_under_the_real_runner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}:{__import__('os').environ['PATH']}")
    if shutil.which("uv") is None:
        pytest.skip("the null harness of verifiers runs its program with uv")
    from verifiers.v1 import SamplingConfig
    from verifiers.v1.clients import EvalClientConfig, ModelContext

    env, task = opened()
    heard: list[str] = []

    def model(turn: int, messages: list[Any]) -> str:
        heard.append(str(messages[-1]["content"]))
        return "I would like a\nHINT" if turn == 0 else solution(task)

    server = serve(model)
    monkeypatch.setenv("QUANDARY_TEST_KEY", "none")
    client = EvalClientConfig(base_url=f"http://127.0.0.1:{server.server_port}/v1", api_key_var="QUANDARY_TEST_KEY")

    async def main() -> Any:
        async with env.serving():
            return await env.run_episode(task, ModelContext(model="m", client=client, sampling=SamplingConfig()))

    episode = asyncio.run(main())
    server.shutdown()
    assert episode.ok, episode.errors
    (trace,) = episode.traces
    assert trace.reward == pytest.approx(0.9) and trace.num_turns == 2 and trace.metrics["hints"] == 1
    assert heard[1].startswith("Hint: ")
