// "Why not?": the number of each reason marks what it is about on the table; only what can't be seen
// there is listed by name.

import { byId } from "./forms.js";
import { isOpen } from "./popovers.js";
import { addPart } from "./ui_state.js";

const panel = () => byId("why");

document.addEventListener("toggle", (event) => event.target.id === "why" && event.newState === "open" && mark(), true);
const markIfOpen = () => isOpen(panel()) && mark();
addEventListener("resize", markIfOpen);
addPart(() => null, markIfOpen);

function mark() {
  const why = panel();
  why.querySelectorAll(".on-place").forEach((sign) => sign.remove());
  why.classList.remove("at-left");
  const told = [...why.querySelectorAll("[data-at]")].map((words) => ({
    words,
    sign: words.closest("li").querySelector(".no-sign"),
    spots: words.dataset.at.split(" ").flatMap(spotOf),
  }));
  told.forEach(({ words, spots }) => words.classList.toggle("vh", spots.length > 0));
  const covered = () => told.flatMap(({ spots }) => spots).filter(isCovered).length;
  const right = covered();
  why.classList.add("at-left");
  if (covered() >= right) why.classList.remove("at-left");
  for (const one of told) one.spots = one.spots.filter((spot) => !isCovered(spot));
  told.forEach(({ words, spots }) => words.classList.toggle("vh", spots.length > 0));
  sign(told);
}

// One sign for each reason on a place, side by side.
function sign(told) {
  const there = new Map();
  told.forEach(({ sign }) => sign.parentElement.toggleAttribute("hidden", true));
  for (const { sign, spots } of told) {
    for (const { place, x, y } of spots) {
      const signs = there.get(place) ?? new Set();
      if (!signs.has(sign)) {
        const copy = sign.cloneNode(true);
        copy.classList.add("on-place");
        copy.style.left = `${x + 22 * signs.size}px`;
        copy.style.top = `${y}px`;
        panel().append(copy);
      }
      there.set(place, signs.add(sign));
      sign.parentElement.removeAttribute("hidden");
    }
  }
}

// The place of a sign on the element with this id: its middle, or the beginning of a long one.
function spotOf(id) {
  const place = id && byId(id);
  const at = place?.getBoundingClientRect();
  if (!at?.width || !at.height || !(place.checkVisibility?.({ visibilityProperty: true }) ?? true)) return [];
  const x = at.width > 2.5 * at.height ? at.left + at.height / 2 : at.left + at.width / 2;
  const y = at.top + at.height / 2;
  for (let on = place.parentElement; on; on = on.parentElement) {
    const clips = on === document.documentElement || getComputedStyle(on).overflow !== "visible";
    const around = on === document.documentElement ? new DOMRect(0, 0, innerWidth, innerHeight) : on.getBoundingClientRect();
    if (clips && !(x >= around.left && x <= around.right && y >= around.top && y <= around.bottom)) return [];
  }
  return [{ place: id, x, y }];
}

function isCovered({ x, y }) {
  const at = panel().getBoundingClientRect();
  return x > at.left - 14 && x < at.right + 14 && y > at.top - 14 && y < at.bottom + 14;
}
