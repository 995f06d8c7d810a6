// The week of the streak as a row of marks, and the count of days.

import { el, icon } from "./dom.js";
import { t, lang } from "./i18n.js";
import { read, streak, shift, today } from "./diary.js";

export function week(list) {
  const now = today();
  const days = read().days;
  const { count, rests } = streak(days, now);
  list.replaceChildren(...Array.from({ length: 7 }, (_, i) => {
    const date = shift(now, i - 6);
    const [y, m, d] = date.split("-").map(Number);
    const name = new Intl.DateTimeFormat(lang, { weekday: "narrow" }).format(new Date(y, m - 1, d, 12));
    const state = days[date] ? "done" : rests.includes(date) ? "rest" : date === now ? "now" : "open";
    return el("li", { className: state }, el("span.day-mark", {}, state === "done" ? icon("check") : state === "rest" ? "z" : ""), el("span", { "aria-hidden": "true" }, name), el("span.sr", {}, date + ": " + t("day." + state)));
  }));
  return count;
}

export function pill() {
  const p = document.querySelector(".streak-pill");
  const { count } = streak(read().days);
  if (!p || !count) return;
  p.replaceChildren(icon("check"), t("streak.days", { n: count }));
  p.hidden = false;
}
