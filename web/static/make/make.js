// The workbench.

import { $ } from "../dom.js";
import * as page from "../page.js";
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
document.documentElement.dataset.ready = "true";
