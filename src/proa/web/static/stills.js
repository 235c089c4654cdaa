// Drawings that stay as they are come once: the page says which it has, and puts them back where a
// frame leaves them out.

const known = new Map();

/** Note the drawings that the page shows. */
export function remember() {
  for (const still of document.querySelectorAll("[data-still]"))
    if (!known.has(still.dataset.still)) known.set(still.dataset.still, still.innerHTML);
}

/** What a frame or a step is asked for with. */
export const headers = () => ({ "HX-Request": "true", "Proa-Has": [...known.keys()].join(" ") });

/** The answer with all its drawings. */
export const whole = (html) =>
  html.replace(/ data-still="(\w+)">(?=<\/)/g, (tag, name) => tag + (known.get(name) ?? ""));

remember();
