// A service worker. It keeps static files, which never change at their addresses, and the page that is shown where the
// server can't be reached. Of tables it keeps nothing. Before it come KEPT (the files' hash) and NEEDED (the page and its files).

const STATIC = "/static/";

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(NEEDED)));
});

addEventListener("activate", (event) => {
  const forget = (name) => name !== KEPT && caches.delete(name);
  event.waitUntil(caches.keys().then((names) => Promise.all(names.map(forget))).then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match(NEEDED[0])));
  else if (request.method === "GET" && pathname.startsWith(STATIC)) event.respondWith(file(request));
});

async function file(request) {
  const known = await caches.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok && answer.headers.get("Cache-Control")?.includes("immutable")) {
    const copy = answer.clone();
    caches.open(KEPT).then((kept) => kept.put(request, copy)).catch(() => null);
  }
  return answer;
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
