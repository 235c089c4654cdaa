// One stream of news for all tabs of a browser. One tab leads: it listens for all and passes on what
// it hears. It yields when it is frozen or goes; the others watch that it lives. Where tabs can't
// talk to each other, each listens for itself while it is looked at.

const page = document.body.dataset;
const at = page.url + page.query;
const me = [...crypto.getRandomValues(new Uint32Array(2))].map((n) => n.toString(36)).join("-");
const channel = "BroadcastChannel" in window ? new BroadcastChannel("proa") : null;

const ANSWER = 150; // a leader answers at once, a frozen one never
const SILENCE = 45_000; // the server says something every 20 s
const LOOK = 5_000;
const SOON = 1_000;
const LATE = 30_000;
const ASK_AGAIN = 3_000;
const ASK_HIDDEN = 60_000;
const MOST = 40; // tables that the server listens to at once: those that were opened last

let hear = () => {};
let told = () => {};
let leader = null;
let beat = 0; // when the leader was last heard of
let flows = false; // whether its stream does
let closing = null; // ends our own stream
let heard = 0; // when that last said something
let wait = SOON;
let asking = false;
let due = null;
const places = new Map(); // tab: where it is; kept by the leader
const newest = new Map(); // place: its last news

const leads = () => leader === me;
const say = (what, more = {}) => channel?.postMessage({ what, from: me, ...more });
const later = (ms) => new Promise((done) => setTimeout(done, ms));

/** Follow this page's table: `news` gets what there is, `calls` at how many tables one is asked. */
export function follow(news, calls = () => {}) {
  [hear, told] = [news, calls];
  channel?.addEventListener("message", ({ data }) => MESSAGES[data.what]?.(data));
  document.addEventListener("visibilitychange", look);
  document.addEventListener("freeze", yields);
  document.addEventListener("resume", join);
  addEventListener("pagehide", yields);
  addEventListener("pageshow", (event) => event.persisted && join());
  addEventListener("online", () => (leads() ? listen() : look()));
  setInterval(watch, LOOK);
  join();
}

// -- who leads ---------------------------------------------------------------------------------

const MESSAGES = {
  here({ from, at: place }) {
    if (!leads()) return;
    lead();
    const isNew = ![...places.values()].includes(place);
    places.set(from, place);
    if (isNew || Date.now() - heard > SILENCE / 2) soon();
    else if (newest.has(place)) say("news", { news: newest.get(place) });
  },
  leads({ from, flows: works }) {
    if (leads() && me < from) return lead(); // of two that lead the first by name does
    if (leads()) stop();
    const isNew = leader !== from;
    [leader, beat, flows] = [from, Date.now(), works];
    if (isNew) say("here", { at });
    if (!works) poll();
  },
  bye({ from }) {
    places.delete(from);
    if (from === leader) join();
  },
  news({ news }) {
    beat = Date.now();
    if (news.at === at) tell(news);
  },
};

// What is told may fail to be fetched; there will be more news.
const tell = async (news) => hear(news).catch(() => null);

// Says where this tab is; if nobody leads, it does.
async function join() {
  if (!channel) return document.hidden ? (stop(), poll()) : rise();
  const asked = Date.now();
  say("here", { at });
  await later(ANSWER + Math.random() * ANSWER);
  if (!leads() && beat < asked) rise();
}

function rise() {
  leader = me;
  lead();
  listen();
}

const lead = () => say("leads", { flows });

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

// A page that is looked at again is told at once what it missed.
function look() {
  if (!channel || !leads()) return join();
  if (!document.hidden && Date.now() - heard > SILENCE / 2) listen();
}

// Several tabs may say at once where they are.
function soon() {
  clearTimeout(due);
  due = setTimeout(() => leads() && listen(), ANSWER / 3);
}

function watch() {
  const now = Date.now();
  if (leads() && flows && now - heard > SILENCE) listen();
  if (!leads() && channel && now - beat > SILENCE) join();
}

// -- the leader's stream -----------------------------------------------------------------------

async function listen() {
  stop();
  places.set(me, at);
  const mine = (closing = new AbortController());
  try {
    const open = [...new Set([...places.values()].reverse())].slice(0, MOST);
    const body = new URLSearchParams(open.map((place) => ["at", place]));
    const answer = await fetch("/stream", { method: "POST", body, signal: mine.signal });
    if (answer.ok) await read(answer.body.pipeThrough(new TextDecoderStream()).getReader(), mine);
  } catch {
    // lost, or given up for another
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
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done || mine !== closing) return;
    [heard, flows, wait] = [Date.now(), true, SOON];
    lead();
    const parts = (text + value).split(/\r?\n\r?\n/);
    text = parts.pop();
    for (const part of parts) {
      const data = part.match(/^data: ?(.*)$/m);
      if (data) pass(JSON.parse(data[1]));
    }
  }
}

function pass(news) {
  newest.set(news.at, news);
  told([...newest.values()].filter((one) => one.mine && [...places.values()].includes(one.at)).length);
  say("news", { news });
  if (news.at === at) tell(news);
}

// Without a stream the page asks now and then, rarely where nobody looks.
async function poll() {
  if (asking) return;
  asking = true;
  while (!flows) {
    const answer = await fetch(page.news).catch(() => null);
    if (answer?.ok) await tell({ at, ...(await answer.json()) });
    const seen = new Promise((done) => document.addEventListener("visibilitychange", done, { once: true }));
    await Promise.race([seen, later(document.hidden ? ASK_HIDDEN : ASK_AGAIN)]);
  }
  asking = false;
}
