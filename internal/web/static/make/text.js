// The workbench for puzzles that are written as text, such as the clue language of zebra puzzles: the text on one side; what it
// says, whether it has one solution and how hard it is on the other.

import { el, button } from "../dom.js";
import { t } from "../i18n.js";
import { post, long } from "../api.js";
import { create, marksList } from "./editor.js";
import { drafts, shareButton, verdict, save, failed, className } from "./common.js";

export function start(root, kind) {
  const draft = drafts(kind.name);
  let answer = null;
  let timer = 0;
  let asking = null;
  const editor = create({ label: t("make.text"), value: draft.load() ?? "", changed: () => { draft.keep(editor.value); judge(300); } });
  const marks = marksList(editor);
  const state = el("div", { role: "status" });
  const clues = el("ol.made-clues", { tabIndex: 0, "aria-labelledby": "clues-head" }); // it scrolls
  const play = el("a.btn.primary", { data: { do: "play" } }, t("make.play"));
  const share = shareButton(() => answer.puzzle);

  function take(text) {
    if (editor.value.trim()) draft.keepOld(editor.value);
    back.hidden = !draft.old();
    editor.value = text;
    draft.keep(text);
    judge(0);
  }
  const back = button(t("make.back"), { onclick: () => { const old = draft.old(); if (old) take(old); } });
  back.hidden = !draft.old();
  const size = el("select", { "aria-label": t("size") }, kind.sizes.map((s) => el("option", { value: s.value }, s.text)));
  const fresh = button(t("make.draw"), { data: { do: "draw" }, onclick: async () => {
    fresh.disabled = true;
    try {
      const made = await long("generate", { family: kind.name, params: size.value, seed: crypto.getRandomValues(new Uint32Array(1))[0] });
      const a = await post("make/board", { puzzle: made.puzzle });
      take(a.source);
    } catch (e) {
      trouble(e, () => fresh.click());
    }
    fresh.disabled = false;
  } });

  function trouble(e, again) {
    state.classList.remove("old");
    state.replaceChildren(el("p.bad", {}, failed(e)), button(t("again"), { kind: "small", onclick: again, data: { do: "again" } }));
  }

  function judge(after) {
    clearTimeout(timer);
    state.classList.add("old");
    timer = setTimeout(async () => {
      asking?.abort();
      const mine = (asking = new AbortController());
      const text = editor.value;
      if (!text.trim()) { answer = null; return show({ problem: "" }); }
      try {
        const a = await post("make/board", { family: kind.name, text, lang: document.documentElement.lang, judge: true }, { signal: mine.signal });
        if (!mine.signal.aborted && text === editor.value) show(a);
      } catch (e) {
        if (e.name !== "AbortError") trouble(e, () => judge(0));
      }
      state.classList.remove("old");
    }, after);
  }

  function show(a) {
    answer = a;
    const list = a.problem ? [{ line: a.line || 1, col: a.col || 1, severity: "error", message: a.problem }] : [];
    editor.setMarks(list);
    marks.show(list);
    const usable = !!a.puzzle;
    if (usable) play.href = "/play?p=" + encodeURIComponent(a.puzzle); else play.removeAttribute("href");
    play.toggleAttribute("aria-disabled", !usable);
    share.disabled = carve.disabled = !usable;
    state.replaceChildren(usable ? verdict(a) : "");
    if (usable) carvePanel.hidden = !a.editable;
    const told = a.view?.lineup?.clues || a.view?.cards?.clues || [];
    clues.replaceChildren(...told.map((c) => el("li", {}, c.text)));
  }

  const wanted = el("select", { "aria-label": t("difficulty") }, el("option", { value: "" }, t("any")), kind.classes.map((c) => el("option", { value: c }, className(c))));
  const carveSaid = el("p", { role: "status" });
  const carve = button(t("make.carve"), { kind: "primary", data: { do: "carve" }, onclick: async () => {
    carve.disabled = true;
    carveSaid.className = "";
    carveSaid.textContent = t("making");
    try {
      const a = await long("make/carve", { puzzle: answer.puzzle, class: wanted.value, seed: crypto.getRandomValues(new Uint32Array(1))[0] },
        { progress: (p) => { carveSaid.textContent = t("making") + " " + (p.total ? p.done + "/" + p.total : p.text || ""); } });
      const b = await post("make/board", { puzzle: a.puzzle });
      carveSaid.textContent = t("make.carvedClues", { n: b.givens });
      take(b.source);
    } catch (e) {
      carveSaid.className = "bad";
      carveSaid.textContent = failed(e);
    }
    carve.disabled = !answer?.puzzle;
  } });

  const carvePanel = el("section.panel", { "aria-labelledby": "carve-head", hidden: true }, el("h2", { id: "carve-head" }, t("make.carveHere")),
    el("p.small", {}, t("make.carveClues.help")), el("div.form-row", {}, el("label", {}, t("difficulty"), " ", wanted), carve), carveSaid);

  root.replaceChildren(
    el("section.make-write", {}, el("div.form-row.make-bar", {}, el("label", {}, t("size"), " ", size), fresh,
      button(t("make.save"), { onclick: () => save(new Blob([editor.value]), kind.name + ".yaml") }), back), editor.element, marks.element),
    el("aside.make-side", {},
      el("section.panel", { "aria-labelledby": "verdict-head" }, el("h2", { id: "verdict-head" }, t("make.verdict")), state, el("div.form-row", {}, play, share)),
      el("section.panel", { "aria-labelledby": "clues-head" }, el("h2", { id: "clues-head" }, t("make.clues")), clues),
      carvePanel));

  function open() {
    post("make/board", { puzzle: asked }).then((a) => take(a.source), (e) => trouble(e, open));
  }
  const asked = new URLSearchParams(location.search).get("p");
  if (asked) open();
  else if (editor.value.trim()) judge(0);
  else fresh.click();
}
