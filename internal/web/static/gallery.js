// The gallery: new puzzles, games to go on with, puzzles of one's own.

import { receive } from "./receive.js";
import { $, $$, el, button } from "./dom.js";
import { t, ago, duration } from "./i18n.js";
import { post, long, reason as say } from "./api.js";
import * as games from "./games.js";
import * as page from "./page.js";
import * as diary from "./diary.js";
import { week } from "./streak.js";

page.start();

// ---- new puzzles
for (const form of $$(".new-game")) {
  form.addEventListener("submit", async (e) => {
    if (e.submitter?.name === "lesson") {
      form.elements.params.value = smallest(form); // an example is short
      return;
    }
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
      keepChoice(form);
      location.href = "/play?p=" + encodeURIComponent(answer.puzzle) + (settings.class ? "&class=" + settings.class : "");
    } catch (err) {
      status.textContent = say(err);
      submit.disabled = false;
    }
  });
}
addEventListener("pageshow", () => { for (const b of $$(".new-game [type=submit]")) b.disabled = false; for (const s of $$(".form-status")) s.textContent = ""; });

// ---- kinds: a tile opens a sheet, with what was chosen last
const CHOICES = "quandary.choices";
let choices = {};
try { choices = JSON.parse(localStorage.getItem(CHOICES)) || {}; } catch { /* nothing is kept */ }

function keepChoice(form) {
  choices[form.dataset.family] = [form.elements.params?.value, form.elements.class?.value];
  try { localStorage.setItem(CHOICES, JSON.stringify(choices)); } catch { /* nothing is kept */ }
}

// smallest is the smallest size that a form offers.
function smallest(form) {
  const values = [...form.querySelectorAll('[name="params"]')].flatMap((x) => (x.options ? [...x.options] : [x])).map((x) => x.value);
  const cells = (v) => { const m = /^(\d+)x(\d+)/.exec(v); return m ? m[1] * m[2] : 1e9; };
  return values.sort((x, y) => cells(x) - cells(y))[0];
}

const kept = diary.read();
for (const tile of $$(".tile")) {
  const form = $("form", tile);
  const family = form.dataset.family;
  const solved = diary.alike(kept, family).length;
  if (solved) $(".tile-solved", tile).textContent = "✓ " + solved;
  tile.addEventListener("toggle", () => {
    document.body.classList.toggle("sheet-open", !!$(".tile[open]"));
    if (!tile.open) return;
    $(".sheet-close", tile).hidden = false;
    const [size, klass] = choices[family] || [];
    if (size && [...form.querySelectorAll('[name="params"]')].some((x) => x.value === size || [...(x.options || [])].some((o) => o.value === size))) form.elements.params.value = size;
    if (klass !== undefined && form.elements.class && [...form.querySelectorAll('[name="class"]')].some((x) => x.value === klass)) form.elements.class.value = klass;
    expect(form);
    $("[type=submit]", form).focus({ preventScroll: true });
  });
  form.addEventListener("change", () => expect(form));
  $(".sheet-close", tile).addEventListener("click", () => shut(tile));
}

function shut(tile) {
  tile.open = false;
  $("summary", tile).focus();
}
addEventListener("keydown", (e) => { const open = $(".tile[open]"); if (e.key === "Escape" && open) shut(open); });
addEventListener("click", (e) => { const open = $(".tile[open]"); if (open && !e.target.closest(".tile")) shut(open); });

// expect says how long a puzzle is likely to take this player.
function expect(form) {
  const size = form.elements.params?.value, klass = form.elements.class?.value || "";
  const f = diary.figures(diary.alike(kept, form.dataset.family, size, klass));
  $(".expected", form).textContent = f.n ? t("expected", { n: Math.max(1, Math.round(f.median / 60)) }) : "";
}

// Search finds a kind by any of its names. / goes there, Enter opens the first.
const find = $("#find-kind");
const kinds = $$(".tiles > li");
let group = "";
const search = () => {
  const wanted = find.value.trim().toLowerCase();
  let n = 0;
  for (const li of kinds) {
    const at = li.closest(".kind-group").id.slice("group-".length);
    li.hidden = (!!wanted && !li.dataset.words.includes(wanted)) || (!wanted && !!group && at !== group);
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
  $("details", first).open = true;
});
addEventListener("keydown", (e) => {
  if (e.key !== "/" || e.ctrlKey || e.metaKey || e.altKey || e.target.matches?.("input, textarea, select")) return;
  e.preventDefault();
  find.focus();
});
for (const chip of $$(".chip")) chip.addEventListener("click", (e) => {
  e.preventDefault();
  group = chip.dataset.group;
  chip.setAttribute("aria-current", "true");
  for (const c of $$(".chip")) if (c !== chip) c.removeAttribute("aria-current");
  search();
});
search();

// ---- today: the date is the player's own, which can be another one than the server's
async function todays() {
  const now = diary.today();
  const box = $("#today");
  if (box.dataset.date !== now && !new URLSearchParams(location.search).has("day")) {
    try {
      const text = await (await fetch("/?day=" + now)).text();
      const other = new DOMParser().parseFromString(text, "text/html").querySelector("#today");
      if (other?.dataset.date === now) box.replaceWith(document.importNode(other, true));
    } catch { /* offline: yesterday's stay */ }
  }
  const date = $("#today").dataset.date;
  const day = diary.read();
  const done = { ...day.late[date], ...day.days[date] };
  for (const card of $$(".daily[data-length]")) {
    const seconds = done[card.dataset.length];
    const link = $("a", card);
    const going = games.list().find((g) => g.daily === date + "/" + card.dataset.length && !g.solved && g.events.length);
    if (seconds !== undefined) { card.classList.add("done"); $(".label", link).textContent = t("daily.done", { time: duration(seconds) }); }
    else if (going) $(".label", link).textContent = t("daily.goOn", { time: duration(going.seconds) });
  }
  const n = week($("#week"));
  if (n) $("#streak-count").textContent = t("streak.count", { n });
}
todays();

// A board, an address or an id that is pasted or dropped anywhere is opened.
receive((it) => {
  text.value = it;
  $("#import").requestSubmit();
});

// ---- continue
// titleOf names a game that only the server has, by the texts of its family's form.
function titleOf(g) {
  const form = $(`.new-game[data-family="${CSS.escape(g.family)}"]`);
  const choice = [...(form?.querySelectorAll(`[name="params"][value="${CSS.escape(g.params)}"] + span, option[value="${CSS.escape(g.params)}"]`) || [])][0];
  return ($("#family-" + CSS.escape(g.family) + " .tile-title")?.textContent || g.family) + " " + (choice?.textContent || g.params.slice(0, 40));
}

async function showGames() {
  const all = games.list().filter((g) => g.events.length);
  const local = all.filter((g) => !g.solved); // what is solved is in the diary
  const seen = new Set(all.map((g) => g.server).filter(Boolean));
  draw(local);
  const others = (await games.remote()).filter((g) => !seen.has(g.game) && g.length !== 0 && !g.solved)
    .map((g) => ({ id: null, server: g.game, puzzle: g.puzzle, title: titleOf(g), updated: Date.parse(g.updated), solved: !!g.solved }));
  if (others.length) draw([...local, ...others].sort((a, b) => b.updated - a.updated));
}

function bar(percent) {
  const b = el("span.bar", { role: "img", "aria-label": percent + " %" }, el("i"));
  b.firstChild.style.width = percent + "%";
  return b;
}

function draw(list) {
  const box = $("#continue");
  const out = $(".games", box);
  box.hidden = !list.length;
  out.replaceChildren(...list.slice(0, 24).map((g) => {
    const link = g.id ? "/play?p=" + encodeURIComponent(g.puzzle) + "&g=" + encodeURIComponent(g.id) : "/g/" + encodeURIComponent(g.server);
    const facts = [g.seconds ? duration(g.seconds) : null, ago(g.updated)].filter(Boolean);
    return el("li", {}, el("a.game", { href: link, className: "game" },
      el("strong", {}, g.title || g.puzzle.slice(0, 40)), el("span.small", {}, facts.join(" · ")), g.progress !== undefined ? bar(g.progress) : null),
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
