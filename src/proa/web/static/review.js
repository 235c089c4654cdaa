// A review that is not done yet: look again until it is, for an hour at most. The link beside it looks
// again at any time.

import { now } from "./clock.js";
import { byId } from "./forms.js";
import { sorry } from "./notice.js";
import { request } from "./request.js";

const PAUSE = 1500;
const AFTER_AN_ERROR = 8000;
const LONGEST = 3_600_000;
const began = now();

const next = (pause) => now() - began < LONGEST && setTimeout(again, pause);
const again = () =>
  look().catch((error) => {
    sorry(error);
    next(AFTER_AN_ERROR);
  });

async function look() {
  const place = byId("review");
  const address = new URL(place.dataset.waits, location.href);
  address.searchParams.set("eye", document.body.dataset.eye);
  const answer = await request(address, { quiet: true });
  if (!answer.ok) throw new Error(answer.statusText);
  const found = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("review");
  const isDone = !found.dataset.waits;
  if (isDone) {
    byId("heard").textContent = place.dataset.done;
    place.replaceWith(found);
  } else for (const part of ["[role=status]", "progress"]) replace(place.querySelector(part), found.querySelector(part));
  if (!isDone) next(PAUSE);
}

// The elements stay, so that a screen reader hears what is new in them.
function replace(old, fresh) {
  if (old.textContent !== fresh.textContent) old.textContent = fresh.textContent;
  for (const { name, value } of fresh.attributes) old.setAttribute(name, value);
}

next(PAUSE);
