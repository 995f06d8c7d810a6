// The page of a family: a puzzle of it is made, or the day's opened.

import { $ } from "./dom.js";
import * as page from "./page.js";
import { prepare } from "./new_game.js";

page.start();
prepare($(".new-game"));
