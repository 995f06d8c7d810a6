// The workbench.

import { $, toast } from "../dom.js";
import * as page from "../page.js";
import { post, reason } from "../api.js";
import { receive } from "../receive.js";
import * as spec from "./spec.js";
import * as board from "./board.js";
import * as text from "./text.js";
import * as layers from "./layers.js";
import * as rules from "./rules.js";
import * as blanks from "./blanks.js";

page.start();
const root = $("#bench");
const kind = JSON.parse($("#make-data").textContent);
document.getElementById("make-other").addEventListener("change", (e) => { if (e.target.value) location.href = "/make?kind=" + e.target.value; });
({ spec, board, text, layers, rules, blanks })[kind.editor].start(root, kind);
// A puzzle that is pasted or dropped anywhere is opened to be changed.
receive(async (it) => {
  try {
    const { entries } = await post("import", { text: it, family: "" });
    const good = entries.find((x) => x.puzzle);
    if (!good) throw new Error(entries[0]?.error);
    location.href = "/make?p=" + encodeURIComponent(good.puzzle);
  } catch (e) { toast(reason(e)); }
});
document.documentElement.dataset.ready = "true";
