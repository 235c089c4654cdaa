// The replay: steps fetched and morphed, by slider, keys, log lines and the play button.

import { showAddress } from "./address.js";
import { settle } from "./board.js";
import { byId } from "./forms.js";
import { notice } from "./notice.js";
import { request } from "./request.js";
import * as stills from "./stills.js";
import * as storage from "./storage.js";

const page = document.body.dataset;
const step = () => byId("replay-step");
const at = () => Number(step().dataset.at);
const last = () => Number(step().dataset.last);
const BEAT = { calm: 1900, normal: 1100, fast: 600, off: 300 };
const SPEED = "proa-replay-speed";
const speed = () => byId("speed");
const beat = () => BEAT[speed().value] ?? BEAT.normal;
const still = matchMedia("(prefers-reduced-motion: reduce)");

let wanted = null;
let better = false; // whether the better choice is shown in the place of what was played
const isBetter = () => "instead" in step().dataset;
const LOOK = "openCards" in page ? "&open_cards=1" : "";
let busy = false;

// Only the newest target is fetched: the slider may ask for a hundred steps in a second.
async function go(to, moving = false, instead = false) {
  wanted = Math.max(0, Math.min(last(), to));
  better = instead;
  follow(wanted);
  if (busy) return;
  busy = true;
  const moves = moving && !still.matches;
  const alive = moves ? await import("./life.js").catch(() => null) : null;
  try {
    while (wanted !== at() || better !== isBetter()) {
      const more = LOOK + (better ? "&instead=1" : "");
      const answer = await request(`${page.replay}/${wanted}?eye=${page.eye}${more}`, { headers: stills.headers() });
      if (!answer.ok) throw new Error(answer.statusText);
      const was = alive?.look();
      await htmx.swap({ text: stills.whole(await answer.text()), target: step(), swap: "outerMorph" });
      stills.remember();
      better = isBetter();
      settle(moves);
      alive?.enliven(was, moves);
    }
    showAddress(`?at=${at()}&eye=${page.eye}${LOOK}`);
  } catch (error) {
    notice(error.message);
    stop();
  } finally {
    busy = false;
  }
}

// What follows the step at once: slider, log, chart, links.
function follow(to) {
  const slider = byId("slider");
  slider.value = String(to);
  slider.style.setProperty("--done", `${(100 * to) / Math.max(last(), 1)}%`);
  byId("where").textContent = `${to} / ${last()}`;
  byId("continue-at").value = String(to);
  let now = null;
  for (const line of document.querySelectorAll("#replay-log li[data-at]")) {
    line.classList.toggle("now", Number(line.dataset.at) === to);
    if (Number(line.dataset.at) === to) now ??= line;
  }
  const lines = byId("replay-log");
  if (now) lines.scrollTop = now.offsetTop - lines.offsetTop - lines.clientHeight / 2;
  const cursor = byId("cursor");
  cursor?.setAttribute("transform", `translate(${36 + (312 * to) / Math.max(last(), 1)} 0)`);
  for (const eye of document.querySelectorAll(".eyes a")) {
    const address = new URL(eye.href);
    address.searchParams.set("at", to);
    eye.href = address;
  }
}

let running = null;

async function run() {
  if (at() === last()) await go(0);
  running = setInterval(() => (at() < last() ? go(at() + 1, true) : stop()), beat());
  dress();
}

// The speed is kept on the device; without one it is that of other players' moves.
function changeSpeed() {
  storage.write(SPEED, speed().value);
  if (!running) return;
  stop();
  run();
}

function stop() {
  clearInterval(running);
  running = null;
  dress();
}

function dress() {
  const button = byId("run");
  button.setAttribute("aria-label", running ? button.dataset.stop : button.dataset.play);
  button.querySelector("use").setAttribute("href", running ? "#i-pause" : "#i-play");
}

const turns = () => byId("slider").dataset.turns.split(" ").filter(Boolean).map(Number);
const nextTurn = () => turns().find((turn) => turn > at()) ?? last();
const lastTurn = () => turns().filter((turn) => turn < at()).pop() ?? 0;

const KEYS = {
  ArrowRight: () => go(at() + 1, true),
  ArrowLeft: () => go(at() - 1),
  ArrowDown: () => go(nextTurn()),
  ArrowUp: () => go(lastTurn()),
  Home: () => go(0),
  End: () => go(last()),
  " ": () => (running ? stop() : run()),
};

if (page.replay) {
  byId("slider").addEventListener("input", (event) => (stop(), go(Number(event.target.value))));
  document.addEventListener("keydown", (event) => {
    if (!(event.key in KEYS) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("input:not(#slider), textarea, select")) return;
    if (event.key === " " && event.target.matches("a, button, summary")) return;
    event.preventDefault();
    if (event.key !== " ") stop();
    KEYS[event.key]();
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("#run")) return running ? stop() : run();
    const link = event.target.closest("#first, #prev, #next, #last, #replay-log a, #review [data-to]");
    if (!link || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    stop();
    if (link.dataset.to) return go(Number(link.dataset.to), false, "instead" in link.dataset);
    const line = link.closest("[data-at]");
    go(line ? Number(line.dataset.at) : { first: 0, prev: at() - 1, next: at() + 1, last: last() }[link.id]);
  });
  const kept = storage.read(SPEED);
  if (kept in BEAT) speed().value = kept;
  speed().addEventListener("change", changeSpeed);
  follow(at());
  if (document.querySelector("[data-waits]")) import("./review.js");
}
