// The gallery: new puzzles, games to go on with, puzzles of one's own.

import { $, $$, el, button } from "./dom.js";
import { t, ago, duration } from "./i18n.js";
import { post, long, reason as say } from "./api.js";
import * as games from "./games.js";
import * as page from "./page.js";

page.start();

// ---- new puzzles
for (const form of $$(".new-game")) {
  form.addEventListener("submit", async (e) => {
    e.preventDefault();
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
      location.href = "/play?p=" + encodeURIComponent(answer.puzzle);
    } catch (err) {
      status.textContent = say(err);
      submit.disabled = false;
    }
  });
}
addEventListener("pageshow", () => { for (const b of $$(".new-game [type=submit]")) b.disabled = false; for (const s of $$(".form-status")) s.textContent = ""; });

// ---- a kind among many: by any of its names. / goes to the search, Enter opens the first that is found.
const find = $("#find-kind");
if (find) {
  const kinds = $$("#kinds li");
  const search = () => {
    const wanted = find.value.trim().toLowerCase();
    let n = 0;
    for (const li of kinds) {
      li.hidden = !!wanted && !li.dataset.words.includes(wanted);
      if (!li.hidden) n++;
    }
    for (const g of $$(".kind-group")) g.hidden = ![...g.querySelectorAll("li")].some((li) => !li.hidden);
    $("#found").textContent = wanted ? t("kinds.n", { n }) : "";
  };
  find.addEventListener("input", search);
  find.addEventListener("keydown", (e) => {
    const first = e.key === "Enter" && kinds.find((li) => !li.hidden);
    if (!first) return;
    e.preventDefault();
    first.firstElementChild.open = true;
    $("[type=submit]", first).focus();
  });
  addEventListener("keydown", (e) => {
    if (e.key !== "/" || e.ctrlKey || e.metaKey || e.altKey || e.target.matches?.("input, textarea, select")) return;
    e.preventDefault();
    find.focus();
  });
  search();
}

// A board, an address or an id that is pasted anywhere is opened.
addEventListener("paste", (e) => {
  if (e.target.matches?.("input, textarea")) return;
  text.value = e.clipboardData.getData("text");
  if (text.value) $("#import").requestSubmit();
});

// ---- continue
// titleOf names a game that only the server has, by the texts of its family's form.
function titleOf(g) {
  const form = $(`.new-game[data-family="${CSS.escape(g.family)}"]`);
  const choice = [...(form?.elements.params?.options || [])].find((o) => o.value === g.params);
  return ($("#family-" + CSS.escape(g.family))?.textContent || g.family) + " " + (choice?.textContent || g.params.slice(0, 40));
}

async function showGames() {
  const local = games.list().filter((g) => g.events.length);
  const seen = new Set(local.map((g) => g.server).filter(Boolean));
  draw(local);
  const others = (await games.remote()).filter((g) => !seen.has(g.game) && g.length !== 0)
    .map((g) => ({ id: null, server: g.game, puzzle: g.puzzle, title: titleOf(g), updated: Date.parse(g.updated), solved: !!g.solved }));
  if (others.length) draw([...local, ...others].sort((a, b) => b.updated - a.updated));
}

function draw(list) {
  const box = $("#continue");
  const out = $(".games", box);
  box.hidden = !list.length;
  out.replaceChildren(...list.slice(0, 24).map((g) => {
    const link = g.id ? "/play?p=" + encodeURIComponent(g.puzzle) + "&g=" + encodeURIComponent(g.id) : "/g/" + encodeURIComponent(g.server);
    const facts = [g.solved ? t("game.solved") : g.progress !== undefined ? g.progress + " %" : null, g.seconds ? duration(g.seconds) : null, ago(g.updated)].filter(Boolean);
    return el("li", {}, el("a.game", { href: link, className: "game" + (g.solved ? " done" : "") },
      el("strong", {}, g.title || g.puzzle.slice(0, 40)), el("span.small", {}, facts.join(" · "))),
      g.id ? button("×", { kind: "ghost small", "aria-label": t("game.forget"), title: t("game.forget"), onclick: (e) => { games.remove(g.id); e.currentTarget.closest("li").remove(); } }) : null);
  }));
}
showGames();

// ---- puzzles of one's own
const text = $("#import-text");
$("#import-file").addEventListener("change", async (e) => {
  const file = e.target.files[0];
  if (file) text.value = await file.slice(0, 2_000_000).text();
});
$("#import").addEventListener("submit", async (e) => {
  e.preventDefault();
  const out = $("#import-result");
  if (!text.value.trim()) return text.focus();
  out.textContent = t("working");
  try {
    const { entries } = await post("import", { text: text.value, family: $("#import-family").value });
    const good = entries.filter((x) => x.puzzle);
    if (good.length === 1 && entries.length === 1) { location.href = "/play?p=" + encodeURIComponent(good[0].puzzle); return; }
    out.replaceChildren(el("p", {}, t("own.found", { n: good.length })), el("ol.plain.entries", {}, entries.slice(0, 200).map((x) => el("li", {},
      x.puzzle ? el("a", { href: "/play?p=" + encodeURIComponent(x.puzzle) }, x.name || x.family + " " + (x.line || "")) : el("span.bad", {}, (x.line ? t("line") + " " + x.line + ": " : "") + x.error)))));
  } catch (err) {
    out.replaceChildren(el("p.bad", {}, say(err)));
  }
});
