// Requests. No wait for the server is endless: a request without an answer in time is sent once more,
// and the server answers a repeated post like the first. No other module calls `fetch`.

import { now, synchronise } from "./clock.js";
import { notice } from "./notice.js";

const page = document.body.dataset;
const FIRST = 10_000; // milliseconds until an answer begins
const SECOND = 5_000; // the same for the second attempt
const PAUSE = 10_000; // between two parts of an answer
const WHOLE = 60_000; // until it is complete
const BREATH = 300; // before a request that could not be sent is sent again

/**
 * Return the server's whole answer; throw an Error with a sentence if there is none. Options are those
 * of `fetch`, and `quiet`: show no notice while retrying, as nobody waits for it; `once`: do not
 * retry; `flows`: return the answer as soon as it begins.
 */
export async function request(address, { quiet = false, once = false, flows = false, ...options } = {}) {
  try {
    return await attempt(address, options, flows, FIRST);
  } catch (error) {
    if (once || options.signal?.aborted) throw unreached();
    if (error.name === "AbortError" && !quiet) notice(page.again);
    else await new Promise((done) => setTimeout(done, BREATH));
  }
  try {
    return await attempt(address, options, flows, SECOND);
  } catch {
    throw unreached();
  } finally {
    if (!quiet) notice("", page.again);
  }
}

const unreached = () => new Error(page.unreached);

async function attempt(address, options, flows, patience) {
  const control = new AbortController();
  const end = () => control.abort();
  options.signal?.addEventListener("abort", end);
  if (options.signal?.aborted) end();
  const timer = setTimeout(end, patience);
  const answer = await fetch(address, { ...options, signal: control.signal }).finally(() => clearTimeout(timer));
  synchronise(Number(answer.headers.get("Proa-Now")));
  if (flows) return answer;
  const parts = await body(answer, end);
  return new Response(parts.length ? new Blob(parts) : null, answer);
}

async function body(answer, end) {
  const [reader, parts, latest] = [answer.body?.getReader(), [], now() + WHOLE];
  while (reader) {
    const timer = setTimeout(end, Math.min(PAUSE, latest - now()));
    const { value, done } = await reader.read().finally(() => clearTimeout(timer));
    if (done) break;
    parts.push(value);
  }
  return parts;
}
