// Draws marks over the picture of the board. What a mark looks like comes from the server, as the picture does.

import { triedIn, hue } from "../../log.js";

const SVG = "http://www.w3.org/2000/svg";

// svg makes an element of the picture.
export function svg(tag, attributes = {}, text) {
  const e = document.createElementNS(SVG, tag);
  for (const [k, v] of Object.entries(attributes)) if (v !== undefined) e.setAttribute(k, v);
  if (text !== undefined) e.textContent = text;
  return e;
}

export function drawer(picture, rules, signs) {
  const groups = { tints: svg("g"), pencil: svg("g"), lights: svg("g"), letters: svg("g") };
  const depths = ["ground", "lines", "signs"].map((name) => svg("g", { class: name }));
  picture.querySelector("g.ground").append(groups.tints, depths[0]);
  picture.querySelector("g.lines").append(depths[1]);
  picture.querySelector("g.signs").append(depths[2], groups.pencil, groups.lights, groups.letters);
  const texts = new Map();
  for (const e of picture.querySelectorAll("[data-at]")) texts.set(e.dataset.at, [...(texts.get(e.dataset.at) || []), e]);
  // Texts in a circle of their own stay dark on cells that are filled.
  const circles = new Set([...picture.querySelectorAll("circle.open")].map((c) => c.getAttribute("cx") + " " + c.getAttribute("cy")));
  const circled = (e) => circles.has(e.getAttribute("x") + " " + e.getAttribute("y"));
  const shown = new Map(); // "layer place" -> {key, elements}

  function element(n, i, mark, tried) {
    const l = rules.layers[n];
    const [x, y] = l.at[i];
    const g = (html) => {
      const e = svg("g", { transform: `translate(${x} ${y})`, class: tried ? "mk tried" : "mk", "data-tried": hue(tried) });
      e.innerHTML = html;
      return e;
    };
    const k = l.marks ? l.marks.indexOf(mark) : -1;
    const sign = k >= 0 ? signs[n][l.look[i]][k] : null;
    if (sign?.some(Boolean)) return sign.map((html) => (html ? g(html) : null));
    if (mark === rules.none(l)) {
      const s = 0.1;
      return [null, null, g(["shade", "digit"].includes(l.input) ? `<circle class="no" r=".09"/>` : `<path class="no" d="M${-s} ${-s}L${s} ${s}M${-s} ${s}L${s} ${-s}"/>`)];
    }
    const text = mark.replace(/[^\w+-]/g, "").replaceAll("+", " ");
    return [null, null, g(`<text class="entry" font-size="${Math.min(0.62, 1.5 / text.length)}" text-anchor="middle" dominant-baseline="central">${text}</text>`)];
  }

  function marks(model, trials) {
    const dark = new Set();
    rules.layers.forEach((l, n) => model.marks[n].forEach((mark, i) => {
      const id = n + " " + i;
      const old = shown.get(id);
      if (!mark && !old) return;
      const tried = triedIn(trials, (m) => m.marks[n][i] === mark);
      const key = mark + " " + tried;
      if (old?.key !== key) {
        old?.elements.forEach((e) => e.remove());
        shown.delete(id);
        if (mark) {
          const parts = element(n, i, mark, tried);
          parts.forEach((e, d) => e && depths[d].append(e));
          shown.set(id, { key, fills: !!parts[0]?.querySelector(".fill, .wall"), elements: parts.filter(Boolean) });
        }
      }
      if (shown.get(id)?.fills) dark.add(l.places[i]);
    }));
    for (const [at, list] of texts) for (const e of list) e.classList.toggle("on-fill", dark.has(at) && !circled(e));
  }

  // pencil draws pencil marks and colours of the cells.
  function pencil(model, centre) {
    groups.pencil.replaceChildren();
    groups.tints.replaceChildren();
    const spots = [[-0.34, -0.34], [0.34, -0.34], [-0.34, 0.34], [0.34, 0.34], [0, -0.34], [0, 0.34], [-0.34, 0], [0.34, 0]];
    const text = (x, y, size, s) => groups.pencil.append(svg("text", { class: "pencil", x, y, "font-size": size, "text-anchor": "middle", "dominant-baseline": "central" }, s));
    for (const [c, list] of Object.entries(model.corner)) list.forEach((m, i) => { const [x, y] = centre(c); text(x + spots[i % 8][0], y + spots[i % 8][1], 0.24, m); });
    for (const [c, list] of Object.entries(model.centre)) if (list.length) { const [x, y] = centre(c); text(x, y, Math.min(0.3, 1.5 / list.join("").length), list.join("")); }
    for (const [c, list] of Object.entries(model.colour)) list.forEach((n, i) => {
      const [x, y] = centre(c);
      const w = 1 / list.length;
      groups.tints.append(svg("rect", { class: "tinted tint-" + n, x: x - 0.5 + i * w, y: y - 0.5, width: w, height: 1 }));
      text(x + 0.38, y + 0.36, 0.2, "abcdefgh"[n - 1]);
    });
  }

  // lights frames places: [{x, y, kind, cell}].
  function lights(list) {
    groups.lights.replaceChildren(...list.map(({ x, y, kind, cell }) => (cell
      ? svg("rect", { class: "light " + kind, x: x - 0.44, y: y - 0.44, width: 0.88, height: 0.88, rx: 0.08 })
      : svg("circle", { class: "light " + kind, cx: x, cy: y, r: 0.24 }))));
  }

  // letters says where two solutions differ: [{x, y, a, b}]. A is the first, B the second; both with their values where both have one.
  function letters(list) {
    const none = (m) => m === "." || m === "0" || m === "-";
    groups.letters.replaceChildren(...list.flatMap(({ x, y, a, b }) => {
      const s = none(b) ? "A" : none(a) ? "B" : a + "/" + b;
      return [svg("circle", { class: "letter-ground", cx: x, cy: y, r: 0.19 }), svg("text", { class: "letter", x, y, "font-size": Math.min(0.26, 0.5 / s.length), "text-anchor": "middle", "dominant-baseline": "central" }, s)];
    }));
  }

  function met(names) {
    for (const [at, list] of texts) for (const e of list) e.classList.toggle("met", names.has(at));
  }

  // point gives the place of a printed text.
  function point(name) {
    const e = texts.get(name)?.[0];
    if (!e) return null;
    return [+e.getAttribute("x") - rules.v.left, +e.getAttribute("y") - rules.v.top];
  }

  return { marks, pencil, lights, letters, met, point };
}
