// The workbench.

import { $ } from "../dom.js";
import * as page from "../page.js";
import * as spec from "./spec.js";
import * as board from "./board.js";
import * as text from "./text.js";

page.start();
const root = $("#bench");
const kind = JSON.parse($("#make-data").textContent);
({ spec, board, text })[kind.editor].start(root, kind);
document.documentElement.dataset.ready = "true";
