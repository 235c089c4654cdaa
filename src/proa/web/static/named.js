// The position by names: a tree of areas and their items, navigated with arrow keys. It is one tab
// stop, and the current item stays when a frame changes the tree.

import { byId } from "./forms.js";

const tree = () => byId("named");
// Items of an area get their ids here.
const items = () => {
  for (const area of tree().children) [...area.querySelectorAll("li")].forEach((item, i) => (item.id = `${area.id}-${i + 1}`));
  return [...tree().querySelectorAll("[role=treeitem]")];
};
const isArea = (item) => item.parentElement === tree();
let at = "named-1";

const MOVES = {
  ArrowDown: (all, n) => all[n + 1],
  ArrowUp: (all, n) => all[n - 1],
  ArrowRight: (all, n) => isArea(all[n]) && all[n + 1],
  ArrowLeft: (all, n) => !isArea(all[n]) && all[n].parentElement.closest("[role=treeitem]"),
  PageDown: (all, n) => all.find((item, i) => i > n && isArea(item)),
  PageUp: (all, n) => all.slice(0, Math.max(n, 0)).filter(isArea).pop(),
  Home: (all) => all[0],
  End: (all) => all[all.length - 1],
};

function mark() {
  for (const old of tree().querySelectorAll(".at")) old.classList.remove("at");
  const all = items();
  const item = byId(at) ?? byId(at.replace(/-\d+$/, "")) ?? all[0];
  item.classList.add("at");
  tree().setAttribute("aria-activedescendant", item.id);
  item.scrollIntoView({ block: "nearest" });
}

/** Go on from the current item. */
export const settle = () => tree() && document.activeElement === tree() && mark();

export const read = () => tree()?.focus();

document.addEventListener("focusin", (event) => event.target === tree() && mark());
document.addEventListener("keydown", (event) => {
  if (event.target !== tree() || !(event.key in MOVES) || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const all = items();
  const to = MOVES[event.key](all, all.findIndex((item) => item.id === tree().getAttribute("aria-activedescendant")));
  if (to) at = to.id;
  mark();
});
