// The path through a family's lessons: exercises are made when they are opened, and solved ones open the next lesson.

import { $, $$ } from "./dom.js";
import { t } from "./i18n.js";
import { long, reason } from "./api.js";
import * as diary from "./diary.js";
import * as games from "./games.js";
import * as page from "./page.js";

page.start();
const family = $(".learn").dataset.family;
const EXERCISES = "quandary.exercises"; // which puzzle is which exercise
const read = () => { try { return JSON.parse(localStorage.getItem(EXERCISES)) || {}; } catch { return {}; } };

// done gives the solved exercises of each lesson, and keeps in the diary what games show.
function done() {
  const d = diary.read();
  const of = read();
  for (const g of games.list()) {
    const [lesson, n] = g.solved && of[g.puzzle] || [];
    if (lesson) d.learnt[lesson] = [...new Set([...(d.learnt[lesson] || []), n])];
  }
  diary.write(d);
  return d.learnt;
}

function show() {
  const learnt = done();
  let open = true;
  for (const li of $$(".lesson")) {
    const solved = learnt[family + "/" + li.dataset.lesson] || [];
    const buttons = $$("[data-exercise]", li);
    let n = 0;
    for (const b of buttons) {
      const is = solved.includes(+b.dataset.exercise);
      if (is) n++;
      b.disabled = !open;
      b.classList.toggle("done", is);
      b.textContent = (is ? "✓ " : "") + t("learn.exercise", { n: b.dataset.exercise });
    }
    $(".lesson-state", li).textContent = open ? t("learn.solved", { n, all: buttons.length }) : t("learn.locked");
    li.classList.toggle("locked", !open);
    open &&= n === buttons.length || !!li.dataset.unmade;
  }
}

for (const li of $$(".lesson")) for (const b of $$("[data-exercise]", li)) b.addEventListener("click", async () => {
  const status = $(".form-status", li);
  const settings = {};
  for (const [k, v] of Object.entries(li.dataset)) if (k.startsWith("set")) settings[k.slice(3).toLowerCase()] = v;
  status.textContent = t("making");
  b.disabled = true;
  try {
    const made = await long("generate", { family, params: li.dataset.params, settings, seed: +b.dataset.exercise },
      { progress: (p) => { status.textContent = t("making") + " " + (p.text || ""); } });
    try { localStorage.setItem(EXERCISES, JSON.stringify({ ...read(), [made.puzzle]: [family + "/" + li.dataset.lesson, +b.dataset.exercise] })); } catch { /* nothing is kept */ }
    location.href = "/play?p=" + encodeURIComponent(made.puzzle) + (settings.class ? "&class=" + settings.class : "");
  } catch (e) {
    li.dataset.unmade = "1"; // what cannot be made now keeps nobody from going on
    show();
    status.textContent = reason(e);
  }
});

addEventListener("pageshow", () => { show(); for (const s of $$(".form-status")) s.textContent = ""; });
show();
document.documentElement.dataset.ready = "true";
