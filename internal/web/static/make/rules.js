// The workbench for rules files: the file on one side, marked while it is written; on the other a board of the family that it states, with
// all that boards have (layers.js). The rules travel with the links of its puzzles.

import { el, button, toast } from "../dom.js";
import { t } from "../i18n.js";
import { post } from "../api.js";
import { create, marksList } from "./editor.js";
import { setter, sizes } from "./layers.js";
import { drafts, save, failed } from "./common.js";

// unpacked gives the rules that an id carries.
async function unpacked(id) {
  const key = id.split(":")[1].split(",")[0].replaceAll("-", "+").replaceAll("_", "/");
  const bytes = Uint8Array.from(atob(key), (c) => c.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
}

export function start(root, kind) {
  const draft = drafts("rules");
  let kept = {};
  try { kept = JSON.parse(draft.load()) || {}; } catch { /* no draft */ }
  const keep = () => draft.keep(JSON.stringify({ text: editor.value, size: size.field.value, givens: s.givens() }));

  const editor = create({
    label: t("make.rules"), value: kept.text ?? "",
    changed: () => { keep(); check(); },
    complete: (spec, line, col) => post("make/complete", { kind: "rules", spec, line, col }),
  });
  const marks = marksList(editor);
  const heading = el("h2.board-title");
  const summary = el("p.mark-summary", { role: "status" });
  const s = setter({ classes: kind.classes, changed: keep });
  const size = sizes([], () => lay(s.givens()));
  size.field.value = kept.size || "";
  let stated = null;    // what the server says of the rules
  let laid = "";        // the rules and the size that the board stands for
  let quick = 0, deep = 0;
  let lint = [], more = [];

  // ---- marks
  function check() {
    clearTimeout(quick);
    clearTimeout(deep);
    quick = setTimeout(async () => {
      const rules = editor.value;
      try {
        const a = await post("make/rules", { rules, lang: document.documentElement.lang });
        if (rules !== editor.value) return;
        lint = a.marks;
        more = [];
        show();
        s.stale(!a.family);
        if (!a.family) return;
        stated = a;
        s.offer(a.needs || []);
        size.offer(a.sizes.map((x) => ({ value: x, text: x })));
        if (!size.field.value) size.field.value = a.sizes[0] || "";
        lay(s.started() ? s.givens() : kept.givens || []);
        deep = setTimeout(look, 900);
      } catch (e) {
        summary.replaceChildren(failed(e), " ", button(t("again"), { kind: "small", onclick: check, data: { do: "again" } }));
      }
    }, 200);
  }

  // look has the rules tried on small boards.
  async function look() {
    const rules = editor.value;
    try {
      const a = await post("make/rules", { rules, deep: true });
      if (rules !== editor.value) return;
      lint = a.marks;
      show();
    } catch { /* the marks of the text stand */ }
  }

  function show() {
    const all = [...lint, ...more];
    editor.setMarks(all);
    marks.show(all);
    const n = (severity) => all.filter((m) => m.severity === severity).length;
    summary.textContent = all.length ? t("make.summary", { errors: n("error"), warnings: n("warning"), hints: n("hint") }) : t("make.clean");
    summary.className = "mark-summary " + (n("error") ? "bad" : "good");
  }

  // lay puts the board of the rules beside them. A size that they do not have gives way to one that they propose.
  async function lay(givens) {
    const params = stated.rules + "," + size.field.value;
    if (params === laid) return;
    try {
      await s.begin({ family: stated.family, params }, givens);
      laid = params;
      heading.textContent = stated.title;
      keep();
    } catch (e) {
      if (!stated.sizes.includes(size.field.value) && stated.sizes.length && document.activeElement !== size.field) {
        size.field.value = stated.sizes[0];
        return lay(givens);
      }
      s.tell(failed(e), () => lay(givens));
    }
  }

  // ---- files
  function take(text, givens = []) {
    if (editor.value.trim()) draft.keepOld(editor.value);
    back.hidden = !draft.old();
    editor.value = text;
    size.field.value = "";
    kept = { givens };
    if (s.started()) s.replace([]);
    laid = "";
    check();
  }
  const back = button(t("make.back"), { onclick: () => { const old = draft.old(); if (old) take(old); } });
  back.hidden = !draft.old();
  const begin = async (family) => {
    try {
      take((await post("make/rules", { family })).text);
    } catch (e) {
      toast(failed(e), "bad");
    }
  };
  const families = JSON.parse(document.getElementById("make-others").textContent);
  const example = el("select", { "aria-label": t("make.example"), onchange: () => { if (example.value) begin(example.value); example.value = ""; } },
    el("option", { value: "" }, t("make.example")), families.map((f) => el("option", { value: f.value }, f.text)));
  const open = el("input", { type: "file", accept: ".yaml,.yml", onchange: async () => {
    const [file] = open.files;
    if (!file) return;
    if (file.size > 65536) toast(t("make.tooLarge"), "bad");
    else take(await file.text());
    open.value = "";
  } });
  const name = () => (/^family:\s*([a-z0-9-]+)/m.exec(editor.value)?.[1] || "rules") + ".yaml";

  root.classList.add("bench-rules");
  root.replaceChildren(
    el("section.make-write", { "aria-label": t("make.rules") },
      el("div.form-row.make-bar", {}, button(t("make.new"), { onclick: () => begin("template"), data: { do: "new" } }), el("label.btn.file", {}, el("span", {}, t("make.open")), open),
        button(t("make.save"), { onclick: () => save(new Blob([editor.value], { type: "application/yaml" }), name()) }), example, back),
      editor.element, summary, marks.element, el("p.small", {}, t("make.keys"))),
    el("div.make-write", {}, heading, el("div.form-row.make-bar", {}, el("label", {}, t("size"), " ", size.field, size.options), ...s.bar), s.problem, s.place, s.pad),
    el("aside.make-side", {}, ...s.panels));

  const asked = new URLSearchParams(location.search).get("p");
  if (asked) {
    unpacked(asked).then(async (text) => {
      const a = await post("make/board", { puzzle: asked });
      take(text, a.marks);
      size.field.value = asked.split(":")[1].split(",").slice(1).join(",");
    }).catch((e) => toast(failed(e), "bad"));
  } else if (editor.value.trim()) check();
  else begin("template");
}
