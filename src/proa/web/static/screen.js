// A screen that several people share: the next one can't go back to what another one saw.

import { request } from "./request.js";

const page = document.body.dataset;
const isShared = "screen" in page;

/** Return whether the screen now belongs to another seat than this page, or to none. */
export const isPassedOn = (news) => isShared && news.seat !== Number(page.screen);

const hide = () => (document.body.hidden = true);

/** Hide the page, and ask the server what it may show. */
export function leave() {
  hide();
  location.reload();
}

if (isShared) {
  document.addEventListener("submit", (event) => event.target.id === "hand-over" && hide());
  // The browser may keep a page that is left, and show it again as it was.
  addEventListener("pagehide", () => document.body.replaceChildren());
  addEventListener("pageshow", (event) => event.persisted && location.reload());
}

// A visitor who reached the veil by its address has not handed over the screen: tell the server, and
// keep the page that was left from coming back.
const veil = document.querySelector(".veil[data-leaves]");

function forsake() {
  if (document.hidden) return;
  document.removeEventListener("visibilitychange", forsake);
  const options = { method: "POST", redirect: "manual", quiet: true };
  request(`${page.url}/screen?seat=${veil.dataset.leaves}`, options).catch(() => null);
}

if (veil) {
  document.addEventListener("visibilitychange", forsake);
  forsake();
}
