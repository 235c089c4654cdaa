// Explanations of things: a piece that is pointed at, pressed long or focused is looked up in the
// game's aid, which is fetched once. The page itself knows its owner and number.

import { byId, read, wasRead } from "./forms.js";
import * as popovers from "./popovers.js";
import { request } from "./request.js";

const PAUSE = 350;
const LONG = 500;
const SEATS = [".amber", ".sky", ".rust", ".green", ".plum"];

const panel = () => byId("aid");
let sheet = null; // the promise of the aid
let entries = [];

/** Fetch the aid of this table, once. */
export function load() {
  sheet ??= request(panel().dataset.from, { quiet: true, headers: { "HX-Request": "true" } }).then(async (answer) => {
    if (!answer.ok) return (sheet = null);
    byId("aid-sheet").innerHTML = await answer.text();
    entries = [...byId("aid-sheet").querySelectorAll("dt")].map(({ dataset, textContent, parentElement }) => ({
      signs: new Set((dataset.signs ?? "").split(" ").filter(Boolean)),
      at: dataset.at,
      owned: "owned" in dataset,
      name: textContent,
      text: parentElement.querySelector("dd").firstChild?.textContent.trim() ?? "",
    }));
  }, () => (sheet = null));
  return sheet;
}

const NAMED = "li, .niche, figure, [role=img], .harbor-sign, .laid, .held, .pair";

// The page's own name of a thing or of what contains it, made from what this viewer may know.
function called(element) {
  for (let on = element; on && !on.matches(".stage, .side, .dock, svg[role=group]"); on = on.parentElement) {
    if (on.matches("ol, ul, section, .duelist")) continue; // their content has names of its own
    const said = on.getAttribute("aria-label") ?? on.dataset.title ?? on.getAttribute("title");
    if (said) return said;
    if (!on.matches(NAMED)) continue;
    const own = on.querySelector(":scope > .vh, :scope > [role=img], :scope > .text > b")
    if (own) return own.getAttribute("aria-label") ?? own.textContent.replace(/\s+/g, " ").trim();
  }
  return "";
}

// The owner of a piece: "you" or the name of the seat with its colour.
function whose(element) {
  const colour = SEATS.find((one) => element.closest(one));
  const seat = colour && document.querySelector(`.seats .seat${colour}`);
  if (!seat) return "";
  return seat.matches(".me") ? seat.querySelector(".quiet").textContent : seat.querySelector(".name").textContent;
}

function entryOf(element) {
  const isSign = element.matches("use") && !element.closest("[data-plain]"); // a picture printed on a thing stands for that thing
  const sign = isSign ? element.getAttribute("href")?.slice(1) : null;
  const inside = !sign && element.matches("svg") && element.querySelectorAll("use").length === 1;
  const only = inside ? element.querySelector("use").getAttribute("href").slice(1) : null;
  return entries.find((one) => one.signs.has(sign ?? only))
    ?? entries.filter((one) => one.at && element.closest(one.at))
      .sort((a, b) => (element.closest(a.at).contains(element.closest(b.at)) ? 1 : -1))[0];
}

/** Return what a thing on the table is and its purpose; null for anything else. */
export function said(element) {
  const entry = entryOf(element);
  const own = called(element);
  if (!entry && !own) return null;
  const owner = entry?.owned ? whose(element) : "";
  const name = entry ? (owner ? `${entry.name}: ${owner}` : entry.name) : own;
  const more = entry && own && own.toLowerCase() !== entry.name.toLowerCase() ? own : "";
  return { name, more, text: entry?.text ?? "" };
}

/** Return the thing under a point of the window, and what it is. */
function under(x, y) {
  for (const element of document.elementsFromPoint(x, y)) {
    if (element.closest("button, a, summary, label, input, .tip, .caption, .note")
      && !element.closest(".score, .spot, .pick")) return null;
    if (!element.closest("#table .stage, #table .seats, #table .facing")) continue;
    const found = said(element);
    if (found) return { element, ...found };
  }
  return null;
}

/** Return the content of a tip. */
export function tipOf({ name, more, text }) {
  const tip = document.createElement("div");
  for (const [kind, words] of [["b", name], ["p", more], ["p", text]])
    if (words) tip.appendChild(document.createElement(kind)).textContent = words;
  return tip.innerHTML;
}

/** Call ``show(element, words)`` for what is pointed at or pressed long, ``hide`` when that ends. */
export function watch(show, hide) {
  if (!panel()) return;
  let waiting = null;
  let showing = null;
  let pressed = false;
  const end = () => {
    clearTimeout(waiting);
    if (showing) hide();
    showing = null;
  };
  const tell = async (x, y) => {
    await load();
    const found = under(x, y);
    if (found) show((showing = found.element), tipOf(found));
    return found;
  };
  document.addEventListener("pointermove", (event) => {
    if (event.pointerType === "touch" || event.target === showing) return;
    end();
    if (event.target.closest?.("[data-tip]") || !event.target.closest?.("#table")) return;
    for (const titled of [event.target.closest("[title]")])
      if (titled) (titled.dataset.title = titled.title), titled.removeAttribute("title");
    waiting = setTimeout(tell, PAUSE, event.clientX, event.clientY);
  });
  document.addEventListener("pointerdown", (event) => {
    end();
    pressed = false;
    if (event.pointerType !== "touch") return;
    waiting = setTimeout(async () => {
      const choice = event.target.closest?.("[data-tip]");
      if (choice) show((showing = choice), byId(choice.dataset.tip)?.innerHTML ?? "");
      pressed = Boolean(choice) || Boolean(await tell(event.clientX, event.clientY));
    }, LONG);
  }, true);
  document.addEventListener("keydown", () => (pressed = false), true);
  for (const kind of ["pointerup", "pointercancel"])
    document.addEventListener(kind, (event) => event.pointerType === "touch" && clearTimeout(waiting), true);
  // A long press asks; it chooses nothing and opens no browser menu. The listener is on the window,
  // before the document's, where a click chooses.
  for (const kind of ["click", "contextmenu"])
    addEventListener(kind, (event) => {
      if (!pressed) return;
      event.preventDefault();
      event.stopPropagation();
      if (kind === "click") pressed = false;
    }, true);
}

// The viewer's progress to each bonus, counted on their own board.
function countGoals() {
  for (const goal of document.querySelectorAll("#aid [data-count]")) {
    const found = document.querySelectorAll(goal.dataset.count);
    const number = found.length === 1 && /\d/.test(found[0].textContent)
      ? parseInt(found[0].textContent.match(/\d+/)[0], 10) : found.length;
    goal.querySelector("b").textContent = `${number} / ${goal.dataset.of}`;
  }
}

panel()?.addEventListener("beforetoggle", async (event) => {
  if (event.newState !== "open") return;
  await load();
  countGoals();
});

// A first game begins with the aim alone, once on this device; at a shared screen after the seat is
// chosen. A lesson says it itself.
const first = panel()?.dataset.first;
if (first && !wasRead(first) && byId("table") && !document.querySelector(".veil")) {
  if (!byId("lesson")) load().then(begin);
  read(first);
}

function begin() {
  if (popovers.openPanel()) return; // it was opened meanwhile
  panel().classList.add("first");
  popovers.open(panel());
  panel().addEventListener("toggle", (event) => event.newState === "closed" && panel().classList.remove("first"));
}
