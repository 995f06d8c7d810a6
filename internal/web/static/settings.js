// What a person chose for this device: kept in localStorage, shown as attributes of the document.

const KEY = "quandary.settings";
const DEFAULTS = { theme: "auto", contrast: "normal", conflicts: true, same: true, peers: true, met: true, left: true, timer: true, pace: 1200 };

let kept = {};
try {
  kept = JSON.parse(localStorage.getItem(KEY)) || {};
} catch {
  kept = {};
}

export const setting = (name) => (name in kept ? kept[name] : DEFAULTS[name]);

export function set(name, value) {
  kept[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // A full device forgets the choice; the page goes on.
  }
  show();
}

// show puts the theme on the document.
export function show() {
  const root = document.documentElement;
  root.dataset.theme = setting("theme");
  root.dataset.contrast = setting("contrast");
}
