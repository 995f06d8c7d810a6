// What every page has: the choice of theme and language, the service worker.

import { $, $$, el, button, dialog } from "./dom.js";
import { t, lang } from "./i18n.js";
import { setting, set, show } from "./settings.js";
import { pill } from "./streak.js";

export function settingsDialog(extra = []) {
  const choice = (name, values, label) => el("fieldset.choice", {}, el("legend", {}, t(label)),
    values.map((v) => el("label", {}, el("input", { type: "radio", name, value: v, checked: setting(name) === v, onchange: () => set(name, v) }), el("span", {}, t(label + "." + v)))));
  const { element } = dialog(t("settings"),
    choice("theme", ["auto", "light", "dark"], "theme"),
    choice("contrast", ["normal", "high"], "contrast"),
    el("fieldset.choice", {}, el("legend", {}, t("language")), [["en", "English"], ["zh", "中文"], ["de", "Deutsch"], ["es", "Español"], ["ja", "日本語"]].map(([code, label]) =>
      el("a.btn", { href: languageLink(code), lang: code, "aria-current": code === lang ? "true" : undefined }, label))),
    ...extra);
  return element;
}

function languageLink(code) {
  const url = new URL(location.href);
  url.searchParams.set("lang", code);
  return url.pathname + url.search;
}

export function toggle(name, label, changed) {
  return el("label.toggle", {}, el("input", { type: "checkbox", checked: setting(name), onchange: (e) => { set(name, e.target.checked); changed?.(); } }), el("span", {}, t(label)));
}

export function start() {
  show();
  pill();
  $("#open-settings")?.addEventListener("click", () => document.dispatchEvent(new CustomEvent("settings")) && !settingsTaken && settingsDialog());
  if ("serviceWorker" in navigator && location.protocol !== "file:") navigator.serviceWorker.register("/sw.js").catch(() => {});
  const offline = () => document.documentElement.classList.toggle("offline", !navigator.onLine);
  addEventListener("online", offline);
  addEventListener("offline", offline);
  offline();
}

let settingsTaken = false;

// takeSettings lets a page show its own settings dialog.
export function takeSettings(f) {
  settingsTaken = true;
  document.addEventListener("settings", f);
}
