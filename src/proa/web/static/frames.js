// Frames: what a viewer saw, one event after the other. Each is fetched, morphed into the page, and
// shown long enough to be noticed.

import { byId, showNote } from "./forms.js";
import { homeSpot, onlyAnswer, settle } from "./board.js";
import { serverTime } from "./clock.js";
import { notice, sorry } from "./notice.js";
import * as popovers from "./popovers.js";
import { leaveAlone, redrawn } from "./presses.js";
import { request } from "./request.js";
import * as stills from "./stills.js";
import { turn } from "./turn.js";
import { addPart, readAll } from "./ui_state.js";
import * as unsent from "./unsent.js";

const page = document.body.dataset;
const still = matchMedia("(prefers-reduced-motion: reduce)");
export const table = () => byId("table");
export const shown = () => Number(table().dataset.frame);
export const headers = { "HX-Request": "true" };

/** Return the address of a resource of this table, as this viewer. */
export const address = (what) => `${page.url}/${what}${page.query}`;

const PACE = { calm: 1.8, normal: 1, fast: 0.6, off: 0 };
const SHORTEST = 500;
const LONGEST = 1800;
const TOO_MANY = 40;
const SOON = 3_000;
const LATE = 60_000;

let newest = table() ? Number(table().dataset.latest) : -1;
let playing = false;
let sending = false;
let skipped = false;
let hurry = null;
let retelling = false;
let failed = ""; // why the pending frames could not be shown
let again = null; // the timer of the next attempt
let wait = SOON; // the delay after the next failure
let due = 0; // when the next frame may follow the shown one

let held = null; // a choice that ends the turn, before it is posted: its address and body
let trying = false; // whether choices are only tried, until the user leaves that mode
let shows = 0; // how often something was shown
let lost = ""; // the sentence for a choice that can no longer be played, until another is played
let stale = false; // whether something apart from the game has changed since
let refreshing = false;

// Whether the page shows something that is only tried: none of it has been played.
const isTrial = () => "tried" in table().dataset && !("held" in table().dataset);

export const isBusy = () => playing || sending || held !== null;

/** Return the seconds that are left for the decision; null without a clock. */
export function left() {
  const due = Number(byId("dock")?.dataset.due);
  return due ? due - serverTime() : null;
}

// -- fetching and showing --------------------------------------------------------------------

export async function ask(from, options = {}, tried = false) {
  const answer = await request(from, { ...options, headers: stills.headers(tried) });
  const text = stills.whole(await answer.text());
  if (!text.includes('id="table"')) {
    const said = new DOMParser().parseFromString(text, "text/html").body.textContent.trim();
    throw new Error(said || answer.statusText);
  }
  return text;
}

export async function show(html, beat) {
  const alive = beat ? await life : null;
  const was = alive?.look(goals);
  const before = { focus: safely(focusPlace, null), numbers: safely(numbers, new Map()), offered: offered() };
  const isSame = screenOf(tableIn(html)) === screenOf(table());
  const giveBack = safely(() => readAll(isSame), () => null);
  shows++;
  await morph(withNote(html));
  newest = Math.max(newest, Number(table().dataset.latest));
  safely(stills.remember);
  safely(() => settle(beat && !still.matches));
  safely(settleUndo);
  safely(() => count(before.numbers));
  if (alive) safely(() => alive.enliven(was, !still.matches, goals));
  safely(giveBack);
  if (offered() !== before.offered) redrawn(table());
  safely(() => refocus(before.focus));
  if (!isSame) safely(introduce);
  safely(callTurn);
  safely(showNote);
  safely(fillAsides);
}

// A note stays until it has been read or another one comes.
function withNote(html) {
  const note = byId("guide");
  return !note || note.hidden || html.includes('id="guide"') ? html : html.replace("</aside>", () => note.outerHTML + "</aside>");
}

async function morph(html) {
  try {
    await htmx.swap({ text: html, target: table(), swap: "outerMorph" });
  } catch (error) {
    console.error(error);
    table().outerHTML = html; // less smooth, but the game goes on
  }
}

// Decoration of a frame never stops the game.
function safely(step, otherwise) {
  try {
    return step();
  } catch (error) {
    console.error(error);
    return otherwise;
  }
}

function introduce() {
  clearTimeout(leaving);
  byId("caption")?.removeAttribute("hidden");
  offer();
  announce();
}

// What moves and sounds comes later than the page.
const life = table() && import("./life.js").catch(() => null);

function tableIn(html) {
  const made = document.createElement("template");
  made.innerHTML = html.match(/<div id="table"[^>]*>/)[0];
  return made.content.firstElementChild;
}

// What the page shows: which frame, and what is tried there.
const screenOf = ({ dataset: { frame, tried, held } }) => [frame, tried, held].join();

// What can be played. A press that began on something else does not play it.
const offered = () =>
  screenOf(table()) + [...table().querySelectorAll("button[form]")].map((one) => one.getAttribute("form") + one.value);

// The content of an aside is fetched when it opens, or when the window becomes wide enough to show it.
let filling = false;
const emptyAsides = () => [...document.querySelectorAll("[data-aside]:empty")].filter(stills.isShown);

async function fillAsides() {
  if (filling || !table() || !emptyAsides().length) return;
  filling = true;
  const frame = shown();
  const text = await ask(address(`view/${frame}`)).catch(sorry);
  filling = false;
  if (!text) return;
  if (shown() !== frame) return fillAsides();
  const found = new DOMParser().parseFromString(text, "text/html");
  for (const aside of emptyAsides()) aside.replaceChildren(...(found.getElementById(aside.id)?.childNodes ?? []));
  stills.remember();
  settle(false);
}
document.addEventListener("toggle", (event) => event.newState === "open" && fillAsides(), true);
addEventListener("resize", fillAsides);
addEventListener("online", fillAsides);

// For screen readers: what happened, and what you are asked now.
function announce() {
  const told = byId("caption")?.querySelector("p").textContent.replace(/\s+/g, " ").trim() ?? "";
  byId("heard").textContent = [told, isMine() ? byId("ask").textContent : ""].join(" ").trim();
}

const isMine = () => "mine" in table().dataset;

function callTurn() {
  if (shown() === newest && !byId("drop")) turn(isMine());
}

// -- focus: kept by place, not by element, because a new frame has other choices ---------------

function focusPlace() {
  const at = document.activeElement;
  if (!at || !table()?.contains(at)) return null;
  return at.closest(".spot") ? "board" : at.closest("#dock") ? "dock" : "elsewhere";
}

function refocus(place) {
  if (!place || place === "elsewhere" || table().contains(document.activeElement)) return;
  const spot = place === "board" ? homeSpot() : null;
  (onlyAnswer() ?? spot ?? byId("ask"))?.focus({ preventScroll: true });
}

// Focus the only answer, unless the focus is elsewhere.
function offer() {
  const at = document.activeElement;
  if (at === document.body || at?.closest("#dock")) onlyAnswer()?.focus({ preventScroll: true });
}

// -- numbers that change run to their new value ------------------------------------------------

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

// -- how long a frame is shown -----------------------------------------------------------------

const pace = () => (retelling && PACE[page.pace] === 0 ? 1 : (PACE[page.pace] ?? 1));

function length() {
  const words = byId("caption")?.textContent.length ?? 0;
  const beats = Number(table().dataset.beats) || 1;
  return beats * Math.max(SHORTEST, Math.min(LONGEST, 400 + words * 16) * pace());
}

const hold = (milliseconds) => (due = performance.now() + milliseconds);

// Resolve when the shown frame has been seen, however late the next one came; a skip ends it.
const seen = () =>
  new Promise((done) => {
    const clock = setTimeout(done, due - performance.now());
    hurry = () => (clearTimeout(clock), done());
  });

// Actions of others end an undo: disable its button before they are shown.
function settleUndo() {
  if (shown() >= newest) return;
  for (const button of document.querySelectorAll('.undos button[form]')) button.disabled = true;
}

async function play() {
  if (playing || sending || !table() || (held && shown() >= newest)) return;
  clearTimeout(again);
  if (shown() < newest && (letGo() || isTrial())) lost = page.outdated;
  if (lost) notice(lost);
  settleUndo();
  playing = true;
  document.body.classList.add("playing");
  try {
    while (shown() < newest) {
      await seen();
      const jump = skipped || (!retelling && (pace() === 0 || newest - shown() > TOO_MANY));
      const next = jump ? newest : shown() + 1;
      await show(await ask(address(jump ? `view/${next}` : `view/${next}/beat`)), !jump);
      if (shown() < next) break;
      hold(jump ? 0 : length());
    }
    if (lost) notice(lost);
    else if (failed) notice("", failed);
    [failed, wait] = ["", SOON];
  } catch (error) {
    notice((failed = error.message));
    again = setTimeout(play, wait);
    wait = Math.min(2 * wait, LATE);
  } finally {
    playing = skipped = false;
    hurry = null;
    document.body.classList.remove("playing");
    retire();
    passOn();
    if (stale) refresh().catch(sorry);
    playForced();
  }
}

// On a shared screen, where seats have no secrets, the next player's page follows automatically.
function passOn() {
  const next = byId("next-here");
  if (next && shown() >= newest) location.replace(next.href);
  openResult();
}

// A game that ends on this page opens its result, once the last frame has been seen.
const wasOver = "over" in (table()?.dataset ?? {});

async function openResult() {
  const result = byId("to-end");
  if (!result || wasOver || shown() < newest) return;
  hold(Math.max(length(), LONGEST));
  await seen();
  location.replace(result.href);
}

/** There is a newer frame: show all up to it. */
export function reach(frame) {
  newest = Math.max(newest, frame);
  if (table()) settleUndo();
  fillAsides(); // asides that could not be fetched before
  play();
}

/**
 * Show the newest frame once more: something apart from the game has changed. This never interrupts
 * what the user does, and waits until that is done. A turn that is held and a trial end with a frame
 * anyway.
 */
export async function refresh() {
  stale = true;
  if (refreshing) return;
  refreshing = true;
  try {
    while (stale && !isBusy() && !isTrial()) {
      const before = shows;
      const text = await ask(address(`view/${newest}`));
      if (shows === before && !isBusy() && !isTrial()) await showAlone(text);
    }
  } finally {
    refreshing = false;
  }
  if (shown() < newest) play();
}

async function showAlone(text) {
  stale = false;
  sending = true;
  await show(text, false).finally(() => (sending = false));
}

// The last caption stays a while, then gives the board back.
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

/** Step once more through everything that happened since the viewer's last action, and its effect on points. */
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

// -- the viewer's own actions ------------------------------------------------------------------

async function send(form, submitter) {
  const body = new URLSearchParams(new FormData(form, submitter));
  for (const name of ["amount", "kind"]) body.delete(name); // the button has it: see dock.js
  const isLeft = submitter?.id === "play-it";
  const isTried = form.id === "act" && trying && !isLeft;
  if (!isTried && endsTurn(form, body) && (await holdBack(form.action, body))) return;
  await post(form.action, body, isTried, isLeft);
}

async function post(action, body, isTried = false, isLeft = false) {
  const seat = table().dataset.seat;
  const isKept = !isTried && action === byId("act")?.action;
  sending = true;
  lost = "";
  document.body.classList.add("sending");
  if (isKept) unsent.keep(action, seat, body);
  try {
    const answer = isTried ? ask(trial(body), {}, true) : ask(action, { method: "POST", body, keepalive: true });
    const text = await answer;
    if (isLeft) trying = false;
    await show(text, !isTried);
    hold(SHORTEST * pace());
    notice("");
    unsent.drop(action, seat);
  } catch (error) {
    notice((failed = error.message));
    if (!document.hidden) unsent.drop(action, seat); // the user sees the error and can choose again
    if (!isTried && "held" in table().dataset) held ??= { action, body, clock: null }; // it can be sent again
  } finally {
    sending = false;
    document.body.classList.remove("sending");
  }
  if (shown() < newest) return play();
  retire();
  passOn();
  if (stale) refresh().catch(sorry);
  playForced();
}

// Play an answer that has no alternative, once what led to it has been seen.
async function playForced() {
  const { frame, forced: code } = table().dataset;
  if (!code || isBusy() || trying) return;
  await seen();
  if (table().dataset.frame !== frame || table().dataset.forced !== code || isBusy() || trying) return;
  const form = byId("act");
  const body = new URLSearchParams(new FormData(form));
  for (const [name, value] of [["code", code], ["forced", "1"]]) body.append(name, value);
  const endsUndo = !byId("undo-button").disabled && endsTurn(form, body);
  if (!endsUndo || !(await holdBack(form.action, body))) await post(form.action, body);
}

// -- the end of a turn: for a moment it can be taken back, and nobody else knows of it ---------

const LEAST_TIME = 5; // seconds on the clock; with less, nothing is held back

function endsTurn(form, body) {
  const [code, ...more] = body.getAll("code");
  const ends = table().dataset.holds?.split(" ") ?? [];
  return form.id === "act" && page.hold !== "0" && !more.length && ends.includes(code) && (left() ?? Infinity) >= LEAST_TIME;
}

// Show in private what the choice leads to. Return false if that fails and the choice must be played.
async function holdBack(action, body) {
  const most = (left() ?? Infinity) - LEAST_TIME / 2; // holding never costs the turn
  sending = true;
  try {
    await show(await ask(trial(body, "held"), {}, true), false);
  } catch {
    return false;
  } finally {
    sending = false;
  }
  if (!("held" in table().dataset)) return false;
  byId("heard").textContent = byId("ask").textContent;
  const wait = 1000 * Math.min(page.hold === "step" ? Infinity : Number(page.hold), most);
  held = { action, body, clock: wait < Infinity ? setTimeout(endTurn, wait) : null };
  if (wait < Infinity) byId("end-now").style.setProperty("--wait", `${wait}ms`);
  if (shown() < newest) play(); // it arrived meanwhile
  return true;
}

function letGo() {
  const was = held;
  clearTimeout(was?.clock);
  held = null;
  return was;
}

function endTurn() {
  const was = letGo();
  if (was) post(was.action, was.body);
}

// Leaving or hiding the page ends the turn. Privacy tools block beacons silently, and a request may be
// lost. So the turn is stored until the server has answered.
addEventListener("pagehide", () => {
  const was = letGo();
  if (!was) return;
  const { seat } = table().dataset;
  unsent.keep(was.action, seat, was.body);
  if (!("keepalive" in Request.prototype)) return navigator.sendBeacon?.(was.action, was.body);
  const sent = request(was.action, { method: "POST", body: was.body, headers, keepalive: true, quiet: true });
  sent.then((answer) => answer.ok && unsent.drop(was.action, seat)).catch(() => null); // see sendAgain
});
document.addEventListener("visibilitychange", () => (document.hidden ? endTurn() : sendAgain()));
addEventListener("pageshow", async (event) => {
  if (!event.persisted || !table()) return;
  await sendAgain();
  refresh().catch(sorry);
});

/** Send a turn once more that the server may not have, and report it if it is lost. */
async function sendAgain() {
  const turn = table() && unsent.find(byId("act")?.action, table().dataset.seat);
  if (turn && held) return endTurn(); // it could not be posted while the page was hidden
  if (!turn || isBusy()) return;
  sending = true;
  let isLost = false;
  try {
    const body = new URLSearchParams(turn.body);
    const answer = await request(turn.action, { method: "POST", body, headers });
    if (answer.status >= 500 || answer.status === 429) return; // it stays stored
    const told = new DOMParser().parseFromString(await answer.text(), "text/html");
    unsent.drop(turn.action, turn.seat);
    isLost = !answer.ok || told.querySelector(".refused") !== null;
    newest = Math.max(newest, Number(told.getElementById("table")?.dataset.latest ?? 0));
  } catch (error) {
    notice(error.message); // it stays stored
  } finally {
    sending = false;
  }
  await play();
  if (isLost) notice(page.lost);
}

// Try the choice in private: the server returns what would follow and plays nothing.
function trial(body, more) {
  const asked = new URL(address("try"), location.href);
  if (more) asked.searchParams.set(more, "1");
  for (const [name, value] of body) asked.searchParams.append(name, value);
  return asked;
}

document.addEventListener("submit", (event) => {
  if (!table() || !["act", "undo", "redo", "stand", "use-hint"].includes(event.target.id)) return;
  event.preventDefault();
  const isReal = event.target.id !== "act"; // a form that can't be tried, so it does nothing in that mode
  if (isReal && trying) notice(page.trying);
  if (isBusy() || (isReal && trying)) leaveAlone(event.submitter);
  else send(event.target, event.submitter);
  if (event.submitter?.closest("#menu")) popovers.close(byId("menu"));
});

document.addEventListener("click", (event) => {
  if (event.target.closest("#since")) since().catch(sorry);
  else if (event.target.closest("#end-now")) endTurn();
  else if (event.target.closest("#drop")) leave().catch(sorry);
  else if (event.target.closest("#try")) isTrial() ? leave().catch(sorry) : setTrying(!trying);
  else if (event.target.closest("#caption, #jump")) skip();
  else if (playing && event.target.closest(".stage")) skip();
});

// -- trying without playing --------------------------------------------------------------------

function setTrying(wanted) {
  trying = wanted;
  byId("try")?.setAttribute("aria-pressed", String(trying));
}
addPart(() => null, () => setTrying(trying));

// Return to the game from what is only tried, or from a turn that is held.
async function leave() {
  if (sending || playing) return;
  const was = letGo();
  sending = true;
  try {
    const text = await ask(address(`view/${newest}`));
    trying = false;
    await show(text, false);
  } catch (error) {
    if (was) held = { ...was, clock: null }; // it can still be ended, or taken back
    throw error;
  } finally {
    sending = false;
  }
  if (shown() < newest) return play();
  retire();
}

if (table()) {
  offer();
  retire();
  sendAgain();
  playForced();
}
