// Frames: what a viewer saw, one event after the other. The stream says only which is the newest;
// each frame is fetched, morphed into the page, and shown long enough to be noticed.

import { byId, drawNonces, notice, showNote } from "./forms.js";
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
  const beats = Number(table()?.dataset.beats) || 1;
  return beats * Math.max(SHORTEST, Math.min(LONGEST, 500 + words * 22) * pace);
}

const pause = (milliseconds) =>
  new Promise((done) => {
    const clock = setTimeout(done, milliseconds);
    hurry = () => (clearTimeout(clock), done());
  });

// The address of one of this viewer's things at the table.
const address = (what) => `${page.url}/${what}${page.query}`;

async function play() {
  if (playing || !table()) return;
  playing = true;
  document.body.classList.add("playing");
  try {
    while (shown() < newest) {
      const jump = skipped || PACE[page.pace] === 0 || newest - shown() > 40;
      const next = jump ? newest : shown() + 1;
      await show(await ask(address(`view/${next}`)), !jump);
      if (shown() < next) break;
      if (shown() < newest && !jump) await pause(length());
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
  await show(await ask(address(`view/${from}`)), false);
  await play();
}

document.addEventListener("click", (event) => {
  if (event.target.closest("#since")) since();
  else if (event.target.closest("#caption")) skip();
  else if (playing && event.target.closest(".stage")) skip();
});

// -- one's own actions -----------------------------------------------------------------------

let sending = false;

async function send(form, submitter) {
  sending = true;
  document.body.classList.add("sending");
  try {
    const body = new URLSearchParams(new FormData(form, submitter));
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
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!table()) return;
  if (["act", "undo", "redo"].includes(form.id)) {
    event.preventDefault();
    if (!sending && !playing) send(form, event.submitter);
  } else if (form.id === "say") {
    event.preventDefault();
    form.elements.frame.value = shown();
    const body = new URLSearchParams(new FormData(form));
    form.elements.text.value = "";
    await talk(fetch(form.action, { method: "POST", body, headers: { "HX-Request": "true" } }));
  }
});

document.addEventListener("click", async (event) => {
  if (event.target.closest("#drop")) await show(await ask(address(`view/${newest}`)), false);
  const earlier = event.target.closest("[data-earlier]");
  if (!earlier) return;
  event.preventDefault();
  const answer = await fetch(earlier.href, { headers: { "HX-Request": "true" } });
  await htmx.swap({ text: await answer.text(), target: byId("log-part"), swap: "outerHTML" });
});

// -- news: one stream a page, closed while the tab is hidden; a browser allows few of them -------

let known = null;

async function hear(news) {
  const before = known ?? news;
  known = news;
  newest = Math.max(newest, news.frame);
  if (!table()) return wait(news);
  if (news.chat !== before.chat) await talk(fetch(address("chat"), { headers: { "HX-Request": "true" } }));
  if (news.people !== before.people && !playing && !sending) await show(await ask(address(`view/${newest}`)), false);
  if (!sending) play();
}

// In the lobby: who has come, until the game begins.
async function wait(news) {
  if (news.frame >= 0) return location.reload();
  const answer = await fetch(page.lobby, { headers: { "HX-Request": "true" } });
  if (answer.headers.has("HX-Redirect")) return location.reload();
  byId("lobby").innerHTML = await answer.text();
  drawNonces();
}

async function talk(request) {
  const answer = await request;
  const place = byId("chat-lines");
  const text = await answer.text();
  const lines = new DOMParser().parseFromString(text, "text/html").getElementById("chat-lines");
  if (lines && place) place.replaceChildren(...lines.childNodes);
  else if (!answer.ok) notice(text.replace(/<[^>]*>/g, "").trim());
}

const STREAMS = 4;
let release = null;

function listen() {
  if (!page.stream || stream || document.hidden) return;
  if (navigator.locks) claim(0);
  else open();
}

// Takes one of a few places that all tabs of this browser share; without one it asks now and then.
function claim(slot) {
  if (slot === STREAMS) return poll();
  navigator.locks.request(`proa-stream-${slot}`, { ifAvailable: true }, (lock) => {
    if (!lock) return claim(slot + 1);
    if (!stream && !document.hidden) open();
    return new Promise((done) => (release = done));
  });
}

function open() {
  stream = new EventSource(page.stream);
  stream.addEventListener("frame", (event) => hear(JSON.parse(event.data)));
}

async function poll() {
  while (!stream && !document.hidden) {
    const answer = await fetch(page.news).catch(() => null);
    if (answer?.ok) await hear(await answer.json());
    await new Promise((done) => setTimeout(done, 3000));
  }
}

function hush() {
  stream?.close();
  stream = null;
  release?.();
  release = null;
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
