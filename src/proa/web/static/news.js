// News: the newest frame, whose turn it is, whether people or the chat have changed.

import { serverTime } from "./clock.js";
import { byId, drawNonces } from "./forms.js";
import { address, headers, left, reach, refresh, table } from "./frames.js";
import { moment } from "./locale.js";
import { notice, sorry } from "./notice.js";
import { request } from "./request.js";
import { isPassedOn, leave } from "./screen.js";
import { follow } from "./stream.js";
import { redrawn } from "./presses.js";
import { badge, call } from "./turn.js";
import { addPart } from "./ui_state.js";

const page = document.body.dataset;
// What the page shows, without a chat line sent before the first news arrives.
let known = "chat" in page ? { people: Number(page.people), chat: Number(page.chat) } : null;
let heard = null;

async function hear(news) {
  heard = news;
  if (isPassedOn(news)) return leave();
  if (document.hidden) call(news.mine);
  if (!table()) return wait(news);
  if (document.hidden) return; // shown when the page is visible
  const before = known ?? news;
  known = { chat: before.chat, people: before.people };
  if (news.chat !== before.chat) hearChat(news.chat);
  if (news.people !== before.people) await refresh().then(() => (known.people = news.people), () => null);
  reach(news.frame);
}

// The game does not wait for the chat; the next news retry what could not be fetched.
async function hearChat(said) {
  if (await talk(request(address("chat"), { headers, quiet: true }))) known.chat = said;
}

if (page.news) {
  follow(hear, badge);
  document.addEventListener("visibilitychange", () => document.hidden || (heard && hear(heard).catch(() => null)));
}

// In the lobby: show who has come, until the game begins.
async function wait(news) {
  if (news.frame >= 0) return location.reload();
  if (known?.people === news.people) return;
  const answer = await request(page.lobby, { headers, quiet: true });
  if (answer.headers.has("HX-Redirect")) return location.reload();
  await htmx.swap({ text: await answer.text(), target: byId("lobby"), swap: "innerMorph" });
  known = news;
  redrawn(byId("lobby"));
  drawNonces();
}

// -- chat ------------------------------------------------------------------------------------

async function talk(request) {
  const answer = await request.catch(sorry);
  if (!answer) return false;
  const text = await answer.text();
  const lines = linesOf(text);
  if (lines && byId("chat-lines")) {
    if (!(await goBack(lines))) return false;
    showLines(lines);
    redrawn(byId("chat-lines"));
  } else if (!answer.ok) notice(text.replace(/<[^>]*>/g, "").trim());
  return answer.ok;
}

// Change only what differs: other lines keep focus, selection and their open menu, and a screen reader
// reads the new line alone.
function showLines({ children }) {
  const place = byId("chat-lines");
  const there = new Map([...place.children].map((line) => [line.id, line]));
  let last = null;
  for (const line of [...children]) {
    const old = there.get(line.id);
    there.delete(line.id);
    const isSame = old && old.isEqualNode(asOpen(line, old));
    if (!old) last ? last.after(line) : place.prepend(line);
    else if (!isSame) exchange(old, line);
    last = isSame ? old : line;
  }
  for (const gone of there.values()) exchange(gone);
}

function asOpen(line, old) {
  line.querySelector("details")?.toggleAttribute("open", Boolean(old.querySelector("details[open]")));
  return line;
}

// The focus goes where it was, or to all lines.
function exchange(old, line) {
  const had = old.contains(document.activeElement);
  if (line) old.replaceWith(line);
  else old.remove();
  if (had) (line?.querySelector("summary, [data-older]") ?? byId("chat-lines").parentElement).focus({ preventScroll: true });
}

// Send one line after the other, each with the last line shown before it, so that the server recognises
// a repeated one.
let saying = Promise.resolve();
function say(to, body) {
  body.set("after", [...document.querySelectorAll("#chat-lines [data-line]")].pop()?.dataset.line ?? 0);
  return talk(request(to, { method: "POST", body, headers }));
}

function linesOf(text) {
  return new DOMParser().parseFromString(text, "text/html").getElementById("chat-lines");
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.id !== "say" && !("about" in form.dataset)) return;
  event.preventDefault();
  const pressed = event.submitter;
  closeMenu(pressed?.closest("details"));
  if (form.elements.frame) form.elements.frame.value = table()?.dataset.frame ?? -1;
  const body = new URLSearchParams(new FormData(form));
  if (pressed?.name) body.set(pressed.name, pressed.value);
  const said = pressed?.name ? "" : form.elements.text?.value;
  if (said) form.elements.text.value = "";
  const isDone = await (saying = saying.then(() => say(form.action, body)));
  if (isDone && form.dataset.done) notice(form.dataset.done);
  if (!isDone && said) form.elements.text.value ||= said;
});

function closeMenu(menu) {
  menu?.removeAttribute("open");
  menu?.querySelector("summary").focus({ preventScroll: true });
}

// The actions for a line open below it, perhaps below the visible part of the chat.
document.addEventListener(
  "toggle",
  (event) => event.target.open && event.target.closest(".chat")
    && event.target.lastElementChild.scrollIntoView({ block: "nearest" }),
  true,
);

// Older lines are fetched on demand, go before those that are there, and stay when new ones arrive.
let furthest = Infinity; // the oldest line that the reader has asked for

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-older]")) return;
  event.preventDefault();
  furthest = oldest(byId("chat-lines")) - 1;
  talk(request(address("chat"), { headers }));
});

const oldest = (lines) => Number(lines.querySelector("[data-line]")?.dataset.line ?? 0);

// Complete the newest lines by those before them; return whether that succeeded.
async function goBack(lines) {
  for (let link; oldest(lines) > furthest && (link = lines.querySelector("[data-older]")); ) {
    const answer = await request(link.href, { headers }).catch(sorry);
    const older = answer?.ok && linesOf(await answer.text());
    if (!older) return false;
    link.closest("li").replaceWith(...older.childNodes);
  }
  return true;
}

// The log has the newest frames; the whole log is fetched on demand.
document.addEventListener("click", async (event) => {
  const earlier = event.target.closest("[data-earlier]");
  if (!earlier) return;
  event.preventDefault();
  const answer = await request(earlier.href, { headers }).catch(sorry);
  if (!answer) return;
  await htmx.swap({ text: await answer.text(), target: byId("log-part"), swap: "outerHTML" });
  byId("log-part").dataset.whole = "";
});
addPart(
  (isSame) => byId("log-part")?.toggleAttribute("hx-morph-skip", isSame && "whole" in byId("log-part").dataset),
  () => byId("log-part")?.removeAttribute("hx-morph-skip"),
);

// -- the clock: the time left for a decision ---------------------------------------------------

function tell() {
  const place = byId("clock");
  if (left() === null || !place) return;
  const seconds = Math.max(0, Math.round(left()));
  place.textContent =
    seconds >= 3600
      ? moment(serverTime() + left(), serverTime())
      : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
setInterval(tell, 1000);
tell();
