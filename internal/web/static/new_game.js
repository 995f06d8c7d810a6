// The form from which a puzzle of a family is made: it has what was chosen last, and says how long a puzzle is likely to take.

import { $, $$ } from "./dom.js";
import { t } from "./i18n.js";
import { long, reason as say } from "./api.js";
import * as diary from "./diary.js";

const CHOICES = "quandary.choices";

function readChoices() {
  try { return JSON.parse(localStorage.getItem(CHOICES)) || {}; } catch { return {}; /* nothing is kept */ }
}

function keepChoice(form) {
  const choices = readChoices();
  choices[form.dataset.family] = [form.elements.params?.value, form.elements.class?.value];
  try { localStorage.setItem(CHOICES, JSON.stringify(choices)); } catch { /* nothing is kept */ }
}

// offered lists the values that a form offers under a name.
const offered = (form, name) => $$(`[name="${name}"]`, form).flatMap((x) => (x.options ? [...x.options] : [x])).map((x) => x.value);

// smallest is the smallest size that a form offers.
function smallest(form) {
  const cells = (v) => { const m = /^(\d+)x(\d+)/.exec(v); return m ? m[1] * m[2] : 1e9; };
  return offered(form, "params").sort((x, y) => cells(x) - cells(y))[0];
}

// expect says what steps the chosen class needs and how long a puzzle is likely to take this player, and lets the link to the day's puzzle follow what is chosen.
function expect(form, kept, usual, today) {
  const size = form.elements.params?.value, klass = form.elements.class?.value || "";
  const f = diary.figures(diary.alike(kept, form.dataset.family, size, klass));
  $(".expected", form).textContent = f.n ? t("expected", { n: Math.max(1, Math.round(f.median / 60)) }) : "";
  const means = $(".means", form);
  if (means) means.textContent = $('[name="class"]:checked', form)?.dataset.means || "";
  const query = new URLSearchParams();
  if (size && size !== usual) query.set("params", size);
  if (klass) query.set("class", klass);
  $(".today", form).href = today + (query.size ? "?" + query : "");
}

// make asks for a puzzle and goes to it.
async function make(form) {
  const status = $(".form-status", form);
  const submit = $("[type=submit]", form);
  const settings = {};
  if (form.elements.class?.value) settings.class = form.elements.class.value;
  const seed = crypto.getRandomValues(new Uint32Array(1))[0];
  status.textContent = t("making");
  submit.disabled = true;
  try {
    const answer = await long("generate", { family: form.dataset.family, params: form.elements.params?.value || "", settings, seed },
      { progress: (p) => { status.textContent = t("making") + " " + (p.text || ""); } });
    keepChoice(form);
    location.href = "/play?p=" + encodeURIComponent(answer.puzzle) + (settings.class ? "&class=" + settings.class : "");
  } catch (err) {
    status.textContent = say(err);
    submit.disabled = false;
  }
}

// prepare gives a form its life.
export function prepare(form) {
  const kept = diary.read(), usual = form.elements.params?.value;
  // The day is the player's own, which can be another one than the server's.
  const today = "/d/" + diary.today() + "/" + form.dataset.family;
  const [size, klass] = readChoices()[form.dataset.family] || [];
  if (size && offered(form, "params").includes(size)) form.elements.params.value = size;
  if (klass !== undefined && offered(form, "class").includes(klass)) form.elements.class.value = klass;
  expect(form, kept, usual, today);
  form.addEventListener("change", () => expect(form, kept, usual, today));
  form.addEventListener("submit", (e) => {
    if (e.submitter?.name === "lesson") {
      form.elements.params.value = smallest(form); // an example is short
      return;
    }
    e.preventDefault();
    make(form);
  });
}

// A page that is shown again, by its back button, makes puzzles again.
addEventListener("pageshow", () => {
  for (const b of $$(".new-game [type=submit]")) b.disabled = false;
  for (const s of $$(".form-status")) s.textContent = "";
});
