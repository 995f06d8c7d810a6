// Help: hints in stages, "check so far", "why is this wrong", the solution path. All of it is the server's; this shows it.

import { $, el, button, picture, say } from "./dom.js";
import { t, data, lang } from "./i18n.js";
import { post, long } from "./api.js";

export function hints(ctx) {
  const panel = $("#hint");
  const { play } = ctx;
  let shown = null;   // {step, stage}
  let abort = null;
  let player = null;  // of the solution path
  const self = { previewing: false, buttons, clear, close, selection, mistakes, why: () => ctx.can("refute") && why() };

  function buttons() {
    return [
      ctx.can("check") ? button(t("check"), { icon: "check", onclick: checkSoFar, key: "Alt+C", title: t("check.help"), data: { do: "check" } }) : null,
      ctx.can("hint") ? button(t("hint"), { icon: "hint", onclick: ask, key: "Alt+H", kind: "primary", title: t("hint.help"), data: { do: "hint" } }) : null,
    ].filter(Boolean);
  }

  // clear takes a hint away, because the board has changed.
  function clear() {
    abort?.abort();
    if (self.previewing) stopPath();
    shown = null;
    ctx.board.unmark();
    panel.hidden = true;
    panel.replaceChildren();
  }

  function close() {
    clear();
    ctx.board.focus();
  }

  function show(title, ...content) {
    const x = el("button.btn.ghost.small", { type: "button", "aria-label": t("close"), onclick: close, data: { do: "close-hint" } }, "×");
    panel.replaceChildren(el("div.panel-head", {}, el("h2", {}, title), x), ...content.flat().filter(Boolean));
    panel.hidden = false;
    panel.scrollIntoView?.({ block: "nearest" });
  }

  // working shows that something is under way, if it takes long, with a way to stop it.
  // Where it fails, it says why and offers to try again.
  async function working(title, run, again) {
    clear();
    abort = new AbortController();
    const mine = abort;
    const line = el("p", { role: "status" }, t("working"));
    const timer = setTimeout(() => show(title, line, button(t("stop"), { onclick: () => { mine.abort(); close(); } })), 200);
    try {
      return await run({ signal: mine.signal, progress: (p) => { line.textContent = t("working") + " " + (p.text || "") + (p.done ? " " + p.done : ""); } });
    } catch (e) {
      if (e.name !== "AbortError" && abort === mine) {
        show(title, el("p.bad", { role: "alert" }, ctx.failed(e)), el("div.form-row", {}, button(t("again"), { kind: "primary", onclick: again, data: { do: "again" } })));
      }
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  // ---- hints in stages
  async function ask() {
    if (shown && shown.stage < 3) return next();
    ctx.board.take?.();
    const at = ctx.log().current;
    const answer = data.file ? recorded() : await working(t("hint"), (opt) => long("hint", { puzzle: play.puzzle, moves: ctx.moves(), lang }, opt), ask);
    if (!answer || at !== ctx.log().current) return;
    if (answer.mistakes?.length) return mistakes(answer.mistakes);
    if (answer.solved) { clear(); return ctx.finish(); }
    if (!answer.step) { clear(); return ctx.note(t("hint.none")); }
    shown = { step: answer.step, stage: 0 };
    ctx.append({ t: "note", k: "hint", s: ctx.timer.seconds });
    stage();
  }

  // recorded gives the next step of a way that was recorded with the puzzle: the first of which something is not on the board.
  function recorded() {
    clear();
    const have = new Set(ctx.moves());
    return { step: (data.way || []).find((s) => s.moves.length && s.moves.some((m) => !have.has(m))) || null };
  }

  function next() {
    shown.stage += shown.step.technique === "reveal" ? 2 : 1; // what is given away has no technique to be named
    stage();
  }

  function nudge(step) {
    if (step.technique === "reveal") return [ctx.board.place(step.effects[0]), t("hint.reveal.ask")].filter(Boolean).join(" ");
    const place = [...(step.effects || []), ...(step.because || [])].map((r) => ctx.board.place(r)).find(Boolean);
    const clues = (step.because || []).filter((r) => r.kind === "clue");
    const words = [place ? t("hint.look", { place }) : t("hint.there")];
    if (clues.length) words.push(t("hint.clues", { n: clues.length }));
    return words.join(" ");
  }

  function stage() {
    const { step, stage: n } = shown;
    const clues = (step.because || []).filter((r) => r.kind === "clue");
    ctx.board.unmark();
    const lines = [el("p", {}, nudge(step))];
    if (n >= 1 && step.technique !== "reveal") {
      lines.push(el("p", {}, t("hint.technique") + " ", el("strong", {}, step.name)));
      if (clues.length) ctx.board.mark(clues, "because");
    }
    if (n >= 2) lines.push(...explain(step));
    if (n === 2 || n === 1) say(lines[lines.length - 1].textContent);
    const more = n < 2 ? button(t(step.technique === "reveal" ? "hint.reveal" : n === 0 ? (clues.length ? "hint.moreClue" : "hint.moreTechnique") : "hint.moreCells"), { kind: "primary", onclick: next, data: { do: "more" } })
      : button(t("hint.apply"), { kind: "primary", onclick: () => { const moves = step.moves.join(" "); shown = null; ctx.act({ t: "move", m: moves }); say(t("hint.applied")); }, data: { do: "apply" } });
    show(t("hint"), el("ol.stages", { "aria-hidden": "true" }, [0, 1, 2, 3].map((i) => el("li", { className: i <= n ? "on" : "" }))), lines, el("div.form-row", {}, more));
    if (n === 0) say(lines[0].textContent);
  }

  // explain shows a step with what it rests on, marked on the board; nested arguments fold out.
  function explain(step) {
    mark(step);
    const parts = [el("p.reason", { lang: told() }, step.text)];
    if (step.technique !== "reveal" && told() !== lang) parts.unshift(el("p.sub", { data: { note: "told" } }, t("hint.english")));
    const rests = (step.because || []).filter((r) => r.text && r.kind !== "candidate");
    if (rests.length) parts.push(el("ul.refs", { "aria-label": t("hint.because") }, rests.slice(0, 12).map((r) => el("li.ref." + r.kind, {}, (r.kind === "clue" ? t("clue") + " " + r.id + ": " : "") + r.text))));
    if (step.sub?.length) parts.push(sub(step.sub));
    return parts;
  }

  // told is the language of steps: English where the puzzle has no words for them in the page's own.
  function told() { return play.told || lang; }

  function sub(steps) {
    return el("details.sub", {}, el("summary", {}, t("hint.argument", { n: steps.length })), el("ol", { lang: told() }, steps.map((s) => el("li", {},
      el("button.link", { type: "button", onclick: () => { ctx.board.unmark(); mark(s); } }, s.text || s.name), s.sub?.length ? sub(s.sub) : null))));
  }

  function mark(step) {
    ctx.board.mark(step.because || [], "because");
    ctx.board.mark(step.effects || [], "effect");
  }

  // ---- mistakes
  async function ofServer(opt) {
    return (await long("mistakes", { puzzle: play.puzzle, moves: ctx.moves(), lang }, opt)).mistakes;
  }

  async function checkSoFar() {
    ctx.board.take?.();
    const at = ctx.log().current;
    const verdict = await working(t("check"), async (opt) => {
      const v = await post("check", { puzzle: play.puzzle, moves: ctx.moves(), lang }, opt);
      const wrong = ctx.can("mistakes") ? await ofServer(opt) : [];
      return { v, wrong };
    }, checkSoFar);
    if (!verdict || at !== ctx.log().current) return;
    if (verdict.v.solved) return ctx.finish();
    if (verdict.wrong.length) return mistakes(verdict.wrong);
    if (verdict.v.conflicts.length) return mistakes(verdict.v.conflicts);
    clear();
    ctx.note(t(verdict.v.complete ? "completeWrong" : "check.fine"), verdict.v.complete ? "bad" : "good");
  }

  function mistakes(refs) {
    const list = el("ul.refs", { hidden: true }, refs.slice(0, 60).map((r) => el("li.ref.wrong", {}, el("span", {}, r.text || r.id), " ",
      ctx.can("refute") ? button(t("why"), { kind: "small", onclick: () => why([r]) }) : null)));
    show(t("check"), el("p.bad", {}, t("check.wrong", { n: refs.length })), list, el("div.form-row", {},
      button(t("check.show"), { onclick: (e) => { list.hidden = false; ctx.board.mark(refs, "wrong"); e.currentTarget.hidden = true; }, data: { do: "show-mistakes" } }),
      button(t("check.back"), { kind: "primary", icon: "undo", onclick: () => beforeMistake(refs), data: { do: "before-mistake" } })));
    say(t("check.wrong", { n: refs.length }));
  }

  // beforeMistake goes back to before the first of the marks that are wrong now; where the board was wrong then too, further.
  async function beforeMistake(refs) {
    const { rules } = ctx.board;
    try {
      refs ||= await ofServer();
      for (let i = 0; refs.length && i < 50; i++) {
        let first = null;
        for (const ref of refs) {
          let n = ctx.log().current;
          while (n.parent && rules.holds(n.parent.model, ref) && same(n.parent.model, n.model, ref)) n = n.parent;
          if (!first || n.id < first.id) first = n;
        }
        if (!first?.parent) break;
        ctx.goTo(first.parent);
        refs = ctx.can("mistakes") ? await ofServer() : [];
      }
      ctx.note(t("check.wentBack"), "good");
    } catch (e) {
      ctx.note(ctx.failed(e), "bad");
    }
  }
  self.beforeMistake = beforeMistake;

  // same tells whether what a reference names has the same value in two models.
  function same(a, b, ref) {
    const { rules } = ctx.board;
    if (rules.markOf) return rules.markOf(a, ref) === rules.markOf(b, ref);
    const c = rules.cellOf?.(ref.id.split(":")[0]);
    return c === undefined || c < 0 || ref.id.includes(":") || a.values[c] === b.values[c];
  }

  // ---- why is this wrong
  async function why(refs = ctx.board.suspect()) {
    if (!refs.length) return ctx.note(t("why.select"));
    const answers = await working(t("why"), async (opt) => {
      for (const ref of refs) {
        const a = await long("refute", { puzzle: play.puzzle, moves: ctx.moves(), ref, lang }, opt);
        if (a.wrong) return { ref, step: a.step };
      }
      return { ref: refs[0], step: null };
    }, () => why(refs));
    if (!answers) return;
    if (!answers.step) { clear(); return ctx.note(t("why.right", { what: answers.ref.text || answers.ref.id })); }
    ctx.board.unmark();
    ctx.board.mark([answers.ref], "wrong");
    show(t("why"), el("p", {}, t("why.wrong", { what: answers.ref.text || answers.ref.id })), explain(answers.step));
    say(answers.step.text);
  }

  function selection() {}

  // ---- the solution path
  async function path() {
    const answer = await working(t("path"), async (opt) => {
      // From the start: the whole path, whatever stands on the board.
      return long("explain", { puzzle: play.puzzle, lang }, opt);
    }, path);
    if (!answer) return;
    if (!answer.steps.length) { clear(); return ctx.note(t("hint.none")); }
    const { rules } = ctx.board;
    let m = rules.start();
    if (ctx.view.grid) m = rules.apply(m, { t: "mark", k: "auto", on: ctx.view.grid.strikes });
    const models = [m];
    for (const s of answer.steps) models.push(m = s.moves.length ? rules.apply(m, { t: "move", m: s.moves.join(" ") }) : m);
    let at = 0;
    let timer = null;
    const where = el("p.where", { "aria-live": "polite" });
    const text = el("div.path-text");
    const slider = el("input", { type: "range", min: 0, max: answer.steps.length, value: 0, "aria-label": t("path.step"), oninput: () => { pause(); go(+slider.value); } });
    const playing = button(t("play"), { icon: "play", onclick: () => (timer ? pause() : start()), data: { do: "path-play" } });
    function go(i) {
      at = Math.max(0, Math.min(answer.steps.length, i));
      slider.value = at;
      ctx.board.unmark();
      const step = answer.steps[at];
      ctx.board.preview(models[at]);
      where.textContent = t("path.at", { at, n: answer.steps.length }) + (at === answer.steps.length ? " " + t(answer.solved ? "path.solved" : "path.ends") : "");
      text.replaceChildren(...(step ? [el("p", {}, el("strong", {}, step.name)), ...explain(step)] : []));
      if (at === answer.steps.length) pause();
    }
    function start() {
      timer = setInterval(() => go(at + 1), Number(ctx.setting("pace")) || 1200);
      face();
    }
    function pause() {
      clearInterval(timer);
      timer = null;
      face();
    }
    function face() {
      playing.querySelector(".label").textContent = t(timer ? "pause" : "play");
      playing.querySelector("use").setAttribute("href", picture(timer ? "pause" : "play"));
    }
    player = { pause };
    if (!ctx.game.record.solved && ctx.log().length) ctx.append({ t: "note", k: "shown" });
    self.previewing = true;
    document.body.classList.add("previewing");
    show(t("path"), where, el("div.form-row", {},
      button(t("back"), { icon: "prev", onclick: () => { pause(); go(at - 1); }, data: { do: "path-back" } }), playing,
      button(t("next"), { icon: "next", onclick: () => { pause(); go(at + 1); }, data: { do: "path-next" } })), slider, text);
    go(0);
  }
  self.path = path;

  function stopPath() {
    player?.pause();
    player = null;
    self.previewing = false;
    document.body.classList.remove("previewing");
    ctx.board.preview(null);
  }

  return self;
}
