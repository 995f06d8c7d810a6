// Texts come from the server's catalogue, in the page's language, inside the page.

const boot = JSON.parse(document.getElementById("boot")?.textContent || "{}");

export const lang = document.documentElement.lang || "en";
export const data = boot;
const messages = boot.messages || {};

// t gives a text with {name} replaced. A text may have forms for one and many, split by "|", chosen by n.
export function t(key, values = {}) {
  let text = messages[key];
  if (text === undefined) return key;
  if ("n" in values && text.includes("|")) {
    const forms = text.split("|");
    text = forms[values.n === 1 ? 0 : 1];
  }
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

// classTitle is what a class of difficulty is called: by its name, or by its number.
export function classTitle(name) {
  const text = t("class." + name);
  return text === "class." + name ? t("class.of", { class: name }) : text;
}

export function duration(seconds) {
  const s = Math.floor(seconds);
  const two = (x) => String(x).padStart(2, "0");
  const h = Math.floor(s / 3600);
  return (h ? h + ":" + two(Math.floor(s / 60) % 60) : Math.floor(s / 60)) + ":" + two(s % 60);
}

export function ago(date) {
  const s = (date - Date.now()) / 1000;
  const f = new Intl.RelativeTimeFormat(lang, { numeric: "auto" });
  for (const [unit, size] of [["day", 86400], ["hour", 3600], ["minute", 60]]) {
    if (Math.abs(s) >= size) return f.format(Math.round(s / size), unit);
  }
  return f.format(0, "minute");
}

// placeOf says where on a board a place lies, of which y and x go from 0 at the top and the left to 1.
export function placeOf(y, x) {
  const v = y < 0.34 ? "top" : y > 0.66 ? "bottom" : "middle";
  const h = x < 0.34 ? "left" : x > 0.66 ? "right" : "centre";
  return t("place." + v + "." + h);
}
