// A small editor of code: a textarea, which brings undo, selection, spelling of input methods and screen readers with it, over
// a painted copy of its text, with line numbers, marks and proposals. Lines and columns count from 1, columns in characters.

import { el, say } from "../dom.js";
import { t } from "../i18n.js";

const HIGHLIGHTED = 4000; // lines; a longer text is shown plain

const chars = (s) => Array.from(s);

// offsetOf gives the place in a text (in UTF-16 units) of a line and column.
function offsetOf(text, line, col) {
  let at = 0;
  for (let i = 1; i < line; i++) {
    const next = text.indexOf("\n", at);
    if (next < 0) return text.length;
    at = next + 1;
  }
  const end = text.indexOf("\n", at);
  const row = chars(text.slice(at, end < 0 ? text.length : end));
  return at + row.slice(0, col - 1).join("").length;
}

function placeOf(text, offset) {
  const before = text.slice(0, offset);
  const start = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, col: chars(before.slice(start)).length + 1 };
}

// tokens takes a line apart for painting: [class, text] pairs. It is a guide for the eye; what counts is the server's lint.
function tokens(line) {
  const out = [];
  const m = /^(\s*(?:- )*)([^\s#:'"{}[\]][^#:'"]*)(:)(?=\s|$)/.exec(line);
  let rest = line;
  if (m) {
    out.push(["", m[1]], ["key", m[2]], ["", m[3]]);
    rest = line.slice(m[0].length);
  }
  const part = /(^|\s)#.*$|"(?:[^"\\]|\\.)*"?|'(?:[^']|'')*'?|\b\d+(?:\.\d+)?\b|\b(?:for|in|if|else|and|or|not|lambda|True|False|None|true|false|null)\b/g;
  let last = 0;
  for (let x; (x = part.exec(rest)); ) {
    if (x.index > last) out.push(["", rest.slice(last, x.index)]);
    const s = x[0];
    out.push([/^\s*#/.test(s) ? "comment" : /^["']/.test(s) ? "string" : /^\d/.test(s) ? "number" : "word", s]);
    last = x.index + s.length;
    if (!s.length) part.lastIndex++;
  }
  if (last < rest.length) out.push(["", rest.slice(last)]);
  return out;
}

// create makes an editor: label is its name, changed is called after each change, complete(text, line, col) gives proposals.
export function create({ label, changed, complete, value = "" }) {
  const input = el("textarea.code-input", { spellcheck: false, autocapitalize: "off", autocomplete: "off", wrap: "off", "aria-label": label, "aria-autocomplete": complete ? "list" : undefined });
  const paint = el("pre.code-paint", { "aria-hidden": "true" });
  const gutter = el("div.code-gutter", { "aria-hidden": "true" });
  const list = el("ul.code-list", { role: "listbox", id: "code-list", "aria-label": t("make.proposals"), hidden: true });
  const ruler = el("span.code-ruler", { "aria-hidden": "true" });
  const area = el("div.code-area", {}, paint, input, list, ruler);
  const element = el("div.code", {}, gutter, area);
  let marks = [];
  let lines = [];
  let proposals = null; // {line, from, to, items}
  let chosen = 0;
  let timer = 0;
  let asked = 0;

  function draw() {
    const text = input.value;
    const rows = text.split("\n");
    const byLine = new Map();
    for (const m of marks) byLine.set(m.line, [...(byLine.get(m.line) || []), m]);
    const plain = rows.length > HIGHLIGHTED;
    const next = rows.map((row, i) => {
      const here = byLine.get(i + 1) || [];
      return row + "\u0000" + here.map((m) => m.col + m.severity).join();
    });
    // Only what has changed is painted again.
    let from = 0;
    while (from < next.length && from < lines.length && next[from] === lines[from]) from++;
    let same = 0;
    while (same < next.length - from && same < lines.length - from && next[next.length - 1 - same] === lines[lines.length - 1 - same]) same++;
    for (let i = lines.length - same - 1; i >= from; i--) { paint.children[i].remove(); gutter.children[i].remove(); }
    const put = document.createDocumentFragment(), numbers = document.createDocumentFragment();
    for (let i = from; i < next.length - same; i++) {
      put.append(paintLine(rows[i], byLine.get(i + 1) || [], plain));
      const worst = (byLine.get(i + 1) || []).map((m) => m.severity).sort((a, b) => order(a) - order(b))[0];
      numbers.append(el("span.code-number" + (worst ? "." + worst : ""), {}));
    }
    paint.insertBefore(put, paint.children[from] || null);
    gutter.insertBefore(numbers, gutter.children[from] || null);
    for (let i = from; i < gutter.children.length; i++) gutter.children[i].textContent = String(i + 1);
    lines = next;
    scroll();
  }

  const order = (severity) => ["error", "warning", "hint"].indexOf(severity);

  function paintLine(row, here, plain) {
    const line = el("span.code-line");
    const parts = plain ? [["", row]] : tokens(row);
    // Marks cut the tokens: each underlines the word that it begins at, or one character.
    const cuts = here.map((m) => {
      const all = chars(row);
      const at = all.slice(0, m.col - 1).join("").length;
      const word = /^[\p{L}\p{N}_]+/u.exec(row.slice(at));
      return { at, end: at + (word ? word[0].length : 1), severity: m.severity };
    });
    let at = 0;
    for (const [kind, text] of parts) {
      for (let done = 0; done < text.length; ) {
        const here = at + done;
        const mark = cuts.find((c) => c.at <= here && here < c.end);
        const stop = Math.min(at + text.length, mark ? mark.end : Math.min(...cuts.filter((c) => c.at > here).map((c) => c.at), Infinity));
        const piece = el("span" + (kind ? ".tok-" + kind : ""), {}, text.slice(done, stop - at));
        if (mark) piece.classList.add("mark-" + mark.severity);
        line.append(piece);
        done = stop - at;
      }
      at += text.length;
    }
    const over = cuts.find((c) => c.at >= row.length); // the end of a line, where something is missing
    line.append(over ? el("span.mark-" + over.severity, {}, " \n") : "\n");
    return line;
  }

  function scroll() {
    paint.style.transform = `translate(${-input.scrollLeft}px, ${-input.scrollTop}px)`;
    gutter.style.setProperty("--top", -input.scrollTop + "px");
    if (!list.hidden) placeList();
  }
  input.addEventListener("scroll", scroll);

  // ---- proposals
  async function propose(forced) {
    if (!complete) return;
    const at = input.selectionStart;
    if (at !== input.selectionEnd) return close();
    const { line, col } = placeOf(input.value, at);
    const word = /[\p{L}\p{N}_]*$/u.exec(input.value.slice(0, at))[0];
    if (!forced && !word) return close();
    const mine = ++asked;
    let answer;
    try {
      answer = await complete(input.value, line, col);
    } catch {
      return close(); // typing goes on without proposals
    }
    if (mine !== asked || input.selectionStart !== at || document.activeElement !== input) return;
    if (!answer.items.length) return close();
    proposals = answer;
    chosen = 0;
    list.replaceChildren(...answer.items.map((it, i) => el("li", { role: "option", id: "proposal-" + i, onpointerdown: (e) => { e.preventDefault(); accept(i); } },
      el("span.proposal-label", {}, it.label), el("span.proposal-kind", {}, t("make.kind." + it.kind)), it.doc ? el("span.proposal-doc", {}, it.doc) : null)));
    list.hidden = false;
    choose(0);
    placeList();
    say(t("make.proposed", { n: answer.items.length }));
  }

  function choose(i) {
    chosen = (i + proposals.items.length) % proposals.items.length;
    [...list.children].forEach((li, k) => li.setAttribute("aria-selected", k === chosen ? "true" : "false"));
    list.children[chosen].scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", "proposal-" + chosen);
  }

  function placeList() {
    const row = chars(input.value.split("\n")[proposals.line - 1] || "");
    ruler.textContent = row.slice(0, proposals.from - 1).join("");
    const style = getComputedStyle(input);
    const height = parseFloat(style.lineHeight);
    const x = parseFloat(style.paddingLeft) + ruler.getBoundingClientRect().width - input.scrollLeft;
    const y = parseFloat(style.paddingTop) + proposals.line * height - input.scrollTop;
    list.style.left = Math.max(0, Math.min(x, area.clientWidth - list.offsetWidth - 4)) + "px";
    list.style.top = y + "px";
  }

  function close() {
    asked++;
    proposals = null;
    list.hidden = true;
    input.removeAttribute("aria-activedescendant");
  }

  function accept(i) {
    const it = proposals.items[i];
    const { line, from, to } = proposals;
    close();
    replace(line, from, to, it.insert);
    if (it.insert.endsWith(": ")) later(true);
  }

  function later(forced) {
    clearTimeout(timer);
    timer = setTimeout(() => propose(forced), 90);
  }

  // replace writes over columns of a line, as typing does: it can be undone.
  function replace(line, from, to, text) {
    input.focus();
    input.setSelectionRange(offsetOf(input.value, line, from), offsetOf(input.value, line, to));
    document.execCommand("insertText", false, text);
  }

  input.addEventListener("keydown", (e) => {
    if (proposals) {
      const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[e.key];
      if (step) { e.preventDefault(); return choose(chosen + step); }
      if (e.key === "Enter" || e.key === "Tab") { e.preventDefault(); return accept(chosen); }
      if (e.key === "Escape") { e.preventDefault(); e.stopPropagation(); return close(); }
    }
    if (e.key === " " && (e.ctrlKey || e.metaKey)) { e.preventDefault(); return propose(true); }
    if (e.key === "Enter" && !e.ctrlKey && !e.metaKey && !e.isComposing) {
      // A new line begins where the last one did, and deeper behind a key without value.
      const before = input.value.slice(0, input.selectionStart);
      const row = before.slice(before.lastIndexOf("\n") + 1);
      const indent = /^\s*/.exec(row)[0] + (/^\s*(?:- )*[^#'"]*:\s*$/.test(row) ? "  " : "");
      e.preventDefault();
      document.execCommand("insertText", false, "\n" + indent);
    }
  });
  input.addEventListener("input", (e) => {
    draw();
    changed?.(input.value);
    if (e.inputType === "insertText" && e.data && /[\p{L}\p{N}_{]$/u.test(e.data)) later(false);
    else if (proposals && e.inputType?.startsWith("delete")) later(false);
    else if (e.inputType !== "insertText") close();
    else if (e.data && !/[\p{L}\p{N}_]/u.test(e.data)) close();
  });
  input.addEventListener("blur", () => setTimeout(close, 100));
  input.addEventListener("click", close);
  new ResizeObserver(scroll).observe(input);

  input.value = value;
  draw();

  return {
    element, input,
    get value() { return input.value; },
    set value(text) { input.value = text; close(); draw(); },
    setMarks(list) { marks = list; draw(); },
    go(line, col) {
      const at = offsetOf(input.value, line, col);
      input.focus();
      input.setSelectionRange(at, at);
      const height = parseFloat(getComputedStyle(input).lineHeight);
      input.scrollTop = Math.max(0, (line - 4) * height);
    },
    replace,
  };
}

// marksList shows marks as a list: each goes to its place, and one with a suggestion can be mended at once.
export function marksList(editor) {
  const box = el("ol.marks", { "aria-label": t("make.marks") });
  return {
    element: box,
    show(marks) {
      box.replaceChildren(...marks.map((m) => {
        const item = el("li.mark-item." + m.severity, {},
          el("button.mark-go", { type: "button", onclick: () => editor.go(m.line, m.col || 1) },
            el("span.mark-place", {}, m.line + (m.col ? ":" + m.col : "")), " ",
            el("span.mark-severity", {}, t("make." + m.severity)), " ",
            el("span.mark-text", {}, m.message + (m.expected ? "; " + t("make.expected", { what: m.expected }) : ""))));
        if (m.suggest) {
          item.append(el("button.btn.small-btn", { type: "button", onclick: () => {
            const row = chars(editor.value.split("\n")[m.line - 1] || "").slice(m.col - 1).join("");
            const word = /^[\p{L}\p{N}_-]+/u.exec(row);
            if (word) editor.replace(m.line, m.col, m.col + chars(word[0]).length, m.suggest);
          } }, t("make.mend", { name: m.suggest })));
        }
        return item;
      }));
    },
  };
}
