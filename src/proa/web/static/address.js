// The page's address in the browser's bar. Browsers allow some hundred changes in half a minute, for
// all pages of a tab together; the address is not worth more than that.

const LEAST = 500; // milliseconds between two changes
const REFUSED = 5_000; // the same after a change that the browser refused

let wanted = null;
let timer = null;

function set() {
  timer = null;
  if (wanted === null) return;
  const address = wanted;
  wanted = null;
  let pause = LEAST;
  try {
    history.replaceState(null, "", address);
  } catch {
    wanted = address; // the page goes on; the address is set later
    pause = REFUSED;
  }
  timer = setTimeout(set, pause);
}

/** Show an address in the bar, at once or soon; the last one counts. */
export function showAddress(address) {
  wanted = address;
  if (timer === null) set();
}

addEventListener("pagehide", () => (clearTimeout(timer), set()));
