// The gallery: kinds of puzzles, games to go on with, puzzles of one's own.

import { receive } from "./receive.js";
import { $, $$, el, button, dialog } from "./dom.js";
import { t, ago, duration } from "./i18n.js";
import { post, reason as say } from "./api.js";
import * as games from "./games.js";
import * as page from "./page.js";
import * as diary from "./diary.js";
import { week } from "./streak.js";
import { prepare } from "./new_game.js";

page.start();

// ---- kinds: a tile opens the sheet of its family
const kept = diary.read();
for (const tile of $$(".tile")) {
  const solved = diary.alike(kept, familyOf(tile)).length;
  if (solved) tile.append(el("span.tile-solved", {}, "✓ " + solved));
}

function familyOf(tile) { return tile.id.slice("family-".length); }

$("#kinds").addEventListener("click", (e) => {
  const tile = e.target.closest(".tile");
  if (!tile || e.ctrlKey || e.metaKey || e.shiftKey || e.button) return;
  e.preventDefault();
  open(tile);
});

let opening = 0;

// open shows the sheet of a family; the page of the family itself where the sheet cannot be had.
async function open(tile) {
  const mine = ++opening;
  let form;
  try {
    const answer = await fetch(tile.href);
    form = answer.ok && new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(".new-game");
  } catch { /* offline: the page says so */ }
  if (mine !== opening) return;
  if (!form) { location.href = tile.href; return; }
  form = document.importNode(form, true);
  const { element } = dialog($(".tile-title", tile).textContent, form);
  element.classList.add("kind-sheet");
  prepare(form);
  $("[type=submit]", form).focus({ preventScroll: true });
}

// Search finds a kind by any of its names. / goes there, Enter opens the first. "New to me" leaves those of which one was solved.
const find = $("#find-kind");
const kinds = $$(".tiles > li");
const unsolved = $("#new-to-me");
const solved = (li) => !!$(".tile-solved", li);
let group = "";
const search = () => {
  const wanted = find.value.trim().toLowerCase();
  let n = 0;
  for (const li of kinds) {
    const at = li.closest(".kind-group").id.slice("group-".length);
    li.hidden = (!!wanted && !li.dataset.words.includes(wanted)) || (!wanted && !!group && at !== group) || (pressed(unsolved) && solved(li));
    if (!li.hidden) n++;
  }
  for (const g of $$(".kind-group")) {
    const shown = g.querySelectorAll("li:not([hidden])").length;
    g.hidden = !shown;
    $("h3 .small", g).textContent = t("kinds.n", { n: shown });
  }
  $("#found").textContent = wanted ? t("kinds.n", { n }) : "";
};
find.addEventListener("input", search);
find.addEventListener("keydown", (e) => {
  const first = e.key === "Enter" && kinds.find((li) => !li.hidden);
  if (!first) return;
  e.preventDefault();
  open($(".tile", first));
});
addEventListener("keydown", (e) => {
  if (e.key !== "/" || e.ctrlKey || e.metaKey || e.altKey || e.target.matches?.("input, textarea, select")) return;
  e.preventDefault();
  find.focus();
});
const groups = $$(".chip[data-group]");
for (const chip of groups) chip.addEventListener("click", (e) => {
  e.preventDefault();
  group = chip.dataset.group;
  chip.setAttribute("aria-current", "true");
  for (const c of groups) if (c !== chip) c.removeAttribute("aria-current");
  search();
});
unsolved.append(" " + kinds.filter((li) => !solved(li)).length);
unsolved.addEventListener("click", () => { unsolved.setAttribute("aria-pressed", !pressed(unsolved)); search(); });
// "Surprise me" opens one of the kinds that are shown, those that are new to the player first.
$("#surprise").addEventListener("click", () => {
  const shown = kinds.filter((li) => !li.hidden);
  const fresh = shown.filter((li) => !solved(li));
  const some = fresh.length ? fresh : shown;
  if (some.length) open($(".tile", some[Math.floor(Math.random() * some.length)]));
});
search();

function pressed(b) { return b.getAttribute("aria-pressed") === "true"; }

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
const MOST_GAMES = 6;
let every = false; // more than that are shown only when they are asked for

async function showGames() {
  const all = games.list().filter((g) => g.events.length);
  const local = all.filter((g) => !g.solved); // what is solved is in the diary
  const seen = new Set(all.map((g) => g.server).filter(Boolean));
  draw(local);
  const others = (await games.remote()).filter((g) => !seen.has(g.game) && g.length !== 0 && !g.solved)
    .map((g) => ({ id: null, server: g.game, puzzle: g.puzzle, title: g.title, updated: Date.parse(g.updated), solved: !!g.solved }));
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
  const first = list.length > MOST_GAMES ? list.slice(0, MOST_GAMES - 1) : list;
  out.replaceChildren(...(every ? list : first).map((g) => {
    const link = g.id ? "/play?p=" + encodeURIComponent(g.puzzle) + "&g=" + encodeURIComponent(g.id) : "/g/" + encodeURIComponent(g.server);
    const facts = [g.seconds ? duration(g.seconds) : null, ago(g.updated)].filter(Boolean);
    return el("li", {}, el("a.game", { href: link, className: "game" },
      el("strong", {}, g.title || g.puzzle.slice(0, 40)), el("span.small", {}, facts.join(" · ")), g.progress !== undefined ? bar(g.progress) : null),
      g.id ? button("×", { kind: "ghost small", "aria-label": t("game.forget"), title: t("game.forget"), onclick: (e) => { games.remove(g.id); e.currentTarget.closest("li").remove(); } }) : null);
  }));
  if (!every && list.length > first.length) out.append(el("li", {}, button(t("continue.all", { n: list.length }), { kind: "ghost", onclick: () => { every = true; draw(list); $(".games > :nth-child(" + (first.length + 1) + ") a").focus(); } })));
}
showGames();

// ---- puzzles of one's own
const MOST_LISTED = 200;
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
    const { entries, cut } = await post("import", { text: text.value, family: $("#import-family").value });
    const good = entries.filter((x) => x.puzzle);
    if (good.length === 1 && entries.length === 1 && !good[0].notes) { location.href = "/play?p=" + encodeURIComponent(good[0].puzzle); return; }
    const listed = entries.slice(0, MOST_LISTED);
    out.replaceChildren(el("p", {}, t("own.found", { n: good.length })), el("ol.plain.entries", {}, listed.map((x) => el("li", {},
      x.puzzle ? el("a", { href: "/play?p=" + encodeURIComponent(x.puzzle) }, x.name || x.family + " " + (x.line || "")) : el("span.bad", {}, (x.line ? t("line") + " " + x.line + ": " : "") + x.error),
      (x.notes || []).map((note) => el("p.small", {}, note))))));
    if (cut) out.append(el("p", {}, t("own.cut", { n: entries.length })));
    if (entries.length > listed.length) out.append(el("p", {}, t("own.listed", { n: listed.length })));
  } catch (err) {
    out.replaceChildren(el("p.bad", {}, say(err)));
  }
});
