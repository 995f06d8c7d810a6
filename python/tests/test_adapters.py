"""The adapters, against the libraries that they are for. One that is not installed is skipped."""

from __future__ import annotations

import asyncio
import importlib
import json
from typing import Any

import pytest

import quandary
from quandary.puzzle import Puzzle

PUZZLES = list(quandary.generate("zebra:3x3", seed=4, count=4))


def test_trl() -> None:
    from quandary.adapters import trl

    rows = [trl.row(p) for p in PUZZLES]
    completions = [[{"role": "assistant", "content": p.answer}] for p in PUZZLES[:3]] + [[{"role": "assistant", "content": "no"}]]
    columns = {"record": [r["record"] for r in rows], "trainer_state": None, "log_metric": lambda *a: None}
    assert trl.reward([r["prompt"] for r in rows], completions, completion_ids=[[1]] * 4, **columns) == [1, 1, 1, 0]
    assert trl.accuracy([""] * 4, [c[0]["content"] for c in completions], **columns) == [1, 1, 1, 0]
    with pytest.raises(ValueError, match="column record"):
        trl.reward([""], [""])


def test_trl_games() -> None:
    from quandary.adapters import trl

    puzzle = next(quandary.generate("sudoku:4x4", seed=2, count=1))
    game = trl.GameEnvironment(turns=3)
    with pytest.raises(RuntimeError, match="reset"):
        game.hint()
    with pytest.raises(ValueError, match="column record"):
        game.reset()
    assert "like `r" in game.reset(**trl.row(puzzle)) and game.get_reward() == 0
    assert game.hint().startswith("Hint: ")
    moves = [m for step in quandary.explain(puzzle).steps for m in step.moves]
    assert "ok" in game.play(moves[0]) and game.get_reward() == 0
    assert game.play("\n".join(moves[1:])).endswith("Solved.")
    assert game.get_reward() == pytest.approx(0.9) and game.play(moves[0]) == "The game is over."
    game.reset(**trl.row(puzzle))
    assert game.get_reward() == 0


def test_trl_tools() -> None:
    """The tools are described as models are told of them."""
    from quandary.adapters import trl

    utils = pytest.importorskip("transformers.utils")
    game = trl.GameEnvironment()
    for tool, arguments in ((game.play, ["moves"]), (game.hint, [])):
        schema = utils.get_json_schema(tool)["function"]
        assert schema["name"] == tool.__name__ and list(schema["parameters"]["properties"]) == arguments and schema["description"]


def test_trl_trains(tmp_path) -> None:
    """Two steps of GRPO by a model of random weights: what the trainer hands over is what the rewards and the games expect."""
    torch = pytest.importorskip("torch")
    grpo = pytest.importorskip("trl")
    tokenizers, transformers = pytest.importorskip("tokenizers"), pytest.importorskip("transformers")
    from quandary.adapters import hf, trl

    letters = sorted(tokenizers.pre_tokenizers.ByteLevel.alphabet())
    plain = tokenizers.Tokenizer(tokenizers.models.BPE(vocab={c: i for i, c in enumerate(letters)}, merges=[]))
    plain.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    plain.decoder = tokenizers.decoders.ByteLevel()
    tokens = transformers.PreTrainedTokenizerFast(tokenizer_object=plain, eos_token="<end>", pad_token="<end>")
    tokens.chat_template = importlib.import_module("trl.chat_template_utils").qwen3_chat_template  # one that has tools
    model = transformers.GPT2LMHeadModel(transformers.GPT2Config(
        vocab_size=len(tokens), n_positions=4096, n_embd=16, n_layer=1, n_head=2, bos_token_id=tokens.eos_token_id, eos_token_id=tokens.eos_token_id))
    seen: list[list[float]] = []

    def reward(prompts: Any, completions: Any, **columns: Any) -> list[float]:
        seen.append(trl.reward(prompts, completions, **columns))
        return seen[-1]

    data = hf.dataset("sudoku:4x4", 1)
    moves = "\n".join(m for step in quandary.explain(Puzzle(data[0]["record"])).steps for m in step.moves)
    turns = iter(['<tool_call>\n' + json.dumps({"name": "play", "arguments": {"moves": moves}}) + "\n</tool_call>", "It is solved."])

    def played(input_ids: Any, **_: Any) -> Any:
        said = tokens(next(turns) + "<end>", return_tensors="pt").input_ids
        return torch.cat([input_ids, said.repeat(len(input_ids), 1)], dim=1)

    def train(**arguments: Any) -> Any:
        config = grpo.GRPOConfig(output_dir=str(tmp_path), per_device_train_batch_size=2, num_generations=2, max_completion_length=2000, max_steps=1,
                                 report_to=[], use_cpu=True, save_strategy="no", logging_steps=1)
        trainer = grpo.GRPOTrainer(model=model, train_dataset=data, processing_class=tokens, args=config, **arguments)
        trainer.train()
        return {name: float(value) for name, value in trainer.state.log_history[0].items()}

    model.generation_config.max_new_tokens = 8
    assert "rewards/accuracy/mean" in train(reward_funcs=[reward, trl.accuracy]) and seen == [[0, 0]]
    model.generate = played
    log = train(environment_factory=trl.GameEnvironment)
    assert log["rewards/GameEnvironment/mean"] == 1 and log["tools/failure_frequency"] == 0


def test_verl(tmp_path) -> None:
    from quandary.adapters import verl

    rows = [verl.row(p, i) for i, p in enumerate(PUZZLES)]
    p = PUZZLES[0]
    got = verl.compute_score(rows[0]["data_source"], "so\n" + p.answer, rows[0]["reward_model"]["ground_truth"], rows[0]["extra_info"])
    assert got == {"score": 1.0, "acc": 1.0, "reason": "right"}
    assert verl.compute_score("x", "\\boxed{8}", "7", {"eval_type": "numeral"})["score"] == 0
    assert verl.compute_score("x", "\\boxed{7}", "7", None, other=1)["acc"] == 1
    parquet = pytest.importorskip("pyarrow.parquet")
    pa = importlib.import_module("pyarrow")
    parquet.write_table(pa.Table.from_pylist(rows), tmp_path / "train.parquet")
    assert parquet.read_table(tmp_path / "train.parquet").to_pylist() == rows


def test_datasets() -> None:
    pytest.importorskip("datasets")
    from quandary.adapters import hf, trl

    data = hf.dataset("zebra:3x3", 4, seed=4)
    assert data.num_rows == 4 and [Puzzle(r["record"]) for r in data] == PUZZLES
    assert trl.reward(data["prompt"], [p.answer for p in PUZZLES], record=data["record"]) == [1] * 4
    stream = hf.stream("sudoku:4x4", seed=2, shards=4)
    rows = [r for r, _ in zip(stream, range(12))]
    assert stream.num_shards == 4 and len({r["record"] for r in rows}) == 12


def test_reasoning_gym() -> None:
    rg = pytest.importorskip("reasoning_gym")
    import quandary.adapters.reasoning_gym as ours

    data = rg.create_dataset("quandary", source="zebra:3x3", seed=4, size=4)
    assert [e["answer"] for e in data] == [p.answer for p in PUZZLES] and len(data) == 4
    assert all(data.score_answer(e["answer"], e) == 1 and data.score_answer(f"<answer>{e['answer']}</answer>", e) == 1 for e in data)
    assert data.score_answer(None, data[0]) == 0 and data.score_answer("x", data[0]) == 0
    with pytest.raises(IndexError):
        data[4]
    with pytest.raises(AssertionError):
        rg.create_dataset("quandary", level=11)
    from reasoning_gym.composite import DatasetSpec

    mixed = rg.create_dataset("composite", seed=1, size=4, datasets=[
        DatasetSpec(name="quandary", weight=1, config={"source": "sudoku:4x4"}), DatasetSpec(name="mini_sudoku", weight=1, config={})])
    assert all(mixed.score_answer(e["answer"], e) == 1 for e in mixed)
    course = ours.QuandaryCurriculum()
    course.increment_attr_level("level")
    assert course.generate_configuration({"source": "sudoku:4x4"}).level == 2


def test_inspect(tmp_path) -> None:
    pytest.importorskip("inspect_ai")
    from inspect_ai import eval as run
    from inspect_ai.model import ModelOutput, get_model

    from quandary.adapters.inspect import puzzles

    outputs = [ModelOutput.from_content("mockllm/model", p.answer if i else "no idea") for i, p in enumerate(PUZZLES)]
    for o in outputs:
        from inspect_ai.model import ModelUsage

        o.usage = ModelUsage()
    (log,) = run(puzzles("zebra:3x3", count=4, seed=4), model=get_model("mockllm/model", custom_outputs=outputs), log_dir=str(tmp_path), display="none", max_samples=1)
    assert log.status == "success" and log.results
    values = {s.name: s.metrics for s in log.results.scores}
    assert values["correct"]["accuracy"].value == 0.75 and values["score"]["mean"].value == 0.75


def test_lm_eval(tmp_path) -> None:
    pytest.importorskip("lm_eval")
    from lm_eval import evaluator
    from lm_eval.api.model import LM
    from lm_eval.tasks import TaskManager

    from quandary.adapters import lm_eval as ours

    name = ours.write(tmp_path, "zebra:3x3", seed=4, count=4)

    class Fixed(LM):  # type: ignore[misc]
        def loglikelihood(self, requests: Any) -> Any: raise NotImplementedError
        def loglikelihood_rolling(self, requests: Any) -> Any: raise NotImplementedError

        def generate_until(self, requests: Any) -> list[str]:
            answers = {p.prompt: p.answer for p in PUZZLES[1:]}
            return [answers.get(r.args[0], "no") for r in requests]

    out = evaluator.simple_evaluate(Fixed(), tasks=[name], task_manager=TaskManager(include_path=str(tmp_path), include_defaults=False), bootstrap_iters=0)
    assert out["results"][name]["acc,none"] == 0.75 and out["results"][name]["score,none"] == 0.75


def test_verifiers() -> None:
    vf = pytest.importorskip("verifiers.v1")
    import quandary.adapters.verifiers as ours

    config = ours.QuandaryConfig(source="zebra:3x3", count=4, seed=4)
    tasks = list(ours.QuandaryTaskset(config).load())
    assert [t.data.prompt for t in tasks] == [p.prompt for p in PUZZLES]

    async def scored(task: Any, reply: str) -> Any:
        trace = vf.Trace(task={"type": type(task).__name__, "data": task.data}, agent={"config": vf.AgentConfig()}, root_reply=reply)
        await task.score(trace)
        return trace.reward

    for t, p in zip(tasks, PUZZLES):
        assert asyncio.run(scored(t, p.answer)) == 1 and asyncio.run(scored(t, "no")) == 0
        assert asyncio.run(t.validate(None))


def test_openenv() -> None:
    pytest.importorskip("openenv.core")
    from fastapi.testclient import TestClient

    from quandary.adapters.openenv import PuzzleAction, PuzzleEnvironment, app

    env = PuzzleEnvironment(source="sudoku:4x4")
    seen = env.reset(seed=1)
    assert not seen.done and "Sudoku" in seen.prompt
    assert env.step(PuzzleAction(move="no move")).reward == -1
    for _ in range(40):
        hint = env.hint()
        assert hint
        seen = env.step(PuzzleAction(move=hint))
        if seen.done:
            break
    assert seen.done and seen.solved and env.state.step_count > 1
    with TestClient(app("sudoku:4x4")) as http:
        reply = http.post("/reset", json={"seed": 1})
        assert reply.status_code == 200 and "Sudoku" in reply.text


def test_gymnasium() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    env = gymnasium.make("quandary.gym:Quandary/Puzzle-v0", source="sudoku:4x4", render_mode="ansi")
    check_env(env.unwrapped, skip_render_check=True)
    first, info = env.reset(seed=3)
    again, _ = env.reset(seed=3)
    assert first == again and "Sudoku" in info["prompt"]
    rewards = []
    for _ in range(40):
        _, reward, done, _, info = env.step(env.unwrapped.hint())
        rewards.append(reward)
        if done:
            break
    assert done and rewards[-1] == 11 and set(rewards[:-1]) <= {1.0}
    env.reset(seed=3)
    given = env.unwrapped.game.puzzle.rpartition(":")[2]
    at = next(i for i, c in enumerate(given[:4]) if c == ".")
    value = next(c for c in given[:4] if c != ".")
    _, reward, _, _, info = env.step(f"r1c{at + 1}={value}")
    assert reward == -1 and info["verdict"] == "breaks" and info["rules"] == ["row 1"] and {c["id"] for c in info["conflicts"]} >= {f"r1c{at + 1}"}
    array = gymnasium.make("quandary.gym:Quandary/Puzzle-v0", source="sudoku:4x4", observe="array")
    check_env(array.unwrapped, skip_render_check=True)
    pytest.importorskip("PIL")
    picture = gymnasium.make("quandary.gym:Quandary/Puzzle-v0", source="sudoku:4x4", observe="picture")
    seen, _ = picture.reset(seed=3)
    assert seen.shape == (256, 256, 3) and seen.min() < 100


def test_gymnasium_has_an_environment_for_each_family() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    import quandary.gym  # noqa: F401

    ids = {i for i in gymnasium.registry if i.startswith("Quandary/")}
    assert len(ids) > 200 and {"Quandary/StarBattle-v0", "Quandary/Slitherlink-v0", "Quandary/Cards-v0"} <= ids
    for name in ("StarBattle", "Binairo", "Zebra", "Fillomino", "Cards"):
        env = gymnasium.make(f"Quandary/{name}-v0", level=1)
        _, info = env.reset(seed=2)
        assert info["puzzle"].startswith(env.unwrapped.source)
        while hint := env.unwrapped.hint():
            _, reward, done, _, info = env.step(hint)
            assert reward >= 1 and info["verdict"] == "ok", (name, hint, info)
            if done:
                break
        assert done, name


def test_pictures() -> None:
    from quandary.pictures import row, words

    for source in ("sudoku:4x4", "heyawake:4x4", "skyscraper:4x4"):
        p, again = next(quandary.generate(source, seed=6)), next(quandary.generate(source, seed=6))
        made = row(p)
        (image,) = made["images"]
        assert image == row(again)["images"][0] and image["bytes"].startswith(b"\x89PNG") and len(image["bytes"]) > 500
        text = words(p)
        assert "Answer" in text and "What is given" not in text and len(text) > 100
        board = max(p.problem.split("\n\n"), key=lambda part: part.count("\n") if not any(c.islower() for c in part.replace("x", "")) else 0)
        assert board.count("\n") >= 3 and board not in text
    datasets = pytest.importorskip("datasets")
    pytest.importorskip("PIL")
    data = datasets.Dataset.from_list([row(p) for p in quandary.generate("sudoku:4x4", seed=6, count=3)]).cast_column("images", datasets.List(datasets.Image()))
    assert data[1]["images"][0].size[0] > 100 and data[1]["prompt"][0]["content"][0]["type"] == "image"


def test_tables_keep_answers(tmp_path) -> None:
    """A reader of tables must not take the 81 digits of a Sudoku for a number."""
    from quandary.tables import FIELDS, write_jsonl

    pd = pytest.importorskip("pandas")
    puzzles = list(quandary.generate("sudoku:9x9", seed=1, count=3))
    file = tmp_path / "rows.jsonl"
    write_jsonl(file, puzzles)
    table = pd.read_json(file, lines=True)
    assert list(table.columns) == list(FIELDS)
    for row, p in zip(table.to_dict("records"), puzzles):
        assert isinstance(row["answer"], str) and "".join(c for c in row["answer"] if c.isdigit()) == "".join(c for c in p.answer if c.isdigit())
        assert Puzzle(row["record"]) == p and quandary.score(Puzzle(row["record"]), row["answer"]).correct
    assert json.loads(file.read_text().splitlines()[0])["prompt"] == puzzles[0].prompt
