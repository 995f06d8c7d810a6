"""lm-evaluation-harness: a folder with a task, its data and the function that marks.

    quandary.adapters.lm_eval.write("tasks", "zebra:4x4", count=200)
    lm_eval --tasks quandary_zebra_4x4 --include_path tasks ...
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any, Mapping

from ..api import generate, score
from ..puzzle import Puzzle

__all__ = ["write", "process_results"]


def process_results(doc: Mapping[str, Any], results: list[str]) -> dict[str, float]:
    """The marks of an answer: "acc" is the hard one, "score" the soft one."""
    mark = score(Puzzle(doc["record"]), results[0])
    return {"acc": float(mark.correct), "score": mark.score}


def write(folder: str | os.PathLike[str], source: str, *, count: int = 100, name: str | None = None, max_tokens: int = 8192, **options: Any) -> str:
    """Writes a task, and gives its name.

    Args:
        folder: where the files go; --include_path of the harness.
        source: as for `quandary.generate`, with its further arguments as options.
        name: the task's name; by default quandary_ and the source.
        max_tokens: how long an answer may be. The harness ends answers at a blank line, unless the task says otherwise: it does.
    """
    task = name or "quandary_" + re.sub(r"\W+", "_", source).strip("_")
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    data = place / f"{task}.jsonl"
    with data.open("w", encoding="utf-8") as file:
        for p in generate(source, count=count, **options):
            row = {"id": p.id, "prompt": p.prompt, "target": p.answer, "record": p.line.decode()}
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
    (place / f"{task}.py").write_text("from quandary.adapters.lm_eval import process_results  # noqa: F401\n", encoding="utf-8")
    (place / f"{task}.yaml").write_text(f"""task: {task}
dataset_path: json
dataset_kwargs:
  data_files: {{test: {json.dumps(str(data.resolve()))}}}
test_split: test
output_type: generate_until
doc_to_text: "{{{{prompt}}}}"
doc_to_target: "{{{{target}}}}"
process_results: !function {task}.process_results
generation_kwargs: {{until: [], max_gen_toks: {max_tokens}, do_sample: false}}
metric_list:
  - {{metric: acc, aggregation: mean, higher_is_better: true}}
  - {{metric: score, aggregation: mean, higher_is_better: true}}
metadata: {{version: 1.0}}
""", encoding="utf-8")
    return task
