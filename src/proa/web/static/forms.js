// Small helpers for any page: nonces, copied links, forms that submit themselves, notes that can be
// closed.

import * as storage from "./storage.js";

export const byId = (id) => document.getElementById(id);

// This browser's part of the chance, drawn anew for each form that sends one.
export function drawNonces() {
  for (const form of document.querySelectorAll("form[data-nonce]")) {
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    form.elements.nonce.value = [...bytes].map((b) => b.toString(16).padStart(2, "0")).join("");
    if ("begin" in form.dataset) form.requestSubmit();
  }
}
drawNonces();

document.addEventListener("change", (event) => {
  event.target.closest("form[data-send-on-change]")?.requestSubmit();
});

// Browsers offer their clipboard only for https and localhost. Elsewhere the script selects the text in
// a hidden field and copies it like the keyboard does.
async function put(text, beside) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement("textarea");
  field.className = "vh";
  field.readOnly = true;
  field.value = text;
  beside.after(field); // inside an open dialog, else it could not be selected
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  beside.focus();
  if (!done) throw new Error("not copied");
}

function select(element) {
  const range = document.createRange();
  range.selectNodeContents(element);
  getSelection().removeAllRanges();
  getSelection().addRange(range);
}

document.addEventListener("click", async (event) => {
  const copy = event.target.closest("[data-copy]");
  if (copy) {
    const shown = byId(copy.dataset.shown);
    try {
      await put(copy.dataset.copy, copy);
      const said = copy.querySelector("span") ?? copy;
      said.textContent = copy.dataset.copied;
    } catch {
      if (shown) select(shown); // for the user to copy
    }
  }
  if (event.target.closest("[data-print]")) window.print();
});

// Notes for a first game: shown until they have been read once on this device.
const SEEN = "proa-notes";
const seen = () => new Set(storage.readList(SEEN, (key) => typeof key === "string"));

/** Return whether a note has been read on this device, or record that it has. */
export const wasRead = (key) => seen().has(key);
export const read = (key) => storage.writeList(SEEN, [...seen().add(key)]);

let shownNote = {};

export function showNote() {
  const taught = byId("lesson")?.dataset.says; // a lesson says what the question's note would
  if (taught) read(taught);
  const note = byId("guide");
  if (!note || (shownNote.note === note && shownNote.key === note.dataset.key)) return;
  shownNote = { note, key: note.dataset.key };
  note.hidden = wasRead(note.dataset.key);
  fold();
}

// Beside the log a note is open; where it would cover the board it stays folded.
function fold() {
  const note = byId("guide");
  if (note) note.open = getComputedStyle(note).position === "static";
}

document.addEventListener("click", (event) => {
  const note = event.target.closest("[data-dismiss]")?.closest("[data-key]");
  if (!note) return;
  read(note.dataset.key);
  note.hidden = true;
  byId("ask")?.focus();
});
showNote();
addEventListener("resize", fold);
