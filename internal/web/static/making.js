// The page of a puzzle that takes long to make: it has the puzzle made, and comes again.

import { $, button } from "./dom.js";
import { t, lang } from "./i18n.js";
import { long, reason } from "./api.js";
import * as page from "./page.js";

page.start();
const told = $("#making");
try {
  await long("view", { puzzle: told.dataset.puzzle, lang });
  location.reload();
} catch (e) {
  $("h1").textContent = t("error.title");
  told.setAttribute("role", "alert");
  told.classList.add("bad");
  told.replaceChildren(reason(e), " ", button(t("again"), { kind: "small", data: { do: "again" }, onclick: () => location.reload() }));
}
