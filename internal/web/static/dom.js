// Small helpers round the document. Text only ever becomes a text node.

// el makes an element: el("button.primary", {type: "button", onclick: f}, "Go", child).
export function el(spec, props = {}, ...children) {
  const [tag, ...classes] = spec.split(".");
  const e = document.createElement(tag || "div");
  if (classes.length) e.className = classes.join(" ");
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) e.addEventListener(name.slice(2), value);
    else if (name === "data") Object.assign(e.dataset, value);
    else if (name in e && name !== "list" && name !== "role" && !name.startsWith("aria")) e[name] = value;
    else e.setAttribute(name, value === true ? "" : value);
  }
  e.append(...children.flat().filter((c) => c !== null && c !== undefined && c !== false));
  return e;
}

export const $ = (selector, root = document) => root.querySelector(selector);
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

const SVG = "http://www.w3.org/2000/svg";

// picture gives the address of a picture of the sprite, of the same version as this script.
export const picture = (name) => (import.meta.url.startsWith("data:") ? "#icon-" : new URL("icons.svg", import.meta.url).pathname + "#") + name;

// icon gives a picture of the sprite; it is decoration, the button that it stands in has a name.
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", picture(name));
  svg.append(use);
  return svg;
}

export function button(label, { icon: picture, onclick, kind = "", title, key, ...rest } = {}) {
  const b = el("button", { type: "button", className: ("btn " + kind).trim(), title, onclick, ...rest });
  if (picture) b.append(icon(picture));
  b.append(el("span.label", {}, label));
  if (key) b.setAttribute("aria-keyshortcuts", key);
  return b;
}

let live;

// say announces a text to screen readers.
export function say(text) {
  live ||= document.getElementById("live");
  if (!live) return;
  live.textContent = "";
  requestAnimationFrame(() => { live.textContent = text; });
}

// toast shows a short message, and announces it.
export function toast(text, kind = "") {
  const box = document.getElementById("toasts");
  if (!box) return;
  const item = el("div.toast", {}, text);
  if (kind) item.classList.add(kind);
  box.append(item);
  say(text);
  setTimeout(() => item.remove(), 5000);
}

// dialog opens a modal dialog with a heading; close() closes it.
export function dialog(title, ...content) {
  const d = el("dialog", { "aria-label": title });
  const close = () => d.close();
  d.append(el("div.dialog-head", {}, el("h2", {}, title), closeButton(close)), el("div.dialog-body", {}, ...content));
  d.addEventListener("close", () => d.remove());
  d.addEventListener("click", (e) => { if (e.target === d) close(); });
  document.body.append(d);
  d.showModal();
  return { element: d, close };
}

function closeButton(close) {
  const b = el("button.btn.ghost", { type: "button", onclick: close, "aria-label": document.body.dataset.close || "Close" });
  b.append(icon("close"));
  return b;
}
