// What is needed less often, behind one button: save points, the way back, sharing, printing, export.

import { el, button, dialog, toast, icon, $ } from "./dom.js";
import { t, data, duration } from "./i18n.js";
import { post, blob } from "./api.js";

export function menu(ctx) {
  const { play } = ctx;
  const items = el("div.menu", { id: "menu", hidden: true });
  const open = button(t("more"), { icon: "menu", onclick: () => toggle(items.hidden), "aria-expanded": "false", "aria-controls": "menu", data: { do: "menu" } });

  function toggle(on) {
    items.hidden = !on;
    open.setAttribute("aria-expanded", on ? "true" : "false");
    if (on) items.querySelector("button, a")?.focus();
  }
  const item = (name, picture, run) => items.append(button(t("menu." + name), { icon: picture, kind: "item", data: { do: name }, onclick: () => { toggle(false); open.focus(); run(); } }));
  document.addEventListener("click", (e) => { if (!items.hidden && !e.target.closest(".menu-box")) toggle(false); });
  items.addEventListener("keydown", (e) => {
    if (e.key === "Escape") { toggle(false); open.focus(); }
    const list = [...items.children];
    const at = list.indexOf(document.activeElement);
    if (e.key === "ArrowDown") { e.preventDefault(); list[(at + 1) % list.length].focus(); }
    if (e.key === "ArrowUp") { e.preventDefault(); list[(at - 1 + list.length) % list.length].focus(); }
  });

  ctx.menu = (name) => items.querySelector(`[data-do="${name}"]`)?.click();
  if (ctx.can("refute")) item("why", "why", () => ctx.hint.why());
  item("rules", "list", () => dialog(t("rules"), ...[...document.querySelectorAll("#rules p")].map((p) => p.cloneNode(true))));
  for (const [name, run] of ctx.board.more || []) items.append(button(t(name), { icon: name, kind: "item narrow", onclick: () => { toggle(false); run(); } }));
  item("save", "save", save);
  item("saves", "list", saves);
  item("history", "tree", async () => (await import("./history.js")).history(ctx, dialog));
  if (ctx.can("mistakes")) item("beforeMistake", "undo", () => ctx.hint.beforeMistake());
  if (ctx.can("explain")) item("path", "path", () => ctx.hint.path());
  if (!data.file) item("share", "share", share);
  if (data.file) item("print", "print", () => print());
  else item("print", "print", () => { location.href = "/print?p=" + encodeURIComponent(play.puzzle); });
  if (ctx.can("render")) item("pdf", "file", () => file("pdf", { answers: true }));
  if (!data.file) item("export", "export", exportDialog);
  if (data.make) item("make", "mode-digit", () => { location.href = "/make?p=" + encodeURIComponent(play.puzzle); });
  item("restart", "restart", data.file ? () => { ctx.goTo(ctx.log().root); } : restart);
  item("keys", "keyboard", () => dialog(t("menu.keys"), ...t("keys." + play.view.kind).split("\n").map((line) => {
    const [keys, what] = line.split(" – ");
    return el("p.key-line", {}, el("kbd", {}, keys), " ", what || "");
  })));

  // ---- save points
  function save() {
    const name = el("input", { id: "save-name", value: t("save.name", { n: ctx.log().saves.length + 1, time: duration(ctx.timer.seconds) }), maxLength: 80, required: true });
    const { close } = dialog(t("menu.save"), el("form", { onsubmit: (e) => {
      e.preventDefault();
      ctx.append({ t: "save", name: name.value.trim() || "–" });
      close();
      ctx.note(t("save.kept", { name: name.value.trim() }), "good");
    } }, el("label", { htmlFor: "save-name" }, t("save.label")), name, el("div.form-row", {}, el("button.btn.primary", { type: "submit" }, t("menu.save")))));
    name.select();
  }

  function saves() {
    const log = ctx.log();
    if (!log.saves.length) return ctx.note(t("save.none"));
    const { close } = dialog(t("menu.saves"), el("ul.plain", {}, log.saves.map((s) => el("li", {}, button(s.name, { icon: "save", onclick: () => {
      close();
      ctx.goTo(log.nodes[s.id]);
      ctx.note(t("save.opened", { name: s.name }), "good");
    } })))));
  }

  function restart() {
    location.href = "/play?new=1&p=" + encodeURIComponent(play.puzzle);
  }

  // ---- sharing
  function share() {
    const out = el("div.share-result");
    const go = (what) => async () => {
      out.replaceChildren(el("p", { role: "status" }, t("working")));
      try {
        const body = { puzzle: play.puzzle };
        if (what === "game") {
          await ctx.game.send();
          if (!ctx.game.record.server) throw new Error(t("share.notYet"));
          delete body.puzzle;
          body.game = ctx.game.record.server;
        }
        const answer = await post("share", body);
        const link = answer.link;
        const field = el("input", { value: link, readOnly: true, "aria-label": t("share.link"), onfocus: () => field.select() });
        out.replaceChildren(el("div.form-row", {}, field, button(t("copy"), { icon: "copy", onclick: () => copy(link) })),
          el("img.qr", { src: "/api/v1/shares/" + encodeURIComponent(answer.id) + "/qr.svg", alt: t("share.qr"), width: 220, height: 220 }), el("p.small", {}, t("share.safe")));
        field.focus();
      } catch (e) {
        out.replaceChildren(el("p.bad", {}, ctx.failed(e)));
      }
    };
    dialog(t("menu.share"), el("div.form-row", {},
      button(t("share.puzzle"), { kind: "primary", onclick: go("puzzle"), data: { do: "share-puzzle" } }),
      button(t("share.game"), { onclick: go("game"), data: { do: "share-game" }, disabled: !ctx.log().length })), out);
  }

  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      toast(t("copied"));
    } catch {
      toast(t("copyFailed"), "bad");
    }
  }

  // ---- files
  function save_(name, content) {
    const url = URL.createObjectURL(content);
    const a = el("a", { href: url, download: name });
    document.body.append(a);
    a.click();
    a.remove();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
  }

  async function file(format, more = {}) {
    try {
      save_(play.family + "." + (format === "text" ? "txt" : format), await blob("render", { puzzle: play.puzzle, moves: ctx.moves(), format, ...more }));
    } catch (e) {
      ctx.note(ctx.failed(e), "bad");
    }
  }

  function exportDialog() {
    const formats = [{ name: "id", doc: t("export.id") }, ...play.formats];
    const out = el("textarea", { readOnly: true, rows: 6, hidden: true, "aria-label": t("export.text") });
    const actions = el("div.form-row", { hidden: true });
    const list = el("ul.plain", {}, formats.map((f) => el("li", {}, button(f.name, { kind: "small", onclick: () => write(f.name), data: { format: f.name } }), " ", el("span.small", {}, f.doc))));
    async function write(format) {
      try {
        const answer = await post("export", { puzzle: play.puzzle, format });
        out.value = answer.text;
        out.hidden = actions.hidden = false;
        actions.replaceChildren(button(t("copy"), { icon: "copy", onclick: () => copy(answer.text) }),
          button(t("download"), { icon: "export", onclick: () => save_(answer.name, new Blob([answer.text], { type: "text/plain" })) }));
      } catch (e) {
        out.hidden = false;
        out.value = ctx.failed(e);
      }
    }
    dialog(t("menu.export"), list, ctx.can("render") ? el("div.form-row", {}, ["svg", "png", "pdf", "text"].map((f) => button(f.toUpperCase(), { kind: "small", onclick: () => file(f) }))) : null, out, actions);
  }

  return el("div.menu-box", {}, open, items);
}
