// The board of a worded puzzle: its text, and options or a field for the answer, which the grader marks. A model is {answer}.

import { el, $$, button } from "../dom.js";
import { t } from "../i18n.js";
import { post } from "../api.js";

export function rulesOf() {
  return {
    start: () => ({ answer: "" }),
    apply: (model, e) => (e.t === "mark" && e.k === "answer" ? { ...model, answer: String(e.v) } : model),
    moves: () => [],
    complete: (model) => model.answer.trim() !== "",
    holds: () => false,
  };
}

export function create(view, ctx) {
  const rules = rulesOf();
  const v = view.text;
  const options = v.options || [];
  let model = rules.start();
  let shown = null;

  const body = el("div.worded-text");
  for (const part of v.text.split(/\n{2,}/)) body.append(el("p", {}, part));

  const form = el("form.answer", { onsubmit: (e) => { e.preventDefault(); mark(); } });
  const separator = ", ";
  let fields = [];
  let write = null;
  if (options.length) {
    const set = el("fieldset", {}, el("legend", {}, t(v.multiple ? "text.chooseAll" : "text.choose")));
    fields = options.map((o, i) => {
      const input = el("input", { type: v.multiple ? "checkbox" : "radio", name: "answer", value: o, id: "option-" + i, onchange: changed });
      set.append(el("label.option", {}, input, el("span", {}, o)));
      return input;
    });
    form.append(set);
  } else {
    write = el("textarea", { rows: 3, id: "answer-field", maxLength: 20000, autocomplete: "off", spellcheck: false, onchange: changed });
    write.addEventListener("keydown", (e) => { if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) { e.preventDefault(); changed(); mark(); } });
    form.append(el("label", { htmlFor: "answer-field" }, t("text.answer")), write);
  }
  if (v.answerHint) form.append(el("p.hint-line", {}, v.answerHint));
  const submit = el("button.btn.primary", { type: "submit" }, t("text.mark"));
  const result = el("div.mark-result", { role: "status" });
  form.append(el("div.form-row", {}, submit), result);

  function read() {
    if (write) return write.value.trim();
    return fields.filter((f) => f.checked).map((f) => f.value).join(separator);
  }

  function changed() {
    result.replaceChildren();
    if (read() !== model.answer) ctx.act({ t: "mark", k: "answer", v: read() });
  }

  async function mark() {
    if (read() !== model.answer) ctx.act({ t: "mark", k: "answer", v: read() });
    if (!model.answer) {
      result.replaceChildren(el("p.bad", {}, t("text.nothing")));
      return;
    }
    submit.disabled = true;
    try {
      const answer = await post("grade", { puzzle: view.id, answer: model.answer });
      const good = answer.mark >= 1;
      result.replaceChildren(el("p." + (good ? "good" : answer.mark > 0 ? "part" : "bad"), {},
        good ? t("text.right") : answer.mark > 0 ? t("text.partly", { percent: Math.round(100 * answer.mark) }) : t("text.wrong")));
      if (answer.reason && !good) result.append(el("p", {}, answer.reason));
      if (good) ctx.finish?.();
    } catch (e) {
      result.replaceChildren(el("p.bad", {}, ctx.failed(e)));
    } finally {
      submit.disabled = false;
    }
  }

  function draw() {
    const answer = (shown || model).answer;
    if (write) {
      if (document.activeElement !== write || !write.value) write.value = answer;
    } else {
      const chosen = v.multiple ? answer.split(separator) : [answer];
      for (const f of fields) f.checked = chosen.includes(f.value);
    }
  }

  draw();
  return {
    element: el("div.text-board", {}, el("article.worded", {}, body), form),
    controls: null,
    rules,
    help: t("help.text"),
    show(m) { model = m; if (write && write.value.trim() !== m.answer) write.value = m.answer; draw(); },
    preview(m) { shown = m; draw(); },
    mark() {}, unmark() {},
    focus: () => (write || fields[0])?.focus(),
    redraw: draw,
    suspect: () => [],
    place: () => null,
  };
}
