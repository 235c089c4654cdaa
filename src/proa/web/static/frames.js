// Frames: what a viewer saw, one event after the other. Each is fetched, morphed into the page,
// and shown long enough to be noticed.

import { byId, notice, showNote } from "./forms.js";
import { homeSpot, settle } from "./board.js";
import * as stills from "./stills.js";

const page = document.body.dataset;
const still = matchMedia("(prefers-reduced-motion: reduce)");
export const table = () => byId("table");
export const shown = () => Number(table().dataset.frame);
export const headers = { "HX-Request": "true" };

/** The address of one of this viewer's things at the table. */
export const address = (what) => `${page.url}/${what}${page.query}`;

const PACE = { calm: 1.8, normal: 1, fast: 0.6, off: 0 };
const SHORTEST = 600;
const LONGEST = 2600;
const TOO_MANY = 40;

let newest = table() ? Number(table().dataset.latest) : -1;
let playing = false;
let sending = false;
let skipped = false;
let hurry = null;
let retelling = false;
let due = 0; // when the frame that is shown may be followed by the next

export const isBusy = () => playing || sending;

// -- fetching and showing --------------------------------------------------------------------

export async function ask(from, options = {}) {
  const answer = await fetch(from, { ...options, headers: stills.headers() });
  const text = stills.whole(await answer.text());
  if (!text.includes('id="table"')) {
    const said = new DOMParser().parseFromString(text, "text/html").body.textContent.trim();
    throw new Error(said || answer.statusText);
  }
  return text;
}

export async function show(html, beat) {
  const before = { focus: focusPlace(), numbers: numbers() };
  clearTimeout(leaving);
  await htmx.swap({ text: html, target: table(), swap: "outerMorph" });
  stills.remember();
  byId("caption")?.removeAttribute("hidden");
  newest = Math.max(newest, Number(table().dataset.latest));
  settle(beat && !still.matches);
  count(before.numbers);
  refocus(before.focus);
  announce();
  showNote();
}

// What is read out: what happened, and what is asked of you now.
function announce() {
  const told = byId("caption")?.querySelector("p").textContent.replace(/\s+/g, " ").trim() ?? "";
  const mine = "mine" in table().dataset;
  byId("heard").textContent = [told, mine ? byId("ask").textContent : ""].join(" ").trim();
  document.title = document.title.replace(/^● /, "");
  if (!mine) return;
  document.title = `● ${document.title}`;
  if (document.hidden || !playing) chime();
}

// -- focus: kept by place, never by piece, for a choice is no longer the same in a new frame --

function focusPlace() {
  const at = document.activeElement;
  if (!at || !table()?.contains(at)) return null;
  return at.closest(".spot") ? "board" : at.closest("#dock") ? "dock" : "elsewhere";
}

function refocus(place) {
  if (!place || place === "elsewhere" || table().contains(document.activeElement)) return;
  const spot = place === "board" ? homeSpot() : null;
  (spot ?? byId("ask"))?.focus({ preventScroll: true });
}

// -- numbers that change run to their new value ----------------------------------------------

let goals = numbers();

function numbers() {
  return new Map([...document.querySelectorAll(".tick[id]")].map((n) => [n.id, n.textContent]));
}

function count(old) {
  goals = numbers();
  if (still.matches) return;
  for (const place of document.querySelectorAll(".tick[id]")) {
    const [from, to] = [Number(old.get(place.id)), Number(place.textContent)];
    if (!old.has(place.id) || from === to || Number.isNaN(to - from)) continue;
    const began = performance.now();
    const run = (now) => {
      if (!place.isConnected || goals.get(place.id) !== String(to)) return;
      const share = Math.min((now - began) / 450, 1);
      place.textContent = String(Math.round(from + (to - from) * share));
      if (share < 1) requestAnimationFrame(run);
    };
    requestAnimationFrame(run);
  }
}

// -- beats -----------------------------------------------------------------------------------

const pace = () => (retelling && PACE[page.pace] === 0 ? 1 : (PACE[page.pace] ?? 1));

function length() {
  const words = byId("caption")?.textContent.length ?? 0;
  const beats = Number(table().dataset.beats) || 1;
  return beats * Math.max(SHORTEST, Math.min(LONGEST, 500 + words * 22) * pace());
}

const hold = (milliseconds) => (due = performance.now() + milliseconds);

// Until the frame that is shown has been seen, however late the next one came; a skip ends it.
const seen = () =>
  new Promise((done) => {
    const clock = setTimeout(done, due - performance.now());
    hurry = () => (clearTimeout(clock), done());
  });

async function play() {
  if (isBusy() || !table()) return;
  playing = true;
  document.body.classList.add("playing");
  try {
    while (shown() < newest) {
      await seen();
      const jump = skipped || (!retelling && (pace() === 0 || newest - shown() > TOO_MANY));
      const next = jump ? newest : shown() + 1;
      await show(await ask(address(`view/${next}`)), !jump);
      if (shown() < next) break;
      hold(jump ? 0 : length());
    }
    notice("");
  } catch (error) {
    notice(error.message);
  } finally {
    playing = skipped = false;
    hurry = null;
    document.body.classList.remove("playing");
    retire();
  }
}

/** There is a newer frame: show all up to it. */
export function reach(frame) {
  newest = Math.max(newest, frame);
  play();
}

/** The newest frame once more: something beside the game has changed. */
export async function refresh() {
  if (!isBusy()) await show(await ask(address(`view/${newest}`)), false);
}

// The last caption stays a while, then leaves the board to the eye.
let leaving = null;
function retire() {
  clearTimeout(leaving);
  leaving = setTimeout(() => byId("caption")?.setAttribute("hidden", ""), Math.max(length(), 2400));
}

export function skip() {
  if (!playing) return byId("caption")?.setAttribute("hidden", "");
  skipped = true;
  hurry?.();
}

/** Step once more through everything that happened since one's own last action, and what it cost. */
export async function since() {
  const from = Number(table().dataset.since);
  if (isBusy() || from >= shown()) return;
  const told = byId("since")?.dataset.told ?? "";
  await show(await ask(address(`view/${from}`)), false);
  hold(SHORTEST);
  const before = ownPoints();
  retelling = true;
  await play();
  retelling = false;
  const after = ownPoints();
  if (after !== before) notice(told.replace("#", before).replace("#", after));
}

const ownPoints = () => goals.get(document.querySelector(".seat.me .score .tick")?.id);

// -- one's own actions -----------------------------------------------------------------------

async function send(form, submitter) {
  sending = true;
  document.body.classList.add("sending");
  try {
    const body = new URLSearchParams(new FormData(form, submitter));
    const trying = form.id === "act" && byId("try")?.getAttribute("aria-pressed") === "true";
    const answer = trying ? ask(trial(body)) : ask(form.action, { method: "POST", body });
    await show(await answer, !trying);
    hold(SHORTEST * pace());
    notice("");
  } catch (error) {
    notice(error.message);
  } finally {
    sending = false;
    document.body.classList.remove("sending");
  }
  if (shown() < newest) play();
  else retire();
}

// The same choice asked in private: what would follow, nothing is played.
function trial(body) {
  const asked = new URL(address("try"), location.href);
  for (const [name, value] of body) asked.searchParams.append(name, value);
  return asked;
}

document.addEventListener("submit", (event) => {
  if (!table() || !["act", "undo", "redo"].includes(event.target.id)) return;
  event.preventDefault();
  if (!isBusy()) send(event.target, event.submitter);
});

document.addEventListener("click", (event) => {
  if (event.target.closest("#since")) since();
  else if (event.target.closest("#drop")) refresh();
  else if (event.target.closest("#try")) press(event.target.closest("#try"));
  else if (event.target.closest("#caption")) skip();
  else if (playing && event.target.closest(".stage")) skip();
});

function press(button) {
  const pressed = button.getAttribute("aria-pressed") !== "true";
  button.setAttribute("aria-pressed", String(pressed));
}

// -- a soft sound when it is your turn, if you asked for it ------------------------------------

function chime() {
  if (page.sound !== "on") return;
  const context = new AudioContext();
  const volume = context.createGain();
  volume.gain.setValueAtTime(0.06, context.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.0001, context.currentTime + 0.7);
  volume.connect(context.destination);
  for (const [at, pitch] of [[0, 587], [0.14, 880]]) {
    const tone = new OscillatorNode(context, { frequency: pitch, type: "sine" });
    tone.connect(volume);
    tone.start(context.currentTime + at);
    tone.stop(context.currentTime + at + 0.5);
  }
}

if (table()) retire();
