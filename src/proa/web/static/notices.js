// Web push in this browser: whether it can, whether it does, and switching it on.

import { byId } from "./forms.js";
import { timeZone } from "./locale.js";

const form = byId("push");
const zone = document.querySelector("[name=time_zone]");
const PATIENCE = 10_000; // milliseconds
const IPHONE = /iPhone|iPad|iPod/;

const isApple = () => IPHONE.test(navigator.userAgent) || (navigator.platform === "MacIntel" && navigator.maxTouchPoints > 1);
const isInstalled = () => navigator.standalone || matchMedia("(display-mode: standalone)").matches;

async function state() {
  if (isApple() && !isInstalled()) return "iphone";
  if (!window.isSecureContext) return "insecure";
  if (!("PushManager" in window && "serviceWorker" in navigator && "Notification" in window)) return "none";
  if (Notification.permission === "denied") return "denied";
  const known = await (await pushManager()).getSubscription();
  return known && isOurs(known.options?.applicationServerKey) && mark(known.endpoint) ? "on" : "off";
}

function show(what) {
  for (const one of document.querySelectorAll("[data-push]")) one.hidden = one.dataset.push !== what;
  form.hidden = !["off", "refused"].includes(what);
}

// Mark this browser among those that are told.
function mark(endpoint) {
  const row = [...document.querySelectorAll("[data-endpoint]")].find((one) => one.dataset.endpoint === endpoint);
  row?.querySelector("[data-here]").removeAttribute("hidden");
  return Boolean(row);
}

// The service worker is there soon after a first visit, if it may be there at all.
async function pushManager() {
  const late = new Promise((_, fail) => setTimeout(fail, PATIENCE));
  return (await Promise.race([navigator.serviceWorker.ready, late])).pushManager;
}

const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0));

// A server that was set up anew has another key: then the push service refuses what it sends.
const isOurs = (key) => !key || String(new Uint8Array(key)) === String(bytes(form.dataset.key));

async function subscribe() {
  if ((await Notification.requestPermission()) !== "granted") return show("denied");
  const manager = await pushManager();
  const options = { userVisibleOnly: true, applicationServerKey: bytes(form.dataset.key) };
  // A subscription for another key, as of a server that was set up anew, is of no use.
  await (await manager.getSubscription())?.unsubscribe();
  const { endpoint, keys } = (await manager.subscribe(options)).toJSON();
  Object.entries({ endpoint, ...keys }).forEach(([name, value]) => (form.elements[name].value = value));
  form.submit();
}

form?.addEventListener("submit", (event) => {
  event.preventDefault();
  event.stopPropagation(); // so that it may be sent again: nothing was sent yet
  subscribe().catch(() => show("refused"));
});

if (zone && !zone.value) zone.value = timeZone();
if (form) state().then(show, () => show("none"));
