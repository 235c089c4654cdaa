// The board: previews of choices, choosing before confirming, animated moves, keyboard focus.

import { byId } from "./forms.js";
import { settle as readOn } from "./named.js";
import * as popovers from "./popovers.js";
import { addPart } from "./ui_state.js";

const spots = () => [...document.querySelectorAll(".spot")].filter((spot) => spot.getClientRects().length);
const go = () => document.querySelector("#final .go");

/** Return the button of the only answer; null if there are several. */
export function onlyAnswer() {
  const codes = new Set([...document.querySelectorAll('#table[data-mine] button[form="act"]')].map((b) => b.value));
  return codes.size === 1 && go()?.value ? go() : null;
}

// -- after a frame has been shown --------------------------------------------------------------

export function settle(moving) {
  readOn();
  hideTip();
  rove();
  if (!moving) return;
  for (const piece of document.querySelectorAll("[data-way]")) sail(piece);
}

// Move a piece along its path: points in the drawing's units, the last one being its place.
function sail(piece) {
  const points = piece.dataset.way.trim().split(/\s+/).map((point) => point.split(","));
  const end = piece.getAttribute("transform").match(/-?[\d.]+/g);
  const steps = [...points, end].map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` }));
  piece.animate(steps, { duration: Math.min(250 * points.length, 750), easing: "ease-in-out" });
}

// -- tips ----------------------------------------------------------------------------------------

let tipped = null; // what the open tip is about, and its text if that is not a choice's

function showTip(target, own) {
  const tip = byId("tip");
  const words = own ?? byId(target.dataset.tip)?.innerHTML;
  if (!tip || !words) return hideTip();
  tipped = { target, own };
  tip.innerHTML = words;
  popovers.open(tip);
  const at = target.getBoundingClientRect();
  const size = tip.getBoundingClientRect();
  const [x, y] = tipPlace(target.closest("[data-tips]"), at, size);
  tip.style.left = `${Math.max(4, Math.min(x, innerWidth - size.width - 4))}px`;
  tip.style.top = `${Math.max(4, Math.min(y, innerHeight - size.height - 4))}px`;
}

// Where a tip covers least: beside its target, or where a group wants it: above, below, beside the
// whole group. The preview of a choice never covers the question in the dock.
function tipPlace(group, at, size) {
  const dock = byId("dock").getBoundingClientRect();
  const way = at.top >= dock.top && at.left >= dock.left ? "above" : group?.dataset.tips;
  if (way === "above" || way === "below") {
    const y = way === "above" ? Math.min(at.top, group ? at.top : dock.top) - size.height - 12 : at.bottom + 12;
    return [at.left + at.width / 2 - size.width / 2, y];
  }
  const around = group?.getBoundingClientRect() ?? at;
  const left = around.left - size.width - 12;
  return [left > 4 ? left : around.right + 12, at.top + at.height / 2 - size.height / 2];
}

function hideTip() {
  tipped = null;
  popovers.close(byId("tip"));
}

addPart(() => tipped, (was, isSame) => {
  if (isSame && was?.target.isConnected) showTip(was.target, was.own);
});

// Only tables need explanations of things.
if (byId("aid")) import("./things.js").then(({ watch }) => watch(showTip, hideTip));

const withTip = (event) => event.target.closest?.("[data-tip]");
document.addEventListener("pointerover", (event) => {
  const target = withTip(event);
  if (target && event.pointerType !== "touch") showTip(target);
});
document.addEventListener("pointerout", (event) => {
  if (withTip(event) && event.pointerType !== "touch") hideTip();
});
document.addEventListener("focusin", (event) => {
  if (withTip(event)?.matches(":focus-visible")) showTip(withTip(event));
});
document.addEventListener("focusout", (event) => withTip(event) && hideTip());

// A choice is in several places, on the board and in the dock: they are highlighted together.
function light(button) {
  for (const lit of document.querySelectorAll(".lit")) lit.classList.remove("lit");
  if (!button?.value) return;
  for (const same of document.querySelectorAll(`button[form="act"][value="${CSS.escape(button.value)}"]`))
    if (same !== button) (same.closest(".choice") ?? same).classList.add("lit");
}

// While an action is pointed at, the board highlights what it reaches.
function lightReached(action) {
  const lights = action?.dataset.lights.split(" ") ?? [];
  for (const old of document.querySelectorAll(".reached")) if (!lights.includes(old.id)) old.classList.remove("reached");
  for (const id of lights) byId(id)?.classList.add("reached");
}

let pointed = null; // the element under the pointer, or with the focus
function pointAt(element) {
  pointed = element;
  light(element?.closest?.('button[form="act"]'));
  lightReached(element?.closest?.("[data-lights]"));
}
for (const kind of ["pointerover", "focusin"]) document.addEventListener(kind, (event) => pointAt(event.target));
addPart(() => null, () => pointAt(pointed?.isConnected ? pointed : null));

// The board shows a bank that is pointed at in a list.
document.addEventListener("pointerover", (event) => {
  const named = event.target.closest("li[data-squares]")?.dataset.squares;
  for (const bank of document.querySelectorAll(".bank[data-squares]"))
    bank.classList.toggle("named", bank.dataset.squares === named);
});

// -- choose first, then confirm: the default where a finger is less exact than a mouse ---------

let touching = false;
addEventListener("pointerdown", (event) => (touching = event.pointerType === "touch"), true);
addEventListener("keydown", () => (touching = false), true);

function asksFirst(button) {
  const wish = document.body.dataset.confirm;
  if (!button.dataset.tip && !button.closest(".choice")) return false;
  return wish === "always" || (wish !== "never" && touching);
}

document.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest('button[form="act"]');
    if (!button || button === go() || !go() || !asksFirst(button)) return;
    if (go().value === button.value && !go().disabled) return;
    event.preventDefault();
    choose(button);
    showTip(button);
  },
  true,
);

// A phone has room for two lines of so many characters together.
const LONG = 18;
const fit = () => go()?.classList.toggle("long", go().textContent.length > LONG);
addPart(() => null, fit);
fit();

let chosen = null; // the code that waits to be confirmed
addPart(
  () => chosen,
  (code, isSame) => {
    const offered = [...document.querySelectorAll('button[form="act"]')].find((one) => one.value === code && one !== go());
    chosen = null;
    if (isSame && offered && go()) choose(offered);
  },
);

function choose(button) {
  for (const hot of document.querySelectorAll(".hot")) hot.classList.remove("hot");
  const all = [...document.querySelectorAll(`button[form="act"][value="${button.value}"]`)];
  for (const same of all) (same.closest(".choice") ?? same).classList.add("hot");
  go().value = chosen = button.value;
  const named = all.find((same) => same.dataset.label);
  go().textContent = named?.dataset.label ?? button.getAttribute("aria-label") ?? button.textContent;
  go().disabled = false;
  go().classList.remove("hot");
  fit();
}

// -- one tab stop for the board; arrow keys go to the nearest choice in their direction --------

export const homeSpot = () => spots().find((spot) => spot.tabIndex === 0) ?? spots()[0];

function rove() {
  const all = spots();
  if (!all.some((spot) => spot.tabIndex === 0 && spot.dataset.roving))
    all.forEach((spot, i) => ((spot.tabIndex = i ? -1 : 0), (spot.dataset.roving = "")));
}

const middle = (spot) => {
  const box = spot.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
};

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function nearest(from, [dx, dy]) {
  const [x, y] = middle(from);
  let best = null;
  let least = Infinity;
  for (const spot of spots()) {
    const [sx, sy] = middle(spot);
    const ahead = (sx - x) * dx + (sy - y) * dy;
    const aside = Math.abs((sx - x) * dy) + Math.abs((sy - y) * dx);
    if (ahead < 4 || ahead + 2 * aside >= least) continue;
    [best, least] = [spot, ahead + 2 * aside];
  }
  return best;
}

addPart(() => homeSpot()?.id, (id, isSame) => isSame && tabTo(byId(id)));

document.addEventListener("keydown", (event) => {
  const spot = event.target.closest?.(".spot");
  if (!spot || !(event.key in WAYS)) return;
  event.preventDefault();
  focusSpot(nearest(spot, WAYS[event.key]));
});

export function focusSpot(spot) {
  tabTo(spot);
  spot?.focus();
}

function tabTo(spot) {
  if (!spot?.matches(".spot")) return;
  for (const other of spots()) other.tabIndex = -1;
  spot.tabIndex = 0;
}

// Choosing other dice in the dock shows other choices on the board.
document.addEventListener("change", (event) => event.target.closest("#choices-dock") && rove());

rove();
