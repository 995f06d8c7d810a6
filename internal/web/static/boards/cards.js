// The board of clue cards: a card for each thing, of which clues ban all but one. A model is {cards, active}: cards maps a
// thing's number to {clue} or {solution: true}; active is the clue that the player reasons with.
//
// Three modes, as in the paper by Gogolla and Cuadrado, section 4.4: manual (checked at the end), assisted (corrected at
// once) and demonstrated (the page bans, clue by clue).

import { el, $$, button, icon, picture, say } from "../dom.js";
import { t } from "../i18n.js";
import { triedIn, hue } from "../log.js";

const MODES = ["manual", "assisted", "demo"];

export function rulesOf(view) {
  const k = view.cards;
  const things = k.things || [];
  const clue = new Map(k.clues.map((c) => [c.id, c]));

  function one(model, move) {
    const m = /^(\d+)(?:!(.+)|([?=]))$/.exec(move);
    const at = m ? +m[1] : -1;
    if (at < 0 || at >= things.length || (m[2] && !clue.has(m[2]))) throw new Error("move " + move);
    const cards = new Map(model.cards);
    if (m[3] === "?") cards.delete(at);
    else cards.set(at, m[2] ? { clue: m[2] } : { solution: true });
    return { ...model, cards };
  }

  return {
    k, things, clue,
    start: () => ({ cards: new Map(), active: k.clues[0]?.id ?? null }),
    apply(model, e) {
      if (e.t === "move") return e.m.split(" ").reduce(one, model);
      if (e.k === "clue" && clue.has(e.clue)) return { ...model, active: e.clue };
      return model;
    },
    moves: (model) => [...model.cards.keys()].sort((a, b) => a - b).map((i) => {
      const c = model.cards.get(i);
      return c.solution ? i + "=" : i + "!" + c.clue;
    }),
    complete: (model) => things.length > 0 && model.cards.size === things.length && [...model.cards.values()].some((c) => c.solution),
    // answer writes the card that is chosen, as the digest of the solution has it.
    answer: (model) => { const at = [...model.cards].find(([, c]) => c.solution); return at && model.cards.size === things.length ? things[at[0]].join(".") : null; },
    holds: (model, ref) => model.cards.has(Number(ref.id)),
    // bans lists the clues that ban a thing.
    bans: (i) => k.clues.filter((c) => c.bans?.includes(i)).map((c) => c.id),
  };
}

export function create(view, ctx) {
  const rules = rulesOf(view);
  const { k, things } = rules;
  let model = rules.start();
  let shown = null;
  let trials = []; // models at which the open trials began
  let marked = [];
  let mode = MODES.includes(ctx.param("mode")) ? ctx.param("mode") : "manual";
  let verdict = null; // of a check: thing -> {right, bans}
  let slip = null;    // of a correction: {thing, clue}
  let focus = 0;

  const facts = (i) => things[i].map((v, p) => k.properties[p].name + " " + k.properties[p].values[v]).join(", ");

  // ---- the mode
  const tabs = el("div.segments", { role: "radiogroup", "aria-label": t("cards.mode") });
  MODES.forEach((m, i) => {
    const b = el("button.segment", { type: "button", role: "radio", data: { mode: m }, onclick: () => setMode(m), title: t("cards." + m + ".help") }, t("cards." + m));
    b.addEventListener("keydown", (e) => {
      const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: 2, ArrowUp: 2 }[e.key];
      if (!by) return;
      e.preventDefault();
      setMode(MODES[(i + by) % 3]);
      tabs.children[(i + by) % 3].focus();
    });
    tabs.append(b);
  });
  const about = el("p.mode-help");

  function setMode(next) {
    mode = next;
    verdict = slip = null;
    for (const b of tabs.children) {
      const on = b.dataset.mode === mode;
      b.setAttribute("aria-checked", on ? "true" : "false");
      b.tabIndex = on ? 0 : -1;
    }
    about.textContent = t("cards." + mode + ".help");
    demo.hidden = mode !== "demo";
    checkButton.hidden = mode !== "manual";
    if (mode === "demo") startDemo();
    else { stop(); shown = null; }
    draw();
  }

  // ---- the cards
  const deck = el("div.deck", { role: "group", "aria-label": t("cards.deck", { n: things.length }) });
  deck.classList.toggle("many", things.length > 24);
  // Cards are as wide as their longest line; where that would be too wide, values stand under the names of their properties.
  const line = Math.max(0, ...k.properties.map((p) => 0.52 * letters(p.name) + 0.58 * Math.max(0, ...p.values.map(letters)))) + 2.4;
  deck.classList.toggle("stacked", line > 14);
  deck.style.setProperty("--line", (line > 14 ? 0 : line).toFixed(2) + "rem");
  const cards = things.map((thing, i) => {
    const face = el("button.card", { type: "button", tabIndex: i ? -1 : 0, data: { thing: i }, onclick: () => { move(i); toggle(i); } },
      el("span.card-no", { "aria-hidden": "true" }, String(i + 1)),
      el("span.card-facts", {}, thing.map((v, p) => el("span.fact", {}, el("span.fact-name", {}, k.properties[p].name), el("span.fact-value", {}, k.properties[p].values[v])))),
      el("span.card-state"), el("span.card-mark", { "aria-hidden": "true" }));
    const star = el("button.star", { type: "button", tabIndex: -1, title: t("cards.solution"), onclick: () => choose(i) }, icon("star"));
    const box = el("div.card-box", {}, face, star);
    deck.append(box);
    return { box, face, star };
  });

  function move(i) {
    if (!cards[i]) return;
    cards[focus].face.tabIndex = -1;
    focus = i;
    cards[i].face.tabIndex = 0;
    cards[i].face.focus();
  }

  deck.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey || !e.target.classList.contains("card")) return;
    const across = Math.max(1, Math.round(deck.clientWidth / (cards[0]?.box.getBoundingClientRect().width + 12 || 1)));
    const to = { ArrowRight: focus + 1, ArrowLeft: focus - 1, ArrowDown: focus + across, ArrowUp: focus - across, Home: 0, End: things.length - 1 }[e.key];
    if (to !== undefined) {
      e.preventDefault();
      return move(Math.max(0, Math.min(things.length - 1, to)));
    }
    if (e.key.toLowerCase() === "s") return choose(focus);
    if (e.key === "Backspace" || e.key === "Delete") return release(focus);
    const n = /^[1-9]$/.test(e.key) ? k.clues[e.key - 1] : null;
    if (n) activate(n.id);
  });

  const busy = () => mode === "demo";

  function toggle(i) {
    if (busy()) return;
    const now = model.cards.get(i);
    if (now && (now.solution || now.clue === model.active)) return release(i);
    if (!model.active) return say(t("cards.pickClue"));
    if (mode === "assisted" && !rules.clue.get(model.active).bans?.includes(i)) {
      slip = { thing: i, clue: model.active };
      const right = rules.bans(i);
      ctx.note(right.length ? t("cards.slip", { clue: model.active, list: right.join(", "), n: right.length }) : t("cards.slipNone", { clue: model.active }), "bad");
      return draw();
    }
    slip = verdict = null;
    ctx.act({ t: "move", m: i + "!" + model.active });
    say(t("cards.banned", { facts: facts(i), clue: model.active }));
    if (mode === "assisted") {
      const rest = rules.clue.get(model.active).bans.filter((j) => !model.cards.get(j)?.clue);
      ctx.note(rest.length ? t("cards.good", { n: rest.length }) : t("cards.clueDone", { clue: model.active }), "good");
    }
  }

  function release(i) {
    if (busy() || !model.cards.has(i)) return;
    slip = verdict = null;
    ctx.act({ t: "move", m: i + "?" });
    say(t("cards.unknown", { facts: facts(i) }));
  }

  function choose(i) {
    if (busy()) return;
    if (model.cards.get(i)?.solution) return release(i);
    if (mode === "assisted" && rules.bans(i).length) {
      slip = { thing: i };
      ctx.note(t("cards.notSolution", { list: rules.bans(i).join(", "), n: rules.bans(i).length }), "bad");
      return draw();
    }
    slip = verdict = null;
    const before = [...model.cards].filter(([, c]) => c.solution).map(([j]) => j + "?");
    ctx.act({ t: "move", m: [...before, i + "="].join(" ") });
    say(t("cards.chosen", { facts: facts(i) }));
  }

  // ---- the clues
  const list = el("ol.clues", { role: "radiogroup", "aria-label": t("clues") });
  const clueItems = k.clues.map((c, i) => {
    const b = el("button.clue-text", { type: "button", role: "radio", onclick: () => activate(c.id) }, el("span.clue-id", {}, c.id), el("span.clue-words", {}, c.text));
    b.addEventListener("keydown", (e) => {
      const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[e.key];
      if (!by) return;
      e.preventDefault();
      const to = (i + by + k.clues.length) % k.clues.length;
      activate(k.clues[to].id);
      clueItems[to].button.focus();
    });
    const item = el("li.clue", { role: "presentation", data: { clue: c.id } }, b, el("span.clue-count"));
    list.append(item);
    return { item, button: b, id: c.id };
  });

  function activate(id) {
    slip = null;
    if (busy() || id === model.active) return draw();
    ctx.act({ t: "mark", k: "clue", clue: id });
    say(t("cards.active", { clue: id }));
  }

  // ---- the check of the manual mode
  const checkButton = button(t("cards.check"), { icon: "check", kind: "primary", onclick: check, data: { key: "check-cards" } });

  function check() {
    verdict = new Map();
    let wrong = 0;
    for (const [i, c] of model.cards) {
      const bans = rules.bans(i);
      const right = c.solution ? bans.length === 0 : bans.includes(c.clue);
      if (!right) wrong++;
      verdict.set(i, { right, bans });
    }
    const open = things.length - model.cards.size;
    draw();
    ctx.note(wrong ? t("cards.wrong", { n: wrong }) : open ? t("cards.rightSoFar", { n: open }) : t("cards.allRight"), wrong ? "bad" : "good");
    if (!wrong && !open) ctx.finish?.();
  }

  // ---- the demonstration: models[i] is the deck after i bans
  let steps = [], at = 0, playing = null;
  const demoText = el("p.demo-text", { "aria-live": "polite" });
  const play = button(t("play"), { icon: "play", kind: "primary", onclick: () => (playing ? stop() : start()), data: { key: "demo-play" } });
  const demo = el("div.demo", { hidden: true },
    el("div.demo-bar", {}, button(t("back"), { icon: "prev", onclick: () => { stop(); go(at - 1); }, data: { key: "demo-back" } }), play,
      button(t("next"), { icon: "next", onclick: () => { stop(); go(at + 1); }, data: { key: "demo-next" } })), demoText);

  function startDemo() {
    let m = rules.start();
    steps = [{ model: m, text: t("cards.demoStart") }];
    for (const c of k.clues) {
      const todo = (c.bans || []).filter((i) => !m.cards.has(i));
      if (!todo.length) {
        steps.push({ model: { ...m, active: c.id }, text: t("cards.demoNothing", { clue: c.id }), clue: c.id });
        continue;
      }
      for (const i of todo) {
        m = rules.apply({ ...m, active: c.id }, { t: "move", m: i + "!" + c.id });
        steps.push({ model: m, text: t("cards.demoBan", { clue: c.id, facts: facts(i) }), clue: c.id, thing: i });
      }
    }
    const left = things.map((_, i) => i).filter((i) => !m.cards.has(i));
    if (left.length === 1) {
      m = rules.apply(m, { t: "move", m: left[0] + "=" });
      steps.push({ model: m, text: t("cards.demoEnd", { facts: facts(left[0]) }), thing: left[0] });
    }
    go(0);
  }

  function go(i) {
    at = Math.max(0, Math.min(steps.length - 1, i));
    shown = steps[at].model;
    demoText.textContent = at + " / " + (steps.length - 1) + " · " + steps[at].text;
    draw();
    if (at === steps.length - 1) stop();
  }

  function start() {
    if (at === steps.length - 1) go(0);
    playing = setInterval(() => go(at + 1), Number(ctx.setting("pace")) || 1200);
    playButton();
  }

  function stop() {
    clearInterval(playing);
    playing = null;
    playButton();
  }

  function playButton() {
    play.querySelector(".label").textContent = t(playing ? "pause" : "play");
    play.querySelector("use").setAttribute("href", picture(playing ? "pause" : "play"));
  }

  // ---- the ban table
  const table = el("table.bans");
  const clueRows = new Map();
  table.append(el("caption", {}, t("cards.banTable")), el("thead", {}, el("tr", {}, el("th", { scope: "col" }, t("clue")), things.map((_, i) => el("th", { scope: "col" }, String(i + 1))))));
  const rows = el("tbody");
  for (const c of k.clues) {
    const tds = things.map(() => el("td"));
    clueRows.set(c.id, tds);
    rows.append(el("tr", { data: { clue: c.id } }, el("th", { scope: "row" }, c.id), tds));
  }
  table.append(rows);

  // ---- drawing
  function draw() {
    const m = shown || model;
    const hot = mode === "demo" ? steps[at]?.thing : undefined;
    things.forEach((_, i) => {
      const is = m.cards.get(i);
      const { box, face, star } = cards[i];
      const v = verdict?.get(i);
      const cls = box.classList;
      cls.toggle("banned", !!is?.clue);
      cls.toggle("solution", !!is?.solution);
      cls.toggle("right", !!v?.right);
      cls.toggle("wrong", (!!v && !v.right) || slip?.thing === i);
      cls.toggle("hot", hot === i);
      cls.toggle("by-active", !!is?.clue && is.clue === m.active);
      const tried = triedIn(trials, (x) => JSON.stringify(x.cards.get(i)) === JSON.stringify(is));
      cls.toggle("tried", !!tried);
      box.dataset.tried = hue(tried) || "";
      for (const kind of ["because", "effect"]) cls.toggle(kind, marked.some((h) => h.thing === i && h.kind === kind));
      let state = is?.solution ? t("cards.isSolution") : is?.clue ? t("cards.bannedBy", { clue: is.clue }) : t("cards.isUnknown");
      if (v && !v.right) state += " · " + (v.bans.length ? t("cards.rightBans", { list: v.bans.join(", "), n: v.bans.length }) : t("cards.noBan"));
      if (slip?.thing === i) state = rules.bans(i).length ? t("cards.rightBans", { list: rules.bans(i).join(", "), n: rules.bans(i).length }) : t("cards.noBan");
      face.querySelector(".card-state").textContent = state;
      face.querySelector(".card-mark").textContent = v ? (v.right ? "✓" : "✗") : slip?.thing === i ? "✗" : "";
      face.setAttribute("aria-label", t("cards.card", { n: i + 1 }) + ": " + facts(i) + ". " + state + (tried ? ", " + t("cell.tried", { n: tried }) : "") + (v ? ". " + t(v.right ? "cards.markRight" : "cards.markWrong") : ""));
      star.setAttribute("aria-pressed", is?.solution ? "true" : "false");
      star.setAttribute("aria-label", t("cards.choose", { n: i + 1 }));
    });
    for (const { item, button: b, id } of clueItems) {
      const on = m.active === id;
      b.setAttribute("aria-checked", on ? "true" : "false");
      b.tabIndex = on || (m.active === null && id === k.clues[0].id) ? 0 : -1;
      item.classList.toggle("active", on);
      for (const kind of ["because", "effect"]) item.classList.toggle(kind, marked.some((h) => h.clue === id && h.kind === kind));
      const count = [...m.cards.values()].filter((c) => c.clue === id).length;
      item.querySelector(".clue-count").textContent = count ? String(count) : "";
      clueRows.get(id).forEach((td, i) => {
        const mine = m.cards.get(i)?.clue === id;
        td.textContent = mine ? "×" : "";
        td.classList.toggle("on", mine);
      });
    }
    for (const r of $$("tr[data-clue]", table)) r.classList.toggle("active", r.dataset.clue === m.active);
  }

  const parse = (ref, kind) => (ref.kind === "clue" ? { clue: ref.id, kind } : { thing: Number(ref.id), kind });

  const element = el("div.cards-board", {}, el("div.cards-top", {}, tabs, about), demo, deck,
    el("details.ban-details", { open: things.length <= 24 }, el("summary", {}, t("cards.banTable")), el("div.table-scroll", { tabIndex: 0, role: "region", "aria-label": t("cards.banTable") }, table)));
  const panel = el("section.panel.clue-panel", { "aria-label": t("clues") },
    el("div.panel-head", {}, el("h2", {}, t("clues"))), list, checkButton);
  setMode(mode);

  return {
    element,
    controls: panel,
    rules,
    help: t("help.cards"),
    show(m, { trials: open = [] } = {}) { model = m; trials = open; if (mode !== "demo") shown = null; draw(); },
    preview(m) { if (mode !== "demo") { shown = m; draw(); } },
    mark(refs, kind) { marked = [...marked, ...refs.map((r) => parse(r, kind))]; draw(); },
    unmark() { marked = []; draw(); },
    focus: () => cards[focus]?.face.focus(),
    redraw: draw,
    suspect: () => (model.cards.has(focus) ? [{ kind: "thing", id: String(focus), text: facts(focus) }] : []),
    place: (ref) => (ref.kind === "clue" ? t("place.clue", { n: ref.id }) : null),
  };
}

// letters is about how many Latin letters a text is wide.
const letters = (s) => [...String(s)].reduce((n, c) => n + (c.codePointAt(0) >= 0x2e80 ? 2 : 1), 0);
