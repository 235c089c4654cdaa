// Parts that don't change, like a board's land, are sent once: the page tells the server which it has,
// and puts them back where a frame leaves them out. The content of a closed aside is left out as well
// (see frames.js).

const MOST = 100;
const known = new Map();
const staying = new Set(); // names of the parts that the server marked as needed again

/** Remember the parts that the page shows; the current ones go last, in their order. */
export function remember() {
  const shown = new Map();
  for (const still of document.querySelectorAll("[data-still]")) {
    const name = still.dataset.still;
    if (!shown.has(name)) shown.set(name, known.get(name) ?? still.innerHTML);
    if ("stays" in still.dataset) staying.add(name);
  }
  for (const [name, inside] of shown) {
    known.delete(name);
    known.set(name, inside);
  }
  // Parts that a pending answer counts on are still there, whatever came in between.
  for (const name of [...known.keys()].slice(0, -2 * MOST)) if (!staying.has(name)) known.delete(name);
}

/** Return whether an aside is visible: open, or drawn for a window of this size. */
export const isShown = (aside) => getComputedStyle(aside).display !== "none";
const shut = () => [...document.querySelectorAll("[data-aside]")].filter((aside) => !isShown(aside)).map((aside) => aside.id);

/** Return the headers that ask for a frame or a step. A trial includes its asides. */
export function headers(tried = false) {
  const has = [...known.keys()].filter((name, i, all) => staying.has(name) || i >= all.length - MOST);
  return { "HX-Request": "true", "Proa-Shows": has.concat(tried ? [] : shut()).join(" ") };
}

/** Put the parts that were left out back into a frame. */
export function whole(html) {
  return html.replace(/ data-still="(\w+)">(?=<\/)/g, (tag, name) => tag + (known.get(name) ?? ""));
}

remember();
