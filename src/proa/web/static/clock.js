// Time. The browser's monotonic clock, which nobody can set, measures durations; the server's time
// follows from its answers.

const page = document.body.dataset;
const answered = performance.getEntriesByType("navigation")[0]?.responseStart ?? 0;

/** Return milliseconds that only grow. */
export const now = () => performance.now();

// Seconds that the server's clock is ahead of ours. A browser may stop its clock while the device
// sleeps, so every answer sets this anew.
let ahead = Number(page.now ?? 0) - answered / 1000;

/** Return the server's time, in seconds. */
export const serverTime = () => ahead + now() / 1000;

/** Set the server's time from an answer that has just arrived. */
export function synchronise(seconds) {
  if (seconds > 0) ahead = seconds - now() / 1000;
}
