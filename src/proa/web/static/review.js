// A review that is not done yet: look again until it is, or until that fails.

import { byId } from "./forms.js";
import { sorry } from "./notice.js";
import { request } from "./request.js";

const PAUSE = 1500;

async function look() {
  const place = byId("review");
  const address = new URL(place.dataset.waits, location.href);
  address.searchParams.set("eye", document.body.dataset.eye);
  const answer = await request(address, { quiet: true });
  if (!answer.ok) throw new Error(answer.statusText);
  const found = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("review");
  const isDone = !found.dataset.waits;
  if (isDone) place.replaceWith(found);
  else for (const part of ["[role=status]", "progress"]) replace(place.querySelector(part), found.querySelector(part));
  if (!isDone) setTimeout(() => look().catch(sorry), PAUSE);
}

// The elements stay, so that a screen reader hears what is new in them.
function replace(old, fresh) {
  if (old.textContent !== fresh.textContent) old.textContent = fresh.textContent;
  for (const { name, value } of fresh.attributes) old.setAttribute(name, value);
}

setTimeout(() => look().catch(sorry), PAUSE);
