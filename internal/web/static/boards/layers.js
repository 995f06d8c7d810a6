// The board of every family that a rules file states: a picture drawn by the server, and layers of marks over it. What it can hold and
// where is in the view; how it is filled in is the input of each layer. Nothing here is of any single family.

import { el, button, say } from "../dom.js";
import { t, data, placeOf } from "../i18n.js";
import { triedIn } from "../log.js";
import { rulesOf, PENCILS } from "./layers/model.js";
import { drawer } from "./layers/draw.js";
import { geometry, pointers, keys, onCorners } from "./layers/input.js";
import * as words from "./layers/say.js";
import { zoom } from "./zoom.js";

export { rulesOf };

const COLOURS = 8;
const SIDES = { n: [0, -0.5], e: [0.5, 0], s: [0, 0.5], w: [-0.5, 0] };

export function create(view, ctx) {
  const rules = rulesOf(view);
  const { v, layers } = rules;
  const geo = geometry(rules);
  const picture = (!ctx.brushes && document.querySelector("#board .picture-board")) || pictureOf((ctx.brushes ? ctx.play : data.play).drawing.board);
  const draw = drawer(picture, rules, ctx.play.drawing.signs);
  let model = rules.start();
  let shown = null;
  let trials = [];              // models at which the open trials began
  let strokes = null;           // of a drag that is under way
  let layer = 0;                // an index into layers, or "colour"
  let tool = "draw";            // draw or no (a cross, a dot)
  let pencil = null;            // corner, centre, or null: the value itself
  let colour = 1;
  let selected = new Set();     // cells, of layers with many values
  let marks = [];               // of hints and checks
  let verdict = null;
  let typed = { at: 0, text: "" };

  // ---- the picture, and over it an element for each node, which the keyboard and screen readers use
  const nodes = el("div.nodes", { role: "grid", "aria-label": view.title, "aria-describedby": "board-help" });
  const element = el("div.layers-board", {}, picture, nodes);
  const width = picture.viewBox.baseVal.width, height = picture.viewBox.baseVal.height;
  const left = picture.viewBox.baseVal.x, top = picture.viewBox.baseVal.y;
  element.style.setProperty("--w", width);
  element.style.setProperty("--h", height);
  const frame = el("div.grid-frame", {}, element);
  const part = zoom(frame, element, { x: left, y: top, w: width, h: height });
  // Setters mark places outside the board, too.
  const all = layers.flatMap((l) => l.at);
  const low = ctx.brushes ? [0, 1].map((k) => Math.min(0, ...all.map((p) => Math.floor(p[k])))) : [0, 0];
  const high = [v.cols, v.rows].map((n, k) => (ctx.brushes ? Math.max(n, ...all.map((p) => Math.ceil(p[k]))) : n));
  let corners = null;           // whether nodes are corners
  let node = [];                // elements
  let cursor = [0, 0];
  const cellNames = new Set(v.cells);
  const cellName = (x, y) => "r" + (Math.floor(y) + 1) + "c" + (Math.floor(x) + 1);
  const active = () => layers[layer];
  const at = (x, y) => node[Math.floor(y) - low[1]]?.[Math.floor(x) - low[0]];

  function layNodes() {
    const now = layer !== "colour" && onCorners(active());
    if (now === corners && !ctx.brushes) return; // of brushes each has places of its own outside the board
    corners = now;
    const extra = corners ? 1 : 0, off = corners ? 0 : 0.5;
    node = [];
    const rows = [];
    for (let r = low[1]; r < high[1] + extra; r++) {
      const row = el("div.node-row", { role: "row" });
      const list = [];
      node.push(list);
      for (let c = low[0]; c < high[0] + extra; c++) {
        const there = corners || cellNames.has("r" + (r + 1) + "c" + (c + 1)) || (layer !== "colour" && geo.at(layer, c + 0.5, r + 0.5) >= 0);
        const cell = el("div.node", { role: "gridcell", tabIndex: -1, hidden: !there });
        cell.style.left = (100 * (c + off - 0.5 - left)) / width + "%";
        cell.style.top = (100 * (r + off - 0.5 - top)) / height + "%";
        cell.style.width = 100 / width + "%";
        cell.style.height = 100 / height + "%";
        cell.dataset.node = corners ? r + "," + c : "r" + (r + 1) + "c" + (c + 1);
        row.append(cell);
        list.push(there ? cell : null);
      }
      rows.push(row);
    }
    nodes.replaceChildren(...rows);
    cursor = [Math.min(high[0] - 1 + extra, Math.floor(cursor[0])) + off, Math.min(high[1] - 1 + extra, Math.floor(cursor[1])) + off];
    if (!at(...cursor)) cursor = firstNode(off);
    at(...cursor).tabIndex = 0;
  }

  function firstNode(off) {
    for (let r = 0; r < node.length; r++) for (let c = 0; c < node[r].length; c++) if (node[r][c]) return [c + off + low[0], r + off + low[1]];
    return [off, off];
  }

  function go(x, y, more, quiet) {
    const off = corners ? 0 : 0.5, extra = corners ? 0 : 1;
    x = Math.max(off + low[0], Math.min(high[0] - extra + off, x));
    y = Math.max(off + low[1], Math.min(high[1] - extra + off, y));
    if (!at(x, y)) return;
    at(...cursor).tabIndex = -1;
    cursor = [x, y];
    part.show(x, y);
    const here = at(x, y);
    here.tabIndex = 0;
    if (active()?.input === "digit") {
      const i = geo.at(layer, x, y);
      if (!more) selected.clear();
      if (i >= 0) selected.add(i);
    }
    typed.text = "";
    label(here, x, y);
    if (document.activeElement !== here) here.focus({ preventScroll: v.cols <= 20 });
    if (!quiet) light();
  }

  nodes.addEventListener("focusin", (e) => {
    if (e.target === at(...cursor)) label(e.target, ...cursor);
  });

  // tried says in which trial a place was marked.
  function tried(m, n, i) {
    const k = triedIn(trials, (x) => x.marks[n][i] === m.marks[n][i]);
    return k ? [t("cell.tried", { n: k })] : [];
  }

  // label tells a screen reader what stands at a node.
  function label(e, x, y) {
    const parts = [];
    const m = shown || model;
    if (!corners && v.clues[cellName(x, y)]) parts.push(v.clues[cellName(x, y)]);
    layers.forEach((l, n) => {
      const i = geo.at(n, x, y);
      if (i >= 0) {
        if (!l.fixed.has(i)) parts.push(words.mark(l, m.marks[n][i], rules.none(l)), ...tried(m, n, i));
        return;
      }
      for (const [d, [dx, dy]] of Object.entries(SIDES)) {
        const j = geo.at(n, x + dx, y + dy);
        if (j >= 0 && m.marks[n][j]) parts.push(t("layers.side." + d, { mark: words.mark(l, m.marks[n][j], rules.none(l)) }), ...tried(m, n, j));
      }
    });
    if (!corners) for (const k of PENCILS) { const c = m[k][rules.cell.get(cellName(x, y))]; if (c?.length) parts.push(t("cell." + k, { list: c.join(" ") })); }
    const bad = verdict?.conflicts.filter((r) => r.id === cellName(x, y)) || [];
    if (bad.length && ctx.setting("conflicts")) parts.push(t("cell.conflict") + ": " + bad[0].text);
    const where = corners ? t("layers.dot", { r: y + 1, c: x + 1 }) : t("cell.name", { r: Math.floor(y) + 1, c: Math.floor(x) + 1 });
    e.setAttribute("aria-label", where + ": " + (parts.join(", ") || t("cell.empty")));
    e.setAttribute("aria-selected", "true");
  }

  // ---- drawing
  function preview() {
    if (!strokes) return shown || model;
    const copy = (shown || model).marks.map((list) => list.slice());
    for (const [n, i, mark] of strokes) copy[n][i] = mark;
    return { ...(shown || model), marks: copy };
  }

  const clued = Object.keys(v.clues).map((id) => { const m = /^r(\d+)c(\d+)$/.exec(id); return m && [m[2] - 0.5, m[1] - 0.5]; }).filter(Boolean);
  const centre = (c) => { const m = /^r(\d+)c(\d+)$/.exec(v.cells[c]); return [m[2] - 0.5, m[1] - 0.5]; };

  function redraw() {
    const m = preview();
    draw.marks(m, trials);
    draw.pencil({ ...m, corner: open(m.corner, m), centre: open(m.centre, m) }, centre);
    light();
    if (ctx.setting("met")) draw.met(new Set((verdict?.met || []).map((r) => r.id)));
    else draw.met(new Set());
    part.map([...clued, ...layers.flatMap((l, n) => l.at.filter((_, i) => m.marks[n][i]))]);
    if (node.length) label(at(...cursor), ...cursor);
    told();
    keypad();
  }

  // open keeps pencil marks of cells without a value.
  const digits = layers.findIndex((l) => l.input === "digit");
  const open = (list, m) => (digits < 0 ? list : Object.fromEntries(Object.entries(list).filter(([c]) => { const i = layers[digits].index.get(v.cells[c]); return i === undefined || !m.marks[digits][i]; })));

  function point(id) {
    const p = rules.place(id);
    if (p) return { x: layers[p[0]].at[p[1]][0], y: layers[p[0]].at[p[1]][1], cell: ["shade", "digit"].includes(layers[p[0]].input) };
    const m = /^r(\d+)c(\d+)(\.square)?$/.exec(id);
    if (m) return m[3] ? { x: +m[2], y: +m[1] } : { x: m[2] - 0.5, y: m[1] - 0.5, cell: true };
    for (const l of layers) { const i = l.index.get(id); if (i !== undefined) return { x: l.at[i][0], y: l.at[i][1] }; }
    const xy = draw.point(id);
    return xy && { x: xy[0], y: xy[1] };
  }

  function light() {
    const list = [];
    if (verdict && ctx.setting("conflicts")) for (const r of verdict.conflicts) { const p = r.kind === "place" && point(r.id); if (p) list.push({ ...p, kind: "conflict" }); }
    for (const [ref, kind] of marks) { const p = point(ref.id); if (p) list.push({ ...p, kind }); }
    if (active()?.input === "digit") for (const i of selected) list.push({ x: active().at[i][0], y: active().at[i][1], cell: true, kind: "selected" });
    draw.lights(list);
  }

  // ---- strokes
  function commit(list) {
    list = list.filter(([n, i, mark]) => mark !== null && model.marks[n][i] !== mark);
    strokes = null;
    if (!list.length) return redraw();
    ctx.act({ t: "move", m: list.map(([n, i, mark]) => rules.move(n, i, mark)).join(" ") });
  }

  const sayPlace = (n, i, mark) => say(words.place(layers[n].places[i]) + ": " + words.mark(layers[n], mark, rules.none(layers[n])));

  let tinted = false;
  function tint(x, y, dragged) {
    const c = rules.cell.get(cellName(x, y));
    if (c === undefined) return;
    const has = (model.colour[c] || []).includes(String(colour));
    if (!dragged) tinted = !has;
    if (has === tinted) return;
    ctx.act({ t: "mark", k: "colour", c: [c], v: colour, on: tinted });
    say(t(tinted ? "say.coloured" : "say.uncoloured", { value: t("colour." + colour) }));
  }

  function select(i, more, dragged) {
    if (!more) selected.clear();
    if (more && !dragged && selected.has(i)) selected.delete(i);
    else selected.add(i);
    const [x, y] = active().at[i];
    go(x, y, true);
  }

  // enter writes a value, or a pencil mark, into the selected cells.
  function enter(mark) {
    const l = active();
    const list = [...selected].filter((i) => !l.fixed.has(i));
    if (!list.length) return say(selected.size ? t("say.given") : t("say.select"));
    if (pencil) {
      const c = list.filter((i) => !model.marks[layer][i]).map((i) => rules.cell.get(l.places[i])).filter((x) => x !== undefined);
      if (!c.length) return;
      const on = !c.every((x) => (model[pencil][x] || []).includes(mark));
      ctx.act({ t: "mark", k: pencil, c, v: mark, on });
      return say(t(on ? "say.marked" : "say.unmarked", { value: mark }));
    }
    const same = list.every((i) => model.marks[layer][i] === mark);
    commit(list.map((i) => [layer, i, same ? "" : mark]));
    say(same ? t("say.cleared", { n: list.length }) : t("say.wrote", { value: mark, n: list.length }));
  }

  function erase() {
    const l = active();
    if (!l) return;
    if (l.input === "digit") {
      const list = [...selected].filter((i) => model.marks[layer][i]);
      if (list.length) { commit(list.map((i) => [layer, i, ""])); return say(t("say.cleared", { n: list.length })); }
      const c = [...selected].map((i) => rules.cell.get(l.places[i]));
      for (const k of PENCILS) if (c.some((x) => model[k][x]?.length)) { ctx.act({ t: "mark", k, c, v: null, on: false }); return say(t("say.marksCleared")); }
      return;
    }
    const [x, y] = cursor;
    const list = [];
    layers.forEach((_, n) => {
      for (const [dx, dy] of [[0, 0], ...Object.values(SIDES)]) {
        const i = geo.at(n, x + dx, y + dy);
        if (i >= 0 && model.marks[n][i]) list.push([n, i, ""]);
      }
    });
    commit(list);
    say(t("say.cleared", { n: list.length }));
  }

  // write takes a key that is a value; it tells whether it was one.
  function write(e) {
    const l = active();
    if (!l || l.input !== "digit") return false;
    const digit = /^(?:Digit|Numpad)(\d)$/.exec(e.code)?.[1];
    let text = digit && e.shiftKey ? digit : e.key.length === 1 ? e.key : "";
    if (!text || text === " ") return false;
    const numbers = !l.marks.length || l.marks.some((m) => m.length > 1 && /^-?\d+$/.test(m));
    if (numbers && /\d/.test(text)) {
      const now = Date.now();
      const joined = typed.text + text;
      text = typed.text && now - typed.at < 900 && !pencil && rules.takes(l, joined) ? joined : text;
      typed = { at: now, text };
      if (!rules.takes(l, text)) return true; // more digits are to come
    }
    const words = l.marks.length && !l.marks.some((m) => /^-?\d+$/.test(m));
    const mark = rules.takes(l, text) && text !== "." ? text : words ? (/[1-9]/.test(text) ? rules.signs(l)[text - 1] : l.marks.find((m) => m[0].toLowerCase() === text.toLowerCase())) : letter(l, text);
    if (!mark) return false;
    const was = pencil;
    if (digit && e.shiftKey) pencil = "corner";
    enter(mark);
    pencil = was;
    return true;
  }

  // letter gives the number that a letter stands for, where numbers are shown as letters.
  const lettered = layers.map((_, n) => /<text[^>]*>[A-Z]</.test(JSON.stringify(ctx.play.drawing.signs[n][0]?.[0] || "")));
  const letter = (l, text) => (lettered[layers.indexOf(l)] && /^[a-z]$/i.test(text) ? l.marks.find((m) => +m === text.toLowerCase().charCodeAt(0) - 96) : null);
  const face = (l, m) => (lettered[layers.indexOf(l)] && +m >= 1 && +m <= 26 ? String.fromCharCode(64 + +m) : m);

  // ---- controls
  const pad = el("div.keypad");
  const choices = ctx.brushes ? [...layers.keys()] : [...layers.keys(), "colour"];
  const layerName = (n) => (ctx.brushes ? layers[n].name : t("layers.layer." + layers[n].input) + (layers.filter((x) => x.input === layers[n].input).length > 1 ? " " + layers[n].name : ""));
  function setLayer(n) {
    layer = n;
    pencil = null;
    tool = "draw";
    selected.clear();
    layNodes();
    redraw();
  }

  const radio = (on, picture, label, onclick, extra = {}) => button(label, { icon: picture, role: "radio", "aria-checked": on ? "true" : "false", tabIndex: on ? 0 : -1, onclick, ...extra });
  const group = (label, ...children) => {
    const g = el("div.modes", { role: "radiogroup", "aria-label": label }, ...children);
    g.style.setProperty("--modes", children.length);
    g.addEventListener("keydown", (e) => {
      const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[e.key];
      if (!by) return;
      e.preventDefault();
      const list = [...g.children];
      const i = (list.indexOf(document.activeElement) + by + list.length) % list.length;
      const key = list[i].dataset.choice;
      list[i].click();
      pad.querySelector(`[data-choice="${key}"]`)?.focus();
    });
    return g;
  };

  let padKey = "";
  function keypad() {
    const l = active();
    const key = JSON.stringify([layer, tool, pencil, colour]);
    if (key === padKey) return;
    padKey = key;
    const parts = [];
    const many = layers.length > 1 || ctx.brushes;
    // One layer of marks: what is drawn and how are one choice. Several: first what, then how.
    const tools = (l) => (l && l.input !== "digit" && (rules.none(l) || l.input === "spot") ? ["draw", "no"] : ["draw"]);
    const toolName = (l, x) => (x === "draw" ? (many ? "layers.tool.draw" : "layers.layer." + l.input) : "layers.tool." + (["shade", "digit"].includes(l.input) ? "dot" : "cross"));
    const toolIcon = (l, x) => (x === "draw" ? { edge: "pen", path: "pen", border: "pen", span: "pen", shade: "fill", spot: "fill", digit: "mode-digit" }[l.input] : ["shade", "digit"].includes(l.input) ? "dot" : "close");
    const name = (n) => (n === "colour" ? t("mode.colour") : layerName(n));
    if (many) parts.push(group(t("layers.what"), ...choices.map((n) => radio(n === layer, n === "colour" ? "mode-colour" : toolIcon(layers[n], "draw"), name(n), () => setLayer(n), { data: { choice: "layer-" + n } }))));
    const own = many ? l : layers[0];
    if (!ctx.brushes && own?.input !== "digit" && (!many || tools(own).length > 1)) {
      const list = tools(own).map((x) => radio(layer !== "colour" && x === tool, toolIcon(own, x), t(toolName(own, x)), () => { if (!many && layer === "colour") setLayer(0); setTool(x); }, { data: { choice: "tool-" + x } }));
      if (!many) list.push(radio(layer === "colour", "mode-colour", t("mode.colour"), () => setLayer("colour"), { data: { choice: "layer-colour" } }));
      if (own) parts.push(group(t("layers.tool"), ...list));
    } else if (!many && layer === "colour") parts.push(group(t("layers.what"), radio(false, "mode-digit", t("mode.digit"), () => setLayer(0), { data: { choice: "layer-0" } }), radio(true, "mode-colour", t("mode.colour"), () => {}, { data: { choice: "layer-colour" } })));
    if (l?.input === "digit" && !ctx.brushes) {
      const modes = [null, ...PENCILS].map((k) => radio(k === pencil, "mode-" + (k || "digit"), t(k || !l.marks?.length || l.marks.some((m) => /\d/.test(m) && face(l, m) === m) ? "mode." + (k || "digit") : "layers.layer.digit"), () => { pencil = k; keypad(); }, { data: { choice: "mode-" + (k || "digit") } }));
      if (!many) modes.push(radio(false, "mode-colour", t("mode.colour"), () => setLayer("colour"), { data: { choice: "layer-colour" } }));
      parts.push(group(t("modes"), ...modes));
    }
    if (l?.input === "digit") {
      const list = rules.signs(l);
      if (l.marks?.length) {
        const keysBox = el("div.keys", { role: "group", "aria-label": t("keys") }, list.map((m, i) => keyOf(l, m, i)));
        keysBox.style.setProperty("--keys", list.length <= 9 ? list.length : Math.ceil(list.length / Math.ceil(list.length / 9)));
        parts.push(keysBox);
      } else {
        const other = el("input", l.lists ? { type: "text", inputMode: "numeric", "aria-label": t("layers.numbers"), placeholder: t("layers.numbers") } : { type: "number", min: l.lo || 0, max: l.hi, inputMode: "numeric", "aria-label": t("otherNumber") });
        other.addEventListener("keydown", (e) => {
          const mark = other.value.trim().replace(/[ ,]+/g, "+");
          if (e.key === "Enter" && rules.takes(l, mark)) { enter(mark); other.value = ""; }
        });
        parts.push(other);
      }
      parts.push(el("div.pad-rest", {}, l.some ? button(t("layers.none"), { onclick: () => enter("-"), data: { key: "none" } }) : null, button(t("erase"), { icon: "erase", onclick: erase, data: { key: "erase" } })));
    }
    if (layer === "colour") {
      const box = el("div.keys", { role: "group", "aria-label": t("mode.colour") }, Array.from({ length: COLOURS }, (_, i) => el("button.key", { type: "button", "aria-label": t("colour." + (i + 1)), "aria-pressed": i + 1 === colour ? "true" : "false", onclick: () => { colour = i + 1; keypad(); } }, el("span.tint.tint-" + (i + 1), {}, "abcdefgh"[i]))));
      box.style.setProperty("--keys", COLOURS);
      parts.push(box);
    }
    pad.replaceChildren(...parts);
  }

  function keyOf(l, m, i) {
    const sign = ctx.play.drawing.signs[layers.indexOf(l)][0]?.[l.marks.indexOf(m)];
    const b = el("button.key", { type: "button", "aria-label": face(l, m), data: { symbol: m }, onclick: () => enter(m) });
    if (/^-?\d+$/.test(m) || !sign) b.append(el("span.key-text", {}, face(l, m)));
    else {
      const s = pictureOf(`<svg class="picture-board key-sign" viewBox="-.5 -.5 1 1" aria-hidden="true">${sign.join("")}</svg>`);
      b.append(s);
    }
    return b;
  }

  function setTool(x, announce) {
    tool = x;
    keypad();
    if (announce) say(t("layers.tool." + (x === "draw" ? "draw" : "cross")));
  }

  function nextLayer() {
    const i = (choices.indexOf(layer) + 1) % layers.length;
    if (layers.length > 1) { setLayer(choices[i]); at(...cursor).focus(); }
    say(layer === "colour" ? t("mode.colour") : t("layers.layer." + active().input) + " " + active().name);
  }

  // told is what stands beside the board: how many clues are met, and which rules are broken.
  const status = el("div.layers-status", {});
  let spoken = "";
  function told() {
    const list = [];
    if (verdict?.clues && ctx.setting("met")) list.push(el("p.met-count", {}, t("layers.met", { n: verdict.met?.length || 0, all: verdict.clues })));
    if (verdict?.left?.length && ctx.setting("left")) list.push(el("p.left-count", {}, leftOf(verdict.left)));
    const texts = verdict && ctx.setting("conflicts") ? [...new Set(verdict.conflicts.map((r) => r.text))] : [];
    if (texts.length) list.push(el("ul.refs.conflicts", { "aria-label": t("cell.conflict") }, texts.slice(0, 6).map((x) => el("li.ref.wrong", {}, x))));
    status.replaceChildren(...list);
    if (texts.length && texts.join() !== spoken) say(t("cell.conflict") + ": " + texts[0]);
    spoken = texts.join();
  }

  // ---- input
  const toPoint = (e) => {
    const m = picture.getScreenCTM();
    return [(e.clientX - m.e) / m.a, (e.clientY - m.f) / m.d];
  };
  const shared = {
    rules, geo, layer: () => layer, tool: () => tool, setTool, nextLayer, cursor: () => cursor, go, model: () => model, commit, write, erase, sayPlace,
    point: toPoint, select, tint,
    preview(list) { strokes = list; redraw(); }, part,
  };
  pointers(element, shared);
  keys(nodes, shared);

  layNodes();
  redraw();

  return {
    element: frame,
    controls: pad,
    status: el("div", {}, part.button, status),
    whole: part.button,
    compare: draw.letters,
    letters: lettered.some(Boolean) || layers.some((l) => l.input === "digit" && l.marks?.some((m) => /[a-z]/i.test(m))),
    rules,
    how: [...new Set(layers.map((l) => l.input))].map((x) => t("layers.how." + x)),
    help: t("help.layers") + (v.outside.length ? " " + v.outside.join(". ") + "." : ""),
    show(m, { trials: open = [] } = {}) { model = m; trials = open; redraw(); },
    preview(m) { shown = m; redraw(); },
    verdict(x) { verdict = x; redraw(); },
    mark(refs, kind) { marks.push(...refs.map((r) => [r, kind])); light(); },
    unmark() { marks = []; light(); },
    focus: () => at(...cursor).focus({ preventScroll: true }),
    redraw,
    suspect: () => [],
    place(ref) { const p = point(ref.id.replace(/^.*@/, "")); return p && placeOf(p.y / v.rows, p.x / v.cols); },
    // for tests: where on the screen a place lies
    where(name, i) { const n = layers.findIndex((l) => l.name === name); const m = picture.getScreenCTM(); const [x, y] = layers[n].at[layers[n].index.get(i)]; return [m.e + m.a * x, m.f + m.d * y]; },
    pixel(x, y) { const m = picture.getScreenCTM(); return [m.e + m.a * x, m.f + m.d * y]; },
  };
}

// leftOf says how many marks are left to be found, those of one layer together.
function leftOf(list) {
  const said = {};
  for (const x of list) (said[x.name] ||= []).push((x.value === undefined ? "" : x.value + ": ") + x.n);
  return t("layers.left", { list: Object.entries(said).map(([name, of]) => name + " " + of.join(", ")).join("; ") });
}

function pictureOf(text) {
  const box = document.createElement("div");
  box.innerHTML = text;
  return box.firstElementChild;
}
