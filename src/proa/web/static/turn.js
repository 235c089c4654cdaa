// Tell a viewer who does not look at the page that it is their turn: title, icon, badge, a sound, a
// notification.

import { byId } from "./forms.js";
import * as storage from "./storage.js";

const page = document.body.dataset;
const icon = byId("icon");
const plain = icon?.href;
const table = () => byId("table");
const ASKED = "proa-offer";

let mine = !document.hidden && "mine" in (table()?.dataset ?? {});

/** The visible page shows whether it is the viewer's turn. */
export function turn(isMine) {
  if (isMine && !mine) chime();
  tell(isMine);
  if (!isMine) offer();
}

/** The same while the page is hidden. */
export function call(isMine) {
  if (isMine && !mine) {
    chime();
    notify();
  }
  tell(isMine);
}

/** Set the badge: the number of tables where this browser's viewer is asked. */
export function badge(tables) {
  const done = tables ? navigator.setAppBadge?.(tables) : navigator.clearAppBadge?.();
  done?.catch(() => null); // not installed
}

function tell(isMine) {
  mine = isMine;
  if (icon && icon.href !== (mine ? icon.dataset.turn : plain)) icon.href = mine ? icon.dataset.turn : plain;
  if (!page.title) return;
  const whose = mine ? `● ${page.calls}` : table()?.dataset.whose;
  document.title = [whose, page.title].filter(Boolean).join(" · ");
}

// -- a soft sound, if the viewer has chosen it -------------------------------------------------

function chime() {
  if (page.sound !== "on" || navigator.userActivation?.hasBeenActive === false) return;
  const context = new AudioContext();
  const volume = context.createGain();
  volume.gain.setValueAtTime(0.06, context.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.0001, context.currentTime + 0.7);
  volume.connect(context.destination);
  for (const [at, pitch] of [[0, 587], [0.14, 880]]) {
    const tone = new OscillatorNode(context, { frequency: pitch, type: "sine" });
    tone.connect(volume);
    tone.start(context.currentTime + at);
    tone.stop(context.currentTime + at + 0.5);
  }
  setTimeout(() => context.close(), 1000);
}

// -- a notification of the device, if it has them and the viewer wants them --------------------

const worker = () => navigator.serviceWorker?.getRegistration();
const allowed = () => (window.isSecureContext && "Notification" in window && "serviceWorker" in navigator ? Notification.permission : "denied");

async function notify() {
  if (allowed() !== "granted") return;
  const told = { body: page.title, tag: page.url, icon: byId("touch-icon").href, data: location.href };
  await (await worker())?.showNotification(page.calls, told);
}

// Offered once, at a table with other people; later in the table's sheet.
function offer() {
  const isOpen = allowed() === "default";
  const place = byId("calls-offer");
  if (place) place.hidden = !isOpen || storage.read(ASKED) !== null;
  if (byId("calls")) byId("calls").hidden = !isOpen;
}

document.addEventListener("click", async (event) => {
  const answer = event.target.closest("[data-offer]")?.dataset.offer;
  if (!answer) return;
  storage.write(ASKED, answer);
  byId("calls-offer")?.setAttribute("hidden", "");
  if (answer === "yes") await Notification.requestPermission();
  offer();
});

document.addEventListener("visibilitychange", async () => {
  if (document.hidden || allowed() !== "granted") return;
  const told = await (await worker())?.getNotifications({ tag: page.url });
  for (const one of told ?? []) one.close();
});

if (table()) turn(mine);
