// Keyboard shortcuts of the table; "?" shows the list.

import { byId } from "./forms.js";
import { focusSpot, homeSpot, onlyAnswer } from "./board.js";
import { step } from "./dock.js";
import { since, skip } from "./frames.js";
import { read } from "./named.js";
import * as popovers from "./popovers.js";

const toggle = (id) => byId(id) && popovers.toggle(byId(id));
const click = (selector) => document.querySelector(selector)?.click();

const inDock = () =>
  [onlyAnswer(), ...document.querySelectorAll("#choices-dock :is(input:checked, [form=act]), #final .go, #dock [form=stand]")].find(
    (thing) => thing && !thing.disabled && thing.getClientRects().length,
  );

const KEYS = {
  "?": () => toggle("keys"),
  "+": () => step(1),
  "=": () => step(1),
  "-": () => step(-1),
  " ": skip,
  b: () => focusSpot(homeSpot()),
  d: () => (inDock() ?? byId("ask"))?.focus(),
  p: () => click('#dock button[value="pass"]'),
  u: () => click(byId("drop") ? "#drop" : "#undo-button"),
  w: () => toggle("why"),
  n: read,
  s: since,
  l: () => byId("log-lines")?.focus(),
};

// Where a layout has no Latin letters, the key at the letter's place.
const pressed = ({ key, code }) =>
  /^\P{Script=Latin}$/u.test(key) && /\p{L}/u.test(key) && code.startsWith("Key") ? code.slice(3).toLowerCase() : key.length === 1 ? key.toLowerCase() : key;

document.addEventListener("keydown", (event) => {
  if (!byId("table") || event.ctrlKey || event.metaKey || event.altKey) return;
  const typing = event.target.matches("input:not([type=radio]):not([type=checkbox]), textarea, select");
  if (typing && !["+", "-"].includes(event.key)) return;
  if (!typing && event.key !== " " && document.body.dataset.keys === "off") return;
  if (event.key === " " && event.target.matches("button, a, summary")) return;
  const key = pressed(event);
  if (!(key in KEYS)) return;
  event.preventDefault();
  KEYS[key]();
});
