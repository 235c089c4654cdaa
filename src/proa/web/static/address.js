// The address of what the page shows, in the browser's bar. Browsers allow it to be changed some
// hundred times in half a minute, all pages of a tab together; it is not worth more than that.

const LEAST = 500; // milliseconds between two changes

let wanted = null;
let timer = null;

function set() {
  timer = null;
  if (wanted === null) return;
  const address = wanted;
  wanted = null;
  try {
    history.replaceState(null, "", address);
  } catch {
    return; // as often as the browser allows: the page goes on without
  }
  timer = setTimeout(set, LEAST);
}

/** Let the bar show an address, at once or soon; the last one counts. */
export function showAddress(address) {
  wanted = address;
  if (timer === null) set();
}

addEventListener("pagehide", () => (clearTimeout(timer), set()));
