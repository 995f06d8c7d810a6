// What the parts of the workbench share.

import { el, button, dialog } from "../dom.js";
import { t } from "../i18n.js";
import { post, reason } from "../api.js";

export const failed = reason;

const LONGEST = 8000; // characters of a link that every browser and chat takes

// drafts keeps what is being written on this device.
export function drafts(kind) {
  const key = "quandary.make." + kind;
  const read = (k) => { try { return localStorage.getItem(k); } catch { return null; } };
  const write = (k, v) => { try { localStorage.setItem(k, v); } catch { /* a full device keeps no drafts */ } };
  return {
    load: () => read(key),
    keep: (text) => write(key, text),
    old: () => read(key + ".old"),
    keepOld: (text) => write(key + ".old", text),
    flag(name, on) {
      if (on !== undefined) write(key + "." + name, on ? "1" : "");
      return read(key + "." + name) === "1";
    },
  };
}

// save offers a file for download.
export function save(blob, name) {
  const url = URL.createObjectURL(blob);
  const a = el("a", { href: url, download: name });
  document.body.append(a);
  a.click();
  a.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

// shareButton makes a short link to a puzzle.
export function shareButton(puzzle) {
  return button(t("make.share"), {
    icon: "share", data: { do: "share" }, onclick: async () => {
      const out = el("div.share-result", { role: "status" });
      dialog(t("make.share"), out);
      try {
        const answer = await post("share", { puzzle: puzzle() });
        const link = new URL("/s/" + answer.id, location.href).href;
        const field = el("input", { value: link, readOnly: true, "aria-label": t("share.link"), onfocus: () => field.select() });
        const copy = (text) => button(t("share.copy"), { icon: "copy", onclick: () => navigator.clipboard?.writeText(text) });
        out.replaceChildren(el("div.form-row", {}, field, copy(link)));
        // The whole puzzle stands in this one, with its rules: no server has to keep anything.
        const whole = new URL("/play?p=" + encodeURIComponent(puzzle()), location.href).href;
        if (whole.length < LONGEST) {
          const second = el("input", { value: whole, readOnly: true, "aria-label": t("share.whole"), data: { link: "whole" }, onfocus: () => second.select() });
          out.append(el("p.small", {}, t("share.whole")), el("div.form-row", {}, second, copy(whole)));
        }
      } catch (e) {
        out.replaceChildren(el("p.bad", {}, failed(e)));
      }
    },
  });
}

// twoSolutions shows two solutions side by side.
export function twoSolutions(pair) {
  const figure = (name, svg) => {
    const box = el("div.solution-picture");
    box.innerHTML = svg; // written by the server's renderer, which escapes texts
    return el("figure", {}, box, el("figcaption", {}, name));
  };
  return el("div.two-solutions", {}, figure("A", pair.a), figure("B", pair.b));
}

// verdict shows what the server says of a board: givens, solutions, difficulty, time.
export function verdict(a) {
  const fact = (label, value, kind = "") => el("div", {}, el("dt", {}, label), el("dd" + (kind ? "." + kind : ""), {}, value));
  const rows = [];
  if (a.givens) rows.push(fact(t("make.givens"), String(a.givens)));
  if (a.status) {
    const count = a.status === "several" ? t(a.complete ? "make.several" : "make.atLeast", { n: a.count }) : t("make.status." + a.status);
    rows.push(fact(t("make.solutions"), count, a.status === "unique" ? "good" : a.status === "unknown" ? "" : "bad"));
  }
  if (a.rating) {
    rows.push(fact(t("make.class"), a.rating.class ? className(a.rating.class) : t("make.beyond")));
    if (a.rating.hardest) rows.push(fact(t("make.hardest"), a.rating.hardest));
    if (a.rating.steps) rows.push(fact(t("make.steps"), String(a.rating.steps)));
  }
  rows.push(fact(t("make.time"), a.millis < 100 ? a.millis.toFixed(1) + " ms" : Math.round(a.millis) + " ms"));
  return el("dl.facts", {}, rows);
}

export function className(name) {
  const text = t("class." + name);
  return text === "class." + name ? name : text;
}
