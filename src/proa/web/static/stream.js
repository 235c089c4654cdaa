// One event stream for all tabs of a browser. One tab leads: it listens for all and forwards the news.
// It gives up the lead when it is frozen or closed; the others check that it is alive. Where tabs can't
// talk to each other, each listens for itself while it is visible. A stream that brings nothing, or
// brings it late, for example behind a buffering proxy, is not trusted: then the page polls.

import { now, serverTime, synchronise } from "./clock.js";
import { request } from "./request.js";

const page = document.body.dataset;
const at = page.url + page.query;
const me = [...crypto.getRandomValues(new Uint32Array(2))].map((n) => n.toString(36)).join("-");
const channel = opened();

const ANSWER = 150; // a leader answers at once, a frozen one never
const SILENCE = 22_000; // the server sends something every 20 s
const HELD = 5; // seconds: a part that is so late was buffered on its way
const STEADY = 10_000; // a part that comes so long after the start of a stream was not sent at its start
const LOOK = 2_000;
const PATIENCE = 2_000;
const SOON = 1_000;
const LATE = 30_000;
const ASK_AGAIN = 3_000;
const ASK_HIDDEN = 60_000;
const MOST = 40; // the most tables that the server listens to at once: those opened last

let hear = () => {};
let told = () => {};
let leader = null;
let beat = 0; // when the leader was last heard of
let flows = false; // whether its stream brings news in time
let isDoubted = false; // whether our stream has failed, and has not been steady since
let closing = null; // ends our own stream
let hasBrought = false; // whether our stream has brought any news
let begun = 0; // when the stream was requested
let heard = 0; // when it last sent something
let wait = SOON;
let asking = false;
let due = null;
const places = new Map(); // tab: its table; kept by the leader
const newest = new Map(); // table: its last news

const leads = () => leader === me;

function opened() {
  try {
    return new BroadcastChannel("proa");
  } catch {
    return null; // not there, or denied
  }
}

const say = (what, more = {}) => channel?.postMessage({ what, from: me, ...more });
const later = (ms) => new Promise((done) => setTimeout(done, ms));

/** Follow this page's table. `news` gets the news, `calls` the number of tables where the viewer is asked. */
export function follow(news, calls = () => {}) {
  [hear, told] = [news, calls];
  channel?.addEventListener("message", ({ data }) => MESSAGES[data?.what]?.(data));
  document.addEventListener("visibilitychange", look);
  document.addEventListener("freeze", yields);
  document.addEventListener("resume", look);
  addEventListener("pagehide", yields);
  addEventListener("pageshow", (event) => event.persisted && look());
  addEventListener("online", () => (leads() ? listen() : look()));
  setInterval(watch, LOOK);
  join();
}

// -- which tab leads ---------------------------------------------------------------------------

const MESSAGES = {
  here({ from, at: place }) {
    if (!leads()) return;
    lead();
    const isNew = ![...places.values()].includes(place);
    places.set(from, place);
    if (isNew || now() - heard > SILENCE / 2) soon();
    else if (newest.has(place)) say("news", { news: newest.get(place) });
  },
  leads({ from, flows: works, time }) {
    if (leads() && me < from) return lead(); // of two leaders the first by name leads
    if (leads()) stop();
    synchronise(time);
    const isNew = leader !== from;
    [leader, beat, flows] = [from, now(), works];
    if (isNew) say("here", { at });
    if (!works) poll();
  },
  bye({ from }) {
    places.delete(from);
    if (from === leader) join();
  },
  news({ news }) {
    beat = now();
    if (news.at === at) tell(news);
  },
};

// Fetching may fail; there will be more news.
const tell = async (news) => hear(news).catch(() => null);

// Announce this tab; if none leads, take the lead.
async function join() {
  if (!channel) return document.hidden ? (stop(), poll()) : rise();
  const asked = now();
  say("here", { at });
  await later(ANSWER + Math.random() * ANSWER);
  if (!leads() && beat < asked) rise();
}

function rise() {
  leader = me;
  lead();
  listen();
}

const lead = () => say("leads", { flows, time: serverTime() });

function yields() {
  if (leads()) stop();
  leader = null;
  say("bye");
}

function stop() {
  closing?.abort();
  closing = null;
  flows = false;
}

// A page that becomes visible again asks at once for what it missed and for the time: a stream may have
// died and clocks may have stopped while the device slept.
function look() {
  if (!document.hidden) ask();
  if (!channel || !leads()) return join();
  if (!document.hidden && now() - heard > SILENCE / 2) listen();
}

// Several tabs may announce themselves at once.
function soon() {
  clearTimeout(due);
  due = setTimeout(() => leads() && listen(), ANSWER / 3);
}

function watch() {
  if (leads() && closing && now() - heard > SILENCE) doubt(), listen();
  if (!leads() && channel && now() - beat > SILENCE) join();
}

// -- the leader's stream -----------------------------------------------------------------------

async function listen() {
  stop();
  hasBrought = false;
  places.set(me, at);
  const mine = (closing = new AbortController());
  begun = heard = now();
  setTimeout(() => mine === closing && !flows && poll(), PATIENCE);
  try {
    const open = [...new Set([...places.values()].reverse())].slice(0, MOST);
    const body = new URLSearchParams(open.map((place) => ["at", place]));
    const how = { method: "POST", body, signal: mine.signal, flows: true, once: true };
    const answer = await request("/stream", how);
    if (answer.ok) await read(answer.body.getReader(), mine);
  } catch {
    // lost, or replaced by another
  }
  if (mine !== closing) return;
  flows = false;
  lead();
  poll();
  await later(wait);
  wait = Math.min(2 * wait, LATE);
  if (mine === closing) listen();
}

async function read(reader, mine) {
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done || mine !== closing) return;
    [heard, wait] = [now(), SOON];
    const parts = (text + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/);
    text = parts.pop();
    for (const part of parts) hearPart(part);
    lead();
  }
}

// A part is news, or the time when it was sent.
function hearPart(part) {
  const sent = Number(part.match(/^: ?now ([\d.]+)$/m)?.[1]);
  if (sent && serverTime() - sent > HELD) doubt();
  else if (sent) {
    synchronise(sent);
    if (now() - begun > STEADY) isDoubted = false;
  }
  const data = part.match(/^data: ?(.*)$/m);
  if (data) pass(JSON.parse(data[1]));
  if (data || sent) flows = !isDoubted && hasBrought;
}

function doubt() {
  isDoubted = true;
  flows = false;
  poll();
}

function pass(news) {
  hasBrought = true;
  newest.set(news.at, news);
  told([...newest.values()].filter((one) => one.mine && [...places.values()].includes(one.at)).length);
  say("news", { news });
  if (news.at === at) tell(news);
}

// Without a stream the page polls, rarely while it is hidden.
async function poll() {
  if (asking) return;
  asking = true;
  while (!flows) {
    await ask();
    const seen = new Promise((done) => document.addEventListener("visibilitychange", done, { once: true }));
    await Promise.race([seen, later(document.hidden ? ASK_HIDDEN : ASK_AGAIN)]);
  }
  asking = false;
}

async function ask() {
  try {
    const answer = await request(page.news, { quiet: true, once: true });
    if (answer.ok) await tell({ at, ...(await answer.json()) });
  } catch {
    // not reached, or a proxy answered: asked again
  }
}
