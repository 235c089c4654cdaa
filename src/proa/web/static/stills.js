// What stays as it is, as a board's land, comes once: the page says which it has, and puts it back
// where a frame leaves it out. What is in a shut aside is left out as well (see frames.js).

const MOST = 100;
const known = new Map();
const staying = new Set(); // those of which the server says that they come again

/** Note what the page shows; what it shows now goes last, in its order. */
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
  // What an answer under way counts on is there still, whatever came in between.
  for (const name of [...known.keys()].slice(0, -2 * MOST)) if (!staying.has(name)) known.delete(name);
}

/** Whether an aside is looked at: one that is open, or drawn for a window of this size. */
export const isShown = (aside) => getComputedStyle(aside).display !== "none";
const shut = () => [...document.querySelectorAll("[data-aside]")].filter((aside) => !isShown(aside)).map((aside) => aside.id);

/** The headers that ask for a frame or a step, and what makes the answer whole. What is only tried brings its asides along. */
export function asking(tried = false) {
  const has = [...known.keys()].filter((name, i, all) => staying.has(name) || i >= all.length - MOST);
  return {
    headers: { "HX-Request": "true", "Proa-Shows": has.concat(tried ? [] : shut()).join(" ") },
    whole: (html) => whole(html, has),
  };
}

// What is left out is told by its place among what the page has; by none where it is the one after the last.
function whole(html, has) {
  let following = 0;
  return html.replace(/ data-still="(\d*)">(?=<\/)/g, (tag, told) => {
    const place = told ? Number(told) : following;
    following = Math.max(following, place + 1);
    return ` data-still="${has[place]}">${known.get(has[place]) ?? ""}`;
  });
}

remember();
