// What stays as it is, as a board's land, comes once: the page says which it has, and puts it back
// where a frame leaves it out. What is in a shut aside is left out as well (see frames.js).

const MOST = 100;
const known = new Map();

/** Note what the page shows; what it showed last goes last. */
export function remember() {
  for (const still of document.querySelectorAll("[data-still]")) {
    const name = still.dataset.still;
    const inside = known.get(name) ?? still.innerHTML;
    known.delete(name);
    known.set(name, inside);
  }
  // What an answer under way counts on is there still, whatever came in between.
  for (const name of [...known.keys()].slice(0, -2 * MOST)) known.delete(name);
}

const shut = () => [...document.querySelectorAll("[data-aside]:not(:popover-open)")].map((aside) => aside.id);

/** What a frame or a step is asked for with; what is only tried brings its asides along. */
export const headers = (tried = false) => ({
  "HX-Request": "true",
  "Proa-Has": [...known.keys()].slice(-MOST).concat(tried ? [] : shut()).join(" "),
});

/** The answer with everything in it. */
export const whole = (html) =>
  html.replace(/ data-still="(\w+)">(?=<\/)/g, (tag, name) => tag + (known.get(name) ?? ""));

remember();
