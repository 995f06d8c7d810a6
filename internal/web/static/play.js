// The page on which a puzzle is played: it joins the log of the game, the board, the server and what stands round the board.

import { $, el, button, say, toast, icon } from "./dom.js";
import { t, data, duration, lang } from "./i18n.js";
import { post, reason } from "./api.js";
import { Log, placesOf, settled, hue } from "./log.js";
import * as games from "./games.js";
import { setting, set } from "./settings.js";
import * as page from "./page.js";
import { hints } from "./hints.js";
import { menu } from "./menu.js";
import { Timer } from "./timer.js";
import { solvedPanel } from "./solved.js";

const params = new URLSearchParams(location.search);

page.start();
if (data.play?.view) {
  // The page is painted first; the board of a large puzzle takes a moment.
  let begun = false;
  // Of the boards only the one that the puzzle needs is fetched.
  const view = data.play.view;
  const kind = view.kind === "cards" && !view.cards.things?.length ? "factored" : view.kind;
  const module = import("./boards/" + kind + ".js");
  const now = async () => {
    if (begun) return;
    begun = true;
    const board = await module; // one that does not come is told by watch.js
    try {
      begin(data.play, board);
    } catch (e) {
      broken(e);
      throw e; // for the console
    }
  };
  if (document.hidden) now();
  else requestAnimationFrame(() => setTimeout(now));
  setTimeout(now, 300); // a window that is covered, or whose tab is left at once, paints no frame
}

// broken says that the board cannot be laid out, such as for a kept game that this version of the page does not understand.
function broken(e) {
  const fresh = "/play?new=1&p=" + encodeURIComponent(data.play.puzzle);
  $("#board").replaceChildren(el("p.note.bad", { role: "alert" }, t("load.broken", { what: e.message })), el("div.form-row", {},
    button(t("again"), { kind: "primary", onclick: () => location.reload(), data: { do: "again" } }),
    el("a.btn", { href: fresh }, t("menu.restart")), el("a.btn", { href: "/print?p=" + encodeURIComponent(data.play.puzzle) }, t("menu.print"))));
}

function begin(play, kind) {
  const view = play.view;
  const status = $("#save-status");
  const note = $("#note");

  const ctx = {
    play, view, setting,
    can: (op) => play.can.includes(op),
    param: (name) => params.get(name),
    act, ask, finish, failed: reason,
    note: (text, kind = "") => { note.className = "note " + kind; note.textContent = text; note.hidden = !text; if (text) say(text); },
    selection: () => hint.selection(),
    moves: () => board.rules.moves(log.model),
  };
  const board = kind.create(view, ctx);
  ctx.board = board;
  let log = new Log(board.rules);
  ctx.log = () => log;

  // ---- the game: a shared one is a copy, otherwise the latest of this puzzle goes on
  let record;
  let fresh = false;
  if (data.game) {
    record = games.byServerID(data.game.id);
    if (!record || record.events.length < data.game.events.length) {
      record = games.Game.make({ ...(record || {}), puzzle: play.puzzle, server: data.game.id, events: data.game.events, synced: data.game.events.length });
    }
  } else if (data.share) {
    // The copy that was begun from this link goes on; the first time there is none, and the game begins with what was shared.
    record = games.list().find((g) => g.share === data.share.id);
    fresh = !record;
    record ||= games.Game.make({ puzzle: play.puzzle, share: data.share.id });
  } else {
    record = (params.get("g") && games.find(params.get("g"))) || (!params.has("new") && games.latest(play.puzzle)) || games.Game.make({ puzzle: play.puzzle });
  }
  Object.assign(record, { title: view.title, family: view.family, begun: record.begun || Date.now() });
  if (params.get("class")) record.class ||= params.get("class");
  if (/^\d{4}-\d\d-\d\d$/.test(params.get("day")) && /^(short|middle|long)$/.test(params.get("daily"))) record.daily ||= params.get("day") + "/" + params.get("daily");
  const game = new games.Game(record, board.rules, { status: saved, taken, held: () => settled(log) });
  game.local = !!data.file;
  game.settledOf = (events) => { const l = new Log(board.rules); l.load(events); return settled(l); };
  ctx.game = game;
  log.load(record.events);

  const timer = new Timer($("#timer"), log.seconds, (s) => record.events.length && append({ t: "timer", s }));
  ctx.timer = timer;
  const hint = hints(ctx);
  ctx.hint = hint;
  const solved = solvedPanel(ctx);
  ctx.solvedFacts = solved.facts;

  // ---- events: each has a name, by which another window knows it again
  const win = Math.random().toString(36).slice(2, 8);
  let named = 0;
  const foreign = new Set();  // names of events that came from another window while this one was open
  const touched = new Map();  // places that were changed in this window, and how
  let again = [];             // own steps that were taken back from under others' steps

  function append(event) {
    event = { ...event, w: event.w || win + "." + ++named };
    log.add(event);
    if (!foreign.has(event.w)) placesOf(event).forEach((p, i) => touched.set(p, event.m.split(" ")[i]));
    game.append([event], { seconds: timer.seconds });
  }

  function act(event) {
    if (hint.previewing) hint.close();
    again = [];
    try {
      append(event);
    } catch (e) {
      toast(t("refused", { what: e.message }), "bad");
      return false;
    }
    timer.run();
    if (event.t === "move") (record.when ||= []).push(timer.seconds);
    meet();
    ctx.note("");
    hint.clear();
    refresh();
    if (event.t === "move") recognised();
    if (data.file && event.t === "move" && board.rules.complete(log.model)) setTimeout(() => !record.solved && board.rules.complete(log.model) && ctx.note(t("completeWrong"), "bad"), 300);
    if (event.t === "move" && board.rules.complete(log.model)) judge();
    return true;
  }

  function refresh() {
    board.show(log.model, { trials: log.trialModels });
    undo.disabled = !log.back;
    redo.disabled = !log.forward && !again.length;
    const open = log.trialModels.length;
    document.body.classList.toggle("in-trial", !!open);
    document.body.dataset.tried = hue(open) || "";
    trialBar.hidden = !open;
    trialSteps.replaceChildren(...Array.from({ length: open }, (_, i) => el("span.trial-step", { data: { tried: hue(i + 1) } }, String(i + 1))));
    record.progress = view.grid ? progress() : undefined;
    if (board.verdict) watch();
  }

  // recognised tells by the digest of the solution that the puzzle is solved, without asking anybody. Text is compared by its bytes, as the
  // server sorts it.
  async function recognised() {
    if (!record.digest || record.solved || !globalThis.crypto?.subtle) return;
    const answer = board.rules.answer?.(log.model);
    if (!answer) return;
    const at = log.current;
    const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(play.puzzle + "\n" + answer)));
    if (at === log.current && [...sum].map((b) => b.toString(16).padStart(2, "0")).join("") === record.digest && !document.body.classList.contains("solved")) finish();
  }

  // watch has the server judge the board a moment after the last change, for boards that cannot judge by themselves.
  let watching = 0;
  function watch() {
    clearTimeout(watching);
    watching = setTimeout(judge, 120);
  }

  function progress() {
    const open = view.grid.givens.filter((v) => !v).length;
    return open ? Math.round((100 * log.model.values.filter(Boolean).length) / open) : 100;
  }

  // taken shows what came from another window or device; before is the log as it was.
  function taken(before) {
    const known = new Set(before.map((e) => e.w));
    const news = record.events.filter((e) => !known.has(e.w));
    for (const e of news) if (e.w) foreign.add(e.w);
    log = new Log(board.rules);
    log.load(record.events);
    hint.clear();
    refresh();
    const last = new Map(news.flatMap((e) => placesOf(e).map((p, i) => [p, e.m.split(" ")[i]])));
    const both = [...last].filter(([p, m]) => touched.has(p) && touched.get(p) !== m).map(([p]) => p);
    if (both.length) ctx.note(t("both", { what: both.slice(0, 3).map((p) => p.replace(/^.*@/, "")).join(", ") }));
    else say(t("merged"));
    if (board.rules.complete(log.model)) judge();
  }

  // undone takes back this window's own last step, and leaves what came from another window.
  function undone() {
    const others = [];
    let n = log.current;
    for (; n.parent && foreign.has(n.event.w); n = n.parent) others.unshift(n.event);
    if (!others.length || !n.parent) return others.length ? false : goTo(log.back);
    again.push(n.event);
    append({ t: "undo", to: n.parent.id });
    for (const e of others) {
      const w = e.w + "+" + log.length;
      foreign.add(w);
      append({ ...e, w });
    }
    hint.clear();
    refresh();
    return true;
  }

  function redone() {
    if (log.forward && !again.length) return goTo(log.forward);
    const e = again.pop();
    if (!e) return false;
    append({ ...e, w: undefined });
    refresh();
    return true;
  }

  function goTo(node) {
    if (!node || node === log.current) return false;
    append({ t: "undo", to: node.id });
    hint.clear();
    ctx.note("");
    refresh();
    return true;
  }
  ctx.goTo = goTo;
  ctx.append = append;
  ctx.refresh = refresh;

  // ---- the server's word
  // ask calls an operation on the board as it stands; what goes wrong is shown, and gives null.
  async function ask(op, more = {}) {
    try {
      return await post(op, { puzzle: play.puzzle, moves: ctx.moves(), lang, ...more });
    } catch (e) {
      ctx.note(reason(e), "bad");
      return null;
    }
  }

  async function judge() {
    if (data.file) return;
    const at = log.current;
    const verdict = await ask("check");
    if (!verdict || at !== log.current) return;
    board.verdict?.(verdict);
    if (verdict.solved && !document.body.classList.contains("solved")) finish();
    else if (verdict.complete) ctx.note(t("completeWrong"), "bad");
  }

  function finish() {
    const first = !record.solved;
    timer.stop();
    append({ t: "timer", s: timer.seconds });
    game.append([], { solved: true, seconds: timer.seconds });
    // The address of a puzzle begins it anew once it is solved. Who comes back to this page, or loads it again, means the game that ended.
    if (!data.file && !data.game && !data.share) {
      const here = new URL(location.href);
      here.searchParams.set("g", record.id);
      here.searchParams.delete("new");
      history.replaceState(history.state, "", here);
    }
    document.body.classList.add("solved");
    say(t("solved", { time: duration(timer.seconds) }));
    solved.show(first);
  }

  function saved(state, why) {
    status.dataset.state = state;
    status.textContent = t("save." + state);
    status.title = why || "";
    if (state === "full") toast(t("save.full"), "bad");
  }

  // fingers makes a tap with two fingers undo, and one with three redo. What the fingers have marked on their way is taken back.
  function fingers(area) {
    let tap = null, before = null;
    const all = (e, f) => [...e.changedTouches].forEach((p) => f(p.identifier, p.clientX, p.clientY));
    area.addEventListener("pointerdown", (e) => { if (e.pointerType === "touch" && e.isPrimary) before = log.current; }, true);
    area.addEventListener("touchstart", (e) => {
      if (e.touches.length === e.changedTouches.length) tap = { most: 0, since: e.timeStamp, at: new Map() };
      if (!tap) return;
      tap.most = Math.max(tap.most, e.touches.length);
      all(e, (id, x, y) => tap.at.set(id, [x, y]));
    }, { passive: true });
    area.addEventListener("touchmove", (e) => all(e, (id, x, y) => {
      const from = tap && tap.at.get(id);
      if (from && Math.hypot(x - from[0], y - from[1]) > 12) tap = null;
    }), { passive: true });
    area.addEventListener("touchend", (e) => {
      if (e.touches.length || !tap) return;
      const { most, since } = tap, marked = log.current !== before;
      tap = null;
      if (most < 2 || e.timeStamp - since > 500) return;
      e.preventDefault();
      if (marked && before) goTo(before);
      if (most === 2) undo.click();
      else if (!marked) redo.click();
    });
    area.addEventListener("touchcancel", () => { tap = null; });
  }

  // rulesFor adds to the rules how marks are made. On a small screen, where they take what room is left, they stand open the first time
  // that a kind is met, up to the first mark. Where there are clues, those are what is read.
  function rulesFor() {
    const box = $("#rules");
    if (board.how) box.append(el("p.how", {}, board.how.join(" ") + " ", button(t("menu.keys"), { kind: "link", onclick: () => ctx.menu("keys") })));
    const met = setting("met-kinds") || [];
    const small = matchMedia("((max-width: 1099px) and (max-aspect-ratio: 23/20)) or ((max-height: 499px) and (min-aspect-ratio: 23/20))").matches;
    box.open = view.kind !== "lineup" && !(small && (view.kind === "cards" || met.includes(view.title)));
    meet = () => {
      meet = () => {};
      if (!met.includes(view.title)) set("met-kinds", [...met, view.title].slice(-500));
      if (small) box.open = false;
    };
  }
  let meet;

  // ---- the tool bar
  const bar = $("#toolbar");
  const tool = (name, picture, key, onclick, kind = "") => button(t(name), { icon: picture, key, kind, title: t(name + ".help"), data: { do: name }, onclick });
  const undo = tool("undo", "undo", "Control+Z", () => undone() && say(t("say.undone")));
  const redo = tool("redo", "redo", "Control+Y", () => redone() && say(t("say.redone")));
  const trial = tool("trial", "trial", "T", () => { append({ t: "trial" }); refresh(); ctx.note(t("trial.begun")); });
  bar.append(undo, redo);
  if (view.kind !== "text") bar.append(trial);
  bar.append(...hint.buttons());
  $("#more").replaceChildren(menu(ctx));
  const accept = button(t("trial.accept"), { icon: "check", data: { do: "accept" }, onclick: () => { append({ t: "accept" }); refresh(); ctx.note(t("trial.accepted")); } });
  const reject = button(t("trial.reject"), { icon: "undo", data: { do: "reject" }, onclick: () => { append({ t: "reject" }); hint.clear(); refresh(); ctx.note(t("trial.rejected")); } });
  const trialBar = $("#trial-bar");
  const trialSteps = el("span.trial-steps"); // a trial may begin in another
  trialBar.append(el("span.trial-what", {}, icon("trial"), " ", t("trial.on"), trialSteps), accept, reject);

  rulesFor();
  fingers($("#board"));
  $("#board").replaceChildren(board.element);
  if (board.controls) $("#controls").replaceChildren(board.controls);
  if (board.status) $("#status").replaceChildren(board.status);
  if (board.tabs) $("main").append(board.tabs);
  $("#board-help").textContent = board.help;
  document.body.dataset.kind = view.kind;

  page.takeSettings(() => page.settingsDialog([
    el("fieldset.choice", {}, el("legend", {}, t("board")),
      page.toggle("conflicts", "set.conflicts", () => board.redraw()),
      page.toggle("same", "set.same", () => board.redraw()),
      page.toggle("peers", "set.peers", () => board.redraw()),
      page.toggle("met", "set.met", () => board.redraw()),
      page.toggle("left", "set.left", () => board.redraw()),
      page.toggle("timer", "set.timer", () => timer.show())),
  ]));

  // Where letters are written on the board, the keys of one letter need Alt.
  const letters = !!board.letters;
  addEventListener("keydown", (e) => {
    if (e.defaultPrevented) return;
    const k = e.key.toLowerCase();
    const typing = e.target.matches?.("input, textarea, select");
    if ((e.ctrlKey || e.metaKey) && !e.altKey && (k === "z" || k === "y") && !typing) {
      e.preventDefault();
      (k === "y" || e.shiftKey ? redo : undo).click();
    } else if (!e.ctrlKey && !e.metaKey && !typing && (e.altKey || (!letters && !e.target.closest?.("[role=radiogroup], .menu, dialog")))) {
      const does = { h: "hint", c: "check", t: log.trial && !e.shiftKey ? "accept" : "trial", w: "why", r: log.trial && "reject" }[k];
      if (k === "?" && !e.altKey) { e.preventDefault(); ctx.menu("keys"); return; }
      if (!does) return;
      if (does === "why") { e.preventDefault(); hint.why(); return; }
      const target = document.querySelector(`[data-do="${does}"]`);
      if (target && !target.disabled) { e.preventDefault(); target.click(); }
    }
  });
  document.addEventListener("visibilitychange", () => document.hidden || game.fetch());
  game.fetch();
  addEventListener("pagehide", () => { timer.keep(); game.send(); });
  addEventListener("beforeunload", () => timer.keep());

  if (fresh && data.share.events?.length) {
    for (const e of data.share.events) { try { log.add(e); } catch { log.load([e]); } }
    game.append(log.events.slice());
  }
  refresh();
  if (record.solved) { document.body.classList.add("solved"); timer.stop(); solved.show(false); }
  if (data.file) status.hidden = true;
  else if (record.events.length > record.synced) game.send();
  else saved(record.events.length ? "saved" : "new");
  if (log.events.length && !fresh) ctx.note(t("continued"));
  if (matchMedia("(pointer: fine)").matches && view.kind !== "text") board.focus();
  // The digest is fetched when nothing else is to be done, for the time without a network.
  if (data.digest) record.digest = data.digest;
  else if (!data.file && !record.digest && board.rules.answer && ctx.can("solve")) setTimeout(() => post("digest", { puzzle: play.puzzle }).then((a) => { if (a.digest) { record.digest = a.digest; game.keep(); } }).catch(() => {}), 400);
  if (params.has("lesson") && ctx.can("explain")) hint.path();
  document.documentElement.dataset.ready = "true";
  window.quandary = { ctx, log: () => log, rules: board.rules }; // for the tests, and for the curious
}
