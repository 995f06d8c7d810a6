// The diary: the days on which a puzzle of the day was solved, and every solve with its time. It is kept in the browser alone; diaries of
// two browsers are joined by union.

const KEY = "quandary.diary";
const MOST = 3000; // solves

// read gives the diary: {days: {"2026-11-22": {short: 241}}, late: {…}, solves: [{id, k, p, c, s, h, at}], learnt: {"sudoku/x-wing": [1, 3]}}.
// A day counts for the streak when it was solved on its date; one that was solved later fills the calendar alone and stands in "late".
// Of each lesson the exercises that were solved are "learnt".
export function read() {
  let d = null;
  try { d = JSON.parse(localStorage.getItem(KEY)); } catch { /* nothing is kept */ }
  return clean(d);
}

const object = (x) => (x && typeof x === "object" && !Array.isArray(x) ? x : {});
const number = (x) => (Number.isFinite(x) ? x : 0);

// clean takes what is well formed of a diary that comes from anywhere.
export function clean(d) {
  const out = { days: {}, late: {}, solves: [], learnt: {} };
  for (const part of ["days", "late"]) for (const [date, lengths] of Object.entries(object(object(d)[part]))) {
    if (!/^\d{4}-\d\d-\d\d$/.test(date)) continue;
    out[part][date] = {};
    for (const [length, seconds] of Object.entries(object(lengths))) if (/^\w{1,12}$/.test(length)) out[part][date][length] = number(seconds);
  }
  for (const [lesson, list] of Object.entries(object(object(d).learnt))) if (/^[\w./-]{1,120}$/.test(lesson) && Array.isArray(list)) out.learnt[lesson] = list.filter(Number.isInteger).slice(0, 9);
  const list = object(d).solves;
  for (const s of Array.isArray(list) ? list : []) {
    if (s && typeof s.id === "string" && typeof s.k === "string") out.solves.push({ id: s.id.slice(0, 80), k: s.k.slice(0, 40), p: String(s.p || "").slice(0, 80), c: String(s.c || "").slice(0, 20), s: number(s.s), h: number(s.h), at: number(s.at) });
  }
  return out;
}

export function write(d) {
  try { localStorage.setItem(KEY, JSON.stringify({ ...d, solves: d.solves.slice(-MOST) })); } catch { /* a full device keeps what it has */ }
}

// join is the union of two diaries; of the same day or game the better time stands.
export function join(a, b) {
  const out = clean(a);
  const other = clean(b);
  for (const part of ["days", "late"]) for (const [date, lengths] of Object.entries(other[part])) {
    const mine = (out[part][date] ||= {});
    for (const [length, s] of Object.entries(lengths)) mine[length] = length in mine ? Math.min(mine[length], s) : s;
  }
  for (const [lesson, list] of Object.entries(other.learnt)) out.learnt[lesson] = [...new Set([...(out.learnt[lesson] || []), ...list])];
  const seen = new Set(out.solves.map((s) => s.id));
  out.solves.push(...other.solves.filter((s) => !seen.has(s.id)));
  out.solves.sort((x, y) => x.at - y.at);
  return out;
}

// ---- dates
export const dateOf = (time) => {
  const two = (x) => String(x).padStart(2, "0");
  return time.getFullYear() + "-" + two(time.getMonth() + 1) + "-" + two(time.getDate());
};
export const shift = (date, by) => {
  const [y, m, d] = date.split("-").map(Number);
  return dateOf(new Date(y, m - 1, d + by, 12));
};
export const today = () => dateOf(new Date());

// counts tells whether a puzzle of a date counts for the streak when it is solved now: on that date, or until three in the night when it
// was begun before midnight.
export function counts(date, begun, now = new Date()) {
  return date === dateOf(now) || (now.getHours() < 3 && date === shift(dateOf(now), -1) && dateOf(new Date(begun)) === date);
}

// streak gives how many days in a row have been solved, and which days were rest days. One missed day of any seven is free; today is not
// missed before it is over.
export function streak(days, now = today()) {
  const rests = [];
  let count = 0;
  let at = days[now] ? now : shift(now, -1);
  let since = 7; // days since the rest day that comes after
  for (;;) {
    if (days[at]) count++;
    else if (since >= 7 && days[shift(at, -1)]) { rests.push(at); since = 0; }
    else break;
    since++;
    at = shift(at, -1);
  }
  return { count, rests: count ? rests : [] };
}

// ---- statistics
export const alike = (d, k, p, c) => d.solves.filter((s) => s.k === k && (p === undefined || s.p === p) && (c === undefined || s.c === c));

export function figures(list) {
  const times = list.slice(-50).map((s) => s.s).sort((a, b) => a - b);
  return { n: list.length, best: list.length ? Math.min(...list.map((s) => s.s)) : 0, median: times.length ? times[Math.floor((times.length - 1) / 2)] : 0, hints: list.reduce((n, s) => n + s.h, 0), times };
}
