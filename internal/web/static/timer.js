// The clock of a game: it runs while the page is seen, can be paused and hidden, and is kept in the log now and then.

import { el, button, icon, picture } from "./dom.js";
import { t, duration } from "./i18n.js";
import { setting } from "./settings.js";

const KEEP = 60; // seconds between two entries in the log

export class Timer {
  constructor(place, seconds, keep) {
    this.base = seconds;
    this.since = null;
    this.kept = seconds;
    this.done = false;
    this.paused = false;
    this.write = keep;
    this.face = el("span.timer-face", { role: "timer", "aria-label": t("timer") });
    this.button = button("", { icon: "pause", kind: "ghost small", onclick: () => (this.since === null ? this.resume() : this.pause()), data: { do: "timer" } });
    place.replaceChildren(this.face, this.button);
    document.addEventListener("visibilitychange", () => (document.hidden ? this.hold() : this.paused || this.held === undefined || this.run()));
    this.held = undefined;
    this.show();
  }

  get seconds() {
    return Math.floor(this.base + (this.since === null ? 0 : (Date.now() - this.since) / 1000));
  }

  // run starts the clock at the first move; a pause ends with it.
  run() {
    document.body.classList.remove("paused");
    if (this.done || this.since !== null) return;
    this.paused = false;
    this.held = true;
    this.since = Date.now();
    this.tick ||= setInterval(() => { this.show(); if (this.seconds - this.kept >= KEEP) this.keep(); }, 1000);
    this.show();
  }

  hold() {
    if (this.since === null) return;
    this.base = this.seconds;
    this.since = null;
    this.keep();
    this.show();
  }

  pause() { this.hold(); this.paused = true; document.body.classList.add("paused"); this.show(); }
  resume() { document.body.classList.remove("paused"); this.run(); }
  stop() { this.hold(); this.done = true; document.body.classList.remove("paused"); this.show(); }

  keep() {
    if (this.seconds > this.kept) {
      this.kept = this.seconds;
      this.write(this.kept);
    }
  }

  show() {
    this.face.textContent = duration(this.seconds);
    this.face.hidden = !setting("timer");
    this.button.hidden = this.done || !setting("timer");
    const name = t(this.since === null ? "timer.run" : "timer.pause");
    this.button.setAttribute("aria-label", name);
    this.button.title = name;
    this.button.querySelector("use").setAttribute("href", picture(this.since === null ? "play" : "pause"));
  }
}
