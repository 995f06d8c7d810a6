// The workbench for boards: what is entered is given. Whether the board has one solution, and how hard it is, follows the
// typing; every judgement is the server's.

import { $, el, button, say, toast } from "../dom.js";
import { t } from "../i18n.js";
import { post, long } from "../api.js";
import { setting } from "../settings.js";
import * as grid from "../boards/grid.js";
import { drafts, shareButton, verdict, failed, className } from "./common.js";

export function start(root, kind) {
  const draft = drafts(kind.name);
  let base = ""; // the puzzle that the board began as
  let baseGivens = []; // its givens
  let view = null;
  let board = null;
  let model = null;
  let past = [], future = [];
  let answer = null;
  let timer = 0;
  let asking = null;
  let revealed = false;

  const size = el("select", { "aria-label": t("size"), onchange: () => begin({ family: kind.name, params: size.value }) }, kind.sizes.map((s) => el("option", { value: s.value }, s.text)));
  const undo = button(t("undo"), { icon: "undo", onclick: () => travel(past, future), key: "Control+Z" });
  const redo = button(t("redo"), { icon: "redo", onclick: () => travel(future, past), key: "Control+Y" });
  const blank = button(t("make.blank"), { icon: "erase", onclick: () => begin({ family: kind.name, params: size.value }) });
  const reveal = button(t("make.reveal"), { onclick: () => { revealed = !revealed; showFree(); }, "aria-pressed": "false" });
  const place = el("section.board", { "aria-label": t("board") });
  const pad = el("div.controls");
  const state = el("div", { role: "status", "aria-live": "polite" });
  const problem = el("p.bad", { role: "alert", hidden: true });
  const play = el("a.btn.primary", { data: { do: "play" } }, t("make.play"));
  const share = shareButton(() => answer.puzzle);

  // ---- the board
  async function begin(from, edits = []) {
    try {
      const a = await post("make/board", { ...from, lang: document.documentElement.lang });
      if (a.problem) return tell(a.problem);
      base = a.puzzle;
      view = structuredClone(a.view);
      baseGivens = view.grid.givens;
      view.grid.givens = baseGivens.map(() => "");
      past = [];
      future = [];
      revealed = false;
      board = grid.create(view, { act, setting, param: () => null, can: () => false });
      model = board.rules.start();
      model = { ...model, values: baseGivens.slice() };
      for (const m of edits) model = board.rules.apply(model, { t: "move", m });
      place.replaceChildren(board.element);
      pad.replaceChildren(board.whole, board.controls);
      $('[data-key="auto"]', pad).hidden = true; // a setter writes givens, and no marks
      $(".modes", pad).hidden = true;
      if (![...size.options].some((o) => o.value === a.puzzle.split(":")[1])) size.append(el("option", {}, a.puzzle.split(":")[1]));
      size.value = a.puzzle.split(":")[1];
      show();
      judge(0);
    } catch (e) {
      tell(failed(e), () => begin(from, edits));
    }
  }

  function act(e) {
    if (e.t !== "move" || /[-+]/.test(e.m.replace(/=\S+/g, ""))) return;
    past.push(model);
    future = [];
    model = board.rules.apply(model, e);
    revealed = false;
    show();
    judge(250);
  }

  function travel(from, to) {
    if (!from.length) return;
    to.push(model);
    model = from.pop();
    revealed = false;
    show();
    judge(120);
    say(t("make.givenCount", { n: model.values.filter(Boolean).length }));
  }

  addEventListener("keydown", (e) => {
    if (!(e.ctrlKey || e.metaKey) || e.target.closest("input, textarea, select")) return;
    if (e.key === "z" && !e.shiftKey) { e.preventDefault(); travel(past, future); }
    if (e.key === "y" || (e.key === "Z" && e.shiftKey)) { e.preventDefault(); travel(future, past); }
  });

  function show() {
    board.unmark();
    board.show({ ...model, centre: model.values.map(() => []) });
    undo.disabled = !past.length;
    redo.disabled = !future.length;
    draft.keep(JSON.stringify({ base, edits: edits() }));
  }

  // edits gives the moves from the puzzle that the board began as.
  function edits() {
    const list = [];
    model.values.forEach((v, c) => { if (v !== baseGivens[c]) list.push(board.rules.name(c) + "=" + (v || view.grid.blank)); });
    return list;
  }

  // ---- what the server says
  function judge(after) {
    clearTimeout(timer);
    state.classList.add("old");
    timer = setTimeout(async () => {
      asking?.abort();
      const mine = (asking = new AbortController());
      try {
        const a = await post("make/board", { puzzle: base, edits: edits(), judge: true, lang: document.documentElement.lang }, { signal: mine.signal });
        if (mine.signal.aborted) return;
        answer = a;
        tell(a.problem);
        const usable = !!a.puzzle;
        play.toggleAttribute("aria-disabled", !usable);
        if (usable) play.href = "/play?p=" + encodeURIComponent(a.puzzle); else play.removeAttribute("href");
        share.disabled = !usable;
        state.replaceChildren(usable ? verdict(a) : "");
        reveal.disabled = !(a.solution?.length || a.free?.length);
        reveal.querySelector(".label").textContent = t(a.status === "several" ? "make.openCells" : "make.reveal");
        showFree();
      } catch (e) {
        if (e.name === "AbortError") return;
        tell(failed(e), () => judge(0));
      }
      state.classList.remove("old");
    }, after);
  }

  // showFree shows the solution in small digits, or which cells are still open.
  function showFree() {
    reveal.setAttribute("aria-pressed", revealed ? "true" : "false");
    board.unmark();
    const moves = revealed ? answer?.solution || answer?.free || [] : [];
    const centre = model.values.map(() => []);
    for (const m of moves) {
      const [cell, symbol] = m.split("=");
      const i = view.grid.symbols.indexOf(symbol);
      if (i >= 0) centre[board.rules.cellOf(cell)] = [i];
    }
    board.show({ ...model, centre });
    if (answer?.broken?.length) board.mark(answer.broken, "wrong");
    if (revealed && answer?.free) board.mark(moves.map((m) => ({ kind: "cell", id: m.split("=")[0] })), "because");
  }

  function tell(text, again) {
    problem.replaceChildren(text || "", ...(again ? [" ", button(t("again"), { kind: "small", onclick: again, data: { do: "again" } })] : []));
    problem.hidden = !text;
  }

  // ---- carving
  const wanted = el("select", { "aria-label": t("difficulty") }, el("option", { value: "" }, t("any")), kind.classes.map((c) => el("option", { value: c }, className(c))));
  const keep = el("input", { type: "checkbox", id: "carve-keep", checked: true });
  const givens = el("input", { type: "number", min: 0, id: "carve-givens", placeholder: t("make.fewest") });
  const carveSaid = el("p", { role: "status" });
  const stop = button(t("make.cancel"), { onclick: () => carving?.abort() });
  stop.hidden = true;
  let carving = null;
  const carve = button(t("make.carve"), { kind: "primary", data: { do: "carve" }, onclick: async () => {
    carving = new AbortController();
    carve.disabled = true;
    stop.hidden = false;
    carveSaid.className = "";
    carveSaid.textContent = t("making");
    const before = model;
    try {
      const a = await long("make/carve", { puzzle: base, edits: edits(), class: wanted.value, givens: Number(givens.value) || 0, keep: keep.checked, seed: crypto.getRandomValues(new Uint32Array(1))[0] },
        { signal: carving.signal, progress: (p) => { carveSaid.textContent = t("making") + " " + (p.total ? p.done + "/" + p.total : p.text || ""); } });
      past.push(before);
      future = [];
      model = { ...model, values: a.view.grid.givens.slice() };
      carveSaid.textContent = t("make.carved", { n: model.values.filter(Boolean).length });
      show();
      judge(0);
    } catch (e) {
      carveSaid.className = "bad";
      carveSaid.textContent = e.name === "AbortError" ? t("make.cancelled") : failed(e);
    }
    carving = null;
    carve.disabled = false;
    stop.hidden = true;
  } });

  root.replaceChildren(
    el("section.make-write", {}, el("div.form-row.make-bar", {}, el("label", {}, t("size"), " ", size), undo, redo, blank, reveal), place, problem),
    el("aside.make-side", {}, pad,
      el("section.panel", { "aria-labelledby": "verdict-head" }, el("h2", { id: "verdict-head" }, t("make.verdict")), state, el("div.form-row", {}, play, share)),
      el("section.panel", { "aria-labelledby": "carve-head" }, el("h2", { id: "carve-head" }, t("make.carveHere")), el("p.small", {}, t("make.carve.help")),
        el("div.form-row", {}, el("label", {}, t("difficulty"), " ", wanted), el("label", { htmlFor: "carve-givens" }, t("make.givens")), givens),
        el("label.toggle", {}, keep, el("span", {}, t("make.keep"))),
        el("div.form-row", {}, carve, stop), carveSaid)));

  const asked = new URLSearchParams(location.search).get("p");
  let kept = null;
  try { kept = JSON.parse(draft.load()); } catch { /* no draft */ }
  if (asked) begin({ puzzle: asked });
  else if (kept?.base) begin({ puzzle: kept.base }, kept.edits);
  else begin({ family: kind.name, params: kind.params });
}
