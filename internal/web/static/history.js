// The history of a game as a tree: a line down for what followed, a branch for every time one went another way.

import { el } from "./dom.js";
import { t } from "./i18n.js";

const NS = "http://www.w3.org/2000/svg";
const svg = (tag, attributes) => {
  const e = document.createElementNS(NS, tag);
  for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
  return e;
};

// treeOf lays the positions of a log out: depth downwards, a column for each branch. Events that reach no new position are left out.
export function treeOf(log) {
  const own = log.nodes.filter((n, i) => n.id === i && (i === 0 || n.event));
  const seen = new Set();
  const list = own.filter((n) => !seen.has(n) && seen.add(n));
  const children = new Map(list.map((n) => [n, []]));
  for (const n of list) if (n.parent) children.get(n.parent)?.push(n);
  const at = new Map();
  let column = 0;
  const todo = [[log.root, 0, 0]];
  while (todo.length) {
    const [n, depth, col] = todo.pop();
    at.set(n, [col, depth]);
    const kids = children.get(n) || [];
    // The last child goes on in the same column, because it is the way that was gone on with.
    kids.forEach((k, i) => todo.push([k, depth + 1, i === kids.length - 1 ? col : ++column]));
  }
  return { at, list, columns: column + 1, depth: Math.max(...[...at.values()].map((p) => p[1])) };
}

export function history(ctx, dialog) {
  const log = ctx.log();
  const { at, list, columns, depth } = treeOf(log);
  if (list.length < 2) return ctx.note(t("history.none"));
  const DX = 34, DY = 26;
  const picture = svg("svg", { width: columns * DX + 120, height: depth * DY + 40, role: "group", "aria-label": t("menu.history") });
  const way = new Set(log.path());
  const xy = (n) => [20 + at.get(n)[0] * DX, 20 + at.get(n)[1] * DY];
  for (const n of list) if (n.parent) {
    const [x, y] = xy(n), [px, py] = xy(n.parent);
    picture.append(svg("path", { d: `M${px} ${py}C${px} ${py + DY / 2} ${x} ${y - DY / 2} ${x} ${y}`, class: way.has(n) ? "way" : "" }));
  }
  const names = new Map(log.saves.map((s) => [s.id, s.name]));
  let close = () => {};
  for (const n of list) {
    const [x, y] = xy(n);
    const name = names.get(n.id) || (n.event?.m ? n.event.m.slice(0, 40) : n.event ? t("history." + n.event.t) : t("history.start"));
    const c = svg("circle", { cx: x, cy: y, r: 8, tabindex: 0, role: "button", "aria-label": name, class: [n === log.current && "here", names.has(n.id) && "named"].filter(Boolean).join(" ") });
    const title = svg("title", {});
    title.textContent = name;
    c.append(title);
    const go = () => { close(); ctx.goTo(n); };
    c.addEventListener("click", go);
    c.addEventListener("keydown", (e) => { if (e.key === "Enter" || e.key === " ") { e.preventDefault(); go(); } });
    picture.append(c);
    if (names.has(n.id)) {
      const text = svg("text", { x: x + 14, y: y + 4 });
      text.textContent = names.get(n.id);
      picture.append(text);
    }
  }
  ({ close } = dialog(t("menu.history"), el("p.small", {}, t("history.help")), el("div.history", {}, picture)));
  picture.querySelector(".here")?.scrollIntoView({ block: "center" });
}
