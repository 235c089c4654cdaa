// News: which frame is the newest, whether it is one's turn, whether people or talk have changed.

import { byId, drawNonces, notice, reached, sorry } from "./forms.js";
import { address, headers, left, reach, refresh, table } from "./frames.js";
import { follow } from "./stream.js";
import { redrawn } from "./presses.js";
import { badge, call } from "./turn.js";
import { addPart } from "./ui_state.js";

const page = document.body.dataset;
// What the page shows; a line that is said before the first news comes is none of it.
let known = "chat" in page ? { people: Number(page.people), chat: Number(page.chat) } : null;
let heard = null;

async function hear(news) {
  heard = news;
  if (document.hidden) call(news.mine);
  if (!table()) return wait(news);
  if (document.hidden) return; // shown when somebody looks
  const before = known ?? news;
  known = news;
  if (news.chat !== before.chat) await talk(fetch(address("chat"), { headers }));
  if (news.people !== before.people) await refresh().catch(sorry);
  reach(news.frame);
}

if (page.news) {
  follow(hear, badge);
  document.addEventListener("visibilitychange", () => document.hidden || (heard && hear(heard).catch(() => null)));
}

// In the lobby: who has come, until the game begins.
async function wait(news) {
  if (news.frame >= 0) return location.reload();
  if (known?.people === news.people) return;
  known = news;
  const answer = await fetch(page.lobby, { headers });
  if (answer.headers.has("HX-Redirect")) return location.reload();
  await htmx.swap({ text: await answer.text(), target: byId("lobby"), swap: "innerMorph" });
  redrawn(byId("lobby"));
  drawNonces();
}

// -- chat ------------------------------------------------------------------------------------

async function talk(request) {
  const answer = await request.catch(sorry);
  if (!answer) return false;
  const place = byId("chat-lines");
  const text = await answer.text();
  const lines = linesOf(text);
  if (lines && place) {
    await htmx.swap({ text: lines.outerHTML, target: place, swap: "outerMorph" });
    redrawn(place);
    await goBack();
  } else if (!answer.ok) notice(text.replace(/<[^>]*>/g, "").trim());
  return answer.ok;
}

function linesOf(text) {
  return new DOMParser().parseFromString(text, "text/html").getElementById("chat-lines");
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.id !== "say" && !("about" in form.dataset)) return;
  event.preventDefault();
  form.closest("details")?.removeAttribute("open");
  if (form.elements.frame) form.elements.frame.value = table()?.dataset.frame ?? -1;
  const body = new URLSearchParams(new FormData(form));
  const said = form.elements.text?.value;
  if (said) form.elements.text.value = "";
  const isDone = await talk(reached(form.action, { method: "POST", body, headers }));
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

// Older lines come when asked for, before those that are there, and stay when new ones come.
let furthest = Infinity; // the line that the reader has gone back to

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-older]")) return;
  event.preventDefault();
  furthest = oldest() - 1;
  goBack();
});

const oldest = () => Number(document.querySelector("#chat-lines [data-line]")?.dataset.line ?? 0);

async function goBack() {
  while (oldest() > furthest && (await older()));
}

// Whether there may be more; what came in between may have taken the place away.
async function older() {
  const link = document.querySelector("#chat-lines [data-older]");
  const answer = link && (await reached(link.href, { headers }).catch(sorry));
  const lines = answer?.ok && linesOf(await answer.text());
  if (lines && link.isConnected) link.closest("li").replaceWith(...lines.childNodes);
  return Boolean(lines);
}

// The log holds the newest frames; the whole of it comes when asked for.
document.addEventListener("click", async (event) => {
  const earlier = event.target.closest("[data-earlier]");
  if (!earlier) return;
  event.preventDefault();
  const answer = await reached(earlier.href, { headers }).catch(sorry);
  if (!answer) return;
  await htmx.swap({ text: await answer.text(), target: byId("log-part"), swap: "outerHTML" });
  byId("log-part").dataset.whole = "";
});
addPart(
  (isSame) => byId("log-part")?.toggleAttribute("hx-morph-skip", isSame && "whole" in byId("log-part").dataset),
  () => byId("log-part")?.removeAttribute("hx-morph-skip"),
);

// -- the clock: how long a decision may still take -----------------------------------------------

function tell() {
  const place = byId("clock");
  if (left() === null || !place) return;
  const seconds = Math.max(0, Math.round(left()));
  place.textContent =
    seconds >= 3600
      ? new Date(Date.now() + left() * 1000).toLocaleString(document.documentElement.lang, { weekday: "short", hour: "2-digit", minute: "2-digit" })
      : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
setInterval(tell, 1000);
tell();
