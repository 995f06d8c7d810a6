// The board of a worded puzzle: its text, and for each question options or a field for the answer, which the server's grader
// marks. A model is {answers}: what is answered to each question; of options, the letters of those chosen.

import { el } from "../dom.js";
import { t } from "../i18n.js";

// questionOf gives the question, from 0, that a reference is about: "2" is the second, "2.3" the third thing of its answer.
const questionOf = (ref) => parseInt(ref.id, 10) - 1;

const letter = (i) => String.fromCharCode(65 + i);

export function rulesOf(view) {
  const n = Math.max(1, view.text.questions?.length || 0);
  return {
    start: () => ({ answers: Array(n).fill("") }),
    apply(model, e) {
      if (e.t !== "move") return model;
      const answers = model.answers.slice();
      for (const move of e.m.split(" ")) {
        const m = /^(\d+)=(.*)$/.exec(move);
        if (!m || m[1] < 1 || m[1] > n) throw new Error("move " + move);
        answers[m[1] - 1] = decodeURIComponent(m[2]);
      }
      return { ...model, answers };
    },
    moves: (model) => model.answers.flatMap((a, i) => (a ? [i + 1 + "=" + encodeURIComponent(a)] : [])),
    complete: () => false, // an answer is marked when the player asks for it
    holds: (model, ref) => !!model.answers[questionOf(ref)],
  };
}

export function create(view, ctx) {
  const rules = rulesOf(view);
  const v = view.text;
  let model = rules.start();
  let shown = null;

  const body = el("div.worded-text");
  for (const part of v.text.split(/\n{2,}/)) body.append(el("p", {}, part));
  const form = el("form.answer", { onsubmit: (e) => { e.preventDefault(); mark(); } });

  // asking makes the fields of a question: read and write what is answered.
  function asking(q, k) {
    const box = el("div.question", { data: { question: k + 1 } });
    const numbered = new RegExp("^\\D*" + (k + 1) + "\\p{L}?$", "u").test(q.text); // as blanks are, in Chinese with a word behind the number
    const title = several ? (numbered ? q.text : t("text.question", { n: k + 1 }) + " " + (q.text || "")) : t(q.options?.length ? (q.multiple ? "text.chooseAll" : "text.choose") : "text.answer");
    const flag = el("span.question-flag");
    let field;
    if (q.options?.length) {
      const set = el("fieldset", {}, el("legend", {}, title, " ", flag));
      const inputs = q.options.map((o, i) => {
        const input = el("input", { type: q.multiple ? "checkbox" : "radio", name: "answer-" + k, value: letter(i), onchange: () => changed(k) });
        set.append(el("label.option", {}, input, el("span.option-letter", {}, letter(i)), el("span", {}, o)));
        return input;
      });
      box.append(set);
      field = {
        read: () => inputs.filter((f) => f.checked).map((f) => f.value).join(""),
        write: (text) => { for (const f of inputs) f.checked = text.includes(f.value); },
        focus: () => inputs[0].focus(),
      };
    } else {
      const id = "answer-field-" + (k + 1);
      const write = el("textarea", { rows: several ? 1 : 2, id, maxLength: 20000, autocomplete: "off", spellcheck: false, onchange: () => changed(k) });
      write.addEventListener("keydown", (e) => { if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) { e.preventDefault(); changed(k); mark(); } });
      box.append(el("label", { htmlFor: id }, title, " ", flag), write);
      field = { read: () => write.value.trim().replace(/\s+/g, " "), write: (text) => { if (write.value.trim().replace(/\s+/g, " ") !== text) write.value = text; }, focus: () => write.focus() };
    }
    const wrong = el("p.bad.wrong-entries", { hidden: true });
    box.append(wrong);
    if (q.hint) box.append(el("p.hint-line", {}, q.hint));
    form.append(box);
    return { ...field, flag, wrong };
  }

  const questions = v.questions?.length ? v.questions : [{ text: "", options: v.options, multiple: v.multiple, hint: v.answerHint }];
  v.questions = questions;
  const several = questions.length > 1;
  const fields = questions.map(asking);
  const submit = el("button.btn.primary", { type: "submit", data: { do: "mark" } }, t("text.mark"));
  const result = el("div.mark-result", { role: "status" });
  form.append(el("div.form-row", {}, submit), result);

  function changed(k) {
    result.replaceChildren();
    const text = fields[k].read();
    flag(k, "", "");
    if (text !== model.answers[k]) ctx.act({ t: "move", m: k + 1 + "=" + encodeURIComponent(text) });
  }

  // flag says of a question whether its answer is right, and which things in it are not.
  function flag(k, sign, kind, wrong = []) {
    const f = fields[k];
    f.flag.textContent = sign;
    f.flag.className = "question-flag " + kind;
    f.wrong.replaceChildren(...(wrong.length ? [t("text.notThese"), " ", ...wrong.flatMap((r, i) => [i ? ", " : "", el("strong", {}, several ? r.text.replace(/^\d+\. /, "") : r.text)])] : []));
    f.wrong.hidden = !wrong.length;
  }

  // flagWrong flags the questions that references are about.
  function flagWrong(refs) {
    for (const k of new Set(refs.map(questionOf))) flag(k, "✗", "bad", refs.filter((r) => r.kind === "entry" && questionOf(r) === k));
  }

  // take takes in what is written and not yet told.
  function take() {
    fields.forEach((f, k) => { if (f.read() !== model.answers[k]) changed(k); });
  }

  async function mark() {
    take();
    if (!model.answers.every(Boolean)) {
      result.replaceChildren(el("p.bad", {}, t(model.answers.some(Boolean) ? "text.some" : "text.nothing")));
      return;
    }
    submit.disabled = true;
    const verdict = await ctx.ask("check");
    const wrong = verdict && !verdict.solved && ctx.can("mistakes") ? await ctx.ask("mistakes") : null;
    submit.disabled = false;
    if (!verdict) return;
    if (!verdict.solved && !wrong) return; // what went wrong was said
    const refs = wrong?.mistakes || [];
    const bad = new Set(refs.map(questionOf));
    // An answer that is right as far as it goes is no mistake, and not yet right either.
    if (verdict.solved || verdict.complete) fields.forEach((f, k) => flag(k, bad.has(k) ? "" : "✓", "good"));
    flagWrong(refs);
    const n = fields.length - bad.size;
    result.replaceChildren(verdict.solved ? el("p.good", {}, t("text.right"))
      : !verdict.complete && !bad.size ? el("p.part", {}, t("text.short"))
      : fields.length > 1 && verdict.complete && n > 0 ? el("p.part", {}, t("text.partly", { n, all: fields.length })) : el("p.bad", {}, t("text.wrong")));
    if (verdict.solved) ctx.finish();
  }

  function draw() {
    (shown || model).answers.forEach((a, k) => fields[k].write(a));
  }

  draw();
  return {
    element: el("div.text-board", {}, el("article.worded" + (v.code ? ".code" : ""), {}, body)),
    controls: form, // beside the text, or below it: the answer is at hand while the text is read
    rules,
    help: t("help.text"),
    show(m) { model = m; draw(); },
    preview(m) { shown = m; draw(); },
    take,
    mark: (refs, kind) => { if (kind === "wrong") flagWrong(refs); },
    unmark() {},
    focus: () => fields[0]?.focus(),
    redraw: draw,
    suspect: () => [],
    place: (ref) => (several ? t("text.question", { n: questionOf(ref) + 1 }) : null),
  };
}
