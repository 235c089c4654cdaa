// News: which frame is the newest, whether people or talk have changed. One stream a page, closed
// while the tab is hidden; a browser allows few of them, so tabs share and the rest ask now and then.

import { byId, drawNonces, notice } from "./forms.js";
import { address, headers, reach, refresh, table } from "./frames.js";

const page = document.body.dataset;
const STREAMS = 4;
const ASK_AGAIN = 3000;

const TRY_AGAIN = 30000;

let stream = null;
let release = null;
let asking = false;
let known = null;

async function hear(news) {
  const before = known ?? news;
  known = news;
  if (!table()) return wait(news);
  if (news.chat !== before.chat) await talk(fetch(address("chat"), { headers }));
  if (news.people !== before.people) await refresh();
  reach(news.frame);
}

// In the lobby: who has come, until the game begins.
async function wait(news) {
  if (news.frame >= 0) return location.reload();
  const answer = await fetch(page.lobby, { headers });
  if (answer.headers.has("HX-Redirect")) return location.reload();
  byId("lobby").innerHTML = await answer.text();
  drawNonces();
}

// -- chat ------------------------------------------------------------------------------------

async function talk(request) {
  const answer = await request;
  const place = byId("chat-lines");
  const text = await answer.text();
  const lines = linesOf(text);
  if (lines && place) place.replaceChildren(...lines);
  else if (!answer.ok) notice(text.replace(/<[^>]*>/g, "").trim());
  return answer.ok;
}

function linesOf(text) {
  const found = new DOMParser().parseFromString(text, "text/html").getElementById("chat-lines");
  return found?.childNodes;
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.id !== "say" && !("about" in form.dataset)) return;
  event.preventDefault();
  if (form.elements.frame) form.elements.frame.value = table()?.dataset.frame ?? -1;
  const body = new URLSearchParams(new FormData(form));
  const said = form.elements.text?.value;
  if (said) form.elements.text.value = "";
  const isDone = await talk(fetch(form.action, { method: "POST", body, headers }));
  if (isDone && form.dataset.done) notice(form.dataset.done);
  if (!isDone && said) form.elements.text.value ||= said;
});

// What may be done about a line opens below it, perhaps below what is seen of the chat.
document.addEventListener(
  "toggle",
  (event) => event.target.open && event.target.closest(".chat")
    && event.target.lastElementChild.scrollIntoView({ block: "nearest" }),
  true,
);

// Older lines come when asked for, before those that are there.
document.addEventListener("click", async (event) => {
  const older = event.target.closest("[data-older]");
  if (!older) return;
  event.preventDefault();
  const answer = await fetch(older.href, { headers });
  const lines = linesOf(await answer.text());
  if (answer.ok && lines) older.closest("li").replaceWith(...lines);
});

// The log holds the newest frames; the whole of it comes when asked for.
document.addEventListener("click", async (event) => {
  const earlier = event.target.closest("[data-earlier]");
  if (!earlier) return;
  event.preventDefault();
  const answer = await fetch(earlier.href, { headers });
  await htmx.swap({ text: await answer.text(), target: byId("log-part"), swap: "outerHTML" });
});

// -- the stream ------------------------------------------------------------------------------

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
  stream.addEventListener("error", miss);
}

// A lost stream is opened again by the browser, a refused one here; until then the page asks.
function miss() {
  if (stream?.readyState === EventSource.CLOSED) {
    hush();
    setTimeout(listen, TRY_AGAIN);
  }
  poll();
}

async function poll() {
  if (asking) return;
  asking = true;
  while (stream?.readyState !== EventSource.OPEN && !document.hidden) {
    const answer = await fetch(page.news).catch(() => null);
    if (answer?.ok) await hear(await answer.json()).catch(() => null);
    await new Promise((done) => setTimeout(done, ASK_AGAIN));
  }
  asking = false;
}

function hush() {
  stream?.close();
  stream = null;
  release?.();
  release = null;
}

document.addEventListener("visibilitychange", () => (document.hidden ? hush() : listen()));
addEventListener("pagehide", hush);
listen();

// -- the clock: how long a decision may still take -----------------------------------------------

// By the server's clock: that of this machine may be wrong. So many seconds the server's is ahead.
const ahead = Number(page.now) - Date.now() / 1000;

function tell() {
  const due = Number(byId("dock")?.dataset.due);
  const place = byId("clock");
  if (!due || !place) return;
  const left = Math.max(0, Math.round(due - ahead - Date.now() / 1000));
  place.textContent =
    left >= 3600
      ? new Date((due - ahead) * 1000).toLocaleString(document.documentElement.lang, { weekday: "short", hour: "2-digit", minute: "2-digit" })
      : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}
setInterval(tell, 1000);
tell();
