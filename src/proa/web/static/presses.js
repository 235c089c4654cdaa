// A press is meant for what it began on, and never plays what was drawn after it began: a short pulse
// shows that it was noticed and ignored. The same holds for the second click of a double click, the
// second tap of a double tap, a key held down, and a form that has been sent.

const PLAYS = "button:not([type=button], #say *), #dock :is(button:not([popovertarget]), a), .veil a";
const TRIED = "#play-it"; // plays only after the person has seen what follows
const MODIFIERS = ["Alt", "AltGraph", "CapsLock", "Control", "Meta", "Shift"];
const SEEN = 500; // milliseconds after which a person who goes on clicking has seen what is new
const NEAR = 48; // pixels within which two quick taps count as one finger's
const AGAIN = 10_000; // and after which a form may be sent again
const PULSE = 700;

const now = () => new Event("now").timeStamp; // on the clock of the events

const drawn = new WeakMap(); // element: when its controls were last drawn
const opened = now();
const keys = new Map(); // keys that are down: since when
let press = null; // the last press of a pointer: when it began, where, and its number in a series of taps
let first = -Infinity; // when the first click of its series happened; unknown if that was on another page

/** Note that an element's controls are new: now, and once they have been painted. */
export function redrawn(element) {
  const note = () => drawn.set(element, now());
  note();
  requestAnimationFrame(() => setTimeout(note));
}

function drawnAt(control) {
  let latest = opened;
  for (let on = control; on; on = on.parentElement) latest = Math.max(latest, drawn.get(on) ?? 0);
  return control.matches(TRIED) ? latest + SEEN : latest;
}

/** Show that a press was noticed and ignored. */
export function leaveAlone(control) {
  control?.classList.add("left-alone");
  setTimeout(() => control?.classList.remove("left-alone"), PULSE);
}

// A click without a pointer comes from a key, or from a program (like a screen reader or voice
// control), which sees the current page.
function isLate(click, since) {
  if (click.detail === 0) return [...keys.values()].pop() < since;
  if (press?.began < since) return true;
  const count = press?.taps || click.detail;
  if (count < 2 || first >= since) return false;
  return count === 2 || press?.began < since + SEEN;
}

// Browsers count clicks, but not all count taps. The first tap on a page that has just been opened may be the
// second of two.
function tapsUntil({ timeStamp, clientX, clientY }) {
  if (!press) return timeStamp < SEEN ? 2 : 1;
  const isNext = timeStamp - press.began < SEEN && Math.hypot(clientX - press.x, clientY - press.y) < NEAR;
  return isNext ? press.taps + 1 : 1;
}

addEventListener(
  "pointerdown",
  (event) => {
    if (!event.isPrimary) return;
    const taps = event.pointerType === "touch" ? tapsUntil(event) : 0;
    if (taps === 1) first = event.timeStamp;
    press = { began: event.timeStamp, x: event.clientX, y: event.clientY, taps };
  },
  true,
);
addEventListener(
  "mousedown",
  (event) => {
    if (event.detail <= 1 && !press?.taps) first = press?.began ?? event.timeStamp;
  },
  true,
);

addEventListener(
  "click",
  (event) => {
    const control = event.target.closest?.(PLAYS);
    if (!control || !isLate(event, drawnAt(control))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    leaveAlone(control);
  },
  true,
);

// If the press began on something that is gone, no click follows.
addEventListener(
  "pointerup",
  (event) => {
    const control = document.elementFromPoint(event.clientX, event.clientY)?.closest(PLAYS);
    if (control && event.button === 0 && press?.began < drawnAt(control)) leaveAlone(control);
  },
  true,
);

addEventListener(
  "keydown",
  (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || MODIFIERS.includes(event.key)) return;
    if (!event.repeat) keys.set(event.code, event.timeStamp);
    else if (!keys.has(event.code)) keys.set(event.code, -Infinity); // pressed on another page
  },
  true,
);
// The click of a released key comes after this.
addEventListener(
  "keyup",
  ({ code }) => {
    const began = keys.get(code);
    setTimeout(() => keys.get(code) === began && keys.delete(code));
  },
  true,
);
addEventListener("blur", () => keys.clear());

// -- forms that the browser submits: only once -------------------------------------------------

let sent = new WeakMap();
addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post") return;
  const isOnItsWay = now() - (sent.get(form) ?? -Infinity) < AGAIN;
  if (!isOnItsWay) return void sent.set(form, now());
  event.preventDefault();
  leaveAlone(event.submitter);
});
addEventListener("pageshow", (event) => event.persisted && (sent = new WeakMap()));
