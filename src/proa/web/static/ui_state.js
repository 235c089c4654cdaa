// What the user has set on the page and not sent survives when the same screen is drawn again: each
// module adds its part, which is read before a morph and restored after it.

const parts = [];

/**
 * Add a part. `read(isSame)` is called before a morph and returns the state; `write(state, isSame)` is
 * called after it. `isSame` is whether the page shows the same as before: the same frame, the same
 * trial.
 */
export const addPart = (read, write) => parts.push({ read, write });

/** Read all parts; return the function that writes them after the morph. */
export function readAll(isSame) {
  const states = parts.map((part) => part.read(isSame));
  return () => parts.forEach((part, i) => part.write(states[i], isSame));
}

// A control keeps its value as long as its id is on the page: a new question has new ids.
const CONTROLS = "#table :is(input, select, textarea)[id]:not([type=hidden])";
const controls = () => document.querySelectorAll(CONTROLS);
const isChecked = (control) => ["radio", "checkbox"].includes(control.type);
const isSet = (control) =>
  isChecked(control) ? control.checked !== control.defaultChecked : control.value !== control.defaultValue;

addPart(
  () => [...controls()].filter(isSet).map(({ id, value, checked }) => ({ id, value, checked })),
  (set) => {
    for (const { id, value, checked } of set) {
      const control = document.getElementById(id);
      if (!control?.matches(CONTROLS)) continue;
      if (isChecked(control)) control.checked = checked;
      else if (control.value !== value) control.value = value;
    }
    pickDefaults();
  },
);

// If the selected option is gone, select the default.
function pickDefaults() {
  for (const radio of document.querySelectorAll("#table input[type=radio][checked]"))
    if (!document.querySelector(`#table input[name="${radio.name}"]:checked`)) radio.checked = true;
}
