// A board that is too small for fingers: two fingers zoom it, one moves it, a button does both.

import { byId } from "./forms.js";
import { addPart } from "./ui_state.js";

const MOST = 3;
let scale = 1;
let at = [0, 0];
const fingers = new Map();
let pinch = null;

const board = () => byId("board-frame");
const fit = () => byId("fit");

function draw() {
  const frame = board();
  if (!fit()) return;
  const [width, height] = [fit().offsetWidth, fit().offsetHeight];
  const spare = [(frame.clientWidth - width) / 2, (frame.clientHeight - height) / 2];
  const low = [frame.clientWidth - width * scale - spare[0], frame.clientHeight - height * scale - spare[1]];
  at = at.map((v, i) => (low[i] < -spare[i] ? Math.max(low[i], Math.min(-spare[i], v)) : (low[i] - spare[i]) / 2));
  if (scale === 1) at = [0, 0];
  fit().style.transform = scale === 1 ? "" : `translate(${at[0]}px, ${at[1]}px) scale(${scale})`;
  const button = byId("zoom");
  button.setAttribute("aria-label", scale > 1 ? button.dataset.out : button.dataset.in);
  button.querySelector("use").setAttribute("href", scale > 1 ? "#i-fit" : "#i-zoom");
}

addPart(() => null, () => scale > 1 && draw());

// Zoom so that the point of the board under (x, y) stays where it is.
function zoomAt(wanted, x, y) {
  const box = fit().getBoundingClientRect();
  const [px, py] = [(x - box.left) / scale, (y - box.top) / scale];
  const origin = [box.left - at[0], box.top - at[1]];
  scale = Math.max(1, Math.min(MOST, wanted));
  at = [x - origin[0] - px * scale, y - origin[1] - py * scale];
  draw();
}

const points = () => [...fingers.values()];
const apart = ([a, b]) => Math.hypot(a.x - b.x, a.y - b.y);

document.addEventListener("pointerdown", (event) => {
  if (event.pointerType !== "touch" || !event.target.closest("#board-frame")) return;
  fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  pinch = fingers.size === 2 ? { apart: apart(points()), scale } : null;
});

document.addEventListener("pointermove", (event) => {
  const finger = fingers.get(event.pointerId);
  if (!finger) return;
  const [dx, dy] = [event.clientX - finger.x, event.clientY - finger.y];
  [finger.x, finger.y] = [event.clientX, event.clientY];
  if (pinch && fingers.size === 2) {
    const [a, b] = points();
    zoomAt((pinch.scale * apart([a, b])) / pinch.apart, (a.x + b.x) / 2, (a.y + b.y) / 2);
  } else if (scale > 1) {
    at = [at[0] + dx, at[1] + dy];
    draw();
  }
});

for (const end of ["pointerup", "pointercancel"])
  document.addEventListener(end, (event) => {
    fingers.delete(event.pointerId);
    pinch = null;
  });

document.addEventListener("click", (event) => {
  if (!event.target.closest("#zoom")) return;
  if (scale > 1) {
    scale = 1;
    return draw();
  }
  const choice = document.querySelector(".choice.hot .spot, .spot, .step") ?? fit();
  const box = choice.getBoundingClientRect();
  zoomAt(2, box.left + box.width / 2, box.top + box.height / 2);
});
