// The sentence over the page: what went wrong, or what is being waited for.

const place = () => document.getElementById("notice");

/** Say a sentence, or none; with `only`, if that is what is said now. */
export function notice(text, only) {
  if (place() && (only === undefined || place().textContent === only)) place().textContent = text;
}

/** Say what went wrong. */
export const sorry = (error) => notice(error.message);
