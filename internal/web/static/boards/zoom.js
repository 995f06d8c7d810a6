// A part of a board whose cells are too small to be touched: a tap brings them to a size for fingers, a map in the corner and two fingers
// move the view, and a button brings the whole board back.

import { el, button } from "../dom.js";
import { t } from "../i18n.js";

const SMALL = 28;

// zoom has a frame show a part of a board that lies in it. Places are given in cells; span is the corner of the board and how many cells it
// is wide and high.
export function zoom(frame, board, span) {
  const map = el("canvas.zoom-map", { width: Math.ceil(span.w) * 3, height: Math.ceil(span.h) * 3, hidden: true, role: "img", "aria-label": t("zoom.map") });
  const back = button(t("zoom.whole"), { icon: "whole", hidden: true, data: { do: "whole" }, onclick: () => set(false) });
  const self = { on: false, button: back, small, enlarge, show, map: picture };
  let marked = [];
  frame.append(map);

  const cell = () => board.getBoundingClientRect().width / span.w;

  function small() {
    return !self.on && cell() < SMALL;
  }

  function set(on) {
    self.on = on;
    frame.classList.toggle("zoomed", on);
    map.hidden = back.hidden = !on;
    if (on) paint();
    else frame.scrollTo(0, 0);
  }

  // enlarge tells whether the touch of a place was taken to enlarge the board.
  function enlarge(x, y) {
    if (!small()) return false;
    set(true);
    show(x, y, true);
    return true;
  }

  // show brings a place into view, with a cell around it.
  function show(x, y, middle) {
    if (!self.on) return;
    const size = cell();
    const left = (x - span.x - 0.5) * size, top = (y - span.y - 0.5) * size;
    const room = middle ? frame.clientWidth / 2 - size : size;
    const keep = (from, at, wide) => Math.max(at - wide + size + room, Math.min(from, at - room));
    frame.scrollTo(keep(frame.scrollLeft, left, frame.clientWidth), keep(frame.scrollTop, top, frame.clientHeight));
    paint();
  }

  // picture takes the places that the map shows.
  function picture(list) {
    marked = list;
    if (self.on) paint();
  }

  function paint() {
    const c = map.getContext("2d"), style = getComputedStyle(frame);
    c.clearRect(0, 0, map.width, map.height);
    c.fillStyle = style.getPropertyValue("--soft");
    for (const [x, y] of marked) c.fillRect((x - span.x - 0.5) * 3, (y - span.y - 0.5) * 3, 2, 2);
    c.strokeStyle = style.getPropertyValue("--accent");
    c.lineWidth = 1.5;
    const s = map.width / board.offsetWidth;
    c.strokeRect(frame.scrollLeft * s, frame.scrollTop * s, frame.clientWidth * s, frame.clientHeight * s);
  }
  frame.addEventListener("scroll", () => self.on && paint());

  const move = (e) => {
    const r = map.getBoundingClientRect();
    frame.scrollTo(((e.clientX - r.left) / r.width) * board.offsetWidth - frame.clientWidth / 2, ((e.clientY - r.top) / r.height) * board.offsetHeight - frame.clientHeight / 2);
  };
  map.addEventListener("pointerdown", (e) => { e.preventDefault(); e.stopPropagation(); map.setPointerCapture(e.pointerId); move(e); });
  map.addEventListener("pointermove", (e) => { if (e.buttons) move(e); });

  // Two fingers move what is shown; pinching enlarges and brings the whole board back.
  let fingers = null;
  const middle = (e) => [(e.touches[0].clientX + e.touches[1].clientX) / 2, (e.touches[0].clientY + e.touches[1].clientY) / 2];
  const apart = (e) => Math.hypot(e.touches[0].clientX - e.touches[1].clientX, e.touches[0].clientY - e.touches[1].clientY);
  frame.addEventListener("touchstart", (e) => { fingers = e.touches.length === 2 ? { at: middle(e), apart: apart(e) } : null; }, { passive: true });
  frame.addEventListener("touchmove", (e) => {
    if (!fingers || e.touches.length !== 2) return;
    const [x, y] = middle(e), wide = apart(e);
    if (wide > 1.25 * fingers.apart && small()) set(true);
    if (self.on && wide < 0.7 * fingers.apart) { set(false); fingers = null; return; }
    frame.scrollBy(fingers.at[0] - x, fingers.at[1] - y);
    fingers.at = [x, y];
  }, { passive: true });
  return self;
}
