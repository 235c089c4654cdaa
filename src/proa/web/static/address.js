// The address of what the page shows, in the browser's bar. Browsers allow it to be changed some
// hundred times in half a minute, all pages of a tab together; it is not worth more than that.

const LEAST = 500; // milliseconds between two changes
const REFUSED = 5_000; // and after one that the browser did not allow

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
    wanted = address; // the page goes on without; it is shown when it may be
    pause = REFUSED;
  }
  timer = setTimeout(set, pause);
}

/** Let the bar show an address, at once or soon; the last one counts. */
export function showAddress(address) {
  wanted = address;
  if (timer === null) set();
}

addEventListener("pagehide", () => (clearTimeout(timer), set()));
