// Clue cards of one's own: properties and OCL in, a puzzle out.

import { $, el, button } from "./dom.js";
import { t } from "./i18n.js";
import { long, reason } from "./api.js";
import * as page from "./page.js";

page.start();

const properties = $("#properties");
const invariants = $("#invariants");
const result = $("#result");
const KEY = "quandary.newcards";

const examples = [
  ["newcards.car", "Property_name = Set{'top', 'body'}\nProperty_value = Set{'red', 'green', 'blue'}\n",
    "context Thing inv solution:\n  Thing.allInstances->exists\n    (t | t.banned=false\n     and t.value('top')='red'\n     and t.value('body')='red')\n"],
  ["newcards.typed", "Property_name = Set{'drink', 'size'}\nProperty_value = Set{'tea', 'coffee', 'water', 'small', 'large'}\n",
    "context Property inv nameFitsValue:\n  (name='drink' implies Set{'tea','coffee','water'}->includes(value)) and\n  (name='size' implies Set{'small','large'}->includes(value))\n"],
  ["newcards.three", "Property_name = Set{'hat', 'coat', 'scarf'}\nProperty_value = Set{'black', 'white', 'red'}\nClue_min = 5\nClue_max = 8\n", ""],
];
for (const [key, props, ocl] of examples) {
  $("#examples").append(button(t(key), { kind: "small", onclick: () => { properties.value = props; invariants.value = ocl; } }), " ");
}
try {
  const kept = JSON.parse(localStorage.getItem(KEY));
  if (kept) { properties.value = kept.properties; invariants.value = kept.invariants; }
} catch {
  // Nothing was kept.
}

$("#new-cards").addEventListener("submit", async (e) => {
  e.preventDefault();
  try {
    localStorage.setItem(KEY, JSON.stringify({ properties: properties.value, invariants: invariants.value }));
  } catch {
    // A full device keeps no draft.
  }
  const settings = {};
  if ($("#class").value) settings.class = $("#class").value;
  if ($("#clues").value.trim()) settings.clues = $("#clues").value.trim();
  const submit = $("#new-cards [type=submit]");
  const abort = new AbortController();
  const line = el("p", {}, t("making"));
  result.replaceChildren(line, button(t("stop"), { onclick: () => abort.abort() }));
  submit.disabled = true;
  try {
    const answer = await long("cards", { properties: properties.value, invariants: invariants.value, settings, seed: Number($("#seed").value) || 0 },
      { signal: abort.signal, progress: (p) => { line.textContent = t("making") + " " + (p.text || "") + " " + (p.done || ""); } });
    const view = answer.view;
    const clues = (view.cards || view.lineup).clues;
    result.replaceChildren(el("section.panel", {}, el("h2", {}, view.title),
      el("p", {}, t("newcards.made", { n: clues.length, things: view.cards?.things?.length ?? "" }) + (answer.class ? " " + t("difficulty") + ": " + answer.class : "")),
      el("ol", {}, clues.map((c) => el("li", {}, c.text))),
      el("div.form-row", {}, el("a.btn.primary", { href: "/play?p=" + encodeURIComponent(answer.puzzle) }, t("print.play")),
        button(t("newcards.another"), { onclick: () => { $("#seed").value = Number($("#seed").value) + 1; $("#new-cards").requestSubmit(); } }))));
  } catch (err) {
    result.replaceChildren(err.name === "AbortError" ? "" : el("pre.note.bad", {}, reason(err)));
  } finally {
    submit.disabled = false;
  }
});
