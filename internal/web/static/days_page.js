// The days: a calendar of the puzzles of the day, statistics, and what is kept of a player in this browser.

import { $, el, button } from "./dom.js";
import { t, lang, duration, classTitle } from "./i18n.js";
import * as diary from "./diary.js";
import * as games from "./games.js";
import * as page from "./page.js";

page.start();
const LENGTHS = ["short", "middle", "long"];
const now = diary.today();
let month = now.slice(0, 7);

function calendar() {
  const d = diary.read();
  const { count, rests } = diary.streak(d.days, now);
  const [y, m] = month.split("-").map(Number);
  $("#calendar-head").textContent = new Intl.DateTimeFormat(lang, { month: "long", year: "numeric" }).format(new Date(y, m - 1, 15));
  const first = (new Date(y, m - 1, 1).getDay() + 6) % 7;
  const length = new Date(y, m, 0).getDate();
  const names = Array.from({ length: 7 }, (_, i) => el("th", { scope: "col" }, new Intl.DateTimeFormat(lang, { weekday: "short" }).format(new Date(2024, 0, 1 + i, 12))));
  const rows = [];
  for (let at = 1 - first; at <= length; at += 7) {
    rows.push(el("tr", {}, Array.from({ length: 7 }, (_, i) => {
      const day = at + i;
      if (day < 1 || day > length) return el("td");
      const date = month + "-" + String(day).padStart(2, "0");
      const done = { ...d.late[date], ...d.days[date] };
      const state = d.days[date] ? "done" : rests.includes(date) ? "rest" : d.late[date] ? "late" : date === now ? "now" : "open";
      if (date > now) return el("td.later", {}, String(day));
      return el("td", { className: state, data: { date } }, el("details", { name: "day" }, el("summary", { "aria-label": date + ": " + t("day." + state) }, String(day), el("span.day-mark", { "aria-hidden": "true" }, state === "done" ? "✓" : state === "rest" ? "z" : state === "late" ? "·" : "")),
        el("ul.plain", {}, LENGTHS.map((x) => el("li", {}, el("a", { href: "/d/" + date + "/" + x }, t("daily." + x)), done[x] !== undefined ? " " + duration(done[x]) : "")))));
    })));
  }
  $("#calendar").replaceChildren(el("thead", {}, el("tr", {}, names)), el("tbody", {}, rows));
  $("#streak-line").textContent = count ? t("streak.count", { n: count }) : t("streak.begin");
  $('[data-do="month-after"]').disabled = month >= now.slice(0, 7);
}

function move(by) {
  const [y, m] = month.split("-").map(Number);
  month = diary.dateOf(new Date(y, m - 1 + by, 15)).slice(0, 7);
  calendar();
}
$('[data-do="month-before"]').addEventListener("click", () => move(-1));
$('[data-do="month-after"]').addEventListener("click", () => move(1));

// ---- statistics: of each kind and size and class, how many, the best, the median, and how the times lie
function statistics() {
  const d = diary.read();
  const groups = new Map();
  for (const s of d.solves) {
    const key = [s.k, s.p, s.c].join("\n");
    groups.set(key, [...(groups.get(key) || []), s]);
  }
  if (!groups.size) return $("#stats").replaceChildren(el("p.small", {}, t("stats.none")));
  const rows = [...groups].map(([key, list]) => [key.split("\n"), diary.figures(list), list]).sort((a, b) => b[1].n - a[1].n);
  $("#stats").replaceChildren(el("div.table-scroll", {}, el("table", {}, el("thead", {}, el("tr", {}, ["kind", "solved", "best", "median", "hints", "times"].map((x) => el("th", { scope: "col" }, t("stats." + x))))),
    el("tbody", {}, rows.map(([[k, p, c], f]) => el("tr", {}, el("th", { scope: "row" }, [named(k), p.replace(/(\d)x(?=\d)/g, "$1×"), c && classTitle(c)].filter(Boolean).join(" · ")), el("td", {}, String(f.n)), el("td", {}, duration(f.best)), el("td", {}, duration(f.median)), el("td", {}, String(f.hints)), el("td", {}, spread(f.times))))))));
}

const named = (k) => { const x = t("family." + k); return x === "family." + k ? k[0].toUpperCase() + k.slice(1) : x; };

// spread draws how often each part of the times between the best and the slowest came.
function spread(times) {
  const parts = 8, lo = times[0], hi = times[times.length - 1] + 1;
  const count = Array(parts).fill(0);
  for (const s of times) count[Math.min(parts - 1, Math.floor(((s - lo) / (hi - lo)) * parts))]++;
  const most = Math.max(...count);
  return el("span.spread", { role: "img", "aria-label": t("stats.spread", { from: duration(lo), to: duration(hi - 1) }) }, count.map((n) => { const b = el("i"); b.style.height = Math.round((100 * n) / most) + "%"; return b; }));
}

// ---- all that is kept here, as one file
const PARTS = ["quandary.diary", "quandary.settings", "quandary.exercises"];
const said = (text) => { $("#data-said").textContent = text; };

$('[data-do="data-export"]').addEventListener("click", () => {
  const text = JSON.stringify({ quandary: 1, diary: diary.read(), games: games.list() });
  const a = el("a", { href: URL.createObjectURL(new Blob([text], { type: "application/json" })), download: "quandary-" + now + ".json" });
  document.body.append(a);
  a.click();
  a.remove();
});

$("#data-file").addEventListener("change", async (e) => {
  try {
    const file = JSON.parse(await e.target.files[0].text());
    if (file.quandary !== 1) throw new Error("version");
    const n = take(file);
    said(t("data.imported", { n }));
    show();
  } catch {
    said(t("data.refused"));
  }
});

// take joins a file with what is here: days and solves by union, of games the longer one.
export function take(file) {
  diary.write(diary.join(diary.read(), file.diary));
  let n = 0;
  for (const g of Array.isArray(file.games) ? file.games : []) if (games.take(g)) n++;
  return n;
}

$('[data-do="data-erase"]').addEventListener("click", (e) => {
  const b = e.currentTarget;
  if (!b.dataset.sure) {
    b.dataset.sure = "yes";
    b.textContent = t("data.sure");
    return;
  }
  for (const g of games.list()) games.remove(g.id);
  for (const k of PARTS) localStorage.removeItem(k);
  delete b.dataset.sure;
  b.textContent = t("data.erase");
  said(t("data.erased"));
  show();
});

function show() { calendar(); statistics(); }
show();
document.documentElement.dataset.ready = "true";
