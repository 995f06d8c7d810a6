// The workbench for fill-in-the-blank puzzles: a blanks file or a Python program with tests on one side, marked while it is written; on the
// other a puzzle that comes of it.

import { el, button } from "../dom.js";
import { t } from "../i18n.js";
import { post } from "../api.js";
import { create, marksList } from "./editor.js";
import { drafts, shareButton, save, failed } from "./common.js";

export function start(root) {
  const draft = drafts("blanks");
  const sheet = () => /^\s*(#.*\n\s*)*blanks:/.test(editor.value);
  const editor = create({
    label: t("make.blanks"), value: draft.load() ?? "",
    changed: () => { draft.keep(editor.value); check(); },
    complete: (spec, line, col) => sheet() ? post("make/complete", { kind: "blanks", spec, line, col }) : { from: col, items: [] },
  });
  const marks = marksList(editor);
  const summary = el("p.mark-summary", { role: "status" });
  const sample = el("div.sample", { "aria-live": "off" });
  const seed = el("input", { type: "number", min: 0, max: 9007199254740991, value: 1, id: "make-seed", oninput: () => check() });
  const turn = (by) => { seed.value = Math.max(0, Number(seed.value || 0) + by); check(); };
  let timer = 0;

  function check() {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const text = editor.value, number = seed.value;
      sample.classList.add("old");
      try {
        const a = await post("make/blanks", { text, seed: Number(number) || 0, lang: document.documentElement.lang });
        if (text !== editor.value || number !== seed.value) return;
        if (a.text) editor.value = a.text;
        show(a);
      } catch (e) {
        summary.replaceChildren(failed(e), " ", button(t("again"), { kind: "small", onclick: check, data: { do: "again" } }));
      }
      sample.classList.remove("old");
    }, 300);
  }

  function show(a) {
    editor.setMarks(a.marks);
    marks.show(a.marks);
    const n = (severity) => a.marks.filter((m) => m.severity === severity).length;
    summary.textContent = a.marks.length ? t("make.summary", { errors: n("error"), warnings: n("warning"), hints: n("hint") }) : t("make.clean");
    summary.className = "mark-summary " + (n("error") ? "bad" : "good");
    if (!a.puzzle) return sample.replaceChildren();
    sample.replaceChildren(
      el("div.sample-text", { tabIndex: 0, role: "group", "aria-label": t("make.verdict") }, a.question),
      el("details.answer-box", { open: draft.flag("answer"), ontoggle: (e) => draft.flag("answer", e.target.open) }, el("summary", {}, t("make.answer")), el("p.sample-answer", {}, a.answer)),
      el("div.form-row", {}, el("a.btn.primary", { href: "/play?p=" + encodeURIComponent(a.puzzle), data: { do: "play" } }, t("make.play")), shareButton(() => a.puzzle)));
  }

  function take(text) {
    if (editor.value.trim()) draft.keepOld(editor.value);
    back.hidden = !draft.old();
    editor.value = text;
    draft.keep(text);
    check();
  }
  const back = button(t("make.back"), { onclick: () => { const old = draft.old(); if (old) take(old); } });
  back.hidden = !draft.old();
  const open = el("input", { type: "file", accept: ".yaml,.yml,.py", onchange: async () => {
    const [file] = open.files;
    if (file) take(await file.text());
    open.value = "";
  } });
  const name = () => sheet() ? (/^blanks:\s*([a-z0-9-]+)/m.exec(editor.value)?.[1] || "blanks") + ".yaml" : (/^def\s+(\w+)/m.exec(editor.value)?.[1] || "program") + ".py";

  root.replaceChildren(
    el("section.make-write", { "aria-label": t("make.blanks") },
      el("div.form-row.make-bar", {}, button(t("make.new"), { onclick: () => take(""), data: { do: "new" } }), el("label.btn.file", {}, el("span", {}, t("make.open")), open),
        button(t("make.save"), { onclick: () => save(new Blob([editor.value], { type: "text/plain" }), name()) }), back),
      editor.element, summary, marks.element, el("p.small", {}, t("make.keys"))),
    el("aside.make-side", {}, el("div.form-row", {}, el("label", { htmlFor: "make-seed" }, t("make.seed")), seed,
      button(t("make.previous"), { icon: "prev", onclick: () => turn(-1) }), button(t("make.next"), { icon: "next", onclick: () => turn(1), data: { do: "next-sample" } })), sample));
  check();
}
