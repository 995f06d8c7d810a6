// What follows when a puzzle is solved: the time and how it compares, the next puzzle, the streak, and sharing without giving anything away.

import { $, el, button, icon, toast } from "./dom.js";
import { t, lang, data, duration, classTitle } from "./i18n.js";
import { post, job } from "./api.js";
import * as diary from "./diary.js";
import { week } from "./streak.js";

// ---- the pace: a sign for each tenth of the moves
const PACE = { fast: ["⚡", "»"], even: ["🟩", "="], slow: ["🔶", "~"], long: ["🐢", "…"], hint: ["💡", "?"] };

// pace names ten parts of a solve. when holds the second of each move, hinted the seconds at which a hint was asked for.
export function pace(when, hinted) {
  const n = when.length;
  const parts = Array.from({ length: 10 }, (_, i) => [when[Math.floor((i * n) / 10) - 1] ?? 0, when[Math.max(0, Math.floor(((i + 1) * n) / 10) - 1)] ?? 0]);
  const spans = parts.map(([a, b]) => b - a);
  const middle = Math.max(1, spans.slice().sort((a, b) => a - b)[5]);
  return parts.map(([a, b], i) => (hinted.some((h) => h >= a && h < b) ? "hint" : middle > 1 && spans[i] <= 0.5 * middle ? "fast" : spans[i] <= 1.6 * middle ? "even" : spans[i] <= 3 * middle ? "slow" : "long"));
}

// order gives, for cells by row and column, when each was last changed, from 0 to 1, blurred over its neighbours: nothing of the solution
// can be read from it.
export function order(events) {
  const at = new Map();
  const moves = events.filter((e) => e.t === "move");
  moves.forEach((e, i) => { for (const m of e.m.matchAll(/r(\d+)c(\d+)/g)) at.set(m[1] + "," + m[2], i / Math.max(1, moves.length - 1)); });
  const rows = Math.max(0, ...[...at.keys()].map((k) => +k.split(",")[0])), cols = Math.max(0, ...[...at.keys()].map((k) => +k.split(",")[1]));
  if (!rows || rows > 40 || cols > 40) return null;
  return Array.from({ length: rows }, (_, r) => Array.from({ length: cols }, (_, c) => {
    let sum = 0, n = 0;
    for (let y = r; y <= r + 2; y++) for (let x = c; x <= c + 2; x++) { const v = at.get(y + "," + x); if (v !== undefined) { sum += v; n++; } }
    return n ? sum / n : 0.5;
  }));
}

export function shareText(facts) {
  const first = [facts.title, facts.klass, facts.time, facts.hints, facts.day].filter(Boolean).join(" · ");
  return [first, facts.pace.map((p) => PACE[p][0]).join(""), facts.link].filter(Boolean).join("\n");
}

const xml = (s) => String(s).replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);

// sharePicture draws the picture that is shared, 1200 by 630.
export function sharePicture(facts) {
  const tint = { fast: "#8fd0ae", even: "#bfe3cf", slow: "#ffe8a6", long: "#f5c18a", hint: "#cfe3f6" };
  const text = (x, y, size, s, more = "") => `<text x="${x}" y="${y}" font-size="${size}" ${more}>${xml(s)}</text>`;
  const signs = facts.pace.map((p, i) => `<rect x="${72 + i * 62}" y="432" width="54" height="54" rx="8" fill="${tint[p]}" stroke="#1d2530" stroke-width="2"/>${text(99 + i * 62, 468, 26, PACE[p][1], 'text-anchor="middle" font-weight="700"')}`).join("");
  let cells = "";
  if (facts.order) {
    const rows = facts.order.length, cols = facts.order[0].length, size = 400 / Math.max(rows, cols);
    facts.order.forEach((row, r) => row.forEach((v, c) => {
      const k = 1 - v;
      const mix = (a, b) => Math.round(a + (b - a) * k);
      cells += `<rect x="${(748 + c * size).toFixed(1)}" y="${(76 + r * size).toFixed(1)}" width="${(size * 0.9).toFixed(1)}" height="${(size * 0.9).toFixed(1)}" rx="${(size * 0.12).toFixed(1)}" fill="rgb(${mix(222, 56)},${mix(228, 108)},${mix(232, 170)})"/>`;
    }));
    cells = `<rect x="734" y="62" width="424" height="424" rx="12" fill="#f6f4ee" stroke="#1d2530" stroke-width="3"/>${cells}${text(946, 530, 23, t("picture.order"), 'text-anchor="middle" fill="#55606e"')}`;
  }
  const logo = `<g transform="translate(72 74) scale(1.65)" fill="#26527d"><rect x="2" y="2" width="13" height="13" rx="2.5" opacity=".6"/><rect x="17" y="2" width="13" height="13" rx="2.5"/><rect x="2" y="17" width="13" height="13" rx="2.5"/><rect x="18.2" y="18.2" width="10.6" height="10.6" rx="2.5" fill="#56b4e9" transform="rotate(45 23.5 23.5)"/></g>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630" fill="#1d2530" font-family="Inter, 'Segoe UI', 'Noto Sans', 'Noto Sans SC', sans-serif"><rect width="1200" height="630" fill="#fffdf8"/>${logo}` +
    text(142, 113, 42, "Quandary", 'font-family="Palatino, Georgia, serif" font-weight="700"') + text(72, 214, Math.min(58, 1150 / Math.max(10, facts.title.length)), facts.title, 'font-family="Palatino, Georgia, serif" font-weight="700"') +
    text(72, 270, 31, [facts.date, facts.klass].filter(Boolean).join(" · "), 'fill="#55606e"') + text(72, 382, 80, facts.time, 'font-weight="700"') + text(72 + 52 * facts.time.length, 382, 29, [facts.hints, facts.day].filter(Boolean).join(" · "), 'fill="#55606e"') +
    signs + text(72, 528, 23, t("picture.pace"), 'fill="#55606e"') + text(72, 584, 26, facts.link, 'fill="#55606e"') + cells + "</svg>";
}

// png turns the picture into pixels.
export async function png(svg) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = el("canvas", { width: 1200, height: 630 });
  canvas.getContext("2d").drawImage(image, 0, 0, 1200, 630);
  URL.revokeObjectURL(image.src);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

function keep(name, blob) {
  const a = el("a", { href: URL.createObjectURL(blob), download: name });
  document.body.append(a);
  a.click();
  a.remove();
}

// ---- the panel
export function solvedPanel(ctx) {
  const { record } = ctx.game;
  const { view, play } = ctx;
  const classes = (data.classes || []).filter(Boolean);
  let klass = record.class || "";
  const hints = () => record.events.filter((e) => e.t === "note" && e.k === "hint").length;

  // noted writes the solve into the diary, once, unless the solution was looked at.
  function noted() {
    const d = diary.read();
    if (record.events.some((e) => e.t === "note" && e.k === "shown")) return;
    if (!d.solves.some((s) => s.id === record.id)) d.solves.push({ id: record.id, k: view.family, p: play.params, c: klass, s: ctx.timer.seconds, h: hints(), at: Date.now() });
    if (record.daily) {
      const [date, length] = record.daily.split("/");
      const part = diary.counts(date, record.begun || Date.now()) ? d.days : d.late;
      (part[date] ||= {})[length] ??= ctx.timer.seconds;
    }
    diary.write(d);
  }

  function facts() {
    const times = [...(record.when || []), ctx.timer.seconds];
    const days = diary.streak(diary.read().days).count;
    const n = hints();
    return { title: view.title, klass: klass && classTitle(klass), time: duration(ctx.timer.seconds), hints: n ? t("solved.hints", { n }) : t("solved.noHints"),
      day: days > 1 ? t("solved.day", { n: days }) : "", date: new Intl.DateTimeFormat(lang, { dateStyle: "long" }).format(new Date()),
      pace: pace(times, record.events.filter((e) => e.t === "note" && e.k === "hint").map((e) => e.s || 0)), order: order(record.events), link: data.file ? "" : record.daily ? location.origin + "/d/" + record.daily : location.origin };
  }

  // another makes a puzzle of a class and leads to it; the puzzle is made ahead of time for the one that most will take.
  function address(answer, c) { return "/play?p=" + encodeURIComponent(answer.puzzle) + (c ? "&class=" + c : ""); }
  const make = (c) => job("generate", { family: view.family, params: play.params, settings: c ? { class: c } : {}, seed: crypto.getRandomValues(new Uint32Array(1))[0] });

  function show(fresh) {
    const panel = $("#solved");
    if (fresh) noted();
    const mine = diary.figures(diary.alike(diary.read(), view.family, play.params, klass));
    const n = hints();
    const lines = [[klass && classTitle(klass), n ? t("solved.hints", { n }) : t("solved.noHints")].filter(Boolean).join(" · ")];
    if (mine.n > 1) lines.push(t("solved.own", { best: duration(mine.best), median: duration(mine.median), n: mine.n }));
    const next = el("a.btn.primary.big", { href: "/", data: { do: "next" }, "aria-busy": "true" }, icon("next"), el("span.label", {}, t("making")));
    const others = el("div.form-row");
    const can = !!data.kind;
    // A puzzle whose class nobody named is rated first: then its time is among its like, and the next one is like it.
    const rating = fresh && !klass && classes.length > 0 && ctx.can("rate");
    if (can && !rating) {
      const name = t("solved.next", { kind: data.kind, class: klass ? "· " + classTitle(klass) : "" }).trim();
      make(klass).then((a) => {
        next.href = address(a, klass);
        next.removeAttribute("aria-busy");
        next.querySelector(".label").textContent = name;
      }).catch(() => { next.querySelector(".label").textContent = t("allPuzzles"); next.removeAttribute("aria-busy"); });
      const at = classes.indexOf(klass);
      const go = (c, label, kind) => button(label, { data: { do: kind }, onclick: async (e) => {
        e.currentTarget.disabled = true;
        try { location.href = address(await make(c), c); } catch (err) { toast(ctx.failed(err), "bad"); e.target.disabled = false; }
      } });
      if (at > 0) others.append(go(classes[at - 1], t("solved.easier"), "easier"));
      if (at >= 0 && at < classes.length - 1) others.append(go(classes[at + 1], t("solved.harder"), "harder"));
    }
    const list = el("ol.week", { "aria-label": t("streak.week") });
    const count = week(list);
    const said = el("p.small", { role: "status" });
    const share = el("div.form-row", {},
      button(t("share.picture"), { icon: "image", data: { do: "share-picture" }, onclick: async () => keep("quandary.png", await png(sharePicture(facts()))) }),
      button("SVG", { icon: "image", data: { do: "share-svg" }, onclick: () => keep("quandary.svg", new Blob([sharePicture(facts())], { type: "image/svg+xml" })) }),
      button(t("share.text"), { icon: "copy", data: { do: "share-text" }, onclick: async () => {
        const text = shareText(facts());
        try { await navigator.clipboard.writeText(text); said.textContent = t("copied"); } catch { said.textContent = text; }
      } }));
    panel.replaceChildren(...[el("div.solved-head", {}, el("h2", {}, t("solved", { time: duration(ctx.timer.seconds) })), ...lines.map((x) => el("p.small", {}, x))), data.file ? null : can ? next : el("a.btn.primary.big", { href: "/", data: { do: "next" } }, t("allPuzzles")), others,
      data.file ? null : el("div.solved-streak", {}, el("strong", {}, count ? t("streak.count", { n: count }) : t("streak.begin")), list), share, said,
      el("div.form-row", {}, data.file ? null : el("a.btn", { href: "/" }, icon("grid"), t("allPuzzles")), button(t("solved.history"), { icon: "tree", onclick: () => ctx.menu("history") }), button(t("solved.back"), { icon: "close", data: { do: "solved-close" }, onclick: () => { panel.hidden = true; document.body.classList.remove("solved-open"); } }))].filter(Boolean));
    panel.hidden = false;
    document.body.classList.add("solved-open");
    next.focus({ preventScroll: true });
    if (rating) post("rate", { puzzle: play.puzzle }).then((r) => {
      const c = r.class || r.rating?.class;
      if (!classes.includes(c)) return;
      const d = diary.read();
      const mine = d.solves.find((s) => s.id === record.id);
      klass = c;
      record.class = c;
      if (mine && !mine.c) { mine.c = c; diary.write(d); }
    }).catch(() => {}).then(() => { if (!panel.hidden) show(false); });
  }

  return { show, facts };
}
