// Where browsers allow it, a service worker caches the static files and an offline page.

import { byId } from "./forms.js";

const AGAIN = 10_000;

addEventListener("load", () => {
  navigator.serviceWorker?.register(`/app/${document.documentElement.lang}.js`, { scope: "/" }).catch(() => null);
});

if (byId("again")) {
  const again = () => location.reload();
  addEventListener("online", again);
  setInterval(again, AGAIN);
}
