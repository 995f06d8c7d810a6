package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/puztest"
)

// readBack reads every export with pyarrow and compares it with the records, which it reads with Python's own JSON.
const readBack = `
import json, sys
import pyarrow as pa, pyarrow.json as pj, pyarrow.parquet as pq

records = [json.loads(line) for line in open("set.jsonl", encoding="utf-8")]
assert len(records) == 12, len(records)

def table(name):
    with pa.input_stream(name) as f:  # takes .gz and .zst apart by itself
        return pj.read_json(pa.BufferReader(f.read()))

def rows(name):
    t = table(name)
    return t.to_pylist()

def user(r):
    return r["problem"] + "\n\nEnd with your final answer in \\boxed{}."

def answer(r):
    return r["answer"].strip()

def meta(m, r, i):
    assert (m["id"], m["source_dataset"], m["source_index"], m["eval_type"]) == (r["id"], r["source"], i, r["eval_type"]), m
    assert m["difficulty"] == r["difficulty"], m

checks = {
    "puzzleclone": lambda o, r, i: (o["problem"], o["answer"], o["id"], o["qtype"], o["difficulty"], "quandary" in o)
        == (r["problem"], r["answer"], r["id"], r["qtype"], r["difficulty"], False) or sys.exit(o),
    "reasoning-gym": lambda o, r, i: (o["question"], o["answer"]) == (r["problem"], answer(r)) and meta(o["metadata"], r, i) is None or sys.exit(o),
    "verl": lambda o, r, i: (o["data_source"], o["prompt"], o["reward_model"]) == (r["source"], [{"role": "user", "content": user(r)}],
        {"style": "rule", "ground_truth": answer(r)}) and meta(o["extra_info"], r, i) is None or sys.exit(o),
    "chat": lambda o, r, i: o["messages"] == [{"role": "user", "content": user(r)},
        {"role": "assistant", "content": "\\boxed{" + answer(r) + "}"}] or sys.exit(o),
}
for shape, check in checks.items():
    for ending in ["jsonl", "jsonl.gz", "jsonl.zst"]:
        out = rows(f"{shape}.{ending}")
        assert len(out) == len(records), (shape, ending, len(out))
        for i, (o, r) in enumerate(zip(out, records)):
            check(o, r, i)

t = pq.read_table("set.parquet")
assert t.column_names == ["id", "source", "problem", "answer", "qtype", "eval_type", "difficulty", "effort", "parameters", "config", "quandary"], t.column_names
for o, r in zip(t.to_pylist(), records, strict=True):
    for key in ["id", "source", "problem", "answer", "qtype", "eval_type", "difficulty"]:
        assert o[key] == r[key], (key, o[key], r[key])
    assert o["effort"] == r["effort"]["score"], o
    assert json.loads(o["config"]) == r["config"] and json.loads(o["quandary"]) == r["quandary"]
    assert json.loads(o["parameters"] or "{}") == r.get("parameters", {}), o["parameters"]

zebras = [r for r in records if r["source"] == "zebra"]
grids = rows("zebralogic.jsonl")
assert len(grids) == len(zebras) == 4
for o, r in zip(grids, zebras):
    header, body = o["solution"]["header"], o["solution"]["rows"]
    assert header[0] == "House" and [row[0] for row in body] == [str(i + 1) for i in range(len(body))]
    assert o["size"] == f"{len(body)}*{len(header) - 1}" == "4*3", o["size"]
    # The answer lists each category's items from left to right.
    said = {c: items.split(", ") for c, items in (line.split(": ") for line in r["answer"].split("\n"))}
    assert {c: [row[i + 1] for row in body] for i, c in enumerate(header[1:])} == said, o
    assert o["id"] == r["id"] and o["puzzle"] == r["problem"]
print("read back")
`

// TestExportsReadBack has pyarrow read every export.
func TestExportsReadBack(t *testing.T) {
	puztest.From(t, puztest.Usual)
	python := puztest.NeedPython(t, "pyarrow")
	bash := puztest.Need(t, "bash")
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "read.py"), []byte(readBack), 0o666); err != nil {
		t.Fatal(err)
	}
	const script = `set -e
quandary generate gallery:graduation -n 4 -o words.jsonl -q
quandary generate zebra:3x4 -n 4 -o zebra.jsonl -q
quandary generate sudoku:4x4 -n 4 -o sudoku.jsonl -q
cat words.jsonl zebra.jsonl sudoku.jsonl | quandary dataset difficulty - --effort -o set.jsonl -q
for shape in puzzleclone reasoning-gym verl chat; do
  for ending in jsonl jsonl.gz jsonl.zst; do quandary dataset export set.jsonl --to $shape -o $shape.$ending; done
done
quandary dataset export set.jsonl -o set.parquet
! quandary dataset export set.jsonl --to zebralogic -o zebralogic.jsonl --rejects aside.jsonl
test $(wc -l < aside.jsonl) = 8
`
	for _, cmd := range []*exec.Cmd{exec.Command(bash, "-c", script), exec.Command(python, "read.py")} {
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
}
