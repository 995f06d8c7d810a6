// The workbench for boards of every family that a rules file states: what is printed is marked as a board of layers is played. Whether
// there is a solution, which givens clash, where two solutions differ and how hard the puzzle is follows the typing.

import { $, el, button, say } from "../dom.js";
import { t } from "../i18n.js";
import { post, long } from "../api.js";
import { setting } from "../settings.js";
import * as layers from "../boards/layers.js";
import { drafts, shareButton, failed, className, twoSolutions } from "./common.js";

const seed = () => crypto.getRandomValues(new Uint32Array(1))[0];
const split = (move) => { const at = move.lastIndexOf("="); return [move.slice(0, at), move.slice(at + 1)]; };

// setter makes a board and what stands beside it: bar are the buttons above, place is the board, panels what the server says. changed is
// called when the board is another.
export function setter({ classes, changed }) {
  let from = null;             // what the board began as: a family with parameters, or a puzzle
  let began = new Map();       // its givens
  let view = null, board = null, model = null, answer = null;
  let past = [], future = [];  // lists of givens
  let timer = 0, asking = null;

  const place = el("section.board", { "aria-label": t("board") });
  const pad = el("div.controls");
  const undo = button(t("undo"), { icon: "undo", onclick: () => travel(past, future), key: "Control+Z", data: { do: "undo" } });
  const redo = button(t("redo"), { icon: "redo", onclick: () => travel(future, past), key: "Control+Y", data: { do: "redo" } });
  const blank = button(t("make.blank"), { icon: "erase", onclick: () => replace([]), data: { do: "blank" } });
  const one = button(t("make.one"), { onclick: () => fill(false), data: { do: "one" } });
  const best = button(t("make.best"), { onclick: advise, data: { do: "best" } });
  const state = el("div.verdict", { role: "status", "aria-live": "polite" });
  const problem = el("p.bad", { role: "alert", hidden: true });
  const before = el("p.note.bad", { role: "status", hidden: true }, t("make.before"));
  const play = el("a.btn.primary", { data: { do: "play" } }, t("make.play"));
  const print = el("a.btn", { data: { do: "print" }, target: "_blank" }, t("menu.print"));
  const share = shareButton(() => answer.puzzle);

  // ---- the board
  // begin starts from a family with parameters or from a puzzle, and prints those of some givens that fit.
  async function begin(start, givens = null) {
    const a = await post("make/board", { ...start, lang: document.documentElement.lang });
    if (a.problem) return tell(a.problem);
    from = start;
    began = new Map(a.marks.map(split));
    lay(a);
    if (givens) put(givens);
    past = [];
    future = [];
    show();
    judge(0);
  }

  // lay draws the board of an answer, with its givens.
  function lay(a) {
    view = a.view;
    board = layers.create(view, { act, setting, param: () => null, can: () => false, play: { drawing: a.drawing }, brushes: true });
    model = board.rules.start();
    put(a.marks);
    place.replaceChildren(board.element);
    pad.replaceChildren(board.whole, board.controls);
  }

  const givens = () => board.rules.moves(model);

  // put makes givens the board's, as far as they fit it.
  function put(list) {
    model = board.rules.start();
    for (const m of list) {
      const [at, mark] = split(m);
      const p = board.rules.place(at);
      if (p && board.rules.takes(board.rules.layers[p[0]], mark)) model = board.rules.apply(model, { t: "move", m });
    }
  }

  function act(e) {
    if (e.t !== "move") return; // a setter prints, and makes no notes
    // What is known to be nothing is not printed.
    const m = e.m.split(" ").map((x) => { const [at, mark] = split(x); const l = board.rules.layers[board.rules.place(at)[0]]; return mark === board.rules.none(l) ? at + "=." : x; }).join(" ");
    past.push(givens());
    future = [];
    model = board.rules.apply(model, { t: "move", m });
    show();
    judge(250);
  }

  function replace(list) {
    past.push(givens());
    future = [];
    put(list);
    show();
    judge(0);
  }

  function travel(back, forth) {
    if (!back.length) return;
    forth.push(givens());
    put(back.pop());
    show();
    judge(120);
    say(t("make.givenCount", { n: givens().length }));
  }

  const keys = (e) => {
    if (!(e.ctrlKey || e.metaKey) || e.target.closest("input, textarea, select")) return;
    if (e.key === "z" && !e.shiftKey) { e.preventDefault(); travel(past, future); }
    if (e.key === "y" || (e.key === "Z" && e.shiftKey)) { e.preventDefault(); travel(future, past); }
  };
  addEventListener("keydown", keys);

  function show() {
    board.unmark();
    board.compare([]);
    board.show(model);
    undo.disabled = !past.length;
    redo.disabled = !future.length;
    changed?.(from, givens());
  }

  // edits gives the moves from what the board began as.
  function edits() {
    const now = new Map(givens().map(split));
    const list = [];
    for (const [at, mark] of now) if (began.get(at) !== mark) list.push(at + "=" + mark);
    for (const at of began.keys()) if (!now.has(at)) list.push(at + "=.");
    return list;
  }

  // ---- what the server says
  function judge(after) {
    clearTimeout(timer);
    asking?.abort();
    state.classList.add("old");
    timer = setTimeout(async () => {
      const mine = (asking = new AbortController());
      const slow = setTimeout(() => state.replaceChildren(el("p", {}, t("make.judging"))), 400);
      try {
        const a = await post("make/board", { ...from, edits: edits(), judge: true, lang: document.documentElement.lang }, { signal: mine.signal });
        if (mine.signal.aborted) return;
        take(a);
        if (a.status === "unique") rate(a, mine.signal);
      } catch (e) {
        if (e.name === "AbortError") return;
        tell(failed(e), () => judge(0));
        state.replaceChildren();
      } finally {
        clearTimeout(slow);
      }
      state.classList.remove("old");
    }, after);
  }

  const outline = (v) => JSON.stringify(v.layers.layers.map((l) => l.places));

  function take(a) {
    answer = a;
    tell(a.problem);
    const usable = !!a.puzzle;
    for (const [link, path] of [[play, "/play?p="], [print, "/print?answers=1&p="]]) {
      link.toggleAttribute("aria-disabled", !usable);
      if (usable) link.href = path + encodeURIComponent(a.puzzle); else link.removeAttribute("href");
    }
    share.disabled = !usable;
    best.disabled = a.status !== "several";
    if (!usable) return state.replaceChildren();
    if (outline(a.view) !== outline(view)) { lay(a); show(); } // rooms have changed, and what stands in them
    board.unmark();
    board.compare([]);
    const parts = [];
    const head = (text, kind, ...rest) => parts.push(el("section.panel.verdict-" + kind, {}, el("h2", {}, text), ...rest));
    const time = a.millis < 100 ? a.millis.toFixed(0) + " ms" : (a.millis / 1000).toFixed(1) + " s";
    if (a.status === "several" && a.pair) {
      board.compare(a.pair.differ);
      head(t("make.two"), "several", el("p", {}, t("make.differ", { n: a.pair.differ.length }) + " " + time), twoSolutions(a.pair));
    } else if (a.status === "none") {
      const list = a.clash || [];
      board.mark(list.map((m) => ({ id: split(m)[0] })), "wrong");
      head(t("make.noSolution"), "none", el("p", {}, list.length ? t(a.least ? "make.clash" : "make.clashSome", { n: list.length }) : t("make.clashRules")), el("p.small", {}, time));
    } else if (a.status === "unique") {
      head(t("make.unique"), "unique", el("dl.facts", {}, el("div", {}, el("dt", {}, t("make.givens")), el("dd", {}, String(a.givens))), el("div", {}, el("dt", {}, t("make.time")), el("dd", {}, time))),
        el("div.rated", {}, t("make.rating")), el("details", {}, el("summary", {}, t("make.reveal")), pictureOf(a.solved)));
    } else head(t("make.unknown"), "unknown", el("p", {}, t("make.status.unknown")));
    state.replaceChildren(...parts);
  }

  // rate tells how hard the puzzle is, when the verdict already stands.
  async function rate(a, signal) {
    let told;
    try {
      const r = await long("rate", { puzzle: a.puzzle }, { signal });
      told = [t("make.rated", { class: className(r.class), n: r.steps })];
      if (r.hardest) told.push(el("br"), t("make.hardest") + ": " + r.hardest);
    } catch (e) {
      if (e.name === "AbortError") return;
      told = [failed(e)];
    }
    if (answer === a) $(".rated", state)?.replaceChildren(...told);
  }

  // stale says that the board is that of rules as they were, and lets nobody take it for that of the rules as they are.
  function stale(on) {
    before.hidden = !on || !board;
    for (const e of [place, pad, tools, making]) { e.classList.toggle("old", on); e.inert = on; }
  }

  function tell(text, again) {
    problem.replaceChildren(text || "", ...(again ? [" ", button(t("again"), { kind: "small", onclick: again, data: { do: "again" } })] : []));
    problem.hidden = !text;
  }

  // ---- help
  async function advise() {
    best.disabled = true;
    said.className = "";
    said.textContent = t("make.looking");
    try {
      const a = await long("make/advise", { ...from, edits: edits() });
      const [at, mark] = split(a.move);
      past.push(givens());
      future = [];
      model = board.rules.apply(model, { t: "move", m: a.move });
      show();
      said.textContent = t(a.unique ? "make.advisedLast" : "make.advised", { place: board.place({ id: at }), mark: mark.replaceAll("+", " "), n: a.gone, of: a.of });
      judge(0);
    } catch (e) {
      said.className = "bad";
      said.textContent = failed(e);
    }
    best.disabled = false;
  }

  // ---- what is made: of a class, and with a step that is needed
  const needs = el("select", { id: "fill-needs", data: { do: "needs" } });
  const offer = (list) => {
    const old = needs.value;
    needs.replaceChildren(el("option", { value: "" }, t("any")), ...list.map((n) => el("option", { value: n.code }, n.name)));
    needs.value = list.some((n) => n.code === old) ? old : "";
    needs.parentElement.hidden = !list.length;
  };
  const needed = el("label.form-row", {}, t("make.needs"), " ", needs);

  let wanted = "";
  const choices = el("div.classes", { role: "radiogroup", "aria-label": t("make.fillClass") }, ["", ...classes].map((c) => el("button.btn", { type: "button", role: "radio", "aria-checked": c === wanted ? "true" : "false", data: { class: c }, onclick: () => choose(c) }, c ? className(c) : t("any"))));
  function choose(c) {
    wanted = c;
    for (const b of choices.children) b.setAttribute("aria-checked", b.dataset.class === c ? "true" : "false");
  }
  choices.addEventListener("keydown", (e) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[e.key];
    if (!by) return;
    e.preventDefault();
    const list = [...choices.children];
    const next = list[(list.indexOf(document.activeElement) + by + list.length) % list.length];
    next.click();
    next.focus();
  });
  const keep = el("input", { type: "checkbox", id: "fill-keep", checked: true });
  const said = el("p", { role: "status" });
  const go = button(t("make.fill"), { kind: "primary", onclick: () => fill(keep.checked), data: { do: "fill" } });
  const stop = button(t("make.cancel"), { onclick: () => filling?.abort(), data: { do: "cancel-fill" } });
  stop.hidden = true;
  let filling = null;

  // fill has a puzzle made, round what is given or from nothing. It is one step of undo.
  async function fill(mine) {
    filling = new AbortController();
    go.disabled = one.disabled = true;
    stop.hidden = false;
    said.className = "";
    said.textContent = t("making");
    state.classList.add("old");
    try {
      const a = await long("make/carve", { ...from, edits: edits(), class: wanted, needs: needs.value, keep: mine, seed: seed() },
        { signal: filling.signal, progress: (p) => { said.textContent = t("making") + " " + (p.total ? p.done + "/" + p.total : p.text || ""); } });
      const b = await post("make/board", { puzzle: a.puzzle, lang: document.documentElement.lang });
      past.push(givens());
      future = [];
      if (outline(b.view) !== outline(view)) lay(b); else put(b.marks);
      said.textContent = t("make.filled", { n: givens().length });
      show();
      judge(0);
    } catch (e) {
      state.classList.remove("old");
      said.className = e.name === "AbortError" ? "" : "bad";
      said.textContent = e.name === "AbortError" ? t("make.cancelled") : failed(e);
    }
    filling = null;
    go.disabled = one.disabled = false;
    stop.hidden = true;
  }

  const tools = el("div.form-row", {}, undo, redo, blank, one, best);
  const making = el("div.make-side", {}, el("div.form-row", {}, play, share, print),
    el("section.panel", { "aria-labelledby": "fill-head" }, el("h2", { id: "fill-head" }, t("make.fillClass")), choices, needed,
      el("label.toggle", {}, keep, el("span", {}, t("make.keep"))), el("div.form-row", {}, go, stop), said));
  return {
    bar: [tools], place, problem: el("div", {}, before, problem), begin, tell, offer, stale,
    panels: [state, making],
    pad, givens: () => (board ? givens() : []), started: () => !!board,
    replace,
  };
}

function pictureOf(svg) {
  const box = el("div.solution-picture");
  box.innerHTML = svg || ""; // written by the server's renderer, which escapes texts
  return box;
}

// sizes is a field for rows and columns, and parameters behind them.
export function sizes(list, onchange) {
  const field = el("input.size-field", { value: list[0]?.value || "", "aria-label": t("size"), autocomplete: "off", onchange: () => onchange(field.value.trim()) });
  field.setAttribute("list", "sizes");
  const options = el("datalist", { id: "sizes" });
  const offer = (all) => options.replaceChildren(...all.map((s) => el("option", { value: s.value }, s.text)));
  offer(list);
  return { field, options, offer };
}

export function start(root, kind) {
  const draft = drafts(kind.name);
  const s = setter({ classes: kind.classes, changed: (from, givens) => draft.keep(JSON.stringify({ from, size: size.field.value, givens })) });
  const trouble = (e, again) => s.tell(failed(e), again);
  const size = sizes(kind.sizes, (params) => s.begin({ family: kind.name, params }, s.givens()).catch((e) => trouble(e)));
  s.offer(kind.needs || []);
  root.replaceChildren(
    el("section.make-write", {}, el("div.form-row.make-bar", {}, el("label", {}, t("size"), " ", size.field, size.options), ...s.bar), s.problem, s.place, s.pad),
    el("aside.make-side", {}, ...s.panels));
  const asked = new URLSearchParams(location.search).get("p");
  let kept = null;
  try { kept = JSON.parse(draft.load()); } catch { /* no draft */ }
  const first = asked ? [{ puzzle: asked }] : kept?.from ? [kept.from, kept.givens] : [{ family: kind.name, params: kind.params }];
  if (asked) size.field.value = asked.split(":")[1] || size.field.value;
  else if (kept?.size) size.field.value = kept.size;
  const open = () => s.begin(...first).catch((e) => trouble(e, open));
  open();
}
