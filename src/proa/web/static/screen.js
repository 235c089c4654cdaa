// A screen that several people share: what one of them sees stays nowhere that the next one can go back to.

import { request } from "./request.js";

const page = document.body.dataset;
const isShared = "screen" in page;

/** Whether another seat has the screen now than the one whose page this is, or nobody. */
export const isPassedOn = (news) => isShared && news.seat !== Number(page.screen);

const hide = () => (document.body.hidden = true);

/** Hide what this page shows, and ask the server what it may show. */
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

// Whoever came to the veil by an address has not said so, and the page that was left must not come back.
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
