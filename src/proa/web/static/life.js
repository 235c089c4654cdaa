// What an event brings to life: dice roll, goods and cards travel from seat to seat, and all of it has
// a sound. A trip takes a quarter of a second. Who watches for long is offered to jump on.

import { byId } from "./forms.js";
import { sound } from "./turn.js";

const TRIP = 250;

/** Return what is shown before an event: numbers of goods by id, dice, whether the game is over. */
export const look = (counts = numbers()) => ({ counts, rolls: rolls(), over: isOver() });

const numbers = () => new Map([...document.querySelectorAll(".tick[id]")].map((one) => [one.id, one.textContent]));
const rolls = () => new Map([...document.querySelectorAll("[data-rolls]")].map((one) => [one.id, one.dataset.rolls]));
const isOver = () => "over" in (byId("table")?.dataset ?? {});

/** Show what has changed since; `moves` is whether anything may move. */
export function enliven(before, moves, counts = numbers()) {
  const rolled = [...document.querySelectorAll("[data-rolls]")].filter((one) => before.rolls.get(one.id) !== one.dataset.rolls);
  const trips = tripsOf(before.counts, counts);
  if (moves) {
    rolled.forEach(roll);
    trips.forEach(travel);
  }
  if (isOver() && !before.over) return sound("end");
  if (rolled.length) sound("dice");
  if (trips.length) sound("coin");
  else if (document.querySelector("[data-way], .fresh, .die.new")) sound("place");
}

function roll(dice) {
  const all = dice.matches("svg") ? [dice] : dice.querySelectorAll(".die");
  for (const die of all)
    die.animate([{ transform: "rotate(-300deg) scale(.6)" }, { transform: "rotate(20deg)" }, { transform: "none" }], { duration: TRIP, easing: "ease-out" });
}

// What one seat lost goes to the one who got the same; else goods come from their stock, or go to it.
function tripsOf(before, after) {
  const changes = [...after].map(([id, count]) => [byId(id)?.closest(".figures li"), Number(count) - Number(before.get(id))]);
  const items = changes.filter(([item, change]) => item && change).map(([item, change]) => [item, change > 0]);
  const losers = items.filter(([, gains]) => !gains).map(([item]) => item);
  const trips = [];
  for (const [item, gains] of items) {
    if (!gains) continue;
    const giver = losers.findIndex((one) => signOf(one) === signOf(item));
    trips.push({ item, from: giver < 0 ? stockOf(item) : losers.splice(giver, 1)[0], to: item });
  }
  return [...trips, ...losers.map((item) => ({ item, from: item, to: stockOf(item) }))];
}

const signOf = (item) => item.querySelector("use")?.getAttribute("href");
const stockOf = (item) => byId(item.dataset.stock) ?? byId("board-frame");
const isDrawn = (element) => element.getClientRects().length > 0;

function middle(element) {
  const place = isDrawn(element) ? element : (element.closest(".seat")?.querySelector(".mark") ?? byId("board-frame"));
  const box = place.getBoundingClientRect();
  return `translate(${box.left + box.width / 2}px, ${box.top + box.height / 2}px) translate(-50%, -50%)`;
}

function travel({ item, from, to }) {
  const picture = item.querySelector("svg")?.cloneNode(true);
  if (!picture) return;
  picture.classList.add("travels");
  item.closest(".seat").append(picture); // where it has the colours of the seat
  const steps = [{ transform: middle(from) }, { transform: middle(to) }];
  const trip = picture.animate(steps, { duration: TRIP, easing: "ease-in-out" });
  trip.finished.catch(() => null).then(() => picture.remove());
}

// Nobody watches others for long without an offer to jump on.
const PATIENCE = 15_000;
let patience = null;

function rest() {
  clearTimeout(patience);
  patience = null;
  document.body.classList.remove("watching-long");
}

new MutationObserver(() => {
  const { classList } = document.body;
  if (classList.contains("playing")) patience ??= setTimeout(() => classList.add("watching-long"), PATIENCE);
  else if (patience && "mine" in (byId("table")?.dataset ?? {})) rest();
}).observe(document.body, { attributeFilter: ["class"] });
byId("jump")?.addEventListener("click", rest);
