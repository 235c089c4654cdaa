// Turns that the server may not have: the page was left or closed before their answer came. Each is
// stored until the server has answered it, and sent again when its seat looks at the table again.

import * as storage from "./storage.js";

const NAME = "proa-unsent";
const MOST = 20;

const isTurn = (one) => [one?.action, one?.seat, one?.body].every((part) => typeof part === "string");
const others = (action, seat) =>
  storage.readList(NAME, isTurn).filter((one) => one.action !== action || one.seat !== seat);

/** Store a turn: its address, its seat, its body. */
export const keep = (action, seat, body) =>
  storage.writeList(NAME, [...others(action, seat), { action, seat, body: String(body) }].slice(-MOST));

/** Forget a turn: the server has answered. */
export function drop(action, seat) {
  if (find(action, seat)) storage.writeList(NAME, others(action, seat));
}

/** Return what a seat still has to post to an address; undefined if nothing. */
export const find = (action, seat) =>
  storage.readList(NAME, isTurn).find((one) => one.action === action && one.seat === seat);
