// Says places and marks in words, for screen readers and messages.

import { t } from "../../i18n.js";

const cellOf = (r, c) => t("layers.cell", { r, c });

// place says the name of a place: r1c2, r1c2.n (a side), r1c2.nw (a corner), r1c1-r1c2 (between two cells).
export function place(name) {
  const m = /^r(\d+)c(\d+)(?:\.([nesw]+))?(?:-r(\d+)c(\d+))?$/.exec(name);
  if (!m) return name;
  if (m[3]) return t("layers.at." + m[3], { cell: cellOf(m[1], m[2]) });
  if (m[4]) return t("layers.between", { a: cellOf(m[1], m[2]), b: cellOf(m[4], m[5]) });
  return cellOf(m[1], m[2]);
}

// mark says what a mark means.
export function mark(l, m, none) {
  if (!m || m === ".") return t("layers.nothing");
  if (m === none || m === "0") return t("layers.not." + (l.input === "shade" || l.input === "digit" ? "cell" : "line"));
  if (m === "1" && l.marks?.length === 2) return t("layers.is." + l.input, { name: l.name });
  if (l.input === "span") return t("layers.lines", { n: +m });
  return m;
}
