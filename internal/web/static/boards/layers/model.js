// What events do to a board of layers. A model is {marks, pencil, colour}: the mark of each place of each layer ("" where nothing is
// known), and of each cell pencil marks by kind, and colours. Arrays are replaced, never changed.

const replaced = (list, at, value) => { const copy = list.slice(); copy[at] = value; return copy; };
const toggled = (list, x, on) => (on ? [...list.filter((y) => y !== x), x].sort() : list.filter((y) => y !== x));

export const PENCILS = ["corner", "centre"];

// truths tells whether a layer says of each place that it is so or not; the second mark is then the one that says less.
const truths = (l) => l.input !== "digit" && l.marks?.length === 2 && l.marks.includes("0") && l.marks.includes("1");

export function rulesOf(view) {
  const v = view.layers;
  const layers = v.layers.map((l) => ({ ...l, index: new Map(l.places.map((p, i) => [p, i])), fixed: new Set(l.fixed || []) }));
  const byName = new Map(layers.map((l, i) => [l.name, i]));
  const cell = new Map(v.cells.map((name, i) => [name, i]));

  // takes tells whether a place of a layer can have a mark.
  function takes(l, mark) {
    if (mark === "." || (mark === "-" && l.some)) return true;
    if (l.marks.length) return l.marks.includes(mark);
    if (l.lists) return mark.split("+").every((x) => /^\d+$/.test(x) && +x >= (l.lo || 0) && +x <= l.hi);
    return /^-?\d+$/.test(mark) && +mark >= (l.lo || 0) && +mark <= l.hi;
  }

  function place(text) {
    const at = text.indexOf("@");
    const n = byName.get(text.slice(0, at));
    const i = n === undefined ? undefined : layers[n].index.get(text.slice(at + 1));
    return i === undefined ? null : [n, i];
  }

  function one(model, move) {
    const at = move.lastIndexOf("=");
    const p = place(move.slice(0, at));
    const mark = move.slice(at + 1);
    if (!p || layers[p[0]].fixed.has(p[1]) || !takes(layers[p[0]], mark)) throw new Error("move " + move);
    const [n, i] = p;
    return { ...model, marks: replaced(model.marks, n, replaced(model.marks[n], i, mark === "." ? "" : mark)) };
  }

  const rules = {
    v, layers, cell, place, takes,
    start: () => ({ marks: layers.map((l) => Array(l.places.length).fill("")), corner: {}, centre: {}, colour: {} }),
    apply(model, e) {
      if (e.t === "move") return e.m.split(" ").reduce(one, model);
      if (![...PENCILS, "colour"].includes(e.k) || !Array.isArray(e.c)) return model;
      const list = { ...model[e.k] };
      for (const c of e.c) list[c] = e.v === null ? [] : toggled(list[c] || [], String(e.v), !!e.on);
      return { ...model, [e.k]: list };
    },
    moves: (model) => layers.flatMap((l, n) => model.marks[n].flatMap((m, i) => (m ? [rules.move(n, i, m)] : []))),
    move: (n, i, mark) => layers[n].name + "@" + layers[n].places[i] + "=" + (mark || "."),
    // answer writes what is marked, without what is said not to be there, as the digest of the solution has it.
    answer: (model) => layers.flatMap((l, n) => model.marks[n].flatMap((m, i) => (m && m !== rules.none(l) && !l.fixed.has(i) ? [rules.move(n, i, m)] : []))).sort().join(" "),
    complete: () => false, // the server looks after every move
    markOf(model, ref) { const p = place(ref.id); return p ? model.marks[p[0]][p[1]] : ""; },
    holds: (model, ref) => !!rules.markOf(model, ref),
    // none is the mark of a place that is known to have nothing, or null.
    none: (l) => (truths(l) ? l.marks[1] : l.input === "span" ? "0" : l.some ? "-" : null),
    // signs lists the marks that are drawn, without the one for nothing.
    signs: (l) => (l.marks || []).filter((m) => m !== rules.none(l)),
  };
  return rules;
}
