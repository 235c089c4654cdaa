// A service worker. It keeps static files, which never change at their addresses, and the page that is shown where the
// server can't be reached. Of tables it keeps nothing. Where another program answers at proa's address, it goes. Before it
// come KEPT (the files' hash), NEEDED (the page and its files) and ICON (of notices).

const STATIC = "/static/";
const OURS = /^proa-/; // names of caches
const PATIENCE = 10_000; // milliseconds until an answer begins

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(NEEDED)));
});

addEventListener("activate", (event) => {
  event.waitUntil(forget((name) => name !== KEPT).then(() => clients.claim()));
});

async function forget(isOld) {
  const names = (await caches.keys()).filter((name) => OURS.test(name) && isOld(name));
  return Promise.all(names.map((name) => caches.delete(name)));
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (request.method === "GET" && pathname.startsWith(STATIC)) event.respondWith(file(request));
});

// A page that does not begin in time is not there; what is posted may take longer, as it may be long.
async function page(request) {
  const patience = request.method === "GET" ? PATIENCE : Infinity;
  const answer = await answered(request, patience).catch(() => null);
  if (!answer) return caches.match(NEEDED[0]);
  if (isAnothers(answer)) await Promise.all([registration.unregister(), forget(() => true)]);
  return answer;
}

function isAnothers({ ok, headers }) {
  return ok && headers.get("Content-Type")?.startsWith("text/html") && !headers.has("Proa-Page");
}

async function answered(request, patience = PATIENCE) {
  const control = new AbortController();
  const timer = patience < Infinity ? setTimeout(() => control.abort(), patience) : null;
  return fetch(request, { signal: control.signal }).finally(() => clearTimeout(timer));
}

async function file(request) {
  const known = await caches.match(request);
  if (known) return known;
  const answer = await answered(request).catch(() => answered(request));
  if (answer.ok && answer.headers.get("Cache-Control")?.includes("immutable")) {
    const copy = answer.clone();
    caches.open(KEPT).then((kept) => kept.put(request, copy)).catch(() => null);
  }
  return answer;
}

// A browser may stop pushes that show nothing, so each shows something, whatever it holds.
addEventListener("push", (event) => {
  const { title = "proa", body, navigate = "/", tag, lang } = told(event.data);
  const data = new URL(navigate, location.origin).href;
  event.waitUntil(registration.showNotification(title, { body, tag, lang, data, icon: ICON, renotify: Boolean(tag) }));
});

function told(data) {
  try {
    return data.json().notification ?? {};
  } catch {
    return {};
  }
}

// A browser may change its address at the push service; the old one works no more.
addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

async function renew({ oldSubscription, newSubscription }) {
  const fresh = newSubscription ?? (await registration.pushManager.subscribe(oldSubscription.options));
  const { endpoint, keys } = fresh.toJSON();
  const body = new URLSearchParams({ endpoint, ...keys });
  return answered(new Request("/notices/push", { method: "POST", body }));
}

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data));
});

async function show(address) {
  const open = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = open.find((one) => one.url === address);
  return there ? there.focus() : clients.openWindow(address);
}
