// The workbench for specifications: an editor with marks and proposals, a sample that follows it, batches.

import { $, el, button, say, toast } from "../dom.js";
import { t } from "../i18n.js";
import { call, post, get, Offline, APIError } from "../api.js";
import { create, marksList } from "./editor.js";
import { drafts, shareButton, save, failed } from "./common.js";

const FIRST = `title: Two jars
variables:
  red: {type: int, domain: "[3, 9]"}
  more: {type: int, domain: "[1, 5]"}
symbols:
  jar:
    source: ["['left', 'right']"]
    type: int
conditions:
  sizes:
    formula: And([And(n >= 0, n <= 50) for n in jar])
  total:
    formula: jar['left'] + jar['right'] == 2 * red + more
    desc: "Together they hold {2 * red + more} marbles. "
  difference:
    formula: jar['right'] - jar['left'] == more
    desc: "The right one holds {more} more than the left one. "
queries:
  q1:
    desc: How many marbles are in the left jar?
    ans_formula: get_value(_solutions[0], jar['left'])
    ans_text: str(_ans)
desc: "There are two jars of marbles. {conditions}{q1}"
`;

export function start(root) {
  const draft = drafts("spec");
  const editor = create({
    label: t("make.spec"), value: draft.load() ?? FIRST,
    changed: () => { draft.keep(editor.value); check(); },
    complete: (spec, line, col) => post("make/complete", { spec, line, col }),
  });
  const marks = marksList(editor);
  const summary = el("p.mark-summary", { role: "status" });
  let lint = [];
  let timer = 0;
  let asking = null;

  // ---- what stands above the editor
  const example = el("select", { "aria-label": t("make.example") }, el("option", { value: "" }, t("make.example")));
  const open = el("input", { type: "file", accept: ".yaml,.yml,.json", onchange: async () => {
    const [file] = open.files;
    if (!file) return;
    if (file.size > 131072) return toast(t("make.tooLarge"), "bad");
    take(await file.text());
    open.value = "";
  } });
  let examples = [];
  get("make/examples").then((answer) => {
    examples = answer.examples;
    for (const e of examples) example.append(el("option", { value: e.name, disabled: e.files }, e.title + (e.topic ? " · " + e.topic : "") + (e.files ? " · " + t("make.needsFiles") : "")));
    const asked = new URLSearchParams(location.search).get("example");
    const found = examples.find((e) => e.name === asked);
    if (found) take(found.spec);
  }).catch((e) => toast(failed(e), "bad"));
  example.addEventListener("change", () => {
    const found = examples.find((e) => e.name === example.value);
    if (found) take(found.spec);
    example.value = "";
  });

  function take(text) {
    if (editor.value.trim() && editor.value !== FIRST) draft.keepOld(editor.value);
    back.hidden = !draft.old();
    editor.value = text;
    draft.keep(text);
    check();
  }
  const back = button(t("make.back"), { onclick: () => { const old = draft.old(); if (old) take(old); } });
  back.hidden = !draft.old();
  const bar = el("div.form-row.make-bar", {}, example, el("label.btn.file", {}, el("span", {}, t("make.open")), open),
    button(t("make.save"), { onclick: () => save(new Blob([editor.value], { type: "application/yaml" }), name() + ".yaml") }), back);

  const name = () => (/^title:\s*["']?(.+?)["']?\s*$/m.exec(editor.value)?.[1] || "specification").replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "").toLowerCase().slice(0, 60) || "specification";

  // ---- marks
  function check() {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const spec = editor.value;
      try {
        const answer = await post("make/lint", { spec });
        if (spec !== editor.value) return;
        lint = answer.marks;
        show();
        if (!lint.some((m) => m.severity === "error")) draw();
      } catch (e) {
        summary.replaceChildren(failed(e), " ", button(t("again"), { kind: "small", onclick: check, data: { do: "again" } }));
      }
    }, 220);
  }

  function show(more = []) {
    const all = [...lint, ...more];
    editor.setMarks(all);
    marks.show(all);
    const n = (s) => all.filter((m) => m.severity === s).length;
    summary.textContent = all.length ? t("make.summary", { errors: n("error"), warnings: n("warning"), hints: n("hint") }) : t("make.clean");
    summary.className = "mark-summary " + (n("error") ? "bad" : "good");
  }

  // ---- the sample
  const seed = el("input", { type: "number", min: 0, max: 9007199254740991, value: 1, id: "make-seed" });
  const sample = el("div.sample", { "aria-live": "off" });
  const facts = el("dl.facts");
  const turn = (by) => { seed.value = Math.max(0, Number(seed.value || 0) + by); draw(); };
  seed.addEventListener("input", () => draw());
  const again = el("div.form-row", {}, el("label", { htmlFor: "make-seed" }, t("make.seed")), seed,
    button(t("make.previous"), { icon: "prev", onclick: () => turn(-1) }), button(t("make.next"), { icon: "next", onclick: () => turn(1), data: { do: "next-sample" } }));

  async function draw() {
    asking?.abort();
    const mine = (asking = new AbortController());
    sample.classList.add("old");
    try {
      const answer = await post("make/sample", { spec: editor.value, seed: Number(seed.value) || 0, index: 0 }, { signal: mine.signal });
      if (mine.signal.aborted) return;
      showSample(answer);
    } catch (e) {
      if (e.name === "AbortError") return;
      sample.replaceChildren(el("p.bad", {}, failed(e)), button(t("again"), { kind: "small", onclick: draw, data: { do: "again" } }));
    }
    sample.classList.remove("old");
  }

  function showSample(a) {
    show(a.marks || []);
    const fact = (label, value) => el("div", {}, el("dt", {}, label), el("dd", {}, value));
    facts.replaceChildren(
      ...(a.puzzle ? [fact(t("make.solutions"), a.solver ? String(a.solutions) : t("make.unsolved"))] : []),
      fact(t("make.tries"), String(a.tries)), fact(t("make.time"), a.millis < 100 ? a.millis.toFixed(1) + " ms" : Math.round(a.millis) + " ms"));
    const lost = a.lost.length ? el("details.lost", {}, el("summary", {}, t("make.lost", { n: a.lost.reduce((n, l) => n + l.count, 0) })),
      el("ul", {}, a.lost.map((l) => el("li", {}, l.count + " × " + l.cause)))) : null;
    if (!a.puzzle) {
      sample.replaceChildren(el("p.bad.failure", {}, a.failure), ...(lost ? [lost] : []));
      return;
    }
    const link = "/play?p=" + encodeURIComponent(a.puzzle);
    sample.replaceChildren(
      el("div.sample-text", { tabIndex: 0, role: "group", "aria-label": t("make.verdict") }, a.text), // it scrolls
      el("details.answer-box", { open: draft.flag("answer"), ontoggle: (e) => draft.flag("answer", e.target.open) }, el("summary", {}, t("make.answer")), el("p.sample-answer", {}, a.answer)),
      el("div.form-row", {}, el("a.btn.primary", { href: link, data: { do: "play" } }, t("make.play")), shareButton(() => a.puzzle)),
      ...(lost ? [lost] : []));
  }

  // ---- batches
  const count = el("input", { type: "number", min: 1, max: 10000, value: 100, id: "batch-count" });
  const first = el("input", { type: "number", min: 0, value: 0, id: "batch-start" });
  const bar2 = el("progress", { max: 1, value: 0, hidden: true, "aria-label": t("make.batch") });
  const said = el("p", { role: "status" });
  const go = button(t("make.download"), { kind: "primary", onclick: batch, data: { do: "batch" } });
  const stop = button(t("make.cancel"), { onclick: () => running?.abort(), data: { do: "cancel-batch" } });
  stop.hidden = true;
  let running = null;
  async function batch() {
    const n = Math.min(10000, Math.max(1, Number(count.value) || 1));
    running = new AbortController();
    go.disabled = true;
    stop.hidden = bar2.hidden = false;
    bar2.max = n;
    bar2.value = 0;
    said.textContent = "";
    const parts = [];
    let made = 0;
    let fault = "";
    try {
      const answer = await call("POST", "make/batch", { spec: editor.value, name: name(), seed: Number(seed.value) || 0, start: Number(first.value) || 0, count: n }, { signal: running.signal, within: 0 });
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = "";
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        rest += value;
        const rows = rest.split("\n");
        rest = rows.pop();
        for (const row of rows) {
          if (row.startsWith('{"error"')) fault = JSON.parse(row).error.message;
          else { parts.push(row + "\n"); made++; }
        }
        bar2.value = made;
      }
    } catch (e) {
      fault = e.name === "AbortError" ? t("make.cancelled") : failed(e);
    }
    running = null;
    go.disabled = false;
    stop.hidden = bar2.hidden = true;
    said.className = fault ? "bad" : "good";
    said.textContent = t("make.made", { n: made }) + (fault ? " " + fault : "");
    if (made) save(new Blob(parts, { type: "application/x-ndjson" }), name() + ".jsonl");
  }

  root.replaceChildren(
    el("section.make-write", { "aria-label": t("make.spec") }, bar, editor.element, summary, marks.element, el("p.small", {}, t("make.keys"))),
    el("aside.make-side", {},
      el("section.panel", { "aria-labelledby": "sample-head" }, el("h2", { id: "sample-head" }, t("make.sample")), again, facts, sample),
      el("section.panel", { "aria-labelledby": "batch-head" }, el("h2", { id: "batch-head" }, t("make.batch")), el("p.small", {}, t("make.batch.help")),
        el("div.form-row", {}, el("label", { htmlFor: "batch-count" }, t("make.count")), count, el("label", { htmlFor: "batch-start" }, t("make.first")), first),
        el("div.form-row", {}, go, stop, bar2), said)));
  check();
}
