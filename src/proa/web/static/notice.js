// The sentence over the page: what went wrong, or what the page waits for.

const place = () => document.getElementById("notice");

/** Show a sentence, or none; with `only`, only if that is the current one. */
export function notice(text, only) {
  if (place() && (only === undefined || place().textContent === only)) place().textContent = text;
}

/** Show an error. */
export const sorry = (error) => notice(error.message);
