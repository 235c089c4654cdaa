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
  if (isMine && !mine) sound("turn");
  tell(isMine);
  if (!isMine) offer();
}

/** The same while the page is hidden. */
export function call(isMine) {
  if (isMine && !mine) {
    sound("turn");
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

// -- sounds: those that the viewer has chosen; by default quiet ones, and none on a phone ---------

const volume = () => page.sound || (matchMedia("(hover: none)").matches ? "off" : "quiet");

/** Play a sound of the table, if the viewer wants sounds and the browser allows them. */
export function sound(name) {
  if (volume() === "off" || !page.sounds || navigator.userActivation?.hasBeenActive === false) return;
  import("./sounds.js").then(({ play }) => play(name, volume())).catch(() => null); // the game goes on in silence
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
