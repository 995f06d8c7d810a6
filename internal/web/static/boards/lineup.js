// The board of a lineup: a logic grid of three-state cells and a table with drop-downs, in step, with the clues beside them.
// A model is {marks, auto, struck, groups}: marks maps "x,y" (item numbers, x < y) to "=" or "!".

import { el, $$, button, icon, say } from "../dom.js";
import { t } from "../i18n.js";
import { triedIn, hue } from "../log.js";

// Where the style sheet shows one pair of categories at a time.
const NARROW = matchMedia("((max-width: 1099px) and (max-aspect-ratio: 23/20)) or ((max-height: 499px) and (min-aspect-ratio: 23/20))");
const GROUPS = ["", "A", "B", "C", "D"];
const key = (x, y) => (x < y ? x + "," + y : y + "," + x);

export function rulesOf(view) {
  const l = view.lineup;
  const n = l.n;
  const items = n * l.categories.length;
  const cat = (x) => Math.floor(x / n);

  function one(model, move) {
    const m = /^(\d+)([=!?])(\d+)$/.exec(move);
    const x = m ? +m[1] : -1, y = m ? +m[3] : -1;
    if (x < 0 || x >= items || y >= items || cat(x) === cat(y)) throw new Error("move " + move);
    const marks = new Map(model.marks);
    m[2] === "?" ? marks.delete(key(x, y)) : marks.set(key(x, y), m[2]);
    return { ...model, marks };
  }

  // at gives what a cell shows: the player's mark, or a cross that follows from a tick in its row or column.
  function at(model, x, y) {
    const own = model.marks.get(key(x, y));
    if (own || !model.auto) return own ? { sign: own, own: true } : null;
    for (let i = 0; i < n; i++) {
      const xx = cat(x) * n + i, yy = cat(y) * n + i;
      if ((xx !== x && model.marks.get(key(xx, y)) === "=") || (yy !== y && model.marks.get(key(x, yy)) === "=")) {
        return { sign: "!", own: false };
      }
    }
    return null;
  }

  return {
    l, n, items, cat, at,
    start: () => ({ marks: new Map(), auto: true, struck: [], groups: {}, sorted: false }),
    apply(model, e) {
      if (e.t === "move") return e.m.split(" ").reduce(one, model);
      switch (e.k) {
        case "auto": return { ...model, auto: !!e.on };
        case "strike": return { ...model, struck: e.on ? [...model.struck.filter((c) => c !== e.clue), e.clue] : model.struck.filter((c) => c !== e.clue) };
        case "group": return { ...model, groups: { ...model.groups, [e.clue]: e.v } };
      }
      return model;
    },
    moves(model) {
      const list = [];
      for (let a = 0; a < l.categories.length; a++) {
        for (let b = a + 1; b < l.categories.length; b++) {
          for (let i = 0; i < n; i++) {
            for (let j = 0; j < n; j++) {
              const x = a * n + i, y = b * n + j, m = at(model, x, y);
              if (m) list.push(x + m.sign + y);
            }
          }
        }
      }
      return list;
    },
    complete(model) {
      for (let c = 0; c < l.categories.length; c++) {
        if (c === l.anchor) continue;
        for (let i = 0; i < n; i++) {
          let found = 0;
          for (let j = 0; j < n; j++) if (model.marks.get(key(l.anchor * n + i, c * n + j)) === "=") found++;
          if (found !== 1) return false;
        }
      }
      return true;
    },
    // answer writes a full table as the digest of the solution has it.
    answer(model) {
      if (!this.complete(model)) return null;
      return l.categories.map((_, c) => Array.from({ length: n }, (_, i) => {
        if (c === l.anchor) return i;
        for (let j = 0; j < n; j++) if (model.marks.get(key(l.anchor * n + i, c * n + j)) === "=") return j;
      }).join(".")).join("/");
    },
    holds(model, ref) {
      const m = /^(\d+)([=!])(\d+)$/.exec(ref.id);
      return !!m && at(model, +m[1], +m[3])?.sign === m[2];
    },
  };
}

export function create(view, ctx) {
  const rules = rulesOf(view);
  const { l, n, at } = rules;
  const label = (x) => l.categories[Math.floor(x / n)].items[x % n];
  let model = rules.start();
  let shown = null;
  let trials = []; // models at which the open trials began
  let marked = [];

  // ---- the logic grid: the anchor and, from the bottom up, the others against the others
  const order = [l.anchor, ...l.categories.keys()].filter((c, i, all) => all.indexOf(c) === i);
  const cols = order.slice(1);
  const rows = [order[0], ...order.slice(2).reverse()];
  const cells = []; // by row: {x, y, element}
  const grid = el("div.logic", { role: "grid", "aria-label": t("logicGrid"), "aria-describedby": "board-help" });
  grid.style.setProperty("--n", n);
  grid.style.setProperty("--blocks", cols.length);
  const longest = Math.max(...l.categories.flatMap((c) => c.items.map((s) => width(s))));
  grid.style.setProperty("--label", Math.min(longest, 16));

  const head = el("div.logic-row.head", { role: "row" });
  head.append(el("div.corner-space", { role: "presentation" }));
  for (const c of cols) {
    const block = el("div.block-head", { role: "presentation", data: { cat: c } }, el("div.block-name", { "aria-hidden": "true" }, l.categories[c].name));
    const list = el("div.col-labels", { role: "presentation" });
    for (let j = 0; j < n; j++) list.append(el("div.col-label", { role: "columnheader", data: { item: c * n + j } }, el("span", {}, l.categories[c].items[j])));
    block.append(list);
    head.append(block);
  }
  grid.append(head);
  rows.forEach((a, bi) => {
    const reach = bi === 0 ? cols : cols.slice(0, cols.length - bi);
    const below = bi + 1 < rows.length ? cols.length - bi - 1 : 0; // how many of the blocks have another one under them
    for (let i = 0; i < n; i++) {
      const x = a * n + i;
      const row = el("div.logic-row", { role: "row", data: { cat: a } });
      row.classList.toggle("first", i === 0);
      const name = el("div.row-label", { role: "rowheader", data: { item: x } }, el("span", {}, label(x)));
      if (i === 0) name.prepend(el("small.row-cat", { "aria-hidden": "true" }, l.categories[a].name));
      row.append(name);
      row.classList.toggle("last", i === n - 1);
      const line = [];
      for (const [k, c] of reach.entries()) {
        for (let j = 0; j < n; j++) {
          const y = c * n + j;
          const cell = el("div.mark", { role: "gridcell", tabIndex: -1, data: { x, y, cat: c } });
          cell.classList.toggle("block-start", j === 0);
          cell.classList.toggle("block-end", j === n - 1);
          cell.classList.toggle("block-foot", i === n - 1 && k >= below);
          row.append(cell);
          line.push({ x, y, element: cell, last: "" });
        }
      }
      cells.push(line);
      grid.append(row);
    }
  });
  const flat = cells.flat();
  const byKey = new Map(flat.map((c) => [key(c.x, c.y), c]));
  let focus = { r: 0, c: 0 };
  if (flat.length) cells[0][0].element.tabIndex = 0;

  function go(r, c) {
    r = Math.max(0, Math.min(cells.length - 1, r));
    c = Math.max(0, Math.min(cells[r].length - 1, c));
    setPair(Math.floor(cells[r][c].x / n), Math.floor(cells[r][c].y / n));
    cells[focus.r][focus.c].element.tabIndex = -1;
    focus = { r, c };
    const e = cells[r][c].element;
    e.tabIndex = 0;
    e.focus();
    cross();
  }

  // cross shows the row and the column of the focus.
  function cross() {
    const at = cells[focus.r][focus.c];
    for (const c of flat) c.element.classList.toggle("line", !!at && (c.x === at.x || c.y === at.y));
    for (const h of $$("[data-item]", grid)) h.classList.toggle("line", !!at && (+h.dataset.item === at.x || +h.dataset.item === at.y));
  }

  const find = (e) => {
    const c = e.target.closest?.(".mark");
    if (!c) return null;
    for (let r = 0; r < cells.length; r++) {
      const i = cells[r].findIndex((k) => k.element === c);
      if (i >= 0) return { r, c: i, ...cells[r][i] };
    }
    return null;
  };
  grid.addEventListener("focusin", (e) => {
    const c = find(e);
    if (c) { cells[focus.r][focus.c].element.tabIndex = -1; focus = { r: c.r, c: c.c }; c.element.tabIndex = 0; cross(); }
  });
  grid.addEventListener("focusout", () => { for (const c of $$(".line", grid)) c.classList.remove("line"); });
  grid.addEventListener("click", (e) => { const c = find(e); if (c) { go(c.r, c.c); cycle(c, 1); } });
  grid.addEventListener("contextmenu", (e) => { const c = find(e); if (c) { e.preventDefault(); go(c.r, c.c); set(c, model.marks.get(key(c.x, c.y)) === "=" ? "?" : "="); } });
  grid.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const c = cells[focus.r]?.[focus.c];
    if (!c) return;
    const does = {
      ArrowUp: () => go(focus.r - 1, focus.c), ArrowDown: () => go(focus.r + 1, focus.c),
      ArrowLeft: () => go(focus.r, focus.c - 1), ArrowRight: () => go(focus.r, focus.c + 1),
      Home: () => go(focus.r, 0), End: () => go(focus.r, 1e9), PageUp: () => go(focus.r - n, focus.c), PageDown: () => go(focus.r + n, focus.c),
      " ": () => cycle(c, e.shiftKey ? 2 : 1), Enter: () => set(c, "="), o: () => set(c, "="), "+": () => set(c, "="), "=": () => set(c, "="), y: () => set(c, "="),
      x: () => set(c, "!"), "-": () => set(c, "!"), n: () => stepClue(1), p: () => stepClue(-1), Backspace: () => set(c, "?"), Delete: () => set(c, "?"),
    }[e.key.length === 1 ? e.key.toLowerCase() : e.key];
    if (does) { e.preventDefault(); does(); }
  });

  const STATES = ["?", "!", "="];
  function cycle(c, by) {
    const own = model.marks.get(key(c.x, c.y)) || "?";
    set(c, STATES[(STATES.indexOf(own) + by) % 3]);
  }

  function set(c, sign) {
    if ((model.marks.get(key(c.x, c.y)) || "?") === sign) return;
    const [x, y] = c.x < c.y ? [c.x, c.y] : [c.y, c.x];
    ctx.act({ t: "move", m: x + sign + y });
    say(sentence(c.x, c.y));
  }

  function sentence(x, y) {
    const m = at(model, x, y);
    return t(m ? (m.sign === "=" ? (m.own ? "pair.is" : "pair.is") : m.own ? "pair.not" : "pair.auto") : "pair.open", { a: name(x), b: name(y) });
  }
  const name = (x) => l.categories[Math.floor(x / n)].name + " " + label(x);

  // ---- the table
  const table = el("table.lineup-table");
  table.style.setProperty("--label", Math.min(longest, 16));
  const thead = el("tr", {}, el("th", { scope: "col" }, l.categories[l.anchor].name));
  for (let i = 0; i < n; i++) thead.append(el("th", { scope: "col" }, label(l.anchor * n + i)));
  table.append(el("caption.sr", {}, t("table")), el("thead", {}, thead));
  const body = el("tbody");
  const selects = [];
  l.categories.forEach((c, ci) => {
    if (ci === l.anchor) return;
    const row = el("tr", {}, el("th", { scope: "row" }, c.name));
    for (let i = 0; i < n; i++) {
      const x = l.anchor * n + i;
      const s = el("select", { "aria-label": c.name + ", " + name(x), data: { x, cat: ci } });
      s.append(el("option", { value: "" }, "–"));
      c.items.forEach((item, j) => s.append(el("option", { value: ci * n + j }, item)));
      s.addEventListener("change", () => choose(x, ci, s.value));
      selects.push({ x, ci, element: s });
      row.append(el("td", {}, s));
    }
    body.append(row);
  });
  table.append(body);

  const move = (x, sign, y) => (x < y ? x + sign + y : y + sign + x);

  function choose(x, ci, value) {
    const moves = [];
    for (let j = 0; j < n; j++) {
      const y = ci * n + j;
      if (model.marks.get(key(x, y)) === "=" && String(y) !== value) moves.push(move(x, "?", y));
    }
    if (value !== "") {
      // Where the item has another place too, both show as a conflict: arrow keys walk through the items of a closed list,
      // and must not take away what stands elsewhere.
      moves.push(move(x, "=", +value));
    }
    if (moves.length) ctx.act({ t: "move", m: moves.join(" ") });
  }

  // ---- one pair of categories at a time, where the whole grid has no room: a map of all pairs, and what is chosen in it
  let pair = [rows[0], cols[0]];
  const pairName = el("strong.pair-name");
  const map = el("div.pair-map", { role: "group", "aria-label": t("pairs") });
  const squares = [];
  rows.forEach((a, bi) => {
    for (const [k, c] of (bi === 0 ? cols : cols.slice(0, cols.length - bi)).entries()) {
      const b = el("button.pair", { type: "button", onclick: () => setPair(a, c), data: { pair: a + "," + c } });
      b.style.gridArea = bi + 1 + " / " + (k + 1);
      squares.push({ a, c, element: b });
      map.append(b);
    }
  });
  const pairs = el("div.pairs", {}, map, el("div", {}, pairName, el("p.small", {}, t("pair.help"))));

  function setPair(a, c) {
    if (!squares.some((s) => s.a === a && s.c === c)) return;
    pair = [a, c];
    for (const e of grid.children) {
      if (e.dataset.cat !== undefined) e.classList.toggle("away", +e.dataset.cat !== a);
      for (const x of e.children) if (x.dataset.cat !== undefined) x.classList.toggle("away", +x.dataset.cat !== c);
    }
    pairName.textContent = t("pair.name", { a: l.categories[a].name, b: l.categories[c].name });
    drawPairs(shown || model);
  }

  function drawPairs(m) {
    const of = clueItems.size && current ? about.get(current) : null;
    for (const s of squares) {
      let found = 0;
      for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) if (m.marks.get(key(s.a * n + i, s.c * n + j)) === "=") found++;
      s.element.textContent = found || "";
      s.element.classList.toggle("of-clue", !!of && of.cats.has(s.a) && of.cats.has(s.c));
      s.element.setAttribute("aria-label", t("pair.name", { a: l.categories[s.a].name, b: l.categories[s.c].name }) + (found ? ", " + found : ""));
      s.element.setAttribute("aria-pressed", s.a === pair[0] && s.c === pair[1] ? "true" : "false");
    }
  }

  // A swipe over the grid goes to the next pair.
  let swipe = null;
  grid.addEventListener("touchstart", (e) => { swipe = e.touches.length === 1 ? [e.touches[0].clientX, e.touches[0].clientY] : null; }, { passive: true });
  grid.addEventListener("touchend", (e) => {
    if (!swipe || !oneByOne()) return;
    const dx = e.changedTouches[0].clientX - swipe[0], dy = e.changedTouches[0].clientY - swipe[1];
    if (Math.max(Math.abs(dx), Math.abs(dy)) < 90) return;
    const across = Math.abs(dx) > Math.abs(dy);
    const by = (across ? dx : dy) < 0 ? 1 : -1;
    const [r, c] = [rows.indexOf(pair[0]), cols.indexOf(pair[1])];
    const to = across ? [rows[r], cols[c + by]] : [rows[r + by], cols[c]];
    if (to[0] !== undefined && to[1] !== undefined) setPair(...to);
  });
  const oneByOne = () => NARROW.matches;

  // ---- what a clue is about: the things whose names stand in it
  const about = new Map();
  for (const c of l.clues) about.set(c.id, thingsOf(c.text, l));
  let current = null;
  const now = el("div.clue-now", {});

  function chooseClue(id) {
    current = id;
    const of = about.get(id);
    for (const h of $$("[data-item]", grid)) h.classList.toggle("of-clue", !!of && of.items.has(+h.dataset.item));
    if (of && oneByOne() && !(of.cats.has(pair[0]) && of.cats.has(pair[1]))) {
      const first = squares.find((s) => of.cats.has(s.a) && of.cats.has(s.c)) || squares.find((s) => of.cats.has(s.a) || of.cats.has(s.c));
      if (first) setPair(first.a, first.c);
    }
    drawClues(shown || model);
    drawPairs(shown || model);
  }

  // words gives the text of a clue with its things set apart.
  function words(c) {
    const out = [];
    let from = 0;
    for (const [at, end] of about.get(c.id).spans) {
      out.push(c.text.slice(from, at), el("strong", {}, c.text.slice(at, end)));
      from = end;
    }
    out.push(c.text.slice(from));
    return out;
  }

  // stepClue chooses the next clue that is not used up, or the one before.
  function stepClue(by) {
    const open = l.clues.filter((c) => !model.struck.includes(c.id));
    const ring = open.length ? open : l.clues;
    const i = ring.findIndex((x) => x.id === current);
    if (!ring.length) return;
    const next = ring[(i < 0 ? 0 : i + by + ring.length) % ring.length];
    chooseClue(next.id);
    say(t("clue") + " " + next.id + ": " + next.text);
  }

  function drawNow(m) {
    const open = l.clues.filter((c) => !m.struck.includes(c.id));
    const c = l.clues.find((x) => x.id === current);
    if (!c) return now.replaceChildren();
    const done = m.struck.includes(c.id);
    now.replaceChildren(el("div.clue-now-head", {}, el("span.clue-now-name", {}, el("strong", {}, t("clue") + " " + c.id), el("span.small", {}, t("clue.of", { n: open.length, all: l.clues.length }))),
      button("", { icon: "prev", "aria-label": t("clue.before"), onclick: () => stepClue(-1), data: { do: "clue-before" } }), button("", { icon: "next", "aria-label": t("clue.next"), onclick: () => stepClue(1), data: { do: "clue-next" } }),
      button(t("clue.used"), { icon: "check", "aria-pressed": done ? "true" : "false", data: { do: "clue-used" }, onclick: () => ctx.act({ t: "mark", k: "strike", clue: c.id, on: !done }) })),
    el("p", { className: done ? "used" : "" }, ...words(c)));
  }

  // ---- the clues
  const list = el("ol.clues");
  const clueItems = new Map();
  let broken = new Set();
  for (const c of l.clues) {
    const strike = el("button.clue-box", { type: "button", "aria-pressed": "false", onclick: () => ctx.act({ t: "mark", k: "strike", clue: c.id, on: !model.struck.includes(c.id) }) });
    const text = el("button.clue-text", { type: "button", "aria-pressed": "false", onclick: () => chooseClue(current === c.id ? null : c.id) }, el("span.clue-words", {}, ...words(c)));
    const group = el("button.clue-group", { type: "button", onclick: () => {
      const now = model.groups[c.id] || "";
      ctx.act({ t: "mark", k: "group", clue: c.id, v: GROUPS[(GROUPS.indexOf(now) + 1) % GROUPS.length] });
    } });
    const item = el("li.clue", { data: { clue: c.id } }, strike, text, el("span.clue-flag"), group);
    clueItems.set(c.id, { item, strike, group, text });
    list.append(item);
  }

  const tools = el("div.clue-tools", {},
    button(t("autoCross"), { onclick: () => ctx.act({ t: "mark", k: "auto", on: !model.auto }), data: { key: "auto" }, "aria-pressed": "true" }),
    ctx.can("clues") ? button(t("checkClues"), { onclick: checkClues, data: { key: "clues" } }) : null);

  async function checkClues() {
    const answer = await ctx.ask("clues");
    if (!answer) return;
    broken = new Set(answer.broken.map((r) => r.id));
    drawClues(shown || model);
    ctx.note(broken.size ? t("cluesBroken", { list: [...broken].join(", "), n: broken.size }) : t("cluesFine"), broken.size ? "bad" : "good");
  }

  function drawClues(m) {
    const sorted = l.clues.map((c) => c.id);
    if (Object.values(m.groups).some(Boolean)) sorted.sort((a, b) => rank(m, a) - rank(m, b));
    for (const id of sorted) {
      const { item, strike, group, text } = clueItems.get(id);
      if (list.children[sorted.indexOf(id)] !== item) list.insertBefore(item, list.children[sorted.indexOf(id)] || null);
      const done = m.struck.includes(id);
      const g = m.groups[id] || "";
      item.classList.toggle("struck", done);
      item.classList.toggle("broken", broken.has(id));
      strike.setAttribute("aria-pressed", done ? "true" : "false");
      strike.title = t(done ? "clue.restore" : "clue.strike");
      strike.setAttribute("aria-label", t("clue") + " " + id + ": " + strike.title);
      strike.replaceChildren(done ? icon("check") : id);
      item.classList.toggle("active", id === current);
      text.setAttribute("aria-pressed", id === current ? "true" : "false");
      item.querySelector(".clue-flag").textContent = broken.has(id) ? t("clue.broken") : "";
      group.textContent = g || "·";
      group.dataset.group = g;
      group.setAttribute("aria-label", t("clue.group", { clue: id, group: g || t("none") }));
      for (const k of ["because", "effect"]) item.classList.toggle(k, marked.some((h) => h.clue === id && h.kind === k));
    }
    drawNow(m);
    tabClues.textContent = t("tab.clues") + " " + l.clues.filter((c) => !m.struck.includes(c.id)).length;
  }
  const rank = (m, id) => (GROUPS.indexOf(m.groups[id] || "") || GROUPS.length) * 10000 + l.clues.findIndex((c) => c.id === id);

  // ---- drawing
  function draw() {
    const m = shown || model;
    for (const c of flat) {
      const is = at(m, c.x, c.y);
      const tried = is?.own ? triedIn(trials, (x) => { const was = at(x, c.x, c.y); return was && was.sign === is.sign && was.own; }) : 0;
      const kinds = marked.filter((h) => h.key === key(c.x, c.y)).map((h) => h.kind);
      const bad = ctx.setting("conflicts") && clash(m, c.x, c.y);
      const now = JSON.stringify([is, tried, kinds, bad]);
      if (now === c.last) continue;
      c.last = now;
      const cls = c.element.classList;
      cls.toggle("tick", is?.sign === "=");
      cls.toggle("cross", is?.sign === "!");
      cls.toggle("derived", !!is && !is.own);
      cls.toggle("tried", !!tried);
      c.element.dataset.tried = hue(tried) || "";
      cls.toggle("conflict", !!bad);
      for (const k of ["because", "effect", "wrong"]) cls.toggle(k, kinds.includes(k));
      c.element.textContent = is ? (is.sign === "=" ? "✓" : is.own ? "×" : "·") : "";
      c.element.setAttribute("aria-label", sentenceOf(m, c.x, c.y) + (tried ? ", " + t("cell.tried", { n: tried }) : "") + (bad ? ", " + t("cell.conflict") : "") + kinds.map((k) => ", " + t("cell." + k)).join(""));
    }
    for (const s of selects) {
      let value = "";
      for (let j = 0; j < n; j++) if (m.marks.get(key(s.x, s.ci * n + j)) === "=") value = String(s.ci * n + j);
      s.element.value = value;
      s.element.classList.toggle("empty", !value);
      let left = 0;
      for (const o of s.element.options) if (o.value) {
        const out = at(m, s.x, +o.value)?.sign === "!";
        if (!out) left++;
        o.textContent = (out ? "× " : "") + label(+o.value);
      }
      s.element.options[0].textContent = left < n ? t("clue.left", { n: left }) : "–";
      const kinds = marked.filter((h) => h.key && h.key.split(",").map(Number).includes(s.x) && h.key.split(",").some((y) => Math.floor(y / n) === s.ci)).map((h) => h.kind);
      for (const k of ["because", "effect", "wrong"]) s.element.parentNode.classList.toggle(k, kinds.includes(k));
    }
    tools.querySelector('[data-key="auto"]').setAttribute("aria-pressed", m.auto ? "true" : "false");
    drawClues(m);
    drawPairs(m);
  }

  function sentenceOf(m, x, y) {
    const is = at(m, x, y);
    return t(is ? (is.sign === "=" ? "pair.is" : is.own ? "pair.not" : "pair.auto") : "pair.open", { a: name(x), b: name(y) });
  }

  // clash tells whether a tick has another in its row or column, or a cell's row or column is crossed out whole.
  function clash(m, x, y) {
    const cx = Math.floor(x / n), cy = Math.floor(y / n);
    const own = m.marks.get(key(x, y));
    if (own === "=") {
      for (let i = 0; i < n; i++) {
        if ((cx * n + i !== x && m.marks.get(key(cx * n + i, y)) === "=") || (cy * n + i !== y && m.marks.get(key(x, cy * n + i)) === "=")) return true;
      }
      return false;
    }
    if (own !== "!") return false;
    let row = true, col = true;
    for (let i = 0; i < n; i++) {
      if (m.marks.get(key(x, cy * n + i)) !== "!") row = false;
      if (m.marks.get(key(cx * n + i, y)) !== "!") col = false;
    }
    return row || col;
  }

  const pairKey = (id) => {
    const m = /^(\d+)[=!?](\d+)$/.exec(id);
    return m ? key(+m[1], +m[2]) : null;
  };
  const parse = (ref, kind) => (ref.kind === "clue" ? { clue: ref.id, kind } : { key: pairKey(ref.id), kind });

  // ---- tabs, where grid, clues and table have no room side by side
  const tabClues = el("span.label");
  const tabs = el("div.tabs", { role: "tablist", "aria-label": t("tabs") });
  const TABS = [["grid", "grid", el("span.label", {}, t("tab.grid"))], ["clues", "list", tabClues], ["table", "candidates", el("span.label", {}, t("tab.table"))]];
  function setTab(name) {
    for (const b of tabs.children) {
      b.setAttribute("aria-selected", b.dataset.tab === name ? "true" : "false");
      b.tabIndex = b.dataset.tab === name ? 0 : -1;
    }
    document.body.dataset.tab = name;
  }
  TABS.forEach(([name, picture, label], i) => tabs.append(el("button.tab", { type: "button", role: "tab", data: { tab: name }, onclick: () => setTab(name), onkeydown: (e) => {
    const by = { ArrowRight: 1, ArrowLeft: 2 }[e.key];
    if (!by) return;
    e.preventDefault();
    const to = tabs.children[(i + by) % 3];
    to.focus();
    to.click();
  } }, icon(picture), label)));
  setTab("grid");

  draw();
  setPair(...pair);
  if (l.clues.length) chooseClue(l.clues[0].id);
  const asked = l.asked?.length ? el("ul.asked", {}, l.asked.map((q) => el("li", {}, q))) : null;
  const element = el("div.lineup-board", {}, el("div.logic-scroll", {}, grid), el("div.table-scroll", {}, el("p.table-title", { "aria-hidden": "true" }, t("answer.sofar")), table));
  element.classList.toggle("staircase", cols.length > 3);
  const clues = el("div.lineup-side", {}, now, pairs, el("section.panel.clue-panel", { "aria-label": t("clues") },
    el("div.panel-head", {}, el("h2", {}, t("clues")), tools), asked, list));

  return {
    element,
    controls: clues,
    tabs,
    rules,
    help: t("help.lineup"),
    show(m, { trials: open = [] } = {}) { model = m; trials = open; broken = new Set(); draw(); },
    preview(m) { shown = m; draw(); },
    mark(refs, kind) {
      marked = [...marked, ...refs.map((r) => parse(r, kind))];
      draw();
      const first = marked.find((h) => h.clue && h.kind === "because");
      if (first) clueItems.get(first.clue)?.item.scrollIntoView({ block: "nearest" });
    },
    unmark() { marked = []; draw(); },
    focus: () => cells[focus.r]?.[focus.c]?.element.focus(),
    redraw: draw,
    suspect() {
      const c = cells[focus.r]?.[focus.c];
      const m = c && at(model, c.x, c.y);
      if (!m) return [];
      const [x, y] = c.x < c.y ? [c.x, c.y] : [c.y, c.x];
      return [{ kind: "mark", id: x + m.sign + y, text: sentence(c.x, c.y) }];
    },
    place(ref) {
      const k = pairKey(ref.id);
      if (!k) return null;
      const [x, y] = k.split(",").map(Number);
      return t("place.pair", { a: l.categories[Math.floor(x / n)].name, b: l.categories[Math.floor(y / n)].name });
    },
    cellOf: (x, y) => byKey.get(key(x, y))?.element,
  };
}

// thingsOf finds the things that a text names: numbers of items, their categories, and where the names stand. Of names that overlap the
// longest counts, and a number counts only where its category stands in the text as well.
function thingsOf(text, l) {
  const low = text.toLowerCase();
  const found = [];
  l.categories.forEach((c, a) => c.items.forEach((item, i) => {
    const name = item.toLowerCase();
    const short = /^\d+$/.test(name) || name.length < 2;
    if (short && !low.includes(c.name.toLowerCase())) return;
    for (let at = low.indexOf(name); at >= 0; at = low.indexOf(name, at + 1)) {
      const edge = (x) => !x || !/[\p{L}\p{N}]/u.test(x) || x.codePointAt(0) > 0x2e80 || name.codePointAt(0) > 0x2e80;
      if (edge(low[at - 1]) && edge(low[at + name.length])) found.push([at, at + name.length, a * l.n + i, a]);
    }
  }));
  found.sort((x, y) => x[0] - y[0] || y[1] - x[1]);
  const of = { items: new Set(), cats: new Set(), spans: [] };
  let end = 0;
  for (const [at, to, item, cat] of found) {
    if (at < end) continue;
    end = to;
    of.items.add(item);
    of.cats.add(cat);
    of.spans.push([at, to]);
  }
  if (of.cats.size === 1) of.cats.add(l.anchor);
  return of;
}

// width is the width of a text in halves of a Chinese character.
function width(s) {
  let w = 0;
  for (const c of s) w += c.codePointAt(0) > 0x2e80 ? 2 : 1;
  return w;
}
