// The board of a grid: Sudoku and its variants, Fillomino. A model is {values, struck, centre, corner, colour, auto}: what the
// player wrote in each cell, and marks; arrays are replaced, never changed.

import { el, $$, button, icon, say } from "../dom.js";
import { t, placeOf } from "../i18n.js";
import { checker } from "../rules.js";
import { triedIn, hue } from "../log.js";
import { zoom } from "./zoom.js";

const MODES = ["digit", "corner", "centre", "colour"];
const COLOURS = 9;

const replaced = (list, at, value) => { const copy = list.slice(); copy[at] = value; return copy; };
const toggled = (list, x, on) => (on ? [...list.filter((y) => y !== x), x].sort((a, b) => a - b) : list.filter((y) => y !== x));

// rulesOf gives the part of a board that has no document: what events do. Tests and the log use it by itself.
export function rulesOf(view) {
  const g = view.grid;
  const cells = g.rows * g.cols;
  const quick = checker(g);
  const name = (c) => "r" + (Math.floor(c / g.cols) + 1) + "c" + ((c % g.cols) + 1);
  const cellOf = (text) => {
    const m = /^r(\d+)c(\d+)$/.exec(text);
    if (!m || +m[1] < 1 || +m[1] > g.rows || +m[2] < 1 || +m[2] > g.cols) return -1;
    return (m[1] - 1) * g.cols + (m[2] - 1);
  };
  const full = (model) => model.values.map((v, c) => g.givens[c] || v);

  function one(model, move) {
    const m = /^(r\d+c\d+)([=+-])(.+)$/.exec(move);
    const c = m ? cellOf(m[1]) : -1;
    if (c < 0 || g.givens[c]) throw new Error("move " + move);
    if (m[2] === "=") {
      if (m[3] === g.blank) return { ...model, values: replaced(model.values, c, "") };
      if (!g.symbols.includes(m[3]) && !(g.number && +m[3] >= 1 && +m[3] <= g.number)) throw new Error("move " + move);
      return { ...model, values: replaced(model.values, c, m[3]) };
    }
    if (!g.strikes || !g.symbols.includes(m[3])) throw new Error("move " + move);
    const next = { ...model, struck: replaced(model.struck, c, toggled(model.struck[c], g.symbols.indexOf(m[3]), m[2] === "-")) };
    if (m[2] === "-") next.auto = true; // what is struck should be seen
    return next;
  }

  return {
    g, cells, quick, name, cellOf, full,
    start: () => ({
      values: Array(cells).fill(""), struck: Array(cells).fill([]), centre: Array(cells).fill([]),
      corner: Array(cells).fill([]), colour: Array(cells).fill([]), auto: false,
    }),
    apply(model, e) {
      if (e.t === "move") return e.m.split(" ").reduce(one, model);
      if (e.k === "auto") return { ...model, auto: !!e.on };
      if (!["centre", "corner", "colour"].includes(e.k) || !Array.isArray(e.c)) return model;
      const list = model[e.k].slice();
      for (const c of e.c) if (c >= 0 && c < cells) list[c] = e.v === null ? [] : toggled(list[c], e.v, !!e.on);
      return { ...model, [e.k]: list };
    },
    // moves gives the moves that lead from the start to a model.
    moves(model) {
      const list = [];
      for (let c = 0; c < cells; c++) {
        if (model.values[c]) list.push(name(c) + "=" + model.values[c]);
        for (const s of model.struck[c]) list.push(name(c) + "-" + g.symbols[s]);
      }
      return list;
    },
    complete: (model) => full(model).every(Boolean),
    // answer writes a full board as the digest of the solution has it.
    answer: (model) => { const list = full(model); return list.every(Boolean) ? list.join(",") : null; },
    // holds tells whether a mark that a reference names stands in a model.
    holds(model, ref) {
      const [cell, value] = ref.id.split(":");
      const c = cellOf(cell);
      if (c < 0) return false;
      return value ? model.struck[c].includes(value - 1) : !!model.values[c];
    },
  };
}

export function create(view, ctx) {
  const rules = rulesOf(view);
  const { g, cells, quick, name } = rules;
  let model = rules.start();
  let shown = null; // a model shown instead, such as a step of the solution path
  let trials = []; // models at which the open trials began
  let selected = new Set();
  let focus = firstEmpty();
  let mode = "digit";
  let typed = { at: 0, text: "" };
  let marks = [];

  function firstEmpty() {
    const c = g.givens.findIndex((v) => !v);
    return c < 0 ? 0 : c;
  }

  // ---- drawing
  const wide = g.cols > 16;
  const board = el("div.grid-board", {
    role: "grid", "aria-label": view.title, "aria-multiselectable": "true", "aria-rowcount": g.rows, "aria-colcount": g.cols,
    "aria-describedby": "board-help",
  });
  board.style.setProperty("--cols", g.cols);
  board.style.setProperty("--rows", g.rows);
  board.classList.toggle("large", g.cols > 12);
  const box = [];
  for (let r = 0; r < g.rows; r++) {
    const row = el("div.grid-row", { role: "row", "aria-rowindex": r + 1 });
    for (let c = 0; c < g.cols; c++) {
      const i = r * g.cols + c;
      const cell = el("div.cell", { role: "gridcell", tabIndex: -1, "aria-colindex": c + 1, data: { cell: name(i) } });
      if (g.region) {
        cell.classList.toggle("edge-top", r > 0 && g.region[i] !== g.region[i - g.cols]);
        cell.classList.toggle("edge-left", c > 0 && g.region[i] !== g.region[i - 1]);
      }
      if (g.givens[i]) cell.classList.add("given");
      if (g.shaded?.includes(i)) cell.classList.add("shaded");
      row.append(cell);
      box.push(cell);
    }
    board.append(row);
  }
  box[focus].tabIndex = 0;

  const frame = el("div.grid-frame", {}, board);
  const view2 = zoom(frame, board, { x: 0, y: 0, w: g.cols, h: g.rows });
  const spot = (c) => [(c % g.cols) + 0.5, Math.floor(c / g.cols) + 0.5];
  const drawn = Array(cells).fill(null);
  const side = Math.ceil(Math.sqrt(g.symbols.length));

  function draw() {
    const m = shown || model;
    const values = rules.full(m);
    const bad = ctx.setting("conflicts") ? quick.conflicts(values) : new Set();
    const cand = m.auto ? quick.candidates(values) : null;
    const same = selected.size === 1 && ctx.setting("same") ? values[focus] : "";
    const near = selected.size === 1 && ctx.setting("peers") && g.rule === "houses" ? quick.peers[focus] : new Set();
    const before = trials.map((x) => rules.full(x));
    const tried = (c) => triedIn(before, (x) => x[c] === values[c]);
    for (let c = 0; c < cells; c++) {
      const v = values[c];
      const here = marks.filter((k) => k.cell === c);
      const key = JSON.stringify([v, cand && cand[c].length ? [cand[c], m.struck[c]] : 0, m.centre[c], m.corner[c], m.colour[c],
        bad.has(c), selected.has(c), same && v === same, near.has(c), tried(c), here, c === focus, edges(values, c)]);
      if (key === drawn[c]) continue;
      drawn[c] = key;
      paint(c, m, v, cand, { bad: bad.has(c), same: same && v === same, near: near.has(c), tried: tried(c), here, edges: edges(values, c) });
    }
  }

  // edges gives the borders that a board without fixed regions shows between different numbers.
  function edges(values, c) {
    if (g.rule !== "regions") return "";
    const apart = (a, b) => values[a] && values[b] && values[a] !== values[b];
    return (c >= g.cols && apart(c, c - g.cols) ? "t" : "") + (c % g.cols && apart(c, c - 1) ? "l" : "");
  }

  function paint(c, m, v, cand, is) {
    const cell = box[c];
    const cls = cell.classList;
    cls.toggle("selected", selected.has(c));
    cls.toggle("conflict", is.bad);
    cls.toggle("same", !!is.same);
    cls.toggle("near", is.near);
    cls.toggle("tried", !!is.tried);
    cell.dataset.tried = hue(is.tried) || "";
    if (g.rule === "regions") {
      cls.toggle("edge-top", is.edges.includes("t"));
      cls.toggle("edge-left", is.edges.includes("l"));
    }
    for (const k of ["because", "effect", "wrong", "right"]) cls.toggle(k, is.here.some((h) => h.kind === k && !h.value));
    cell.replaceChildren();
    const parts = [];
    if (m.colour[c].length) {
      const tint = el("span.tints");
      for (const n of m.colour[c]) tint.append(el("span.tint.tint-" + n, {}, String(n)));
      cell.append(tint);
    }
    if (v) {
      cell.append(el("span.value", {}, v));
      if (v.length > 2) cell.lastChild.classList.add("long");
    } else {
      if (cand) {
        const pad = el("span.cands");
        pad.style.setProperty("--side", side);
        for (const s of cand[c]) {
          const i = g.symbols.indexOf(s);
          const gone = m.struck[c].includes(i);
          const x = el("span.cand", {}, gone ? "" : s);
          x.style.setProperty("--x", (i % side) + 1);
          x.style.setProperty("--y", Math.floor(i / side) + 1);
          for (const h of is.here) if (h.value === i + 1) { x.classList.add(h.kind); x.textContent = s; }
          pad.append(x);
        }
        cell.append(pad);
      }
      if (m.centre[c].length) cell.append(el("span.centre", {}, m.centre[c].map((i) => g.symbols[i]).join("")));
      if (m.corner[c].length) {
        const list = el("span.corners");
        m.corner[c].forEach((i) => list.append(el("span", {}, g.symbols[i])));
        cell.append(list);
      }
    }
    if (is.bad) cell.append(el("span.flag", { "aria-hidden": "true" }));
    // What a screen reader says of the cell.
    parts.push(v ? v : t("cell.empty"));
    if (g.givens[c]) parts.push(t("cell.given"));
    if (cand && !v) parts.push(t("cell.candidates", { list: cand[c].filter((s) => !m.struck[c].includes(g.symbols.indexOf(s))).join(" ") }));
    if (!v && m.centre[c].length) parts.push(t("cell.centre", { list: m.centre[c].map((i) => g.symbols[i]).join(" ") }));
    if (!v && m.corner[c].length) parts.push(t("cell.corner", { list: m.corner[c].map((i) => g.symbols[i]).join(" ") }));
    if (m.colour[c].length) parts.push(t("cell.colour", { list: m.colour[c].map((n) => t("colour." + n)).join(", ") }));
    if (is.tried) parts.push(t("cell.tried", { n: is.tried }));
    if (is.bad) parts.push(t("cell.conflict"));
    for (const h of is.here) if (!h.value) parts.push(t("cell." + h.kind));
    cell.setAttribute("aria-label", t("cell.name", { r: Math.floor(c / g.cols) + 1, c: (c % g.cols) + 1 }) + ": " + parts.join(", "));
    cell.setAttribute("aria-selected", selected.has(c) ? "true" : "false");
    if (g.givens[c]) cell.setAttribute("aria-readonly", "true");
  }

  // ---- selection
  function select(list, at, announce = true) {
    selected = new Set(list);
    if (at !== undefined) {
      box[focus].tabIndex = -1;
      focus = at;
      box[focus].tabIndex = 0;
      if (announce && document.activeElement !== box[focus]) box[focus].focus({ preventScroll: true });
      view2.show(...spot(focus));
    }
    typed.text = "";
    draw();
    told();
    ctx.selection?.();
  }

  const status = el("p.told-line");
  function told() {
    status.textContent = selected.size > 1 ? t("grid.selected", { n: selected.size }) : view2.on ? t("zoom.at", { r: Math.floor(focus / g.cols) + 1, c: (focus % g.cols) + 1 }) : "";
  }

  let dragging = null;
  const under = (e) => {
    const x = document.elementFromPoint(e.clientX, e.clientY)?.closest?.(".cell");
    return x && board.contains(x) ? box.indexOf(x) : -1;
  };
  board.addEventListener("pointerdown", (e) => {
    const c = under(e);
    if (c < 0 || (e.pointerType === "mouse" && e.button !== 0)) return;
    e.preventDefault();
    if (!e.isPrimary) { dragging = null; return; } // a second finger moves the view
    if (view2.enlarge(...spot(c))) return select([c], c);
    board.setPointerCapture?.(e.pointerId);
    const more = e.ctrlKey || e.metaKey || e.shiftKey;
    dragging = { add: !(more && selected.has(c)) };
    if (more) {
      const next = new Set(selected);
      dragging.add ? next.add(c) : next.delete(c);
      select(next, c);
    } else select([c], c);
  });
  board.addEventListener("pointermove", (e) => {
    if (!dragging) return;
    const c = under(e);
    if (c < 0 || selected.has(c) === dragging.add) return;
    const next = new Set(selected);
    dragging.add ? next.add(c) : next.delete(c);
    select(next, c);
  });
  for (const end of ["pointerup", "pointercancel"]) board.addEventListener(end, () => { dragging = null; });
  board.addEventListener("dblclick", (e) => {
    const v = rules.full(model)[under(e)];
    if (v) select(rules.full(model).flatMap((w, c) => (w === v ? [c] : [])), focus);
  });
  board.addEventListener("focusin", (e) => {
    const c = box.indexOf(e.target);
    if (c >= 0 && !dragging && !selected.has(c)) select([c], c, false);
  });

  // ---- entering
  const open = () => [...selected].filter((c) => !g.givens[c]).sort((a, b) => a - b);

  function enter(symbol) {
    const at = open();
    if (mode === "colour") return tint(g.symbols.indexOf(symbol) + 1);
    if (!at.length) return say(selected.size ? t("say.given") : t("say.select"));
    if (mode === "digit") {
      const todo = at.filter((c) => model.values[c] !== symbol);
      const moves = (todo.length ? todo : at).map((c) => name(c) + "=" + (todo.length ? symbol : g.blank));
      ctx.act({ t: "move", m: moves.join(" ") });
      return say(todo.length ? t("say.wrote", { value: symbol, n: todo.length }) : t("say.cleared", { n: at.length }));
    }
    const i = g.symbols.indexOf(symbol);
    if (i < 0) return;
    const empty = at.filter((c) => !model.values[c]);
    if (!empty.length) return;
    if (mode === "centre" && model.auto && g.strikes) {
      // Candidates are shown: the centre mode strikes them and brings them back, and hints know it.
      const stand = empty.filter((c) => !model.struck[c].includes(i));
      const sign = stand.length ? "-" : "+";
      ctx.act({ t: "move", m: (stand.length ? stand : empty).map((c) => name(c) + sign + symbol).join(" ") });
      return say(t(stand.length ? "say.struck" : "say.restored", { value: symbol }));
    }
    const on = !empty.every((c) => model[mode][c].includes(i));
    ctx.act({ t: "mark", k: mode, c: empty, v: i, on });
    say(t(on ? "say.marked" : "say.unmarked", { value: symbol }));
  }

  function tint(n) {
    if (n < 1 || n > COLOURS || !selected.size) return;
    const list = [...selected];
    const on = !list.every((c) => model.colour[c].includes(n));
    ctx.act({ t: "mark", k: "colour", c: list, v: n, on });
    say(t(on ? "say.coloured" : "say.uncoloured", { value: t("colour." + n) }));
  }

  function clear() {
    const at = open();
    const filled = at.filter((c) => model.values[c]);
    if (mode !== "colour" && filled.length) {
      ctx.act({ t: "move", m: filled.map((c) => name(c) + "=" + g.blank).join(" ") });
      return say(t("say.cleared", { n: filled.length }));
    }
    for (const k of mode === "colour" ? ["colour"] : ["centre", "corner", "colour"]) {
      const list = [...selected].filter((c) => model[k][c].length);
      if (list.length) {
        ctx.act({ t: "mark", k, c: list, v: null, on: false });
        return say(t("say.marksCleared"));
      }
    }
  }

  function setMode(next) {
    mode = next;
    for (const b of $$("[data-mode]", pad)) {
      const on = b.dataset.mode === mode;
      b.setAttribute("aria-checked", on ? "true" : "false");
      b.tabIndex = on ? 0 : -1;
    }
    pad.dataset.mode = mode;
    drawPad();
  }

  // number gives what a digit means on a board of numbers, where several are typed one after another.
  function number(digit) {
    const now = Date.now();
    const joined = typed.text + digit;
    const goes = typed.text && now - typed.at < 900 && +joined <= g.number && mode === "digit";
    typed = { at: now, text: goes ? joined : digit };
    return typed.text;
  }

  board.addEventListener("keydown", (e) => {
    if (e.altKey || ((e.ctrlKey || e.metaKey) && !/^Digit\d$/.test(e.code) && e.key.toLowerCase() !== "a")) return;
    const r = Math.floor(focus / g.cols), c = focus % g.cols;
    const go = (rr, cc) => {
      const to = Math.max(0, Math.min(g.rows - 1, rr)) * g.cols + Math.max(0, Math.min(g.cols - 1, cc));
      select(e.shiftKey ? [...selected, to] : [to], to);
      e.preventDefault();
    };
    switch (e.key) {
      case "ArrowUp": return go(r - 1, c);
      case "ArrowDown": return go(r + 1, c);
      case "ArrowLeft": return go(r, c - 1);
      case "ArrowRight": return go(r, c + 1);
      case "Home": return go(r, 0);
      case "End": return go(r, g.cols - 1);
      case "PageUp": return go(0, c);
      case "PageDown": return go(g.rows - 1, c);
      case "Escape": return select([focus], focus);
      case "Backspace":
      case "Delete":
        clear();
        return e.preventDefault();
      case " ":
        setMode(MODES[(MODES.indexOf(mode) + (e.shiftKey ? 3 : 1)) % 4]);
        say(t("mode." + mode));
        return e.preventDefault();
    }
    if ((e.ctrlKey || e.metaKey) && e.key.toLowerCase() === "a") {
      select(box.keys(), focus);
      return e.preventDefault();
    }
    const digit = /^(?:Digit|Numpad)(\d)$/.exec(e.code)?.[1];
    if (digit && (e.shiftKey || e.ctrlKey || e.metaKey)) {
      // Shift and a digit: a corner mark; Ctrl and a digit: a centre mark.
      if (g.symbols.includes(digit)) {
        const was = mode;
        mode = e.shiftKey ? "corner" : "centre";
        enter(digit);
        mode = was;
      }
      return e.preventDefault();
    }
    if (e.key === "0" && !typed.text && !g.symbols.includes("0")) {
      clear();
      return e.preventDefault();
    }
    let symbol = e.key.length === 1 ? e.key : "";
    if (mode === "colour" && /[1-9]/.test(symbol)) {
      tint(+symbol);
      return e.preventDefault();
    }
    if (g.number && /\d/.test(symbol)) symbol = number(symbol);
    if (!g.symbols.includes(symbol) && !g.number) symbol = g.symbols.find((s) => s.toLowerCase() === symbol.toLowerCase()) || "";
    if (symbol && (g.symbols.includes(symbol) || (g.number && +symbol >= 1))) {
      enter(symbol);
      e.preventDefault();
    }
  });

  // ---- keypad
  const pad = el("div.keypad", { data: { mode } });
  const modes = el("div.modes", { role: "radiogroup", "aria-label": t("modes") });
  MODES.forEach((m, i) => {
    const b = button(t("mode." + m), { icon: "mode-" + m, onclick: () => setMode(m), role: "radio", data: { mode: m } });
    b.title = t("mode." + m + ".help");
    modes.append(b);
    b.addEventListener("keydown", (e) => {
      const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: 3, ArrowUp: 3 }[e.key];
      if (!by) return;
      e.preventDefault();
      setMode(MODES[(i + by) % 4]);
      $$("[data-mode]", pad)[(i + by) % 4].focus();
    });
  });
  const keys = el("div.keys", { role: "group", "aria-label": t("keys") });
  const rest = el("div.pad-rest", {},
    button(t("erase"), { icon: "erase", onclick: () => { clear(); }, data: { key: "erase" } }),
    button(t("candidates"), { icon: "candidates", onclick: toggleAuto, data: { key: "auto" }, "aria-pressed": "false" }));
  pad.append(modes, keys, rest);
  if (g.number > g.symbols.length) {
    const other = el("input", { type: "number", min: 1, max: g.number, inputMode: "numeric", "aria-label": t("otherNumber"), placeholder: "10+" });
    other.addEventListener("keydown", (e) => {
      if (e.key === "Enter" && +other.value >= 1 && +other.value <= g.number) { enter(String(+other.value)); other.value = ""; }
    });
    rest.append(other);
  }

  function toggleAuto() {
    ctx.act({ t: "mark", k: "auto", on: !model.auto });
    say(t(model.auto ? "say.candidatesOn" : "say.candidatesOff"));
  }

  function drawPad() {
    const symbols = mode === "colour" ? Array.from({ length: COLOURS }, (_, i) => String(i + 1)) : g.symbols;
    const want = mode === "colour" ? "colour" : "symbols";
    if (keys.dataset.kind !== want) {
      keys.dataset.kind = want;
      keys.classList.toggle("few", symbols.length <= 9);
      keys.style.setProperty("--keys", symbols.length <= 9 ? symbols.length : Math.ceil(symbols.length / Math.ceil(symbols.length / 9)));
      keys.replaceChildren(...symbols.map((s, i) => {
        const label = mode === "colour" ? t("colour." + (i + 1)) : s;
        const b = el("button.key", { type: "button", "aria-label": label, data: { symbol: s },
          onclick: () => (mode === "colour" ? tint(i + 1) : enter(s)) });
        if (mode === "colour") b.append(el("span.tint.tint-" + (i + 1), {}, s));
        else b.append(el("span.key-text", {}, s), el("span.count", { "aria-hidden": "true" }));
        return b;
      }));
    }
    if (mode !== "colour" && g.rule === "houses") {
      const counts = new Map();
      for (const v of rules.full(shown || model)) counts.set(v, (counts.get(v) || 0) + 1);
      for (const b of keys.children) {
        const left = g.symbols.length - (counts.get(b.dataset.symbol) || 0);
        b.classList.toggle("done", left <= 0);
        b.querySelector(".count").textContent = left > 0 ? left : "";
        b.setAttribute("aria-label", b.dataset.symbol + ", " + t("left", { n: Math.max(0, left) }));
      }
    }
    rest.querySelector('[data-key="auto"]').setAttribute("aria-pressed", model.auto ? "true" : "false");
  }

  // ---- references of hints
  const houseCells = new Map((g.houses || []).map((h) => [h.id, h.cells]));
  function parse(ref, kind) {
    if (ref.kind === "house") return (houseCells.get(ref.id) || []).map((cell) => ({ cell, kind: "because", house: true }));
    const [cell, value] = ref.id.split(":");
    const c = rules.cellOf(cell.replace(/[=+-].*$/, ""));
    return c < 0 ? [] : [{ cell: c, kind, value: value && model.auto ? +value : undefined }];
  }

  setMode("digit");
  draw();

  return {
    element: frame,
    controls: pad,
    rules,
    help: t("help.grid"),
    status: el("div", {}, view2.button, status),
    whole: view2.button,
    letters: g.symbols.some((s) => /[a-z]/i.test(s)),
    // more is what stands behind the menu where there is no room for it beside the board
    more: [["candidates", toggleAuto]],
    show(m, { trials: open = [] } = {}) { model = m; trials = open; draw(); drawPad(); view2.map(rules.full(m).flatMap((v, c) => (v ? [spot(c)] : []))); },
    preview(m) { shown = m; draw(); drawPad(); },
    mark(refs, kind) { marks = [...marks, ...refs.flatMap((r) => parse(r, kind))]; draw(); },
    unmark() { marks = []; draw(); },
    focus: () => box[focus].focus(),
    redraw() { drawn.fill(null); draw(); },
    // suspect gives the mark that the player asks about: "why is this wrong?"
    suspect() {
      return [...selected].filter((c) => model.values[c] && !g.givens[c]).map((c) => ({ kind: "cell", id: name(c), text: name(c) }));
    },
    place(ref) {
      const c = rules.cellOf(ref.id.split(":")[0].replace(/[=+-].*$/, ""));
      return c < 0 ? null : placeOf(Math.floor(c / g.cols) / (g.rows - 1 || 1), (c % g.cols) / (g.cols - 1 || 1));
    },
    select: (cell) => { const c = rules.cellOf(cell); if (c >= 0) select([c], c); },
  };
}
