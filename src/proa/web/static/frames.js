// Frames: what a viewer saw, one event after the other. The stream says only which is the newest;
// each frame is fetched, morphed into the page, and shown long enough to be noticed.

import { byId, notice, showNote } from "./forms.js";
import { settle } from "./board.js";

const page = document.body.dataset;
const table = () => byId("table");
const shown = () => Number(table().dataset.frame);
const still = matchMedia("(prefers-reduced-motion: reduce)");

const PACE = { calm: 1.8, normal: 1, fast: 0.6, off: 0 };
const SHORTEST = 600;
const LONGEST = 2600;

let newest = 0;
let playing = false;
let skipped = false;
let hurry = null;
let stream = null;

// -- fetching and showing --------------------------------------------------------------------

async function ask(address, options = {}) {
  const answer = await fetch(address, { ...options, headers: { "HX-Request": "true" } });
  const text = await answer.text();
  if (!text.includes('id="table"')) {
    const said = new DOMParser().parseFromString(text, "text/html").body.textContent.trim();
    throw new Error(said || answer.statusText);
  }
  return text;
}

async function show(html, beat) {
  const before = { focus: focusPlace(), numbers: numbers() };
  await htmx.swap({ text: html, target: table(), swap: "outerMorph" });
  newest = Math.max(newest, Number(table().dataset.latest));
  settle(beat && !still.matches);
  count(before.numbers);
  refocus(before.focus);
  announce();
  showNote();
}

// What is read out: what happened, and what is asked of you now.
function announce() {
  const told = byId("caption")?.textContent.replace(/\s+/g, " ").trim() ?? "";
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
  const spot = place === "board" ? document.querySelector('.spot[tabindex="0"]') : null;
  (spot ?? byId("ask"))?.focus({ preventScroll: true });
}

// -- numbers that change run to their new value ----------------------------------------------

function numbers() {
  return new Map([...document.querySelectorAll(".tick[id]")].map((n) => [n.id, n.textContent]));
}

function count(old) {
  if (still.matches) return;
  for (const place of document.querySelectorAll(".tick[id]")) {
    const [from, to] = [Number(old.get(place.id)), Number(place.textContent)];
    if (!old.has(place.id) || from === to || Number.isNaN(to - from)) continue;
    const began = performance.now();
    const run = (now) => {
      if (!place.isConnected) return;
      const share = Math.min((now - began) / 450, 1);
      place.textContent = String(Math.round(from + (to - from) * share));
      if (share < 1) requestAnimationFrame(run);
    };
    requestAnimationFrame(run);
  }
}

// -- beats -----------------------------------------------------------------------------------

function length() {
  const words = byId("caption")?.textContent.length ?? 0;
  const pace = PACE[page.pace] ?? 1;
  return Math.max(SHORTEST, Math.min(LONGEST, 500 + words * 22) * pace);
}

const pause = (milliseconds) =>
  new Promise((done) => {
    const clock = setTimeout(done, milliseconds);
    hurry = () => (clearTimeout(clock), done());
  });

async function play() {
  if (playing || !table()) return;
  playing = true;
  document.body.classList.add("playing");
  try {
    while (shown() < newest) {
      const jump = skipped || PACE[page.pace] === 0 || newest - shown() > 40;
      const next = jump ? newest : shown() + 1;
      await show(await ask(`${page.url}/view/${next}`), !jump);
      if (shown() < next) break;
      if (shown() < newest) await pause(length());
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

// Step once more through everything that happened since one's own last action.
export async function since() {
  const from = Number(table().dataset.since);
  if (playing || from >= shown()) return;
  newest = shown();
  await show(await ask(`${page.url}/view/${from}`), false);
  await play();
}

document.addEventListener("click", (event) => {
  if (event.target.closest("#since")) since();
  else if (event.target.closest("#caption")) skip();
  else if (playing && event.target.closest(".stage")) skip();
});

// -- one's own actions -----------------------------------------------------------------------

let sending = false;
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!["act", "undo", "redo"].includes(form.id) || !table()) return;
  event.preventDefault();
  if (sending || playing) return;
  sending = true;
  document.body.classList.add("sending");
  try {
    const body = new URLSearchParams(new FormData(form, event.submitter));
    await show(await ask(form.action, { method: "POST", body }), true);
    notice("");
  } catch (error) {
    notice(error.message);
  } finally {
    sending = false;
    document.body.classList.remove("sending");
  }
  if (shown() < newest) {
    await pause(SHORTEST * (PACE[page.pace] ?? 1));
    play();
  } else retire();
});

// -- the stream: one a page, closed while the tab is hidden -------------------------------------

function listen() {
  if (!page.stream || stream || document.hidden) return;
  stream = new EventSource(page.stream);
  stream.addEventListener("frame", (event) => {
    newest = Math.max(newest, JSON.parse(event.data).frame);
    if (!table()) {
      if (newest >= 0) location.reload();
    } else if (!sending) play();
  });
}

function hush() {
  stream?.close();
  stream = null;
}

document.addEventListener("visibilitychange", () => (document.hidden ? hush() : listen()));
addEventListener("pagehide", hush);
if (table()) {
  newest = Number(table().dataset.latest);
  retire();
}
listen();

// -- a soft sound when it is your turn, if you asked for it ---------------------------------------

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
