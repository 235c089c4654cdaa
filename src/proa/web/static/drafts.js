// What a form was filled in with comes back with Back and a reload, after another game was chosen and
// after the settings. Browsers restore forms after the scripts have read them, so these forms turn that
// off. A form with data-last also begins with the settings that it was sent with last.

import * as storage from "./storage.js";

const CONTROLS = "input[name]:not([type=hidden], [data-remember]), select[name]";
const isPair = (one) => Array.isArray(one) && one.length === 2 && one.every((part) => typeof part === "string");
const isRadio = ({ type }) => type === "radio";
const isTicked = ({ type }) => type === "checkbox";

function comesBack() {
  const kind = performance.getEntriesByType("navigation")[0]?.type;
  const from = document.referrer && new URL(document.referrer).pathname;
  return ["back_forward", "reload"].includes(kind) || [location.pathname, "/settings"].includes(from);
}

function fill(form, draft) {
  for (const control of form.querySelectorAll(CONTROLS)) {
    const value = draft.get(control.name);
    if (value === undefined) continue;
    if (isRadio(control)) control.checked ||= control.value === value;
    else if (isTicked(control)) control.checked = value === "on";
    else if (!control.options || [...control.options].some((one) => one.value === value)) control.value = value;
  }
}

// Only what differs from the page as it came: another game has other defaults.
function note(form, draft) {
  for (const control of form.querySelectorAll(CONTROLS)) {
    const { name, value, checked } = control;
    const usual = control.defaultValue ?? control.options[0].value;
    const isDefault = isRadio(control) || isTicked(control) ? checked === control.defaultChecked : value === usual;
    if (isRadio(control) && !checked) continue;
    if (isDefault) draft.delete(name);
    else draft.set(name, isTicked(control) ? (checked ? "on" : "off") : value);
  }
}

for (const form of document.querySelectorAll("form[data-draft]")) {
  const name = `proa-draft-${form.id}`;
  const { last } = form.dataset;
  const left = comesBack() ? storage.readList(name, isPair, "tab") : [];
  const draft = new Map(left.length || !last ? left : storage.readList(last, isPair));
  fill(form, draft);
  form.addEventListener("input", () => {
    note(form, draft);
    storage.writeList(name, [...draft], "tab");
  });
  if (last) form.addEventListener("submit", () => storage.writeList(last, [...draft].filter(([key]) => key !== "title")));
}
