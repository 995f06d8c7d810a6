// Pages with little to do: printing, help, errors.

import { $ } from "./dom.js";
import * as page from "./page.js";

page.start();
const print = $("#print-now");
if (print) {
  print.hidden = false;
  print.addEventListener("click", () => window.print());
}
