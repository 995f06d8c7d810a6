// The board of clue cards whose things are too many to be listed: for each property its values, of which all but one are
// crossed out. A model is {marks}: marks maps "property,value" to "=" or "!".

import { el, say } from "../dom.js";
import { t } from "../i18n.js";

export function rulesOf(view) {
  const props = view.cards.properties;
  const key = (p, v) => p + "," + v;

  function one(model, move) {
    const m = /^(\d+)([=!?])(\d+)$/.exec(move);
    if (!m || !props[m[1]] || +m[3] >= props[m[1]].values.length) throw new Error("move " + move);
    const marks = new Map(model.marks);
    m[2] === "?" ? marks.delete(key(+m[1], +m[3])) : marks.set(key(+m[1], +m[3]), m[2]);
    return { ...model, marks };
  }

  return {
    props, key,
    start: () => ({ marks: new Map(), struck: [] }),
    apply(model, e) {
      if (e.t === "move") return e.m.split(" ").reduce(one, model);
      if (e.k === "strike") return { ...model, struck: e.on ? [...model.struck, e.clue] : model.struck.filter((c) => c !== e.clue) };
      return model;
    },
    moves: (model) => [...model.marks].map(([k, sign]) => k.replace(",", sign)).sort(),
    complete: (model) => props.every((q, p) => q.values.filter((_, v) => model.marks.get(key(p, v)) === "=").length === 1),
    holds(model, ref) {
      const m = /^(\d+)([=!])(\d+)$/.exec(ref.id);
      return !!m && model.marks.get(key(+m[1], +m[3])) === m[2];
    },
  };
}

export function create(view, ctx) {
  const rules = rulesOf(view);
  const { props, key } = rules;
  let model = rules.start();
  let shown = null;
  let marked = [];
  let focus = [0, 0];

  const table = el("div.factored", { role: "grid", "aria-label": view.title, "aria-describedby": "board-help" });
  const cells = props.map((q, p) => {
    const row = el("div.factored-row", { role: "row" }, el("div.factored-name", { role: "rowheader" }, q.name));
    const list = q.values.map((value, v) => {
      const cell = el("div.factored-value", { role: "gridcell", tabIndex: p || v ? -1 : 0, data: { p, v }, onclick: () => { go(p, v); cycle(p, v); } });
      row.append(cell);
      return cell;
    });
    table.append(row);
    return list;
  });

  function go(p, v) {
    p = Math.max(0, Math.min(props.length - 1, p));
    v = Math.max(0, Math.min(cells[p].length - 1, v));
    cells[focus[0]][focus[1]].tabIndex = -1;
    focus = [p, v];
    cells[p][v].tabIndex = 0;
    cells[p][v].focus();
  }

  const STATES = ["?", "!", "="];
  function set(p, v, sign) {
    ctx.act({ t: "move", m: p + sign + v });
    say(name(model, p, v));
  }
  const cycle = (p, v) => set(p, v, STATES[(STATES.indexOf(model.marks.get(key(p, v)) || "?") + 1) % 3]);

  table.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const [p, v] = focus;
    const does = {
      ArrowUp: () => go(p - 1, v), ArrowDown: () => go(p + 1, v), ArrowLeft: () => go(p, v - 1), ArrowRight: () => go(p, v + 1),
      " ": () => cycle(p, v), Enter: () => set(p, v, "="), o: () => set(p, v, "="), x: () => set(p, v, "!"), Backspace: () => set(p, v, "?"), Delete: () => set(p, v, "?"),
    }[e.key];
    if (does) { e.preventDefault(); does(); }
  });

  const clues = el("ol.clues");
  const items = new Map(view.cards.clues.map((c) => {
    const b = el("button.clue-text", { type: "button", "aria-pressed": "false", onclick: () => ctx.act({ t: "mark", k: "strike", clue: c.id, on: !model.struck.includes(c.id) }) },
      el("span.clue-id", {}, c.id), el("span.clue-words", {}, c.text));
    const item = el("li.clue", { data: { clue: c.id } }, b);
    clues.append(item);
    return [c.id, { item, b }];
  }));

  function name(m, p, v) {
    const sign = m.marks.get(key(p, v));
    return t(sign === "=" ? "pair.is" : sign ? "pair.not" : "pair.open", { a: props[p].name, b: props[p].values[v] });
  }

  function draw() {
    const m = shown || model;
    cells.forEach((list, p) => list.forEach((cell, v) => {
      const sign = m.marks.get(key(p, v));
      const kinds = marked.filter((h) => h.key === key(p, v)).map((h) => h.kind);
      cell.classList.toggle("tick", sign === "=");
      cell.classList.toggle("cross", sign === "!");
      for (const k of ["because", "effect", "wrong"]) cell.classList.toggle(k, kinds.includes(k));
      cell.textContent = (sign === "=" ? "● " : sign ? "× " : "") + props[p].values[v];
      cell.setAttribute("aria-label", name(m, p, v) + kinds.map((k) => ", " + t("cell." + k)).join(""));
    }));
    for (const [id, { item, b }] of items) {
      item.classList.toggle("struck", m.struck.includes(id));
      b.setAttribute("aria-pressed", m.struck.includes(id) ? "true" : "false");
      for (const k of ["because", "effect"]) item.classList.toggle(k, marked.some((h) => h.clue === id && h.kind === k));
    }
  }

  const parse = (ref, kind) => (ref.kind === "clue" ? { clue: ref.id, kind } : { key: ref.id.replace(/[=!?]/, ","), kind });

  draw();
  return {
    element: table,
    controls: el("section.panel.clue-panel", { "aria-label": t("clues") }, el("div.panel-head", {}, el("h2", {}, t("clues"))), clues),
    rules,
    help: t("help.lineup"),
    show(m) { model = m; draw(); },
    preview(m) { shown = m; draw(); },
    mark(refs, kind) { marked = [...marked, ...refs.map((r) => parse(r, kind))]; draw(); },
    unmark() { marked = []; draw(); },
    focus: () => cells[focus[0]][focus[1]].focus(),
    redraw: draw,
    suspect() {
      const sign = model.marks.get(key(...focus));
      return sign ? [{ kind: "mark", id: focus[0] + sign + focus[1], text: name(model, ...focus) }] : [];
    },
    place: (ref) => (ref.kind === "clue" ? t("place.clue", { n: ref.id }) : null),
  };
}
