// How marks are made with a pointer and with keys. Both end in strokes: lists of [layer, place, mark] that are one move.

import { say } from "../../dom.js";

// geometry finds places near points of the board.
export function geometry(rules) {
  const key = (x, y) => Math.round(2 * x) + "," + Math.round(2 * y);
  const maps = rules.layers.map((l) => new Map(l.at.map(([x, y], i) => [key(x, y), i])));
  return {
    // at gives the place of a layer at a point.
    at: (n, x, y) => maps[n].get(key(x, y)) ?? -1,
    // nearest gives the place of a layer nearest to a point, within a distance.
    nearest(n, x, y, within = 0.75) {
      const l = rules.layers[n];
      let best = -1, least = within;
      const look = (i, d) => { if (d < least) { least = d; best = i; } };
      if (l.ends) l.ends.forEach(([x1, y1, x2, y2], i) => {
        const dx = x2 - x1, dy = y2 - y1, u = Math.max(0.2, Math.min(0.8, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy)));
        look(i, Math.hypot(x - x1 - u * dx, y - y1 - u * dy));
      });
      else l.at.forEach(([px, py], i) => look(i, Math.abs(px - x) + Math.abs(py - y)));
      return best;
    },
  };
}

// Nodes are what drags go through and the cursor stands on: corners for sides, centres of cells for everything else.
export const onCorners = (l) => l.input === "edge" || (l.input === "spot" && l.at.every(([x, y]) => Number.isInteger(x) && Number.isInteger(y)));

// next gives the mark that follows a mark when its place is chosen again.
export function next(rules, l, mark, back) {
  const none = rules.none(l);
  if (back && none) return mark === none ? "" : none;
  const ring = ["", ...rules.signs(l), ...(none && !rules.signs(l).includes(none) ? [none] : [])];
  return ring[(ring.indexOf(mark) + 1) % ring.length];
}

// pointers follows the mouse, fingers and pens over the board.
export function pointers(board, { rules, geo, point, layer, tool, model, preview, commit, select, tint, part }) {
  let drag = null;

  function tapped(n, x, y, back) {
    const l = rules.layers[n];
    let i = -1;
    if (l.input === "shade" || l.input === "digit") i = geo.at(n, Math.floor(x) + 0.5, Math.floor(y) + 0.5);
    else i = geo.nearest(n, x, y);
    if (i < 0 && l.input === "shade") i = geo.nearest(n, x, y, 0.9); // places that stand for rooms
    if (i < 0 || l.fixed.has(i)) return;
    const now = model().marks[n][i];
    // The sides of paths are tapped to cross them out; they are drawn by dragging.
    const mark = l.input === "path" ? (now ? "" : rules.none(l)) : next(rules, l, now, back);
    commit([[n, i, mark]]);
  }

  const nodeAt = (corner, x, y, reach) => {
    const off = corner ? 0 : 0.5;
    const nx = Math.round(x - off) + off, ny = Math.round(y - off) + off;
    return Math.max(Math.abs(nx - x), Math.abs(ny - y)) <= reach ? [nx, ny] : null;
  };

  // step draws what lies between two nodes side by side.
  function step(d, [x, y]) {
    const [px, py] = d.node;
    const i = geo.at(d.n, (x + px) / 2, (y + py) / 2);
    d.node = [x, y];
    const l = rules.layers[d.n];
    if (i < 0 || l.fixed.has(i)) return;
    const now = d.strokes.get(i) ?? model().marks[d.n][i];
    if (d.mark === undefined) d.mark = d.back ? (now === rules.none(l) ? "" : rules.none(l)) : d.join ? (now === "0" ? "" : "0") : now === "1" ? "" : "1";
    d.strokes.set(i, d.mark);
    d.moved = true;
  }

  // walk goes to a node in steps along one line.
  function walk(d, to) {
    while (d.node[0] !== to[0] || d.node[1] !== to[1]) {
      const dx = Math.sign(to[0] - d.node[0]), dy = Math.sign(to[1] - d.node[1]);
      const across = dx && (!dy || Math.abs(to[0] - d.node[0]) >= Math.abs(to[1] - d.node[1]));
      step(d, across ? [d.node[0] + dx, d.node[1]] : [d.node[0], d.node[1] + dy]);
    }
  }

  board.addEventListener("contextmenu", (e) => e.preventDefault());
  board.addEventListener("pointerdown", (e) => {
    if (e.button > 2 || e.button === 1 || !e.isPrimary) { drag = null; preview(null); return; } // a second finger moves or zooms
    const [x, y] = point(e);
    const back = e.button === 2 || tool() === "no";
    let n = layer();
    e.preventDefault();
    board.setPointerCapture?.(e.pointerId);
    if (e.pointerType !== "mouse" && part.small()) { drag = { enlarge: true }; return; } // cells too small for a finger: the first tap brings them nearer
    if (n === "colour") { tint(Math.floor(x), Math.floor(y)); drag = { n, last: Math.floor(x) + "," + Math.floor(y) }; return; }
    const l = rules.layers[n];
    drag = { n, x, y, back, strokes: new Map() };
    if (l.input === "digit") {
      const i = geo.at(n, Math.floor(x) + 0.5, Math.floor(y) + 0.5);
      const more = e.ctrlKey || e.metaKey || e.shiftKey;
      if (i >= 0) select(i, more);
      drag.select = true;
    } else if (l.input === "shade") {
      const i = geo.at(n, Math.floor(x) + 0.5, Math.floor(y) + 0.5);
      if (i >= 0 && !l.fixed.has(i)) {
        drag.mark = next(rules, l, model().marks[n][i], back);
        drag.strokes.set(i, drag.mark);
      }
      drag.path = rules.layers.findIndex((o) => o.input === "path"); // over cells that are shaded: a path
    }
    const corner = onCorners(l) || (l.input === "border" && nearSide(x, y));
    drag.join = l.input === "border" && !corner;
    drag.corner = corner;
    drag.node = nodeAt(corner, x, y, 0.5);
    drag.cell = Math.floor(x) + "," + Math.floor(y);
    paint();
  });

  const nearSide = (x, y) => Math.min(Math.abs(x - Math.round(x)), Math.abs(y - Math.round(y))) < 0.28;

  function paint() {
    if (drag?.strokes?.size) preview([...drag.strokes].map(([i, m]) => [drag.n, i, m]));
  }

  board.addEventListener("pointermove", (e) => {
    if (!drag || drag.enlarge) return;
    const [x, y] = point(e);
    const cell = Math.floor(x) + "," + Math.floor(y);
    if (drag.n === "colour") { if (cell !== drag.last) { drag.last = cell; tint(Math.floor(x), Math.floor(y), true); } return; }
    const l = rules.layers[drag.n];
    if (drag.select) {
      const i = geo.at(drag.n, Math.floor(x) + 0.5, Math.floor(y) + 0.5);
      if (i >= 0 && cell !== drag.cell) { drag.cell = cell; select(i, true, true); }
      return;
    }
    if (l.input === "shade") {
      if (cell === drag.cell) return;
      if (drag.path >= 0 && !drag.back) { // the drag leaves the cell: it is a path
        drag = { ...drag, n: drag.path, strokes: new Map(), mark: undefined, path: -1, corner: false, node: nodeAt(false, drag.x, drag.y, 0.5) };
      } else {
        drag.cell = cell;
        drag.moved = true;
        const i = geo.at(drag.n, Math.floor(x) + 0.5, Math.floor(y) + 0.5);
        if (i >= 0 && !l.fixed.has(i)) drag.strokes.set(i, drag.mark);
        return paint();
      }
    }
    if (l.input === "span" || l.input === "spot") return;
    const node = nodeAt(drag.corner, x, y, 0.4);
    if (!node || !drag.node || (node[0] === drag.node[0] && node[1] === drag.node[1])) return;
    walk(drag, node);
    paint();
  });

  board.addEventListener("pointerup", (e) => {
    const d = drag;
    drag = null;
    preview(null);
    if (d?.enlarge) return part.enlarge(...point(e));
    if (!d || d.n === "colour" || d.select) return;
    const l = rules.layers[d.n];
    if (d.moved || (l.input === "shade" && d.strokes.size)) return commit([...d.strokes].map(([i, m]) => [d.n, i, m]));
    const [x, y] = point(e);
    if (l.input === "span" && Math.hypot(x - d.x, y - d.y) > 0.6) {
      const i = geo.nearest(d.n, (x + d.x) / 2, (y + d.y) / 2, 0.4);
      if (i >= 0) return commit([[d.n, i, next(rules, l, model().marks[d.n][i], d.back)]]);
    }
    tapped(d.n, d.x, d.y, d.back);
  });
  board.addEventListener("pointercancel", () => { drag = null; preview(null); });
}

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

// keys follows the keyboard. The cursor stands on a node.
export function keys(board, { rules, geo, layer, tool, setTool, nextLayer, cursor, go, model, commit, write, erase, sayPlace }) {
  board.addEventListener("keydown", (e) => {
    if (e.altKey || e.ctrlKey || e.metaKey) return;
    const n = layer();
    const l = rules.layers[n];
    const [x, y] = cursor();
    const arrow = ARROWS[e.key];
    const choose = (i) => { // gives a place its next mark
      if (i < 0 || l.fixed.has(i)) return;
      const mark = next(rules, l, model().marks[n][i], tool() === "no");
      commit([[n, i, mark]]);
      sayPlace(n, i, mark);
    };
    const draws = l && ["path", "edge", "border", "span"].includes(l.input);
    if (arrow) {
      e.preventDefault();
      if (e.shiftKey && l?.input === "spot" && !onCorners(l)) { // what lies on that side of the cell
        return choose(geo.nearest(n, x + 0.4 * arrow[0], y + 0.4 * arrow[1], 0.6));
      }
      if (!e.shiftKey || !draws) return go(x + arrow[0], y + arrow[1], e.shiftKey);
      let i = geo.at(n, x + arrow[0] / 2, y + arrow[1] / 2);
      if (l.input === "span") i = l.ends.findIndex(([x1, y1, x2, y2]) => (x1 === x && y1 === y && Math.sign(x2 - x1) === arrow[0] && Math.sign(y2 - y1) === arrow[1])
        || (x2 === x && y2 === y && Math.sign(x1 - x2) === arrow[0] && Math.sign(y1 - y2) === arrow[1]));
      if (i < 0 || l.fixed.has(i)) return;
      const now = model().marks[n][i];
      const none = rules.none(l);
      const mark = tool() === "no" ? (now === none ? "" : none) : l.input === "span" ? next(rules, l, now) : now === "1" ? "" : "1";
      commit([[n, i, mark]]);
      if (l.input === "path" || l.input === "edge") go(x + arrow[0], y + arrow[1], false, true);
      return sayPlace(n, i, mark);
    }
    const lower = e.key.toLowerCase();
    const here = l && !draws ? geo.at(n, x, y) : -1;
    if (e.key === "Home") { e.preventDefault(); return go(-Infinity, y); }
    if (e.key === "End") { e.preventDefault(); return go(Infinity, y); }
    if (e.key === "PageUp") { e.preventDefault(); return go(x, -Infinity); }
    if (e.key === "PageDown") { e.preventDefault(); return go(x, Infinity); }
    if (e.key === "Backspace" || e.key === "Delete") { e.preventDefault(); return erase(); }
    if (write(e)) return e.preventDefault();
    if (e.key === " " && l && here >= 0 && l.input === "shade" && !l.fixed.has(here)) {
      e.preventDefault();
      const mark = next(rules, l, model().marks[n][here], tool() === "no");
      commit([[n, here, mark]]);
      return sayPlace(n, here, mark);
    }
    if (lower === "x" && l) {
      e.preventDefault();
      if (draws || l.input === "spot") return setTool(tool() === "no" ? "draw" : "no", true);
      const none = rules.none(l);
      if (here < 0 || !none || l.fixed.has(here)) return;
      const mark = model().marks[n][here] === none ? "" : none;
      commit([[n, here, mark]]);
      return sayPlace(n, here, mark);
    }
    if (lower === "m" || e.key === " ") { e.preventDefault(); return nextLayer(); }
    if (e.key === "Enter" && l?.input === "spot") {
      e.preventDefault();
      choose(geo.nearest(n, x, y, 1.1));
    }
  });
}
